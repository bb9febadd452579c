"""Ability checks: 2d12 and a Rank bonus against 20 minus the ability's score."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.dice import Doubles, Throw, d, doubles, keep_highest, keep_lowest
from rulewright.games.twelves.data import CHECK
from rulewright.games.twelves.options import Options
from rulewright.rules import Dice, Parameters, between, meaning, repeat, rule

Result = Literal["critical", "success", "failure"]
Tier = Literal["normal", "wounded", "critical"]
Side = Literal["a", "b"]
State = Literal["active", "incapacitated", "stabilised", "dead"]

Score = Annotated[int, between(0, 20, "ability score")]
Rank = Annotated[int, between(0, 10, "the character's Rank")]
TagRank = Annotated[int, Meta(ge=1, le=10)]
Tags = Annotated[
    Annotated[int, Meta(ge=0, le=6)] | Annotated[tuple[TagRank, ...], Meta(max_length=6)] | None,
    meaning("how many Tags apply; where Tags have ranks of their own, the rank of each"),
]
Difficulty = Annotated[int, between(0, 20, "difficulty penalty, added to the target number")]
_Sources = Annotated[int, Meta(ge=0, le=6)]
Advantage = Annotated[_Sources, meaning("sources of advantage")]
Disadvantage = Annotated[_Sources, meaning("sources of disadvantage, apart from the tier")]

D12 = d(CHECK.sides)


class CheckTerms(Parameters, frozen=True):
    """The numbers of one ability check."""

    score: Score = 7
    rank: Rank = 1
    tags: Tags = None
    difficulty: Difficulty = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    tier: Annotated[Tier, meaning("the tier the character is in")] = "normal"


class Check(Struct, frozen=True):
    """How a check went."""

    result: Result
    total: int
    margin: int


@rule("TW-11", "TW-13", "TW-15")
def check(dice: Dice[Options], attempt: CheckTerms) -> Check:
    """Roll 2d12, add the Rank bonus, and meet or beat the target number; doubles are a critical success."""
    net = net_advantage(dice.options, attempt)
    kept = dice.pool("check", check_dice(dice.options, net))
    bonus = rank_bonus(dice.options, attempt.rank, attempt.tags)
    tn = target_number(attempt.score, attempt.difficulty)
    total = kept.total + bonus
    dice.note("Rank bonus", bonus, "TW-14", "TW-A5")
    dice.note("target number", tn, "TW-10", "TW-17")
    doubled = kept.doubled and (net >= 0 or dice.options.disadvantage_crit != "never")
    return Check(check_result(dice.options, total >= tn, doubled), total, total - tn)


@rule("TW-09", "TW-10", "TW-16", "TW-17")
def target_number(score: int, difficulty: int = 0) -> int:
    """20 minus the score of the ability; a difficulty penalty is added to it."""
    return CHECK.tn_from - score + difficulty


@rule("TW-14", "TW-A5")
def rank_bonus(options: Options, rank: int, tags: int | tuple[int, ...] | None) -> int:
    """The bonus of applicable Tags: Rank once by default; by option Rank for each, or ranks of their own."""
    if not tags:
        return 0
    if isinstance(tags, int):
        return rank if options.tag_bonus == "rank-once" else rank * tags
    return max(tags) if options.tag_bonus == "own-highest" else sum(tags)


@rule("TW-18", "TW-19", "TW-20", "TW-A7", "TW-A8")
def check_result(options: Options, met: bool, doubled: bool) -> Result:
    """Doubles are a critical success, by default also below the target number."""
    if doubled and (met or options.doubles_below_tn == "critical"):
        return "critical"
    if met or (doubled and options.doubles_below_tn == "success"):
        return "success"
    return "failure"


@rule("TW-21", "TW-31", "TW-33", "TW-A10", "TW-A11")
def net_advantage(options: Options, attempt: CheckTerms) -> int:
    """How many dice are rolled beyond two: above 0 for advantage, below 0 for disadvantage.

    Any tier but Normal is one source of disadvantage. One of each kind cancels by default, and
    any number of sources of one kind counts once.
    """
    advantage = attempt.advantage
    disadvantage = attempt.disadvantage + (attempt.tier != "normal")
    surplus = advantage - disadvantage
    if options.adv_dis == "stack":
        return surplus
    if options.adv_dis == "majority":
        return (surplus > 0) - (surplus < 0)
    if disadvantage and (not advantage or options.adv_dis == "disadvantage-wins"):
        return -1
    return 1 if advantage and not disadvantage else 0


@rule("TW-13", "TW-22", "TW-23", "TW-24", "TW-25", "TW-A9")
def check_dice(options: Options, net: int) -> Throw[Doubles]:
    """Two d12; with advantage the two highest of three, with disadvantage the two lowest."""
    rolled = (CHECK.kept + abs(net)) * D12
    if net < 0:
        return doubles(keep_lowest(CHECK.kept, rolled), of_all=options.disadvantage_crit == "triple")
    return doubles(keep_highest(CHECK.kept, rolled))


class CollapseAttempt(Parameters, frozen=True, rename={"strength": "str"}):
    """The numbers of the Strength check in Critical."""

    strength: Score = 7
    rank: Rank = 1
    tags: Tags = None
    difficulty: Difficulty = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0

    def on_strength(self, tier: Tier) -> CheckTerms:
        """The same numbers, as a Strength check in a tier."""
        return CheckTerms(self.strength, self.rank, self.tags, self.difficulty, self.advantage, self.disadvantage, tier)


class Collapse(Struct, frozen=True):
    """The Strength check in Critical: its result, and whether the character collapses."""

    result: Result
    collapsed: bool


@rule("TW-34", "TW-35", "TW-A18")
def collapse_check(dice: Dice[Options], attempt: CollapseAttempt) -> Collapse:
    """In Critical each own turn in combat starts with a Strength check; failing it is collapsing."""
    own_tier: Tier = "critical" if dice.options.collapse_check == "disadvantage" else "normal"
    result = dice.call(check, attempt.on_strength(own_tier)).result
    return Collapse(result, collapsed=result == "failure")


class SurvivalAttempt(CollapseAttempt, frozen=True):
    """The numbers of a stay in Critical over some turns."""

    turns: Annotated[int, between(1, 50, "turns to hold out")] = 3


class Survival(Struct, frozen=True):
    """Whether a character in Critical held out, and for how many turns."""

    standing: bool
    turns_held: int


@rule("TW-34", "TW-35", "TW-A19")
def critical_survival(dice: Dice[Options], attempt: SurvivalAttempt) -> Survival:
    """One Strength check at the start of every turn, until one fails."""
    for turn in range(attempt.turns):
        if dice.call(collapses, attempt):
            return Survival(standing=False, turns_held=turn)
    return Survival(standing=True, turns_held=attempt.turns)


@rule("TW-35")
def collapses(dice: Dice[Options], attempt: CollapseAttempt) -> bool:
    """Whether the Strength check in Critical fails."""
    return dice.call(collapse_check, attempt).collapsed


class Initiator(Parameters, frozen=True):
    """One side of an initiative roll."""

    agi: Annotated[int, between(0, 20, "AGI score")] = 7
    rank: Rank = 1
    tags: Tags = None
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    tier: Annotated[Tier, meaning("the tier the character is in")] = "normal"


class Initiative(Struct, frozen=True):
    """The side that goes first."""

    first: Side


@rule("TW-02", "TW-A31")
def initiative(dice: Dice[Options], a: Initiator = Initiator(), b: Initiator = Initiator()) -> Initiative:
    """Both make an AGI check: criticals before the rest, then the higher margin, then the higher AGI."""
    return Initiative("a" if initiative_order(dice, {"a": a, "b": b})[0] == "a" else "b")


Places = tuple[tuple[str, ...], ...]
"""The characters at each place of the order, best first; more than one is a tie."""


@rule("TW-02", "TW-A31")
def initiative_order(dice: Dice[Options], racers: Mapping[str, Initiator]) -> tuple[str, ...]:
    """Everyone in the order of initiative; by option without a roll, by AGI, and only equals roll."""
    places: Places = (tuple(racers),)
    if dice.options.initiative == "score":
        scores = sorted({racer.agi for racer in racers.values()}, reverse=True)
        places = tuple(tuple(name for name, racer in racers.items() if racer.agi == score) for score in scores)
    return tuple(name for (name,) in dice.call(without_ties, places, tuple(racers.items())))


@rule("TW-A31")
def break_tie(dice: Dice[Options], places: Places, racers: tuple[tuple[str, Initiator], ...]) -> Places:
    """Everyone at the first tied place rolls initiative among themselves."""
    tied = next(place for place in places if len(place) > 1)
    rolled = {name: dice.call(readiness, racer) for name, racer in racers if name in tied}
    sorted_out = tuple(
        tuple(name for name in tied if rolled[name] == ready) for ready in sorted(set(rolled.values()), reverse=True)
    )
    at = places.index(tied)
    return places[:at] + sorted_out + places[at + 1 :]


without_ties = repeat(break_tie, until=lambda places: all(len(place) == 1 for place in places))


@rule("TW-A31")
def readiness(dice: Dice[Options], who: Initiator) -> tuple[bool, int, int]:
    """The values by which initiative is compared: a critical, then the margin, then AGI; or one d12 between equals."""
    if dice.options.initiative == "score":
        return (False, dice.pool("initiative", 1 * D12), who.agi)
    agility = CheckTerms(who.agi, who.rank, who.tags, 0, who.advantage, who.disadvantage, who.tier)
    rolled = dice.call(check, agility)
    return (rolled.result == "critical", rolled.margin, who.agi)


class Stabilised(Struct, frozen=True):
    """How an attempt to stabilise went, and the state of the patient after it."""

    result: Result
    patient_state: State


@rule("TW-36", "TW-A24", "TW-A25")
def stabilise(dice: Dice[Options], helper: CheckTerms) -> Stabilised:
    """A helper's check; success ends the patient's incapacitation."""
    result = dice.call(check, helper).result
    return Stabilised(result, "incapacitated" if result == "failure" else state_when_stabilised(dice.options))


@rule("TW-36", "TW-A25")
def state_when_stabilised(options: Options) -> State:
    """Steady until damaged again by default; to the letter, simply active."""
    return "active" if options.stabilised == "letter" else "stabilised"
