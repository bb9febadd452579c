"""The character sheet: stored values and the values derived from them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from rulewright.games.untold_aeons.data import SECONDARY, Weapon
from rulewright.games.untold_aeons.limits import stress_limit, wound_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Characteristic, effective_pool, pool_dice
from rulewright.games.untold_aeons.stress import hardened
from rulewright.rules import Refused, rule
from rulewright.rules.limits import Name, Names, Tally, Text, Total

Stat = Literal["dexterity", "toughness", "willpower", "intellect"]
STATS: tuple[Stat, ...] = ("dexterity", "toughness", "willpower", "intellect")
Category = Literal["violence", "helplessness", "unnatural"]
CATEGORIES: tuple[Category, ...] = ("violence", "helplessness", "unnatural")


class Characteristics(Struct, frozen=True):
    """The four characteristics (UA-01)."""

    dexterity: Characteristic
    toughness: Characteristic
    willpower: Characteristic
    intellect: Characteristic

    def of(self, name: str) -> int:
        """One characteristic by name."""
        level: int = getattr(self, name)
        return level


class Notches(Struct, frozen=True):
    """Notches in the three categories (UA-81)."""

    violence: Total = 0
    helplessness: Total = 0
    unnatural: Total = 0

    def of(self, category: Category) -> int:
        """The notches of one category."""
        count: int = getattr(self, category)
        return count


class CharacterEffect(Struct, frozen=True):
    """An effect on a character: for a round, or lasting (UA-58, UA-62)."""

    text: Text
    lasting: bool = False


Levels = Annotated[dict[Name, Total], Meta(max_length=200)]


class Sheet(Struct, frozen=True, kw_only=True):
    """The stored values of a character."""

    name: Name = ""
    kind: Literal["player", "npc"] = "player"
    characteristics: Characteristics
    skills: Levels
    knowledge_skills: Names = ()
    background: Levels = {}
    background_name: Name = ""
    xp: Tally = 0
    stress: Tally = 0
    wounds: Tally = 0
    shaken: bool = False
    insane: bool = False
    severely_injured: bool = False
    bleeding: bool = False
    dead: bool = False
    prone: bool = False
    notches: Notches = Notches()
    effects: Annotated[tuple[CharacterEffect, ...], Meta(max_length=200)] = ()
    weapons: Annotated[dict[Name, Weapon], Meta(max_length=100)] = {}
    next_check: Tally = 0
    next_shock: Tally = 0

    def level(self, skill: str) -> int:
        """The level of a skill or characteristic; 0 for an unlearned skill."""
        return self.characteristics.of(skill) if skill in STATS else self.skills.get(skill, 0)

    @property
    def unnerved(self) -> bool:
        """Shaken, or insane, which includes it (UA-A24)."""
        return self.shaken or self.insane


class Secondary(Struct, frozen=True):
    """The values derived from the characteristics."""

    stress_limit: int
    wound_limit: int
    move_speed: int
    sprint: int
    run_min: int
    run_max: int


@rule("UA-03", "UA-08", "UA-09", "UA-10", "UA-11", "UA-12", "UA-13", "UA-14")
def secondary_of(one: Characteristics) -> Secondary:
    """Limits of 10 + Willpower and 10 + Toughness, a move of 5 + Dexterity yards, and its multiples."""
    speed = SECONDARY.move_speed_from + one.dexterity
    return Secondary(
        stress_limit(one.willpower),
        wound_limit(one.toughness),
        speed,
        SECONDARY.sprint * speed,
        SECONDARY.run_min * speed,
        SECONDARY.run_max * speed,
    )


@rule("UA-01", "UA-03", "UA-04", "UA-05", "UA-08", "UA-09", "UA-10", "UA-13", "UA-14")
def secondary(
    options: Options,
    dexterity: Characteristic,
    toughness: Characteristic,
    willpower: Characteristic,
    intellect: Characteristic,
) -> Secondary:
    """Limits and speeds from the four characteristics."""
    return secondary_of(Characteristics(dexterity, toughness, willpower, intellect))


def derived(options: Options, sheet: Sheet) -> dict[str, Any]:
    """The values that are derived from a sheet and never stored."""
    values: dict[str, Any] = msgspec.to_builtins(secondary_of(sheet.characteristics))
    levels = {category: hardened(options, sheet.notches.of(category)).level for category in CATEGORIES}
    pools = {
        skill: effective_pool(pool_dice(options, level, shaken=sheet.unnerved)).dice
        for skill, level in sheet.skills.items()
    }
    return values | {"hardened": levels, "pools": pools}


@rule("UA-A51")
def weapon_of(sheet: Sheet, name: str) -> Weapon:
    """One of a character's weapons by name."""
    wanted = name.strip().lower()
    if wanted not in sheet.weapons:
        raise Refused(f"unknown weapon: {sheet.name} has {', '.join(sheet.weapons)}", "UA-A51")
    return sheet.weapons[wanted]
