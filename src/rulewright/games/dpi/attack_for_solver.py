"""An attack between two fighters in parts, for the solver: the roll, the damage, the counterattack.

Each part calls the same functions as a whole attack, on a position reduced to the values that the part depends on, so
that its odds are computed once for many positions; its changes are then applied to the full position.
"""

from msgspec.structs import replace

from rulewright.game.fight_step import BEST
from rulewright.games.dpi.check import Result
from rulewright.games.dpi.fight_attack import able_to_counter, counterattack, deal_damage, is_countered, roll_and_shake
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, Combatant, Fighters, FightPosition, TurnContext
from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.harm import counts_as_cost
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.stress_and_sanity import lose_sanity
from rulewright.rules import Dice, rule

_ENOUGH = 1_000_000
"""More HP and Sanity than any part can use up."""
Nerves = tuple[int, int, int]
"""Stress and High after a roll, and the Sanity lost by it."""
Body = tuple[int, int, int]
"""HP, not below 0, Fortitude and burning after damage."""


def next_part(dice: Dice[Options], fight: FightPosition, fighters: Fighters) -> FightPosition:
    """The next part of an attack. Where High is a decision, roll and damage are parts of their own."""
    shot, us = fight.aim, fight.mine
    if shot is None:
        return _struck_back(dice, fight, fighters, fight.counters)
    target, result = fight.combatants[shot.target], fight.result
    them = Combatant(target.hp, target.fortitude, burning=target.burning, space=target.space)
    calm = Combatant(_ENOUGH, 0, us.stress, us.high, _ENOUGH, space=us.space)
    if result is not None:
        harm = dice.call(damage_alone, us.space, fight.at, fighters, shot, them, result)
        return _hurt(dice.options, fight, fighters, shot, harm, is_countered(result))
    if fighters.plans[fight.at] != BEST:
        nerves, countered, harm = dice.call(blow, calm, fight.at, fighters, shot, them)
        return _hurt(dice.options, _shaken(fight, nerves), fighters, shot, harm, countered)
    nerves, result = dice.call(roll_alone, calm, fight.at, fighters, shot)
    fight = _shaken(fight, nerves)
    if result == "failure":
        return _countered(dice.options, fight, fighters, shot, True)
    return replace(fight, result=result)


def _alone(options: Options, us: Combatant, at: int, fighters: Fighters, them: Combatant) -> TurnContext:
    return TurnContext(options, FightPosition((us, them) if at == 0 else (them, us), at), fighters)


@rule("DPI-01", "DPI-12", "DPI-15", "DPI-95", "DPI-96")
def roll_alone(
    dice: Dice[Options], us: Combatant, at: int, fighters: Fighters, shot: AimedAttack
) -> tuple[Nerves, Result]:
    """The attack roll with its High, and the result as far as damage depends on it."""
    turn, rolled = roll_and_shake(dice, _alone(dice.options, us, at, fighters, us), shot)
    return (turn.us.stress, turn.us.high, us.sanity - turn.us.sanity), counts_as_cost(dice.options, rolled.result)


@rule("DPI-13", "DPI-14", "DPI-15", "DPI-178")
def damage_alone(
    dice: Dice[Options], space: Space, at: int, fighters: Fighters, shot: AimedAttack, them: Combatant, result: Result
) -> Body:
    """The target after the damage of a result, dealt from a space."""
    turn, _ = deal_damage(dice, _alone(dice.options, Combatant(_ENOUGH, space=space), at, fighters, them), shot, result)
    return _body(turn.fight.combatants[shot.target])


def _body(after: Combatant) -> Body:
    return max(0, after.hp), after.fortitude, after.burning


@rule("DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-139", "DPI-140", "DPI-141")
def blow(
    dice: Dice[Options], us: Combatant, at: int, fighters: Fighters, shot: AimedAttack, them: Combatant
) -> tuple[Nerves, bool, Body]:
    """The attack roll, whether it is countered, and the target after its damage."""
    nerves, result = dice.call(roll_alone, us, at, fighters, shot)
    if result == "failure":
        return nerves, True, _body(them)
    return nerves, is_countered(result), dice.call(damage_alone, us.space, at, fighters, shot, them, result)


@rule("DPI-138", "DPI-A42")
def counter_alone(
    dice: Dice[Options], us: Combatant, at: int, fighters: Fighters, by: int, them: Combatant
) -> tuple[Body, tuple[int, ...]]:
    """The attacker after the counterattack, and the shots left for the next."""
    turn, _ = counterattack(dice, _alone(dice.options, us, at, fighters, them), by)
    return _body(turn.us), turn.fight.combatants[by].shots


def _shaken(fight: FightPosition, nerves: Nerves) -> FightPosition:
    """The fight after the Stress and High of a roll; Sanity lost below 0 costs HP, down to 0."""
    us, (stress, high, lost) = fight.mine, nerves
    shaken = replace(us, stress=stress, high=high)
    if lost:
        sanity, hp = lose_sanity(us.sanity, lost, us.hp)
        shaken = replace(shaken, sanity=sanity, hp=max(0, hp))
    return fight.with_combatant(fight.at, shaken)


def _hurt(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, after: Body, countered: bool
) -> FightPosition:
    """The fight after the damage of an attack."""
    hp, fortitude, burning = after
    them = replace(fight.combatants[shot.target], hp=hp, fortitude=fortitude, burning=burning)
    return _countered(options, fight.with_combatant(shot.target, them), fighters, shot, countered)


def _countered(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, countered: bool
) -> FightPosition:
    """The fight with the one who counterattacks next, if anyone does."""
    back = able_to_counter(TurnContext(options, fight, fighters), shot, (shot.target,)) if countered else ()
    return replace(fight, aim=None, result=None, counters=back[0] if back else NO_ONE)


def _struck_back(dice: Dice[Options], fight: FightPosition, fighters: Fighters, by: int) -> FightPosition:
    """The fight after the counterattack."""
    us, them = fight.mine, fight.combatants[by]
    body = Combatant(us.hp, us.fortitude, space=us.space)
    counters = Combatant(_ENOUGH, shots=them.shots, space=them.space)
    (hp, fortitude, _), shots = dice.call(counter_alone, body, fight.at, fighters, by, counters)
    fight = replace(fight, counters=NO_ONE)
    if shots != them.shots:
        fight = fight.with_combatant(by, replace(them, shots=shots))
    return fight.with_combatant(fight.at, replace(us, hp=hp, fortitude=fortitude))
