"""Creating a character."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.light_dark.attributes import Attributes, check_swap, knockouts, start_ego, start_hp, swapped
from rulewright.games.light_dark.data import ADVANCING, ARMOUR, ATTRIBUTES, BANDS, DICE
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import (
    STARTERS,
    Listed,
    ListedAdvancement,
    ListedSkill,
    Lists,
    join,
    line_of,
    read_scenario,
)
from rulewright.games.light_dark.sheet import Advancement, Gear, Sheet, Skill, attribute_maximum, maxima_of
from rulewright.games.light_dark.weapons import LISTED
from rulewright.rules import BadInput, BadParameter, Parameters, Refused, meaning, rule, shown
from rulewright.rules.parameters import check_fields, is_whole

_LONGEST = 100
_ADVANCEMENT_FIELDS = ("name", "attribute", "skill")
_SKILL_FIELDS = ("attribute", "dice", "under")
_GEAR_FIELDS = ("weapons", "in_hand", "grip", "armour", "shield")
VALUES = range(min(BANDS.attribute), max(BANDS.attribute) + 1)


class Wanted(Parameters, frozen=True):
    """The input of `create`."""

    name: Any = None
    archetype: Any = None
    attributes: Any = None
    dice: Any = None
    swap: Any = None
    advancements: Any = ()
    skills: Any = msgspec.field(default_factory=dict)
    gear: Any = msgspec.field(default_factory=dict)
    archetypes: Annotated[Any, meaning("the only Archetypes allowed, or null")] = None
    skill_list: Annotated[Any, meaning("the only Skills allowed, or null")] = None
    advancement_list: Annotated[Any, meaning("names of further Advancements, or null")] = None
    scenario: Annotated[Any, meaning("a scenario in TOML or JSON, as text or parsed; null for the starters")] = None


_FIELDS = Wanted.__struct_fields__
_SCENARIO_FIELDS = ("archetypes", "skill_list", "advancement_list", "scenario")


@rule("LD-04", "LD-12", "LD-38", "LD-A51", "LD-A53")
def create(options: Options, wanted: Mapping[str, Any]) -> Sheet:
    """A new character, created with the given scenario and lists or else with the starters."""
    check_fields(wanted, _FIELDS)
    chosen = {field: value for field, value in wanted.items() if field not in _SCENARIO_FIELDS}
    return create_from(options, chosen, lists_for(wanted))


@rule("LD-01", "LD-02", "LD-03", "LD-04", "LD-12", "LD-33", "LD-38", "LD-A51", "LD-A53")
def create_from(options: Options, wanted: Mapping[str, Any], lists: Lists) -> Sheet:
    """A new character: name and Archetype, Attributes, HP and Ego, one Advancement; raises at the first fault."""
    check_fields(wanted, [field for field in _FIELDS if field not in _SCENARIO_FIELDS])
    given = Wanted(**wanted)
    name = _text(given.name, "missing name: a PC must have one", "LD-02")
    archetype = _text(given.archetype, "missing archetype: a PC must have one", "LD-02")
    if not lists.free_archetypes and archetype not in lists.archetypes:
        listed = ", ".join(lists.archetypes) or "none"
        raise Refused(f"unknown archetype: {archetype} (the scenario lists {listed})", "LD-A53")
    values = _attributes(given)
    chosen = _advancement(given.advancements, lists)
    sheet = Sheet(name, archetype, values, start_max_hp=start_hp(values), start_max_ego=start_ego(values))
    skills = _as_listed(given.skills, lists)
    _check_attribute_choice(sheet, chosen, skills)
    sheet = replace(sheet, skills=_skills(skills, lists, chosen))
    sheet = replace(advanced(sheet, chosen), gear=gear_from(given.gear))
    most = maxima_of(options, sheet)
    return replace(sheet, hp=most.max_hp, ego=most.max_ego)


def _text(given: Any, missing: str, number: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise Refused(missing, number)
    if len(given) > _LONGEST:
        raise BadInput(f"bad parameter: a name has at most {_LONGEST} characters")
    return given.strip()


@rule("LD-04", "LD-12", "LD-38", "LD-A51", "LD-A53")
def lists_for(wanted: Mapping[str, Any]) -> Lists:
    """The lists of the given scenario or of the starters, with the names given beside them."""
    given = Wanted(**{field: wanted.get(field) for field in _SCENARIO_FIELDS})
    lists = STARTERS if given.scenario is None else join(STARTERS, read_scenario(given.scenario))
    archetypes = _list("archetypes", given.archetypes)
    if archetypes is not None:
        listed = {name: Listed(name=name) for name in archetypes}
        lists = replace(lists, archetypes=listed, free_archetypes=False)
    skills = _list("skill_list", given.skill_list)
    if skills is not None:
        lists = replace(lists, skills={name: ListedSkill(name=name) for name in skills}, free_skills=False)
    more = {name: ListedAdvancement(name=name) for name in _list("advancement_list", given.advancement_list) or ()}
    return replace(lists, advancements=more | lists.advancements)


def _list(name: str, given: Any) -> tuple[str, ...] | None:
    """A list of names as a tuple, or None."""
    if given is None:
        return None
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise BadParameter(name, "a list of text, or null", given)
    return tuple(given)


@rule("LD-05", "LD-06", "LD-07", "LD-08", "LD-A28")
def _attributes(given: Wanted) -> Attributes:
    """The four Attributes, given or rolled with eight dice, after the exchange."""
    if (given.attributes is None) == (given.dice is None):
        raise Refused("attribute names: give either attributes or dice", "LD-05")
    if given.attributes is not None:
        if not isinstance(given.attributes, Mapping) or set(given.attributes) != set(ATTRIBUTES):
            raise Refused(f"attribute names: they are {', '.join(ATTRIBUTES)}", "LD-05")
        for name, value in given.attributes.items():
            if not is_whole(value) or value not in VALUES:
                raise Refused(
                    f"attribute range: {name} must be a whole number from {VALUES[0]} to {VALUES[-1]}", "LD-07"
                )
        values = Attributes(**given.attributes)
    else:
        faces, count = given.dice, BANDS.attribute_dice
        needed = count * len(ATTRIBUTES)
        if not isinstance(faces, list | tuple) or len(faces) != needed or not all(map(_is_face, faces)):
            raise Refused(f"bad dice: {needed} faces from 1 to {DICE.sides}, {count} for each Attribute", "LD-06")
        values = Attributes(
            *(BANDS.attribute[max(faces[at : at + count]) - 1] for at in range(0, needed, count)),
        )
    swap = given.swap
    if swap is not None and not (isinstance(swap, list | tuple) and all(isinstance(one, str) for one in swap)):
        raise BadInput(f"bad swap: bad parameter: swap must be two different of {', '.join(ATTRIBUTES)}, or null")
    exchange = None if swap is None else tuple(swap)
    check_swap(exchange)
    return swapped(values, exchange)


def _is_one_of(value: Any, names: Collection[str]) -> bool:
    return isinstance(value, str) and value in names


def _is_face(value: Any) -> bool:
    return is_whole(value) and 1 <= value <= DICE.sides


@rule("LD-33", "LD-36", "LD-A51")
def _advancement(given: Any, lists: Lists) -> Advancement:
    """The one Advancement that a starting PC chooses."""
    if not isinstance(given, list | tuple) or len(given) != 1:
        raise Refused("advancement count: a starting PC chooses exactly one", "LD-33")
    return taken(given[0], lists)


@rule("LD-36", "LD-38", "LD-A51")
def taken(given: Any, lists: Lists) -> Advancement:
    """An Advancement by name, with the Attribute or Skill it raises and what it does."""
    if isinstance(given, str):
        given = {"name": given}
    if not isinstance(given, Mapping) or not set(given) <= set(_ADVANCEMENT_FIELDS):
        raise BadParameter("advancements", f"objects with any of {', '.join(_ADVANCEMENT_FIELDS)}", given)
    name = given.get("name")
    if not isinstance(name, str) or name not in lists.advancements:
        asked = shown(str(name)) if name else "none named"
        raise Refused(f"unknown advancement: {asked} (choose from {', '.join(lists.advancements)})", "LD-A51")
    put: dict[str, Any] = {
        field: None if given.get(field) is None else str(given[field])[:_LONGEST] for field in ("attribute", "skill")
    }
    return Advancement(name, **put, does=lists.advancements[name].does)


@rule("LD-36", "LD-37", "LD-A18")
def check_extra_attribute(sheet: Sheet, chosen: Advancement) -> None:
    """An Advancement that raises an Attribute needs one of the four, below the maximum."""
    if chosen.does.raises != "attribute":
        return
    if chosen.attribute not in ATTRIBUTES:
        asked = chosen.attribute or "none named"
        raise Refused(f"unknown attribute: {asked} (choose from {', '.join(ATTRIBUTES)})", "LD-36")
    most = attribute_maximum(sheet.xp_advancements) if sheet.advancements else ADVANCING.attribute_early
    if sheet.attributes.of(chosen.attribute) >= most:
        raise Refused(f"attribute at maximum: {chosen.attribute} is already {most}", "LD-37")


def _check_attribute_choice(sheet: Sheet, chosen: Advancement, skills: Any) -> None:
    """Refuses unknown Attributes, and a raised one that is at its maximum."""
    if chosen.attribute not in ATTRIBUTES:
        check_extra_attribute(sheet, chosen)
    if isinstance(skills, Mapping):
        for name, skill in skills.items():
            if isinstance(skill, Mapping) and not _is_one_of(skill.get("attribute"), ATTRIBUTES):
                raise Refused(
                    f"unknown attribute: Skill {str(name)[:60]} belongs to one of {', '.join(ATTRIBUTES)}", "LD-A29"
                )
    check_extra_attribute(sheet, chosen)


@rule("LD-A51")
def _check_raised_skill(skills: Mapping[str, Skill], chosen: Advancement) -> None:
    """An Advancement that raises a Skill needs one that the PC has."""
    if chosen.does.raises == "skill" and chosen.skill not in skills:
        asked = chosen.skill or "none named"
        raise Refused(f"unknown skill: {asked} (the PC has {', '.join(skills) or 'none'})", "LD-A51")


@rule("LD-36", "LD-37", "LD-A51")
def advanced(sheet: Sheet, chosen: Advancement) -> Sheet:
    """The sheet after taking an Advancement."""
    check_extra_attribute(sheet, chosen)
    _check_raised_skill(sheet.skills, chosen)
    after = replace(sheet, advancements=(*sheet.advancements, chosen))
    if chosen.does.raises == "attribute" and chosen.attribute is not None:
        value = sheet.attributes.of(chosen.attribute)
        return replace(after, attributes=replace(sheet.attributes, **{chosen.attribute: value + 1}))
    if chosen.does.raises != "skill" or chosen.skill is None:
        return after
    skill = sheet.skills[chosen.skill]
    if skill.dice >= ADVANCING.skill_most:
        raise Refused(f"skill range: {chosen.skill} already has {ADVANCING.skill_most} dice", "LD-A51")
    return replace(after, skills={**sheet.skills, chosen.skill: replace(skill, dice=skill.dice + 1)})


@rule("LD-12", "LD-13", "LD-A29", "LD-A53")
def _skills(given: Any, lists: Lists, chosen: Advancement) -> dict[str, Skill]:
    """Skills by name: each with its Attribute, 0 to 3 dice, and the Skill above it; the raised one is among them."""
    if not isinstance(given, Mapping):
        raise BadParameter("skills", "an object of Skills by name", given)
    for name, skill in given.items():
        if not isinstance(skill, Mapping) or not {"attribute", "dice"} <= set(skill) <= set(_SKILL_FIELDS):
            raise BadParameter("skills", f"objects with {', '.join(_SKILL_FIELDS)}", skill)
        if not lists.free_skills and name not in lists.skills:
            raise Refused(f"unknown skill: {shown(str(name))} is none of {', '.join(lists.skills)}", "LD-A53")
        _check_place(given, name, lists)
    skills = {name: Skill(skill["attribute"], skill["dice"], skill.get("under")) for name, skill in given.items()}
    for name in skills:
        line_of(skills, name)
    _check_raised_skill(skills, chosen)
    for name, skill in given.items():
        if not is_whole(skill["dice"]) or not 0 <= skill["dice"] <= ADVANCING.skill_most:
            raise Refused(f"skill range: {str(name)[:60]} has 0 to {ADVANCING.skill_most} dice", "LD-A29")
    return skills


@rule("LD-13", "LD-A29")
def _as_listed(given: Any, lists: Lists) -> Any:
    """The Skills, with the Attribute and the Skill above filled in from the scenario's list."""
    if not isinstance(given, Mapping):
        return given
    filled: dict[Any, Any] = {}
    for name, skill in given.items():
        listed = None if lists.free_skills else lists.skills.get(name)
        if listed is not None and listed.attribute is not None and isinstance(skill, Mapping):
            filled[name] = {"attribute": listed.attribute, "under": _above(listed, given)} | dict(skill)
        else:
            filled[name] = skill
    return filled


