"""Best play of a fight: its step with every decision left open, and what the engine's best play says of it.

A position is Disposition, HP, Ego, shield, Conditions left and phase, and within a turn the Effects to come.
The chances come from the rules of a turn themselves: `push`, `effect_up_to`, `order_of`, `end_of`.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from rulewright.games.light_dark.check import push
from rulewright.games.light_dark.data import Order
from rulewright.games.light_dark.effects import EffectDie, effect_up_to
from rulewright.games.light_dark.fight import End, Side, end_of, order_of
from rulewright.games.light_dark.harm import through
from rulewright.games.light_dark.options import Options
from rulewright.readings import Decision, Solver
from rulewright.rules import Dice, Repeat, repeat, rule

Number = Fraction | float
Move = Literal["act", "burst", "ready", "reload", "condition"]
_PC = "pc"
_FEW_PATHS = 3_000  # to a position next to known ones
_SAME = 1e-12
"""Float values that lie this near are taken to be equal."""


class Phase(Struct, frozen=True):
    """A phase of the weapon: what can be done in it, in the order in which ties are settled."""

    shots: tuple["Shot", ...] = ()
    idle: "Idle | None" = None


class Shot(Struct, frozen=True):
    """Acting in a phase: Light Dice, Effect dice, and the phase it leads to."""

    move: Literal["act", "burst"]
    light: int
    die: EffectDie
    leads_to: int


class Idle(Struct, frozen=True):
    """Readying or reloading, and the phase it leads to."""

    move: Literal["ready", "reload"]
    leads_to: int


class Problem(Struct, frozen=True):
    """A fight to be played as well as it can be."""

    options: Options
    disposition: int
    hp: int
    shield: bool
    conditions: int
    max_ego: int
    dark_max: int
    may_sacrifice: bool
    any_end: bool
    ego_value: Fraction
    hp_value: Fraction
    phases: tuple[Phase, ...]
    order: Order
    rival: EffectDie | None
    armour: str
    one_action: bool
    cap: int


class Position(NamedTuple):
    """Where a fight stands: between two turns, within one while Effects are pending, or at its end."""

    disposition: int
    hp: int
    ego: int
    shield: bool
    conditions: int
    phase: int = 0
    pending: tuple[Side, ...] = ()
    shot: str = ""  # with which the pending Effect is made
    last: bool = False  # whether no further action follows
    end: End = ""


class Best(Struct, frozen=True):
    """What to do in a position, and what it is worth."""

    value: Number
    move: Move
    dark: int


@rule("LD-45", "LD-A11", "LD-A46", "LD-A47")
def moves_of(options: Options, at: Position, problem: Problem) -> tuple[tuple[Move, int], ...]:
    """What can be done in a turn, with how many Dark Dice, in the order in which ties are settled."""
    phase = problem.phases[at.phase]
    moves: list[tuple[Move, int]] = []
    for shot in phase.shots:
        fewest = 0 if shot.light or options.zero_dice != "forbid" else 1
        moves += [(shot.move, dark) for dark in range(fewest, problem.dark_max + 1)]
    if phase.idle is not None:
        moves.append((phase.idle.move, 0))
    if at.conditions and at.ego < problem.max_ego:
        moves.append(("condition", 0))
    return tuple(moves)


@rule("LD-45", "LD-52", "LD-A27", "LD-A46", "LD-A47")
def next_step(dice: Dice[Options], at: Position, problem: Problem) -> Position:
    """A move, or one side's Effect."""
    if at.pending:
        return _settled(dice, _effect(dice, at, problem), problem)
    moves = moves_of(dice.options, at, problem)
    if not moves:
        return at
    move, dark = dice.choose(_PC, "move", moves)
    phase = problem.phases[at.phase]
    if move == "condition":
        return at._replace(ego=problem.max_ego, conditions=at.conditions - 1)
    if phase.idle is not None and move == phase.idle.move:
        there = at._replace(phase=phase.idle.leads_to)
        if dice.options.ready_cost == "free" or problem.rival is None:
            return there
        return there._replace(pending=("rival",))
    shot = next(one for one in phase.shots if one.move == move)
    pushed = dice.call(push, shot.light, dark, at.ego)
    sides = order_of(dice.options, problem.order, pushed.band, pushed.ego)
    pending = tuple(side for side in sides if side == "pc" or problem.rival is not None)
    name = f"{move} {problem.phases.index(phase)}" if "pc" in pending else ""
    after = at._replace(ego=pushed.ego, phase=shot.leads_to, pending=pending, shot=name, last=problem.one_action)
    return _settled(dice, after, problem)


