"""A fight of one against one with AP, distance, cover, shots, reloads and stims.

A step is one action. The attacker follows a plan, or best play for the kinds of actions named in `choices`.
Burn is left out.
"""

from functools import lru_cache

from msgspec import Struct

from rulewright.game.fights import Bout
from rulewright.games.dpi.check import edge_of
from rulewright.games.dpi.data import AP, WEAPONS
from rulewright.games.dpi.duel import Duellist, DuelState, Fighter, next_blow, target_attacks, target_edge
from rulewright.games.dpi.high import refuse_late
from rulewright.games.dpi.meters import lose_sanity
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.rest import stim
from rulewright.games.dpi.skirmish_state import (
    FARTHEST,
    WIN,
    Act,
    Skirmish,
    SkirmishOver,
    SkirmishState,
    SkirmishWinner,
    ap_to_reload,
    counts_target_shots,
    is_in_reach,
    is_timed,
    planned_act,
    possible_acts,
    ready_weapons,
    weapons_of,
)
from rulewright.games.dpi.weapons import ap_to_fire, damage_dice, in_range
from rulewright.rules import Dice, Refused, repeat, rule


class SkirmishEnd(Struct, frozen=True):
    """The side left standing, or that the attacker stopped."""

    winner: SkirmishWinner


@lru_cache(maxsize=4096)
def _fighters(
    options: Options, skirmish: Skirmish, weapon: int, spaces: int, covered: bool, ours: bool, theirs: bool
) -> tuple[Fighter, Fighter]:
    """Both sides for one attack: their weapons at this distance, and whether they can counterattack."""
    name, level = weapons_of(skirmish)[weapon]
    foe = skirmish.counter_weapon
    attacker = Fighter(
        edge=edge_of(options, skirmish, 0, 0),
        damage=damage_dice(options, name, level, spaces),
        counters=ours,
        cover="half" if covered else "none",
        policy=skirmish.high_policy,
        attacks=0,
    )
    target = Fighter(
        edge=target_edge(options, skirmish),
        damage=damage_dice(options, foe, skirmish.counter_level, spaces) if foe != "none" else (),
        counters=theirs,
        cover=skirmish.target_cover,
        policy="keep",
        attacks=0,
    )
    return attacker, target


@rule("DPI-138", "DPI-156", "DPI-A42", "DPI-A43")
def _fight_on(dice: Dice[Options], state: SkirmishState, skirmish: Skirmish) -> SkirmishState | SkirmishOver:
    """The next step of an attack; a counterattack uses a shot."""
    options, due = dice.options, state.duel.due
    attacking = state.duel.turn == "attacker"
    ours = attacking or bool(ready_weapons(options, state, skirmish))
    theirs = not attacking or is_in_reach(options, state, skirmish)
    fighters = _fighters(options, skirmish, state.weapon, state.spaces, state.covered, ours, theirs)
    duel = next_blow(dice, state.duel, *fighters, False)
    if due == "counter":
        state = _target_fires(state, skirmish) if attacking else _fire(state, skirmish, state.weapon)
    if duel.due != "roll":
        return state._replace(duel=duel)
    return (
        _skirmish_over(duel) if 0 in (duel.attacker.hp, duel.target.hp) else state._replace(duel=duel, striking=False)
    )


def _skirmish_over(duel: DuelState) -> SkirmishOver:
    ours, theirs = duel.attacker.hp, duel.target.hp
    if ours > 0:
        return SkirmishOver("attacker", WIN, ours, theirs)
    return SkirmishOver("target" if theirs > 0 else "none", 0, ours, theirs)


def _fire(state: SkirmishState, skirmish: Skirmish, weapon: int) -> SkirmishState:
    if not WEAPONS[weapons_of(skirmish)[weapon][0]].shots:
        return state
    shots = tuple(left - (at == weapon) for at, left in enumerate(state.shots))
    return state._replace(shots=shots)


def _target_fires(state: SkirmishState, skirmish: Skirmish) -> SkirmishState:
    return state._replace(target_shots=state.target_shots - 1) if counts_target_shots(skirmish) else state


@rule("DPI-27", "DPI-128", "DPI-A59")
def next_act(
    dice: Dice[Options], state: SkirmishState | SkirmishOver, skirmish: Skirmish
) -> SkirmishState | SkirmishOver:
    """The next action of the side whose turn it is, or the next step of an attack."""
    if isinstance(state, SkirmishOver):
        return state
    if state.striking:
        return _fight_on(dice, state, skirmish)
    if state.duel.turn == "target":
        return _target_acts(dice.options, state, skirmish)
    possible = possible_acts(dice.options, state, skirmish)
    planned = planned_act(dice.options, state, skirmish, [act for act, _ in possible])
    ways = [planned, *(act for act, choice in possible if choice in skirmish.choices and act != planned)]
    act = ways[0] if len(ways) == 1 else dice.choose("attacker", "what to do", ways)
    return _after_act(dice, state, skirmish, act)


def _paid(options: Options, state: SkirmishState, skirmish: Skirmish, ap: int) -> SkirmishState:
    return state._replace(ap=state.ap - ap) if is_timed(options, skirmish) else state


