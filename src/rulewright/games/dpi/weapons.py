"""Weapons: their damage dice, range and AP."""

from functools import lru_cache
from typing import Annotated

from msgspec import Struct

from rulewright.dice import Pool, d
from rulewright.games.dpi.data import AP, BANDS, DAMAGE, WEAPONS, Amount, Band, Weapon, WeaponLevel, WeaponName
from rulewright.games.dpi.options import Options
from rulewright.rules import Refused, meaning, rule

DamageDice = tuple[tuple[int, int], ...]
Level = Annotated[WeaponLevel, meaning("weapon level")]
Distance = Annotated[
    Amount | None, meaning("spaces to the target; leave empty for no range check (a shotgun is at Room)")
]


@lru_cache(maxsize=4096)
@rule("DPI-160", "DPI-161", "DPI-162", "DPI-163", "DPI-164", "DPI-A47", "DPI-A48")
def in_range(options: Options, weapon: Weapon, spaces: int) -> bool:
    """Whether a weapon reaches this distance: within a band, or anywhere nearer without minimum ranges."""
    bands = [BANDS[band] for band in weapon.bands]
    if options.minimum_range == "off":
        return spaces <= max(most for _, most in bands)
    if any(least <= spaces <= most for least, most in bands):
        return True
    between = len(bands) > 1 and bands[0][1] < spaces < bands[1][0]
    return between and options.shotgun_gap == "field"


FARTHEST = max(most for _, most in BANDS.values())
"""The longest range of any weapon."""


@lru_cache(maxsize=1024)
def distances_reached(options: Options, weapons: tuple[Weapon, ...]) -> tuple[int, ...]:
    """The distances at which one of these weapons reaches."""
    return tuple(at for at in range(FARTHEST + 1) if any(in_range(options, weapon, at) for weapon in weapons))


@rule("DPI-161", "DPI-A47", "DPI-A48")
def band_at(options: Options, weapon: Weapon, spaces: int) -> Band | None:
    """The range band of a weapon at this distance, if it reaches."""
    if not in_range(options, weapon, spaces):
        return None
    return next(band for band in weapon.bands if spaces <= BANDS[band][1])


@rule("DPI-A47")
def refuse_out_of_range(options: Options, weapon: Weapon, distance: int | None) -> None:
    """Refuses an attack out of the weapon's range."""
    if distance is not None and not in_range(options, weapon, distance):
        raise Refused(f"out of range: {weapon.name} does not reach {distance} spaces", "DPI-A47")


@rule("DPI-171", "DPI-A48")
def at_field(weapon: Weapon, distance: int | None) -> bool:
    """A shotgun rolls its Room dice up to 4 spaces and its Field dice from 5 on."""
    far = weapon.far_size is not None
    return far and distance is not None and distance > BANDS[weapon.bands[0]][1]


@lru_cache(maxsize=4096)
@rule("DPI-150", "DPI-151", "DPI-152", "DPI-153", "DPI-167", "DPI-169", "DPI-171", "DPI-A48", "DPI-A60")
def damage_dice(options: Options, weapon: Weapon, level: int, distance: int | None) -> DamageDice:
    """Level dice of the tag's size, then the extra die: pairs of count and sides."""
    far = at_field(weapon, distance)
    size = weapon.far_size if far and weapon.far_size is not None else weapon.size
    rolled: list[tuple[int, int]] = [(level, getattr(DAMAGE, size))]
    if weapon.extra and not (far and options.shotgun_field_extra == "drop"):
        rolled.append((1, weapon.extra))
    return tuple(rolled)


def dice_text(rolled: DamageDice) -> str:
    """Damage dice in dice notation, such as `1d4+1d6`."""
    return "+".join(f"{count}d{sides}" for count, sides in rolled)


@lru_cache(maxsize=512)
def damage_pool(rolled: DamageDice) -> Pool[int]:
    """Damage dice as a pool."""
    (count, sides), *more = rolled
    pool = count * d(sides)
    for extra, extra_sides in more:
        pool = pool + extra * d(extra_sides)
    return pool


@rule("DPI-129", "DPI-130", "DPI-131", "DPI-132", "DPI-133", "DPI-171", "DPI-A48", "DPI-A56")
def ap_to_fire(options: Options, weapon: Weapon) -> int:
    """Firing costs AP by the weapon's size; a grenade is an item, or Light."""
    if weapon.name == "grenade" and options.grenade_ap == "item":
        return AP.item
    cost: int = getattr(AP, weapon.size)
    return cost


class WeaponReach(Struct, frozen=True):
    """Whether a weapon reaches a distance, its dice there, and its AP."""

    in_range: bool
    dice: str
    ap: int


@rule("DPI-160", "DPI-161", "DPI-163", "DPI-164", "DPI-A47", "DPI-A48")
def reach(
    options: Options,
    weapon: Annotated[WeaponName, meaning("the weapon")],
    spaces: Annotated[Amount, meaning("spaces to the target")],
    level: Level = 1,
) -> WeaponReach:
    """The reach, dice and AP of a weapon at a distance."""
    entry = WEAPONS[weapon]
    within = in_range(options, entry, spaces)
    text = dice_text(damage_dice(options, entry, level, spaces)) if within else ""
    return WeaponReach(within, text, ap_to_fire(options, entry))
