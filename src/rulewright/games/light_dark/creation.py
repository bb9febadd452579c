"""Creating a character: the checks, and the steps with the legal values of each."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import CreationStep, Legal, always
from rulewright.game.form_checks import fits
from rulewright.game.forms import (
    ChoiceForm,
    EntriesForm,
    FacesForm,
    FieldsForm,
    FormEntry,
    FormPart,
    NumberForm,
    WordsForm,
    offer,
)
from rulewright.games.light_dark.advancement import (
    advanced,
    check_extra_attribute,
    check_raised_skill,
    legal_advancements,
    taken,
)
from rulewright.games.light_dark.attributes import Attributes, check_swap, knockouts, start_ego, start_hp, swapped
from rulewright.games.light_dark.data import ADVANCING, ATTRIBUTES, BANDS, DICE
from rulewright.games.light_dark.gear import LEGAL_GEAR, gear_from
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import (
    STARTERS,
    GivenScenario,
    Listed,
    ListedAdvancement,
    ListedSkill,
    Lists,
    join,
    line_of,
    read_scenario,
)
from rulewright.games.light_dark.sheet import Advancement, Sheet, Skill, maxima_of
from rulewright.rules import BadInput, BadParameter, Parameters, Refused, meaning, rule, shown
from rulewright.rules.limits import PlainValue
from rulewright.rules.parameters import check_fields

_NAME = WordsForm(100)
_VALUE = NumberForm(min(BANDS.attribute), max(BANDS.attribute))
_FACE = NumberForm(1, DICE.sides)
_FACES = FacesForm(BANDS.attribute_dice * len(ATTRIBUTES), DICE.sides, instead_of="attributes")
_ATTRIBUTE = ChoiceForm(tuple(ATTRIBUTES))
_SKILL_DICE = NumberForm(0, ADVANCING.skill_most, usual=1)
_SKILL_FIELDS = ("attribute", "dice", "under")


class Wanted(Parameters, frozen=True):
    """The input of `create`."""

    name: PlainValue = None
    archetype: PlainValue = None
    attributes: PlainValue = None
    dice: PlainValue = None
    swap: PlainValue = None
    advancements: PlainValue = ()
    skills: PlainValue = msgspec.field(default_factory=dict)
    gear: PlainValue = msgspec.field(default_factory=dict)
    archetypes: Annotated[PlainValue, meaning("the only Archetypes allowed; any if left out")] = None
    skill_list: Annotated[PlainValue, meaning("the only Skills allowed; any if left out")] = None
    advancement_list: Annotated[PlainValue, meaning("names of further Advancements")] = None
    scenario: Annotated[
        GivenScenario | None, meaning("a scenario in TOML or JSON, as text or parsed; the starters if left out")
    ] = None


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
    skills = _as_listed(_picked_skills(given.skills, lists), lists)
    _check_attribute_choice(sheet, chosen, skills)
    sheet = replace(sheet, skills=_skills(skills, lists, chosen))
    sheet = replace(advanced(sheet, chosen), gear=gear_from(given.gear))
    most = maxima_of(options, sheet)
    return replace(sheet, hp=most.max_hp, ego=most.max_ego)


def _text(given: Any, missing: str, number: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise Refused(missing, number)
    if not fits(_NAME, given):
        raise BadInput(f"bad parameter: a name has at most {_NAME.longest} characters")
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
            if not fits(_VALUE, value):
                raise Refused(f"attribute range: {name} must be a whole number from {_VALUE.allowed}", "LD-07")
        values = Attributes(**given.attributes)
    else:
        faces, needed, count = given.dice, _FACES.count, BANDS.attribute_dice
        if not isinstance(faces, list | tuple) or len(faces) != needed or not all(fits(_FACE, one) for one in faces):
            raise Refused(f"bad dice: {needed} faces from {_FACE.allowed}, {count} for each Attribute", "LD-06")
        values = Attributes(*(BANDS.attribute[max(faces[at : at + count]) - 1] for at in range(0, needed, count)))
    swap = given.swap
    if swap is not None and not (isinstance(swap, list | tuple) and all(isinstance(one, str) for one in swap)):
        raise BadInput(f"bad swap: bad parameter: swap must be two different of {', '.join(ATTRIBUTES)}, or none")
    exchange = None if swap is None else tuple(swap)
    check_swap(exchange)
    return swapped(values, exchange)


@rule("LD-33", "LD-36", "LD-A51")
def _advancement(given: Any, lists: Lists) -> Advancement:
    """The one Advancement that a starting PC chooses."""
    if not isinstance(given, list | tuple) or len(given) != 1:
        raise Refused("advancement count: a starting PC chooses exactly one", "LD-33")
    return taken(given[0], lists)


def _check_attribute_choice(sheet: Sheet, chosen: Advancement, skills: Any) -> None:
    """Refuses unknown Attributes, and a raised one that is at its maximum."""
    if chosen.attribute not in ATTRIBUTES:
        check_extra_attribute(sheet, chosen)
    if isinstance(skills, Mapping):
        for name, skill in skills.items():
            if isinstance(skill, Mapping) and not fits(_ATTRIBUTE, skill.get("attribute")):
                raise Refused(
                    f"unknown attribute: Skill {str(name)[:60]} belongs to one of {', '.join(ATTRIBUTES)}", "LD-A29"
                )
    check_extra_attribute(sheet, chosen)


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
    check_raised_skill(skills, chosen)
    for name, skill in given.items():
        if not fits(_SKILL_DICE, skill["dice"]):
            raise Refused(f"skill range: {str(name)[:60]} has {_SKILL_DICE.allowed} dice", "LD-A29")
    return skills


@rule("LD-12", "LD-A29", "LD-A53")
def _picked_skills(given: Any, lists: Lists) -> Any:
    """Skills picked by name, each with one die, or with their dice alone, filled in from the list."""
    picked = [given] if isinstance(given, str) else given
    if isinstance(picked, list | tuple) and picked and all(isinstance(one, str) for one in picked):
        picked = dict.fromkeys(picked, 1)
    if not isinstance(picked, Mapping):
        return given
    return {name: _picked(name, skill, picked, lists) for name, skill in picked.items()}


def _picked(name: Any, skill: Any, picked: Mapping[Any, Any], lists: Lists) -> Any:
    if isinstance(skill, bool) or not isinstance(skill, int):
        return skill
    listed = lists.skills.get(name)
    if listed is None or listed.attribute is None:
        named = ", ".join(one for one, of in lists.skills.items() if of.attribute is not None)
        raise BadParameter("skills", f"any of {named}, or one of your own with its Attribute and dice", name)
    return {"attribute": listed.attribute, "dice": skill, "under": _above(listed, picked)}


def _skill_names(draft: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the Skills in a draft, however they were picked."""
    try:
        skills = _picked_skills(draft.get("skills") or {}, lists_for(draft))
    except (BadInput, Refused):
        return ()
    return tuple(skills) if isinstance(skills, Mapping) else ()


