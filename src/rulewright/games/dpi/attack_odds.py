"""The odds of an attack before it is made, for everyone it would hit, exact."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from rulewright.dice import Odds
from rulewright.game.board import FallChance, Prospect
from rulewright.games.dpi.check import RESULTS, Result
from rulewright.games.dpi.fight_attack import Struck, Suffered, all_hit, may_counter, roll_attack, strike
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, Fighters, FightPosition
from rulewright.games.dpi.options import Options
from rulewright.readings import odds
from rulewright.rules import rule


@lru_cache(maxsize=2048)
def _struck(options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack) -> Odds[Struck]:
    """The odds of a whole attack without High and without the fire that follows it."""

    def attack(dice: Any) -> Struck:
        return strike(dice, fight, fighters, shot)[1]

    return odds(attack, options=options)


def _only(
    fight: FightPosition, fighters: Fighters, shot: AimedAttack, name: int
) -> tuple[FightPosition, Fighters, AimedAttack]:
    """The attack with only the target and one character hit nearby, of whom only that character counterattacks."""
    near = (fight.at, shot.target, name)
    bodies = tuple(one if at in near else replace(one, hp=0) for at, one in enumerate(fight.combatants))
    mine = fighters.fighters[fight.at]
    arm = mine.arms[shot.arm]
    cold = mine.with_arm(shot.arm, replace(arm, weapon=replace(arm.weapon, burns=False)))
    fighters = fighters.with_fighter(fight.at, cold)
    if shot.target not in (NO_ONE, name):
        fighters = fighters.with_fighter(shot.target, replace(fighters.fighters[shot.target], arms=()))
    return replace(fight, combatants=bodies), fighters, shot._replace(waits=False)


@rule("DPI-01", "DPI-A10", "DPI-A11")
def results_of_attack(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack
) -> dict[Result, Fraction]:
    """The chance of each result when no High is spent."""
    found = odds(roll_attack, fight, fighters, shot._replace(waits=False), options=options)
    chances: dict[Result, Fraction] = dict.fromkeys(RESULTS, Fraction(0))
    for rolled, chance in found.items():
        chances[rolled.result] += chance
    return {result: chance for result, chance in chances.items() if chance}


@rule("DPI-29", "DPI-137", "DPI-A42", "DPI-A43", "DPI-A44", "DPI-A45", "DPI-A53")
def attack_prospects(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, sides: tuple[str, ...]
) -> tuple[Prospect, ...]:
    """Harm and counterattack for everyone an attack would hit, and for the target aimed at."""
    hit = all_hit(options, fight, fighters, shot)
    names = dict.fromkeys((*hit, *may_counter(options, shot, hit)))
    return tuple(_prospect(options, fight, fighters, shot, at, sides[at]) for at in names)


def _prospect(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, at: int, side: str
) -> Prospect:
    found = _struck(options, *_only(fight, fighters, shot, at))
    name = fighters.names[at]
    return Prospect(
        name,
        side,
        fighters.spaces(options, fight, fight.at, at) or 0,
        fighters.cover(fight, at, fight.at),
        found.where(lambda struck: (one := _harm_to(struck, name)) is not None and one.damage > 0),
        found.mean(lambda struck: one.damage if (one := _harm_to(struck, name)) is not None else 0),
        found.where(lambda struck: name in struck.countered_by),
        found.mean(lambda struck: struck.counter_damage),
    )


def _harm_to(struck: Struck, name: str) -> Suffered | None:
    return next((one for one in struck.hit if one.who == name), None)


@rule("DPI-26", "DPI-29", "DPI-A45")
def fall_chances(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack
) -> tuple[FallChance, ...]:
    """The chance to be felled by the attack, for everyone it would hit."""

    def falls(at: int) -> Fraction:
        name, hp = fighters.names[at], fight.combatants[at].hp
        found = _struck(options, *_only(fight, fighters, shot, at))
        return found.where(lambda struck: (one := _harm_to(struck, name)) is not None and one.damage >= hp)

    weapon = fighters.fighters[fight.at].arms[shot.arm].weapon.name
    aimed = None if shot.target == NO_ONE else fighters.names[shot.target]
    hit = all_hit(options, fight, fighters, shot)
    return tuple(FallChance(weapon, aimed, fighters.names[at], falls(at)) for at in hit)
