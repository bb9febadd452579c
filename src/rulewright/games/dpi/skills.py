"""Skills: their categories and the stat each is rolled with."""

from collections.abc import Mapping

from rulewright.games.dpi.data import ANCESTRIES, CATEGORIES, StatName
from rulewright.games.dpi.options import Options
from rulewright.rules import rule

TWICE = "leadership"


@rule(
    "DPI-82",
    "DPI-82A",
    "DPI-82B",
    "DPI-82C",
    "DPI-82D",
    "DPI-82E",
    "DPI-82F",
    "DPI-82G",
    "DPI-82H",
    "DPI-A20",
)
def listed_skills(options: Options) -> dict[str, tuple[str, ...]]:
    """Every skill of the list with its categories; Leadership is one skill of two, or two skills."""
    listed: dict[str, tuple[str, ...]] = {}
    for category, entry in CATEGORIES.items():
        for skill in entry.skills:
            own = f"{skill}-{category}" if skill == TWICE and options.leadership == "two" else skill
            listed[own] = (*listed.get(own, ()), category)
    return listed


@rule("DPI-22", "DPI-A23")
def innate_skills(ancestry: str) -> dict[str, str]:
    """Custom skills that an ancestry has without listing them: a Sasquatch's Nature Lore."""
    return dict(ANCESTRIES[ancestry].skills)


@rule("DPI-81", "DPI-82")
def known_skills(options: Options, custom: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Every skill an agent can have, with its categories."""
    return listed_skills(options) | {skill: (category,) for skill, category in custom.items()}


@rule("DPI-81", "DPI-82")
def categories_of(options: Options, skill: str, custom: Mapping[str, str]) -> tuple[str, ...]:
    """The categories of a skill; none for an unknown skill."""
    return known_skills(options, custom).get(skill, ())


@rule("DPI-45", "DPI-46", "DPI-47", "DPI-48", "DPI-49", "DPI-50", "DPI-A22", "DPI-A24")
def stat_of(options: Options, skill: str, custom: Mapping[str, str]) -> StatName:
    """The stat a skill is rolled with: its category's, or Luck for a custom skill."""
    if skill in custom and options.custom_skill_stat == "luck":
        return "luck"
    return CATEGORIES[categories_of(options, skill, custom)[0]].stat
