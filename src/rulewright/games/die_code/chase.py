"""Chases (extension): a quarry with a lead, a pursuer, and a limit of rounds."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from rulewright.dice import Odds, fraction_text
from rulewright.game.fights import Adviser, Bout, Valued
from rulewright.games.die_code.check import Method
from rulewright.games.die_code.codes import CodeText
from rulewright.games.die_code.data import EXTENSIONS, MOVEMENT, ModeName
from rulewright.games.die_code.movement import Mode, Move, MoveTerms, Number, declarations, paces_made, refuse_average
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import Advantage, Disadvantage, Modifier, Nullable, Penalty, hand_of, pool_of_side
from rulewright.readings import Solution, odds, solve
from rulewright.rules import BadParameter, Dice, between, meaning, repeat, rule

End = Literal["none", "caught", "escaped", "open"]


SIDES = ("quarry", "pursuer")


Way = tuple[ModeName, bool]
"""A mode, and whether to take the average."""


Rounds = Annotated[int, between(1, 50, "rounds before the chase stays open")]


_MOST_ESCAPE = 10_000


Gap = Annotated[int, between(1, _MOST_ESCAPE - 1, "the quarry's lead in paces")]


Escape = Annotated[int, between(2, _MOST_ESCAPE, "the lead in paces at which the quarry has escaped")]


class _Pools(Nullable, frozen=True, kw_only=True):
    """Both sides of a chase, and how far apart they are."""

    quarry_pool: Annotated[CodeText, meaning("the quarry's pool")] = None
    quarry_attribute: Annotated[CodeText, meaning("the quarry's attribute")] = None
    quarry_skill: Annotated[CodeText, meaning("the quarry's skill")] = None
    quarry_bonus: Annotated[CodeText, meaning("the quarry's bonus dice")] = "0d"
    quarry_modifier: Annotated[Modifier | None, meaning("points for the quarry")] = 0
    quarry_advantage: Annotated[Advantage | None, meaning("the quarry's levels of advantage")] = 0
    quarry_disadvantage: Annotated[Disadvantage | None, meaning("the quarry's levels of disadvantage")] = 0
    quarry_penalty: Annotated[Penalty | None, meaning("the quarry's penalty dice")] = 0
    quarry_move: Annotated[Move | None, meaning("the quarry's Move")] = MOVEMENT.usual_move
    pursuer_pool: Annotated[CodeText, meaning("the pursuer's pool")] = None
    pursuer_attribute: Annotated[CodeText, meaning("the pursuer's attribute")] = None
    pursuer_skill: Annotated[CodeText, meaning("the pursuer's skill")] = None
    pursuer_bonus: Annotated[CodeText, meaning("the pursuer's bonus dice")] = "0d"
    pursuer_modifier: Annotated[Modifier | None, meaning("points for the pursuer")] = 0
    pursuer_advantage: Annotated[Advantage | None, meaning("the pursuer's levels of advantage")] = 0
    pursuer_disadvantage: Annotated[Disadvantage | None, meaning("the pursuer's levels of disadvantage")] = 0
    pursuer_penalty: Annotated[Penalty | None, meaning("the pursuer's penalty dice")] = 0
    pursuer_move: Annotated[Move | None, meaning("the pursuer's Move")] = MOVEMENT.usual_move
    gap: Gap
    escape: Escape
    rounds: Annotated[Rounds | None, meaning("rounds before the chase stays open")] = EXTENSIONS.usual_rounds
    in_combat: Annotated[bool | None, meaning("whether both are in combat")] = False


class ChaseOdds(_Pools, frozen=True, kw_only=True):
    """A chase in which each side always moves the same way."""

    quarry_mode: Annotated[Mode, meaning("how the quarry moves")]
    quarry_method: Annotated[Method | None, meaning("whether the quarry rolls or takes the average")] = "roll"
    pursuer_mode: Annotated[Mode, meaning("how the pursuer moves")]
    pursuer_method: Annotated[Method | None, meaning("whether the pursuer rolls or takes the average")] = "roll"


class Chase(Struct, frozen=True):
    """How a chase ended, and when."""

    end: Literal["caught", "escaped", "open"]
    round: int


class Runner(Struct, frozen=True):
    """One side of a chase and the ways of moving it may choose from."""

    terms: MoveTerms
    ways: tuple[Way, ...]


class Pursuit(NamedTuple):
    """The state of a chase; once it has ended the gap no longer matters."""

    gap: Number
    round: int
    pursuer_next: bool = False
    end: End = "none"

    @property
    def mover(self) -> Literal["quarry", "pursuer"]:
        """The side that moves next."""
        return "pursuer" if self.pursuer_next else "quarry"


@lru_cache(maxsize=1024)
def _both_terms(options: Options, given: _Pools) -> tuple[MoveTerms, MoveTerms]:
    """How the quarry and the pursuer move."""
    filled, in_combat = given.filled(), bool(given.in_combat)
    quarry, pursuer = (hand_of(options, pool_of_side(filled, side)) for side in ("quarry", "pursuer"))
    return MoveTerms(quarry, filled.quarry_move or 0, in_combat), MoveTerms(
        pursuer, filled.pursuer_move or 0, in_combat
    )


@rule("DC-A29")
def check_escape(gap: int, escape: int) -> None:
    """Refuses a chase in which the quarry has already escaped."""
    if escape <= gap:
        raise BadParameter("escape", f"a whole number from gap + 1 = {gap + 1} to {_MOST_ESCAPE}", escape)


@rule("DC-A29")
def chase(dice: Dice[Options], given: ChaseOdds) -> Chase:
    """Round by round the quarry moves, then the pursuer, until the gap is closed or wide enough."""
    bout = begin_chase(dice, given)
    end = bout.fought(dice)
    return Chase("open" if end.end == "none" else end.end, end.round)


@rule("DC-A29")
def begin_chase(dice: Dice[Options], given: ChaseOdds) -> Bout:
    """A chase before its first round."""
    check_escape(given.gap, given.escape)
    quarry, pursuer = _both_terms(dice.options, given)
    runners = (
        Runner(quarry, ((given.quarry_mode, given.quarry_method == "average"),)),
        Runner(pursuer, ((given.pursuer_mode, given.pursuer_method == "average"),)),
    )
    for runner in runners:
        refuse_average(dice.options, runner.terms, *runner.ways[0])
    rounds = given.rounds or EXTENSIONS.usual_rounds
    return Bout(chase_on, Pursuit(given.gap, 1), (*runners, given.escape, rounds))


@rule("DC-A29")
def chase_turn(dice: Dice[Options], run: Pursuit, quarry: Runner, pursuer: Runner, escape: int, rounds: int) -> Pursuit:
    """One side moves, in the way it chooses: first the quarry, then the pursuer, who sees the new gap."""
    runner = pursuer if run.pursuer_next else quarry
    way = runner.ways[0]
    if len(runner.ways) > 1:
        way = dice.choose(run.mover, "how to move", runner.ways)
    paces = dice.call(paces_made, runner.terms, *way)
    return after_move(run, paces, escape, rounds)


@rule("DC-A29")
def after_move(run: Pursuit, paces: Number, escape: int, rounds: int) -> Pursuit:
    """The quarry widens the gap, the pursuer closes it; then the end is tested.

    At a gap of 0 or less the quarry is caught, at the agreed lead it escapes, and after the last round it stays open.
    """
    if not run.pursuer_next:
        return Pursuit(run.gap + paces, run.round, True)
    gap = run.gap - paces
    if gap <= 0:
        return Pursuit(0, run.round, end="caught")
    if gap >= escape:
        return Pursuit(0, run.round, end="escaped")
    return Pursuit(gap, run.round + 1) if run.round < rounds else Pursuit(0, run.round, end="open")


chase_on = repeat(chase_turn, until=lambda run: run.end != "none")


best_chase = repeat(
    chase_turn,
    until=lambda run: run.end != "none",
    aims={"quarry": lambda run: int(run.end != "caught"), "pursuer": lambda run: int(run.end == "caught")},
)


class ChaseValueOf(_Pools, frozen=True, kw_only=True):
    """A chase in which both sides choose how to move in every round."""


class ChaseValue(Struct, frozen=True):
    """The chance of being caught under best play of both sides."""

    caught: str


@rule("DC-A29")
def chase_value(options: Options, given: ChaseValueOf) -> ChaseValue:
    """The chance of being caught when both sides choose the best way to move in every round."""
    check_escape(given.gap, given.escape)
    rounds = given.rounds or EXTENSIONS.usual_rounds
    return ChaseValue(fraction_text(value_of(options, *_both_terms(options, given), given.gap, given.escape, rounds)))


@rule("DC-A29")
def quarry_moves(options: Options, given: ChaseValueOf) -> tuple[Valued, ...]:
    """Every way of moving that no other dominates, the best first, with best play of both sides after it."""
    check_escape(given.gap, given.escape)
    rounds = given.rounds or EXTENSIONS.usual_rounds
    worth = choices_in(options, *_both_terms(options, given), Pursuit(given.gap, 1), given.escape, rounds)
    found = [Valued(f"{mode}, taking the average" if average else mode, one) for (mode, average), one in worth]
    return tuple(sorted(found, key=lambda valued: -valued.worth))


@rule("DC-A29")
def choices_in(
    options: Options, quarry: MoveTerms, pursuer: MoveTerms, run: Pursuit, escape: int, rounds: int
) -> list[tuple[Way, Fraction]]:
    """The value of each way of moving to the side that moves next, with best play of both sides after it."""
    found = _best_play(options, quarry, pursuer, run, escape, rounds)
    for decision in found.decisions_at(run):
        return [(way, Fraction(worth)) for way, worth in decision.worth]
    only = _worth_choosing(options, pursuer if run.pursuer_next else quarry)[0]
    return [(only, Fraction(found.values[run.mover]))]


def value_of(options: Options, quarry: MoveTerms, pursuer: MoveTerms, gap: int, escape: int, rounds: int) -> Fraction:
    """The exact chance of being caught under best play, by backward induction over rounds left and gap."""
    return Fraction(_best_play(options, quarry, pursuer, Pursuit(gap, 1), escape, rounds).values["pursuer"])


def _best_play(
    options: Options, quarry: MoveTerms, pursuer: MoveTerms, run: Pursuit, escape: int, rounds: int
) -> Solution[Pursuit]:
    """Best play of both sides from here on."""
    runners = [Runner(terms, _worth_choosing(options, terms)) for terms in (quarry, pursuer)]
    return solve(best_chase, run, *runners, escape, rounds, options=options, exact=True)


@lru_cache(maxsize=1024)
def _worth_choosing(options: Options, terms: MoveTerms) -> tuple[Way, ...]:
    """The ways of moving that no other dominates; more paces never hurt either side."""
    ways = declarations(options, terms)
    found: list[tuple[Way, Odds[Number]]] = []
    for way in ways:
        made = odds(paces_made, terms, *way, options=options)
        if not any(_at_least_as_far(other, made) for _, other in found):
            found = [(kept, other) for kept, other in found if not _at_least_as_far(made, other)]
            found.append((way, made))
    return tuple(way for way, _ in found)


def _at_least_as_far(one: Odds[Number], other: Odds[Number]) -> bool:
    """Whether `one` covers every distance at least as often as `other`."""

    def chance(odds: Odds[Number], far: Number) -> Fraction:
        return odds.where(lambda paces: paces >= far)

    return all(chance(one, far) >= chance(other, far) for far in other)


ADVISERS = (Adviser("chase", "chance not to be caught", quarry_moves),)
