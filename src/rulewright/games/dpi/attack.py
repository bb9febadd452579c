"""The attack roll: one roll decides the attack and the counterattack."""

from typing import Annotated, Literal

from msgspec import Struct

from rulewright.games.dpi.check import COSTS, Result, Situation, edge_of, grants, result_of_roll
from rulewright.games.dpi.data import METERS, HitPoints, WeaponName
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import (
    Distance,
    Fortitude,
    Harm,
    Level,
    counts_as_cost,
    damage_dice,
    harm,
    in_range,
    refuse_out_of_range,
)
from rulewright.rules import Dice, between, meaning, rule

PartCover = Literal["none", "half"]
CounterWeapon = Literal[WeaponName, "none"]


class Exchange(Situation, frozen=True):
    """An attack and its counterattack: the roll, the weapon, the target, and the weapon that counters."""

    weapon: Annotated[WeaponName, meaning("the attacker's weapon")] = "unarmed"
    level: Level = 1
    distance: Distance = None
    target_cover: Annotated[PartCover, meaning("the target's cover")] = "none"
    target_fortitude: Annotated[Fortitude, meaning("the target's Fortitude")] = 0
    counter_weapon: Annotated[CounterWeapon, meaning("the weapon the target counterattacks with")] = "unarmed"
    counter_level: Level = 1
    attacker_cover: Annotated[PartCover, meaning("the attacker's cover")] = "none"
    attacker_fortitude: Annotated[Fortitude, meaning("the attacker's Fortitude")] = 0


class Attack(Exchange, frozen=True):
    """One attack."""

    high_spent: Annotated[int, between(0, METERS.high_most, "points of High spent on the roll")] = 0
    target_hp: Annotated[HitPoints | None, meaning("the target's HP; leave empty if they do not matter")] = None


class Attacked(Struct, frozen=True):
    """How an attack went, on both sides."""

    result: Result
    damage: int
    ft_loss: int
    counter_damage: int
    counter_ft_loss: int
    stress: int
    high: int


@rule("DPI-A42", "DPI-A43")
def can_counter(options: Options, weapon: str, distance: int | None) -> bool:
    """Whether a counterattack is possible: with a weapon that reaches, or always."""
    if weapon == "none":
        return False
    return distance is None or options.counter_reach == "always" or in_range(options, weapon, distance)


@rule("DPI-12", "DPI-13", "DPI-139", "DPI-140", "DPI-141", "DPI-A42")
def is_countered(result: Result) -> bool:
    """A Failure and every Cost let the enemy counterattack; a Success does not."""
    return result == "failure" or result in COSTS


@rule("DPI-01", "DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-138", "DPI-A42", "DPI-A44", "DPI-A45")
def attack(dice: Dice[Options], attack: Attack) -> Attacked:
    """One roll decides both sides' damage: the attacker's by the result, the enemy's in full on a Failure or a Cost."""
    options = dice.options
    refuse_out_of_range(options, attack.weapon, attack.distance)
    edge = edge_of(options, attack, attack.stress, attack.high_spent)
    dice.note("modifier less difficulty", edge, "DPI-01", "DPI-16")
    result = dice.call(result_of_roll, edge)
    done = back = Harm(0, 0)
    if result != "failure":
        rolled = damage_dice(options, attack.weapon, attack.level, attack.distance)
        done = dice.call(harm, rolled, counts_as_cost(options, result), attack.target_cover, attack.target_fortitude)
    felled = attack.target_hp is not None and done.hp >= attack.target_hp
    if (
        is_countered(result)
        and can_counter(options, attack.counter_weapon, attack.distance)
        and not (felled and options.counter_timing == "survivors-only")
    ):
        rolled = damage_dice(options, attack.counter_weapon, attack.counter_level, attack.distance)
        back = dice.call(harm, rolled, "success", attack.attacker_cover, attack.attacker_fortitude)
    stress, high = grants(options, result, combat=True)
    return Attacked(result, done.hp, done.ft, back.hp, back.ft, stress, high)
