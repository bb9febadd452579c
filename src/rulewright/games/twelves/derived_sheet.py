"""The values derived from a given sheet, after actions whose dice are known."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.games.twelves.check import CollapseAttempt, Rank, collapse_check
from rulewright.games.twelves.creation import check_normal_boxes
from rulewright.games.twelves.health import (
    Boxes,
    Damage,
    GivenState,
    NormalBoxes,
    check_damage,
    collapse_check_due,
    healed_by,
    hurt,
    normal_boxes_for,
    refuse_dead,
    stabilised,
)
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import check_rest_plan, take_long_rest, take_short_rest
from rulewright.games.twelves.sheet import DerivedSheet, Scores, Sheet, derive
from rulewright.readings import Need, play
from rulewright.rules import BadInput, BadParameter, Parameters, Refused, meaning, rule
from rulewright.rules.limits import Name

RestDice = Annotated[tuple[Annotated[int, Meta(ge=-1_000, le=1_000)], ...], Meta(max_length=100)]


class TakeDamage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="take-damage"):
    """Check boxes."""

    boxes: Boxes


class Heal(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="heal"):
    """Clear boxes."""

    source: Name
    boxes: Boxes


class ShortRest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="short-rest"):
    """A short rest with these dice."""

    dice: RestDice


class LongRest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="long-rest"):
    """A long rest with these dice."""

    dice: RestDice


class CollapseCheck(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="collapse-check"):
    """The Strength check in Critical with these dice."""

    dice: RestDice


class Stabilise(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stabilise"):
    """A helper has stabilised the character."""


Applied = TakeDamage | Heal | ShortRest | LongRest | CollapseCheck | Stabilise


class SheetInput(Parameters, frozen=True):
    """The given values of a sheet, and the actions applied to it."""

    scores: Annotated[Scores | None, meaning("all six scores; the array in order by default")] = None
    rank: Rank = 1
    normal_boxes: Annotated[NormalBoxes | None, meaning("boxes in the Normal tier")] = None
    damage: Damage = 0
    state: Annotated[GivenState, meaning("the character's state")] = "active"
    npc: Annotated[bool, meaning("whether the GM runs this character")] = False
    then: Annotated[tuple[Applied, ...], Meta(max_length=100), meaning("actions applied first, with their dice")] = ()


@rule("TW-09", "TW-10", "TW-26", "TW-30")
def derived_sheet(options: Options, given: SheetInput) -> DerivedSheet:
    """The values derived from a sheet, after the actions in `then`."""
    scores = given.scores or Scores(*options.score_array)
    usual = normal_boxes_for(options, given.rank)
    boxes = usual if given.normal_boxes is None else given.normal_boxes
    normal_boxes = check_normal_boxes(options, given.rank, boxes)
    check_damage("damage", normal_boxes, given.damage)
    sheet = Sheet(
        scores=scores,
        rank=given.rank,
        normal_boxes=normal_boxes,
        damage=given.damage,
        state=given.state,
        npc=given.npc,
    )
    for applied in given.then:
        sheet = _after(options, sheet, applied)
    return derive(options, sheet)


def check_sheet_input(given: SheetInput, params: Mapping[str, Any], options: Options) -> None:
    """Raises for null in a field that may be left out but not null."""
    for name, allowed in (("scores", "an object with all six abilities"), ("normal_boxes", "a whole number")):
        if name in params and params[name] is None:
            raise BadParameter(name, allowed, None)


def _after(options: Options, sheet: Sheet, applied: Applied) -> Sheet:
    """The sheet after one action whose dice are known."""
    match applied:
        case TakeDamage(boxes):
            return hurt(options, sheet, boxes)
        case Heal(source, boxes):
            return healed_by(options, sheet, source, boxes)
        case ShortRest(dice):
            refuse_dead(sheet)
            check_rest_plan(options, ("short",), sheet.short_rests)
            rested: Sheet = _with_dice(options, dice, take_short_rest, sheet, sheet.rank)
            return replace(rested, short_rests=sheet.short_rests + 1)
        case LongRest(dice):
            refuse_dead(sheet)
            rested = _with_dice(options, dice, take_long_rest, sheet, sheet.rank)
            return replace(rested, short_rests=0)
        case CollapseCheck(dice):
            if not collapse_check_due(sheet):
                raise Refused("no check due: only an active character in Critical makes it", "TW-A19")
            strength = CollapseAttempt(strength=sheet.scores.STR, rank=sheet.rank)
            collapsed = _with_dice(options, dice, collapse_check, strength).collapsed
            return replace(sheet, state="incapacitated") if collapsed else sheet
        case Stabilise():
            if sheet.state != "incapacitated":
                raise Refused("patient is not incapacitated", "TW-A24")
            return stabilised(options, sheet)


def _with_dice(options: Options, faces: tuple[int, ...], use: Callable[..., Any], *args: Any) -> Any:
    try:
        return play(use, *args, options=options, faces=faces).outcome
    except (Need, ValueError) as error:
        raise BadInput(f"bad parameter: then: {error}") from None
