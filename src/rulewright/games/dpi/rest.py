"""Rests, stims, weeks, and coming back from death."""

from typing import Annotated, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType

from rulewright.dice import d
from rulewright.games.dpi.check import bonus
from rulewright.games.dpi.data import CLOCK, FUNDS, ITEMS, MEALS, METERS, REST, ROOM, STATS
from rulewright.games.dpi.meters import high_after, overflow, stress_after, stress_floor
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.traumas import HeldTraumas, RolledTrauma, is_final, lives_left, revival_hp
from rulewright.rules import Dice, Parameters, between, meaning, repeat, rule

D6 = d(REST.sides)
Missing = Annotated[int, Meta(ge=0)] | None
Amount = Annotated[int, Meta(ge=0)]
Comfort = Literal["stingy", "average", "indulgent"]


class Resting(Parameters, frozen=True):
    """Someone who takes a Short Rest."""

    luck: Annotated[int, between(0, STATS.most, "score of Luck")] = STATS.start
    hours: Annotated[int, between(1, CLOCK.hours_per_day - 1, "hours of rest")] = 1
    hp_missing: Annotated[Missing, meaning("HP that can come back; null is no cap")] = None
    fortitude_missing: Annotated[Missing, meaning("Fortitude that can come back; null is no cap")] = None
    fortitude_max: Annotated[Amount, meaning("highest Fortitude (short-rest-fortitude half)")] = 0


class Rested(Struct, frozen=True):
    """What a Short Rest brought."""

    hours: int
    hp: int
    fortitude: int
    interrupted: bool


class Hours(NamedTuple):
    """A Short Rest under way."""

    left: int
    hours: int
    hp: int
    interrupted: bool


@rule("DPI-117", "DPI-142", "DPI-143", "DPI-A62", "DPI-A63", "DPI-A64")
def next_hour(dice: Dice[Options], rest: Hours, luck: int, cap: int | None) -> Hours:
    """1d6 + Luck of 4 or less interrupts; an hour that counts gives 1d6 + Luck HP."""
    options = dice.options
    rolled = dice.pool("interruption", 1 * D6) + luck
    interrupted = rolled <= REST.interrupted_at
    if interrupted and options.rest_interrupt == "lose-hour":
        return rest._replace(left=0, interrupted=True)
    if options.rest_roll == "two-rolls":
        rolled = dice.pool("healing", 1 * D6) + luck
    hp = rest.hp + max(0, rolled)
    return Hours(0 if interrupted else rest.left - 1, rest.hours + 1, hp if cap is None else min(cap, hp), interrupted)


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
    luck = rest.luck if dice.options.rest_luck == "score" else bonus(rest.luck)
    end = dice.call(rest_on, Hours(rest.hours, 0, 0, False), luck, rest.hp_missing)
    fortitude = fortitude_from_rest(dice.options, end.hours, rest.fortitude_max)
    if rest.fortitude_missing is not None:
        fortitude = min(fortitude, rest.fortitude_missing)
    return Rested(end.hours, end.hp, fortitude, end.interrupted)


class Stimmed(Struct, frozen=True):
    """What a stim did."""

    hp: int
    stress: int
    sanity_lost: int


@rule("DPI-180", "DPI-97")
def stim(
    dice: Dice[Options],
    hp_missing: Annotated[Missing, meaning("HP that can come back; null is no cap")] = None,
    stress: Annotated[int, between(0, METERS.stress_most, "Stress held")] = 0,
) -> Stimmed:
    """A stim gives back 1d6 HP and 1 Stress."""
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
    """Someone after a Long Rest."""

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
    return LongRested(
        hp_max, fortitude_max, max(sanity, min(sanity_max, sanity + sanity_from_long_rest(options))), stress
    )


class Revived(Struct, frozen=True):
    """Someone after resurrection; only `final` when there is none."""

    final: bool
    hp: int | UnsetType = UNSET
    stress: int | UnsetType = UNSET
    high: int | UnsetType = UNSET
    traumas: tuple[str, ...] | UnsetType = UNSET
    lives: int | UnsetType = UNSET


@rule("DPI-36", "DPI-148")
def stress_on_revival(traumas: tuple[str, ...]) -> int:
    """On revival Stress becomes 5."""
    return max(METERS.stress_on_revival, stress_floor(traumas))


@rule("DPI-34", "DPI-148", "DPI-A28", "DPI-A32", "DPI-A33")
def revive(
    options: Options,
    hp_max: Annotated[int, Meta(ge=1, description="highest HP")],
    trauma: Annotated[RolledTrauma, meaning("the new trauma")],
    traumas: HeldTraumas = (),
) -> Revived:
    """Stress 5, High 0, the new trauma and its limits; nothing for who holds three already."""
    if is_final(options, traumas):
        return Revived(True)
    held = (*traumas, trauma)
    return Revived(
        final=False,
        hp=revival_hp(options, hp_max),
        stress=stress_on_revival(held),
        high=high_after(0, 0, held),
        traumas=held,
        lives=lives_left(options, held),
    )


class Weekly(Struct, frozen=True):
    """Funds after a week."""

    funds: int


@rule("DPI-166", "DPI-186", "DPI-187", "DPI-188", "DPI-189", "DPI-190", "DPI-191", "DPI-A68")
def week(
    options: Options,
    funds: Annotated[int, meaning("funds before")],
    meals: Annotated[Comfort, meaning("how well one eats")],
    room: Annotated[Comfort, meaning("how well one lives")],
) -> Weekly:
    """Salary comes in, then meals and room are paid."""
    return Weekly(funds + FUNDS.salary - MEALS[meals] - ROOM[room])
