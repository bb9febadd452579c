"""What may be done now: every action read as far as its first die, for everybody and everything it can name.

A parameter is *picked* when its values can be listed and bear on one another (who, whom, with what),
*varied* when it is optional or only suggested and each of its values is judged with the others as they
are, and *asked* when nobody can list it: a number, a text, an object.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from rulewright.game.actions import Action
from rulewright.game.undecided import UNSEEN, Looked
from rulewright.readings.legal import refusal
from rulewright.rules import BadInput, BadParameter
from rulewright.rules.hints import bare, extras, limits
from rulewright.rules.parameters import Parameter, only_struct, parameters_of

Names = Mapping[str, Callable[[Any, Any, str], Iterable[Any]]]
"""By kind, what there is of it in a scene, with the table's options: of one owner, or of everybody for ""."""

MOST_LISTED = 20
"""A required whole number is listed when it can be no more than so many."""

NEW_WORDS = "something new"
"""What stands in for a text of which any will do."""


class Way(Struct, frozen=True):
    """One legal way to do an action.

    `params` is what was picked; `needs` names what has to be given besides, because it has no default
    or because its default is refused; `may` has the legal values of every other parameter that can be
    listed, each judged with the rest as it is.
    """

    params: dict[str, Any]
    may: dict[str, tuple[Any, ...]] = {}
    needs: tuple[str, ...] = ()


class Ask(Struct, frozen=True):
    """A parameter that is not picked: what it allows, and its default unless it is required."""

    name: str
    kind: Literal["words", "number", "text", "list", "object"]
    allowed: str
    meaning: str
    required: bool
    default: Any = None
    least: int | None = None
    most: int | None = None
    items: tuple[Any, ...] = ()
    """What a list may be made of, where that can be listed."""


class Offer(Struct, frozen=True):
    """An action that is legal now: who does it, every legal way, and what else it takes."""

    action: str
    who: str
    by: str
    when: str
    ways: tuple[Way, ...]
    asks: tuple[Ask, ...] = ()

    @property
    def choices(self) -> tuple[dict[str, Any], ...]:
        """Every legal combination of what is picked."""
        return tuple(way.params for way in self.ways)

    @property
    def needs(self) -> tuple[str, ...]:
        """What has to be given besides."""
        return tuple(ask.name for ask in self.asks if ask.required)


def offers_of(action: Action, names: Names, scene: Any, options: Any) -> list[Offer]:
    """An action for everybody who may do it now."""
    reading = _Reading(action, names, scene, options)
    found: dict[str, list[Way]] = {}
    for way in reading.ways({}):
        found.setdefault(str(way.params.get("who", "")), []).append(way)
    return [
        Offer(action.name, who, action.by, action.when, tuple(ways), reading.asks(who)) for who, ways in found.items()
    ]


def named_in_scene(action: Action) -> frozenset[str]:
    """The parameters whose values are read off sheets and places, characters' names aside."""
    return frozenset(field.told.name for field in _fields(action.perform) if field.names not in ("", "character"))


# --- what a parameter can be -------------------------------------------------------------------


class _Field(Struct, frozen=True):
    """A parameter as legality sees it: how it is treated, its words, and what it names in the scene."""

    name: str
    told: Parameter
    role: Literal["picked", "varied", "asked"]
    kind: Literal["words", "number", "text", "list", "object"]
    words: tuple[Any, ...]
    names: str
    of: str
    nullable: bool
    least: int | None
    most: int | None
    most_letters: int | None

    def samples(self, listed: tuple[Any, ...]) -> tuple[Any, ...]:
        """Values to judge a parameter by that cannot be listed: any that is accepted will do."""
        if self.kind == "list" and self.names:
            return tuple((one,) for one in listed) or (UNSEEN,)
        if self.kind == "number":
            near = [number for number in (0, 1, self.least, self.most) if number is not None]
            return tuple(dict.fromkeys(number for number in near if self._in_range(number)))
        return (NEW_WORDS[: self.most_letters],) if self.kind == "text" else (UNSEEN,)

    def _in_range(self, number: int) -> bool:
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


@lru_cache(maxsize=512)
def _fields(perform: Callable[..., Any]) -> tuple[_Field, ...]:
    """The parameters of an action; who does it is judged first."""
    kind = parameters_of(perform, skip=2)
    attributes = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
    found = [_field(attributes[told.name], told) for told in Action("", perform).parameters]
    return tuple(sorted(found, key=lambda field: field.name != "who"))


def _field(name: str, told: Parameter) -> _Field:
    plain, metas, nullable = bare(told.kind)
    extra, far = extras(metas), limits(metas)
    least, most = far.get("ge"), far.get("le")
    names = extra.get("names") or extra.get("suggests") or ""
    words = tuple(extra.get("choices", ())) or (get_args(plain) if get_origin(plain) is Literal else ())
    if plain is bool:
        words = (False, True)
    if plain is int and told.required and least is not None and most is not None and most - least < MOST_LISTED:
        words = tuple(range(least, most + 1))
    is_list = get_origin(plain) in (tuple, list) and get_args(plain)[-1] is Ellipsis
    listable = bool(words or names) and not is_list
    role: Literal["picked", "varied", "asked"] = "asked"
    if listable:
        joint = "names" in extra or "choices" in extra or told.required
        role = "picked" if joint and not nullable and "suggests" not in extra else "varied"
    shape: Literal["words", "number", "text", "list", "object"] = "object"
    if listable:
        shape = "words"
    elif get_origin(plain) in (tuple, list):
        shape = "list"
    elif plain in (int, float):
        shape = "number"
    elif plain is str or plain == str | int:
        shape = "text"
    letters = far.get("max_length") if shape == "text" else None
    return _Field(name, told, role, shape, words, names, extra.get("of", ""), nullable, least, most, letters)


