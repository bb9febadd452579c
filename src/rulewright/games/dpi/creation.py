"""Making an agent: the rules, and the legal choices at each step.

A limit is computed by one function, which both the rule and the step use.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import CreationStep, Legal, always
from rulewright.game.form_checks import fitting
from rulewright.game.forms import (
    ChoiceForm,
    EntriesForm,
    FormEntry,
    NumberForm,
    PicksForm,
    Purse,
    WordsForm,
    handed_out,
)
from rulewright.games.dpi.creation_stats import bought_stats, legal_ancestry_stats, legal_stats, with_ancestry_stats
from rulewright.games.dpi.data import (
    ANCESTRIES,
    ARMOUR,
    CATEGORIES,
    FUNDS,
    PRICES,
    ROLES,
    SKILLS,
    Agency,
    ArmourName,
    Counts,
    NamesByName,
)
from rulewright.games.dpi.money import equipped, funds_after, wearable
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.sheet import Agent, Scores, at_full_health, derived
from rulewright.games.dpi.skills import categories_of, innate_skills, known_skills, listed_skills, stat_of
from rulewright.games.dpi.traumas import TraumaName
from rulewright.rules import BadParameter, Refused, rule
from rulewright.rules.decoding import ready
from rulewright.rules.limits import Name, Names
from rulewright.rules.parameters import check_fields

_ROLE = ChoiceForm(tuple(ROLES))
_RANK = ChoiceForm(("agent", "jr-agent"), "agent")
_AGENCY = ChoiceForm(get_args(Agency), "DPI")
_ANCESTRY = ChoiceForm(tuple(ANCESTRIES))
_ANY_SPHERE = "thaumaturgy"
"""The sphere of an agent whose player names none."""
_TEXT = WordsForm()
Legality = Callable[[Options, Mapping[str, Any]], Legal]


class AgentOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices that make an agent."""

    role: Name | None = None
    role_skills: Names = ()
    ancestry: Name | None = None
    ancestry_stats: Names = ()
    ancestry_skills: Names = ()
    stats: Counts = {}
    skills: Counts = {}
    custom_skills: NamesByName = {}
    equipment: Counts = {}
    armour: Name = "none"
    name: Name = ""
    sex: Name = ""
    gender: Name = ""
    rank: Name = "agent"
    agency: Name = "DPI"
    sphere: Name = _ANY_SPHERE


_FIELDS = AgentOrder.__struct_fields__


@rule("DPI-17", "DPI-18", "DPI-A69")
def create(options: Options, wanted: Mapping[str, Any]) -> Agent:
    """A new agent with full HP, Fortitude and Sanity; refuses the first fault in the order of the rules."""
    order = _order(wanted)
    role: str = fitting(_ROLE, "role", order.get("role"), "unknown role", "DPI-19")
    if fitting(_RANK, "rank", order.get("rank", "agent"), "unknown rank", "DPI-100") == "jr-agent":
        return _junior_by_order(options, role, order)
    ancestry: str = fitting(_ANCESTRY, "ancestry", order.get("ancestry"), "unknown ancestry", "DPI-21")
    custom = _custom_skills(options, ancestry, order["custom_skills"])
    bought, points_left = bought_stats(options, order["stats"])
    stats = with_ancestry_stats(ancestry, bought, order["ancestry_stats"])
    skills, skill_points_left = _skills(options, role, ancestry, custom, order)
    funds = funds_after(FUNDS.start, order["equipment"])
    armour = _armour(order["armour"], order["equipment"])
    trauma = ANCESTRIES[ancestry].trauma
    sphere = fitting(_TEXT, "sphere", order.get("sphere", _ANY_SPHERE))
    knows = trauma == "thaumaturgy" and options.thaumaturgy_level == "on"
    if sphere not in ("", _ANY_SPHERE) and not knows:
        raise Refused("no sphere of magic: only ancestries with Thaumaturgy begin with one", "DPI-A25")
    agent = Agent(
        name=fitting(_TEXT, "name", wanted.get("name", "")),
        sex=fitting(_TEXT, "sex", wanted.get("sex", "")),
        gender=fitting(_TEXT, "gender", wanted.get("gender", "")),
        role=role,
        ancestry=ancestry,
        stats=stats,
        skills=skills,
        custom_skills=custom,
        magic={sphere or _ANY_SPHERE: 1} if knows else {},
        traumas=(cast("TraumaName", trauma),) if trauma else (),
        funds=funds,
        armour=armour,
        agency=_agency(order),
        stat_points_left=points_left,
        skill_points_left=skill_points_left,
    )
    for item, count in order["equipment"].items():
        agent = equipped(agent, item, count)
    return at_full_health(options, agent)


def _agency(order: Mapping[str, Any]) -> Agency:
    return cast("Agency", fitting(_AGENCY, "agency", order.get("agency", "DPI"), "unknown agency", "DPI-17"))


