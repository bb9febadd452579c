"""The character sheet: stored fields and derived values."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.games.light_dark.attributes import Attributes, Maxima, counted, knockouts, max_ego, start_ego, start_hp
from rulewright.games.light_dark.check import Ego, check_ego, light_of
from rulewright.games.light_dark.data import ADVANCING, ATTRIBUTES, WEAPONS
from rulewright.games.light_dark.effects import Number
from rulewright.games.light_dark.harm import Hp, protection
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import Does, LightChange, line_of
from rulewright.games.light_dark.weapons import MEDIUM_MELEE, TWO_HANDED
from rulewright.rules import meaning, rule
from rulewright.rules.limits import Name, Names, Tally, Total

Status = Literal["up", "unconscious", "lost", "dead"]


class Advancement(Struct, frozen=True):
    """An Advancement taken: the Attribute or Skill it raised, and what it does."""

    name: Name
    attribute: Name | None = None
    skill: Name | None = None
    does: Does = Does()


class Skill(Struct, frozen=True):
    """A Skill: its Attribute, its dice, and the Skill above it."""

    attribute: Name
    dice: Total
    under: Name | None = None


class Gear(Struct, frozen=True):
    """The weapons, armour and shield of a character."""

    weapons: Names = ()
    in_hand: Name | None = None
    grip: Literal["one", "two"] = "one"
    armour: Literal["none", "light", "heavy"] = "none"
    shield: bool = False

    def held(self) -> str:
        """The weapon in hand as the weapon table names it; bare hands are improvised (LD-A37)."""
        if self.in_hand is None:
            return "improvised"
        return TWO_HANDED if self.in_hand == MEDIUM_MELEE and self.grip == "two" else self.in_hand

    def fills_both_hands(self) -> bool:
        """Whether no hand is free for a shield (LD-A42)."""
        return self.in_hand is not None and WEAPONS[self.held()].two_handed


class Sheet(Struct, frozen=True):
    """The stored fields of a character (LD-02, LD-05, LD-16)."""

    name: Name
    archetype: Name
    attributes: Attributes
    start_max_hp: Total
    start_max_ego: Total
    hp: Tally = 0
    ego: Tally = 0
    xp: Tally = 0
    xp_advancements: Tally = 0
    advancements: Annotated[tuple[Advancement, ...], Meta(max_length=1_000)] = ()
    conditions: Annotated[dict[Name, LightChange], Meta(max_length=200)] = {}  # the Light Dice that each changes
    skills: Annotated[dict[Name, Skill], Meta(max_length=200)] = {}
    gear: Gear = Gear()
    loaded: bool = True  # the medium ranged weapon
    readied: bool = False  # the heavy ranged weapon
    status: Status = "up"
    loss_due: bool = False
    used_this_scene: Names = ()

    def does(self, advancement: str) -> Does | None:
        """The effects of an Advancement, if the character has it."""
        return next((taken.does for taken in self.advancements if taken.name == advancement), None)


@rule("LD-16", "LD-19", "LD-25", "LD-34", "LD-35", "LD-A16", "LD-A17", "LD-A19", "LD-A51")
def maxima_of(options: Options, sheet: Sheet) -> Maxima:
    """The maximum HP and Ego: the starting ones, plus 1 for each Advancement from XP, plus what Advancements add."""
    hp, ego = sheet.start_max_hp, sheet.start_max_ego
    if options.attribute_change == "rederives":
        hp, ego = start_hp(sheet.attributes), start_ego(sheet.attributes)
    bonus = counted(options, sheet.xp_advancements)
    more_hp = sum(taken.does.max_hp for taken in sheet.advancements)
    more_ego = sum(taken.does.max_ego for taken in sheet.advancements)
    return Maxima(hp + ADVANCING.bonus_hp * bonus + more_hp, max_ego(options, ego, bonus + more_ego))


@rule("LD-32", "LD-A30")
def due(xp: int, xp_advancements: int) -> int:
    """One Advancement for every 8 XP gathered, less those taken."""
    return xp // ADVANCING.xp - xp_advancements


@rule("LD-37", "LD-A18")
def attribute_maximum(xp_advancements: int) -> int:
    """2 up to the tenth Advancement, counting the starting one; 3 later."""
    number = 1 + xp_advancements + 1  # the starting one, those from XP, and the next
    return ADVANCING.attribute_early if number <= ADVANCING.early else ADVANCING.attribute_late


@rule("LD-13", "LD-A29")
def skill_dice(skills: Mapping[str, Skill], name: str) -> int:
    """The dice of a Skill: the most that it or a Skill above it has, not the sum."""
    return max(skills[one].dice for one in line_of(skills, name))


@rule("LD-38", "LD-39", "LD-A51", "LD-A52")
def standing_dice(sheet: Sheet, attribute: str) -> int:
    """The Light Dice of an Attribute that the character's Conditions and Advancements add or take."""
    changes = [*sheet.conditions.values(), *(taken.does.light for taken in sheet.advancements)]
    return sum(change.of(attribute) for change in changes)


