"""Volleys, and duels to their end: fights of one against one in which AP, shots and places do not count."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rulewright.game.fight_step import BEST
from rulewright.game.fights import Bout
from rulewright.games.dpi.attack import SIDES, Exchange, arm, counter_arms, place_of
from rulewright.games.dpi.check import Modifier, Trained
from rulewright.games.dpi.data import DIFFICULTY, METERS, SKILLS, STATS, WEAPONS, Amount, DifficultyName, DuelHitPoints
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.fight_state import NO_ONE, Combatant, Fighter, Fighters, FightPosition
from rulewright.games.dpi.high import HighPolicy, refuse_late
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import refuse_out_of_range
from rulewright.rules import Dice, Refused, Repeat, between, meaning, rule

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
    """A fight of one against one. The target's own roll matters only if foes have whole turns."""

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


class AttackDuel(OneOnOne, frozen=True):
    """Attacks until one side falls, by one side or by both in turns."""

    attacks_per_turn: Annotated[Attacks, meaning("the attacker's attacks in a turn, where foes have turns")] = 1
    target_attacks_per_turn: Annotated[Attacks, meaning("the target's attacks in a turn, where foes have turns")] = 1


class VolleyEnd(Struct, frozen=True):
    """HP and Stress after a volley."""

    target_hp: int
    attacker_hp: int
    stress: int


class DuelEnd(Struct, frozen=True):
    """The side left standing."""

    winner: Literal["attacker", "target", "none"]


BY_POLICY = "policy"
"""The plan of a side without decisions."""


def target_roll(fight: OneOnOne) -> Trained:
    """The roll of the target's own attacks."""
    return Trained(fight.target_stat, fight.target_skill, fight.target_luck, 0, fight.target_modifier)


def duellists(options: Options, fight: Volley | AttackDuel, full: bool) -> tuple[Fighter, Fighter]:
    """Both sides; each attack costs one of the attacks of a turn."""
    duel = fight if isinstance(fight, AttackDuel) else None
    us = Fighter(
        (arm(fight.weapon, fight.level, fight, options),),
        ap=duel.attacks_per_turn if duel is not None else 1,
        difficulty=DIFFICULTY[duel.target_difficulty] if duel is not None else 0,
        high=fight.high_policy,
        relieves_at_once=duel is not None and fight.high_policy == "relieve",
    )
    them = Fighter(
        counter_arms(options, fight, target_roll(duel) if duel is not None else Trained()),
        ap=duel.target_attacks_per_turn if duel is not None else 0,
        difficulty=DIFFICULTY[fight.difficulty],
        attacks=full,
        high="keep",
    )
    return us, them


def attacker_at_start(fight: Volley | OneOnOne, **more: Any) -> Combatant:
    """The attacker before the fight; High is left at 0 if it is never spent."""
    high = 0 if fight.high_policy == "keep" else fight.high
    return Combatant(fight.attacker_hp, fight.attacker_fortitude, fight.stress, high, fight.sanity, **more)


def plans_of(policy: HighPolicy, choices: tuple[str, ...] = ()) -> tuple[str, str]:
    """The plans of both sides: the attacker decides if High or anything else is left to best play."""
    return BEST if policy == "best" or choices else BY_POLICY, BY_POLICY


def _over(position: FightPosition) -> bool:
    """Whether a volley is over: a side has fallen, or no attack is left and the other side's turn would begin."""
    return position.end != "" or (position.at == 1 and position.counters == NO_ONE)


def _traded(position: FightPosition) -> int:
    """The HP the attacker has left less those of the target."""
    us, them = position.combatants
    return us.hp - them.hp


_fight_on = FIGHT.fight_on(SIDES)
volley_on: Repeat[Any, Any, Any] = Repeat(_fight_on.step, _over, {"attacker": _traded})


@rule("DPI-138", "DPI-139", "DPI-140", "DPI-141", "DPI-A42", "DPI-A45")
def volley(dice: Dice[Options], volley: Volley) -> VolleyEnd:
    """Several attacks on one target, each with its counterattack, until all are made or a side falls."""
    options = dice.options
    refuse_late(options, volley.high_policy)
    refuse_out_of_range(options, WEAPONS[volley.weapon], volley.distance)
    them = Combatant(volley.target_hp, volley.target_fortitude)
    start = FightPosition((attacker_at_start(volley), them), left=volley.attacks)
    fighters = Fighters(SIDES, SIDES, duellists(options, volley, False), plans_of(volley.high_policy), place_of(volley))
    end = dice.call(volley_on, start, fighters)
    us, them = end.combatants
    return VolleyEnd(them.hp, us.hp, us.stress)


@rule("DPI-138", "DPI-A41")
def duel(dice: Dice[Options], duel: AttackDuel) -> DuelEnd:
    """Attack after attack until a side is at 0 HP; by ruling the target attacks in its own turns too."""
    end = begin_duel(dice, duel).fought(dice)
    return DuelEnd(end.end if end.end in SIDES else "none")


@rule("DPI-138", "DPI-A41")
def begin_duel(dice: Dice[Options], duel: AttackDuel) -> Bout:
    """A duel before its first attack; refuses weapons out of range, and by ruling an unarmed target."""
    options = dice.options
    refuse_late(options, duel.high_policy)
    refuse_out_of_range(options, WEAPONS[duel.weapon], duel.distance)
    full = target_attacks(options, duel)
    if full:
        refuse_out_of_range(options, WEAPONS[duel.counter_weapon], duel.distance)
    us, them = duellists(options, duel, full)
    nerves = (duel.target_stress, 0, duel.target_sanity) if full else ()
    target = Combatant(duel.target_hp, duel.target_fortitude, *nerves)
    fighters = Fighters(SIDES, SIDES, (us, them), plans_of(duel.high_policy), place_of(duel), timed=full)
    start = FightPosition((attacker_at_start(duel), target), left=us.ap)
    return Bout(_fight_on, start, (fighters,))


@rule("DPI-A41")
def target_attacks(options: Options, fight: OneOnOne) -> bool:
    """Whether the target attacks in its own turn, by ruling; refuses one without a weapon."""
    full = options.enemy_turns == "full"
    if full and fight.counter_weapon == "none":
        raise Refused("no weapon: the target attacks at this table and needs a weapon to counter with", "DPI-A41")
    return full


def attack_begins(position: FightPosition) -> bool:
    """Whether an attack of a duel begins: at its roll, or when Stress is relieved before it."""
    return not position.end and position.left > 0 and position.counters == NO_ONE and not position.relieved


def roller(position: FightPosition, *_: object) -> str:
    """The side that rolls: the one whose turn it is, or the other for a counterattack."""
    return SIDES[position.at if position.counters == NO_ONE else position.counters]


LAB_WORDS: dict[str, Any] = {"unit": "attacks", "mover": roller, "measure": "HP left"}
DUEL = FIGHT.duel(
    "duel", begin_duel, SIDES, **LAB_WORDS, counts=attack_begins, best={"attacker": {"high_policy": "best"}}
)
