"""Making a character, step by step or all at once."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import CreationStep, Legal
from rulewright.games.light_dark.attributes import Attributes, check_swap, knockouts, start_ego, start_hp, swapped
from rulewright.games.light_dark.data import ADVANCING, ARMOUR, ATTRIBUTES, BANDS, DICE, STARTERS
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.sheet import Advancement, Gear, Sheet, Skill, attribute_maximum, maxima_of
from rulewright.games.light_dark.weapons import LISTED
from rulewright.rules import BadInput, BadParameter, Parameters, Refused, rule
from rulewright.rules.parameters import check_fields, is_whole

__all__ = ["CREATION", "Character", "advanced", "character", "create", "gear_from", "taken"]

_LONGEST = 100
_ADVANCEMENT_FIELDS = ("name", "attribute", "skill")
_SKILL_FIELDS = ("attribute", "dice", "under")
_GEAR_FIELDS = ("weapons", "in_hand", "grip", "armour", "shield")
_VALUES = range(min(BANDS.attribute), max(BANDS.attribute) + 1)


class Wanted(Parameters, frozen=True):
    """The input of create."""

    name: Any = None
    archetype: Any = None
    attributes: Any = None
    dice: Any = None
    swap: Any = None
    advancements: Any = ()
    skills: Any = msgspec.field(default_factory=dict)
    gear: Any = msgspec.field(default_factory=dict)
    archetypes: Any = None
    skill_list: Any = None
    advancement_list: Any = None


_FIELDS = Wanted.__struct_fields__


@rule("LD-01", "LD-02", "LD-03", "LD-04", "LD-12", "LD-33", "LD-38", "LD-A51", "LD-A53")
def create(options: Options, wanted: Mapping[str, Any]) -> Sheet:
    """A new character: name and Archetype, Attributes, HP and Ego, one Advancement; refuses the first fault."""
    check_fields(wanted, _FIELDS)
    given = Wanted(**wanted)
    name = _text(given.name, "missing name: a PC must have one", "LD-02")
    archetype = _text(given.archetype, "missing archetype: a PC must have one", "LD-02")
    archetypes = _list("archetypes", given.archetypes)
    if archetypes is not None and archetype not in archetypes:
        raise Refused(f"unknown archetype: {archetype} is none of {', '.join(archetypes)}", "LD-A53")
    values = _attributes(given)
    chosen = _advancement(given.advancements, _list("advancement_list", given.advancement_list))
    sheet = Sheet(name, archetype, values, start_max_hp=start_hp(values), start_max_ego=start_ego(values))
    _check_attribute_choice(sheet, chosen, given.skills)
    sheet = replace(sheet, skills=_skills(given.skills, _list("skill_list", given.skill_list)))
    sheet = replace(advanced(sheet, chosen), gear=gear_from(given.gear))
    most = maxima_of(options, sheet)
    return replace(sheet, hp=most.max_hp, ego=most.max_ego)


def _text(given: Any, missing: str, number: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise Refused(missing, number)
    if len(given) > _LONGEST:
        raise BadInput(f"bad parameter: a name has at most {_LONGEST} characters")
    return given.strip()


def _list(name: str, given: Any) -> tuple[str, ...] | None:
    """A scenario's list of names, or null."""
    if given is None:
        return None
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise BadParameter(name, "a list of text, or null", given)
    return tuple(given)


