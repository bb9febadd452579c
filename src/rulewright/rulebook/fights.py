"""The fights of a rulebook as fight rules of the engine, and the duel that every such game has as a roll."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Roll
from rulewright.game.fight_step import BEST, NO_WINNER, Act, FightPlan, FightRules, Position, Roster
from rulewright.game.fights import Bout, Duel
from rulewright.game.scene import Said
from rulewright.rulebook.action_blocks import ActionRule
from rulewright.rulebook.fight_blocks import FightRule
from rulewright.rulebook.kinds import python_name
from rulewright.rulebook.roll_rules import EndingRepeat, RollRule
from rulewright.rulebook.rolls import annotation
from rulewright.rulebook.sheets import Sheets, WithoutDice
from rulewright.rules import Dice, Parameters, Repeat, between, meaning
from rulewright.rules.rule import carrying

END = "end-turn"
MAX_ROUNDS = 100
Ordering = Callable[[Any, Mapping[str, tuple[Any, Any]]], tuple[str, ...]]
"""A function that rolls the turn order, given the combatant and the fighter of everyone who takes part, by name."""


class Begun(Struct, frozen=True):
    """How a turn began."""

    actions: int


class BookFights(FightRules[Position[Any], Roster[Any]], frozen=True, eq=False, kw_only=True):
    """The fight rules of a rulebook. A step leaves out the outcome of an action: only the changes count."""

    moved: Callable[[Dice[Any], Position[Any], Roster[Any], Act], Position[Any]]

    def performed(self, dice: Dice[Any], position: Position[Any], roster: Roster[Any], act: Act) -> Position[Any]:
        """The position after an act."""
        return self.moved(dice, position, roster, act)


def fight_rules(fight: FightRule, sheets: Sheets, actions: Sequence[ActionRule]) -> FightRules[Any, Any]:
    """The rules of the fights: how a turn begins, which acts are possible in it, and the effect of each."""
    in_turn = {spoken(one.block.name): one for one in actions if one.block.in_turn and one.block.by != "gm"}

    def health(combatant: Any, one: Any) -> int:
        return max(0, int(fight.health(WithoutDice(None), one, combatant, "")))

    def begin_turn(dice: Dice[Any], position: Position[Any], roster: Roster[Any]) -> tuple[Position[Any], Any]:
        """The effects that the rulebook has at the beginning of a turn; then its actions are counted."""
        at = position.at
        one, mine, side = roster.fighters[at], position.mine, _decider(roster, at)
        given = WithoutDice(dice.options)
        if fight.turn is not None and (fight.turn_when is None or fight.turn_when(given, one, mine, side)):
            (mine,) = dice.call(fight.turn.changes, one, mine, side)
        left = 0 if mine.out else max(0, fight.actions(given, one, mine, side))
        return position.after(mine, left), Begun(left)

    def acts(options: Any, position: Position[Any], roster: Roster[Any]) -> tuple[Act, ...]:
        """Every action whose conditions are met, on foes from the weakest to the strongest; else the turn ends."""
        given, at = WithoutDice(options), position.at
        one, mine, side = roster.fighters[at], position.mine, roster.sides[at]
        found: list[Act] = []
        for name, action in in_turn.items():
            if action.block.cost > position.left:
                continue
            if not action.block.target:
                if action.allowed(given, one, mine, side):
                    found.append(Act(name))
                continue
            for other in _targets(action.block.target, position, roster, health):
                theirs = (roster.fighters[other], position.combatants[other])
                if action.allowed(given, one, mine, *theirs, side, roster.sides[other]):
                    found.append(Act(name, (("target", roster.names[other]),)))
        return tuple(found) or (Act(END),)

    def act_on(
        dice: Dice[Any], position: Position[Any], roster: Roster[Any], act: Act, narrated: bool
    ) -> tuple[Position[Any], Any]:
        """The position after one action, with the outcome if `narrated`; ending the turn uses up the rest of it."""
        if act.action == END:
            return replace(position, left=0), Said(f"{roster.names[position.at]} is done")
        action, at = in_turn[act.action], position.at
        rule = action.perform if narrated else action.changes
        one, mine, side = roster.fighters[at], position.mine, _decider(roster, at)
        left = position.left - action.block.cost
        if not action.block.target:
            mine, *outcome = dice.call(rule, one, mine, side)
            return position.after(mine, left), outcome[0] if outcome else None
        other = roster.at(act.of("target"))
        theirs = position.combatants[other]
        if other == at:
            _, mine, *outcome = dice.call(rule, one, mine, one, mine, side, side)
            return position.after(mine, left), outcome[0] if outcome else None
        there = (roster.fighters[other], theirs, side, _decider(roster, other))
        mine, theirs, *outcome = dice.call(rule, one, mine, *there)
        return position.with_combatant(other, theirs).after(mine, left), outcome[0] if outcome else None

    def perform(dice: Dice[Any], position: Position[Any], roster: Roster[Any], act: Act) -> tuple[Position[Any], Any]:
        """One action and its outcome."""
        return act_on(dice, position, roster, act, narrated=True)

    def moved(dice: Dice[Any], position: Position[Any], roster: Roster[Any], act: Act) -> Position[Any]:
        """One action without its outcome, so that results with the same changes are merged."""
        return act_on(dice, position, roster, act, narrated=False)[0]

    return BookFights(
        combatant=sheets.combatant,
        fighter=lambda scene, options, name: sheets.taken_apart(scene.sheet(name))[0],
        takes_part=lambda options, combatant: not combatant.out,
        begin_turn=carrying(begin_turn, () if fight.turn is None else fight.turn.perform.__rules__),
        acts=acts,
        perform=carrying(perform, sorted({number for one in actions for number in one.perform.__rules__})),
        health=health,
        measure=fight.block.measure,
        plans={name: _prefers(name) for name in in_turn},
        moved=moved,
    )


def spoken(name: str) -> str:
    """A name as people type it: `long_rest` is `long-rest`."""
    return name.replace("_", "-")


def _decider(roster: Roster[Any], at: int) -> str:
    """The side that decides for a fighter; empty for one who follows a plan."""
    return roster.sides[at] if roster.plans[at] == BEST else ""


def _prefers(name: str) -> FightPlan[Position[Any], Roster[Any]]:
    """A plan that takes this action whenever it is possible, else the first possible one."""

    def plan(options: Any, position: Position[Any], roster: Roster[Any], able: Sequence[Act]) -> Act:
        return next((one for one in able if one.action == name), able[0])

    return plan


def _targets(kind: str, position: Position[Any], roster: Roster[Any], health: Callable[[Any, Any], int]) -> list[int]:
    """The indexes of the sensible targets of an action; foes who are out are left out."""
    at, everyone = position.at, position.combatants
    foes = [other for other in roster.foes(at) if not everyone[other].out]
    if len(foes) > 1:
        foes.sort(key=lambda other: health(everyone[other], roster.fighters[other]))
    friends = list(roster.friends(at))
    return {"foe": foes, "friend": friends, "other": [*foes, *friends], "anyone": [*foes, at, *friends]}[kind]


# --- the duel as a roll ------------------------------------------------------------------------------


class DuelEnd(Struct, frozen=True):
    """How a duel ended."""

    winner: Literal["a", "b", "none"]


MaxRounds = Annotated[
    Annotated[int, between(1, MAX_ROUNDS, "rounds")] | None,
    meaning("rounds after which the duel ends without a winner; no limit if left out"),
]


def duel_of(rules: FightRules[Any, Any], fight: FightRule, sheets: Sheets, order: Ordering) -> tuple[Roll, Duel]:
    """The roll `duel`, in which two characters of the sheet fight to the end, and its declaration for the lab."""
    side = _side(rules, sheets)

    @lru_cache(maxsize=64)  # a duel is set up again on every path of the dice
    def one(options: Any, given: Any) -> tuple[Any, Any]:
        sheet = sheets.create(options, {"npc": True, **given.chosen()})
        changed = {field: getattr(given, field) for field in given.tracks() if getattr(given, field) is not None}
        sheet = sheets.settled(options, replace(sheet, **changed))
        fighter, combatant = sheets.taken_apart(sheet)
        return combatant, replace(fighter, npc=False)

    def begin_duel(dice: Dice[Any], a: Any, b: Any, first: str, max_rounds: int | None) -> Bout:
        """A duel before its first turn."""
        both = {"a": one(dice.options, a), "b": one(dice.options, b)}
        plans = {"a": a.policy, "b": b.policy}
        lead = first
        if first == "roll":
            lead = order(dice, both)[0]
        names = ("a", "b") if lead == "a" else ("b", "a")
        roster = Roster(names, names, tuple(both[name][1] for name in names), tuple(plans[name] for name in names))
        start = Position(tuple(both[name][0] for name in names), rounds_left=max_rounds)
        return rules.bout(
            rules.settled(dice.options, replace(start, left=1), roster) if _over(start) else start, roster
        )

    def duel(dice: Any, a: Any, b: Any, first: Any, max_rounds: Any) -> DuelEnd:
        bout = begin_duel(dice, a, b, first, max_rounds)
        end = bout.fought(dice)
        return DuelEnd(end.end if end.end in ("a", "b") else "none")

    duel.__doc__ = "Turns one after the other until a side is out."
    duel.__annotations__ = {
        "a": side,
        "b": side,
        "first": Annotated[Literal["roll", "a", "b"], meaning("the side that moves first; roll is by the turn order")],
        "max_rounds": MaxRounds,
    }
    duel.__defaults__ = (side(), side(), "roll", None)
    made = rules.duel(
        "duel",
        begin_duel,
        ("a", "b"),
        unit="turns",
        measure=f"{fight.block.measure} left",
        best={name: {name: {"policy": BEST}} for name in ("a", "b")},
        limit="max_rounds",
        undecided=lambda end: end.rounds_left == 0 and end.end == NO_WINNER,
    )
    cited = (fight.block.rule,) if fight.block.rule else ()
    return Roll("duel", carrying(duel, cited), "the turn order if it is rolled, then each turn in order"), made


def _over(position: Position[Any]) -> bool:
    return any(one.out for one in position.combatants)


def ordering_of(fight: FightRule) -> Ordering:
    """A function that orders names, the quickest first; equals keep their order, or roll again if it is rolled."""
    race = None if fight.order_roll is None else _race(fight.order_roll)

    def turn_order(dice: Any, able: Mapping[str, tuple[Any, Any]]) -> tuple[str, ...]:
        if race is None:
            speeds = {name: _speed(dice.options, fight, *pair) for name, pair in able.items()}
            return tuple(sorted(able, key=lambda name: -speeds[name]))
        placed = dice.call(race, (tuple(able),), tuple(able.items()))
        return tuple(name for (name,) in placed)

    return turn_order


def _speed(options: Any, fight: FightRule, combatant: Any, fighter: Any) -> int:
    return 0 if fight.order is None else int(fight.order(WithoutDice(options), fighter, combatant, ""))


def _race(roll: RollRule) -> Repeat[Any, Any, Any]:
    """The repeated roll for the order until no two are equal; a place with several names is a tie."""
    field = python_name(next(iter(roll.outcome)))

    def roll_for_order(dice: Any, places: tuple[tuple[str, ...], ...], everyone: tuple[Any, ...]) -> Any:
        """All at the first tied place roll among themselves."""
        tied = next(place for place in places if len(place) > 1)
        rolled = {}
        for name, (combatant, fighter) in everyone:
            if name in tied:
                rolled[name] = getattr(dice.call(roll.rule, *_own_values(roll, combatant, fighter)), field)
        apart = [
            tuple([name for name in tied if rolled[name] == one]) for one in sorted(set(rolled.values()), reverse=True)
        ]
        at = places.index(tied)
        return (*places[:at], *apart, *places[at + 1 :])

    def by_joining(places: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        """Characters who stay tied, in the order in which they joined."""
        return tuple((name,) for place in places for name in place)

    step = carrying(roll_for_order, roll.rule.__rules__)
    return EndingRepeat(step, lambda places: all(len(place) == 1 for place in places), {}, by_joining)


def _own_values(roll: RollRule, combatant: Any, fighter: Any) -> list[Any]:
    """The values for a roll's parameters: from the sheet where it has such a field, else the defaults."""
    given = []
    for parameter in roll.parameters:
        name = python_name(parameter.name)
        given.append(getattr(fighter if hasattr(fighter, name) else combatant, name, parameter.default))
    return given


def _side(rules: FightRules[Any, Any], sheets: Sheets) -> Any:
    """The parameters of one side of a duel: the chosen values, tracks that are not at their start, and a plan."""
    block = sheets.block
    fields: list[Any] = [
        (python_name(one.name), annotation(one.kind, one.meaning), one.default) for one in block.chosen
    ]
    fields += [
        (python_name(one.name), annotation(one.kind, f"{one.name} now; as at the start if left out") | None, None)
        for one in block.tracks
    ]
    policies = (*rules.plans, BEST)
    policy: Any = Annotated[Literal[policies], meaning("what this side does when it can")]
    fields.append(("policy", policy, policies[0]))
    rename = {python_name(name): name for name in block.names if python_name(name) != name}
    chosen = {python_name(one.name): one.name for one in block.chosen}
    tracks = tuple(python_name(one.name) for one in block.tracks)
    methods: Mapping[str, Any] = {
        "__doc__": "One side of a duel.",
        "chosen": lambda self: {name: getattr(self, field) for field, name in chosen.items()},
        "tracks": lambda self: tracks,
    }
    return msgspec.defstruct(
        "Side", fields, bases=(Parameters,), frozen=True, rename=rename or None, namespace=dict(methods)
    )
