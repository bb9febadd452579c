"""The character sheet: stored values and the values derived from them."""

from typing import Annotated

from msgspec import Meta, Struct

from rulewright.games.twelves.check import Score, Tier, target_number
from rulewright.games.twelves.data import ABILITIES
from rulewright.games.twelves.health import (
    Body,
    CheckedBoxes,
    actions_per_turn,
    all_boxes,
    checked_boxes,
    collapse_check_due,
    tier_of,
)
from rulewright.games.twelves.options import Options
from rulewright.rules import Refused, between, meaning, rule, shown
from rulewright.rules.limits import Name, Total

WeaponBoxes = Annotated[int, between(0, 20, "boxes that a hit checks")]
CritExtra = Annotated[int, between(0, 20, "further boxes that a critical checks")]


class Scores(Struct, frozen=True, forbid_unknown_fields=True):
    """The six ability scores, in the game's order (TW-01)."""

    AGI: Score
    STR: Score
    FIN: Score
    INS: Score
    PRE: Score
    KNO: Score

    def of(self, ability: str) -> int:
        """The score of one ability."""
        score: int = getattr(self, ability)
        return score


class Tag(Struct, frozen=True, forbid_unknown_fields=True):
    """A Tag with a rank of its own (`tag-bonus` own-highest or own-sum)."""

    name: Name
    rank: Total


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon (Extension): the ability it is used with, the boxes of a hit, and further ones of a critical."""

    name: Name
    ability: Name = "STR"
    boxes: WeaponBoxes = 1
    crit_extra: CritExtra = 1


class Sheet(Body, frozen=True, kw_only=True):
    """The stored values of a character."""

    name: Name = ""
    scores: Scores
    rank: Total = 1
    tags: Annotated[tuple[Name | Tag, ...], Meta(max_length=100)] = ()
    potions: Total = 0
    short_rests: Total = 0
    weapons: Annotated[tuple[Weapon, ...], Meta(max_length=20)] = ()
    """The weapons, the usual one first; without any, an attack uses STR and checks one box."""


class DerivedSheet(Struct, frozen=True):
    """The values that are derived from a sheet and never stored."""

    tn: dict[str, int]
    boxes: int
    checked: CheckedBoxes
    hit_points: int
    tier: Tier
    state: str
    disadvantage: bool
    actions: int
    collapse_check: bool


@rule("TW-09", "TW-10", "TW-26", "TW-30", "TW-31", "TW-32", "TW-33", "TW-34", "TW-A15", "TW-A16")
def derive(options: Options, sheet: Sheet) -> DerivedSheet:
    """Target numbers, boxes, tier, and the effects of the tier."""
    tier = tier_of(sheet.normal_boxes, sheet.damage)
    boxes = all_boxes(sheet.normal_boxes)
    return DerivedSheet(
        tn={ability: target_number(sheet.scores.of(ability)) for ability in ABILITIES},
        boxes=boxes,
        checked=checked_boxes(sheet.normal_boxes, sheet.damage),
        hit_points=boxes - sheet.damage,
        tier=tier,
        state=sheet.state,
        disadvantage=tier != "normal",
        actions=actions_per_turn(options, sheet),
        collapse_check=collapse_check_due(sheet),
    )


class AbilityFor(Struct, frozen=True):
    """The ability that covers a use."""

    ability: str


@rule("TW-01", "TW-02", "TW-03", "TW-04", "TW-05", "TW-06", "TW-07", "TW-08", "TW-12")
def ability_for(
    options: Options, use: Annotated[Name, meaning("what is attempted, such as lockpicking")]
) -> AbilityFor:
    """The ability that commonly covers a use; the GM may name any other."""
    wanted = use.strip().lower()
    for ability, entry in ABILITIES.items():
        if wanted in entry.uses:
            return AbilityFor(ability)
    uses = ", ".join(use for entry in ABILITIES.values() for use in entry.uses)
    raise Refused(f"unknown use: {shown(use)} is none of {uses}; the GM names an ability", "TW-08")
