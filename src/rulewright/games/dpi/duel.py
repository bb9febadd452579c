"""Volleys, and duels to their end.

An attack and its counterattack are two steps, so that states merge and odds stay quick. Stress and High
are counted with the roll, since nothing later in the same attack depends on them.
"""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from rulewright.game.fights import Bout
from rulewright.games.dpi.attack import Exchange, can_counter, is_countered
from rulewright.games.dpi.check import Modifier, Result, Situation, edge_of, grants
from rulewright.games.dpi.data import METERS, SKILLS, STATS, Amount, DifficultyName, DuelHitPoints
from rulewright.games.dpi.high import HighPolicy, refuse_late, roll_by_policy, spend_by_policy
from rulewright.games.dpi.meters import lose_sanity, overflow
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import Cover, Harm, counts_as_cost, damage_dice, harm, refuse_out_of_range
from rulewright.rules import Dice, Refused, between, meaning, repeat, rule

Attacks = Annotated[int, Meta(ge=1, le=100)]
HighAtStart = Annotated[int, between(0, METERS.high_most, "High held at the start")]


class Volley(Exchange, frozen=True):
    """Several attacks on one target."""

    target_hp: Annotated[DuelHitPoints, meaning("the target's HP")] = 24
    attacker_hp: Annotated[DuelHitPoints, meaning("the attacker's HP")] = 24
    attacks: Annotated[Attacks, meaning("number of attacks")] = 1
    high: HighAtStart = 0
    sanity: Annotated[Amount, meaning("the attacker's Sanity")] = 10
    high_policy: Annotated[
        HighPolicy, meaning("what High is spent on; best deals the most damage for the damage taken")
    ] = "keep"


class OneOnOne(Exchange, frozen=True):
    """A fight of one against one. The target's own roll matters only if enemies attack (enemy-turns full)."""

    target_hp: Annotated[DuelHitPoints, meaning("the target's HP")] = 24
    attacker_hp: Annotated[DuelHitPoints, meaning("the attacker's HP")] = 24
    high: HighAtStart = 0
    sanity: Annotated[Amount, meaning("the attacker's Sanity")] = 10
    high_policy: Annotated[HighPolicy, meaning("what High is spent on; best wins most often")] = "keep"
    target_stat: Annotated[int, between(0, STATS.most, "score of the stat the target attacks with")] = STATS.start
    target_skill: Annotated[int, between(0, SKILLS.most, "level of the skill the target attacks with")] = 0
    target_luck: Annotated[int, between(0, STATS.most, "the target's score of Luck")] = STATS.start
    target_stress: Annotated[int, between(0, METERS.stress_most, "the target's Stress")] = 0
    target_modifier: Annotated[Modifier, meaning("the target's modifier")] = 0
    target_difficulty: Annotated[DifficultyName, meaning("the difficulty of hitting the attacker")] = "normal"
    target_sanity: Annotated[Amount, meaning("the target's Sanity")] = 10


class Duel(OneOnOne, frozen=True):
    """Attacks until one side falls, by one side or by both in turns."""

    attacks_per_turn: Annotated[Attacks, meaning("the attacker's attacks in a turn (enemy-turns full)")] = 1
    target_attacks_per_turn: Annotated[Attacks, meaning("the target's attacks in a turn (enemy-turns full)")] = 1


class VolleyEnd(Struct, frozen=True):
    """HP and Stress after a volley."""

    target_hp: int
    attacker_hp: int
    stress: int


class DuelEnd(Struct, frozen=True):
    """The side left standing."""

    winner: Literal["attacker", "target", "none"]


class Duellist(NamedTuple):
    """The values of a fighter that change in a fight."""

    hp: int
    ft: int = 0
    stress: int = 0
    high: int = 0
    sanity: int = 0


class Fighter(Struct, frozen=True, cache_hash=True):
    """The values of a fighter that stay the same in a fight.

    Where only the end matters, High may relieve Stress at once instead of before the next attack:
    nothing in between depends on either, and there are fewer states.
    """

    edge: int
    damage: tuple[tuple[int, int], ...]
    counters: bool
    cover: Cover
    policy: str
    attacks: int
    relieves_at_once: bool = False


Due = Literal["roll", "counter", "cost-minus", "cost", "cost-plus", "success", "crit"]
"""The attack roll, the damage of its result, or the counterattack."""


class DuelState(NamedTuple):
    """A duel between two steps: both sides, whose attack it is, attacks left, and the next step."""

    attacker: Duellist
    target: Duellist
    turn: Literal["attacker", "target"]
    left: int
    due: Due = "roll"


class StrikeOutcome(NamedTuple):
    """The outcome of an attack roll: the result, Stress and High afterwards, and the Sanity lost."""

    result: Result
    stress: int
    high: int
    sanity_lost: int


