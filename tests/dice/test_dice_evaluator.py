"""Sorted dice: kept by rank, sets, straights, matches and an author's own rule, for any mixture of dice."""

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import Any, NamedTuple

import icepool
import pytest
from faces_by_hand import chances, every_roll, followed, small_dice, spread
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import (
    Alike,
    Contest,
    Countable,
    Evaluator,
    Odds,
    Pool,
    Run,
    Throw,
    best_set,
    best_straight,
    compare_ranks,
    d,
    different_faces,
    doubles,
    explode,
    face_counts,
    in_order,
    keep_highest,
    keep_lowest,
    keep_middle,
    largest_set,
    longest_straight,
    matches,
    nth_highest,
    nth_lowest,
    reroll,
    score_of,
    set_sizes,
    sum_of_different,
)
from rulewright.dice.sums import TooManyTotals, odds_of_columns

MIXED = st.lists(st.tuples(st.integers(0, 2), small_dice), min_size=1, max_size=3).map(
    lambda parts: Pool(tuple((die, count) for count, die in parts))
)


def straights(scores: tuple[int, ...]) -> list[Run]:
    faces = sorted(set(scores))
    return [
        Run(last - first + 1, last)
        for first in faces
        for last in faces
        if last >= first and set(range(first, last + 1)) <= set(faces)
    ]


def by_rank(first: tuple[int, ...], second: tuple[int, ...]) -> Contest:
    pairs = list(zip(sorted(first, reverse=True), sorted(second, reverse=True), strict=False))
    return Contest(sum(a > b for a, b in pairs), sum(a == b for a, b in pairs), sum(a < b for a, b in pairs))


READ_BY_HAND: list[tuple[Callable[[Countable], Throw[Any]], Callable[[tuple[int, ...]], Hashable]]] = [
    (largest_set, lambda scores: max(Counter(scores).values())),
    (best_set, lambda scores: max(Alike(size, face) for face, size in Counter(scores).items())),
    (set_sizes, lambda scores: tuple(sorted(Counter(scores).values(), reverse=True))),
    (longest_straight, lambda scores: max(straights(scores)).length),
    (best_straight, lambda scores: max(straights(scores))),
    (different_faces, lambda scores: len(set(scores))),
    (sum_of_different, lambda scores: sum(set(scores))),
    (in_order, lambda scores: tuple(sorted(scores, reverse=True))),
]


@pytest.mark.parametrize(("read", "by_hand"), READ_BY_HAND)
@given(pool=MIXED)
def test_every_reading_agrees_with_all_rolls_read_by_hand(
    read: Callable[[Countable], Throw[Any]], by_hand: Callable[[tuple[int, ...]], Hashable], pool: Pool[int]
) -> None:
    if pool.size:
        assert chances(read(pool).odds()) == every_roll(spread(pool), by_hand)


@given(MIXED, st.data())
def test_any_dice_are_kept_by_rank(pool: Pool[int], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, pool.size))
    dice = spread(pool)
    assert chances(keep_highest(count, pool).odds()) == every_roll(dice, lambda s: sum(sorted(s)[len(s) - count :]))
    assert chances(keep_lowest(count, pool).odds()) == every_roll(dice, lambda s: sum(sorted(s)[:count]))
    if (pool.size - count) % 2 == 0:
        cut = (pool.size - count) // 2
        assert chances(keep_middle(count, pool).odds()) == every_roll(dice, lambda s: sum(sorted(s)[cut : cut + count]))
    if count:
        assert chances(nth_lowest(count, pool).odds()) == every_roll(dice, lambda s: sorted(s)[count - 1])
        assert chances(nth_highest(count, pool).odds()) == every_roll(dice, lambda s: sorted(s)[-count])
    if count > 1:
        hand = keep_highest(count, pool)
        alike = every_roll(dice, lambda s: (sum(sorted(s)[-count:]), len(set(sorted(s)[-count:])) == 1))
        all_alike = every_roll(dice, lambda s: (sum(sorted(s)[-count:]), len(set(s)) == 1))
        assert chances(doubles(hand).odds()) == alike
        assert chances(doubles(hand, of_all=True).odds()) == all_alike


