"""Making a character, step by step or all at once."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from rulewright.game import CreationStep, Legal, always
from rulewright.game.form_checks import by_name, fits, fitting
from rulewright.game.forms import (
    ChoiceForm,
    EntriesForm,
    FieldsForm,
    FormEntry,
    FormPart,
    NumberForm,
    PicksForm,
    WordsForm,
    handed_out,
    offer,
)
from rulewright.games.untold_aeons.data import BACKGROUNDS, CHARACTERISTICS, EXPERIENCE, STANDARD_SKILLS, WEAPONS
from rulewright.games.untold_aeons.experience import (
    characteristic_price,
    improved,
    learned,
    raised,
    skill_name,
    skill_price,
)
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.sheet import STATS, Characteristics, Sheet, secondary_of
from rulewright.rules import BadParameter, Parameters, Refused, meaning, rule
from rulewright.rules.limits import Name, Names, PlainValues
from rulewright.rules.parameters import check_fields, is_whole

_KIND = ChoiceForm(("player", "npc"), "player")
_NAME = WordsForm(100)
_BACKGROUND_NAME = WordsForm(100, tuple(BACKGROUNDS))
_PURCHASES = ("improve", "learn", "raise")
_HIGHEST_LEVEL = 20
"""The highest level a form offers if the table has no cap; `create` has no such limit."""


@rule("UA-01", "UA-02", "UA-07", "UA-40", "UA-48", "UA-49", "UA-A1", "UA-A15", "UA-A16", "UA-A54")
def create(options: Options, wanted: Mapping[str, Any]) -> Sheet:
    """A new character; refuses the first fault in the order of the rules."""
    check_fields(wanted, [step.field for step in CREATION])
    kind = fitting(_KIND, "kind", wanted.get("kind", "player"))
    name = fitting(_NAME, "name", wanted.get("name", ""))
    knowledge = _names("knowledge_skills", wanted.get("knowledge_skills", []))
    purchases = _purchases(wanted.get("purchases", []))
    characteristics = _characteristics(options, wanted.get("characteristics", {}), kind == "npc")
    called = fitting(_BACKGROUND_NAME, "background_name", wanted.get("background_name", ""))
    levels = wanted.get("background") or BACKGROUNDS.get(skill_name(called), {})
    background = _background(options, levels, kind == "npc")
    skills = dict.fromkeys(STANDARD_SKILLS, _standard_level(kind == "npc")) | background
    sheet = Sheet(
        name=name,
        kind=kind,
        characteristics=characteristics,
        skills={skill: level for skill, level in skills.items() if level or skill in STANDARD_SKILLS},
        knowledge_skills=knowledge,
        background=background,
        background_name=called,
        xp=starting_xp(options, characteristics) if kind == "player" else 0,
        weapons={"unarmed": WEAPONS["unarmed"]},
    )
    if purchases and kind == "npc":
        raise Refused("an npc makes no purchases", "UA-A54")
    for what, thing in purchases:
        sheet = bought(options, sheet, what, thing)
    return sheet


@rule("UA-49", "UA-50", "UA-A14", "UA-A16")
def starting_xp(options: Options, characteristics: Characteristics) -> int:
    """100 XP by default, and by option more for each point of Intellect."""
    return options.starting_xp + options.intellect_xp_per_point * characteristics.intellect


@rule("UA-49", "UA-56", "UA-A12", "UA-A16", "UA-A17")
def bought(options: Options, sheet: Sheet, what: str, thing: str) -> Sheet:
    """The sheet after one purchase with starting XP; the background counts as the source for learning."""
    if what == "improve":
        return improved(options, sheet, thing)
    if what == "learn":
        return learned(options, sheet, thing, source="background")
    return raised(options, sheet, thing)


@rule("UA-01", "UA-02", "UA-07", "UA-A1", "UA-A54")
def _characteristics(options: Options, given: Any, npc: bool) -> Characteristics:
    """All four, each in range, with the total that the table has set; an NPC's total is free."""
    values, each = by_name("characteristics", given, STATS, "characteristic", "UA-01"), _characteristic(npc)
    for stat in STATS:
        if not fits(each, values[stat]):
            raise Refused(f"{stat} outside {each.allowed}", "UA-A54" if npc else "UA-02")
    total = sum(values.values())
    if not npc and total != _total(options):
        raise Refused(f"characteristics must total {_total(options)}: they total {total}", "UA-A1")
    return Characteristics(**values)


