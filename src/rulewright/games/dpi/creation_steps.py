"""Making an agent step by step: what is legal at each step, given the steps before."""

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.game import CreationStep, Legal
from rulewright.games.dpi.creation import price_of_stat
from rulewright.games.dpi.data import ANCESTRIES, ARMOUR, CATEGORIES, FUNDS, PRICES, ROLES, SKILLS, STATS
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.skills import innate_skills, known_skills

__all__ = ["CREATION"]

Choose = Callable[[Options, Mapping[str, Any]], Legal]


def _custom(draft: Mapping[str, Any]) -> dict[str, str]:
    ancestry = draft.get("ancestry")
    innate = innate_skills(ancestry) if ancestry in ANCESTRIES else {}
    return innate | dict(draft.get("custom_skills") or {})


def _names(words: str, *choices: Any) -> Choose:
    return lambda options, draft: Legal(words, choices)


def _role_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    role = ROLES.get(str(draft.get("role")))
    wanted = set(role.categories) if role else set()
    known = known_skills(options, _custom(draft))
    legal = tuple(skill for skill, categories in known.items() if wanted & set(categories))
    refused = {skill: "outside the role's categories (DPI-19)" for skill in known if skill not in legal}
    return Legal("six different skills of the role's categories", legal, refused)


def _ancestry_stats(options: Options, draft: Mapping[str, Any]) -> Legal:
    ancestry = ANCESTRIES.get(str(draft.get("ancestry")))
    if ancestry and ancestry.raised:
        return Legal("two different stats, each +1", STATS.names)
    if ancestry and ancestry.raised_by:
        return Legal("a stat for +2, then a different one for -2", STATS.names)
    return Legal("nothing: only humans and extranormal humans pick", (), dict.fromkeys(STATS.names, "DPI-23"))


def _ancestry_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    ancestry = ANCESTRIES.get(str(draft.get("ancestry")))
    if ancestry and ancestry.picked_skills:
        return Legal("three different skills, each +1", tuple(known_skills(options, _custom(draft))))
    return Legal("nothing: only humans pick", ())


def _stats(options: Options, draft: Mapping[str, Any]) -> Legal:
    given = draft.get("stats") or {}
    left = STATS.points - sum(price_of_stat(options, score) for score in given.values() if 0 <= score <= STATS.most)
    scores = tuple(range(STATS.least, STATS.most + 1))
    refused = {str(score): "below 3 (DPI-54)" for score in range(STATS.least)}
    return Legal(f"scores from 3 to 10, {left} of {STATS.points} points left", scores, refused)


def _skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    left = SKILLS.points - sum((draft.get("skills") or {}).values())
    return Legal(
        f"{left} of {SKILLS.points} points left, no skill above {SKILLS.most}",
        tuple(known_skills(options, _custom(draft))),
    )


def _slots(options: Options, draft: Mapping[str, Any]) -> Legal:
    return Legal(f"up to {options.custom_slots} skills of your own in each category", tuple(CATEGORIES))


def _equipment(options: Options, draft: Mapping[str, Any]) -> Legal:
    owned = draft.get("equipment") or {}
    left = FUNDS.start - sum(PRICES.get(item, 0) * count for item, count in owned.items())
    dear = {item: f"costs ${price:,} (DPI-165)" for item, price in PRICES.items() if price > left}
    return Legal(f"${left:,} left", tuple(item for item in PRICES if item not in dear), dear)


def _armour(options: Options, draft: Mapping[str, Any]) -> Legal:
    owned = draft.get("equipment") or {}
    legal = tuple(name for name in ARMOUR if name == "none" or owned.get(f"{name}-armour"))
    refused = {name: "not owned (DPI-A58)" for name in ARMOUR if name not in legal}
    return Legal("an armour that was bought", legal, refused)


CREATION = (
    CreationStep("role", "Role", ("DPI-19", "DPI-20"), _names("one role", *ROLES)),
    CreationStep("ancestry", "Ancestry", ("DPI-21", "DPI-22", "DPI-23", "DPI-24"), _names("one ancestry", *ANCESTRIES)),
    CreationStep("custom_skills", "Skills of your own", ("DPI-81", "DPI-A21"), _slots, optional=True),
    CreationStep("stats", "Stats", ("DPI-51", "DPI-52", "DPI-53", "DPI-54", "DPI-A16"), _stats, optional=True),
    CreationStep("ancestry_stats", "Stats by ancestry", ("DPI-23", "DPI-24"), _ancestry_stats, optional=True),
    CreationStep("skills", "Skills", ("DPI-79", "DPI-80", "DPI-82"), _skills, optional=True),
    CreationStep("role_skills", "Six skills of the role", ("DPI-19", "DPI-20", "DPI-A19"), _role_skills),
    CreationStep("ancestry_skills", "Skills by ancestry", ("DPI-23",), _ancestry_skills, optional=True),
    CreationStep("equipment", "Equipment", ("DPI-165", "DPI-168"), _equipment, optional=True),
    CreationStep("armour", "Armour worn", ("DPI-182", "DPI-183", "DPI-184"), _armour, optional=True),
    CreationStep("name", "Name", (), _names("any name"), optional=True),
    CreationStep("sex", "Sex", ("DPI-18",), _names("anything"), optional=True),
    CreationStep("gender", "Gender", ("DPI-18",), _names("anything"), optional=True),
)
