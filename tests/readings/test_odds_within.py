"""The most exact answer that the time allows, found in one place."""

from fractions import Fraction
from typing import Any

import pytest

from rulewright import Budget, OverBudget, d, odds_within
from rulewright.readings import first_within


def total(dice: Any) -> int:
    return sum(dice.pool("die", 1 * d(6)) for _ in range(5))


def out_of_time(budget: Budget) -> str:
    raise OverBudget(budget)


def test_odds_are_exact_where_the_time_suffices() -> None:
    found = odds_within(20, lambda dice: dice.pool("die", 2 * d(6)))
    assert (found.method, found.chance(7)) == ("exact", Fraction(1, 6))


def test_without_exact_they_are_in_float64() -> None:
    found = odds_within(20, lambda dice: dice.pool("die", 2 * d(6)), exact=False)
    assert found.method == "float64"
    assert found.chance(7) == pytest.approx(1 / 6)


def test_what_is_over_budget_both_ways_is_simulated() -> None:
    found = odds_within(0.0, total, runs=1_000)
    assert found.method == "simulated"


def test_the_first_method_that_finishes_answers_and_each_has_the_whole_time() -> None:
    limits: list[float | None] = []

    def answered(budget: Budget) -> str:
        limits.append(budget.seconds)
        return "second"

    assert first_within(3.0, out_of_time, answered, out_of_time) == "second"
    assert limits == [3.0]
    with pytest.raises(OverBudget):
        first_within(3.0, out_of_time, out_of_time)