def _scores(draft: Mapping[str, Any]) -> dict[str, int]:
    """The Attributes of a draft, given or rolled, as far as they are known."""
    try:
        values = _attributes(Wanted(**{name: draft.get(name) for name in ("attributes", "dice", "swap")}))
    except (BadInput, Refused):
        return {}
    return {name: values.of(name) for name in ATTRIBUTES}


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


def _legal_archetype(options: Options, draft: Mapping[str, Any]) -> Legal:
    lists = lists_for(draft)
    if lists.free_archetypes:
        form = WordsForm(suggested=tuple(lists.archetypes))
        words = "a few words of your own about background, concept and role, or one of these"
        return Legal(words, tuple(lists.archetypes), form=form)
    return Legal("one from the scenario's list", tuple(lists.archetypes), form=ChoiceForm(tuple(lists.archetypes)))


def _legal_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    lists = lists_for(draft)
    dice = f"{_SKILL_DICE.allowed} dice each, by Attribute"
    each = FieldsForm(
        (
            FormPart("attribute", "Attribute", _ATTRIBUTE),
            FormPart("dice", "dice", _SKILL_DICE),
            FormPart("under", "belongs under", ChoiceForm(_skill_names(draft)), optional=True),
        )
    )
    form = EntriesForm(each, tuple(map(FormEntry, lists.skills)), own=lists.free_skills)
    if lists.free_skills:
        words = f"{dice}: your own, or any of these with one die each"
        return Legal(words, tuple(lists.skills), form=form)
    return Legal(f"{dice}: from the scenario's list, with one die each", tuple(lists.skills), form=form)


def _legal_attributes(options: Options, draft: Mapping[str, Any]) -> Legal:
    words = f"four values from {_VALUE.allowed}; or leave this out and roll {_FACES.count} dice at the next step"
    form = EntriesForm(_VALUE, tuple(map(FormEntry, ATTRIBUTES)), every=True)
    return Legal(words, offer(_VALUE).choices, form=form)


def _legal_swap(options: Options, draft: Mapping[str, Any]) -> Legal:
    pairs = tuple((one, other) for at, one in enumerate(ATTRIBUTES) for other in list(ATTRIBUTES)[at + 1 :])
    scores = _scores({**draft, "swap": None})
    now = f" (now {', '.join(f'{name} {value}' for name, value in scores.items())})" if scores else ""
    return Legal(f"two different Attributes, or none{now}", pairs, form=ChoiceForm(pairs))


CREATION = (
    CreationStep("name", "Name", ("LD-01", "LD-02"), always("any name", _NAME)),
    CreationStep("archetype", "Archetype", ("LD-02", "LD-03", "LD-04"), _legal_archetype),
    CreationStep("attributes", "Attributes", ("LD-05", "LD-07"), _legal_attributes, optional=True),
    CreationStep(
        "dice", "Dice for Attributes", ("LD-06",), always("eight faces, two for each Attribute", _FACES), optional=True
    ),
    CreationStep("swap", "Exchange two values", ("LD-08", "LD-A28"), _legal_swap, optional=True),
    CreationStep("skills", "Skills", ("LD-12", "LD-A29", "LD-A53"), _legal_skills, optional=True),
    CreationStep(
        "advancements",
        "One Advancement",
        ("LD-33", "LD-36", "LD-37"),
        lambda options, draft: legal_advancements(lists_for(draft), _scores(draft), _skill_names(draft)),
    ),
    CreationStep("gear", "Gear", ("LD-68", "LD-77", "LD-A42"), lambda options, draft: LEGAL_GEAR, optional=True),
)


class CharacterNumbers(Struct, frozen=True):
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
def character(options: Options, wanted: Wanted) -> CharacterNumbers:
    """The Attributes, HP and Ego of a new character."""
    sheet = create(options, {field: getattr(wanted, field) for field in _FIELDS})
    most, values = maxima_of(options, sheet), sheet.attributes
    return CharacterNumbers(
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
