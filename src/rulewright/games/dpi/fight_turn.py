"""The acts of a turn in a fight, each written once: the table, the rolls and the solver call the same functions."""

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import NO_WINNER, Act
from rulewright.game.scene import Said
from rulewright.games.dpi.data import AP, ITEMS
from rulewright.games.dpi.fight_attack import Struck, fired, harmed, strike
from rulewright.games.dpi.fight_state import (
    NO_ONE,
    AimedAttack,
    Combatant,
    Fighter,
    Fighters,
    FightPosition,
    LinePlace,
    is_loaded,
    stands,
)
from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.harm import Harm, soaked
from rulewright.games.dpi.meters import lose_sanity, relieve
from rulewright.games.dpi.movement import ShortestPath, cost_of_move, way_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.rest import Stimmed, stim
from rulewright.rules import Dice, Refused, rule


class TurnStart(Struct, frozen=True):
    """The start of a turn: burn damage, whether it felled the character, and the AP."""

    burned: int
    fell: bool
    ap: int


class Moved(Struct, frozen=True):
    """The spaces moved, the AP spent, and the way taken."""

    spaces: int
    ap: int
    path: tuple[Space, ...]


@rule("DPI-27", "DPI-178", "DPI-A57", "DPI-A59")
def begin_turn(dice: Dice[Options], fight: FightPosition, fighters: Fighters) -> tuple[FightPosition, TurnStart]:
    """Burn damage comes first, then the AP are full again."""
    us, our, burned = fight.mine, fighters.fighters[fight.at], 0
    if us.burning:
        stopped = dice.options.burn_fortitude == "applies"
        damage = ITEMS.burn_damage
        harm = soaked(dice.options, damage, "none", us.fortitude) if stopped else Harm(damage, 0)
        us, burned = harmed(replace(us, burning=us.burning - 1), harm), harm.hp
        if us.hp <= 0:
            return fight.after(us, 0), TurnStart(burned, True, 0)
    return replace(fight.after(us, our.ap), moved=0, diagonals=0), TurnStart(burned, False, our.ap)


def paid(fight: FightPosition, fighters: Fighters, ap: int) -> FightPosition:
    """The fight after AP were spent, where they are counted."""
    return replace(fight, left=fight.left - ap) if fighters.timed else fight


def arm_named(us: Combatant, our: Fighter, weapon: str) -> int:
    """The place of a weapon among the arms, preferring a loaded one; `NO_ONE` if there is none."""
    those = [at for at, arm in enumerate(our.arms) if arm.weapon.name == weapon and at != our.thrown]
    return next((at for at in those if is_loaded(us, our, at)), those[0] if those else NO_ONE)


@rule("DPI-129", "DPI-156", "DPI-A54")
def ready_shot(fight: FightPosition, fighters: Fighters, arm: int) -> FightPosition:
    """The fight after the AP and the shot, or the grenade, of an attack."""
    our = fighters.fighters[fight.at]
    fight = paid(fight.with_combatant(fight.at, fired(fight.mine, our, arm)), fighters, our.arms[arm].ap)
    return replace(fight, relieved=False) if fight.relieved else fight


def shot_of(options: Options, fight: FightPosition, fighters: Fighters, act: Act) -> AimedAttack:
    """The attack that an act makes."""
    params, our = dict(act.params), fighters.fighters[fight.at]
    waits = options.high_timing == "any-time" and our.high in ("late", "best")
    high = params.get("high", 0)
    if act.action == "throw-grenade":
        lands = (params["at"][0], params["at"][1])
        return AimedAttack(our.thrown, standing_at(fight, lands), lands, high, waits)
    return AimedAttack(arm_named(fight.mine, our, params["weapon"]), fighters.at(params["target"]), None, high, waits)


def standing_at(fight: FightPosition, space: Space) -> int:
    """The place of the first other combatant on a space; `NO_ONE` if it is free."""
    those = (at for at, one in enumerate(fight.combatants) if at != fight.at and stands(one) and one.space == space)
    return next(those, NO_ONE)


@rule("DPI-134", "DPI-A54")
def reload_cost(options: Options, our: Fighter) -> int:
    """The AP of a reload: 5, or by ruling a whole turn."""
    return AP.reload if options.reload_cost == "five-ap" else our.ap


@rule("DPI-134", "DPI-156", "DPI-179", "DPI-A54")
def reload(options: Options, fight: FightPosition, fighters: Fighters, arm: int) -> tuple[FightPosition, Said]:
    """A weapon is loaded with one of the reloads."""
    us, our = fight.mine, fighters.fighters[fight.at]
    weapon = our.arms[arm].weapon
    shots = (*us.shots[:arm], weapon.shots, *us.shots[arm + 1 :])
    after = fight.with_combatant(fight.at, replace(us, shots=shots, reloads=us.reloads - 1))
    return paid(after, fighters, reload_cost(options, our)), Said(f"{weapon.name} is loaded")


@rule("DPI-97", "DPI-133", "DPI-180")
def use_stim(
    dice: Dice[Options], fight: FightPosition, fighters: Fighters, patient: int
) -> tuple[FightPosition, Stimmed]:
    """A stim restores 1d6 HP and gives 1 Stress, to its user or another."""
    fight = paid(fight.with_combatant(fight.at, replace(fight.mine, stims=fight.mine.stims - 1)), fighters, AP.item)
    treated = fight.combatants[patient]
    done = dice.call(stim, fighters.fighters[patient].hp_max - treated.hp, treated.stress)
    sanity, hp = lose_sanity(treated.sanity, done.sanity_lost, treated.hp + done.hp)
    return fight.with_combatant(patient, replace(treated, hp=hp, stress=done.stress, sanity=sanity)), done