@rule("DPI-12", "DPI-15", "DPI-97", "DPI-98")
def after_result(options: Options, our: Fighter, stress: int, high: int, result: Result) -> StrikeOutcome:
    """Stress and High after a result; High is not tracked if it is never spent."""
    more_stress, more_high = grants(options, result, combat=True)
    stress, lost = overflow(stress, more_stress)
    high = 0 if our.policy == "keep" else min(METERS.high_most, high + more_high)
    if our.relieves_at_once:
        stress, high, _ = spend_by_policy("relieve", stress, high)
    return StrikeOutcome(counts_as_cost(options, result), stress, high, lost)


@rule("DPI-95", "DPI-96", "DPI-138")
def strike(dice: Dice[Options], our: Fighter, stress: int, high: int) -> StrikeOutcome:
    """The attack roll, with High spent by policy, or for the best chance to win."""
    rolled = roll_by_policy(dice, "attacker", our.policy, our.edge, stress, high)
    return after_result(dice.options, our, rolled.stress, rolled.high, rolled.result)


@rule("DPI-29", "DPI-30", "DPI-A45")
def harm_to(
    dice: Dice[Options], rolled: tuple[tuple[int, int], ...], result: Result, cover: Cover, fortitude: int, hp: int
) -> Harm:
    """The harm of a blow, capped at the HP left, so that overkill makes no further states."""
    done = harm(dice, rolled, result, cover, fortitude)
    return Harm(min(hp, done.hp), done.ft)


class Blow(NamedTuple):
    """An attack up to its damage: Stress, High, Sanity lost, harm done, and whether a counterattack follows."""

    stress: int
    high: int
    sanity_lost: int
    done: Harm
    due: Due


@rule("DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-139", "DPI-140", "DPI-141")
def blow(dice: Dice[Options], our: Fighter, stress: int, high: int, cover: Cover, fortitude: int, hp: int) -> Blow:
    """The attack roll and its damage."""
    after = strike(dice, our, stress, high)
    done = Harm(0, 0)
    if after.result != "failure":
        done = dice.call(harm_to, our.damage, after.result, cover, fortitude, hp)
    return Blow(after.stress, after.high, after.sanity_lost, done, "counter" if is_countered(after.result) else "roll")


@rule("DPI-138", "DPI-A41", "DPI-A42", "DPI-A44")
def next_blow(dice: Dice[Options], state: DuelState, attacker: Fighter, target: Fighter, full: bool) -> DuelState:
    """The next step of an attack: the attack or the counterattack; roll and damage apart where High is a decision."""
    own = state.turn == "attacker"
    us, them, our, their = (
        (state.attacker, state.target, attacker, target) if own else (state.target, state.attacker, target, attacker)
    )
    due: Due = "roll"
    if state.due == "counter":
        us = _struck(us, dice.call(harm_to, their.damage, "success", our.cover, us.ft, us.hp))
    elif state.due != "roll":
        them = _struck(them, dice.call(harm_to, our.damage, state.due, their.cover, them.ft, them.hp))
        due = "counter" if is_countered(state.due) else "roll"
    elif our.policy == "best":
        after = dice.call(strike, our, us.stress, us.high)
        us = _shaken(us, after.stress, after.high, after.sanity_lost)
        due = "counter" if after.result == "failure" else after.result
    else:
        struck = dice.call(blow, our, us.stress, us.high, their.cover, them.ft, them.hp)
        us = _shaken(us, struck.stress, struck.high, struck.sanity_lost)
        them, due = _struck(them, struck.done), struck.due
    if due == "counter" and not (their.counters and (them.hp or dice.options.counter_timing == "simultaneous")):
        due = "roll"
    sides = (us, them) if own else (them, us)
    if due == "roll":
        return _next_attack(state, *sides, attacker, target, full)
    return DuelState(*sides, state.turn, state.left, due)


def _struck(one: Duellist, harm: Harm) -> Duellist:
    return Duellist(one.hp - harm.hp, one.ft - harm.ft, one.stress, one.high, one.sanity)


@rule("DPI-90", "DPI-97")
def _shaken(one: Duellist, stress: int, high: int, sanity_lost: int) -> Duellist:
    """The attacker after the Stress and High of a roll; Sanity lost below 0 costs HP."""
    if not sanity_lost:
        return Duellist(one.hp, one.ft, stress, high, one.sanity)
    sanity, hp = lose_sanity(one.sanity, sanity_lost, one.hp)
    return Duellist(max(0, hp), one.ft, stress, high, sanity)


def _next_attack(
    state: DuelState, attacking: Duellist, defending: Duellist, attacker: Fighter, target: Fighter, full: bool
) -> DuelState:
    """The state after an attack. The last of a turn passes the turn; an ended fight keeps only what is reported."""
    if attacking.hp == 0 or defending.hp == 0:
        return DuelState(Duellist(attacking.hp, stress=attacking.stress), Duellist(defending.hp), "attacker", 0)
    if not full:
        return DuelState(attacking, defending, state.turn, max(0, state.left - 1))
    if state.left > 1:
        return DuelState(attacking, defending, state.turn, state.left - 1)
    if state.turn == "attacker":
        return DuelState(attacking, defending, "target", target.attacks)
    return DuelState(attacking, defending, "attacker", attacker.attacks)


