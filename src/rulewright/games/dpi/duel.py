"""Attack after attack: a volley, and a duel to its end.

A blow and the blow back are two steps, so that states merge and odds stay quick. Stress and High are
counted with the roll: nothing in the same attack looks at them any more.
"""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from rulewright.games.dpi.attack import AtLeastOne, Fight, can_counter, is_countered
from rulewright.games.dpi.check import (
    HighPolicy,
    Situation,
    edge_of,
    grants,
    result_of_roll,
    spend_by_policy,
)
from rulewright.games.dpi.data import METERS, SKILLS, STATS, DifficultyName
from rulewright.games.dpi.meters import lose_sanity, overflow
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import Cover, Harm, counts_as_cost, damage_dice, harm, refuse_out_of_range
from rulewright.rules import Dice, Refused, between, meaning, repeat, rule

__all__ = ["Bout", "Duel", "Duellist", "Fighter", "Volley", "VolleyEnd", "Winner", "bout_of", "duel", "volley"]

HitPoints = Annotated[int, Meta(ge=1)]
High = Annotated[int, between(0, METERS.high_most, "High held at first")]
Sanity = Annotated[int, Meta(ge=0)]


class Volley(Fight, frozen=True):
    """Several attacks on one target."""

    target_hp: Annotated[HitPoints, meaning("the target's HP")] = 24
    attacker_hp: Annotated[HitPoints, meaning("the attacker's HP")] = 24
    attacks: Annotated[AtLeastOne, meaning("how many attacks")] = 1
    high: High = 0
    sanity: Annotated[Sanity, meaning("the attacker's Sanity")] = 10
    high_policy: Annotated[HighPolicy, meaning("what High is spent on before each attack")] = "keep"


class Duel(Fight, frozen=True):
    """A fight of one against one, to its end."""

    target_hp: Annotated[HitPoints, meaning("the target's HP")] = 24
    attacker_hp: Annotated[HitPoints, meaning("the attacker's HP")] = 24
    high: High = 0
    sanity: Annotated[Sanity, meaning("the attacker's Sanity")] = 10
    high_policy: Annotated[
        Literal[HighPolicy, "best"], meaning("what High is spent on before each attack; best wins most often")
    ] = "keep"
    attacks_per_turn: Annotated[AtLeastOne, meaning("the attacker's attacks in a turn (enemy-turns full)")] = 1
    target_attacks_per_turn: Annotated[AtLeastOne, meaning("the target's attacks in a turn (enemy-turns full)")] = 1
    target_stat: Annotated[int, between(0, STATS.most, "score of the stat the target attacks with")] = STATS.start
    target_skill: Annotated[int, between(0, SKILLS.most, "level of the skill the target attacks with")] = 0
    target_luck: Annotated[int, between(0, STATS.most, "the target's score of Luck")] = STATS.start
    target_stress: Annotated[int, between(0, METERS.stress_most, "the target's Stress")] = 0
    target_modifier: Annotated[int, between(-20, 20, "the target's modifier")] = 0
    target_difficulty: Annotated[DifficultyName, meaning("how hard the attacker is to strike")] = "normal"
    target_sanity: Annotated[Sanity, meaning("the target's Sanity")] = 10


class VolleyEnd(Struct, frozen=True):
    """How a volley ended."""

    target_hp: int
    attacker_hp: int
    stress: int


class Winner(Struct, frozen=True):
    """Who is left standing."""

    winner: Literal["attacker", "target", "none"]


class Duellist(NamedTuple):
    """What changes about someone in a fight."""

    hp: int
    ft: int
    stress: int = 0
    high: int = 0
    sanity: int = 0


class Fighter(Struct, frozen=True):
    """What stays the same about someone in a fight.

    Where only the end matters, High may relieve Stress at once instead of before the next attack:
    nothing in between looks at either, and there are fewer states.
    """

    edge: int
    damage: tuple[tuple[int, int], ...]
    counters: bool
    cover: Cover
    policy: str
    attacks: int
    relieves_at_once: bool = False


class Bout(NamedTuple):
    """A fight between two dice: both sides, who attacks, attacks left, and whether the blow back is due."""

    attacker: Duellist
    target: Duellist
    turn: Literal["attacker", "target"]
    left: int
    counter: bool = False


class Blow(NamedTuple):
    """What a roll to strike brings: Stress and High, harm done, and whether the enemy may strike back."""

    stress: int
    high: int
    hp: int
    ft: int
    countered: bool


@rule("DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-138", "DPI-139", "DPI-140", "DPI-141")
def blow(dice: Dice[Options], edge: int, rolled: tuple[tuple[int, int], ...], cover: Cover, fortitude: int) -> Blow:
    """The roll to strike and the damage it does."""
    result = dice.call(result_of_roll, edge)
    stress, high = grants(dice.options, result, combat=True)
    done = Harm(0, 0)
    if result != "failure":
        done = dice.call(harm, rolled, counts_as_cost(dice.options, result), cover, fortitude)
    return Blow(stress, high, done.hp, done.ft, is_countered(result))


