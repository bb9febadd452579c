"""Making an agent: all at once, with the first fault in the inventory's order."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.dpi.data import ANCESTRIES, ARMOUR, CATEGORIES, FUNDS, PRICES, ROLES, SKILLS, STATS, ArmourName
from rulewright.games.dpi.money import equipped
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.sheet import (
    Agent,
    Scores,
    action_points,
    bonuses,
    fortitude_max,
    hp_max,
    junior_agents_max,
    sanity_max,
)
from rulewright.games.dpi.skills import innate_skills, known_skills, listed_skills
from rulewright.games.dpi.traumas import TraumaName, lives_left
from rulewright.rules import BadParameter, Refused, rule
from rulewright.rules.parameters import check_fields, check_text

_FIELDS = (
    "name",
    "sex",
    "gender",
    "role",
    "role_skills",
    "ancestry",
    "ancestry_stats",
    "ancestry_skills",
    "stats",
    "skills",
    "custom_skills",
    "equipment",
    "armour",
)
_LONGEST_TEXT = 100
ROLE_SKILLS = 6


@rule("DPI-17", "DPI-18", "DPI-A69")
def create(options: Options, wanted: Mapping[str, Any]) -> Agent:
    """A new agent with full HP, Fortitude and Sanity; refuses the first fault in order."""
    order = _order(wanted)
    role, ancestry = _named(order, "role", ROLES, "DPI-19"), _named(order, "ancestry", ANCESTRIES, "DPI-21")
    custom = _custom_skills(options, ancestry, order["custom_skills"])
    bought, points_left = _bought_stats(options, order["stats"])
    stats = _ancestry_stats(ancestry, bought, order["ancestry_stats"])
    skills, skill_points_left = _skills(options, role, ancestry, custom, order)
    funds = _paid(order["equipment"])
    armour = _armour(order["armour"], order["equipment"])
    trauma = ANCESTRIES[ancestry].trauma
    bare = Agent(
        name=check_text("name", wanted.get("name", ""), _LONGEST_TEXT).strip(),
        sex=check_text("sex", wanted.get("sex", ""), _LONGEST_TEXT).strip(),
        gender=check_text("gender", wanted.get("gender", ""), _LONGEST_TEXT).strip(),
        role=role,
        ancestry=ancestry,
        stats=stats,
        skills=skills,
        custom_skills=custom,
        traumas=(cast("TraumaName", trauma),) if trauma else (),
        funds=funds,
        armour=armour,
        stat_points_left=points_left,
        skill_points_left=skill_points_left,
    )
    for item, count in order["equipment"].items():
        bare = equipped(bare, item, count)
    return replace(bare, hp=hp_max(bare), fortitude=fortitude_max(options, bare), sanity=sanity_max(options, bare))


def _order(wanted: Any) -> dict[str, Any]:
    """The order with every list and object in place; refuses other shapes."""
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


def _named(order: Mapping[str, Any], field: str, known: Mapping[str, Any], number: str) -> str:
    given = order.get(field)
    if not isinstance(given, str) or given not in known:
        shown = "none given" if given is None else str(given)[:60]
        raise Refused(f"unknown {field}: {shown} (allowed: {', '.join(known)})", number)
    return given


@rule("DPI-81", "DPI-A21", "DPI-A23")
def _custom_skills(options: Options, ancestry: str, given: Mapping[str, str]) -> dict[str, str]:
    """Each category has four slots (three by ruling) for skills of one's own."""
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


@rule(
    "DPI-56",
    "DPI-57",
    "DPI-58",
    "DPI-59",
    "DPI-60",
    "DPI-61",
    "DPI-62",
    "DPI-63",
    "DPI-64",
    "DPI-65",
    "DPI-66",
    "DPI-A16",
)
def price_of_stat(options: Options, score: int) -> int:
    """What a score costs from 5, negative for what it gives back."""
    if options.stat_cost == "flat":
        return score - STATS.start
    if options.stat_cost == "cumulative":
        return STATS.price[score]
    if score >= STATS.start:
        return sum(STATS.price[level] for level in range(STATS.start + 1, score + 1))
    return sum(STATS.price[level] for level in range(score, STATS.start))