def _is_over(state: DuelState) -> bool:
    return state.due == "roll" and (state.attacker.hp == 0 or state.target.hp == 0)


ENDLESS = 0
"""Attacks left in a duel in which only one side attacks; they are not counted down."""
volley_on = repeat(
    next_blow,
    until=lambda state: state.due == "roll" and (state.left == 0 or _is_over(state)),
    aims={"attacker": lambda state: state.attacker.hp - state.target.hp},
)
duel_on = repeat(
    next_blow,
    until=_is_over,
    aims={"attacker": lambda state: int(state.target.hp == 0 < state.attacker.hp)},
)


def _attacker(options: Options, fight: Volley | Duel, attacks: int) -> Fighter:
    return Fighter(
        edge=edge_of(options, fight, 0, 0),
        damage=damage_dice(options, fight.weapon, fight.level, fight.distance),
        counters=can_counter(options, fight.weapon, fight.distance),
        cover=fight.attacker_cover,
        policy=fight.high_policy,
        attacks=attacks,
        relieves_at_once=isinstance(fight, Duel) and fight.high_policy == "relieve",
    )


def _target(options: Options, fight: Volley | Duel, edge: int, attacks: int) -> Fighter:
    armed = fight.counter_weapon != "none"
    return Fighter(
        edge=edge,
        damage=damage_dice(options, fight.counter_weapon, fight.counter_level, fight.distance) if armed else (),
        counters=can_counter(options, fight.counter_weapon, fight.distance),
        cover=fight.target_cover,
        policy="keep",
        attacks=attacks,
    )


def first_state(fight: Volley | Duel, left: int, target_stress: int = 0, target_sanity: int = 0) -> DuelState:
    """The first state of a fight; High is not tracked if it is never spent."""
    high = 0 if fight.high_policy == "keep" else fight.high
    return DuelState(
        Duellist(fight.attacker_hp, fight.attacker_fortitude, fight.stress, high, fight.sanity),
        Duellist(fight.target_hp, fight.target_fortitude, target_stress, 0, target_sanity),
        "attacker",
        left,
    )


@rule("DPI-138", "DPI-139", "DPI-140", "DPI-141", "DPI-A42", "DPI-A45")
def volley(dice: Dice[Options], volley: Volley) -> VolleyEnd:
    """Several attacks on one target, each with its counterattack, until all are made or a side falls."""
    options = dice.options
    refuse_late(options, volley.high_policy)
    refuse_out_of_range(options, volley.weapon, volley.distance)
    us, them = _attacker(options, volley, 0), _target(options, volley, 0, 0)
    end = dice.call(volley_on, first_state(volley, volley.attacks), us, them, False)
    return VolleyEnd(end.target.hp, end.attacker.hp, end.attacker.stress)


@rule("DPI-138", "DPI-A41")
def duel(dice: Dice[Options], duel: Duel) -> DuelEnd:
    """Attack after attack until a side is at 0 HP; by ruling the target attacks in its own turns too."""
    opened = begin_duel(dice, duel)
    end = dice.call(opened.fight, opened.start, *opened.context)
    if end.attacker.hp > 0:
        return DuelEnd("attacker")
    return DuelEnd("target" if end.target.hp > 0 else "none")


@rule("DPI-138", "DPI-A41")
def begin_duel(dice: Dice[Options], duel: Duel) -> Bout:
    """A duel before its first attack; refuses weapons out of range, and by ruling an unarmed target."""
    options = dice.options
    refuse_late(options, duel.high_policy)
    refuse_out_of_range(options, duel.weapon, duel.distance)
    full = target_attacks(options, duel)
    if full:
        refuse_out_of_range(options, duel.counter_weapon, duel.distance)
    edge = target_edge(options, duel) if full else 0
    us = _attacker(options, duel, duel.attacks_per_turn if full else ENDLESS)
    them = _target(options, duel, edge, duel.target_attacks_per_turn if full else ENDLESS)
    start = (
        first_state(duel, us.attacks, duel.target_stress, duel.target_sanity) if full else first_state(duel, ENDLESS)
    )
    return Bout(duel_on, start, (us, them, full))


@rule("DPI-A41")
def target_attacks(options: Options, fight: OneOnOne) -> bool:
    """Whether the target attacks in its own turn, by ruling; refuses one without a weapon."""
    full = options.enemy_turns == "full"
    if full and fight.counter_weapon == "none":
        raise Refused("no weapon: the target attacks at this table and needs a weapon to counter with", "DPI-A41")
    return full


def target_edge(options: Options, fight: OneOnOne) -> int:
    """The modifier of the target's own attacks less the difficulty."""
    situation = Situation(
        fight.target_stat,
        fight.target_skill,
        fight.target_luck,
        fight.target_stress,
        fight.target_modifier,
        fight.target_difficulty,
    )
    return edge_of(options, situation, 0, 0)
