"""Making an agent step by step: what is legal at each step, given the steps before."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import CreationStep, Legal, always
from rulewright.game.forms import Choice, Entries, Entry, Number, Picks, Purse, Words, handed_out
from rulewright.games.dpi.creation import ROLE_SKILLS, price_of_stat
from rulewright.games.dpi.data import ANCESTRIES, ARMOUR, CATEGORIES, FUNDS, PRICES, ROLES, SKILLS, STATS
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.skills import innate_skills, known_skills

_ROLE = always("one role", Choice(tuple(ROLES)))
_ANCESTRY = always("one ancestry", Choice(tuple(ANCESTRIES)))
_ANY_TEXT = always("anything", Words())


def _custom(draft: Mapping[str, Any]) -> dict[str, str]:
    ancestry = draft.get("ancestry")
    innate = innate_skills(ancestry) if ancestry in ANCESTRIES else {}
    return innate | dict(draft.get("custom_skills") or {})


def _role_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    role = ROLES.get(str(draft.get("role")))
    wanted = set(role.categories) if role else set()
    known = known_skills(options, _custom(draft))
    levels = draft.get("skills") or {}
    of_role = [skill for skill, categories in known.items() if wanted & set(categories)]
    refused = {skill: "outside the role's categories (DPI-19)" for skill in known if skill not in of_role}
    refused |= {skill: f"at {SKILLS.most} already (DPI-A19)" for skill in of_role if levels.get(skill) == SKILLS.most}
    legal = tuple(skill for skill in known if skill not in refused)
    form = Picks(legal, ROLE_SKILLS, ROLE_SKILLS)
    return Legal("six different skills of the role's categories", legal, refused, form)


def _ancestry_stats(options: Options, draft: Mapping[str, Any]) -> Legal:
    ancestry = ANCESTRIES.get(str(draft.get("ancestry")))
    if ancestry and ancestry.raised:
        form = Picks(STATS.names, ancestry.raised, ancestry.raised)
        return Legal("two different stats, each +1", STATS.names, form=form)
    if ancestry and ancestry.raised_by:
        form = Picks(STATS.names, 2, 2, places=(f"+{ancestry.raised_by}", f"-{ancestry.lowered_by}"))
        return Legal("a stat for +2, then a different one for -2", STATS.names, form=form)
    refused = {str(stat): "only humans and extranormal humans pick (DPI-23)" for stat in STATS.names}
    return Legal("nothing: only humans and extranormal humans pick", (), refused, Picks((), most=0))


def _ancestry_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    ancestry = ANCESTRIES.get(str(draft.get("ancestry")))
    if ancestry and ancestry.picked_skills:
        known = tuple(known_skills(options, _custom(draft)))
        form = Picks(known, ancestry.picked_skills, ancestry.picked_skills)
        return Legal("three different skills, each +1", known, form=form)
    return Legal("nothing: only humans pick", (), form=Picks((), most=0))


def _stats(options: Options, draft: Mapping[str, Any]) -> Legal:
    given = draft.get("stats") or {}
    left = STATS.points - sum(price_of_stat(options, score) for score in given.values() if 0 <= score <= STATS.most)
    scores = tuple(range(STATS.least, STATS.most + 1))
    refused = {str(score): "below 3 (DPI-54)" for score in range(STATS.least)}
    entries = tuple(_stat(options, given, stat, left) for stat in STATS.names)
    form = Entries(Number(STATS.least, STATS.most, STATS.start), entries, purse=Purse(STATS.points, left, "points"))
    return Legal(f"scores from 3 to 10, {left} of {STATS.points} points left", scores, refused, form)


def _stat(options: Options, given: Mapping[str, int], stat: str, left: int) -> Entry:
    """A stat with the lowest and the highest score that the points and the other stats leave to it."""
    score = given.get(stat, STATS.start)
    affordable = left + price_of_stat(options, score)
    scores = range(STATS.least, STATS.most + 1)
    most = max((one for one in scores if price_of_stat(options, one) <= affordable), default=score)
    removed = sum(max(0, STATS.start - other) for name, other in given.items() if name != stat)
    removable = STATS.removable - removed if options.stat_removal == "two-total" else STATS.start
    return Entry(stat, max(STATS.least, STATS.start - max(0, removable)), most)


def _skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    given = draft.get("skills") or {}
    left = SKILLS.points - sum(given.values())
    known = tuple(known_skills(options, _custom(draft)))
    form = handed_out(known, given, 0, SKILLS.most, SKILLS.points, "points")
    return Legal(f"{left} of {SKILLS.points} points left, no skill above {SKILLS.most}", known, form=form)


def _slots(options: Options, draft: Mapping[str, Any]) -> Legal:
    categories = tuple(CATEGORIES)
    words = f"up to {options.custom_slots} skills of your own in each category"
    return Legal(words, categories, form=Entries(Choice(categories), own=True))


def _equipment(options: Options, draft: Mapping[str, Any]) -> Legal:
    owned = draft.get("equipment") or {}
    left = FUNDS.start - sum(PRICES.get(item, 0) * count for item, count in owned.items())
    dear = {item: f"costs ${price:,} (DPI-165)" for item, price in PRICES.items() if price > left}
    entries = tuple(
        Entry(item, 0, owned.get(item, 0) + max(0, left) // price, note=f"${price:,}") for item, price in PRICES.items()
    )
    form = Entries(Number(0, FUNDS.start, usual=0), entries, purse=Purse(FUNDS.start, left, "$", keeps=True))
    return Legal(f"${left:,} left", tuple(item for item in PRICES if item not in dear), dear, form)


def _armour(options: Options, draft: Mapping[str, Any]) -> Legal:
    owned = draft.get("equipment") or {}
    legal = tuple(name for name in ARMOUR if name == "none" or owned.get(f"{name}-armour"))
    refused = {name: "not owned (DPI-A58)" for name in ARMOUR if name not in legal}
    return Legal("an armour that was bought", legal, refused, Choice(legal, "none"))


CREATION = (
    CreationStep("role", "Role", ("DPI-19", "DPI-20"), _ROLE),
    CreationStep("ancestry", "Ancestry", ("DPI-21", "DPI-22", "DPI-23", "DPI-24"), _ANCESTRY),
    CreationStep("custom_skills", "Skills of your own", ("DPI-81", "DPI-A21"), _slots, optional=True),
    CreationStep("stats", "Stats", ("DPI-51", "DPI-52", "DPI-53", "DPI-54", "DPI-A16"), _stats, optional=True),
    CreationStep("ancestry_stats", "Stats by ancestry", ("DPI-23", "DPI-24"), _ancestry_stats, optional=True),
    CreationStep("skills", "Skills", ("DPI-79", "DPI-80", "DPI-82"), _skills, optional=True),
    CreationStep("role_skills", "Six skills of the role", ("DPI-19", "DPI-20", "DPI-A19"), _role_skills),
    CreationStep("ancestry_skills", "Skills by ancestry", ("DPI-23",), _ancestry_skills, optional=True),
    CreationStep("equipment", "Equipment", ("DPI-165", "DPI-168"), _equipment, optional=True),
    CreationStep("armour", "Armour worn", ("DPI-182", "DPI-183", "DPI-184"), _armour, optional=True),
    CreationStep("name", "Name", (), always("any name", Words()), optional=True),
    CreationStep("sex", "Sex", ("DPI-18",), _ANY_TEXT, optional=True),
    CreationStep("gender", "Gender", ("DPI-18",), _ANY_TEXT, optional=True),
)
