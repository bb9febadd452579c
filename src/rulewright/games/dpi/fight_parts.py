"""An attack between two fighters in parts, for the solver: the roll, the damage, the counterattack.

Each part calls the same functions as a whole attack, on a position reduced to the values that the part depends on, so
that its odds are computed once for many positions; its changes are then applied to the full position.
"""

from typing import NamedTuple

from msgspec.structs import replace

from rulewright.game.fight_step import BEST
from rulewright.games.dpi.check import Result
from rulewright.games.dpi.fight_attack import (
    able_to_counter,
    counterattack,
    deal_damage,
    is_countered,
    roll_and_shake,
)
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, Combatant, Fighters, FightPosition
from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.harm import Harm, counts_as_cost
from rulewright.games.dpi.meters import lose_sanity
from rulewright.games.dpi.options import Options
from rulewright.rules import Dice, rule

_ENOUGH = 1_000_000
"""More HP and Sanity than any part can use up."""


class RolledAlone(NamedTuple):
    """The result of a roll as far as damage depends on it, the attacker's Stress and High, and the Sanity lost."""

    result: Result
    stress: int
    high: int
    lost: int


class Hurt(NamedTuple):
    """Damage to the other fighter, at most the HP that are left."""

    hp: int
    fortitude: int
    burning: int


class Blow(NamedTuple):
    """A roll with its damage: the attacker's Stress and High, the Sanity lost, and whether it is countered."""

    stress: int
    high: int
    lost: int
    countered: bool
    hurt: Hurt


def next_part(dice: Dice[Options], fight: FightPosition, fighters: Fighters) -> FightPosition:
    """The next part of an attack. Where High is a decision, roll and damage are parts of their own."""
    if fight.counters != NO_ONE:
        return _struck_back(dice, fight, fighters, fight.counters)
    shot = fight.aim
    assert shot is not None
    if fight.result is None and fighters.plans[fight.at] == BEST:
        rolled = dice.call(roll_alone, _nerves(fight), fight.at, fighters, shot)
        after = _shaken(fight, rolled.stress, rolled.high, rolled.lost)
        if rolled.result == "failure":
            return _countered(dice.options, after, fighters, shot, True)
        return replace(after, result=rolled.result)
    target = fight.combatants[shot.target]
    body = Combatant(target.hp, target.fortitude, burning=target.burning, space=target.space)
    if fight.result is None:
        done = dice.call(blow, _nerves(fight), fight.at, fighters, shot, body)
        after = _shaken(fight, done.stress, done.high, done.lost)
        return _hurt(dice.options, after, fighters, shot, done.hurt, done.countered)
    hurt = dice.call(damage_alone, fight.mine.space, fight.at, fighters, shot, body, fight.result)
    return _hurt(dice.options, fight, fighters, shot, hurt, is_countered(fight.result))


def _nerves(fight: FightPosition) -> Combatant:
    """The attacker, reduced to the values that a roll depends on."""
    us = fight.mine
    return Combatant(_ENOUGH, 0, us.stress, us.high, _ENOUGH, space=us.space)


def _alone(us: Combatant, at: int, them: Combatant) -> FightPosition:
    return FightPosition((us, them) if at == 0 else (them, us), at)


@rule("DPI-01", "DPI-12", "DPI-15", "DPI-95", "DPI-96")
def roll_alone(dice: Dice[Options], us: Combatant, at: int, fighters: Fighters, shot: AimedAttack) -> RolledAlone:
    """The attack roll, with its High."""
    after, rolled = roll_and_shake(dice, _alone(us, at, us), fighters, shot)
    mine = after.mine
    return RolledAlone(counts_as_cost(dice.options, rolled.result), mine.stress, mine.high, us.sanity - mine.sanity)


@rule("DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-139", "DPI-140", "DPI-141")
def blow(dice: Dice[Options], us: Combatant, at: int, fighters: Fighters, shot: AimedAttack, them: Combatant) -> Blow:
    """The attack roll and its damage."""
    rolled = dice.call(roll_alone, us, at, fighters, shot)
    hurt = Hurt(0, 0, them.burning)
    if rolled.result != "failure":
        hurt = dice.call(damage_alone, us.space, at, fighters, shot, them, rolled.result)
    return Blow(rolled.stress, rolled.high, rolled.lost, is_countered(rolled.result), hurt)


@rule("DPI-13", "DPI-14", "DPI-15", "DPI-178")
def damage_alone(
    dice: Dice[Options], space: Space, at: int, fighters: Fighters, shot: AimedAttack, them: Combatant, result: Result
) -> Hurt:
    """The damage of a result, dealt from a space."""
    us = Combatant(_ENOUGH, space=space)
    after, harms = deal_damage(dice, _alone(us, at, them), fighters, shot, result)
    harm = harms.get(shot.target, Harm(0, 0))
    return Hurt(min(them.hp, harm.hp), harm.ft, after.combatants[shot.target].burning)


def _shaken(fight: FightPosition, stress: int, high: int, lost: int) -> FightPosition:
    """The fight after the Stress and High of a roll; Sanity lost below 0 costs HP, down to 0."""
    us = fight.mine
    if not lost:
        return fight.with_combatant(fight.at, replace(us, stress=stress, high=high))
    sanity, hp = lose_sanity(us.sanity, lost, us.hp)
    shaken = replace(us, stress=stress, high=high, sanity=sanity, hp=max(0, hp))
    return fight.with_combatant(fight.at, shaken)


def _hurt(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, hurt: Hurt, countered: bool
) -> FightPosition:
    """The fight after the damage of an attack."""
    them = fight.combatants[shot.target]
    body = replace(them, hp=them.hp - hurt.hp, fortitude=them.fortitude - hurt.fortitude, burning=hurt.burning)
    return _countered(options, fight.with_combatant(shot.target, body), fighters, shot, countered)


def _countered(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, countered: bool
) -> FightPosition:
    """The fight with the one who counterattacks next, if anyone does."""
    back = able_to_counter(options, fight, fighters, shot, (shot.target,)) if countered else ()
    return replace(fight, aim=None, result=None, counters=back[0] if back else NO_ONE)


def _struck_back(dice: Dice[Options], fight: FightPosition, fighters: Fighters, by: int) -> FightPosition:
    """The fight after the counterattack."""
    us, them = fight.mine, fight.combatants[by]
    body = Combatant(us.hp, us.fortitude, space=us.space)
    back = dice.call(
        counter_alone, body, fight.at, fighters, by, Combatant(_ENOUGH, shots=them.shots, space=them.space)
    )
    fight = replace(fight, counters=NO_ONE)
    if back.shots != them.shots:
        fight = fight.with_combatant(by, replace(them, shots=back.shots))
    return fight.with_combatant(fight.at, replace(us, hp=us.hp - back.hp, fortitude=us.fortitude - back.fortitude))


class StruckBack(NamedTuple):
    """The harm of a counterattack, at most the HP that are left, and the shots left for the next."""

    hp: int
    fortitude: int
    shots: tuple[int, ...]


@rule("DPI-138", "DPI-A42")
def counter_alone(
    dice: Dice[Options], us: Combatant, at: int, fighters: Fighters, by: int, them: Combatant
) -> StruckBack:
    """The counterattack."""
    after, back = counterattack(dice, _alone(us, at, them), fighters, by)
    return StruckBack(min(us.hp, back.hp), back.ft, after.combatants[by].shots)
