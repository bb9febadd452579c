"""Healing and rest: short and long rests, potions, magic and medical attention."""

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from rulewright.dice import d
from rulewright.games.twelves.check import Rank, State, Tier
from rulewright.games.twelves.data import HEALING, TIERS
from rulewright.games.twelves.health import Body, Damage, DoseSource, GivenState, NormalBoxes, heal, tier_of
from rulewright.games.twelves.options import Options
from rulewright.rules import Dice, Parameters, Refused, between, meaning, repeat, rule

D4 = d(HEALING.sides)
B = TypeVar("B", bound=Body)


class Patient(Parameters, frozen=True):
    """A character who rests."""

    rank: Rank = 1
    normal_boxes: NormalBoxes = TIERS.normal_least
    damage: Damage = 0
    state: Annotated[GivenState, meaning("the patient's state before the rest")] = "active"

    @property
    def body(self) -> Body:
        """The patient's boxes."""
        return Body(self.normal_boxes, self.damage, self.state)


class Healed(Struct, frozen=True):
    """Boxes cleared, and the damage, tier and state after it."""

    healed: int
    damage: int
    tier: Tier
    state: State


def healed(before: Body, after: Body) -> Healed:
    """The change from one state of a body to another."""
    return Healed(
        healed=before.damage - after.damage,
        damage=after.damage,
        tier=tier_of(after.normal_boxes, after.damage),
        state=after.state,
    )


@rule("TW-38", "TW-39", "TW-40", "TW-41", "TW-A30")
def take_short_rest(dice: Dice[Options], body: B, rank: int) -> B:
    """Out of Critical a short rest gives back Rank + 1d4 boxes; in Critical nothing."""
    if tier_of(body.normal_boxes, body.damage) == "critical":
        return body
    regained = dice.pool("short rest", HEALING.short_rest_dice * D4) + rank
    dice.note("Rank", rank, "TW-40")
    return heal(dice.options, body, "rest", regained)


@rule("TW-38", "TW-43", "TW-44", "TW-A30")
def take_long_rest(dice: Dice[Options], body: B, rank: int) -> B:
    """A long rest gives back Rank + 3d4 boxes, from any tier."""
    regained = dice.pool("long rest", HEALING.long_rest_dice * D4) + rank
    dice.note("Rank", rank, "TW-44")
    return heal(dice.options, body, "rest", regained)


@rule("TW-37", "TW-42", "TW-A27", "TW-A28")
def take_dose(dice: Dice[Options], body: B, source: DoseSource, d4s: int, flat: int) -> B:
    """A potion or spell clears 1d4 boxes in any tier; medical attention does the same, but not in Critical."""
    if source == "medical" and tier_of(body.normal_boxes, body.damage) == "critical":
        return body
    regained = dice.pool(source, d4s * D4) + flat
    return heal(dice.options, body, source, regained)


@rule("TW-38", "TW-39", "TW-40", "TW-41")
def short_rest(dice: Dice[Options], patient: Patient) -> Healed:
    """A breather in which wounds are dressed: Rank + 1d4 boxes, nothing in Critical."""
    return healed(patient.body, take_short_rest(dice, patient.body, patient.rank))


@rule("TW-38", "TW-43", "TW-44")
def long_rest(dice: Dice[Options], patient: Patient) -> Healed:
    """Unbroken sleep in a safe shelter, and care: Rank + 3d4 boxes."""
    return healed(patient.body, take_long_rest(dice, patient.body, patient.rank))


class Dose(Parameters, frozen=True):
    """A potion, a spell or medical attention."""

    source: Annotated[DoseSource, meaning("where the healing comes from")] = "potion"
    dice: Annotated[int, between(0, 10, "d4 to roll")] = HEALING.dose_dice
    flat: Annotated[int, between(0, 20, "boxes on top")] = 0
    normal_boxes: NormalBoxes = TIERS.normal_least
    damage: Damage = 0
    state: Annotated[GivenState, meaning("the patient's state before")] = "active"

    @property
    def body(self) -> Body:
        """The patient's boxes."""
        return Body(self.normal_boxes, self.damage, self.state)


@rule("TW-37", "TW-42", "TW-A27", "TW-A28")
def healing(dice: Dice[Options], dose: Dose) -> Healed:
    """A potion or spell clears 1d4 boxes; medical attention does the same, but not in Critical."""
    return healed(dose.body, take_dose(dice, dose.body, dose.source, dose.dice, dose.flat))


Rest = Literal["short", "long"]


class Recovery(Patient, frozen=True):
    """Several rests in a row."""

    plan: Annotated[tuple[Rest, ...], Meta(max_length=10, description="the rests in order, each short or long")] = (
        "short",
    )


class Recovered(Struct, frozen=True):
    """The damage and tier after several rests."""

    damage: int
    tier: Tier
    rests_used: int


class RestedBody(Struct, frozen=True):
    """A body between two rests of a plan."""

    body: Body
    plan: tuple[Rest, ...]
    used: int = 0


@rule("TW-38", "TW-A29", "TW-A30")
def recovery(dice: Dice[Options], plan: Recovery) -> Recovered:
    """Rest by plan until no box is checked."""
    check_rest_plan(dice.options, plan.plan)
    rested = dice.call(rest_on, RestedBody(plan.body, plan.plan), plan.rank)
    damage = rested.body.damage
    return Recovered(damage, tier_of(plan.normal_boxes, damage), rested.used)


@rule("TW-38")
def next_rest(dice: Dice[Options], resting: RestedBody, rank: int) -> RestedBody:
    """Take the next rest of the plan."""
    take_rest = take_short_rest if resting.plan[0] == "short" else take_long_rest
    return RestedBody(dice.call(take_rest, resting.body, rank), resting.plan[1:], resting.used + 1)


def _rested(resting: RestedBody) -> bool:
    return not resting.plan or resting.body.damage == 0


rest_on = repeat(next_rest, until=_rested)


@rule("TW-A29")
def check_rest_plan(options: Options, plan: tuple[Rest, ...], taken: int = 0) -> None:
    """Refuses more short rests between two long ones than the table allows."""
    for kind in plan:
        taken = 0 if kind == "long" else taken + 1
        if options.short_rest_limit is not None and taken > options.short_rest_limit:
            raise Refused(f"short rest limit: at most {options.short_rest_limit} between two long rests", "TW-A29")
