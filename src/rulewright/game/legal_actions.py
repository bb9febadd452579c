"""Legal actions: each action is run up to its first die for every combination of values that can be listed.

A parameter is *picked* when its values can be listed and depend on one another (who, whom, with what),
*varied* when it is optional or only suggested, so that each value is judged with the others at their
defaults, and *asked* when its values cannot be listed: a number, a text, an object.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.actions import Action
from rulewright.game.undecided import UNDECIDED, UndecidedRead, is_hidden
from rulewright.game.who_may import static_setter
from rulewright.readings import refusal
from rulewright.rules import BadInput, BadParameter
from rulewright.rules.hints import bare, extras, limits, unannotated
from rulewright.rules.parameters import Parameter, only_struct, parameters_of, takes

Names = Mapping[str, Callable[[Any, Any, str], Iterable[Any]]]
"""For each kind a function (scene, options, owner) that lists its names; with owner "" those of all owners."""

MOST_LISTED = 20
"""A required whole number is listed when its range has at most this many values."""

NEW_WORDS = "something new"
"""A sample for free text, to see whether a rule refuses it."""


class Way(Struct, frozen=True):
    """One legal way to do an action.

    `params` are the picked values; `needs` names the other parameters that must be given, because they have
    no default or because the default is refused; `may` has the legal values of every other parameter that
    can be listed, each judged with the rest unchanged.
    """

    params: dict[str, Any]
    may: dict[str, tuple[Any, ...]] = {}
    needs: tuple[str, ...] = ()


class Ask(Struct, frozen=True):
    """A parameter that is not picked: its allowed values, and its default unless it is required."""

    name: str
    kind: Literal["words", "number", "text", "list", "object"]
    allowed: str
    meaning: str
    required: bool
    default: Any = None
    least: int | None = None
    most: int | None = None
    items: tuple[Any, ...] = ()
    """The values that a list may contain, where they can be listed."""
    set_by: str = "actor"
    """Who sets it: the actor, the GM, or the player of the character that this parameter names."""


class Offer(Struct, frozen=True):
    """An action that is legal now: who does it, every legal way, and its other parameters."""

    action: str
    who: str
    by: str
    when: str
    ways: tuple[Way, ...]
    asks: tuple[Ask, ...] = ()
    notes: dict[str, dict[str, str]] = {}
    """By parameter: the game's note on each value, such as the common uses of an ability."""

    @property
    def choices(self) -> tuple[dict[str, Any], ...]:
        """Every legal combination of picked values."""
        return tuple(way.params for way in self.ways)

    @property
    def needs(self) -> tuple[str, ...]:
        """The further parameters that must be given."""
        return tuple(ask.name for ask in self.asks if ask.required)


Wanted = Callable[[Action, str], bool]
"""Whether an action of a character is wanted; the name is empty for an action that belongs to no character."""


def offers_of(
    action: Action, names: Names, scene: Any, options: Any, wanted: Wanted = lambda action, who: True
) -> list[Offer]:
    """One offer of an action for each wanted character who may do it now."""
    search = _WaySearch(action, names, scene, options, wanted)
    if not any(field.name == "who" for field in search.picked) and not wanted(action, ""):
        return []
    found: dict[str, list[Way]] = {}
    for way in search.ways({}):
        found.setdefault(str(way.params.get("who", "")), []).append(way)
    return [
        Offer(action.name, who, action.by, action.when, tuple(ways), search.asks(who), search.notes)
        for who, ways in found.items()
    ]


def named_in_scene(action: Action) -> frozenset[str]:
    """The parameters whose values are listed from sheets and places, other than characters' names."""
    return frozenset(field.parameter.name for field in _fields(action.perform) if field.names not in ("", "character"))


# --- the parameters of an action -------------------------------------------------------------------


class _AskedParameter(Struct, frozen=True):
    """A parameter of an action: whether it is picked, varied or asked, its words, and the kind of thing it names."""

    name: str
    parameter: Parameter
    role: Literal["picked", "varied", "asked"]
    kind: Literal["words", "number", "text", "list", "object"]
    words: tuple[Any, ...]
    names: str
    of: str
    nullable: bool
    least: int | None
    most: int | None
    most_letters: int | None
    notes: dict[str, str]

    def samples(self, listed: tuple[Any, ...]) -> tuple[Any, ...]:
        """Sample values of a parameter that cannot be listed."""
        if self.kind == "list" and self.names:
            return tuple((one,) for one in listed) or (UNDECIDED,)
        if self.kind == "number":
            near = [number for number in (0, 1, self.least, self.most) if number is not None]
            return tuple(dict.fromkeys(number for number in near if self._in_range(number)))
        return (NEW_WORDS[: self.most_letters],) if self.kind == "text" else (UNDECIDED,)

    def _in_range(self, number: int) -> bool:
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