@rule("DPI-51", "DPI-52", "DPI-53", "DPI-54", "DPI-A16", "DPI-A17")
def _bought_stats(options: Options, given: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """Ten points over stats that start at 5, with up to two points taken out, none below 3."""
    for stat in given:
        if stat not in STATS.names:
            raise Refused(f"unknown stat: {str(stat)[:60]} (they are {', '.join(STATS.names)})", "DPI-44")
    for stat, score in given.items():
        _refuse_above(stat, score)
    for stat, score in given.items():
        if score < STATS.least:
            raise Refused(f"stat below 3: {stat} is {score}", "DPI-54")
    scores: dict[str, int] = {stat: given.get(stat, STATS.start) for stat in STATS.names}
    removed = sum(max(0, STATS.start - score) for score in scores.values())
    if options.stat_removal == "two-total" and removed > STATS.removable:
        raise Refused(f"more than two points removed: {removed}", "DPI-53")
    spent = sum(price_of_stat(options, score) for score in scores.values())
    if spent > STATS.points:
        raise Refused(f"too many stat points: {spent} spent, {STATS.points} allowed", "DPI-52")
    return scores, STATS.points - spent


def _are_stats(names: list[str], count: int) -> bool:
    """Whether these are so many different stats."""
    return len(set(names)) == len(names) == count and all(name in STATS.names for name in names)


def _refuse_above(stat: str, score: int) -> None:
    if score > STATS.most:
        raise Refused(f"stat above 10: {stat} is {score}", "DPI-51")


@rule("DPI-21", "DPI-22", "DPI-23", "DPI-24", "DPI-A18")
def _ancestry_stats(ancestry: str, scores: dict[str, int], picked: Iterable[str]) -> Scores:
    """What the ancestry changes, after the points; not above 10."""
    entry, names = ANCESTRIES[ancestry], list(picked)
    changes = dict(entry.stats)
    if entry.raised:
        if not _are_stats(names, entry.raised):
            raise Refused("human needs two different stats", "DPI-23")
        changes = dict.fromkeys(names, 1)
    elif entry.raised_by:
        if not _are_stats(names, len(("raised", "lowered"))):
            raise Refused("extranormal human needs a raised and a different lowered stat", "DPI-24")
        changes = {names[0]: entry.raised_by, names[1]: -entry.lowered_by}
    elif names:
        raise Refused("only humans and extranormal humans pick ancestry stats", "DPI-23")
    after = {stat: score + changes.get(stat, 0) for stat, score in scores.items()}
    for stat, score in after.items():
        _refuse_above(stat, score)
    return Scores(**after)


@rule("DPI-19", "DPI-20", "DPI-22", "DPI-23", "DPI-79", "DPI-80", "DPI-A19")
def _skills(
    options: Options, role: str, ancestry: str, custom: dict[str, str], order: Mapping[str, Any]
) -> tuple[dict[str, int], int]:
    """16 points, six skills of the role, and what the ancestry gives; none above 5."""
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
    if len(of_role) != ROLE_SKILLS or len(set(of_role)) != ROLE_SKILLS:
        raise Refused("role needs six different skills", "DPI-A19")
    for skill in of_role:
        if not set(known[skill]) & set(ROLES[role].categories):
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
            raise Refused(f"skill above 5: {skill} is {level}", "DPI-A19")
    return {skill: levels[skill] for skill in known if levels[skill]}, SKILLS.points - spent


@rule("DPI-165", "DPI-168", "DPI-179", "DPI-180", "DPI-181", "DPI-185", "DPI-A55")
def _paid(equipment: Mapping[str, int]) -> int:
    """Funds left of $4,200 after buying; ammunition and grenades come in packs of four."""
    for item, count in equipment.items():
        if item not in PRICES:
            raise Refused(f"unknown item: {str(item)[:60]} (allowed: {', '.join(PRICES)})", "DPI-165")
        if count < 0:
            raise BadParameter(f"equipment.{item}", "a whole number, at least 0", count)
    cost = sum(PRICES[item] * count for item, count in equipment.items())
    if cost > FUNDS.start:
        raise Refused(f"not enough funds: ${cost:,} of ${FUNDS.start:,}", "DPI-165")
    return FUNDS.start - cost


@rule("DPI-182", "DPI-183", "DPI-184", "DPI-A58")
def _armour(given: Any, equipment: Mapping[str, int]) -> ArmourName:
    """One armour at a time, and only one that is owned."""
    if not isinstance(given, str):
        raise BadParameter("armour", f"one of {', '.join(ARMOUR)}", given)
    worn: ArmourName | None = next((name for name in get_args(ArmourName) if name == given), None)
    if worn is None or (worn != "none" and not equipment.get(f"{worn}-armour", 0)):
        raise Refused(f"armour not owned: {given[:60]} (there are {', '.join(ARMOUR)})", "DPI-A58")
    return worn


class AgentOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A creation order, as `create` takes it."""

    role: str | None = None
    role_skills: tuple[str, ...] = ()
    ancestry: str | None = None
    ancestry_stats: tuple[str, ...] = ()
    ancestry_skills: tuple[str, ...] = ()
    stats: dict[str, int] = {}
    skills: dict[str, int] = {}
    custom_skills: dict[str, str] = {}
    equipment: dict[str, int] = {}
    armour: str = "none"
    name: str = ""
    sex: str = ""
    gender: str = ""


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
    """What a new agent can do."""
    agent = create(options, {field: getattr(order, field) for field in _FIELDS})
    return DerivedAgent(
        stats={stat: getattr(agent.stats, stat) for stat in STATS.names},
        bonuses=bonuses(agent),
        skills=agent.skills,
        hp_max=hp_max(agent),
        ap=action_points(options, agent),
        fortitude_max=fortitude_max(options, agent),
        sanity_max=sanity_max(options, agent),
        funds=agent.funds,
        traumas=agent.traumas,
        lives=lives_left(options, agent.traumas),
        jr_agents_max=junior_agents_max(agent),
        stress=agent.stress,
        high=agent.high,
        stat_points_left=agent.stat_points_left,
        skill_points_left=agent.skill_points_left,
    )
