"""A rule without a branch is run once for all scores, and says what every path says."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from rulewright.dice import Die, Doubles, Odds, d, doubles
from rulewright.readings import Budget, OverBudget, Undecided, odds
from rulewright.readings.odds import Pricing
from rulewright.readings.paths.at_once import FEW, fewest_scores
from rulewright.readings.paths.bad_rule import code_of
from rulewright.readings.paths.priced import ScoreColumnDice, _all_scores, weighed_by_paths
from rulewright.readings.unfit import Unfit
from rulewright.rules import Dice


class Result(NamedTuple):
    number: int
    word: str
    truth: bool


class Sheet(Struct, frozen=True):
    number: int
    word: str | None = None


def helper(number: int) -> str:
    return "high" if number > 7 else "low"


def remainder(dice: Dice[Any]) -> int:
    return dice.pool("dice", 3 * d(6)) % 4


def result(dice: Dice[Any]) -> Result:
    total = dice.pool("dice", 3 * d(6))
    dice.note("total", total)
    return Result(-abs(total - 10), "word", total // 2 > 4)


def sheet(dice: Dice[Any]) -> Sheet:
    return Sheet(20 - 2 * dice.pool("dice", 3 * d(6)))


def hand(dice: Dice[Any]) -> Doubles:
    return dice.pool("dice", doubles(2 * d(6)))


def called(dice: Dice[Any]) -> int:
    return dice.call(hand).total + 1


def constant(dice: Dice[Any]) -> str:
    dice.pool("dice", 3 * d(6))
    return "always"


def nothing(dice: Dice[Any]) -> tuple[()]:
    dice.pool("dice", 3 * d(6))
    return ()


STRAIGHT: list[Callable[..., Any]] = [remainder, result, sheet, hand, called, constant, nothing]
LABELS = ("low", "middle", "high")


def helped(dice: Dice[Any]) -> str:
    return helper(dice.pool("dice", 20 * d(6)) // 10)


def banded(dice: Dice[Any]) -> tuple[str, int]:
    total = dice.pool("dice", 40 * d(6))
    if total > 150:
        return "splendid", total
    return LABELS[total // 80], max(0, total - 100)


BRANCHES: list[Callable[..., Any]] = [helped, banded]


def caught(dice: Dice[Any]) -> int:
    try:
        return len(dice.pool("dice", 40 * d(6)))  # type: ignore[arg-type]  # what a beginner writes
    except Exception:
        return 0


def text(dice: Dice[Any]) -> str:
    return f"{dice.pool('dice', 3 * d(6))}"


def looked_up(dice: Dice[Any]) -> str:
    return "abcdefghijklmnopqrs"[dice.pool("dice", 3 * d(6))]


def nested(dice: Dice[Any]) -> tuple[int, tuple[int, int]]:
    total = dice.pool("dice", 3 * d(6))
    return total, (total, 1)


def twice(dice: Dice[Any]) -> int:
    return dice.pool("dice", 3 * d(6)) + dice.pool("more", 3 * d(6))


def kind(dice: Dice[Any]) -> bool:
    return isinstance(dice.pool("dice", 3 * d(6)), int)


def halved(dice: Dice[Any]) -> float:
    return dice.pool("dice", 3 * d(6)) / 2


def missing(dice: Dice[Any]) -> bool:
    return dice.pool("dice", Die([None, *range(12)])) is None


def loops(dice: Dice[Any]) -> int:
    total = 0
    for _ in range(2):
        total += dice.pool("dice", 3 * d(6))
    return total


PARTED: list[Callable[..., Any]] = [text, nested, twice, kind, halved]
NEVER: list[Callable[..., Any]] = [looked_up, missing, caught]


def goes_straight(rule: Callable[..., Any]) -> bool:
    code = code_of(rule)
    return code is not None and fewest_scores(code) == FEW


def at_once(rule: Callable[..., Any]) -> Any:
    return _all_scores(ScoreColumnDice(Pricing(None), FEW), rule, (), {})


def one_by_one(rule: Callable[..., Any]) -> Any:
    return weighed_by_paths(Pricing(None), rule, (), {})


@pytest.mark.parametrize("rule", STRAIGHT, ids=lambda rule: rule.__name__)
def test_a_rule_that_goes_straight_has_the_odds_of_its_paths(rule: Callable[..., Any]) -> None:
    assert goes_straight(rule)
    weights, total = at_once(rule)
    expected, expected_total = one_by_one(rule)
    assert (weights, total) == (expected, expected_total)
    assert list(map(repr, weights)) == list(map(repr, expected))


@pytest.mark.parametrize("rule", BRANCHES, ids=lambda rule: rule.__name__)
def test_a_rule_that_branches_is_run_once_for_each_way(rule: Callable[..., Any]) -> None:
    runs = []

    def counted(dice: Dice[Any]) -> Any:
        runs.append(dice)
        return rule(dice)

    weights, total = at_once(counted)
    made = len(runs)
    expected, expected_total = one_by_one(counted)
    assert (weights, total) == (expected, expected_total)
    assert list(map(repr, weights)) == list(map(repr, expected))
    assert made < (len(runs) - made) / 8


@pytest.mark.parametrize("rule", PARTED, ids=lambda rule: rule.__name__)
def test_what_cannot_be_done_for_all_scores_at_once_is_left_to_the_paths(rule: Callable[..., Any]) -> None:
    with pytest.raises((Unfit, TypeError)):
        at_once(rule)
    weights, total = one_by_one(rule)
    assert odds(rule) == Odds(weights, total)


@pytest.mark.parametrize("rule", NEVER, ids=lambda rule: rule.__name__)
def test_what_a_column_would_not_notice_is_never_tried(rule: Callable[..., Any]) -> None:
    code = code_of(rule)
    assert code is not None
    assert not fewest_scores(code)
    weights, total = one_by_one(rule)
    assert odds(rule) == Odds(weights, total)


def test_a_helper_that_catches_everything_is_found_out() -> None:
    def swallow(number: int) -> int:
        try:
            return {7: 1}[number]
        except:  # noqa: E722 - what a beginner writes
            return 0

    def rule(dice: Dice[Any]) -> int:
        return swallow(dice.pool("dice", 30 * d(6)))

    with pytest.raises(Unfit):
        at_once(rule)


def test_the_work_is_still_counted_in_paths() -> None:
    budget = Budget()
    odds(remainder, budget=budget)
    assert budget.spent == 16
    with pytest.raises(OverBudget, match="allowed: 10 paths"):
        odds(remainder, budget=Budget(10))


def test_a_decision_that_no_policy_takes_is_asked_for() -> None:
    def asks(dice: Dice[Any]) -> int:
        return dice.pool("dice", 3 * d(6)) + dice.choose("player", "how much?", (1, 2))

    assert goes_straight(asks)
    with pytest.raises(Undecided, match=r"player must decide how much\?"):
        odds(asks)
    assert odds(asks, policy={"how much?": 2}).chance(5) == odds(asks, policy={"how much?": 1}).chance(4)
