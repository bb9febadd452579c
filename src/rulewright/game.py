"""What a game is made of, and how installed games are found.

A game is one `Game` object under the entry-point group `rulewright.games`. Everything else, the
command line, the table, the lab and the web app, is driven from it; nothing about a particular
game is known anywhere else.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from itertools import islice, product
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from rulewright.answers import Question
from rulewright.dice import Odds
from rulewright.readings import Budget, Played, Policy, odds, play
from rulewright.readings.legal import refusal
from rulewright.rules import BadInput, Inventory, Refused, shown
from rulewright.rules.options import Option, options_of
from rulewright.rules.parameters import Parameter, arguments, parameters_of, read, takes
from rulewright.rules.rule import bound, citing

__all__ = [
    "Action",
    "Character",
    "CreationStep",
    "Derivation",
    "Example",
    "FightStatus",
    "Game",
    "Legal",
    "Offer",
    "Roll",
    "Secrets",
    "find_game",
    "installed_games",
    "named_by_rule",
]

GROUP = "rulewright.games"

Character = Annotated[str, Meta(description="a character's name", extra={"names": "character"})]
"""The type of an action's parameter that names a character of the scene."""


def named_by_rule(meaning: str, *choices: str) -> Meta:
    """A text of which only some are allowed, where the action itself refuses the others in its own words."""
    return Meta(description=meaning, extra={"choices": choices})


class Roll(Struct, frozen=True):
    """One entry of a game's catalogue of rolls."""

    name: str
    rule: Callable[..., Any]
    dice_order: str
    check: Callable[[Any, Mapping[str, Any], Any], None] | None = None

    @property
    def summary(self) -> str:
        """The rule in one sentence."""
        return (self.rule.__doc__ or "").strip().splitlines()[0]

    @property
    def parameters(self) -> list[Parameter]:
        """What the roll takes."""
        return takes(parameters_of(self.rule))

    def arguments(self, params: Mapping[str, Any], options: Any) -> dict[str, Any]:
        """Checked arguments for the rule; refuses unknown names and bad values."""
        given = read(parameters_of(self.rule), params)
        if self.check is not None:
            self.check(given, params, options)
        return arguments(self.rule, given)


class Derivation(Struct, frozen=True):
    """A value worked out without dice. Its function takes the options first."""

    name: str
    function: Callable[..., Any]
    check: Callable[[Any, Mapping[str, Any], Any], None] | None = None

    @property
    def parameters(self) -> list[Parameter]:
        """What it is worked out from."""
        return takes(parameters_of(self.function))


class Legal(Struct, frozen=True):
    """What may be chosen at a step of creation: the choices, what is allowed in words, what is not and why."""

    allowed: str
    choices: tuple[Any, ...] = ()
    refused: Mapping[str, str] = {}


class CreationStep(Struct, frozen=True):
    """One step of making a character: the field it fills and what is legal, given the steps before."""

    field: str
    title: str
    cites: tuple[str, ...]
    legal: Callable[[Any, Mapping[str, Any]], Legal]
    optional: bool = False


class Action(Struct, frozen=True):
    """Something that changes the state of play.

    `perform(dice, scene, **parameters)` gives the new scene and the outcome. Everything it refuses,
    it refuses before it throws a die. `by` says who may do it: anyone for their own character, or
    the game master only.
    """

    name: str
    perform: Callable[..., tuple[Any, Any]]
    by: Literal["player", "gm"] = "player"
    when: Literal["turn", "any time"] = "any time"

    @property
    def summary(self) -> str:
        """The action in one sentence."""
        return (self.perform.__doc__ or "").strip().splitlines()[0]

    @property
    def parameters(self) -> list[Parameter]:
        """What it takes."""
        return takes(parameters_of(self.perform, skip=2))


class Offer(Struct, frozen=True):
    """An action that is legal now: who does it, and each legal combination of what can be listed.

    `needs` names required parameters that cannot be listed (a text, an object): the action itself
    judges them.
    """

    action: str
    who: str
    by: str
    when: str
    choices: tuple[dict[str, Any], ...]
    needs: tuple[str, ...] = ()


class FightStatus(Struct, frozen=True):
    """A running fight: the order, whose turn it is, what is left to them, and whether it is over."""

    order: tuple[str, ...]
    round: int
    turn: str
    left: Mapping[str, int]
    over: bool
    winner: str | None