def _after_act(dice: Dice[Options], state: SkirmishState, skirmish: Skirmish, act: Act) -> SkirmishState | SkirmishOver:
    """The state after an action of the attacker."""
    options, arms = dice.options, weapons_of(skirmish)
    match act.verb:
        case "attack":
            paid = _paid(options, state, skirmish, ap_to_fire(options, arms[act.at][0]))
            return _fire(paid, skirmish, act.at)._replace(weapon=act.at, striking=True)
        case "reload":
            paid = _paid(options, state, skirmish, ap_to_reload(options, skirmish))
            full = WEAPONS[arms[act.at][0]].shots
            shots = tuple(full if at == act.at else left for at, left in enumerate(state.shots))
            return paid._replace(shots=shots, reloads=state.reloads - 1)
        case "stim":
            return _stimmed(dice, _paid(options, state, skirmish, AP.item), skirmish)
        case "take cover":
            return _paid(options, state, skirmish, (skirmish.cover_spaces or 0) * AP.move)._replace(covered=True)
        case "move":
            gap = act.at - state.spaces
            most = state.ap // AP.move if is_timed(options, skirmish) else abs(gap)
            steps = max(-most, min(most, gap))
            return _paid(options, state, skirmish, abs(steps) * AP.move)._replace(
                spaces=state.spaces + steps, covered=False
            )
        case "end turn":
            return state._replace(duel=state.duel._replace(turn="target"), ap=skirmish.target_ap)
        case "stop":
            worth = 0 if is_in_reach(options, state, skirmish) else skirmish.stop_worth
            return SkirmishOver("stopped", worth, state.duel.attacker.hp, state.duel.target.hp)


@rule("DPI-97", "DPI-180")
def _stimmed(dice: Dice[Options], state: SkirmishState, skirmish: Skirmish) -> SkirmishState | SkirmishOver:
    """The attacker after a stim."""
    us = state.duel.attacker
    done = dice.call(stim, (skirmish.hp_max or skirmish.attacker_hp) - us.hp, us.stress)
    sanity, hp = lose_sanity(us.sanity, done.sanity_lost, us.hp + done.hp)
    duel = state.duel._replace(attacker=Duellist(max(0, hp), us.ft, done.stress, us.high, sanity))
    return state._replace(duel=duel, stims=state.stims - 1) if hp > 0 else _skirmish_over(duel)


@rule("DPI-A41")
def _target_acts(options: Options, state: SkirmishState, skirmish: Skirmish) -> SkirmishState:
    """The target's next action: it reloads an empty weapon, comes nearer, by ruling attacks, or ends its turn."""
    weapon, ap = skirmish.counter_weapon, state.ap
    if not state.target_shots and state.target_reloads and ap >= AP.reload:
        full = WEAPONS[weapon].shots
        return state._replace(target_shots=full, target_reloads=state.target_reloads - 1, ap=ap - AP.reload)
    if weapon != "none" and not in_range(options, weapon, state.spaces):
        if skirmish.target_moves == "close" and ap >= AP.move:
            reached = [at for at in range(FARTHEST + 1) if in_range(options, weapon, at)]
            gap = min(reached, key=lambda at: abs(at - state.spaces)) - state.spaces
            steps = max(-ap, min(ap, gap))
            return state._replace(spaces=state.spaces + steps, ap=ap - abs(steps) * AP.move)
    elif options.enemy_turns == "full" and state.target_shots and ap >= ap_to_fire(options, weapon):
        ready = ready_weapons(options, state, skirmish)
        paid = _target_fires(state._replace(ap=ap - ap_to_fire(options, weapon)), skirmish)
        return paid._replace(weapon=ready[0] if ready else 0, striking=True)
    return state._replace(duel=state.duel._replace(turn="attacker"), ap=skirmish.ap)


def _stopped(state: SkirmishState | SkirmishOver) -> SkirmishState | SkirmishOver:
    """A skirmish in which nothing can happen any more: the attacker stops."""
    if isinstance(state, SkirmishOver):
        return state
    return SkirmishOver("stopped", 0, state.duel.attacker.hp, state.duel.target.hp)


skirmish_on = repeat(
    next_act,
    until=lambda state: isinstance(state, SkirmishOver),
    aims={"attacker": lambda state: state.worth if isinstance(state, SkirmishOver) else 0},
    never=_stopped,
)


@rule("DPI-A41", "DPI-A54")
def begin_skirmish(dice: Dice[Options], skirmish: Skirmish) -> Bout:
    """A skirmish before its first action, every weapon loaded."""
    return Bout(skirmish_on, first_state(dice.options, skirmish), (skirmish,))


def first_state(options: Options, skirmish: Skirmish) -> SkirmishState:
    """The first state of a skirmish; refuses grenades, and by ruling an unarmed target."""
    refuse_late(options, skirmish.high_policy)
    names = [weapon for weapon, _ in weapons_of(skirmish)]
    if "grenade" in (*names, skirmish.counter_weapon):
        raise Refused("no grenades in a skirmish: use a weapon that is reloaded", "DPI-181")
    full = target_attacks(options, skirmish)
    high = 0 if skirmish.high_policy == "keep" else skirmish.high
    us = Duellist(skirmish.attacker_hp, skirmish.attacker_fortitude, skirmish.stress, high, skirmish.sanity)
    stress, sanity = (skirmish.target_stress, skirmish.target_sanity) if full else (0, 0)
    them = Duellist(skirmish.target_hp, skirmish.target_fortitude, stress, 0, sanity)
    shots = skirmish.target_shots
    return SkirmishState(
        DuelState(us, them, "attacker", 0),
        skirmish.distance,
        skirmish.ap,
        tuple(WEAPONS[weapon].shots for weapon in names),
        skirmish.reloads,
        skirmish.stims,
        skirmish.attacker_cover == "half",
        shots if shots is not None and counts_target_shots(skirmish) else 1,
        skirmish.target_reloads,
    )


@rule("DPI-27", "DPI-128", "DPI-138", "DPI-A41", "DPI-A43")
def skirmish(dice: Dice[Options], skirmish: Skirmish) -> SkirmishEnd:
    """Action after action, with AP, shots and distance, until a side falls or the attacker stops."""
    begun = begin_skirmish(dice, skirmish)
    end = dice.call(begun.fight, begun.start, *begun.context)
    return SkirmishEnd(end.winner)