# --- reading an action -------------------------------------------------------------------------


class _Reading:
    """One action, read in one scene."""

    def __init__(self, action: Action, names: Names, scene: Any, options: Any) -> None:
        self.action, self.names, self.scene, self.options = action, names, scene, options
        fields = _fields(action.perform)
        self.fields = {field.name: field for field in fields}
        self.picked = [field for field in fields if field.role == "picked"]
        self.varied = [field for field in fields if field.role == "varied"]
        self.asked = [field for field in fields if field.role == "asked"]
        self.only = only_struct(action.perform, skip=2)
        # None can be told from every other value without looking at it, so it is tried for itself.
        self.nullable = [field.name for field in fields if field.nullable]
        self.undecided = {field.name: None if field.nullable else UNSEEN for field in fields}
        self.defaults = {field.name: field.told.default for field in fields if not field.told.required}

    def ways(self, picks: dict[str, Any]) -> Iterator[Way]:
        """Every legal way that begins with these picks; nothing is tried behind a refusal that looked no further."""
        if not self.is_possible(picks):
            return
        if len(picks) < len(self.picked):
            field = self.picked[len(picks)]
            for value in self.values(field, picks):
                yield from self.ways({**picks, field.name: value})
            return
        params = {self.fields[name].told.name: value for name, value in picks.items()}
        if len(picks) == len(self.fields):
            yield Way(params)  # nothing is left to be judged
            return
        for base, needs in self.bases(picks):
            may = {field.told.name: self.legal_values(field, base) for field in self.varied}
            yield Way(params, may, tuple(field.told.name for field in needs))

    def is_possible(self, picks: dict[str, Any]) -> bool:
        """Whether these picks are not refused whatever the rest may be."""
        if self.judge(self.undecided | picks) is not False:
            return True
        return any(self.judge(self.undecided | picks | {name: UNSEEN}) is not False for name in self.nullable)

    def bases(self, picks: dict[str, Any]) -> list[tuple[dict[str, Any], list[_Field]]]:
        """Values with which these picks are accepted, and what of them has to be given.

        The defaults if they will do; else each parameter that makes the difference by itself.
        """
        required = [field for field in (*self.varied, *self.asked) if field.told.required]
        first = self.defaults | {field.name: self.samples(field, picks)[0] for field in required} | picks
        base = self.accepted(first, required, picks)
        if base is not None:
            return [(base, required)]
        found = []
        for field in (*self.varied, *self.asked):
            values = self.samples(field, picks) if not field.told.required else ()
            legal = (value for value in values if value is not UNSEEN and self.accepts(first | {field.name: value}))
            value = next(legal, UNSEEN)
            if value is not UNSEEN:
                found.append((first | {field.name: value}, [*required, field]))
        return found

    def accepted(self, first: dict[str, Any], required: list[_Field], picks: dict[str, Any]) -> dict[str, Any] | None:
        """The first values for what is required that are accepted; of what is suggested one at a time is tried."""
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

    def legal_values(self, field: _Field, base: dict[str, Any]) -> tuple[Any, ...]:
        """The values of a parameter that are accepted with the rest as it is."""
        values = self.values(field, base)
        if not field.nullable and self.judge(base | {field.name: UNSEEN}) is True:
            return values
        return tuple(value for value in values if self.accepts(base | {field.name: value}))

    def samples(self, field: _Field, picks: dict[str, Any]) -> tuple[Any, ...]:
        """What a parameter that has to be given is judged by."""
        listed = self.values(field, picks)
        return (listed or (UNSEEN,)) if field.role == "varied" else field.samples(listed)

    def values(self, field: _Field, picks: Mapping[str, Any]) -> tuple[Any, ...]:
        """Every value of a parameter that can be listed, its default first."""
        listed = list(field.words)
        if field.names:
            owner = picks.get(field.of, "") if field.of else ""
            listed += self.named(field, owner)
        if field.role != "asked" and not field.told.required:
            listed.insert(0, field.told.default)
        return tuple(dict.fromkeys(listed))

    def named(self, field: _Field, owner: Any) -> Iterable[Any]:
        """What the scene has of a kind, of one owner if they are known."""
        if field.names == "character":
            return list(self.scene.characters)
        try:
            return list(self.names[field.names](self.scene, self.options, str(owner or "")))
        except Looked:  # it is read off a place that is out of sight
            return []

    def accepts(self, values: dict[str, Any]) -> bool:
        """Whether nothing is refused; what depends on something nobody could list is not."""
        return self.judge(values) is not False

    def judge(self, values: dict[str, Any]) -> bool | None:
        """Whether the action goes on to its first die; None if that depends on something not decided yet."""
        perform, scene = self.action.perform, self.scene
        undecided = any(value is UNSEEN for value in values.values())
        given = values
        if self.only is not None:
            name, kind = self.only
            given = {name: kind(**values)}

        def rule(dice: Any) -> Any:
            return perform(dice, scene, **given)

        try:
            return refusal(rule, options=self.options) is None
        except Looked:
            return None
        except BadParameter as bad:
            return any(bad.name == field.told.name for field in self.asked)
        except BadInput:
            return False
        except (TypeError, ValueError):
            if undecided:  # built-in functions that get to a value by other doors
                return None
            raise

    def asks(self, who: str) -> tuple[Ask, ...]:
        """Every parameter that is not picked, in words."""
        return tuple(
            Ask(
                field.told.name,
                field.kind,
                field.told.allowed,
                field.told.meaning,
                field.told.required,
                field.told.default,
                field.least,
                field.most,
                self.values(field, {"who": who}) if field.role == "asked" else (),
            )
            for field in (*self.varied, *self.asked)
        )
