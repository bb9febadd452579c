"""Rolling and odds come from one definition: thousands of rolls agree with the exact odds."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from faces_by_hand import assert_sampled_like

from rulewright.dice import (
    Odds,
    Ranked,
    Throw,
    d,
    doubles,
    explode,
    highest,
    highest_and_total,
    keep_highest,
    keep_lowest,
    reroll,
    table,
)

LIGHT = d(6).scored(lambda face: Ranked(face, 0))
DARK = d(6).scored(lambda face: Ranked(face, int(face >= 4)))

THROWS: list[Throw[Any]] = [
    3 * d(6) + 2 * -d(4),
    keep_highest(3, 4 * d(6)),
    keep_lowest(2, 5 * d(8)),
    keep_highest(2, 3 * explode(d(4), [4], times=3)),
    doubles(keep_lowest(2, 3 * d(12))),
    doubles(keep_highest(2, 4 * d(3)), of_all=True),
    highest_and_total(2 * LIGHT + 3 * DARK),
    2 * reroll(d(6), [1, 2]) + reroll(d(6), [1, 2, 3], times=None),
    4 * reroll(d(3), [1], times=2),
    highest(3 * explode(d(6), [5, 6], times=9, reaching=15)),
    table((range(1, 8), "road"), (8, "inn")),
]


@pytest.mark.parametrize("throw", THROWS, ids=repr)
def test_many_rolls_agree_with_the_odds(throw: Throw[Any]) -> None:
    random = Random(20260715)
    counts = Counter(throw.roll(lambda sides: random.randrange(sides) + 1) for _ in range(6_000))
    assert_sampled_like(counts, throw.odds())


def test_the_comparison_notices_a_die_that_is_slightly_off() -> None:
    random = Random(1)
    loaded = Counter(random.choice([1, 2, 3, 4, 5, 6, 6]) for _ in range(6_000))
    with pytest.raises(AssertionError):
        assert_sampled_like(loaded, d(6).odds())


def test_the_comparison_notices_what_cannot_happen() -> None:
    with pytest.raises(AssertionError):
        assert_sampled_like(Counter({1: 999, 2: 1}), Odds({1: 1}))