def _above(listed: ListedSkill, given: Mapping[str, Any]) -> str | None:
    """The Skill above a listed one, if the character has it."""
    return listed.under if listed.under in given else None


@rule("LD-13", "LD-A29", "LD-A53")
def _check_place(given: Mapping[str, Any], name: str, lists: Lists) -> None:
    """A Skill has the Attribute and the Skill above it that the scenario lists."""
    skill = given[name]
    if not isinstance(skill.get("under"), str | None):
        raise Refused(f"unknown skill: {shown(str(skill['under']))}, above {shown(name)}", "LD-A29")
    listed = None if lists.free_skills else lists.skills[name]
    if listed is None or listed.attribute is None:
        return
    if (skill["attribute"], skill.get("under")) != (listed.attribute, _above(listed, given)):
        where = " and ".join(part for part in (listed.attribute, listed.under) if part)
        raise Refused(f"unknown skill: in this scenario {name} belongs under {where}", "LD-A53")


@rule("LD-69", "LD-75", "LD-78", "LD-79", "LD-A42")
def gear_from(given: Any) -> Gear:
    """Weapons of the weapon table, one armour, and a shield if a hand is free for it."""
    if not isinstance(given, Mapping) or not set(given) <= set(_GEAR_FIELDS):
        raise BadParameter("gear", f"an object with any of {', '.join(_GEAR_FIELDS)}", given)
    weapons, in_hand = given.get("weapons", ()), given.get("in_hand")
    if not isinstance(weapons, list | tuple):
        raise BadParameter("gear.weapons", "a list of weapons", weapons)
    for weapon in (*weapons, *(() if in_hand is None else (in_hand,))):
        if weapon not in LISTED:
            raise Refused(f"unknown weapon: {str(weapon)[:60]} is none of {', '.join(LISTED)}", "LD-68")
    armour = given.get("armour", "none")
    if not _is_one_of(armour, ARMOUR):
        raise Refused(f"unknown armour: {str(armour)[:60]} is none of {', '.join(ARMOUR)}", "LD-77")
    grip, shield = given.get("grip", "one"), given.get("shield", False)
    if grip not in ("one", "two"):
        raise BadParameter("gear.grip", "one or two", grip)
    if not isinstance(shield, bool):
        raise BadParameter("gear.shield", "true or false", shield)
    carried = tuple(dict.fromkeys((*weapons, *(() if in_hand is None else (in_hand,)))))
    gear = Gear(carried, in_hand, grip, armour, shield)
    if shield and gear.fills_both_hands():
        raise Refused(f"two handed with shield: {gear.held()} takes both hands", "LD-A42")
    return gear


class Character(Struct, frozen=True):
    """The numbers of a new character."""

    strength: int
    dexterity: int
    insight: int
    resolve: int
    max_hp: int
    max_ego: int
    hp: int
    ego: int
    knockouts_left: int


@rule("LD-01", "LD-16", "LD-18", "LD-27", "LD-33", "LD-A17", "LD-A19")
def character(options: Options, wanted: Wanted) -> Character:
    """The Attributes, HP and Ego of a new character."""
    sheet = create(options, {field: getattr(wanted, field) for field in _FIELDS})
    most, values = maxima_of(options, sheet), sheet.attributes
    return Character(
        values.strength,
        values.dexterity,
        values.insight,
        values.resolve,
        most.max_hp,
        most.max_ego,
        sheet.hp,
        sheet.ego,
        knockouts(values),
    )