@given(MIXED, MIXED)
def test_two_pools_are_matched_and_compared(first: Pool[int], second: Pool[int]) -> None:
    if first.size + second.size > 5:
        return
    dice, split = spread(first) + spread(second), first.size
    expected = every_roll(dice, lambda s: (Counter(s[:split]) & Counter(s[split:])).total())
    assert chances(matches(first, second).odds()) == expected
    assert chances(compare_ranks(first, second).odds()) == every_roll(dice, lambda s: by_rank(s[:split], s[split:]))


@pytest.mark.parametrize(
    "throw",
    [
        keep_highest(2, 2 * d(4) + d(3)),
        nth_highest(2, d(2) + 2 * d(3)),
        largest_set(2 * d(3) + reroll(d(3), on=[1])),
        best_straight(2 * d(3) + explode(d(2), on=[2], times=2)),
        compare_ranks(2 * d(3), 2 * d(2)),
        face_counts(3 * d(3)),
    ],
    ids=repr,
)
def test_rolling_is_the_same_rule_as_pricing(throw: Throw[Any]) -> None:
    assert followed(throw) == chances(throw.odds())


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (keep_highest(3, 3 * d(6) + 2 * d(8)), icepool.Pool([icepool.d6] * 3 + [icepool.d8] * 2).highest(3).sum()),
        (
            keep_lowest(2, d(4) + 2 * d(6) + d(10)),
            icepool.Pool([icepool.d(n) for n in (4, 6, 6, 10)]).lowest(2).sum(),
        ),
        (keep_middle(2, 2 * d(4) + 2 * d(12)), icepool.Pool([icepool.d(n) for n in (4, 4, 12, 12)])[1:3].sum()),
        (nth_highest(3, 6 * d(20)), icepool.d20.pool(6)[-3]),
        (largest_set(10 * d(10)), icepool.d10.pool(10).largest_count()),
        (longest_straight(10 * d(10)), icepool.d10.pool(10).largest_straight()),
        (different_faces(8 * d(6)), icepool.d6.pool(8).unique().size()),
        (matches(4 * d(6), 3 * d(8)), (icepool.d6.pool(4) & icepool.d8.pool(3)).size()),
    ],
    ids=lambda throw: repr(throw) if hasattr(throw, "kept") else "",
)
def test_bigger_pools_as_icepool_has_them(ours: Throw[Any], theirs: Any) -> None:
    assert ours.odds() == Odds(dict(theirs.items()))


def test_a_full_house_is_a_set_of_three_and_a_set_of_two() -> None:
    assert score_of(set_sizes(5 * d(6)), 2, 5, 2, 5, 2) == (3, 2)
    assert set_sizes(5 * d(6)).odds().weights[3, 2] == 300  # of 7776: six faces, five others, ten ways


def test_risk_three_against_two() -> None:
    """The published chances, ties lost by the attacker."""
    fight = compare_ranks(3 * d(6), 2 * d(6)).odds()
    losses = fight.map(lambda contest: contest.tied + contest.lost)
    assert [losses.chance(n) * 7776 for n in range(3)] == [2890, 2611, 2275]


def test_an_author_writes_a_rule_of_their_own() -> None:
    def adjacent(state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
        """Pairs of dice that show neighbouring faces."""
        before, pairs = state
        return count, pairs + before * count

    neighbours: Evaluator[int] = Evaluator("neighbours", adjacent, start=(0, 0), final=lambda state: state[1])
    expected = every_roll(
        [d(4)] * 4, lambda s: sum(Counter(s)[low] * Counter(s)[high] for low, high in pairwise(range(1, 5)))
    )
    assert chances(neighbours(4 * d(4)).odds()) == expected
    assert score_of(neighbours(4 * d(4)), 1, 2, 2, 4) == 2
    assert repr(neighbours(4 * d(4))) == "neighbours of 4d4"


def test_a_rule_may_step_upwards() -> None:
    faces: Evaluator[tuple[int, ...]] = Evaluator("faces", lambda seen, face, count: (*seen, face), start=())
    up: Evaluator[tuple[int, ...]] = Evaluator("faces", lambda seen, face, count: (*seen, face), start=(), upwards=True)
    assert score_of(faces(1 * d(3)), 2) == (3, 2, 1)
    assert score_of(up(1 * d(3)), 2) == (1, 2, 3)


def test_a_rule_without_dice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"needs dice: give it a pool, as in 5 \* d\(6\)"):
        Evaluator("nothing", lambda state, face: state, start=0)()