@rule("DPI-138", "DPI-95", "DPI-96", "DPI-97", "DPI-98", "DPI-A41", "DPI-A42", "DPI-A44")
def next_blow(dice: Dice[Options], bout: Bout, attacker: Fighter, target: Fighter, full: bool) -> Bout:
    """The next part of a fight: a blow, or the blow back."""
    own = bout.turn == "attacker"
    us, them, our, their = (
        (bout.attacker, bout.target, attacker, target) if own else (bout.target, bout.attacker, target, attacker)
    )
    countered = False
    if bout.counter:
        hp, ft = dice.call(harm, their.damage, "success", our.cover, us.ft)
        us = Duellist(max(0, us.hp - hp), us.ft - ft, us.stress, us.high, us.sanity)
    else:
        stress, high, on_roll = spend_by_policy(_policy(dice, us, our), us.stress, us.high)
        struck = dice.call(blow, our.edge - stress + on_roll, our.damage, their.cover, them.ft)
        us = _rattled(us, our, stress, high, struck)
        if struck.hp or struck.ft:
            left = max(0, them.hp - struck.hp)
            them = Duellist(left, them.ft - struck.ft, them.stress, them.high, them.sanity)
        spared = them.hp == 0 and dice.options.counter_timing == "survivors-only"
        countered = struck.countered and their.counters and not spared
    left, turn = (bout.left, bout.turn) if countered else _handed_over(bout, attacker, target, full)
    return Bout(us, them, turn, left, countered) if own else Bout(them, us, turn, left, countered)


@rule("DPI-95", "DPI-96")
def _policy(dice: Dice[Options], us: Duellist, our: Fighter) -> str:
    """What High is spent on: by policy, or for the best chance to win."""
    if our.policy != "best" or us.high == 0:
        return our.policy
    choices = ("keep", "relieve", "boost") if us.stress else ("keep", "boost")
    return dice.choose("attacker", "High", choices)


@rule("DPI-97", "DPI-98", "DPI-90")
def _rattled(us: Duellist, our: Fighter, stress: int, high: int, struck: Blow) -> Duellist:
    """The attacker with the Stress and High of the roll; High that is never spent is not counted."""
    stress, lost = overflow(stress, struck.stress)
    sanity, hp = lose_sanity(us.sanity, lost, us.hp)
    high = 0 if our.policy == "keep" else min(METERS.high_most, high + struck.high)
    if our.relieves_at_once:
        stress, high, _ = spend_by_policy("relieve", stress, high)
    return Duellist(max(0, hp), us.ft, stress, high, sanity)


def _handed_over(
    bout: Bout, attacker: Fighter, target: Fighter, full: bool
) -> tuple[int, Literal["attacker", "target"]]:
    """An attack is over; the last of a turn hands over."""
    if not full:
        return max(0, bout.left - 1), bout.turn
    if bout.left > 1:
        return bout.left - 1, bout.turn
    return (target.attacks, "target") if bout.turn == "attacker" else (attacker.attacks, "attacker")


def _somebody_down(bout: Bout) -> bool:
    return not bout.counter and (bout.attacker.hp == 0 or bout.target.hp == 0)


ENDLESS = 0
"""Attacks left in a duel in which only one side attacks: they are not counted."""

volley_on = repeat(next_blow, until=lambda bout: _somebody_down(bout) or (not bout.counter and bout.left == 0))
duel_on = repeat(next_blow, until=_somebody_down)
best_duel_on = repeat(
    next_blow,
    until=_somebody_down,
    aims={"attacker": lambda bout: int(bout.target.hp == 0 < bout.attacker.hp)},
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


def bout_of(fight: Volley | Duel, left: int, target_stress: int = 0, target_sanity: int = 0) -> Bout:
    """The beginning of a fight; High that is never spent is not counted."""
    high = 0 if fight.high_policy == "keep" else fight.high
    return Bout(
        Duellist(fight.attacker_hp, fight.attacker_fortitude, fight.stress, high, fight.sanity),
        Duellist(fight.target_hp, fight.target_fortitude, target_stress, 0, target_sanity),
        "attacker",
        left,
    )


@rule("DPI-138", "DPI-139", "DPI-140", "DPI-141", "DPI-A42", "DPI-A45")
def volley(dice: Dice[Options], volley: Volley) -> VolleyEnd:
    """Several attacks on one target, each with its blow back, until they are made or somebody falls."""
    options = dice.options
    refuse_out_of_range(options, volley.weapon, volley.distance)
    us, them = _attacker(options, volley, 0), _target(options, volley, 0, 0)
    end = dice.call(volley_on, bout_of(volley, volley.attacks), us, them, False)
    return VolleyEnd(end.target.hp, end.attacker.hp, end.attacker.stress)


@rule("DPI-138", "DPI-A41")
def duel(dice: Dice[Options], duel: Duel) -> Winner:
    """Attack after attack until a side is at 0 HP; by ruling the target attacks in its own turns too."""
    options = dice.options
    refuse_out_of_range(options, duel.weapon, duel.distance)
    full = options.enemy_turns == "full"
    if full:
        if duel.counter_weapon == "none":
            raise Refused("no weapon: with enemy-turns full the target needs a counter_weapon", "DPI-A41")
        refuse_out_of_range(options, duel.counter_weapon, duel.distance)
    edge = edge_of(options, _target_situation(duel), 0, 0) if full else 0
    us = _attacker(options, duel, duel.attacks_per_turn if full else ENDLESS)
    them = _target(options, duel, edge, duel.target_attacks_per_turn if full else ENDLESS)
    start = bout_of(duel, us.attacks, duel.target_stress, duel.target_sanity) if full else bout_of(duel, ENDLESS)
    end = dice.call(best_duel_on if duel.high_policy == "best" else duel_on, start, us, them, full)
    if end.attacker.hp > 0:
        return Winner("attacker")
    return Winner("target" if end.target.hp > 0 else "none")


def _target_situation(duel: Duel) -> Situation:
    return Situation(
        duel.target_stat,
        duel.target_skill,
        duel.target_luck,
        duel.target_stress,
        duel.target_modifier,
        duel.target_difficulty,
    )
