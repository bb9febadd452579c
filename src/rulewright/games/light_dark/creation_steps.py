"""The steps of creating a character: what is legal at each, and why the rest is not."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import CreationStep, Legal, always
from rulewright.game.forms import Choice, Entries, Entry, Faces, Fields, Flag, Number, Part, Picks, Words
from rulewright.games.light_dark.creation import VALUES, lists_for
from rulewright.games.light_dark.data import ADVANCING, ARMOUR, ATTRIBUTES, BANDS, DICE
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.sheet import Gear
from rulewright.games.light_dark.weapons import LISTED


def _legal_archetype(options: Options, draft: Mapping[str, Any]) -> Legal:
    lists = lists_for(draft)
    if lists.free_archetypes:
        form = Words(suggested=tuple(lists.archetypes))
        words = "a few words of your own about background, concept and role, or one of these"
        return Legal(words, tuple(lists.archetypes), form=form)
    return Legal("one from the scenario's list", tuple(lists.archetypes), form=Choice(tuple(lists.archetypes)))


def _legal_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    lists = lists_for(draft)
    dice = f"0 to {ADVANCING.skill_most} dice each, by Attribute"
    each = Fields(
        (
            Part("attribute", "Attribute", Choice(tuple(ATTRIBUTES))),
            Part("dice", "dice", Number(0, ADVANCING.skill_most, usual=1)),
            Part("under", "belongs under", Choice(tuple(draft.get("skills") or {})), optional=True),
        )
    )
    form = Entries(each, tuple(map(Entry, lists.skills)), own=lists.free_skills)
    if lists.free_skills:
        return Legal(f"{dice}: your own, or any of these", tuple(lists.skills), form=form)
    return Legal(f"{dice}: from the scenario's list", tuple(lists.skills), form=form)


def _legal_attributes(options: Options, draft: Mapping[str, Any]) -> Legal:
    form = Entries(Number(VALUES[0], VALUES[-1]), tuple(map(Entry, ATTRIBUTES)), every=True)
    words = f"four values from {VALUES[0]} to {VALUES[-1]}; or leave this out and type eight dice"
    return Legal(words, tuple(VALUES), form=form)


def _legal_swap(options: Options, draft: Mapping[str, Any]) -> Legal:
    pairs = tuple((one, other) for at, one in enumerate(ATTRIBUTES) for other in list(ATTRIBUTES)[at + 1 :])
    return Legal("two different Attributes, or none", pairs, form=Choice(pairs))


def _legal_advancements(options: Options, draft: Mapping[str, Any]) -> Legal:
    choices: list[dict[str, str]] = []
    refused: dict[str, str] = {}
    for name, listed in lists_for(draft).advancements.items():
        if listed.does.raises == "attribute":
            for attribute in ATTRIBUTES:
                value = draft.get("attributes", {}).get(attribute, 0) if draft.get("attributes") else 0
                if value >= ADVANCING.attribute_early:
                    refused[f"{name} {attribute}"] = f"it is already {value} (LD-37)"
                else:
                    choices.append({"name": name, "attribute": attribute})
        elif listed.does.raises == "skill":
            choices += [{"name": name, "skill": skill} for skill in draft.get("skills") or {}]
        else:
            choices.append({"name": name})
    return Legal("exactly one", tuple(choices), refused, Picks(tuple(choices), least=1, most=1))


def _legal_gear(options: Options, draft: Mapping[str, Any]) -> Legal:
    both = {
        f"{name} with a shield": "it takes both hands (LD-A42)"
        for name in LISTED
        if Gear(in_hand=name).fills_both_hands()
    }
    form = Fields(
        (
            Part("weapons", "weapons carried", Picks(LISTED, most=len(LISTED)), optional=True),
            Part("in_hand", "in hand", Choice(LISTED), optional=True),
            Part("grip", "hands on it", Choice(("one", "two"), "one"), optional=True),
            Part("armour", "armour", Choice(tuple(ARMOUR), "none"), optional=True),
            Part("shield", "shield", Flag(), optional=True),
        )
    )
    return Legal("weapons, one armour, and a shield if a hand is free", LISTED, both, form)


_FACES = Faces(BANDS.attribute_dice * len(ATTRIBUTES), DICE.sides, instead_of="attributes")
_ROLLED = always("eight faces, two for each Attribute", _FACES)


CREATION = (
    CreationStep("name", "Name", ("LD-01", "LD-02"), always("any name", Words())),
    CreationStep("archetype", "Archetype", ("LD-02", "LD-03", "LD-04"), _legal_archetype),
    CreationStep("attributes", "Attributes", ("LD-05", "LD-07"), _legal_attributes, optional=True),
    CreationStep("dice", "Dice for Attributes", ("LD-06",), _ROLLED, optional=True),
    CreationStep("swap", "Exchange two values", ("LD-08", "LD-A28"), _legal_swap, optional=True),
    CreationStep("skills", "Skills", ("LD-12", "LD-A29", "LD-A53"), _legal_skills, optional=True),
    CreationStep("advancements", "One Advancement", ("LD-33", "LD-36", "LD-37"), _legal_advancements),
    CreationStep("gear", "Gear", ("LD-68", "LD-77", "LD-A42"), _legal_gear, optional=True),
)
