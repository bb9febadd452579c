"""Hit points: boxes in three tiers, filled by damage and cleared by healing."""

from typing import Annotated, Literal, TypeVar, cast, get_args

from msgspec import Meta
from msgspec.structs import replace

from rulewright.games.twelves.check import State, Tier, state_when_stabilised
from rulewright.games.twelves.data import ACTIONS_PER_TURN, TIERS
from rulewright.games.twelves.options import Options
from rulewright.rules import BadParameter, Parameters, Refused, between, meaning, rule, shown

DoseSource = Literal["potion", "magic", "medical"]
Source = DoseSource | Literal["rest"]
GivenState = Literal["active", "incapacitated", "stabilised"]
NormalBoxes = Annotated[int, between(TIERS.normal_least, TIERS.normal_most, "boxes in the Normal tier")]
Boxes = Annotated[int, Meta(ge=-1_000, le=1_000)]
Damage = Annotated[int, between(0, TIERS.normal_most + TIERS.wounded + TIERS.critical, "boxes already checked")]


class Body(Parameters, frozen=True):
    """The boxes of one character."""

    normal_boxes: NormalBoxes = TIERS.normal_least
    damage: Damage = 0
    state: Annotated[State, meaning("active, incapacitated, stabilised or dead")] = "active"
    npc: Annotated[bool, meaning("whether the GM runs this character")] = False


B = TypeVar("B", bound=Body)


class CheckedBoxes(Parameters, frozen=True):
    """Checked boxes per tier."""

    normal: int
    wounded: int
    critical: int


@rule("TW-26", "TW-27", "TW-28", "TW-29")
def all_boxes(normal_boxes: int) -> int:
    """Two or more Normal boxes, two Wounded, two Critical."""
    return normal_boxes + TIERS.wounded + TIERS.critical


@rule("TW-30", "TW-A15")
def tier_of(normal_boxes: int, damage: int) -> Tier:
    """A tier begins with its first checked box and ends when that box is cleared."""
    if damage <= normal_boxes:
        return "normal"
    return "wounded" if damage <= normal_boxes + TIERS.wounded else "critical"


def checked_boxes(normal_boxes: int, damage: int) -> CheckedBoxes:
    """How many boxes are checked in each tier."""
    normal = min(damage, normal_boxes)
    wounded = min(damage - normal, TIERS.wounded)
    return CheckedBoxes(normal, wounded, damage - normal - wounded)


@rule("TW-29", "TW-A12")
def normal_boxes_for(options: Options, rank: int) -> int:
    """The Normal boxes of a character without a given number."""
    return max(TIERS.normal_least, 1 + rank) if options.normal_boxes == "rank" else TIERS.normal_least


@rule("TW-32", "TW-33", "TW-A16", "TW-A23", "TW-A25")
def actions_per_turn(options: Options, body: Body) -> int:
    """Two actions when healthy, one when Wounded or Critical, none when out of the fight."""
    if not is_able(options, body.state):
        return 0
    return options.healthy_actions if tier_of(body.normal_boxes, body.damage) == "normal" else ACTIONS_PER_TURN.wounded


@rule("TW-35", "TW-A23", "TW-A25")
def is_able(options: Options, state: State) -> bool:
    """Whether a character can act: active, or stabilised and up again."""
    return state == "active" or (state == "stabilised" and options.stabilised != "down")


@rule("TW-34", "TW-A19", "TW-A25")
def collapse_check_due(body: Body) -> bool:
    """In Critical and active: each own turn in combat starts with a Strength check."""
    return body.state == "active" and tier_of(body.normal_boxes, body.damage) == "critical"


@rule("TW-26", "TW-A13", "TW-A20", "TW-A21", "TW-A22", "TW-A25")
def take_damage(options: Options, body: B, boxes: int) -> B:
    """Check boxes: Normal first, then Wounded, then Critical; then the gravest state that follows."""
    if boxes == 0:
        return body
    everything = all_boxes(body.normal_boxes)
    reach = everything if options.tier_crossing == "through" else _end_of_tier_struck(body)
    damage = min(body.damage + boxes, reach)
    past_last_box = reach == everything and body.damage + boxes > everything
    state: State = body.state
    if state == "stabilised":
        state = "incapacitated" if options.stabilised == "down" else "active"
    if body.npc and options.npc_critical == "drop" and tier_of(body.normal_boxes, damage) == "critical":
        state = "incapacitated"
    if damage == everything and options.last_box == "collapse":
        state = "incapacitated"
    if damage == everything and options.last_box == "dead":
        state = "dead"
    if past_last_box and options.overflow_damage == "dead":
        state = "dead"
    return replace(body, damage=damage, state=state)


def _end_of_tier_struck(body: Body) -> int:
    """The last box of the tier that holds the next unchecked box."""
    next_box = body.damage + 1
    normal, wounded = body.normal_boxes, body.normal_boxes + TIERS.wounded
    return normal if next_box <= normal else wounded if next_box <= wounded else all_boxes(body.normal_boxes)


@rule("TW-36", "TW-37", "TW-41", "TW-42", "TW-A14", "TW-A26", "TW-A27")
def heal(options: Options, body: B, source: Source, boxes: int) -> B:
    """Clear boxes, Critical first; clearing any ends incapacitation. Medical care does nothing in Critical."""
    if source == "medical" and tier_of(body.normal_boxes, body.damage) == "critical":
        return body
    cleared = min(boxes, body.damage)
    if cleared == 0:
        return body
    damage = body.damage - cleared
    state = body.state
    if state == "incapacitated":
        state = "active"
    if state == "stabilised" and (options.stabilised == "down" or tier_of(body.normal_boxes, damage) != "critical"):
        state = "active"
    return replace(body, damage=damage, state=state)


@rule("TW-36", "TW-A24", "TW-A25")
def stabilised(options: Options, body: B) -> B:
    """An incapacitated character after a helper's success."""
    return replace(body, state=state_when_stabilised(options))


def check_damage(name: str, normal_boxes: int, damage: int) -> None:
    """Refuses more checked boxes than there are."""
    if damage > all_boxes(normal_boxes):
        raise BadParameter(name, f"a whole number from 0 to {all_boxes(normal_boxes)}", damage)


def refuse_dead(body: Body) -> None:
    """Refuses a dead character."""
    if body.state == "dead":
        raise Refused("character is dead", "TW-A22")


@rule("TW-26", "TW-A13")
def hurt(options: Options, body: B, boxes: int) -> B:
    """A living character after damage of 0 boxes or more."""
    _refuse_negative(boxes)
    refuse_dead(body)
    return take_damage(options, body, boxes)


@rule("TW-37", "TW-A14")
def healed_by(options: Options, body: B, source: str, boxes: int) -> B:
    """A living character after healing from a potion, magic or medical attention."""
    _refuse_negative(boxes)
    if source not in get_args(DoseSource):
        raise Refused(f"unknown source: {shown(source)} (potion, magic or medical)", "TW-37")
    refuse_dead(body)
    return heal(options, body, cast("DoseSource", source), boxes)


def _refuse_negative(amount: int) -> None:
    if amount < 0:
        raise Refused(f"negative amount: {amount}; give 0 or more", "TW-A13")
