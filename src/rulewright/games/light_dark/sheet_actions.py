"""Actions that change a sheet: gear by its owner, anything by the GM."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Character, named, named_by_rule, suggested
from rulewright.game.scene import Said
from rulewright.games.light_dark.attributes import Attributes
from rulewright.games.light_dark.data import ADVANCING, ARMOUR, ATTRIBUTES
from rulewright.games.light_dark.effects import MOST
from rulewright.games.light_dark.gear import gear_from
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scene import Name, Scene, refuse_unless_up
from rulewright.games.light_dark.sheet import Skill, Status, maxima_of
from rulewright.games.light_dark.weapons import LISTED
from rulewright.rules import BadInput, BadParameter, Dice, Refused, meaning, rule

NOTHING = "nothing"
"""The value of `weapon` for empty hands."""


@rule("LD-68", "LD-77", "LD-A42")
def equip(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    in_hand: Annotated[Name | None, named_by_rule("the weapon to hold, or nothing", NOTHING, *LISTED)] = None,
    grip: Annotated[Literal["one", "two"] | None, meaning("hands on it")] = None,
    armour: Annotated[Name | None, named_by_rule("the armour to wear", *ARMOUR)] = None,
    shield: Annotated[bool | None, meaning("whether to carry a shield")] = None,
    carries: Annotated[
        Annotated[tuple[Name, ...], Meta(max_length=20)] | None,
        named("weapon", "every weapon carried, in place of those now"),
    ] = None,
) -> tuple[Scene, Said]:
    """Change weapons, armour or shield; what is left out stays as it is."""
    sheet = scene.sheet(who)
    refuse_unless_up(sheet)
    now = sheet.gear
    held = None if in_hand == NOTHING else now.in_hand if in_hand is None else in_hand
    if carries is not None and in_hand is None and held not in carries:
        held = None
    after = gear_from(
        {
            "weapons": now.weapons if carries is None else carries,
            "in_hand": held,
            "grip": grip or now.grip,
            "armour": armour or now.armour,
            "shield": now.shield if shield is None else shield,
        }
    )
    readied = sheet.readied and after.in_hand == now.in_hand
    return scene.with_sheet(who, replace(sheet, gear=after, readied=readied)), Said(f"{who} changes gear")


Score = Annotated[int, Meta(ge=0, le=ADVANCING.attribute_late)]
Points = Annotated[int, Meta(ge=0, le=MOST)]
SkillDice = Annotated[int, Meta(ge=0, le=ADVANCING.skill_most)]


@rule("LD-03", "LD-10", "LD-12", "LD-A26", "LD-A29")
def edit(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    archetype: Annotated[Name | None, meaning("the Archetype now")] = None,
    strength: Annotated[Score | None, meaning("Strength now")] = None,
    dexterity: Annotated[Score | None, meaning("Dexterity now")] = None,
    insight: Annotated[Score | None, meaning("Insight now")] = None,
    resolve: Annotated[Score | None, meaning("Resolve now")] = None,
    hp: Annotated[Points | None, meaning("HP now")] = None,
    ego: Annotated[Points | None, meaning("Ego now")] = None,
    start_max_hp: Annotated[Points | None, meaning("maximum HP at the start")] = None,
    start_max_ego: Annotated[Points | None, meaning("maximum Ego at the start")] = None,
    xp: Annotated[Points | None, meaning("XP in all")] = None,
    status: Annotated[Status | None, meaning("how the character is")] = None,
    skill: Annotated[Name | None, suggested("skill to learn", "a Skill to add, change or remove", of="who")] = None,
    skill_attribute: Annotated[Name | None, named_by_rule("the Attribute of the Skill", *ATTRIBUTES)] = None,
    skill_dice: Annotated[SkillDice | None, meaning("dice of the Skill; without them it is removed")] = None,
) -> tuple[Scene, Said]:
    """The GM changes a sheet; what is left out stays as it is."""
    sheet = scene.sheet(who)
    values = {"strength": strength, "dexterity": dexterity, "insight": insight, "resolve": resolve}
    given = {
        "archetype": archetype,
        "hp": hp,
        "ego": ego,
        "start_max_hp": start_max_hp,
        "start_max_ego": start_max_ego,
        "xp": xp,
        "status": status,
    }
    after = replace(sheet, **_said(given))
    if scores := _said(values):
        kept = {name: sheet.attributes.of(name) for name in ATTRIBUTES}
        after = replace(after, attributes=Attributes(**kept | scores))
    if skill is not None:
        after = replace(after, skills=_with_skill(sheet.skills, skill, skill_attribute, skill_dice))
    most = maxima_of(dice.options, after)
    for name, value, limit in (("hp", hp, most.max_hp), ("ego", ego, most.max_ego)):
        if value is not None and value > limit:
            raise BadParameter(name, f"at most {limit}, the maximum", value)
    after = replace(after, hp=min(after.hp, most.max_hp), ego=min(after.ego, most.max_ego))
    if after == sheet:
        raise BadInput("nothing to change: give at least one value that differs")
    return scene.with_sheet(who, after), Said(f"{who} is changed")


def _said(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _with_skill(skills: Mapping[str, Skill], name: str, attribute: str | None, dice: int | None) -> dict[str, Skill]:
    """The Skills with one added, changed or removed; those below a removed one stand alone."""
    if not name.strip():
        raise BadParameter("skill", "a name", name)
    before = skills.get(name)
    if dice is None and attribute is None:
        if before is None:
            raise Refused(f"unknown skill: {name[:60]} is not on the sheet", "LD-14")
        kept = {other: one for other, one in skills.items() if other != name}
        return {other: replace(one, under=None) if one.under == name else one for other, one in kept.items()}
    belongs = attribute or (before.attribute if before else "")
    if belongs not in ATTRIBUTES:
        raise BadParameter("skill_attribute", ATTRIBUTES, attribute)
    count = dice if dice is not None else before.dice if before else 0
    return {**skills, name: Skill(belongs, count, before.under if before else None)}