@lru_cache(maxsize=512)
def _fields(perform: Callable[..., Any]) -> tuple[_AskedParameter, ...]:
    """The parameters of an action, `who` first."""
    kind = parameters_of(perform, skip=2)
    attributes = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
    found = [_field(attributes[parameter.name], parameter) for parameter in takes(kind)]
    return tuple(sorted(found, key=lambda field: field.name != "who"))


def _field(name: str, parameter: Parameter) -> _AskedParameter:
    plain, metas, nullable = bare(parameter.kind)
    extra, far = extras(metas), limits(metas)
    least, most = far.get("ge"), far.get("le")
    names = extra.get("names") or extra.get("suggests") or ""
    words = tuple(extra.get("choices", ())) or (get_args(plain) if get_origin(plain) is Literal else ())
    if plain is bool:
        words = (False, True)
    if plain is int and parameter.required and least is not None and most is not None and most - least < MOST_LISTED:
        words = tuple(range(least, most + 1))
    is_list = get_origin(plain) in (tuple, list) and get_args(plain)[-1] is Ellipsis
    listable = bool(words or names) and not is_list
    role: Literal["picked", "varied", "asked"] = "asked"
    if listable:
        joint = "names" in extra or "choices" in extra or parameter.required
        role = "picked" if joint and not nullable and "suggests" not in extra else "varied"
    shape: Literal["words", "number", "text", "list", "object"] = "object"
    if listable:
        shape = "words"
    elif get_origin(plain) in (tuple, list):
        shape = "list"
    elif plain in (int, float):
        shape = "number"
    elif plain is str or {unannotated(part)[0] for part in get_args(plain)} == {str, int}:
        shape = "text"
    letters = far.get("max_length") if shape == "text" else None
    of, notes = extra.get("of", ""), extra.get("notes", {})
    return _AskedParameter(name, parameter, role, shape, words, names, of, nullable, least, most, letters, notes)


# --- searching an action -----------------------------------------------------------------------


