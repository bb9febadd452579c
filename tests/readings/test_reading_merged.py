"""Rules with dice in a loop: equal states are merged, and the odds are those of all paths."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

import pytest

from rulewright.dice import Odds, d, keep_highest
from rulewright.readings import Budget, OverBudget, odds
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.odds import Pricing
from rulewright.readings.paths.merged import merged
from rulewright.readings.paths.priced import _over_one_total, weighed_by_paths

DIE = 1 * d(6)


class Tally(NamedTuple):
    hits: int
    ones: int = 0


def one(dice: Any, least: int = 5) -> bool:
    return bool(dice.pool("one", DIE) >= least)


def counted(dice: Any, rounds: int) -> int:
    hits = 0
    for _ in range(rounds):
        hits += dice.call(one)
    return hits


def summed(dice: Any, rounds: int) -> int:
    bonus = 1
    return bonus + sum(int(dice.pool("die", DIE)) * bonus for _ in range(rounds))


def in_a_tuple(dice: Any, rounds: int) -> Tally:
    tally = Tally(0)
    for turn in range(rounds):
        face = dice.pool("die", DIE)
        if face == 1:
            tally = tally._replace(ones=tally.ones + 1)
        elif face + turn > 5:
            tally = Tally(tally.hits + 1, tally.ones)
    return tally


def with_exits(dice: Any, rounds: int) -> tuple[str, int, int]:
    best = ones = 0
    label = "none"
    for turn in range(rounds):
        face = dice.pool("die", DIE)
        if face == 1:
            ones += 1
            if ones == 2:
                return "bust", turn, 0
            continue
        if face == 6:
            best = max(best, face + dice.pool("more", DIE))
            label = "six"
        elif face > best:
            best = face
        if best > 11:
            break
    products = [number * best for number in range(3)]
    return label, best, sum(products)


def while_there_is_some_left(dice: Any, left: int) -> tuple[bool, int]:
    rounds = 0
    while left > 0 and rounds < 5:
        left -= dice.pool("step", keep_highest(1, 2 * d(4)))
        rounds += 1
    return left <= 0, rounds


def while_the_dice_say_so(dice: Any, most: int) -> int:
    throws = 0
    while dice.pool("wait", DIE) != 6 and throws < most:
        throws += 1
    return throws


def different_dice(dice: Any, rounds: int) -> int:
    total = 0
    for _ in range(rounds):
        if dice.call(one, least=3):
            total += dice.pool("large", 2 * d(8))
        else:
            total -= dice.pool("small", 1 * d(4))
    return total


def through_a_list(dice: Any, rounds: int) -> int:
    total = 0
    for sides, times in [(4, 2), (6, 1), (8, rounds)]:
        for _ in range(times):
            total += dice.pool("die", 1 * d(sides)) > sides // 2
    return total


def nested(dice: Any, rounds: int) -> int:
    return int(dice.pool("outer", dice.pool("inner", 1 * d(3)) * d(4))) + rounds


def numbers_and_truths(dice: Any, rounds: int) -> str:
    last: Any = 0
    for _ in range(rounds):
        last = dice.pool("die", DIE) if dice.call(one) is False and last == 0 else dice.call(one)
    return f"{last}"


def without_dice(dice: Any, rounds: int) -> int:
    return rounds


MERGED: list[tuple[Callable[..., Any], int]] = [
    (counted, 6),
    (summed, 4),
    (in_a_tuple, 4),
    (with_exits, 4),
    (while_there_is_some_left, 9),
    (while_the_dice_say_so, 4),
    (different_dice, 2),
    (through_a_list, 2),
    (nested, 1),
    (without_dice, 3),
]


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(("rule", "size"), MERGED, ids=lambda given: getattr(given, "__name__", ""))
def test_merged_states_have_the_odds_of_all_paths(rule: Any, size: int, exact: bool) -> None:
    found, total = _over_one_total(merged(Pricing(None, exact=exact), rule, (size,), {}))
    expected, expected_total = weighed_by_paths(Pricing(None), rule, (size,), {})
    chances = {outcome: weight / expected_total for outcome, weight in expected.items()}
    if exact:
        assert Odds(found, total) == Odds(expected, expected_total)
        assert sorted(map(repr, found)) == sorted(map(repr, expected))
    else:
        assert found == pytest.approx(chances, abs=1e-12)


def test_a_long_loop_is_priced_at_once() -> None:
    budget = Budget(100_000)
    found = odds(counted, 60, budget=budget)
    assert found.mean(lambda hits: hits) == 20
    assert len(found) == 61


# --- what cannot be merged


def growing(dice: Any, rounds: int) -> int:
    seen: list[int] = []
    for _ in range(rounds):
        seen.append(dice.pool("die", DIE))  # noqa: PERF401 - what a beginner writes
    return len(set(seen))


def helped(dice: Any, rounds: int) -> int:
    total = 0
    for _ in range(rounds):
        total += helper(dice)
    return total


def helper(dice: Any) -> int:
    return int(dice.pool("die", DIE))


def sometimes(dice: Any, rounds: int) -> int:
    total = 0
    for _ in range(rounds):
        total += dice.pool("die", DIE) if total < 10 else 0
    return total


@pytest.mark.parametrize("rule", [growing, helped, sometimes, numbers_and_truths], ids=lambda rule: rule.__name__)
def test_what_cannot_be_merged_is_followed_path_by_path(rule: Any) -> None:
    with pytest.raises(Unfit):
        merged(Pricing(None), rule, (4,), {})
    assert odds(rule, 4) == Odds(*weighed_by_paths(Pricing(None), rule, (4,), {}))


def test_a_closure_is_followed_path_by_path() -> None:
    bonus = 2

    def rule(dice: Any, rounds: int) -> int:
        total = bonus
        for _ in range(rounds):
            total += dice.pool("die", DIE)
        return total

    assert isinstance(rule, FunctionType)
    with pytest.raises(Unfit):
        merged(Pricing(None), rule, (4,), {})
    assert odds(rule, 5).mean(lambda total: total) == 2 + 5 * 7 / 2


def test_over_budget_says_where_the_loop_is_and_what_to_write() -> None:
    line = growing.__code__.co_firstlineno + 3
    with pytest.raises(OverBudget, match=rf"test_reading_merged.py line {line}: .* a list at a throw; .* repeat"):
        odds(growing, 12, budget=Budget(20_000))