@rule("DPI-95", "DPI-A33")
def spend_high(options: Options, fight: FightPosition, fighters: Fighters, points: int) -> tuple[FightPosition, Said]:
    """High lowers Stress, a point for a point."""
    us = fight.mine
    after = relieve(options, us.stress, us.high, points, fighters.fighters[fight.at].traumas)
    relieved = fight.with_combatant(fight.at, replace(us, stress=after.stress, high=after.high))
    return relieved, Said(f"Stress {after.stress}, High {after.high}")


@rule("DPI-126", "DPI-128", "DPI-135", "DPI-A49", "DPI-A58")
def move(options: Options, fight: FightPosition, fighters: Fighters, to: Space) -> tuple[FightPosition, Moved]:
    """Move to a space of the map by the shortest way."""
    way = way_now(options, fight, fighters, to)
    if way is None:
        raise Refused(f"no way to {list(to)} with {fight.left} AP: the way is blocked", "DPI-135")
    cost = cost_of_move(options, fight, fighters, way.spaces)
    after = fight.with_combatant(fight.at, replace(fight.mine, space=to))
    return paid(walked(options, after, fighters, way), fighters, cost), Moved(way.spaces, cost, way.path)


def walked(options: Options, fight: FightPosition, fighters: Fighters, way: ShortestPath) -> FightPosition:
    """The fight with the spaces moved this turn, where they matter."""
    moved = fight.moved + way.spaces if counts_moves(options, fighters.fighters[fight.at]) else 0
    return replace(fight, moved=moved, diagonals=way.diagonals)


@rule("DPI-A54", "DPI-A58")
def counts_moves(options: Options, our: Fighter) -> bool:
    """Whether the spaces moved this turn matter later in it: to armour, or to a reload that takes all of it."""
    by_armour = options.armour_movement == "spaces" and our.armour in ("light", "heavy")
    return by_armour or options.reload_cost == "whole-turn"


@rule("DPI-128", "DPI-135")
def move_on_line(fight: FightPosition, fighters: Fighters, to: int) -> tuple[FightPosition, Moved]:
    """Move towards a distance, as far as the AP allow, out of cover."""
    gap = to - fight.combatants[0].space[0]
    most = fight.left // AP.move if fighters.timed else abs(gap)
    steps = max(-most, min(most, gap))
    first = fight.combatants[0]
    space = (first.space[0] + steps, 0 if fight.at == 0 else first.space[1])
    after = fight.with_combatant(0, replace(first, space=space))
    return paid(after, fighters, abs(steps) * AP.move), Moved(abs(steps), abs(steps) * AP.move, (space,))


@rule("DPI-135", "DPI-137")
def take_cover(fight: FightPosition, fighters: Fighters) -> tuple[FightPosition, Moved]:
    """The fight after going into the half cover some spaces away."""
    plan = fighters.fighters[0].plan
    spaces = 0 if plan is None or plan.cover_spaces is None else plan.cover_spaces
    first = fight.combatants[0]
    after = fight.with_combatant(0, replace(first, space=(first.space[0], 1)))
    return paid(after, fighters, spaces * AP.move), Moved(spaces, spaces * AP.move, ())


def perform(
    dice: Dice[Options], fight: FightPosition, fighters: Fighters, act: Act
) -> tuple[FightPosition, Struck | Stimmed | Moved | Said]:
    """One action of a turn."""
    options, who = dice.options, fighters.names[fight.at]
    match act.action:
        case "attack" | "throw-grenade":
            shot = shot_of(options, fight, fighters, act)
            return strike(dice, ready_shot(fight, fighters, shot.arm), fighters, shot)
        case "reload":
            return reload(options, fight, fighters, unloaded(fight.mine, fighters.fighters[fight.at], act.of("weapon")))
        case "use-stim":
            patient = dict(act.params).get("patient")
            return use_stim(dice, fight, fighters, fight.at if patient is None else fighters.at(patient))
        case "spend-high":
            relieved, said = spend_high(options, fight, fighters, act.of("points"))
            return replace(relieved, relieved=isinstance(fighters.place, LinePlace)), said
        case "move":
            if isinstance(fighters.place, LinePlace):
                return move_on_line(fight, fighters, act.of("to"))
            return move(options, fight, fighters, (act.of("to")[0], act.of("to")[1]))
        case "take-cover":
            return take_cover(fight, fighters)
        case "leave-fight":
            gone = fight.with_combatant(fight.at, replace(fight.mine, gone=True))
            return gone, Said(f"{who} leaves the fight")
        case "stop":
            return replace(fight, left=0, end=NO_WINNER), Said(f"{who} stops")
        case _:
            return replace(fight, left=0), Said(f"{who} ends the turn")


def unloaded(us: Combatant, our: Fighter, weapon: str) -> int:
    """The place of a weapon to reload, of equal ones the emptiest."""
    those = [at for at in range(len(us.shots)) if our.arms[at].weapon.name == weapon]
    return min(those, key=lambda at: us.shots[at])
