"""The basic roll: 2d6, a stat and a skill against two d12 and the difficulty."""

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, get_args

from msgspec import Struct

from rulewright.dice import Die, Doubles, d, doubles
from rulewright.games.dpi.data import DIFFICULTY, METERS, ROLL, SKILLS, STATS, DifficultyName
from rulewright.games.dpi.options import Options
from rulewright.rules import Dice, Parameters, Refused, between, meaning, rule

Result = Literal["failure", "cost-minus", "cost", "cost-plus", "success", "crit"]
RESULTS: tuple[Result, ...] = get_args(Result)
WORST_TO_BEST = ("dead", *RESULTS)
"""The results of rolls from worst to best, for the colours of odds."""
COSTS: tuple[Result, ...] = ("cost-minus", "cost", "cost-plus")
TWO_D6 = doubles(ROLL.dice * d(ROLL.sides))
LOWEST, HIGHEST = ROLL.dice, ROLL.dice * ROLL.sides
REFEREE_FACES = range(1, ROLL.referee_sides + 1)
Score = Annotated[int, between(0, STATS.most, "score of the stat used")]
Modifier = Annotated[int, between(-ROLL.modifier_most, ROLL.modifier_most, "time of day and anything else")]
Terms = tuple[tuple[str, int], ...]
"""The terms of a roll by name: stat, skill or Luck, and modifiers."""


class Trained(Parameters, frozen=True):
    """Stat, skill, Luck, Stress and modifier of a roll."""

    stat: Score = STATS.start
    skill: Annotated[int, between(0, SKILLS.most, "level of the skill used")] = 0
    luck: Annotated[int, between(0, STATS.most, "score of Luck")] = STATS.start
    stress: Annotated[int, between(0, METERS.stress_most, "Stress held")] = 0
    modifier: Modifier = 0


class Situation(Trained, frozen=True):
    """A roll against a difficulty."""

    difficulty: Annotated[DifficultyName, meaning("the difficulty")] = "normal"


class CheckTerms(Situation, frozen=True):
    """A roll with High spent on it beforehand."""

    high_spent: Annotated[int, between(0, METERS.high_most, "points of High spent on the roll")] = 0


class LateAttempt(Situation, frozen=True):
    """A roll on which High is spent after the dice are rolled."""

    high_available: Annotated[int, between(0, METERS.high_most, "points of High that may be spent")] = 0


class Check(Struct, frozen=True):
    """The result of a check, and the Stress, High and experience it gives."""

    result: Result
    stress: int
    high: int
    xp: int


class HighCheck(Struct, frozen=True):
    """The result of a check, the Stress, High and experience it gives, and the High spent on it."""

    result: Result
    stress: int
    high: int
    xp: int
    high_used: int


@rule(
    "DPI-44",
    "DPI-67",
    "DPI-68",
    "DPI-69",
    "DPI-70",
    "DPI-71",
    "DPI-72",
    "DPI-73",
    "DPI-74",
    "DPI-75",
    "DPI-76",
    "DPI-77",
)
def bonus(score: int) -> int:
    """The bonus of a stat, -3 to +3, by its score."""
    return STATS.bonus[score]


@rule("DPI-01", "DPI-55", "DPI-78", "DPI-80", "DPI-94", "DPI-96", "DPI-A1", "DPI-A7", "DPI-A8")
def modifier_of(options: Options, who: Trained, stress: int, high: int) -> int:
    """Stat and skill (Luck for a Novice), less Stress, plus High spent, plus the time of day."""
    return sum([value for _, value in given_terms(options, who)]) - stress + high


@rule("DPI-01", "DPI-55", "DPI-78", "DPI-80", "DPI-A1", "DPI-A7")
def trained_terms(options: Options, who: Trained, stat: str, skill: str) -> Terms:
    """The terms that a stat and a skill add, each under its name; a Novice adds Luck."""
    added = who.stat if options.stat_in_roll == "score" else bonus(who.stat)
    return (stat, added), (skill if who.skill else "Luck", trained_bonus(options, who.skill, who.luck))


def given_terms(options: Options, who: Trained) -> Terms:
    """The terms of a roll whose stat, skill and modifier are given as numbers."""
    return (*trained_terms(options, who, "stat", "skill"), ("modifier", who.modifier))


@rule("DPI-01", "DPI-16", "DPI-94", "DPI-96")
def noted_edge(dice: Dice[Options], terms: Terms, stress: int, high: int, difficulty: int) -> int:
    """The sum of a roll's terms and High, less Stress and difficulty; notes the difficulty and every other but 0."""
    terms = (*terms, ("Stress", -stress), ("High", high))
    for name, value in terms:
        if value:
            dice.note(name, value, _TERMS.get(name, "DPI-01"))
    dice.note("difficulty", -difficulty, "DPI-16")
    return sum([value for _, value in terms]) - difficulty


_TERMS = {"Luck": "DPI-78", "Stress": "DPI-94", "High": "DPI-96"}


@rule("DPI-78", "DPI-80", "DPI-A7")
def trained_bonus(options: Options, skill: int, luck: int) -> int:
    """A skill adds its level; a Novice adds the Luck bonus in its place."""
    if skill:
        return skill
    return {"replace": bonus(luck), "best": max(0, bonus(luck)), "off": 0}[options.novice_luck]