# --- Jr. Agents


@rule("DPI-99", "DPI-100", "DPI-A26")
def junior_agent(options: Options, name: str, role: str, skills: Sequence[str], junior_of: str | None = None) -> Agent:
    """A Jr. Agent: 5 in every stat, twelve skills of the role's categories at level 1, no ancestry and no money."""
    if not len(skills) == len(set(skills)) == SKILLS.junior_skills:
        raise Refused("a Jr. Agent needs twelve different skills", "DPI-99")
    for skill in skills:
        if not set(categories_of(options, skill, {})) & set(ROLES[role].categories):
            raise Refused(f"skill outside its categories: {skill[:60]}", "DPI-99")
    levels = dict.fromkeys(skills, SKILLS.junior_level)
    junior = Agent(name=name, role=role, ancestry="none", stats=Scores(), skills=levels, junior_of=junior_of)
    return at_full_health(options, junior)


def _junior_by_order(options: Options, role: str, order: Mapping[str, Any]) -> Agent:
    """A Jr. Agent as a player's character; refuses choices that only a full agent has."""
    for field in ("ancestry_stats", "ancestry_skills", "stats", "skills", "custom_skills", "equipment"):
        if order[field]:
            raise Refused(f"a Jr. Agent has no {field.replace('_', ' ')} to choose", "DPI-A26")
    if order.get("ancestry") not in (None, "none"):
        raise Refused("a Jr. Agent has no ancestry to choose", "DPI-A26")
    junior = junior_agent(options, fitting(_TEXT, "name", order.get("name", "")), role, order["role_skills"])
    sex, gender = (fitting(_TEXT, field, order.get(field, "")) for field in ("sex", "gender"))
    return replace(junior, sex=sex, gender=gender, agency=_agency(order))


def _is_junior(draft: Mapping[str, Any]) -> bool:
    return draft.get("rank") == "jr-agent"


def _legal_ancestry(options: Options, draft: Mapping[str, Any]) -> Legal:
    if _is_junior(draft):
        return Legal("none: a Jr. Agent has no ancestry", ("none",), form=ChoiceForm(("none",), "none"))
    return Legal("one ancestry", tuple(ANCESTRIES), form=_ANCESTRY)


def _for_agents(legal: Legality) -> Legality:
    """The legal choices of a full agent; none for a Jr. Agent."""

    def legal_for(options: Options, draft: Mapping[str, Any]) -> Legal:
        if _is_junior(draft):
            return Legal("nothing: only full agents choose", (), form=EntriesForm(NumberForm(0, 0, usual=0)))
        return legal(options, draft)

    return legal_for


def _order(wanted: Any) -> dict[str, Any]:
    """The choices with every list and object in place; refuses other shapes."""
    check_fields(wanted, _FIELDS, "an agent")
    order: dict[str, Any] = dict(wanted)
    for field in ("role_skills", "ancestry_stats", "ancestry_skills"):
        given = order.setdefault(field, [])
        if not isinstance(given, list | tuple) or not all(isinstance(name, str) for name in given):
            raise BadParameter(field, "a list of names", given)
    for field in ("stats", "skills", "equipment"):
        given = order.setdefault(field, {})
        whole = isinstance(given, Mapping) and all(type(value) is int for value in given.values())
        if not whole:
            raise BadParameter(field, "an object of names and whole numbers", given)
    custom = order.setdefault("custom_skills", {})
    if not isinstance(custom, Mapping) or not all(isinstance(value, str) for value in custom.values()):
        raise BadParameter("custom_skills", "an object of names and categories", custom)
    order.setdefault("armour", "none")
    return order


# --- custom skills


@rule("DPI-81", "DPI-A21", "DPI-A23")
def _custom_skills(options: Options, ancestry: str, given: Mapping[str, str]) -> dict[str, str]:
    """Each category has four slots (three by ruling) for custom skills."""
    innate = innate_skills(ancestry)
    for category, count in Counter([*innate.values(), *given.values()]).items():
        if count > options.custom_slots:
            raise Refused(f"too many custom skills: {count} in {category}, {options.custom_slots} allowed", "DPI-81")
    for category in given.values():
        if category not in CATEGORIES:
            raise Refused(f"unknown category: {category[:60]} (allowed: {', '.join(CATEGORIES)})", "DPI-82")
    for skill in given:
        if skill in listed_skills(options) or skill in innate:
            raise Refused(f"custom skill already listed: {skill[:60]}", "DPI-81")
    return innate | dict(given)


def _legal_custom_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    categories = tuple(CATEGORIES)
    words = f"up to {options.custom_slots} custom skills in each category, each with a name"
    return Legal(words, categories, form=EntriesForm(ChoiceForm(categories), own=True))


