"""One against one: an attack, a volley, and what a duel and a skirmish share: both sides, and their places."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game.fight_step import BEST
from rulewright.games.dpi.check import Modifier, Result, Situation, Trained, given_terms
from rulewright.games.dpi.data import (
    DIFFICULTY,
    METERS,
    SKILLS,
    STATS,
    WEAPONS,
    Amount,
    DifficultyName,
    DuelHitPoints,
    HitPoints,
    WeaponName,
)
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.fight_attack import strike
from rulewright.games.dpi.fight_state import (
    NO_ONE,
    AimedAttack,
    Arm,
    Combatant,
    Fighter,
    Fighters,
    FightPosition,
    LinePlace,
    TurnContext,
)
from rulewright.games.dpi.harm import Fortitude
from rulewright.games.dpi.high import HighPolicy, refuse_late
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import Distance, Level, refuse_out_of_range
from rulewright.rules import Dice, Refused, Repeat, between, meaning, rule

PartCover = Literal["none", "half"]


CounterWeapon = Literal[WeaponName, "none"]


Attacks = Annotated[int, Meta(ge=1, le=100)]


HighAtStart = Annotated[int, between(0, METERS.high_most, "High held at the start")]


SIDES = ("attacker", "target")


BY_POLICY = "policy"
"""The plan of a side without decisions."""


_ENOUGH = 1_000_000
"""HP, or Sanity, that no single attack uses up."""


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

    def target_roll(self) -> Trained:
        """The roll of the target's own attacks, where it makes any."""
        return Trained()


@rule("DPI-01", "DPI-A11")
def arm(options: Options, weapon: str, level: int, who: Trained, ap: int = 1) -> Arm:
    """A weapon in the hands of a fighter with the given roll; nothing catches fire in these rolls."""
    return Arm(replace(WEAPONS[weapon], burns=False), level, given_terms(options, who), ap)


def cover_between(first: PartCover, second: PartCover) -> tuple[tuple[PartCover, PartCover], ...]:
    """The cover of two fighters against each other, in the form of a map's."""
    return ("none", first), (second, "none")


def target_of(options: Options, given: Exchange, ap_to_counter: int = 1, **more: Any) -> Fighter:
    """The constant part of the target, with the weapon it counterattacks with, if it has one."""
    weapon = given.counter_weapon
    arms = () if weapon == "none" else (arm(options, weapon, given.counter_level, given.target_roll(), ap_to_counter),)
    return Fighter(arms, difficulty=DIFFICULTY[given.difficulty], **more)


def at_fixed_places(options: Options, given: Exchange, them: Fighter, best: bool = False, **us: Any) -> Fighters:
    """Both sides of a fight in which no one moves; `us` are further fields of the attacker."""
    attacker = Fighter((arm(options, given.weapon, given.level, given),), **us)
    place = LinePlace(distance=given.distance, cover=cover_between(given.attacker_cover, given.target_cover))
    return Fighters(SIDES, SIDES, (attacker, them), (BEST if best else BY_POLICY, BY_POLICY), place)


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


@rule("DPI-01", "DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-138", "DPI-A42", "DPI-A44", "DPI-A45")
def attack(dice: Dice[Options], attack: Attack) -> Attacked:
    """One roll decides both sides' damage: the attacker's by the result, the enemy's in full on a Failure or a Cost."""
    options = dice.options
    refuse_out_of_range(options, WEAPONS[attack.weapon], attack.distance)
    fighters = at_fixed_places(options, attack, target_of(options, attack))
    us = Combatant(_ENOUGH, attack.attacker_fortitude, attack.stress, attack.high_spent, _ENOUGH)
    them = Combatant(attack.target_hp or _ENOUGH, attack.target_fortitude)
    turn = TurnContext(options, FightPosition((us, them)), fighters)
    after, struck = strike(dice, turn, AimedAttack(0, 1, None, attack.high_spent, False))
    done = [(one.damage, one.ft_loss) for one in struck.hit] or [(0, 0)]
    worn = us.fortitude - after.us.fortitude
    return Attacked(struck.result, *done[0], struck.counter_damage, worn, struck.stress, struck.high)


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


class VolleyEnd(Struct, frozen=True):
    """HP and Stress after a volley."""

    target_hp: int
    attacker_hp: int
    stress: int


def _over(position: FightPosition) -> bool:
    """Whether a volley is over: a side has fallen, or no attack is left and the other side's turn would begin."""
    return position.end != "" or (position.at == 1 and position.counters == NO_ONE)


def _traded(position: FightPosition) -> int:
    """The HP that the attacker has left, minus those of the target."""
    us, them = position.combatants
    return us.hp - them.hp


fight_on = FIGHT.fight_on(SIDES)


volley_on: Repeat[Any, Any, Any] = Repeat(fight_on.step, _over, {"attacker": _traded})


@rule("DPI-138", "DPI-139", "DPI-140", "DPI-141", "DPI-A42", "DPI-A45")
def volley(dice: Dice[Options], volley: Volley) -> VolleyEnd:
    """Several attacks on one target, each with its counterattack, until all are made or a side falls."""
    options, policy = dice.options, volley.high_policy
    refuse_late(options, policy)
    refuse_out_of_range(options, WEAPONS[volley.weapon], volley.distance)
    them = target_of(options, volley, attacks=False, high="keep")
    fighters = at_fixed_places(options, volley, them, policy == "best", ap=1, high=policy)
    target = Combatant(volley.target_hp, volley.target_fortitude)
    start = FightPosition((attacker_at_start(volley), target), left=volley.attacks)
    us, target = dice.call(volley_on, start, fighters).combatants
    return VolleyEnd(target.hp, us.hp, us.stress)


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

    def target_roll(self) -> Trained:
        """The roll of the target's own attacks."""
        return Trained(self.target_stat, self.target_skill, self.target_luck, 0, self.target_modifier)

    def target_at_start(self, attacks: bool, **more: Any) -> Combatant:
        """The target before the fight; Stress and Sanity matter only if it attacks."""
        nerves = (self.target_stress, 0, self.target_sanity) if attacks else ()
        return Combatant(self.target_hp, self.target_fortitude, *nerves, **more)


def attacker_at_start(fight: Volley | OneOnOne, **more: Any) -> Combatant:
    """The attacker before the fight; High is left at 0 if it is never spent."""
    high = 0 if fight.high_policy == "keep" else fight.high
    return Combatant(fight.attacker_hp, fight.attacker_fortitude, fight.stress, high, fight.sanity, **more)


@rule("DPI-A41")
def target_attacks(options: Options, fight: OneOnOne) -> bool:
    """Whether the target attacks in its own turn, by ruling; refuses one without a weapon."""
    full = options.enemy_turns == "full"
    if full and fight.counter_weapon == "none":
        raise Refused("no weapon: the target attacks at this table and needs a weapon to counter with", "DPI-A41")
    return full


def roller(position: FightPosition, *_: object) -> str:
    """The side that rolls: the one whose turn it is, or the other for a counterattack."""
    return SIDES[position.at if position.counters == NO_ONE else position.counters]


LAB_WORDS: dict[str, Any] = {"unit": "attacks", "mover": roller, "measure": "HP left"}