class _WaySearch:
    """The search for the legal ways to do one action in one scene."""

    def __init__(self, action: Action, names: Names, scene: Any, options: Any, wanted: Wanted) -> None:
        self.action, self.names, self.scene, self.options, self.wanted = action, names, scene, options, wanted
        fields = _fields(action.perform)
        self.fields = {field.name: field for field in fields}
        self.picked = [field for field in fields if field.role == "picked"]
        self.varied = [field for field in fields if field.role == "varied"]
        self.asked = [field for field in fields if field.role == "asked"]
        self.only = only_struct(action.perform, skip=2)
        # `is None` does not raise for an undecided value, so None is tried separately.
        self.nullable = [field.name for field in fields if field.nullable]
        self.undecided = {field.name: None if field.nullable else UNDECIDED for field in fields}
        self.notes = {field.parameter.name: field.notes for field in fields if field.notes}
        self.defaults = {field.name: field.parameter.default for field in fields if not field.parameter.required}

    def ways(self, picks: dict[str, Any]) -> Iterator[Way]:
        """Every legal way that begins with these picks; picks that are refused whatever follows are not extended."""
        if not self.is_possible(picks):
            return
        if len(picks) < len(self.picked):
            field = self.picked[len(picks)]
            for value in self.values(field, picks):
                if field.name != "who" or self.wanted(self.action, str(value)):
                    yield from self.ways({**picks, field.name: value})
            return
        params = {self.fields[name].parameter.name: value for name, value in picks.items()}
        if len(picks) == len(self.fields):
            yield Way(params)
            return
        for base, needs in self.bases(picks):
            may = {field.parameter.name: self.legal_values(field, base) for field in self.varied}
            yield Way(params, may, tuple(field.parameter.name for field in needs))

    def is_possible(self, picks: dict[str, Any]) -> bool:
        """Whether some values of the other parameters may make these picks legal."""
        if self.judge(self.undecided | picks) is not False:
            return True
        return any(self.judge(self.undecided | picks | {name: UNDECIDED}) is not False for name in self.nullable)

    def bases(self, picks: dict[str, Any]) -> list[tuple[dict[str, Any], list[_AskedParameter]]]:
        """Values with which these picks are accepted, and the fields of them that must be given.

        The defaults if they are accepted; else every single field whose change makes them accepted.
        """
        required = [field for field in (*self.varied, *self.asked) if field.parameter.required]
        first = self.defaults | {field.name: self.samples(field, picks)[0] for field in required} | picks
        base = self.accepted(first, required, picks)
        if base is not None:
            return [(base, required)]
        found = []
        for field in (*self.varied, *self.asked):
            values = self.samples(field, picks) if not field.parameter.required else ()
            legal = (value for value in values if value is not UNDECIDED and self.accepts(first | {field.name: value}))
            value = next(legal, UNDECIDED)
            if value is not UNDECIDED:
                found.append((first | {field.name: value}, [*required, field]))
        return found

    def accepted(
        self, first: dict[str, Any], required: list[_AskedParameter], picks: dict[str, Any]
    ) -> dict[str, Any] | None:
        """The first accepted values of the required fields; suggested values are tried one field at a time."""
        free = [field for field in required if field.role == "asked"]
        for given in product(*(self.samples(field, picks) for field in free)):
            values = first | {field.name: value for field, value in zip(free, given, strict=True)}
            if self.accepts(values):
                return values
        for field in required:
            for value in self.samples(field, picks) if field.role == "varied" else ():
                if self.accepts(first | {field.name: value}):
                    return first | {field.name: value}
        return None

    def legal_values(self, field: _AskedParameter, base: dict[str, Any]) -> tuple[Any, ...]:
        """The values of a parameter that are accepted with the rest unchanged."""
        values = self.values(field, base)
        if not field.nullable and self.judge(base | {field.name: UNDECIDED}) is True:
            return values
        return tuple(value for value in values if self.accepts(base | {field.name: value}))

    def samples(self, field: _AskedParameter, picks: dict[str, Any]) -> tuple[Any, ...]:
        """Sample values of a parameter that must be given."""
        listed = self.values(field, picks)
        return (listed or (UNDECIDED,)) if field.role == "varied" else field.samples(listed)

    def values(self, field: _AskedParameter, picks: Mapping[str, Any]) -> tuple[Any, ...]:
        """Every value of a parameter that can be listed, its default first."""
        listed: list[Any] = []
        if field.names:  # in the game's order, which texts may have too
            owner = picks.get(field.of, "") if field.of else ""
            listed += self.named(field, owner)
        listed += field.words
        if field.role != "asked" and not field.parameter.required:
            listed.insert(0, field.parameter.default)
        return tuple(dict.fromkeys(listed))

    def named(self, field: _AskedParameter, owner: Any) -> Iterable[Any]:
        """The names of a kind in the scene, of one owner if the owner is known."""
        if field.names == "character":
            return list(self.scene.characters)
        try:
            return list(self.names[field.names](self.scene, self.options, str(owner or "")))
        except UndecidedRead:  # some of it is hidden from the viewer
            return self._named_on_visible_sheets(field, str(owner or ""))

    def _named_on_visible_sheets(self, field: _AskedParameter, owner: str) -> Iterable[Any]:
        """The names of a kind, without those of characters whose sheets are hidden."""
        visible = {name: sheet for name, sheet in self.scene.characters.items() if not is_hidden(sheet)}
        try:
            return list(self.names[field.names](replace(self.scene, characters=visible), self.options, owner))
        except UndecidedRead:  # the place it is listed from is hidden
            return []

    def accepts(self, values: dict[str, Any]) -> bool:
        """Whether the action is accepted; a verdict that depends on an undecided value counts as accepted."""
        return self.judge(values) is not False

    def judge(self, values: dict[str, Any]) -> bool | None:
        """Whether the action goes on to its first die; None if that depends on something not decided yet."""
        perform, scene = self.action.perform, self.scene
        given = values
        if self.only is not None:
            name, kind = self.only
            given = {name: kind(**values)}

        def rule(dice: Any) -> Any:
            return perform(dice, scene, **given)

        try:
            return refusal(rule, options=self.options) is None
        except UndecidedRead:
            return None
        except BadParameter as bad:
            return any(bad.name == field.parameter.name for field in self.asked)
        except BadInput:
            return False
        except (TypeError, ValueError):
            if any(value is UNDECIDED for value in values.values()):  # a built-in function met the undecided value
                return None
            raise

    def asks(self, who: str) -> tuple[Ask, ...]:
        """Every parameter that is not picked, in words."""
        return tuple(
            Ask(
                field.parameter.name,
                field.kind,
                field.parameter.allowed,
                field.parameter.meaning,
                field.parameter.required,
                field.parameter.default,
                field.least,
                field.most,
                self.values(field, {"who": who}) if field.role == "asked" else (),
                static_setter(self.action, field.parameter.name),
            )
            for field in (*self.varied, *self.asked)
        )
