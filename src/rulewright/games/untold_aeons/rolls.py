"""The catalogues of rolls and derived values, and the checks that types alone cannot express."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import Derivation, Roll
from rulewright.games.untold_aeons import (
    check,
    creation,
    duel,
    experience,
    firearm,
    karma,
    limits,
    melee,
    sheet,
    stress,
    turn_slots,
    weapons,
    wounds,
)
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.weapons import check_weapon_damage
from rulewright.rules import BadInput, BadParameter, rule

_SKILL = "a whole number from 0 to 15"


@rule("UA-111", "UA-A38", "UA-A40")
def check_melee(given: melee.MeleeAttack, params: Mapping[str, Any], options: Options) -> None:
    """A defence needs its skill, and a prone target cannot dodge."""
    check_weapon_damage("weapon_damage", given.weapon_damage)
    check_weapon_damage("target_weapon_damage", given.target_weapon_damage)
    if given.defence_skill is None:
        if "defence_skill" in params:
            raise BadParameter("defence_skill", _SKILL, None)
        if given.defence != "none":
            raise BadInput(f"missing parameter: defence_skill must be {_SKILL}")
    if given.defence == "dodge" and given.target_prone:
        raise BadInput("prone cannot dodge: bad parameter: defence must be defend, fight-back or none (UA-A40)")


def check_shot(given: firearm.FirearmAttack, params: Mapping[str, Any], options: Options) -> None:
    """A firearm's damage has no "+"."""
    check_weapon_damage("weapon_damage", given.weapon_damage, firearm=True)


def check_melee_duel(given: Any, params: Mapping[str, Any], options: Options) -> None:
    """Both fighters' weapons."""
    for side in ("a", "b"):
        check_weapon_damage(f"{side}.weapon_damage", getattr(given, side).weapon_damage)


@rule("UA-133", "UA-A46")
def check_firearm_duel(given: Any, params: Mapping[str, Any], options: Options) -> None:
    """Both fighters' firearms; only one with Rapid Fire fires rapidly."""
    for side in ("a", "b"):
        fighter: duel.Gunfighter = getattr(given, side)
        check_weapon_damage(f"{side}.weapon_damage", fighter.weapon_damage, firearm=True)
        if fighter.fire == "rapid" and fighter.rapid_fire == 0:
            raise BadInput(f"no rapid fire: bad parameter: {side}.fire must be single with rapid_fire 0 (UA-133)")


def check_damage(given: weapons.DamageInput, params: Mapping[str, Any], options: Options) -> None:
    """The base damage of a hit."""
    check_weapon_damage("weapon_damage", given.weapon_damage)


ROLLS = (
    Roll("check", check.check, "skill pool, difficulty pool"),
    Roll(
        "check-reroll",
        check.check_reroll,
        "skill pool, difficulty pool; after a failure the dice that are rolled again, own ones first",
    ),
    Roll("hidden-check", check.hidden_check, "difficulty pool"),
    Roll("save", limits.save, "stat pool, difficulty pool; nothing if it is not needed"),
    Roll(
        "sanity-check",
        stress.sanity_check,
        "Willpower pool, difficulty pool; then of each save that is due the stat pool and the difficulty pool",
    ),
    Roll("gain-stress", stress.gain_stress, "of each save that is due the stat pool and the difficulty pool"),
    Roll("recover-stress", stress.recover_stress, "each day the Willpower pool"),
    Roll("take-damage", wounds.take_damage, "of each save that is due the Toughness pool and the difficulty pool"),
    Roll("heal", wounds.heal, "each day the Toughness pool"),
    Roll("bleed-out", wounds.bleed_out, "each tick the Toughness pool and the difficulty pool, if a save is due"),
    Roll("melee-attack", melee.melee_attack, "attacker's pool, defender's pool", check_melee),
    Roll("firearm-attack", firearm.firearm_attack, "Firearms pool, difficulty pool", check_shot),
    Roll(
        "melee-duel",
        duel.melee_duel,
        "each turn the attacker's pool, the defender's pool, then the saves of the side that took damage",
        check_melee_duel,
    ),
    Roll(
        "firearm-duel",
        duel.firearm_duel,
        "each turn the shooter's pool, the difficulty pool, then the saves of the target",
        check_firearm_duel,
    ),
)

DERIVATIONS = (
    Derivation("secondary", sheet.secondary),
    Derivation("character", creation.character),
    Derivation("pool", check.pool),
    Derivation("skill-cost", experience.skill_cost),
    Derivation("characteristic-cost", experience.characteristic_cost),
    Derivation("firearm-difficulty", firearm.firearm_difficulty),
    Derivation("hardened", stress.hardened),
    Derivation("karma", karma.karma),
    Derivation("turn-order", turn_slots.turn_order),
    Derivation("damage", weapons.damage, check_damage),
)
