"""Short and Long Rests, and stims."""

from typing import Annotated, NamedTuple

from msgspec import Struct

from rulewright.dice import d
from rulewright.games.dpi.check import bonus
from rulewright.games.dpi.data import CLOCK, ITEMS, METERS, REST, STATS, Amount
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.stress_and_sanity import overflow, regained, stress_after
from rulewright.games.dpi.traumas import HeldTraumas
from rulewright.rules import Dice, Parameters, between, meaning, repeat, rule

D6 = d(REST.sides)
Missing = Amount | None


class Resting(Parameters, frozen=True):
    """A character taking a Short Rest."""

    luck: Annotated[int, between(0, STATS.most, "score of Luck")] = STATS.start
    hours: Annotated[int, between(1, CLOCK.hours_per_day - 1, "hours of rest")] = 1
    hp_missing: Annotated[Missing, meaning("HP that can come back; leave empty for no limit")] = None
    fortitude_missing: Annotated[Missing, meaning("Fortitude that can come back; leave empty for no limit")] = None
    fortitude_max: Annotated[Amount, meaning("highest Fortitude, where a short rest gives back half of it")] = 0


class Rested(Struct, frozen=True):
    """The hours, HP and Fortitude of a Short Rest, and whether it was interrupted."""

    hours: int
    hp: int
    fortitude: int
    interrupted: bool


class RestState(NamedTuple):
    """A Short Rest in progress."""

    left: int
    hours: int
    hp: int
    interrupted: bool


@rule("DPI-A62")
def luck_in_rest(options: Options, luck: int) -> int:
    """Luck adds its bonus to the dice of a rest, or by ruling its score."""
    return luck if options.rest_luck == "score" else bonus(luck)


class RestHour(NamedTuple):
    """The first roll of an hour of rest: the total, whether it interrupts, and whether the hour counts."""

    rolled: int
    interrupted: bool
    counts: bool


@rule("DPI-143", "DPI-A64")
def begin_hour(dice: Dice[Options], luck: int) -> RestHour:
    """1d6 + Luck of 4 or less interrupts a rest; by ruling the hour still counts."""
    rolled = dice.pool("interruption", 1 * D6) + luck
    interrupted = rolled <= REST.interrupted_at
    return RestHour(rolled, interrupted, not interrupted or dice.options.rest_interrupt == "keep-hour")


@rule("DPI-142", "DPI-A63")
def heal_in_hour(dice: Dice[Options], luck: int, first: int | None = None) -> int:
    """An hour that counts gives 1d6 + Luck HP; by ruling the first roll of the hour serves."""
    if first is None or dice.options.rest_roll == "two-rolls":
        return max(0, dice.pool("healing", 1 * D6) + luck)
    return max(0, first)


@rule("DPI-117", "DPI-142", "DPI-143", "DPI-A62", "DPI-A63", "DPI-A64")
def next_hour(dice: Dice[Options], rest: RestState, luck: int, cap: int | None) -> RestState:
    """The next hour of a Short Rest, which an interruption ends."""
    rolled, interrupted, counts = begin_hour(dice, luck)
    if not counts:
        return rest._replace(left=0, interrupted=True)
    hp = rest.hp + heal_in_hour(dice, luck, rolled)
    return RestState(
        0 if interrupted else rest.left - 1, rest.hours + 1, hp if cap is None else min(cap, hp), interrupted
    )


rest_on = repeat(next_hour, until=lambda rest: rest.left == 0)


@rule("DPI-32", "DPI-144", "DPI-A61")
def fortitude_from_rest(options: Options, hours: int, fortitude_max: int) -> int:
    """A Short Rest restores 1 Fortitude an hour, or half the maximum once."""
    if options.short_rest_fortitude == "half":
        return fortitude_max // 2 if hours else 0
    return hours * REST.fortitude_per_hour


@rule("DPI-32", "DPI-142", "DPI-143", "DPI-144", "DPI-A61", "DPI-A62")
def short_rest(dice: Dice[Options], rest: Resting) -> Rested:
    """Hour by hour until the rest is over or interrupted."""
    luck = luck_in_rest(dice.options, rest.luck)
    end = dice.call(rest_on, RestState(rest.hours, 0, 0, False), luck, rest.hp_missing)
    fortitude = fortitude_from_rest(dice.options, end.hours, rest.fortitude_max)
    if rest.fortitude_missing is not None:
        fortitude = min(fortitude, rest.fortitude_missing)
    return Rested(end.hours, end.hp, fortitude, end.interrupted)


class Stimmed(Struct, frozen=True):
    """HP regained, and the Stress and Sanity lost, by a stim."""

    hp: int
    stress: int
    sanity_lost: int


@rule("DPI-180", "DPI-97")
def stim(
    dice: Dice[Options],
    hp_missing: Annotated[Missing, meaning("HP that can come back; leave empty for no limit")] = None,
    stress: Annotated[int, between(0, METERS.stress_most, "Stress held")] = 0,
) -> Stimmed:
    """A stim restores 1d6 HP and gives 1 Stress."""
    healed = dice.pool("stim", 1 * d(ITEMS.stim_sides))
    after, lost = overflow(stress, ITEMS.stim_stress)
    return Stimmed(healed if hp_missing is None else min(hp_missing, healed), after, lost)


@rule("DPI-91", "DPI-145", "DPI-A65")
def sanity_from_long_rest(options: Options) -> int:
    """A Long Rest restores 1 Sanity, or 1 for every four of its hours."""
    if options.sanity_rest == "every-4-hours":
        return CLOCK.full_rest_hours // METERS.hours_per_sanity
    return REST.sanity_per_long_rest


@rule("DPI-91", "DPI-A65")
def sanity_from_short_rest(options: Options, hours: int) -> int:
    """A Short Rest restores no Sanity, or 1 for every four hours."""
    return hours // METERS.hours_per_sanity if options.sanity_rest == "every-4-hours" else 0


class LongRested(Struct, frozen=True):
    """HP, Fortitude, Sanity and Stress after a Long Rest."""

    hp: int
    fortitude: int
    sanity: int
    stress: int


@rule("DPI-31", "DPI-145", "DPI-A65", "DPI-A66", "DPI-A67")
def long_rest(
    options: Options,
    hp_max: Annotated[Amount, meaning("highest HP")],
    fortitude_max: Annotated[Amount, meaning("highest Fortitude")],
    sanity: Annotated[Amount, meaning("Sanity before")],
    sanity_max: Annotated[Amount, meaning("highest Sanity")],
    stress: Annotated[int, between(0, METERS.stress_most, "Stress before")],
    traumas: HeldTraumas = (),
) -> LongRested:
    """All HP and Fortitude, and some Sanity; Stress stays unless a ruling clears it."""
    if options.long_rest_stress == "clear":
        stress = stress_after(0, 0, traumas)
    return LongRested(hp_max, fortitude_max, regained(sanity, sanity_from_long_rest(options), sanity_max), stress)
