"""Shots: range, diving for cover, and rapid fire."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from rulewright.games.untold_aeons.data import FIREARMS, MELEE
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import (
    MOST_YARDS,
    Characteristic,
    Common,
    Count,
    Level,
    counted,
    flat_successes,
    opposing_dice,
    pool_dice,
)
from rulewright.games.untold_aeons.weapons import Piercing, WeaponDamage, base_damage, damage_dealt, damage_taken
from rulewright.rules import Dice, between, meaning, rule

Band = Annotated[int, between(1, 40, "base difficulty by distance")]
Modifier = Annotated[int, between(-10, 10, "circumstances, each +1 or -1 difficulty")]
RapidFire = Annotated[int, between(0, 20, "most shots of rapid fire; 0 is a single shot")]
Dive = Annotated[bool, meaning("whether the target dives for cover")]
_USUAL = MELEE.default_characteristic


class FirearmAttack(Common, frozen=True, kw_only=True):
    """An attack with a firearm."""

    firearms: Level
    band: Band = FIREARMS.in_range
    modifier: Modifier = 0
    dive: Dive = False
    target_dexterity: Characteristic = _USUAL
    target_toughness: Characteristic = _USUAL
    weapon_damage: WeaponDamage = "4"
    piercing: Piercing = 0
    rapid_fire: RapidFire = 0


class Shot(Struct, frozen=True):
    """How an attack with a firearm went."""

    result: Literal["hit", "critical-hit", "miss"]
    hits: int
    criticals: int
    damage: int
    net: int

    @property
    def net_left(self) -> int:
        """The net that critical hits have not used."""
        return self.net - self.criticals


@rule("UA-03", "UA-129", "UA-130", "UA-A45")
def dive_difficulty(dexterity: int) -> int:
    """Half of the diver's Dexterity, rounded up."""
    return -(-dexterity // FIREARMS.dive_divisor)


@rule("UA-125", "UA-126", "UA-127", "UA-128", "UA-130", "UA-A44")
def shot_difficulty(band: int, modifier: int, dive: bool, target_dexterity: int, karma_against: bool = False) -> int:
    """The base difficulty, all circumstances, a dive and karma; never below 0."""
    return opposing_dice(band + modifier + (dive_difficulty(target_dexterity) if dive else 0), karma_against)


@rule("UA-134")
def shooter_dice(options: Options, firearms: int, bonus: int, shaken: bool, rapid: bool, karma: bool = False) -> int:
    """Firearms, with one penalty die for rapid fire."""
    return pool_dice(options, firearms, bonus, shaken, karma) - (FIREARMS.rapid_fire_penalty if rapid else 0)


class FirearmDice(NamedTuple):
    """An attack with a firearm ready to be rolled: dice, difficulty, and the numbers for the damage."""

    own_dice: int
    flat: int
    difficulty: int
    base: int
    piercing: int
    toughness: int
    rapid_fire: int


@rule("UA-133", "UA-135", "UA-136", "UA-137", "UA-151", "UA-A46", "UA-A47")
def shot_outcome(options: Options, volley: FirearmDice, count: Count) -> Shot:
    """One hit, or by rapid fire the margin up to N; each Advantage makes one critical, Toughness reduces each."""
    successes = count.successes + volley.flat
    margin = successes - count.failures
    if margin <= 0:
        return Shot("miss", 0, 0, 0, count.net)
    hits = min(margin, volley.rapid_fire) if volley.rapid_fire else 1
    criticals = min(hits, max(0, count.net))

    def taken(critical: bool) -> int:
        dealt = damage_dealt(options, volley.base, successes, critical)
        return damage_taken(dealt, volley.toughness, volley.piercing)

    damage = criticals * taken(True) + (hits - criticals) * taken(False)
    return Shot("critical-hit" if criticals else "hit", hits, criticals, damage, count.net)


@rule("UA-121", "UA-129", "UA-133", "UA-134", "UA-156", "UA-A52")
def firearm_attack(dice: Dice[Options], attack: FirearmAttack) -> Shot:
    """Firearms against a difficulty of distance, circumstances and a dive; every hit does base damage + successes."""
    options = dice.options
    volley = FirearmDice(
        shooter_dice(options, attack.firearms, attack.bonus, attack.shaken, attack.rapid_fire > 0, attack.karma),
        flat_successes(options, attack.karma),
        shot_difficulty(attack.band, attack.modifier, attack.dive, attack.target_dexterity, attack.karma_against),
        base_damage(attack.weapon_damage, 0),
        attack.piercing,
        attack.target_toughness,
        attack.rapid_fire,
    )
    return fired(dice, volley)


@rule("UA-121", "UA-133")
def fired(dice: Dice[Options], volley: FirearmDice) -> Shot:
    """The outcome of rolling the dice of a shot."""
    count = dice.pool("shot", counted(volley.own_dice, volley.difficulty))
    return shot_outcome(dice.options, volley, count)


@rule("UA-121", "UA-122", "UA-123", "UA-124", "UA-A43")
def band_at(options: Options, distance: int, weapon_range: int) -> int:
    """1 at point blank, 2 within the weapon's range, and 1 more for each full range beyond."""
    if distance <= options.point_blank_yards:
        return FIREARMS.point_blank
    return FIREARMS.in_range + distance // weapon_range


class FirearmDifficulty(Struct, frozen=True):
    """The difficulty of a shot: by distance alone, and in all."""

    band: int
    difficulty: int


@rule("UA-121", "UA-122", "UA-123", "UA-124", "UA-130", "UA-A43", "UA-A44")
def firearm_difficulty(
    options: Options,
    distance: Annotated[int, between(0, MOST_YARDS, "yards to the target")],
    weapon_range: Annotated[int, between(1, MOST_YARDS, "the weapon's range in yards")],
    modifier: Modifier = 0,
    dive: Dive = False,
    target_dexterity: Characteristic = _USUAL,
) -> FirearmDifficulty:
    """The difficulty of a shot over a distance."""
    band = band_at(options, distance, weapon_range)
    return FirearmDifficulty(band, shot_difficulty(band, modifier, dive, target_dexterity))