def test_rerolled_faces_do_not_count() -> None:
    assert largest_set(2 * reroll(d(6), on=[1])).kept((1, 4, 4)) == (False, True, True)
    assert compare_ranks(2 * reroll(d(6), on=[1]), 1 * d(6)).kept((1, 4, 4, 5)) == (False, True, True, True)


@pytest.mark.parametrize(
    ("throw", "text"),
    [
        (keep_highest(3, 3 * d(6) + 2 * d(8)), "3d6 + 2d8 keep highest 3"),
        (nth_highest(2, 3 * d(20)), "3d20 keep the 2nd highest"),
        (keep_middle(2, 6 * d(6)), "6d6 keep the 3rd to 4th highest"),
        (largest_set(10 * d(10)), "largest set of 10d10"),
        (compare_ranks(3 * d(6), 2 * d(6)), "ranks of 3d6 and 2d6"),
    ],
)
def test_dice_say_what_they_are(throw: Throw[Any], text: str) -> None:
    assert repr(throw) == text


def test_only_an_even_number_can_be_dropped_around_the_middle() -> None:
    with pytest.raises(ValueError, match="2 of 5 dice have no middle"):
        keep_middle(2, 5 * d(6))


# --- scores with one part for each face


class OneHot(NamedTuple):
    ones: int = 0
    twos: int = 0
    threes: int = 0
    fours: int = 0
    fives: int = 0
    sixes: int = 0


ONE_HOT = d(6).scored(lambda face: OneHot(**{OneHot._fields[face - 1]: 1}))


def test_many_parts_cost_by_the_totals_that_occur() -> None:
    odds = (10 * ONE_HOT).odds()
    assert len(odds) == 3003
    assert {tuple(score): weight for score, weight in odds.weights.items()} == face_counts(10 * d(6)).odds().weights
    columns = (10 * d(6).scored(lambda face: OneHot(**{OneHot._fields[face - 1]: 1}))).columns()
    assert odds_of_columns(columns) == odds


def test_many_parts_of_two_kinds_of_dice_are_added_too() -> None:
    backwards = d(6).scored(lambda face: OneHot(**{OneHot._fields[6 - face]: 1}))
    assert (4 * ONE_HOT + 4 * backwards).odds() == (8 * ONE_HOT).odds()


def test_more_totals_than_can_be_listed_are_refused_with_what_to_do() -> None:
    with pytest.raises(TooManyTotals, match="score only what the rule uses"):
        (60 * ONE_HOT).odds()


class Symbols(NamedTuple):
    success: int = 0
    triumph: int = 0
    failure: int = 0
    despair: int = 0


def test_dice_that_score_in_different_parts_are_added_apart() -> None:
    good = d(3).scored([Symbols(), Symbols(), Symbols(success=1), Symbols(success=2, triumph=1)].__getitem__)
    bad = d(3).scored([Symbols(), Symbols(), Symbols(failure=1), Symbols(failure=-1, despair=1)].__getitem__)
    still = d(2).scored(lambda face: Symbols(success=1, failure=2))
    pool = 2 * good + 2 * bad + 1 * still
    odds = every_roll(spread(pool), lambda scores: Symbols(*map(sum, zip(*scores, strict=True))))
    assert chances(pool.odds()) == odds
    again = 2 * good + 2 * bad + 1 * d(2).scored(lambda face: Symbols(success=1, failure=2))
    assert chances(odds_of_columns(again.columns())) == odds
