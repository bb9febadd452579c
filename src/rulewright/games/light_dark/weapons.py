"""Weapons: their Effect dice, whose Effect comes first, and their requirements."""

from typing import Annotated

from msgspec import Meta, Struct

from rulewright.games.light_dark.data import WEAPONS, Order, WeaponRow
from rulewright.games.light_dark.effects import EffectDie, read_die
from rulewright.games.light_dark.options import Options
from rulewright.rules import BadInput, BadParameter, Refused, rule

MEDIUM_MELEE, TWO_HANDED = "medium-melee", "medium-melee-two-handed"
MEDIUM_RANGED, BURST = "medium-ranged", "medium-ranged-burst"
HEAVY_RANGED, READIED = "heavy-ranged", "heavy-ranged-readied"
LISTED = tuple(name for name in WEAPONS if name not in (TWO_HANDED, BURST, READIED))
"""The seven rows of the weapon table (LD-69 to LD-75)."""

WeaponName = Annotated[str, Meta(max_length=40, description="a weapon of the weapon table, or an Effect die")]


class Arm(Struct, frozen=True):
    """A weapon in use: its dice, the order of Effects, its change of Light Dice, and whether it takes both hands."""

    name: str
    die: EffectDie
    order: Order
    light: int
    two_handed: bool


@rule(
    "LD-68",
    "LD-69",
    "LD-70",
    "LD-71",
    "LD-72",
    "LD-73",
    "LD-74",
    "LD-75",
    "LD-A33",
    "LD-A37",
    "LD-A47",
    "LD-A48",
    "LD-A50",
)
def arm(options: Options, weapon: str, without: tuple[str, ...] = ()) -> Arm:
    """The weapon of that name in the weapon table, or an Effect die such as 1d for an unlisted tool."""
    row = WEAPONS.get(weapon)
    if row is None:
        try:
            row = WeaponRow(weapon)
            read_die(weapon)
        except BadParameter:
            raise _unknown(weapon, without) from None
    elif weapon in without:
        raise _unknown(weapon, without)
    die = read_die(options.burst_die if weapon == BURST else row.die)
    return Arm(weapon, die, row.order or options.effect_order, row.light, row.two_handed)


def _unknown(weapon: str, without: tuple[str, ...]) -> BadInput:
    names = ", ".join(name for name in WEAPONS if name not in without)
    return BadInput(f"unknown weapon: {BadParameter('weapon', f'a die such as 1d6+2 or one of {names}', weapon)}")


@rule("LD-70", "LD-71", "LD-73", "LD-74", "LD-A42")
def refuse_shield_in_full_hands(weapon: Arm, shield: bool) -> None:
    """Refuses a shield with a weapon that takes both hands."""
    if weapon.two_handed and shield:
        raise Refused(f"two handed with shield: {weapon.name} takes both hands", "LD-A42")


@rule("LD-74", "LD-A45")
def refuse_unready(options: Options, weapon: Arm) -> None:
    """Refuses an unreadied shot of a heavy ranged weapon, if the table requires readying."""
    if weapon.name == HEAVY_RANGED and options.heavy_ranged_ready == "required":
        raise Refused("not ready: at this table you ready for a turn before each shot", "LD-A45")