# --- skills


def _draft_custom_skills(draft: Mapping[str, Any]) -> dict[str, str]:
    ancestry = draft.get("ancestry")
    innate = innate_skills(ancestry) if ancestry in ANCESTRIES else {}
    return innate | dict(draft.get("custom_skills") or {})


@rule("DPI-19", "DPI-20")
def _skills_of_role(options: Options, role: str, custom: Mapping[str, str]) -> tuple[str, ...]:
    """The skills in a role's categories."""
    categories = set(ROLES[role].categories)
    return tuple(skill for skill, own in known_skills(options, custom).items() if categories & set(own))


@rule("DPI-19", "DPI-20", "DPI-22", "DPI-23", "DPI-79", "DPI-80", "DPI-A19")
def _skills(
    options: Options, role: str, ancestry: str, custom: dict[str, str], order: Mapping[str, Any]
) -> tuple[dict[str, int], int]:
    """16 points, six skills of the role, and the ancestry's skills; none above 5."""
    known = known_skills(options, custom)
    points, of_role, of_ancestry = order["skills"], order["role_skills"], order["ancestry_skills"]
    for skill in (*points, *of_role, *of_ancestry):
        if skill not in known:
            raise Refused(f"unknown skill: {str(skill)[:60]}", "DPI-82")
    for skill, level in points.items():
        if level < 0:
            raise Refused(f"negative skill: {skill} is {level}", "DPI-79")
    spent = sum(points.values())
    if spent > SKILLS.points:
        raise Refused(f"too many skill points: {spent} spent, {SKILLS.points} allowed", "DPI-79")
    if not len(of_role) == len(set(of_role)) == SKILLS.role_skills:
        raise Refused("role needs six different skills", "DPI-A19")
    for skill in of_role:
        if skill not in _skills_of_role(options, role, custom):
            allowed = ", ".join(ROLES[role].categories)
            raise Refused(f"role skill outside its categories: {skill} is none of {allowed}", "DPI-19")
    wanted = ANCESTRIES[ancestry].picked_skills
    if wanted and not len(of_ancestry) == len(set(of_ancestry)) == wanted:
        raise Refused("human needs three different skills", "DPI-23")
    if of_ancestry and not wanted:
        raise Refused("only humans pick ancestry skills", "DPI-23")
    levels = Counter(points)
    levels.update([*of_role, *of_ancestry, *innate_skills(ancestry)])
    for skill, level in levels.items():
        if level > SKILLS.most:
            raise Refused(f"skill above {SKILLS.most}: {skill} is {level}", "DPI-A19")
    return {skill: levels[skill] for skill in known if levels[skill]}, SKILLS.points - spent


def _legal_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    given = draft.get("skills") or {}
    left = SKILLS.points - sum(given.values())
    custom = _draft_custom_skills(draft)
    known = known_skills(options, custom)
    form = handed_out(known, given, 0, SKILLS.most, SKILLS.points)
    entries = tuple(
        replace(one, note=f"{' and '.join(known[one.name])}, with {stat_of(options, one.name, custom)}")
        for one in form.names
    )
    words = f"{left} of {SKILLS.points} points left, no skill above {SKILLS.most}"
    return Legal(words, tuple(known), form=replace(form, names=entries))


def _legal_role_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    role, custom = str(draft.get("role")), _draft_custom_skills(draft)
    of_role = _skills_of_role(options, role, custom) if role in ROLES else ()
    count = SKILLS.junior_skills if _is_junior(draft) else SKILLS.role_skills
    levels = draft.get("skills") or {}
    known = known_skills(options, custom)
    refused = {skill: "outside the role's categories (DPI-19)" for skill in known if skill not in of_role}
    refused |= {skill: f"at {SKILLS.most} already (DPI-A19)" for skill in of_role if levels.get(skill) == SKILLS.most}
    legal = tuple(skill for skill in known if skill not in refused)
    words = "twelve" if _is_junior(draft) else "six"
    return Legal(f"{words} different skills in the role's categories", legal, refused, PicksForm(legal, count, count))


def _legal_ancestry_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    ancestry = ANCESTRIES.get(str(draft.get("ancestry")))
    if ancestry is None or not ancestry.picked_skills:
        return Legal("nothing: only humans pick", (), form=PicksForm((), most=0))
    known = tuple(known_skills(options, _draft_custom_skills(draft)))
    form = PicksForm(known, ancestry.picked_skills, ancestry.picked_skills)
    return Legal("three different skills, each +1", known, form=form)


def _legal_sphere(options: Options, draft: Mapping[str, Any]) -> Legal:
    ancestry = ANCESTRIES.get(str(draft.get("ancestry")))
    if ancestry is None or ancestry.trauma != "thaumaturgy" or options.thaumaturgy_level == "off":
        return Legal("nothing: only ancestries with Thaumaturgy begin with magic", (), form=PicksForm((), most=0))
    return Legal("the sphere that has a level; thaumaturgy unless named", (), form=_TEXT)