@rule("DPI-02", "DPI-03", "DPI-16", "DPI-16A", "DPI-16B", "DPI-16C", "DPI-16D", "DPI-16E")
def edge_of(options: Options, who: Situation, stress: int, high: int) -> int:
    """The modifier of the roll less the difficulty that is added to each d12."""
    return modifier_of(options, who, stress, high) - DIFFICULTY[who.difficulty]


class Beaten(NamedTuple):
    """How many d12 are beaten with 0, 1, 2 and 3 points of High on top."""

    plain: int
    one: int
    two: int
    three: int


@lru_cache(maxsize=256)
def beaten_die(below: int) -> Die[int]:
    """A d12 that scores 1 when it is beaten: when it shows less than `below`."""
    return Die([int(face < below) for face in REFEREE_FACES], f"(beaten below {below})")


@lru_cache(maxsize=256)
def beaten_with_high(below: int) -> Die[Beaten]:
    """A d12 that scores whether it is beaten with each number of points on top."""
    points = range(METERS.high_most + 1)
    return Die(
        [Beaten(*(int(face < below + more) for more in points)) for face in REFEREE_FACES], f"(beaten below {below})"
    )


def reach_of_total(total: int, most: int) -> int:
    """The total, capped to the range where it matters: all totals that beat no d12, or every d12, are equal."""
    return max(1 - most, min(ROLL.referee_sides + 1, total))


@rule(
    "DPI-02",
    "DPI-03",
    "DPI-04",
    "DPI-05",
    "DPI-06",
    "DPI-07",
    "DPI-08",
    "DPI-09",
    "DPI-10",
    "DPI-11",
    "DPI-A2",
    "DPI-A4",
    "DPI-A5",
)
def label(options: Options, rolled: Doubles, beaten: int) -> Result:
    """Doubles and the number of d12 beaten give the result; two ones fail and two sixes succeed."""
    chart: Result = RESULTS[2 * beaten + rolled.doubled]
    if rolled.total == LOWEST and options.natural_2 == "failure":
        return "failure"
    if rolled.total == HIGHEST:
        match options.natural_12:
            case "at-least-success":
                return "crit" if beaten == ROLL.referee_dice else "success"
            case "always-crit":
                return "crit"
            case "exactly-success":
                return "success"
            case "table":
                return chart
    return chart


@rule("DPI-01", "DPI-02", "DPI-03")
def result_of_roll(dice: Dice[Options], edge: int) -> Result:
    """2d6 and the edge against each of two d12."""
    rolled = dice.pool("2d6", TWO_D6)
    beaten = dice.pool("d12s beaten", ROLL.referee_dice * beaten_die(reach_of_total(rolled.total + edge, 0)))
    return label(dice.options, rolled, beaten)


@rule("DPI-01", "DPI-02", "DPI-03", "DPI-96", "DPI-A9")
def results_with_high(dice: Dice[Options], edge: int, most: int) -> tuple[Result, ...]:
    """2d6 and the edge against each of two d12: the result with no High on top, with one point, and so on."""
    rolled = dice.pool("2d6", TWO_D6)
    below = reach_of_total(rolled.total + edge, METERS.high_most)
    beaten = dice.pool("d12s beaten", ROLL.referee_dice * beaten_with_high(below))
    return tuple(label(dice.options, rolled, beaten[spent]) for spent in range(most + 1))


@rule("DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-A3", "DPI-A6")
def grants(options: Options, result: Result, combat: bool) -> tuple[int, int]:
    """The Stress and High a result gives: Failure and Cost (-1) a Stress, Crit and Cost (+1) a High."""
    doubled_costs = options.cost_doubles == "stress-high"
    failing = result == "failure" and (combat or options.stress_on_failure == "any-roll")
    stress = failing or (result == "cost-minus" and doubled_costs)
    high = result == "crit" or (result == "cost-plus" and doubled_costs)
    return int(stress), int(high)


@rule("DPI-84", "DPI-A15")
def xp_for(result: Result) -> int:
    """Only a Failure gives experience; a Cost does not."""
    return int(result == "failure")


@rule("DPI-01", "DPI-02", "DPI-03", "DPI-96")
def check(dice: Dice[Options], attempt: CheckTerms) -> Check:
    """Roll 2d6 + stat + skill against two d12 + difficulty, each on its own."""
    terms, difficulty = given_terms(dice.options, attempt), DIFFICULTY[attempt.difficulty]
    result = result_of_roll(dice, noted_edge(dice, terms, attempt.stress, attempt.high_spent, difficulty))
    stress, high = grants(dice.options, result, combat=False)
    return Check(result, stress, high, xp_for(result))


@rule("DPI-96", "DPI-A9")
def check_with_high(dice: Dice[Options], attempt: LateAttempt) -> HighCheck:
    """After the roll the fewest points of High are spent that give the best possible result."""
    if dice.options.high_timing == "before":
        raise Refused("check-with-high is not allowed: High must be spent before the roll at this table", "DPI-A9")
    terms, difficulty = given_terms(dice.options, attempt), DIFFICULTY[attempt.difficulty]
    edge = noted_edge(dice, terms, attempt.stress, 0, difficulty)
    results = results_with_high(dice, edge, attempt.high_available)
    best = max(results, key=RESULTS.index)
    stress, high = grants(dice.options, best, combat=False)
    return HighCheck(best, stress, high, xp_for(best), results.index(best))
