"""The `Game` object: rolls, derived values, characters, actions, fights, secrets.

The command line, the table, the lab and the web app all work from this object, and know no particular game.
"""

import inspect
from collections.abc import Callable, Container, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.dice import Odds
from rulewright.game.actions import Action
from rulewright.game.board import Board
from rulewright.game.fight_step import BEST, RANDOM, FightRules
from rulewright.game.fights import Adviser, Duel, FightStatus, Move
from rulewright.game.fights_from_actions import ActionRules, TakesPart, action_rules
from rulewright.game.forms import CreationStep
from rulewright.game.legal_actions import Names, Offer, Wanted, offers_of
from rulewright.game.look import Look
from rulewright.game.opening import Opening
from rulewright.game.presets import AdvisedRuling, Preset, presets_of
from rulewright.game.roles import Role
from rulewright.game.rolls import Derivation, Example, Roll
from rulewright.game.secrets import Secrets
from rulewright.game.trackers import Tracker
from rulewright.game.words import Words
from rulewright.readings import Budget, Chances, Played, Policy, odds, odds_within, play, refusal
from rulewright.rules import BadInput, Inventory, Refused, shown
from rulewright.rules.options import Option, options_of
from rulewright.rules.parameters import checked_arguments, read
from rulewright.rules.rule import Bound, cites, citing

if TYPE_CHECKING:
    from rulewright.readings.simulate import Simulated


class FromFile(Struct, frozen=True):
    """A file that players may upload: the action that reads it, its parameter, and the field of the draft it fills.

    `derivation` names the derived value that lists its content.
    """

    title: str
    action: str
    parameter: str
    field: str
    derivation: str


def _no_characters(options: Any, wanted: Mapping[str, Any]) -> Any:
    raise Refused("this game has no rules for making characters")


def _nothing_derived(options: Any, of: Any) -> Mapping[str, Any]:
    return {}


def _no_scene() -> None:
    return None


def _no_fight(scene: Any, options: Any) -> FightStatus | None:
    return None


def _own_side(scene: Any, name: str) -> str:
    return name


E = TypeVar("E", Roll, Derivation, Action)


