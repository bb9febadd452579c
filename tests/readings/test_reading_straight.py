"""A rule without a branch is run once for all scores, and says what every path says."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from rulewright.dice import Die, Doubles, d, doubles
from rulewright.readings import Budget, OverBudget, Undecided, odds
from rulewright.readings.odds import Pricing
from rulewright.readings.straight import Parted, all_at_once, goes_straight
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


STRAIGHT: list[Callable[..., Any]] = [remainder, result, sheet, hand, called, constant]


def nothing(dice: Dice[Any]) -> tuple[()]:
    dice.pool("dice", 3 * d(6))
    return ()


def text(dice: Dice[Any]) -> str:
    return f"{dice.pool('dice', 3 * d(6))}"


def helped(dice: Dice[Any]) -> str:
    return helper(dice.pool("dice", 3 * d(6)))


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


PARTED: list[Callable[..., Any]] = [nothing, text, helped, looked_up, nested, twice, kind, halved, missing]


def one_by_one(rule: Callable[..., Any]) -> Any:
    return Pricing(None)._follow_paths(rule, (), {})


@pytest.mark.parametrize("rule", STRAIGHT, ids=lambda rule: rule.__name__)
def test_a_rule_that_goes_straight_has_the_odds_of_its_paths(rule: Callable[..., Any]) -> None:
    assert goes_straight(rule)
    weights, total = all_at_once(Pricing(None), rule, (), {})
    expected = one_by_one(rule)
    assert (weights, total) == (expected.weights, expected.total)
    assert list(map(repr, weights)) == list(map(repr, expected))


@pytest.mark.parametrize("rule", PARTED, ids=lambda rule: rule.__name__)
def test_what_cannot_be_done_for_all_scores_at_once_is_left_to_the_paths(rule: Callable[..., Any]) -> None:
    with pytest.raises((Parted, TypeError)):
        all_at_once(Pricing(None), rule, (), {})
    assert odds(rule) == one_by_one(rule)


def test_a_rule_that_branches_or_loops_does_not_go_straight() -> None:
    assert not goes_straight(helper)
    assert not goes_straight(loops)
    assert not goes_straight(lambda dice: dice.pool("die", d(6)) > 2 and "yes")
    assert not goes_straight(len)


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
