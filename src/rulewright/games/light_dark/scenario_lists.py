"""The lists of a scenario or of the starters, in words for the players."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import (
    STARTERS,
    GivenScenario,
    ListedChallenge,
    ListedSkill,
    join,
    read_scenario,
    source_of,
)
from rulewright.rules import meaning, rule


class Listing(Struct, frozen=True):
    """A table's lists, each entry with its effects; `any_other_...` if players may choose other names."""

    scenario: str
    archetypes: tuple[str, ...]
    any_other_archetype: bool
    skills: dict[str, str]
    any_other_skill: bool
    conditions: dict[str, str]
    any_other_condition: bool
    advancements: dict[str, str]
    challenges: dict[str, str]


@rule("LD-04", "LD-12", "LD-38", "LD-39", "LD-A51", "LD-A52", "LD-A53")
def lists(
    options: Options,
    scenario: Annotated[GivenScenario | None, meaning("a scenario in TOML or JSON; the starters if left out")] = None,
) -> Listing:
    """The Archetypes, Skills, Conditions, Advancements and Challenges of a scenario, joined with the starters."""
    found = STARTERS if scenario is None else join(STARTERS, read_scenario(scenario))
    return Listing(
        found.name,
        tuple(found.archetypes),
        found.free_archetypes,
        {name: _skill(one) for name, one in found.skills.items()},
        found.free_skills,
        {name: _does(one.light) or "words only" for name, one in found.conditions.items()},
        found.free_conditions,
        {name: f"{_does(one.does)}, {source_of(one).lower()}" for name, one in found.advancements.items()},
        {name: _challenge(one) for name, one in found.challenges.items()},
    )


def _skill(listed: ListedSkill) -> str:
    attribute = listed.attribute or "any Attribute"
    return attribute if listed.under is None else f"{attribute} under {listed.under}"


def _challenge(listed: ListedChallenge) -> str:
    parts = [listed.level, *(f"{facet.name} {facet.level}" for facet in listed.facets)]
    parts += [f"hits {listed.hits}"] * (listed.hits != "body")
    parts += [f"{listed.count} together"] * (listed.count > 1)
    parts += [f"dice {listed.dice}"] * (listed.dice is not None) + ["forks"] * listed.forks
    return " and ".join(parts)


def _does(does: Struct) -> str:
    """The fields that differ from their defaults, named as in the file."""
    said: Mapping[str, Any] = msgspec.to_builtins(does)
    return " and ".join(f"{name} {_value(value)}" for name, value in said.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name} {_value(inner)}" for name, inner in value.items())
    return str(value)
