"""The harm of a hit: damage dice, cover and Fortitude."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from rulewright.dice import d
from rulewright.games.dpi.check import COSTS, Result
from rulewright.games.dpi.data import ITEMS, WEAPONS, Amount, WeaponName
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import DamageDice, Distance, Level, damage_dice, damage_pool, refuse_out_of_range
from rulewright.rules import Dice, Parameters, meaning, rule

Cover = Literal["none", "half", "full"]


Fortitude = Annotated[int, Meta(ge=0, le=100, description="the target's Fortitude")]


class Harm(NamedTuple):
    """The harm of a blow: HP lost, and Fortitude worn."""

    hp: int
    ft: int


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
