"""Advancements: choosing one, taking it, and those legal for a new character."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rulewright.game import Legal
from rulewright.game.forms import PicksForm
from rulewright.games.light_dark.data import ADVANCING, ATTRIBUTES
from rulewright.games.light_dark.scenario import Lists, source_of
from rulewright.games.light_dark.sheet import Advancement, Sheet, Skill, attribute_maximum
from rulewright.rules import BadParameter, Refused, rule, shown

_FIELDS = ("name", "attribute", "skill")
_LONGEST = 100


@rule("LD-36", "LD-38", "LD-A51")
def taken(given: Any, lists: Lists) -> Advancement:
    """An Advancement by name, with the Attribute or Skill it raises and its effects."""
    if isinstance(given, str):
        given = {"name": given}
    if not isinstance(given, Mapping) or not set(given) <= set(_FIELDS):
        raise BadParameter("advancements", f"objects with any of {', '.join(_FIELDS)}", given)
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
    most = attribute_maximum(sheet.xp_advancements)
    if sheet.attributes.of(chosen.attribute) >= most:
        raise Refused(f"attribute at maximum: {chosen.attribute} is already {most}", "LD-37")


@rule("LD-A51")
def check_raised_skill(skills: Mapping[str, Skill], chosen: Advancement) -> None:
    """An Advancement that raises a Skill needs one that the PC has."""
    if chosen.does.raises == "skill" and chosen.skill not in skills:
        asked = chosen.skill or "none named"
        raise Refused(f"unknown skill: {asked} (the PC has {', '.join(skills) or 'none'})", "LD-A51")


@rule("LD-36", "LD-37", "LD-A51")
def advanced(sheet: Sheet, chosen: Advancement) -> Sheet:
    """The sheet after taking an Advancement."""
    check_extra_attribute(sheet, chosen)
    check_raised_skill(sheet.skills, chosen)
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


@rule("LD-33", "LD-36", "LD-37", "LD-A51")
def legal_advancements(lists: Lists, values: Mapping[str, int], skills: Iterable[str]) -> Legal:
    """The Advancements a new character may choose, one for each Attribute or Skill that can be raised."""
    choices: list[dict[str, str]] = []
    refused: dict[str, str] = {}
    most = attribute_maximum(0)
    for name, listed in lists.advancements.items():
        if listed.does.raises == "attribute":
            full = [attribute for attribute in ATTRIBUTES if values.get(attribute, 0) >= most]
            refused |= {f"{name} {attribute}": f"it is already {values[attribute]} (LD-37)" for attribute in full}
            choices += [{"name": name, "attribute": attribute} for attribute in ATTRIBUTES if attribute not in full]
        elif listed.does.raises == "skill":
            choices += [{"name": name, "skill": skill} for skill in skills]
        else:
            choices.append({"name": name})
    words = f"exactly one. {sources(lists)}"
    return Legal(words, tuple(choices), refused, PicksForm(tuple(choices), least=1, most=1))


@rule("LD-36", "LD-38", "LD-A51")
def sources(lists: Lists) -> str:
    """The source of each Advancement: the draft, our starters, or the scenario."""
    found: dict[str, list[str]] = {}
    for name, listed in lists.advancements.items():
        text = f"{name} ({listed.text})" if listed.text else name
        found.setdefault(source_of(listed), []).append(text)
    return " ".join(f"{source}: {', '.join(names)}." for source, names in found.items())
