"""Movement: the eight modes, their distances, and the rolls they need."""

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from rulewright.dice import fraction_text
from rulewright.games.die_code.check import Method
from rulewright.games.die_code.data import MODES, MOVEMENT, Difficulty, ModeName
from rulewright.games.die_code.difficulty import average_or_refuse, is_free, meets, named_target, take_average_of
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import Nullable, PoolParameters, PoolTerms, hand_of, thrown
from rulewright.readings import odds
from rulewright.rules import BadParameter, Dice, between, meaning, rule

Number = int | float
_FAR = Meta(ge=-1_000_000, le=1_000_000)
_Seconds = Annotated[int, _FAR] | Annotated[float, _FAR]
"""Whole, or with a half."""

Reached = Literal["creep", "combat", "walk", "brisk", "jog", "run", "sprint", "dash", "none"]
Mode = Annotated[ModeName, meaning("how you move")]
Move = Annotated[int, between(0, 1000, "the Move attribute")]

_FASTER_THAN_WALK: tuple[ModeName, ...] = tuple(mode for mode in MODES if MODES[mode].speed > MODES["walk"].speed)


@rule("DC-55", "DC-56", "DC-57", "DC-A20", "DC-A21", "DC-A25")
def paces_of(options: Options, move: int, mode: ModeName) -> Number:
    """A pace for each point of Move, times the mode's speed, rounded down to whole paces."""
    exact = Fraction(MODES[mode].speed) * move
    if options.move_rounding == "exact":
        return int(exact) if exact.denominator == 1 else float(exact)
    if options.move_rounding == "up":
        return ceil(exact)
    return floor(exact) if options.move_rounding == "down" else floor(exact + Fraction(1, 2))


@rule("DC-66", "DC-67", "DC-68", "DC-69", "DC-70", "DC-71", "DC-72", "DC-73", "DC-A24", "DC-A25")
def difficulty_of(mode: ModeName, in_combat: bool) -> Difficulty:
    """Each mode has its difficulty; in combat it is one rung harder."""
    return MODES[mode].in_combat if in_combat else MODES[mode].typical


class Mobility(PoolParameters, frozen=True):
    """A pool and a Move, in or out of combat."""

    move: Annotated[Move | None, meaning("the Move attribute")] = MOVEMENT.usual_move
    in_combat: Annotated[bool | None, meaning("whether the mover is in combat")] = False


class MoveAttempt(Mobility, frozen=True, kw_only=True):
    """A movement roll: everything that bears on it."""

    mode: Mode
    method: Annotated[Method | None, meaning("roll the dice or take the average")] = "roll"


class Moved(Struct, frozen=True):
    """The distance covered, and the mode."""

    feet: Number
    mode: Reached
    paces: Number
    result: Literal["success", "failure"]


class MoveTerms(Struct, frozen=True):
    """The values that a move depends on: the pool, Move, and whether in combat."""

    hand: PoolTerms
    move: int
    in_combat: bool


@lru_cache(maxsize=1024)
def _made_ready(options: Options, given: Mobility) -> MoveTerms:
    filled = given.filled()
    own = PoolParameters(**{name: getattr(filled, name) for name in PoolParameters.__struct_fields__})
    return MoveTerms(hand_of(options, own), filled.move or 0, bool(filled.in_combat))


@rule("DC-55", "DC-56", "DC-A22", "DC-A25")
def move(dice: Dice[Options], attempt: MoveAttempt) -> Moved:
    """Roll once for a full move: if you meet the mode's difficulty you cover its distance."""
    terms = _made_ready(dice.options, attempt)
    refuse_average(dice.options, terms, attempt.mode, attempt.method == "average")
    return moved(dice, terms, attempt.mode, attempt.method == "average")


@rule("DC-56", "DC-57", "DC-A23")
def moved(dice: Dice[Options], terms: MoveTerms, mode: ModeName, average: bool) -> Moved:
    """The move that a declared mode gives."""
    dice.note(mode, MODES[mode].about, *MODES[mode].rules)
    made = dice.call(reached, terms.hand, mode, terms.in_combat, average)
    paces = 0 if made == "none" else paces_of(dice.options, terms.move, made)
    return Moved(paces * MOVEMENT.feet_per_pace, made, paces, "success" if made == mode else "failure")


@rule("DC-36", "DC-39", "DC-A6", "DC-A12")
def refuse_average(options: Options, terms: MoveTerms, mode: ModeName, average: bool) -> None:
    """Refuses an average that the dice do not allow; an Automatic mode needs none."""
    target = named_target(options, difficulty_of(mode, terms.in_combat))
    if average and not is_free(options, target):
        average_or_refuse(options, terms.hand, target)


