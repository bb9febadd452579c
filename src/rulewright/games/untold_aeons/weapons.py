"""Weapons, and the damage they do."""

import re
from typing import Annotated

from msgspec import Meta, Struct

from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Characteristic
from rulewright.rules import BadParameter, Parameters, between, meaning, rule

_MOST = 40
_WRITTEN = re.compile(r"([0-9]{1,4})(\+?)")

Piercing = Annotated[int, between(0, 40, "how much Toughness the weapon ignores")]
WeaponDamage = Annotated[
    Annotated[int, Meta(ge=0, le=_MOST)] | Annotated[str, Meta(max_length=60)],
    meaning('base damage as it is written: "4", or "1+" to add Toughness'),
]


@rule("UA-153", "UA-155", "UA-A51")
def check_weapon_damage(name: str, value: int | str, firearm: bool = False) -> None:
    """Refuses a value that is not a base damage; a firearm never adds Toughness."""
    written = _WRITTEN.fullmatch(str(value))
    if written is None or int(written[1]) > _MOST:
        raise BadParameter(name, f'a number from 0 to {_MOST}, with or without a final "+"', value)
    if firearm and written[2]:
        raise BadParameter(name, 'a number without a "+" on a firearm (UA-A51)', value)


@rule("UA-153", "UA-154", "UA-155")
def base_damage(weapon_damage: int | str, toughness: int) -> int:
    """The number, and with a "+" the wielder's Toughness."""
    written = str(weapon_damage)
    return int(written.removesuffix("+")) + (toughness if written.endswith("+") else 0)


@rule("UA-149", "UA-151", "UA-152", "UA-A47")
def damage_dealt(options: Options, base: int, successes: int, critical: bool) -> int:
    """Base damage plus successes; a critical hit doubles the base, by ruling the successes."""
    if not critical:
        return base + successes
    return base + 2 * successes if options.critical == "double-successes" else 2 * base + successes


@rule("UA-04", "UA-150", "UA-A49", "UA-A50")
def damage_taken(dealt: int, toughness: int, piercing: int) -> int:
    """Damage less the Toughness that Piercing leaves, never below 0."""
    return max(0, dealt - max(0, toughness - piercing))


class DamageInput(Parameters, frozen=True, kw_only=True):
    """A hit."""

    weapon_damage: WeaponDamage
    toughness: Characteristic = 3
    successes: Annotated[int, between(0, 40, "successes rolled, uncancelled")]
    critical: Annotated[bool, meaning("whether it is a critical hit")] = False
    target_toughness: Characteristic = 3
    piercing: Piercing = 0


class Dealt(Struct, frozen=True):
    """The damage of a hit."""

    base: int
    dealt: int
    taken: int


@rule("UA-149", "UA-150", "UA-151", "UA-153", "UA-154")
def damage(options: Options, hit: DamageInput) -> Dealt:
    """Base, damage dealt and damage taken by a hit."""
    base = base_damage(hit.weapon_damage, hit.toughness)
    dealt = damage_dealt(options, base, hit.successes, hit.critical)
    return Dealt(base, dealt, damage_taken(dealt, hit.target_toughness, hit.piercing))
