"""Stress, High and Sanity: floors, ceilings and overflow."""

from typing import Annotated

from msgspec import Meta, Struct

from rulewright.games.dpi.data import METERS, Amount, Points
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.traumas import HeldTraumas
from rulewright.rules import BadParameter, Refused, meaning, rule

Stress = Annotated[int, Meta(ge=0, le=METERS.stress_most, description="Stress held")]
High = Annotated[int, Meta(ge=0, le=METERS.high_most, description="High held")]


class AfterStress(Struct, frozen=True):
    """Stress, Sanity and HP after gaining Stress."""

    stress: int
    sanity: int
    hp: int


class AfterSanityLoss(Struct, frozen=True):
    """Sanity and HP after Sanity damage."""

    sanity: int
    hp: int


class AfterRelief(Struct, frozen=True):
    """Stress and High after spending High."""

    stress: int
    high: int


class AfterHigh(Struct, frozen=True):
    """High after a gain."""

    high: int


@rule("DPI-97")
def overflow(stress: int, gain: int) -> tuple[int, int]:
    """Stress stops at 5; each point above it costs a point of Sanity."""
    lost = max(0, stress + gain - METERS.stress_most)
    return stress + gain - lost, lost


@rule("DPI-89", "DPI-90", "DPI-92")
def lose_sanity(sanity: int, points: int, hp: int) -> tuple[int, int]:
    """Sanity damage costs Sanity; at Sanity 0 each further point costs 1 HP, and Fortitude does not help."""
    from_sanity = min(sanity, points)
    return sanity - from_sanity, hp - (points - from_sanity)


@rule("DPI-97", "DPI-90")
def gain_stress(
    options: Options,
    stress: Stress,
    gain: Annotated[Amount, meaning("Stress gained")],
    sanity: Annotated[Amount, meaning("Sanity before")],
    hp: Annotated[Points, meaning("HP before")],
) -> AfterStress:
    """Stress above 5 is lost as Sanity, then as HP."""
    after, lost = overflow(stress, gain)
    left, body = lose_sanity(sanity, lost, hp)
    return AfterStress(after, left, body)


@rule("DPI-89", "DPI-90")
def sanity_loss(
    options: Options,
    sanity: Annotated[Amount, meaning("Sanity before")],
    points: Annotated[Points, meaning("points of Sanity damage")],
    hp: Annotated[Points, meaning("HP before")],
) -> AfterSanityLoss:
    """Sanity damage costs Sanity first, then HP."""
    if points < 0:
        raise BadParameter("points", "a whole number, at least 0", points)
    return AfterSanityLoss(*lose_sanity(sanity, points, hp))


def regained(now: int, gain: int, most: int) -> int:
    """A value after regaining points up to its maximum; a value above it is not lowered."""
    return max(now, min(most, now + gain))


@rule("DPI-36")
def stress_floor(traumas: tuple[str, ...]) -> int:
    """Cracked Intellect keeps Stress at 2 or more."""
    return METERS.stress_floor_cracked if "cracked-intellect" in traumas else 0


@rule("DPI-41", "DPI-98", "DPI-A33")
def high_ceiling(traumas: tuple[str, ...]) -> int:
    """At most 3 High, and none with Anhedonia."""
    return METERS.high_ceiling_anhedonia if "anhedonia" in traumas else METERS.high_most


@rule("DPI-40", "DPI-A33")
def high_floor(traumas: tuple[str, ...]) -> int:
    """Lady Luck's Curse keeps High at 1 or more, unless Anhedonia forbids it."""
    floor = METERS.high_floor_cursed if "lady-lucks-curse" in traumas else 0
    return min(floor, high_ceiling(traumas))


@rule("DPI-98")
def high_after(high: int, gain: int, traumas: tuple[str, ...]) -> int:
    """High after a gain, between its floor and its ceiling."""
    return max(high_floor(traumas), min(high_ceiling(traumas), high + gain))


@rule("DPI-40", "DPI-A33")
def high_spendable(options: Options, high: int, traumas: tuple[str, ...]) -> int:
    """The High that can be spent now: the last point under Lady Luck's Curse is locked, or free for one use."""
    if options.lady_luck_floor == "free":
        return high
    return max(0, high - high_floor(traumas))


@rule("DPI-95", "DPI-96", "DPI-A33")
def refuse_spending(options: Options, high: int, spend: int, traumas: tuple[str, ...], number: str) -> None:
    """Refuse, by a numbered rule, to spend more High than is held, or than may be spent."""
    if spend > high:
        raise Refused(f"not enough High: {spend} wanted, {high} held", number)
    if spend > high_spendable(options, high, traumas):
        raise Refused(f"High below its floor: it never falls below {high_floor(traumas)}", "DPI-A33")


@rule("DPI-95", "DPI-36", "DPI-40", "DPI-A33")
def relieve(
    options: Options,
    stress: Stress,
    high: High,
    spend: Annotated[Amount, meaning("points of High spent")],
    traumas: HeldTraumas = (),
) -> AfterRelief:
    """Each High spent lowers Stress by 1, past no floor."""
    refuse_spending(options, high, spend, traumas, "DPI-95")
    if spend and stress - spend < stress_floor(traumas):
        raise Refused(f"Stress below its floor: it never falls below {stress_floor(traumas)}", "DPI-36")
    return AfterRelief(stress - spend, max(high - spend, high_floor(traumas)))


@rule("DPI-98", "DPI-40", "DPI-41")
def gain_high(
    options: Options,
    high: High,
    gain: Annotated[Amount, meaning("High gained")],
    traumas: HeldTraumas = (),
) -> AfterHigh:
    """High gained, between floor and ceiling."""
    return AfterHigh(high_after(high, gain, traumas))


@rule("DPI-97", "DPI-36")
def stress_after(stress: int, change: int, traumas: tuple[str, ...]) -> int:
    """Stress lowered no further than its floor."""
    return max(stress_floor(traumas), stress + change)