@rule("UA-02", "UA-A54")
def _characteristic(npc: bool) -> NumberForm:
    """The range of one characteristic, which is wider for an NPC."""
    if npc:
        return NumberForm(CHARACTERISTICS.npc_least, CHARACTERISTICS.npc_most)
    return NumberForm(CHARACTERISTICS.least, CHARACTERISTICS.most)


def _total(options: Options) -> int:
    return CHARACTERISTICS.total if options.characteristic_points == "total" else CHARACTERISTICS.total_on_top


@rule("UA-48", "UA-A15", "UA-A17", "UA-A54")
def _background(options: Options, given: Any, npc: bool) -> dict[str, int]:
    """Starting levels by skill, each at least 1 (0 for an NPC) and within the cap."""
    if not isinstance(given, Mapping):
        raise BadParameter("background", "an object from skill to level", given)
    found: dict[str, int] = {}
    for skill, level in given.items():
        if not isinstance(skill, str) or not skill.strip() or not is_whole(level):
            raise BadParameter("background", "an object from skill to level", {str(skill)[:60]: level})
        if skill_name(skill) in found:
            raise BadParameter("background", "an object that names each skill once", skill)
        found[skill_name(skill)] = level
    least = _least_level(npc)
    for skill, level in found.items():
        if level < least:
            raise Refused(f"background level below {least}: {skill[:60]}", "UA-A15")
    for skill, level in found.items():
        if options.skill_cap and level > options.skill_cap:
            raise Refused(f"skill above cap: {skill[:60]} stops at {options.skill_cap}", "UA-A17")
    return found


@rule("UA-40", "UA-A54")
def _standard_level(npc: bool) -> int:
    """The level of a standard skill that the background does not name."""
    return EXPERIENCE.npc_level if npc else EXPERIENCE.standard_level


@rule("UA-A15", "UA-A54")
def _least_level(npc: bool) -> int:
    """The lowest level of a background: an NPC may lack a skill altogether."""
    return 0 if npc else 1


def _purchases(given: Any) -> list[tuple[str, str]]:
    allowed = 'a list of {"improve": skill}, {"learn": skill} or {"raise": characteristic}'
    if not isinstance(given, list | tuple):
        raise BadParameter("purchases", allowed, given)
    found = []
    for one in given:
        if not isinstance(one, Mapping) or len(one) != 1:
            raise BadParameter("purchases", allowed, one)
        ((what, thing),) = one.items()
        if what not in _PURCHASES or not isinstance(thing, str) or not thing.strip():
            raise BadParameter("purchases", allowed, one)
        found.append((what, thing))
    return found


def _names(field: str, given: Any) -> tuple[str, ...]:
    if not isinstance(given, list | tuple) or not all(isinstance(name, str) and name.strip() for name in given):
        raise BadParameter(field, "a list of skill names", given)
    return tuple(dict.fromkeys(skill_name(name) for name in given))


# --- step by step ------------------------------------------------------------------------------


def _legal_characteristics(options: Options, draft: Mapping[str, Any]) -> Legal:
    npc = draft.get("kind") == "npc"
    each = _characteristic(npc)
    if npc:
        form = EntriesForm(each, tuple(map(FormEntry, STATS)), every=True)
        words = f"each of {', '.join(STATS)} from {each.allowed}"
    else:
        given, total = draft.get("characteristics") or {}, _total(options)
        form = handed_out(STATS, given, each.least, each.most, total, must=True)
        words = f"{', '.join(STATS)}: each {each.allowed}, {total} in all"
    return Legal(words, offer(each).choices, form=form)


def _legal_background(options: Options, draft: Mapping[str, Any]) -> Legal:
    least = _least_level(draft.get("kind") == "npc")
    cap = f" to {options.skill_cap}" if options.skill_cap else ""
    words = f"levels from {least}{cap} by skill; any name that is not standard is a professional skill"
    level = NumberForm(least, options.skill_cap or _HIGHEST_LEVEL)
    return Legal(words, STANDARD_SKILLS, form=EntriesForm(level, tuple(map(FormEntry, STANDARD_SKILLS)), own=True))


