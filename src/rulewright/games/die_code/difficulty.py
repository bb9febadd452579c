"""The difficulty ladder, success levels, and taking the average."""

from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from rulewright.games.die_code.data import COLUMNS, DIE, LADDER, SUCCESS, Difficulty, Rung
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import Nullable, PoolTerms
from rulewright.rules import BadInput, Refused, between, meaning, rule

TargetNumber = Annotated[int, between(0, 200, "a target number set by the GM")]

MEAN_OF_A_DIE = Fraction(1 + DIE.sides, 2)


class Target(Struct, frozen=True):
    """The target of a roll: a number, and its rung if it was named."""

    number: int
    rung: Difficulty | None = None


@rule("DC-10", "DC-16", "DC-A4", "DC-A5")
def target_of(options: Options, difficulty: Difficulty | None, tn: int | None) -> Target | None:
    """The target the GM names, by rung or by number; None if neither is given."""
    if difficulty is not None and tn is not None:
        raise BadInput("difficulty and tn together: give only one of them (DC-A5)")
    if difficulty is not None:
        return named_target(options, difficulty)
    return None if tn is None else Target(tn)


@rule("DC-17", "DC-18", "DC-19", "DC-20", "DC-21", "DC-22", "DC-23", "DC-24", "DC-A4")
def named_target(options: Options, difficulty: Difficulty) -> Target:
    """A rung's target is its number in column TN, or in the column the table uses."""
    return Target(LADDER[difficulty].target(options.ladder_column), difficulty)


@rule("DC-16", "DC-17", "DC-A6")
def is_free(options: Options, target: Target | None) -> bool:
    """Whether the roll succeeds without dice: Automatic does, unless the table rolls it against 0."""
    return target is not None and target.rung == "automatic" and options.automatic == "no-roll"


@rule("DC-30", "DC-32", "DC-A6", "DC-A7")
def meets(options: Options, total: int, target: Target) -> bool:
    """A result meets a target when 0 or more is left after subtracting it."""
    return is_free(options, target) or total - target.number >= 0


class LadderRow(Struct, frozen=True):
    """A row of the ladder, and the target in use."""

    d: int
    dc: int
    tn: int
    tx: int
    ty: int
    tz: int
    target: int


class RungNamed(Nullable, frozen=True):
    """The name of a rung."""

    difficulty: Annotated[Difficulty, meaning("how hard the task is")]


@rule("DC-16", "DC-24", "DC-A4")
def difficulty_row(options: Options, named: RungNamed) -> LadderRow:
    """A row of the difficulty ladder."""
    rung = LADDER[named.difficulty]
    return LadderRow(rung.d, rung.dc, rung.tn, rung.tx, rung.ty, rung.tz, rung.target(options.ladder_column))


class SuccessLevel(Struct, frozen=True):
    """A success level."""

    success_level: int


class Final(Nullable, frozen=True):
    """The final result of a roll."""

    final: Annotated[int, Meta(ge=-1_000_000, le=1_000_000), meaning("the roll less target and penalty dice")]


@rule("DC-33", "DC-34")
def success_level(options: Options, final: Final) -> SuccessLevel:
    """The success level of a final result."""
    return SuccessLevel(success_level_of(options, final.final))


@rule("DC-33", "DC-34", "DC-35", "DC-A11")
def success_level_of(options: Options, final: int) -> int:
    """One level for every full 5 points, rounded down."""
    points = SUCCESS.points_per_level if options.success_divisor == "five" else COLUMNS[options.ladder_column]
    levels = Fraction(final) / points
    return floor(levels) if options.success_rounding == "floor" else int(levels)


class Average(Struct, frozen=True):
    """Whether you may take the average, and its result."""

    allowed: bool
    reason: Literal["ok", "disadvantage", "too-few-dice"]
    dice_counted: int
    dice_needed: int
    final: int | UnsetType = UNSET
    success_level: int | UnsetType = UNSET


@rule("DC-36", "DC-37", "DC-38", "DC-39", "DC-A12", "DC-A13")
def take_average_of(options: Options, hand: PoolTerms, target: Target | None) -> Average:
    """With enough dice left after penalties you may succeed without a roll, but never at disadvantage."""
    if target is None:
        raise Refused("no target: taking the average needs a difficulty or a target number", "DC-A12")
    counted, needed = hand.code.dice - hand.penalty, dice_needed(options, hand, target)
    if hand.net == "disadvantage":
        return Average(False, "disadvantage", counted, needed)
    if counted < needed:
        return Average(False, "too-few-dice", counted, needed)
    final = average_result(options, hand, target)
    return Average(True, "ok", counted, needed, final, success_level_of(options, final))


@rule("DC-36", "DC-39", "DC-A13")
def average_or_refuse(options: Options, hand: PoolTerms, target: Target | None) -> tuple[int, int]:
    """The final result and success level of the average; refuses it if you must roll."""
    taken = take_average_of(options, hand, target)
    if taken.reason == "disadvantage":
        raise Refused("disadvantage: at disadvantage the dice must be rolled", "DC-39")
    if isinstance(taken.final, UnsetType) or isinstance(taken.success_level, UnsetType):
        counts = f"{taken.dice_counted} counted, {taken.dice_needed} needed"
        raise Refused(f"too-few-dice: too few dice to take the average, {counts}", "DC-37")
    return taken.final, taken.success_level


@rule("DC-37", "DC-A12")
def dice_needed(options: Options, hand: PoolTerms, target: Target) -> int:
    """The rung's number in column D; off the ladder as many dice as reach the target at half a rung each."""
    if options.average_rule == "mean":
        return max(0, ceil((target.number - hand.code.pips - hand.modifier) / MEAN_OF_A_DIE))
    rung = _rung_of(options, target)
    if rung is not None:
        return rung.d if options.average_rule == "d-column" else rung.dc
    return ceil(target.number / points_per_die(options))


def _rung_of(options: Options, target: Target) -> Rung | None:
    """The rung that was named, or the one with that number in the column in use."""
    if target.rung is not None:
        return LADDER[target.rung]
    return next((rung for rung in LADDER.values() if rung.target(options.ladder_column) == target.number), None)


@rule("DC-A4", "DC-A12")
def points_per_die(options: Options) -> Fraction:
    """The points a column counts for one die: a rung for a die of column DC, half a rung for one of column D."""
    rung = COLUMNS[options.ladder_column]
    return rung if options.average_rule == "dc-column" else rung / 2


@rule("DC-A12")
def average_result(options: Options, hand: PoolTerms, target: Target) -> int:
    """The final result of the average: 0, or by option what the dice count for, less the target, at least 0."""
    if options.average_result == "zero":
        return 0
    counted = hand.code.dice - hand.penalty
    if options.average_result == "mean" or options.average_rule == "mean":
        points = floor(MEAN_OF_A_DIE * counted) + hand.code.pips + hand.modifier
    else:
        points = floor(points_per_die(options) * counted)
    return max(0, points - target.number)
