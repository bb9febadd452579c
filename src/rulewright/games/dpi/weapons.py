"""Weapons: their damage dice, range, AP, and the harm of a hit."""

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from rulewright.dice import Pool, d
from rulewright.games.dpi.check import COSTS, Result
from rulewright.games.dpi.data import AP, BANDS, DAMAGE, ITEMS, WEAPONS, Amount, Band, Weapon, WeaponLevel, WeaponName
from rulewright.games.dpi.options import Options
from rulewright.rules import Dice, Parameters, Refused, meaning, rule

Cover = Literal["none", "half", "full"]
DamageDice = tuple[tuple[int, int], ...]
Level = Annotated[WeaponLevel, meaning("weapon level")]
Distance = Annotated[
    Amount | None, meaning("spaces to the target; leave empty for no range check (a shotgun is at Room)")
]
Fortitude = Annotated[int, Meta(ge=0, le=100, description="the target's Fortitude")]


class Harm(NamedTuple):
    """The harm of a blow: HP lost, and Fortitude worn."""

    hp: int
    ft: int


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


@rule("DPI-161", "DPI-A47", "DPI-A48")
def band_at(options: Options, weapon: Weapon, spaces: int) -> Band | None:
    """The range band of a weapon at this distance, if it reaches."""
    if not in_range(options, weapon, spaces):
        return None
    return next(band for band in weapon.bands if spaces <= BANDS[band][1])


@rule("DPI-A47")
def refuse_out_of_range(options: Options, weapon: Weapon, distance: int | None) -> None:
    """Refuse an attack out of the weapon's range."""
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


@rule("DPI-13", "DPI-14", "DPI-15", "DPI-140", "DPI-141", "DPI-A3")
def damage_by_result(options: Options, rolled: int, result: Result) -> int:
    """A Failure does nothing, a Cost half, a Success all, a Crit double."""
    if result in COSTS:
        shift = {"cost-minus": -1, "cost": 0, "cost-plus": 1}[result] if options.cost_doubles == "damage" else 0
        return max(0, rolled // 2 + shift)
    return {"failure": 0, "success": rolled, "crit": 2 * rolled}[result]


@rule("DPI-29", "DPI-30", "DPI-136", "DPI-137", "DPI-A45", "DPI-A46")
def soaked(options: Options, damage: int, cover: Cover, fortitude: int) -> Harm:
    """Half cover halves damage, complete cover stops it; Fortitude reduces it, and wears when it stops all of it."""
    if cover == "full":
        return Harm(0, 0)
    if cover == "half" and options.cover_order == "before-fortitude":
        damage //= 2
    if damage == 0:
        return Harm(0, 0)
    if damage <= fortitude:
        return Harm(0, 1)
    through = damage - fortitude
    if cover == "half" and options.cover_order == "after-fortitude":
        through //= 2
    return Harm(through, 0)


_COVER = {"half": "after half", "full": "after complete"}


@rule("DPI-29", "DPI-30", "DPI-137", "DPI-150", "DPI-A45", "DPI-A53")
def harms(
    dice: Dice[Options],
    rolled: DamageDice,
    result: Result,
    protection: tuple[tuple[Cover, int], ...],
    purpose: Literal["damage", "counterattack"] = "damage",
) -> tuple[Harm, ...]:
    """One roll of the damage dice, for everyone with their own cover and Fortitude."""
    total = dice.pool(purpose, damage_pool(rolled))
    damage = damage_by_result(dice.options, total, result)
    if result in COSTS:
        dice.note("half damage", damage, "DPI-13")
    if result == "crit":
        dice.note("double damage", damage, "DPI-15")
    found = []
    for cover, fortitude in protection:
        harm = soaked(dice.options, damage, cover, fortitude)
        if cover != "none":
            dice.note(
                f"{'complete' if cover == 'full' else cover} cover", 0 if cover == "full" else damage // 2, "DPI-137"
            )
        if fortitude:
            dice.note("Fortitude", -fortitude, "DPI-29")
        found.append(harm)
    return tuple(found)


def counts_as_cost(options: Options, result: Result) -> Result:
    """The result as far as damage depends on it: the three Costs are one unless a ruling changes their damage."""
    return "cost" if result in COSTS and options.cost_doubles != "damage" else result


class Hitting(Parameters, frozen=True):
    """A hit: weapon, distance, result, and the target's protection."""

    weapon: Annotated[WeaponName, meaning("the weapon")] = "unarmed"
    level: Level = 1
    distance: Distance = None
    result: Annotated[
        Literal["success", "cost-minus", "cost", "cost-plus", "crit"], meaning("the result of the attack")
    ] = "success"
    cover: Annotated[Cover, meaning("the target's cover")] = "none"
    fortitude: Fortitude = 0


class Hit(Struct, frozen=True):
    """The damage and Fortitude lost of a hit."""

    damage: int
    ft_loss: int


@rule("DPI-29", "DPI-30", "DPI-137", "DPI-A45")
def hit(dice: Dice[Options], hit: Hitting) -> Hit:
    """The weapon's dice, reduced by cover and Fortitude."""
    weapon = WEAPONS[hit.weapon]
    refuse_out_of_range(dice.options, weapon, hit.distance)
    rolled = damage_dice(dice.options, weapon, hit.level, hit.distance)
    (done,) = harms(dice, rolled, hit.result, ((hit.cover, hit.fortitude),))
    return Hit(*done)


class Burn(Struct, frozen=True):
    """The rounds and the whole damage of a burn."""

    rounds: int
    damage: int
    ft_loss: int


@rule("DPI-177", "DPI-178", "DPI-A57")
def burn(dice: Dice[Options], fortitude: Fortitude = 0) -> Burn:
    """A burn does 1 damage a round for 1d6 rounds, past Fortitude unless a ruling says otherwise."""
    rounds = dice.pool("burn", 1 * d(ITEMS.burn_sides))
    harmed = rounds * ITEMS.burn_damage
    stopped = min(fortitude, harmed) if dice.options.burn_fortitude == "applies" else 0
    return Burn(rounds, harmed - stopped, stopped)


class Soaked(Struct, frozen=True):
    """HP lost, and the Fortitude left."""

    hp_loss: int
    fortitude: int


@rule("DPI-29", "DPI-30", "DPI-136", "DPI-137", "DPI-A45")
def soak(
    options: Options,
    rolled: Annotated[Amount, meaning("the sum of the damage dice")],
    result: Annotated[Result, meaning("the result of the attack")],
    cover: Annotated[Cover, meaning("the target's cover")],
    fortitude: Fortitude,
) -> Soaked:
    """The HP lost to a damage roll, and the Fortitude left."""
    done = soaked(options, damage_by_result(options, rolled, result), cover, fortitude)
    return Soaked(done.hp, fortitude - done.ft)


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