@rule("LD-81", "LD-A33", "LD-A43")
def _effect(dice: Dice[Options], at: Position, problem: Problem) -> Position:
    """The next Effect; the shield may be given up once the Challenge's is known, whether or not it gets through."""
    side, rest = at.pending[0], at.pending[1:]
    if side == "pc":
        move, _, number = at.shot.partition(" ")
        die = next(one.die for one in problem.phases[int(number)].shots if one.move == move)
        done = dice.call(effect_up_to, die, problem.cap, at.disposition)
        after = at._replace(disposition=at.disposition - done, pending=rest, shot="")
        return after._replace(pending=()) if problem.order == "pc-first" and after.disposition == 0 else after
    assert problem.rival is not None
    harm = dice.call(_harm, problem.rival, problem.cap, problem.hp, problem.armour, at.shield)
    if at.shield and problem.may_sacrifice and dice.choose(_PC, "give up the shield", ("no", "yes")) == "yes":
        return at._replace(shield=False, pending=rest)
    after = at._replace(hp=max(0, at.hp - harm), pending=rest)
    return after if after.hp else after._replace(pending=(), shot="")


def _harm(dice: Dice[Options], rival: EffectDie, cap: int, hp: int, armour: str, shield: bool) -> int:
    """How much gets through, cut to the HP of the start; nobody can have more of an Effect than the cap."""
    return min(hp, through(dice.call(effect_up_to, rival, cap, hp + cap), armour, shield))


@rule("LD-A14", "LD-A27", "LD-A34")
def _settled(dice: Dice[Options], at: Position, problem: Problem) -> Position:
    """Ends the turn once no Effect is pending; where the table allows it a Condition may save a PC at Ego 0."""
    if at.pending:
        return at
    may_be_saved = at.ego == 0 and at.conditions and dice.options.condition_at_zero == "yes"
    if may_be_saved and dice.choose(_PC, "take a Condition at Ego 0", ("no", "yes")) == "yes":
        at = at._replace(ego=problem.max_ego, conditions=at.conditions - 1)
    return at._replace(end=end_of(at.disposition, at.hp, at.ego, at.last), last=False)


def fight_of(problem: Problem) -> Repeat[Any, Position, Any]:
    """The fight of a problem as a repeated step whose decisions are the player's."""

    def worth(at: Position) -> Fraction:
        won = at.end.startswith("overcome") if problem.any_end else at.end == "overcome"
        return problem.ego_value * at.ego + problem.hp_value * at.hp + won

    return repeat(next_step, until=lambda at: at.end != "", aims={_PC: worth})


class BestFight:
    """Best play in every position that a fight can come to, worked out when it is asked for."""

    def __init__(self, problem: Problem, exact: bool) -> None:
        self.problem = problem
        self.exact = exact
        self._solver: Solver[Position] = Solver(
            fight_of(problem), problem, options=problem.options, exact=exact, few=_FEW_PATHS
        )

    def value(self, at: Position) -> Number:
        """What a position is worth."""
        return self._solver.values(at)[_PC]

    def best(self, at: Position) -> Best:
        """The best move in a position."""
        found = self._move(at)
        return Best(self.value(at), *(("act", 0) if found is None else found.best))

    def worths(self, at: Position) -> list[tuple[Move, int, Number]]:
        """What every move and number of Dark Dice is worth in a position, with best play after it."""
        found = self._move(at)
        return [] if found is None else [(move, dark, worth) for (move, dark), worth in found.worth]

    def _move(self, at: Position) -> Decision[Position] | None:
        return next((one for one in self._solver.decisions(at) if one.question == "move"), None)

    def after(self, at: Position) -> Number:
        """What a position is worth once an action is over."""
        return self.value(at._replace(end=end_of(at.disposition, at.hp, at.ego, self.problem.one_action)))

    def before_effect(self, at: Position) -> Number:
        """What a position is worth before the PC's Effect, the Challenge's being over."""
        return self.value(at._replace(pending=("pc",), shot="act 0", last=self.problem.one_action))

    def is_below(self, value: Number, top: Number) -> bool:
        """Whether a worth is less than another, by more than float64 can be trusted with."""
        return value < top if self.exact else value < top - _SAME * max(1.0, float(top))


@lru_cache(maxsize=64)
def best_fight(problem: Problem, exact: bool) -> BestFight:
    """Best play of a fight, in fractions or in float64."""
    return BestFight(problem, exact)
