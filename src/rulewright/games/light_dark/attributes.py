"""Attributes, and the starting HP and Ego derived from them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.dice import d, highest
from rulewright.games.light_dark.data import ADVANCING, ATTRIBUTES, BANDS, DICE, MAXIMA
from rulewright.games.light_dark.effects import MOST
from rulewright.games.light_dark.options import Options
from rulewright.rules import BadInput, Dice, Refused, between, meaning, rule
from rulewright.rules.limits import Names, Total

AttributeName = Literal["strength", "dexterity", "insight", "resolve"]
AttributeValue = Annotated[int, between(0, 3, "an Attribute")]


Score = Annotated[int, Meta(ge=-1, le=MOST)]
"""The value of an Attribute; -1 is what kills."""


class Attributes(Struct, frozen=True):
    """The four Attributes (LD-05)."""

    strength: Score
    dexterity: Score
    insight: Score
    resolve: Score

    def of(self, name: str) -> int:
        """The value of one Attribute."""
        value: int = getattr(self, name)
        return value


_VALUE = d(DICE.sides).scored(lambda face: BANDS.attribute[face - 1])


@rule("LD-06", "LD-07")
def attribute_value(dice: Dice[Options], name: str) -> int:
    """Two dice, the highest: 1-3 gives 0, 4-5 gives 1, 6 gives 2."""
    return dice.pool(name, highest(BANDS.attribute_dice * _VALUE))


class RolledAttribute(Struct, frozen=True):
    """An Attribute as rolled."""

    value: int


@rule("LD-06", "LD-07", "LD-A40")
def attribute(dice: Dice[Options]) -> RolledAttribute:
    """Roll two dice for an Attribute and keep the highest: 1-3 gives 0, 4-5 gives 1, 6 gives 2."""
    return RolledAttribute(attribute_value(dice, "Attribute"))


def rolled_attributes(dice: Dice[Options]) -> Attributes:
    """The four Attributes, rolled in order."""
    return Attributes(*(dice.call(attribute_value, name) for name in ATTRIBUTES))


Swap = Annotated[Names | None, meaning("two different Attributes that exchange their values; none if left out")]


@rule("LD-08", "LD-A28")
def check_swap(swap: tuple[str, ...] | None) -> None:
    """Only two different Attributes may exchange their values."""
    if swap is not None and (len(swap) != 2 or swap[0] == swap[1] or not set(swap) <= ATTRIBUTES.keys()):
        raise BadInput(f"bad swap: bad parameter: swap must be two different of {', '.join(ATTRIBUTES)}, or none")


@rule("LD-08", "LD-A28")
def swapped(values: Attributes, swap: tuple[str, ...] | None) -> Attributes:
    """The Attributes after two of them exchange their values."""
    if swap is None:
        return values
    one, other = swap
    return replace(values, **{one: values.of(other), other: values.of(one)})


@rule("LD-18")
def start_hp(values: Attributes) -> int:
    """Strength, Dexterity and 6."""
    return values.strength + values.dexterity + MAXIMA.hp


@rule("LD-27", "LD-28")
def start_ego(values: Attributes) -> int:
    """Insight, Resolve and 3, never above 6."""
    return min(MAXIMA.ego_ceiling, values.insight + values.resolve + MAXIMA.ego)


@rule("LD-28", "LD-35", "LD-A16")
def max_ego(options: Options, start: int, advancements: int) -> int:
    """The starting maximum and one for each Advancement, up to the ceiling."""
    most = MAXIMA.ego_ceiling if options.ego_ceiling == "always" else MAXIMA.ego_most
    return max(start, min(most, start + ADVANCING.bonus_ego * advancements))


@rule("LD-A17")
def counted(options: Options, xp_advancements: int) -> int:
    """The Advancements that raise the maxima: those from XP, and the starting one where it counts in full."""
    return xp_advancements + (options.starting_advancement == "full")


class RolledAttributes(Struct, frozen=True):
    """The four Attributes after the swap, and the starting maxima."""

    strength: Total
    dexterity: Total
    insight: Total
    resolve: Total
    max_hp: int
    max_ego: int


@rule("LD-01", "LD-05", "LD-06", "LD-08", "LD-18", "LD-27", "LD-28")
def attributes(dice: Dice[Options], swap: Swap = None) -> RolledAttributes:
    """Roll all four Attributes, exchange two if you like, and derive HP and Ego."""
    values = swapped(rolled_attributes(dice), swap)
    return RolledAttributes(
        values.strength, values.dexterity, values.insight, values.resolve, start_hp(values), start_ego(values)
    )


class Maxima(Struct, frozen=True):
    """Maximum HP and Ego."""

    max_hp: int
    max_ego: int


BODY: tuple[AttributeName, ...] = ("strength", "dexterity")
MIND: tuple[AttributeName, ...] = ("insight", "resolve")


@rule("LD-08", "LD-A28")
def best_swap(values: Attributes, wanted: tuple[AttributeName, ...], other: tuple[AttributeName, ...]) -> Attributes:
    """Exchange the lower Attribute of the wanted pair for the higher of the other pair, if that one is greater."""
    low = min(wanted, key=values.of)
    high = max(other, key=values.of)
    return swapped(values, (low, high)) if values.of(high) > values.of(low) else values


@rule("LD-06", "LD-08", "LD-18", "LD-27", "LD-28")
def creation_totals(
    dice: Dice[Options],
    swap_policy: Annotated[
        Literal["none", "best-hp", "best-ego"], meaning("what you exchange two Attributes for")
    ] = "none",
) -> Maxima:
    """The starting maxima of a new character who exchanges two Attributes for HP, for Ego, or not at all."""
    values = rolled_attributes(dice)
    if swap_policy == "best-hp":
        values = best_swap(values, BODY, MIND)
    elif swap_policy == "best-ego":
        values = best_swap(values, MIND, BODY)
    return Maxima(start_hp(values), start_ego(values))


@rule("LD-18", "LD-19", "LD-27", "LD-28", "LD-34", "LD-35", "LD-A16", "LD-A17")
def maxima(
    options: Options,
    strength: AttributeValue,
    dexterity: AttributeValue,
    insight: AttributeValue,
    resolve: AttributeValue,
    xp_advancements: Annotated[int, Meta(ge=0, le=MOST, description="Advancements from XP")] = 0,
) -> Maxima:
    """Maximum HP and Ego from the Attributes and the Advancements so far."""
    values = Attributes(strength, dexterity, insight, resolve)
    bonus = counted(options, xp_advancements)
    return Maxima(start_hp(values) + ADVANCING.bonus_hp * bonus, max_ego(options, start_ego(values), bonus))


@rule("LD-10", "LD-11", "LD-A21", "LD-A22")
def lessened(values: Attributes, name: str) -> tuple[Attributes, bool]:
    """The Attributes after losing a point for good, and whether that kills: below 0 it does."""
    if name not in ATTRIBUTES:
        raise Refused(f"unknown attribute: {name[:60]} (they are {', '.join(ATTRIBUTES)})", "LD-05")
    after = replace(values, **{name: values.of(name) - 1})
    return after, after.of(name) < 0


@rule("LD-A22")
def knockouts(values: Attributes) -> int:
    """How many knock-outs a character can survive: the sum of the Attributes, or none once dead."""
    listed = [values.of(name) for name in ATTRIBUTES]
    return 0 if min(listed) < 0 else sum(listed)


class Loss(Struct, frozen=True):
    """The Attributes after a knock-out, and whether it was survived."""

    strength: Score
    dexterity: Score
    insight: Score
    resolve: Score
    status: Literal["unconscious", "dead"]
    hp: int
    knockouts_left: int


@rule("LD-10", "LD-11", "LD-22", "LD-23", "LD-A21", "LD-A22")
def attribute_loss(
    options: Options,
    strength: AttributeValue,
    dexterity: AttributeValue,
    insight: AttributeValue,
    resolve: AttributeValue,
    lose: Annotated[str, Meta(max_length=60, description="the Attribute that loses a point")],
) -> Loss:
    """At 0 HP one Attribute of your choice loses a point; below 0 you die."""
    after, dead = lessened(Attributes(strength, dexterity, insight, resolve), lose)
    return Loss(
        after.strength,
        after.dexterity,
        after.insight,
        after.resolve,
        "dead" if dead else "unconscious",
        0,
        knockouts(after),
    )