class Example(Struct, frozen=True):
    """Something worth showing: a question in words, and the command that answers it."""

    words: str
    command: Literal["odds", "roll"]
    roll: str
    params: Mapping[str, Any] = {}
    options: Mapping[str, Any] = {}


class Secrets(Struct, frozen=True):
    """What only the game master sees.

    Fields of outcomes by roll or action, fields of a foe's sheet, and places in the scene, written
    with dots.
    """

    outcomes: Mapping[str, tuple[str, ...]] = {}
    foe_sheet: tuple[str, ...] = ()
    scene: tuple[str, ...] = ()


def _no_characters(options: Any, wanted: Mapping[str, Any]) -> Any:
    raise Refused("this game has no rules for making characters")


def _as_stored(options: Any, sheet: Any) -> Mapping[str, Any]:
    stored: dict[str, Any] = msgspec.to_builtins(sheet)
    return stored


def _no_scene() -> None:
    return None


def _no_fight(scene: Any, options: Any) -> FightStatus | None:
    return None


E = TypeVar("E", Roll, Derivation, Action)


class Game(Struct, frozen=True):
    """One game. See `docs/decisions` for why it has these parts."""

    slug: str
    name: str
    inventory: Inventory
    options: type[Struct]
    rolls: tuple[Roll, ...]
    derivations: tuple[Derivation, ...] = ()
    create: Callable[[Any, Mapping[str, Any]], Any] = _no_characters
    creation: tuple[CreationStep, ...] = ()
    show_sheet: Callable[[Any, Any], Mapping[str, Any]] = _as_stored
    scene: Callable[[], Any] = _no_scene
    actions: tuple[Action, ...] = ()
    fight: Callable[[Any, Any], FightStatus | None] = _no_fight
    examples: tuple[Example, ...] = ()
    questions: tuple[Question, ...] = ()
    secrets: Secrets = Secrets()
    check_options: Callable[[Any], None] | None = None

    def table_options(self, given: Mapping[str, Any] | None = None) -> Any:
        """The options a table plays by: the defaults, changed as given."""
        options = read(self.options, given or {}, noun="option")
        if self.check_options is not None:
            self.check_options(options)
        return options

    def option_texts(self) -> list[Option]:
        """Every option in words."""
        return options_of(self.options)

    def roll(self, name: str) -> Roll:
        """A roll of the catalogue by name."""
        return _named(self.rolls, name, "roll")

    def derivation(self, name: str) -> Derivation:
        """A derived value by name."""
        return _named(self.derivations, name, "derived value")

    def action(self, name: str) -> Action:
        """An action by name."""
        return _named(self.actions, name, "action")

    def odds(
        self,
        roll: str,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        budget: Budget | None = None,
    ) -> Odds[Any]:
        """The exact odds of a roll."""
        entry, table = self.roll(roll), self.table_options(options)
        rule = bound(entry.rule, entry.arguments(params or {}, table))
        return odds(rule, options=table, budget=budget)

    def play(
        self,
        roll: str,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        **how: Any,
    ) -> Played[Any]:
        """Play a roll once; `how` is passed on to `readings.play` (faces, choices, random).

        A policy that a roll's parameters call best is followed, not asked for.
        """
        entry, table = self.roll(roll), self.table_options(options)
        rule = bound(entry.rule, entry.arguments(params or {}, table))
        return play(rule, options=table, best=True, **how)

    def derive(
        self, what: str, params: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None
    ) -> Any:
        """A derived value as plain data."""
        entry, table = self.derivation(what), self.table_options(options)
        given = read(parameters_of(entry.function), params or {})
        if entry.check is not None:
            entry.check(given, params or {}, table)
        return msgspec.to_builtins(entry.function(table, **arguments(entry.function, given)))

    def new_sheet(self, wanted: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Make a character; the finished sheet with its derived values as plain data."""
        table = self.table_options(options)
        return self.show_sheet(table, self.create(table, wanted))

    def act(self, action: str, scene: Any, params: Mapping[str, Any], options: Any, **how: Any) -> Played[Any]:
        """Perform an action; the outcome is (new scene, what happened)."""
        entry = self.action(action)
        rule = bound(entry.perform, {_scene_of(entry.perform): scene, **self._action_arguments(entry, params)})
        return play(rule, options=options, **how)

    def action_odds(
        self,
        action: str,
        scene: Any,
        params: Mapping[str, Any],
        options: Any,
        budget: Budget | None = None,
        policy: Policy | None = None,
    ) -> Odds[Any]:
        """The exact odds of what an action brings about; decisions follow `policy`."""
        entry = self.action(action)
        given = self._action_arguments(entry, params)

        def outcome(dice: Any) -> Any:
            return entry.perform(dice, scene, **given)[1]

        return odds(outcome, options=options, budget=budget, policy=policy)

    def _action_arguments(self, action: Action, params: Mapping[str, Any]) -> dict[str, Any]:
        return arguments(action.perform, read(parameters_of(action.perform, skip=2), params), skip=2)

    def legal_now(self, scene: Any, options: Any) -> list[Offer]:
        """Every action somebody may do now, with its legal targets and choices."""
        offers: list[Offer] = []
        for action in self.actions:
            legal: dict[str, list[dict[str, Any]]] = {}
            needs = _unlisted(action, scene)
            for candidate in _candidates(action, scene):
                if needs or self.refusal(action.name, scene, candidate, options) is None:
                    legal.setdefault(str(candidate.get("who", "")), []).append(candidate)
            offers += [
                Offer(action.name, who, action.by, action.when, tuple(found), needs) for who, found in legal.items()
            ]
        return offers

    def refusal(self, action: str, scene: Any, params: Mapping[str, Any], options: Any) -> Refused | BadInput | None:
        """Why an action may not be done now, or None."""
        entry = self.action(action)
        try:
            rule = bound(entry.perform, {_scene_of(entry.perform): scene, **self._action_arguments(entry, params)})
            return refusal(rule, options=options)
        except BadInput as bad:
            return bad

    def used_in(self, number: str) -> list[str]:
        """Where a numbered rule is used: rolls, actions and derived values by name, other rules by function."""
        named: dict[Callable[..., Any], str] = {entry.rule: f"roll {entry.name}" for entry in self.rolls}
        named |= {entry.perform: f"action {entry.name}" for entry in self.actions}
        named |= {entry.function: f"derive {entry.name}" for entry in self.derivations}
        homes = tuple({use.__module__.rpartition(".")[0] or use.__module__ for use in named})
        own = [use for use in citing(number) if use.__module__.startswith(homes)]
        return [named.get(use, f"rule {use.__name__} in {use.__module__}") for use in own]


def _scene_of(perform: Callable[..., Any]) -> str:
    """The name of an action's second argument."""
    return list(inspect.signature(perform).parameters)[1]


_MOST_CANDIDATES = 10_000


def _candidates(action: Action, scene: Any) -> Iterator[dict[str, Any]]:
    """Every combination of the parameters that name a character or take one of a few words."""
    listed = {one.name: _values_of(one.kind, scene) for one in action.parameters}
    named = {name: values for name, values in listed.items() if values is not None}
    for combination in islice(product(*named.values()), _MOST_CANDIDATES):
        yield dict(zip(named, combination, strict=True))


def _unlisted(action: Action, scene: Any) -> tuple[str, ...]:
    """Required parameters whose values cannot be listed."""
    return tuple(one.name for one in action.parameters if one.required and _values_of(one.kind, scene) is None)


def _values_of(hint: Any, scene: Any) -> list[Any] | None:
    if get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        listed = {
            name: value for extra in extras if isinstance(extra, Meta) for name, value in (extra.extra or {}).items()
        }
        if listed.get("names") == "character":
            return list(scene.characters)
        return list(listed["choices"]) if "choices" in listed else _values_of(inner, scene)
    return list(get_args(hint)) if get_origin(hint) is Literal else None


def _named(entries: tuple[E, ...], name: str, noun: str) -> E:
    for entry in entries:
        if entry.name == name:
            return entry
    raise BadInput(f"unknown {noun}: {shown(name)} (allowed: {', '.join(entry.name for entry in entries)})")


@lru_cache(maxsize=1)
def _entry_points() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def installed_games() -> list[str]:
    """The slugs of all installed games."""
    return list(_entry_points())


def find_game(slug: str) -> Game:
    """An installed game by its slug."""
    found = _entry_points()
    if slug not in found:
        raise BadInput(f"unknown game: {shown(slug)} (installed: {', '.join(found)})")
    try:
        game = found[slug].load()
    except Exception as error:  # somebody else's package; whatever is wrong with it, it is not the user's input
        raise BadInput(f"broken game: {slug} cannot be loaded: {type(error).__name__}: {shown(str(error))}") from error
    if not isinstance(game, Game):
        raise BadInput(f"broken game: the entry point {slug} gives no Game object")
    return game