@rule("LD-09", "LD-12", "LD-13", "LD-14", "LD-15", "LD-42")
def light_for(options: Options, sheet: Sheet, attribute: str, skill: str | None = None, light_mod: int = 0) -> int:
    """The Light Dice of an Attribute, with a Skill if one applies, after Conditions and Advancements."""
    dice = 0 if skill is None else skill_dice(sheet.skills, skill)
    value = max(0, sheet.attributes.of(attribute))
    return light_of(options, value, dice, light_mod + standing_dice(sheet, attribute), True)


class DerivedSheet(Struct, frozen=True):
    """The derived values of a sheet, which are never stored."""

    max_hp: int
    max_ego: int
    light: dict[str, int]
    advancements_due: int
    xp_to_next: int
    attribute_maximum: int
    knockouts_left: int
    protection: int


@rule("LD-16", "LD-18", "LD-27", "LD-32", "LD-37", "LD-77", "LD-A22", "LD-A41")
def derive(options: Options, sheet: Sheet) -> DerivedSheet:
    """Maxima, Light Dice, Advancements due, knock-outs left and protection."""
    most = maxima_of(options, sheet)
    light = {name: light_for(options, sheet, name) for name in ATTRIBUTES}
    light |= {name: light_for(options, sheet, skill.attribute, name) for name, skill in sheet.skills.items()}
    return DerivedSheet(
        most.max_hp,
        most.max_ego,
        light,
        due(sheet.xp, sheet.xp_advancements),
        ADVANCING.xp - sheet.xp % ADVANCING.xp,
        attribute_maximum(sheet.xp_advancements),
        knockouts(sheet.attributes),
        protection(sheet.gear.armour, sheet.gear.shield),
    )


# --- derived values by name ----------------------------------------------------------


class Advance(Struct, frozen=True):
    """Advancements due, and what the next one needs and allows."""

    due: int
    xp_to_next: int
    attribute_maximum: int


@rule("LD-32", "LD-37", "LD-A18", "LD-A30")
def advance(
    options: Options,
    xp: Annotated[int, Meta(ge=0, le=1_000_000, description="XP in all")],
    xp_advancements: Annotated[Number, meaning("Advancements taken from XP")],
) -> Advance:
    """Advancements due, XP to the next, and how high it may raise an Attribute."""
    return Advance(due(xp, xp_advancements), ADVANCING.xp - xp % ADVANCING.xp, attribute_maximum(xp_advancements))


class HpAndEgo(Struct, frozen=True):
    """HP and Ego with their maxima."""

    hp: int
    max_hp: int
    ego: int
    max_ego: int


@rule("LD-19", "LD-34", "LD-35", "LD-A16", "LD-A20")
def risen(options: Options, before: HpAndEgo) -> HpAndEgo:
    """An Advancement from XP raises both maxima by one; current values rise with them only by option."""
    hp = before.max_hp + ADVANCING.bonus_hp
    ego = max_ego(options, before.max_ego, 1)
    if options.advance_current == "no":
        return HpAndEgo(before.hp, hp, before.ego, ego)
    return HpAndEgo(before.hp + hp - before.max_hp, hp, before.ego + ego - before.max_ego, ego)


@rule("LD-34", "LD-35", "LD-A16", "LD-A20")
def gain_advancement(
    options: Options,
    max_hp: Annotated[Number, meaning("maximum HP")],
    max_ego: Annotated[Number, meaning("maximum Ego")],
    hp: Hp = 6,
    ego: Ego = 3,
) -> HpAndEgo:
    """HP, Ego and their maxima after one Advancement from XP."""
    check_ego(ego, options)
    return risen(options, HpAndEgo(hp, max_hp, ego, max_ego))