@rule("UA-49", "UA-51", "UA-53", "UA-54", "UA-A16")
def _legal_purchases(options: Options, draft: Mapping[str, Any]) -> Legal:
    """The purchases that the XP left allows, and why others are refused."""
    if draft.get("kind") == "npc":
        return Legal("nothing: an NPC makes no purchases", form=PicksForm((), most=0))
    sheet = create(options, draft)
    choices: list[dict[str, str]] = []
    refused: dict[str, str] = {}
    for what, things in (("improve", tuple(sheet.skills)), ("raise", STATS)):
        for thing in things:
            try:
                bought(options, sheet, what, thing)
            except Refused as why:
                refused[f"{what} {thing}"] = str(why)
            else:
                choices.append({what: thing})
    prices = f"a step costs {skill_price(1, 2)} times the level of a skill"
    if options.characteristic_cost:
        prices += f" or {characteristic_price(options, 1, 2)} times that of a characteristic"
    words = f"{sheet.xp} XP left: {prices}; learning a new skill costs {skill_price(0, 1)}"
    learning = FieldsForm((FormPart("learn", "a new skill to learn", _NAME),))
    return Legal(words, tuple(choices), refused, PicksForm(tuple(choices), repeats=True, own=learning))


_BACKGROUND_WORDS = f"what you were before: {', '.join(BACKGROUNDS)}, which bring their skills, or words of your own"
_KNOWLEDGE = always("skills you may roll with Knowledge instead", PicksForm(STANDARD_SKILLS, own=_NAME))


CREATION = (
    CreationStep("kind", "Player or NPC", ("UA-A54",), always("played by one of you, or by the Narrator", _KIND), True),
    CreationStep("characteristics", "Characteristics", ("UA-01", "UA-07", "UA-A1"), _legal_characteristics),
    CreationStep(
        "background_name", "Background", ("UA-48", "UA-A15"), always(_BACKGROUND_WORDS, _BACKGROUND_NAME), True
    ),
    CreationStep("background", "Skills of the background", ("UA-48", "UA-A15"), _legal_background, optional=True),
    CreationStep("knowledge_skills", "Knowledge skills", ("UA-47", "UA-A12", "UA-A13"), _KNOWLEDGE, optional=True),
    CreationStep("purchases", "Starting XP", ("UA-49", "UA-51", "UA-A16"), _legal_purchases, optional=True),
    CreationStep("name", "Name", ("UA-01",), always("any name", _NAME), optional=True),
)


Values = PlainValues


class CharacterInput(Parameters, frozen=True, kw_only=True):
    """The choices for a new character, which `create` checks."""

    characteristics: Annotated[Values, meaning("dexterity, toughness, willpower and intellect")] = field(
        default_factory=dict
    )
    name: Annotated[Name, meaning("the character's name")] = ""
    kind: Annotated[Name, meaning("player or npc")] = "player"
    background_name: Annotated[Name, meaning("what the character was before; a ready one brings its skills")] = ""
    background: Annotated[Values, meaning("starting levels by skill")] = field(default_factory=dict)
    knowledge_skills: Annotated[Names, meaning("skills you may roll with Knowledge instead")] = ()
    purchases: Annotated[tuple[Values, ...], Meta(max_length=200), meaning("purchases with starting XP, in order")] = ()


class NewCharacter(Struct, frozen=True):
    """The values of a new character."""

    stress_limit: int
    wound_limit: int
    move_speed: int
    sprint: int
    run_min: int
    run_max: int
    characteristics: Characteristics
    xp: int
    skills: dict[str, int]


@rule("UA-07", "UA-40", "UA-41", "UA-42", "UA-43", "UA-44", "UA-45", "UA-48", "UA-49", "UA-A12", "UA-A15")
def character(options: Options, wanted: CharacterInput) -> NewCharacter:
    """A new character: secondary values, XP left, and skills above the standard level."""
    sheet = create(options, msgspec.structs.asdict(wanted))
    values = msgspec.structs.asdict(secondary_of(sheet.characteristics))
    skills = {skill: level for skill, level in sheet.skills.items() if level > 1 or skill not in STANDARD_SKILLS}
    return NewCharacter(**values, characteristics=sheet.characteristics, xp=sheet.xp, skills=skills)
