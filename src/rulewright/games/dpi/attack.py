"""The attack roll: one roll decides the attack and the counterattack."""

from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.dpi.check import Result, Situation, Trained, trained_terms
from rulewright.games.dpi.data import DIFFICULTY, METERS, WEAPONS, HitPoints, WeaponName
from rulewright.games.dpi.fight_attack import strike
from rulewright.games.dpi.fight_state import (
    AimedAttack,
    Arm,
    Combatant,
    Fighter,
    Fighters,
    FightPosition,
    LinePlace,
    Turn,
)
from rulewright.games.dpi.harm import Fortitude
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import Distance, Level, refuse_out_of_range
from rulewright.rules import Dice, between, meaning, rule

PartCover = Literal["none", "half"]
CounterWeapon = Literal[WeaponName, "none"]
SIDES = ("attacker", "target")


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


@rule("DPI-01", "DPI-A11")
def arm(weapon: str, level: int, who: Trained, options: Options, ap: int = 1) -> Arm:
    """A weapon in the hands of a fighter whose roll is given; fire is left out of rolls."""
    terms = (*trained_terms(options, who, "stat", "skill"), ("modifier", who.modifier))
    return Arm(replace(WEAPONS[weapon], burns=False), level, terms, ap)


def place_of(exchange: Exchange) -> LinePlace:
    """Two fighters at a fixed distance, each with their cover."""
    return LinePlace(distance=exchange.distance, cover=cover_between(exchange.attacker_cover, exchange.target_cover))


def cover_between(first: PartCover, second: PartCover) -> tuple[tuple[PartCover, PartCover], ...]:
    """The cover of two fighters against each other, in the form of a map's."""
    return ("none", first), (second, "none")


def counter_arms(options: Options, exchange: Exchange, who: Trained, ap: int = 1) -> tuple[Arm, ...]:
    """The weapon the target counterattacks with, if it has one."""
    weapon = exchange.counter_weapon
    return (arm(weapon, exchange.counter_level, who, options, ap),) if weapon != "none" else ()


_ENOUGH = 1_000_000
"""HP of one who cannot fall in a single attack."""


@rule("DPI-01", "DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-138", "DPI-A42", "DPI-A44", "DPI-A45")
def attack(dice: Dice[Options], attack: Attack) -> Attacked:
    """One roll decides both sides' damage: the attacker's by the result, the enemy's in full on a Failure or a Cost."""
    options = dice.options
    refuse_out_of_range(options, WEAPONS[attack.weapon], attack.distance)
    fighters = Fighters(
        SIDES,
        SIDES,
        (
            Fighter((arm(attack.weapon, attack.level, attack, options),)),
            Fighter(counter_arms(options, attack, Trained()), difficulty=DIFFICULTY[attack.difficulty]),
        ),
        SIDES,
        place_of(attack),
    )
    us = Combatant(_ENOUGH, attack.attacker_fortitude, attack.stress, attack.high_spent, _ENOUGH)
    them = Combatant(attack.target_hp or _ENOUGH, attack.target_fortitude)
    turn = Turn(options, FightPosition((us, them)), fighters)
    after, struck = strike(dice, turn, AimedAttack(0, 1, None, attack.high_spent, False))
    done = [(one.damage, one.ft_loss) for one in struck.hit] or [(0, 0)]
    worn = us.fortitude - after.us.fortitude
    return Attacked(struck.result, *done[0], struck.counter_damage, worn, struck.stress, struck.high)