# --- equipment


def _legal_equipment(options: Options, draft: Mapping[str, Any]) -> Legal:
    owned = draft.get("equipment") or {}
    left = FUNDS.start - sum(PRICES.get(item, 0) * count for item, count in owned.items())
    too_dear = {item: f"costs ${price:,} (DPI-165)" for item, price in PRICES.items() if price > left}
    entries = tuple(
        FormEntry(item, 0, owned.get(item, 0) + max(0, left) // price, note=f"${price:,}")
        for item, price in PRICES.items()
    )
    form = EntriesForm(NumberForm(0, FUNDS.start, usual=0), entries, purse=Purse(FUNDS.start, left, "$", keeps=True))
    return Legal(f"${left:,} left", tuple(item for item in PRICES if item not in too_dear), too_dear, form)


@rule("DPI-182", "DPI-183", "DPI-184", "DPI-A58")
def _armour(given: Any, equipment: Mapping[str, int]) -> ArmourName:
    """One armour at a time, and only one that is owned."""
    if not isinstance(given, str):
        raise BadParameter("armour", ARMOUR, given)
    worn = next((name for name in wearable(equipment) if name == given), None)
    if worn is None:
        raise Refused(f"armour not owned: {given[:60]} (allowed: {', '.join(wearable(equipment))})", "DPI-A58")
    return worn


def _legal_armour(options: Options, draft: Mapping[str, Any]) -> Legal:
    legal = wearable(draft.get("equipment") or {})
    refused = {name: "not owned (DPI-A58)" for name in ARMOUR if name not in legal}
    return Legal("armour that was bought", legal, refused, ChoiceForm(legal, "none"))


CREATION = (
    CreationStep("role", "Role", ("DPI-19", "DPI-20"), always("one role", _ROLE)),
    CreationStep("rank", "Rank", ("DPI-100", "DPI-A26"), always("agent or Jr. Agent", _RANK), optional=True),
    CreationStep("ancestry", "Ancestry", ("DPI-21", "DPI-22", "DPI-23", "DPI-24"), _legal_ancestry),
    CreationStep("sphere", "Sphere of magic", ("DPI-A25",), _legal_sphere, optional=True),
    CreationStep("custom_skills", "Custom skills", ("DPI-81", "DPI-A21"), _for_agents(_legal_custom_skills), True),
    CreationStep(
        "stats", "Stats", ("DPI-51", "DPI-52", "DPI-53", "DPI-54", "DPI-A16"), _for_agents(legal_stats), optional=True
    ),
    CreationStep("ancestry_stats", "Stats by ancestry", ("DPI-23", "DPI-24"), legal_ancestry_stats, optional=True),
    CreationStep("skills", "Skills", ("DPI-79", "DPI-80", "DPI-82"), _for_agents(_legal_skills), optional=True),
    CreationStep("role_skills", "Skills of the role", ("DPI-19", "DPI-20", "DPI-A19"), _legal_role_skills),
    CreationStep("ancestry_skills", "Skills by ancestry", ("DPI-23",), _legal_ancestry_skills, optional=True),
    CreationStep("equipment", "Equipment", ("DPI-165", "DPI-168"), _for_agents(_legal_equipment), optional=True),
    CreationStep("armour", "Armour worn", ("DPI-182", "DPI-183", "DPI-184"), _legal_armour, optional=True),
    CreationStep("agency", "Agency", ("DPI-17",), always("one of the two agencies", _AGENCY), optional=True),
    CreationStep("name", "Name", (), always("any name", _TEXT), optional=True),
    CreationStep("sex", "Sex", ("DPI-18",), always("any text", _TEXT), optional=True),
    CreationStep("gender", "Gender", ("DPI-18",), always("any text", _TEXT), optional=True),
)


class DerivedAgent(Struct, frozen=True):
    """A new agent's values."""

    stats: dict[str, int]
    bonuses: dict[str, int]
    skills: dict[str, int]
    hp_max: int
    ap: int
    fortitude_max: int
    sanity_max: int
    funds: int
    traumas: tuple[str, ...]
    lives: int
    jr_agents_max: int
    stress: int
    high: int
    stat_points_left: int
    skill_points_left: int


@rule("DPI-25", "DPI-27", "DPI-28", "DPI-33", "DPI-101", "DPI-A12", "DPI-A13")
def derived_agent(options: Options, order: AgentOrder) -> DerivedAgent:
    """A new agent's stats, skills, limits and funds."""
    agent = create(options, {field: getattr(order, field) for field in _FIELDS})
    return msgspec.convert(msgspec.to_builtins(agent) | derived(options, agent), ready(DerivedAgent))