class Game(Struct, frozen=True):
    """One game: its rules, characters, actions and words. `docs/decisions` gives the reasons for its parts."""

    slug: str
    name: str
    inventory: Inventory
    options: type[Struct]
    rolls: tuple[Roll, ...]
    derivations: tuple[Derivation, ...] = ()
    create: Callable[[Any, Mapping[str, Any]], Any] = _no_characters
    creation: tuple[CreationStep, ...] = ()
    derived: Callable[[Any, Any], Any] = _nothing_derived
    """Takes the options and a sheet; returns every value that is shown with the sheet and never stored."""
    scene: Callable[[], Any] = _no_scene
    scene_derived: Callable[[Any, Any], Mapping[str, Any]] = _nothing_derived
    """Takes the options and a scene; returns every value that everyone sees with the scene and that is never stored."""
    actions: tuple[Action, ...] = ()
    names: Names = {}
    fight: Callable[[Any, Any], FightStatus | None] = _no_fight
    examples: tuple[Example, ...] = ()
    look: Look = Look()
    words: Words = Words()
    secrets: Secrets = Secrets()
    check_options: Callable[[Any], None] | None = None
    joining: str = "join"
    openings: tuple[Opening, ...] = ()
    """Ready-made scenes; the first is offered first."""
    advised: tuple[AdvisedRuling, ...] = ()
    """The rulings that matter most, with what the lab recommends and why."""
    trackers: tuple[Tracker, ...] = ()
    board: Board | None = None
    from_file: FromFile | None = None
    worst_to_best: tuple[str, ...] = ()
    """The words that outcomes use for success and failure, worst first."""
    duels: tuple[Duel, ...] = ()
    advisers: tuple[Adviser, ...] = ()
    fights: FightRules[Any, Any] | None = None
    """The rules of its fights; status, plans, advice and simulation are derived from them."""
    takes_part: TakesPart | None = None
    """Says who is still in a fight, for a game without fight rules of its own: they are then made from its actions."""
    side_of: Callable[[Any, str], str] = _own_side
    """The side of a character: (scene, name); by default each character is a side of their own."""

    def __post_init__(self) -> None:
        """Derive the parts that follow from the fight rules, also which actions begin and end a turn."""
        rules = self.fights
        if self.takes_part is not None and (rules is None or isinstance(rules, ActionRules)):
            rules = action_rules(self, self.takes_part)
            msgspec.structs.force_setattr(self, "fights", rules)
        turns: dict[str, Role] = {} if rules is None else {rules.begin: "starts-turn", rules.end: "ends-turn"}
        if any(action.role is None and action.name in turns for action in self.actions):
            said = (action.role or turns.get(action.name) for action in self.actions)
            actions = tuple(replace(one, role=role) for one, role in zip(self.actions, said, strict=True))
            msgspec.structs.force_setattr(self, "actions", actions)
        if rules is not None and self.fight is _no_fight:
            msgspec.structs.force_setattr(self, "fight", partial(rules.status, side_of=self.side_of))

    @property
    def opening(self) -> Opening | None:
        """The ready-made scene that is offered first."""
        return self.openings[0] if self.openings else None

    def opening_called(self, title: str) -> Opening:
        """A ready-made scene by its title; the first for an empty one."""
        found = {opening.title: opening for opening in reversed(self.openings)}
        if self.openings and not title:
            return self.openings[0]
        if title not in found:
            allowed = ", ".join(shown(opening.title) for opening in self.openings)
            raise BadInput(f"unknown opening: {shown(title)} (allowed: {allowed or 'none in this game'})")
        return found[title]

    def opening_with(self, there: Container[str]) -> Opening | None:
        """The ready-made scene whose heroes are all in `there`; of several, the one with the most heroes."""
        found = [opening for opening in self.openings if all(hero in there for hero in opening.heroes)]
        return max(found, key=lambda opening: len(opening.heroes), default=None)

    def ending(self, before: Any, after: Any, options: Any) -> str:
        """How a ready-made scene ends, in its own words, if its fight has ended between two scenes; else empty."""
        opening = self.opening_with(after.characters)
        if opening is None or not opening.against:
            return ""
        was, now = self.fight(before, options), self.fight(after, options)
        if was is None or was.over or now is None or now.winner is None:
            return ""
        foes = set(opening.against).intersection(was.order)
        sides = foes | {self.side_of(after, name) for name in foes if name in after.characters}
        return "" if not foes else opening.lost if now.winner in sides else opening.won

    @property
    def plan_names(self) -> tuple[str, ...]:
        """Every plan that a character can follow: best play, the game's own, and random legal moves."""
        return tuple(dict.fromkeys((BEST, *(() if self.fights is None else self.fights.plan_names), RANDOM)))

    def table_options(self, given: Mapping[str, Any] | None = None) -> Any:
        """The options a table plays by: the defaults, changed as given."""
        options = read(self.options, given or {}, noun="option")
        if self.check_options is not None:
            self.check_options(options)
        return options

    def option_texts(self) -> list[Option]:
        """Every option in words."""
        return options_of(self.options)

    def presets(self) -> tuple[Preset, ...]:
        """Sets of options to choose between: as written, and as recommended."""
        return presets_of(self.advised, {one.name: one.default for one in self.option_texts()})

    def roll(self, name: str) -> Roll:
        """A roll of the catalogue by name."""
        return _named(self.rolls, name, "roll")

    def derivation(self, name: str) -> Derivation:
        """A derived value by name."""
        return _named(self.derivations, name, "derived value")

    def action(self, name: str) -> Action:
        """An action by name."""
        return _named(self.actions, name, "action")

    def duel(self, roll: str) -> Duel:
        """A duel by the name of its roll."""
        found = {duel.roll: duel for duel in self.duels}
        if roll not in found:
            raise BadInput(f"unknown duel: {shown(roll)} (allowed: {', '.join(found) or 'none in this game'})")
        return found[roll]

    def odds(
        self,
        roll: str,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        budget: Budget | None = None,
    ) -> Odds[Any]:
        """The exact odds of a roll."""
        rule, table = self._ready(roll, params, options)
        return odds(rule, options=table, budget=budget)

    def chances(
        self,
        roll: str,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        budget: Budget | None = None,
    ) -> Chances[Any]:
        """The odds of a roll in float64: not exact, but faster for duels with very many states."""
        rule, table = self._ready(roll, params, options)
        return odds(rule, options=table, budget=budget, exact=False)

    def odds_within(
        self,
        seconds: float | None,
        roll: str,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        **how: Any,
    ) -> "Odds[Any] | Chances[Any] | Simulated[Any]":
        """The odds of a roll by the most exact method that finishes in `seconds`; see `readings.odds_within`."""
        rule, table = self._ready(roll, params, options)
        return odds_within(seconds, rule, options=table, **how)

    def play(
        self,
        roll: str,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        **how: Any,
    ) -> Played[Any]:
        """Play a roll once; `how` is passed on to `readings.play` (faces, choices, random).

        Sides that the parameters set to best play are decided by the solver.
        """
        rule, table = self._ready(roll, params, options)
        return play(rule, options=table, best=True, **how)

    def _ready(
        self, roll: str, params: Mapping[str, Any] | None, options: Mapping[str, Any] | None
    ) -> tuple[Callable[[Any], Any], Any]:
        """A roll with its arguments bound, and the table options it is rolled under."""
        entry, table = self.roll(roll), self.table_options(options)
        return Bound(entry.rule, entry.arguments(params or {}, table)), table

    def derive(
        self, what: str, params: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None
    ) -> Any:
        """A derived value as plain data."""
        entry, table = self.derivation(what), self.table_options(options)
        given = checked_arguments(entry.function, params or {}, table, entry.check)
        return msgspec.to_builtins(entry.function(table, **given))

    def show_sheet(self, options: Any, sheet: Any) -> dict[str, Any]:
        """A sheet with its derived values, as plain data."""
        stored: dict[str, Any] = msgspec.to_builtins(sheet)
        derived: dict[str, Any] = msgspec.to_builtins(self.derived(options, sheet))
        return stored | derived

    def new_sheet(self, wanted: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Make a character and return the finished sheet with its derived values as plain data."""
        table = self.table_options(options)
        return self.show_sheet(table, self.create(table, wanted))

    def act(self, action: str, scene: Any, params: Mapping[str, Any], options: Any, **how: Any) -> Played[Any]:
        """Perform an action once; its outcome is a pair of the new scene and the action's own outcome."""
        return play(self.action_rule(action, scene, params), options=options, **how)

    def action_rule(self, action: str, scene: Any, params: Mapping[str, Any]) -> Callable[..., Any]:
        """A rule that takes only the dice and performs an action in a scene."""
        entry = self.action(action)
        return Bound(entry.perform, {_scene_of(entry.perform): scene, **entry.arguments(params)})

    def action_odds(
        self,
        action: str,
        scene: Any,
        params: Mapping[str, Any],
        options: Any,
        budget: Budget | None = None,
        policy: Policy | None = None,
    ) -> Odds[Any]:
        """The exact odds of an action's outcome; decisions follow `policy`."""
        rule = self.action_rule(action, scene, params)
        return odds(lambda dice: rule(dice)[1], options=options, budget=budget, policy=policy)

    def legal_now(self, scene: Any, options: Any, wanted: Wanted = lambda action, who: True) -> list[Offer]:
        """Every wanted action that is legal now, by character, with every legal way to do it."""
        return [offer for action in self.actions for offer in offers_of(action, self.names, scene, options, wanted)]

    def legal_moves(self, scene: Any, options: Any, who: str) -> list[Move]:
        """Every legal move of a character that can be listed: on their turn, or due before the fight goes on."""
        status = self.fight(scene, options)
        due = None if status is None else status.due.get(who)

        def own(action: Action, name: str) -> bool:
            return name == who and action.by != "gm" and (action.when == "turn" or action.name == due)

        offers = self.legal_now(scene, options, own)
        return [Move(offer.action, way.params) for offer in offers for way in offer.ways if not way.needs]

    def refusal(self, action: str, scene: Any, params: Mapping[str, Any], options: Any) -> Refused | BadInput | None:
        """The error that refuses an action now; None if it is legal."""
        known = self.action(action).name
        try:
            return refusal(self.action_rule(known, scene, params), options=options)
        except BadInput as bad:
            return bad

    def used_in(self, number: str) -> list[str]:
        """Where a numbered rule is used: rolls, actions and derived values by name, other rules by function."""
        named: dict[Callable[..., Any], str] = {entry.rule: f"roll {entry.name}" for entry in self.rolls}
        named |= {entry.perform: f"action {entry.name}" for entry in self.actions}
        named |= {entry.function: f"derive {entry.name}" for entry in self.derivations}
        modules = {use.__module__ for use in named if not use.__module__.startswith("rulewright.game.")}
        homes = tuple({module.rpartition(".")[0] or module for module in modules})
        own = [use for use in citing(number) if use.__module__.startswith(homes)]
        own += [use for use in named if number in cites(use) and use not in own]
        return [named.get(use, f"rule {use.__name__} in {use.__module__}") for use in own]


@lru_cache(maxsize=512)
def _scene_of(perform: Callable[..., Any]) -> str:
    """The name of an action's second argument."""
    return list(inspect.signature(perform).parameters)[1]


def _named(entries: tuple[E, ...], name: str, noun: str) -> E:
    for entry in entries:
        if entry.name == name:
            return entry
    raise BadInput(f"unknown {noun}: {shown(name)} (allowed: {', '.join(entry.name for entry in entries)})")