@rule("LD-05", "LD-06", "LD-07", "LD-08", "LD-A28")
def _attributes(given: Wanted) -> Attributes:
    """The four Attributes, given or rolled with eight dice, after the swap."""
    if (given.attributes is None) == (given.dice is None):
        raise Refused("attribute names: give either attributes or dice", "LD-05")
    if given.attributes is not None:
        if not isinstance(given.attributes, Mapping) or set(given.attributes) != set(ATTRIBUTES):
            raise Refused(f"attribute names: they are {', '.join(ATTRIBUTES)}", "LD-05")
        for name, value in given.attributes.items():
            if not is_whole(value) or value not in _VALUES:
                raise Refused(
                    f"attribute range: {name} must be a whole number from {_VALUES[0]} to {_VALUES[-1]}", "LD-07"
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
def _advancement(given: Any, listed: tuple[str, ...] | None) -> Advancement:
    """Exactly one Advancement, from the starters or the scenario's list."""
    if not isinstance(given, list | tuple) or len(given) != 1:
        raise Refused("advancement count: a starting PC chooses exactly one", "LD-33")
    return taken(given[0], listed or ())


@rule("LD-36", "LD-38", "LD-A51")
def taken(given: Any, listed: tuple[str, ...]) -> Advancement:
    """An Advancement by name, with what it is put into; scenario lists add names."""
    if isinstance(given, str):
        given = {"name": given}
    if not isinstance(given, Mapping) or not set(given) <= set(_ADVANCEMENT_FIELDS):
        raise BadParameter("advancements", f"objects with any of {', '.join(_ADVANCEMENT_FIELDS)}", given)
    name, names = given.get("name"), (*STARTERS.advancements, *listed)
    if not isinstance(name, str) or name not in names:
        raise Refused(f"unknown advancement: {str(name)[:60]} is none of {', '.join(names)}", "LD-A51")
    put: dict[str, Any] = {
        field: None if given.get(field) is None else str(given[field])[:_LONGEST] for field in ("attribute", "skill")
    }
    return Advancement(name, **put)


@rule("LD-36", "LD-37", "LD-A18")
def check_extra_attribute(sheet: Sheet, chosen: Advancement) -> None:
    """Extra Attribute needs one of the four, below the maximum."""
    if chosen.name != "extra-attribute":
        return
    if chosen.attribute not in ATTRIBUTES:
        raise Refused(f"unknown attribute: {chosen.attribute} is none of {', '.join(ATTRIBUTES)}", "LD-36")
    most = attribute_maximum(sheet.xp_advancements) if sheet.advancements else ADVANCING.attribute_early
    if sheet.attributes.of(chosen.attribute) >= most:
        raise Refused(f"attribute at maximum: {chosen.attribute} is {most} already", "LD-37")


def _check_attribute_choice(sheet: Sheet, chosen: Advancement, skills: Any) -> None:
    """Every Attribute that is named exists; the raised one is below its maximum."""
    if chosen.name == "extra-attribute" and chosen.attribute not in ATTRIBUTES:
        check_extra_attribute(sheet, chosen)
    if isinstance(skills, Mapping):
        for name, skill in skills.items():
            if isinstance(skill, Mapping) and not _is_one_of(skill.get("attribute"), ATTRIBUTES):
                raise Refused(
                    f"unknown attribute: Skill {str(name)[:60]} belongs to one of {', '.join(ATTRIBUTES)}", "LD-A29"
                )
    check_extra_attribute(sheet, chosen)


@rule("LD-36", "LD-37", "LD-A51")
def advanced(sheet: Sheet, chosen: Advancement) -> Sheet:
    """The sheet with an Advancement put into effect."""
    check_extra_attribute(sheet, chosen)
    after = replace(sheet, advancements=(*sheet.advancements, chosen))
    if chosen.name == "extra-attribute" and chosen.attribute is not None:
        value = sheet.attributes.of(chosen.attribute)
        return replace(after, attributes=replace(sheet.attributes, **{chosen.attribute: value + 1}))
    if chosen.name != "extra-skill":
        return after
    if chosen.skill not in sheet.skills:
        raise Refused(f"unknown skill: {chosen.skill} is none of {', '.join(sheet.skills) or 'yours'}", "LD-A51")
    skill = sheet.skills[chosen.skill]
    if skill.dice >= ADVANCING.skill_most:
        raise Refused(f"skill range: {chosen.skill} has {ADVANCING.skill_most} dice already", "LD-A51")
    return replace(after, skills={**sheet.skills, chosen.skill: replace(skill, dice=skill.dice + 1)})


@rule("LD-12", "LD-13", "LD-A29", "LD-A53")
def _skills(given: Any, listed: tuple[str, ...] | None) -> dict[str, Skill]:
    """Skills by name: an Attribute, 0 to 3 dice, and the Skill each stands under."""
    if not isinstance(given, Mapping):
        raise BadParameter("skills", "an object of Skills by name", given)
    for name, skill in given.items():
        if not isinstance(skill, Mapping) or not {"attribute", "dice"} <= set(skill) <= set(_SKILL_FIELDS):
            raise BadParameter("skills", f"objects with {', '.join(_SKILL_FIELDS)}", skill)
        if listed is not None and name not in listed:
            raise Refused(f"unknown skill: {str(name)[:60]} is none of {', '.join(listed)}", "LD-A53")
    for name in given:
        _check_line(given, name)
    for name, skill in given.items():
        if not is_whole(skill["dice"]) or not 0 <= skill["dice"] <= ADVANCING.skill_most:
            raise Refused(f"skill range: {str(name)[:60]} has 0 to {ADVANCING.skill_most} dice", "LD-A29")
    return {name: Skill(skill["attribute"], skill["dice"], skill.get("under")) for name, skill in given.items()}


def _check_line(skills: Mapping[str, Any], name: str) -> None:
    """A Skill's line runs over known Skills and ends."""
    line = [name]
    while (above := skills[line[-1]].get("under")) is not None:
        if not _is_one_of(above, skills) or above in line:
            raise Refused(f"unknown skill: {line[-1][:60]} stands under {str(above)[:60]}", "LD-A29")
        line.append(above)


@rule("LD-69", "LD-75", "LD-78", "LD-79", "LD-A42")
def gear_from(given: Any) -> Gear:
    """Weapons of the table, one armour, a shield if there is a hand for it."""
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
    """A new character in numbers."""

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


# --- step by step ------------------------------------------------------------------------------


def _legal_archetype(options: Options, draft: Mapping[str, Any]) -> Legal:
    listed = draft.get("archetypes")
    if listed is None:
        return Legal("a few words of your own: background, concept and role")
    return Legal("one of the scenario's list", tuple(listed))


def _legal_attributes(options: Options, draft: Mapping[str, Any]) -> Legal:
    return Legal(
        f"the four values, {_VALUES[0]} to {_VALUES[-1]}, or leave this out and type eight dice", tuple(_VALUES)
    )


def _legal_swap(options: Options, draft: Mapping[str, Any]) -> Legal:
    pairs = tuple((one, other) for at, one in enumerate(ATTRIBUTES) for other in list(ATTRIBUTES)[at + 1 :])
    return Legal("two different Attributes, or none", pairs)


def _legal_advancements(options: Options, draft: Mapping[str, Any]) -> Legal:
    names = (*STARTERS.advancements, *(draft.get("advancement_list") or ()))
    choices: list[dict[str, str]] = []
    refused: dict[str, str] = {}
    for name in names:
        if name == "extra-attribute":
            for attribute in ATTRIBUTES:
                value = draft.get("attributes", {}).get(attribute, 0) if draft.get("attributes") else 0
                if value >= ADVANCING.attribute_early:
                    refused[f"{name} {attribute}"] = f"it is {value} already (LD-37)"
                else:
                    choices.append({"name": name, "attribute": attribute})
        elif name == "extra-skill":
            choices += [{"name": name, "skill": skill} for skill in draft.get("skills") or {}]
        else:
            choices.append({"name": name})
    return Legal("exactly one", tuple(choices), refused)


def _legal_gear(options: Options, draft: Mapping[str, Any]) -> Legal:
    both = {
        f"{name} with a shield": "it takes both hands (LD-A42)"
        for name in LISTED
        if Gear(in_hand=name).fills_both_hands()
    }
    return Legal("weapons of the table, one armour, a shield if a hand is free", LISTED, both)


def _anything(words: str) -> Callable[[Options, Mapping[str, Any]], Legal]:
    return lambda options, draft: Legal(words)


CREATION = (
    CreationStep("name", "Name", ("LD-01", "LD-02"), _anything("any name")),
    CreationStep("archetype", "Archetype", ("LD-02", "LD-03", "LD-04"), _legal_archetype),
    CreationStep("attributes", "Attributes", ("LD-05", "LD-07"), _legal_attributes, optional=True),
    CreationStep("dice", "Dice for Attributes", ("LD-06",), _anything("eight faces, two for each"), optional=True),
    CreationStep("swap", "Exchange two values", ("LD-08", "LD-A28"), _legal_swap, optional=True),
    CreationStep("skills", "Skills", ("LD-12", "LD-A29"), _anything("0 to 3 dice each, by Attribute"), optional=True),
    CreationStep("advancements", "One Advancement", ("LD-33", "LD-36", "LD-37"), _legal_advancements),
    CreationStep("gear", "Gear", ("LD-68", "LD-77", "LD-A42"), _legal_gear, optional=True),
)