@rule("DC-A22", "DC-A23", "DC-A25")
def reached(dice: Dice[Options], hand: PoolTerms, mode: ModeName, in_combat: bool, average: bool) -> Reached:
    """The mode that succeeds: the declared one, a slower one, or none."""
    target = named_target(dice.options, difficulty_of(mode, in_combat))
    if average or is_free(dice.options, target):  # an average that is not allowed has been refused by now
        return mode
    dice.note("target number", target.number, "DC-30", "DC-A4")
    return mode_for(dice.options, thrown(dice, hand), mode, in_combat)


@rule("DC-67", "DC-A23")
def mode_for(options: Options, total: int, mode: ModeName, in_combat: bool) -> Reached:
    """Failing at more than a walk still lets you walk, if the throw is enough for that."""
    fallback: tuple[ModeName, ...] = ()
    if mode in _FASTER_THAN_WALK and options.failed_move == "walk":
        fallback = ("walk",)
    elif mode in _FASTER_THAN_WALK and options.failed_move == "slower":
        slower = _FASTER_THAN_WALK[: _FASTER_THAN_WALK.index(mode)]
        fallback = (*reversed(slower), "walk")
    for one in (mode, *fallback):
        if meets(options, total, named_target(options, difficulty_of(one, in_combat))):
            return one
    return "none"


@rule("DC-56", "DC-A23")
def paces_made(dice: Dice[Options], terms: MoveTerms, mode: ModeName, average: bool) -> Number:
    """The paces that a declared mode gives."""
    made = dice.call(reached, terms.hand, mode, terms.in_combat, average)
    return 0 if made == "none" else paces_of(dice.options, terms.move, made)


class Mover(Nullable, frozen=True):
    """A Move, in or out of combat."""

    move: Annotated[Move | None, meaning("the Move attribute")] = MOVEMENT.usual_move
    in_combat: Annotated[bool | None, meaning("whether the mover is in combat")] = False
    round_seconds: Annotated[_Seconds | None, meaning("seconds in a round, to show miles per hour")] = None


class Distance(Struct, frozen=True):
    """The distance of a mode in a full move, and its difficulty."""

    paces: Number
    feet: Number
    difficulty: Difficulty
    miles_per_hour: float | UnsetType = UNSET


@rule("DC-55", "DC-56", "DC-57", "DC-A20", "DC-A24", "DC-A26")
def movement(options: Options, mover: Mover) -> dict[ModeName, Distance]:
    """The distance of each mode in a full move, and its difficulty."""
    mover = mover.filled()
    if mover.round_seconds is not None and not 0 < mover.round_seconds <= MOVEMENT.seconds_per_hour:
        raise BadParameter("round_seconds", f"above 0 and at most {MOVEMENT.seconds_per_hour}", mover.round_seconds)
    seconds = None if mover.round_seconds is None else Fraction(str(mover.round_seconds))
    table = {}
    for mode in MODES:
        paces = paces_of(options, mover.move or 0, mode)
        speed = UNSET if seconds is None else round(float(miles_per_hour(paces, seconds)), 2)
        table[mode] = Distance(paces, paces * MOVEMENT.feet_per_pace, difficulty_of(mode, bool(mover.in_combat)), speed)
    return table


@rule("DC-A26")
def miles_per_hour(paces: Number, seconds: Fraction) -> Fraction:
    """The speed of a number of paces in a round of some seconds."""
    feet = Fraction(paces) * MOVEMENT.feet_per_pace
    return feet * MOVEMENT.seconds_per_hour / seconds / MOVEMENT.feet_per_mile


class BestMove(Struct, frozen=True):
    """The declaration with the most paces on average."""

    mode: ModeName
    method: Literal["average", "roll"]
    expected_paces: str


@rule("DC-36", "DC-A13")
def declarations(options: Options, terms: MoveTerms) -> list[tuple[ModeName, bool]]:
    """Every declaration allowed: modes by taking the average first, then rolled ones, slower ones first."""

    def averages(mode: ModeName) -> bool:
        target = named_target(options, difficulty_of(mode, terms.in_combat))
        return take_average_of(options, terms.hand, target).allowed

    return [(mode, True) for mode in MODES if averages(mode)] + [(mode, False) for mode in MODES]


def mean_paces(options: Options, terms: MoveTerms, mode: ModeName, average: bool) -> Fraction:
    """The mean paces of a declaration."""
    return odds(paces_made, terms, mode, average, options=options).mean(Fraction)


@rule("DC-36", "DC-56", "DC-A20", "DC-A23")
def best_move(options: Options, given: Mobility) -> BestMove:
    """The mode and method with the most paces on average; of equals the average, then the slower mode."""
    terms = _made_ready(options, given)
    means = {one: mean_paces(options, terms, *one) for one in declarations(options, terms)}
    mode, average = max(means, key=lambda one: means[one])  # the first of equals
    return BestMove(mode, "average" if average else "roll", fraction_text(means[mode, average]))
