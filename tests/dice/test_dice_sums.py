"""Pools: scores that add, whatever they are made of."""

from collections.abc import Callable
from contextlib import suppress
from math import comb
from typing import Any, NamedTuple

import pytest
from faces_by_hand import S, chances, every_roll, followed, small_dice, spread
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import Die, Pool, d, score_of


class Tally(NamedTuple):
    hits: int
    ones: int


class Haul(NamedTuple):
    gold: int
    gems: int
    curses: int


class Single(NamedTuple):
    worth: int


def pool_of(dice: list[tuple[Die[int], int]]) -> Pool[int]:
    pool = dice[0][1] * dice[0][0]
    for die, count in dice[1:]:
        pool = pool + count * die
    return pool


kinds = st.lists(st.tuples(small_dice, st.integers(0, 2)), min_size=1, max_size=3)


@given(kinds)
def test_the_odds_of_a_sum_are_those_of_every_roll_counted_by_hand(dice: list[tuple[Die[int], int]]) -> None:
    pool = pool_of(dice)
    assert chances(pool.odds()) == every_roll(spread(pool), sum)


@given(kinds)
def test_a_sum_rolls_what_its_odds_say(dice: list[tuple[Die[int], int]]) -> None:
    pool = pool_of(dice)
    assert chances(pool.odds()) == followed(pool)


@given(small_dice, st.integers(0, 3), st.integers(0, 3))
def test_equal_dice_in_two_parts_are_one_bigger_handful(die: Die[int], here: int, there: int) -> None:
    assert (here * die + there * die).odds() == ((here + there) * die).odds()


def added(scores: tuple[tuple[int, ...], ...], parts: int) -> tuple[int, ...]:
    return tuple(sum(score[part] for score in scores) for part in range(parts))


@given(
    st.lists(
        st.tuples(st.lists(st.builds(Tally, st.integers(-2, 3), st.integers(-1, 1)), min_size=1, max_size=4)),
        min_size=1,
        max_size=3,
    ),
    st.lists(st.integers(0, 2), min_size=3, max_size=3),
)
def test_scores_of_two_parts_add_part_by_part(faces: list[tuple[list[Tally]]], counts: list[int]) -> None:
    dice = [Die(scores) for (scores,) in faces]
    pool = counts[0] * dice[0]
    for die, count in zip(dice[1:], counts[1:], strict=False):
        pool = pool + count * die
    assert chances(pool.odds()) == every_roll(spread(pool), lambda scores: Tally(*added(scores, 2)))
    assert chances(pool.odds()) == followed(pool)
    assert all(type(score) is Tally for score in pool.odds())


@given(
    st.lists(st.builds(Haul, st.integers(-2, 2), st.integers(0, 3), st.integers(-1, 0)), min_size=1, max_size=4),
    st.lists(st.builds(Haul, st.integers(0, 5), st.integers(-1, 1), st.integers(0, 0)), min_size=1, max_size=3),
    st.integers(0, 3),
    st.integers(0, 2),
)
def test_scores_of_three_parts_add_part_by_part(left: list[Haul], right: list[Haul], n: int, m: int) -> None:
    pool = n * Die(left) + m * Die(right)
    assert chances(pool.odds()) == every_roll(spread(pool), lambda scores: Haul(*added(scores, 3)))


def rows_of(pool: Pool[S]) -> dict[tuple[int, ...], int]:
    """The columns of a pool, row by row."""
    _, parts, weights, _ = pool.columns()
    rows = list(zip(*parts, strict=True))
    assert len(set(rows)) == len(rows)
    return dict(zip(rows, weights, strict=True))


@given(kinds)
def test_columns_say_the_same_as_the_odds_and_the_odds_can_be_put_together_from_them(
    dice: list[tuple[Die[int], int]],
) -> None:
    odds = Pool(pool_of(dice).parts).odds()
    pool = Pool(pool_of(dice).parts)
    assert rows_of(pool) == {(score,): weight for score, weight in odds.weights.items()}
    assert pool.columns()[-1] == odds.total
    assert pool.odds().weights == odds.weights


@pytest.mark.parametrize("count", [0, 1, 3, 40])  # forty are worked out by the recurrence
@pytest.mark.parametrize(
    "scores", [[Tally(0, 1), Tally(-3, 0), Tally(0, 0)], [Single(1), Single(3)], [Haul(0, 1, 2), Haul(1, 0, 0)]]
)
def test_each_part_of_a_score_has_a_column_of_its_own(scores: list[Tally], count: int) -> None:
    die = Die(scores)
    odds = Pool(((die, count),)).odds()
    pool = Pool(((die, count),))
    assert rows_of(pool) == dict(odds.weights)
    assert pool.odds().weights == odds.weights
    assert {type(score) for score in pool.odds()} == {type(scores[0])}


def test_a_score_of_one_part_is_a_tuple_still() -> None:
    pool = 3 * Die([Single(0), Single(2)])
    assert dict(pool.odds().weights) == {Single(0): 1, Single(2): 3, Single(4): 3, Single(6): 1}
    assert score_of(pool, 2, 1, 2) == Single(4)


def test_no_dice_add_up_to_nothing_for_certain() -> None:
    assert dict((0 * d(6)).odds().weights) == {0: 1}
    assert score_of(0 * d(6)) == 0
    assert score_of(0 * d(6) + 0 * d(8)) == 0
    tallies = 0 * Die([Tally(1, 0), Tally(0, 1)])
    assert dict(tallies.odds().weights) == {Tally(0, 0): 1}
    assert score_of(tallies) == Tally(0, 0)


def test_fewer_than_no_dice_cannot_be_thrown() -> None:
    with pytest.raises(ValueError, match="cannot throw -1 dice"):
        -1 * d(6)


def test_a_die_without_faces_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one face"):
        Die([])
    with pytest.raises(ValueError, match="at least one side, not 0"):
        d(0)


def test_two_ordinary_dice_make_the_well_known_triangle() -> None:
    assert dict((2 * d(6)).odds().weights) == {n: 6 - abs(7 - n) for n in range(2, 13)}


@pytest.mark.parametrize("die", [-d(6), d(6).scored(lambda face: -face), d(6).scored({n: -n for n in range(1, 7)})])
def test_a_negative_die_takes_its_score_away(die: Die[int]) -> None:
    assert chances((2 * d(6) + 2 * die).odds()) == every_roll([d(6)] * 4, lambda s: s[0] + s[1] - s[2] - s[3])


def test_a_negative_die_of_tuples_takes_every_part_away() -> None:
    assert (-Die([Tally(1, 0), Tally(0, -2)])).scores == (Tally(-1, 0), Tally(0, 2))


def test_a_score_for_each_face_may_be_any_whole_number() -> None:
    hits = d(6).scored(lambda face: (face >= 5) + (face == 6))
    assert hits.scores == (0, 0, 0, 0, 1, 2)
    assert dict((2 * hits).odds().weights) == {0: 16, 1: 8, 2: 9, 3: 2, 4: 1}


def test_dice_are_asked_for_kind_by_kind_in_the_order_written() -> None:
    asked: list[int] = []

    def draw(sides: int, /) -> int:
        asked.append(sides)
        return 1

    assert (2 * d(6) + 1 * d(12) + d(4)).roll(draw) == 4
    assert asked == [6, 6, 12, 4]


def test_a_pool_knows_its_size_and_says_what_it_is() -> None:
    pool = 2 * d(6) + d(12)
    assert pool.size == 3
    assert repr(pool) == "2d6 + 1d12"
    assert repr(Die([0, 0, 1])) == "d3 (0, 0, 1)"


def test_equal_pools_are_made_once() -> None:
    assert 3 * d(6) is 3 * d(6)
    assert 3 * d(6) + 2 * d(8) is 3 * d(6) + 2 * d(8)
    assert d(6) + d(8) is 1 * d(6) + 1 * d(8)


def test_forty_dice_stay_exact() -> None:
    odds = (40 * d(6)).odds()
    assert odds.total == 6**40
    assert sum(odds.weights.values()) == 6**40
    assert odds.weights[40] == odds.weights[240] == 1
    assert odds.weights[41] == 40
    # inclusion and exclusion: sums of 40 faces that make 140
    by_formula = sum((-1) ** k * comb(40, k) * comb(140 - 6 * k - 1, 39) for k in range((140 - 40) // 6 + 1))
    assert odds.weights[140] == by_formula
    assert odds.mean(lambda total: total) == 140


def test_a_hundred_coins_stay_exact() -> None:
    odds = (100 * Die([0, 1])).odds()
    assert dict(odds.weights) == {heads: comb(100, heads) for heads in range(101)}


def test_a_hundred_dice_of_two_parts_stay_exact() -> None:
    die = Die([Tally(0, 1), Tally(0, 0), Tally(1, 0), Tally(2, 0)])
    odds = (100 * die).odds()
    assert sum(odds.weights.values()) == odds.total == 4**100
    assert odds.weights[Tally(200, 0)] == 1
    assert odds.weights[Tally(0, 3)] == comb(100, 3)
    assert odds.weights[Tally(1, 98)] == comb(100, 1) * comb(99, 1)
    assert odds.map(lambda tally: tally.ones) == (100 * Die([1, 0, 0, 0])).odds()
    assert odds.map(lambda tally: tally.hits) == (100 * Die([0, 0, 1, 2])).odds()


def one_by_one(pool: Pool[Any], add: Callable[[Any, Any], Any], nothing: Any) -> dict[Any, int]:
    """The weights of a pool, with one die after another added to the sums so far."""
    sums = {nothing: 1}
    for die, count in pool.parts:
        for _ in range(count):
            more: dict[Any, int] = {}
            for before, ways in sums.items():
                for score, weight in die.odds().weights.items():
                    together = add(before, score)
                    more[together] = more.get(together, 0) + ways * weight
            sums = more
    return sums


@pytest.mark.parametrize("count", range(5, 31))  # from a single product to two of half the length, to the recurrence
def test_sums_of_every_size_are_those_of_one_die_after_another(count: int) -> None:
    numbers = count * Die([-3, 0, 0, 1, 2, 6]) + count // 2 * Die([0, 0, 5])
    assert numbers.odds().weights == one_by_one(numbers, lambda left, right: left + right, 0)


@pytest.mark.parametrize("count", range(2, 13))
def test_sums_of_two_parts_of_every_size_are_those_of_one_die_after_another(count: int) -> None:
    tallies = count * Die([Tally(-1, 1), Tally(0, 0), Tally(2, 0)]) + (count - 1) * Die([Tally(0, 2), Tally(1, -1)])
    added_up = one_by_one(tallies, lambda left, right: Tally(left[0] + right[0], left[1] + right[1]), Tally(0, 0))
    assert tallies.odds().weights == added_up


@pytest.mark.parametrize("sides", [2, 255, 256, 257, 65535, 65537])
def test_weights_are_whole_at_every_width_of_a_machine_word(sides: int) -> None:
    odds = (2 * Die([0] * (sides - 1) + [1])).odds()
    assert dict(odds.weights) == {0: (sides - 1) ** 2, 1: 2 * (sides - 1), 2: 1}
    assert odds.total == sides**2


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17])
def test_a_die_with_one_likely_score_never_overflows_into_the_next(count: int) -> None:
    odds = (count * Die([1] * 255 + [0])).odds()
    assert dict(odds.weights) == {n: comb(count, n) * 255**n for n in range(count + 1)}


def test_a_whole_number_of_dice_is_needed() -> None:
    with pytest.raises((TypeError, ValueError)):
        2.5 * d(9)


def test_a_wrong_count_of_dice_leaves_the_right_ones_alone() -> None:
    with suppress(TypeError, ValueError, AttributeError):
        (2.0 * d(31)).odds()
    assert score_of(2 * d(31), 3, 4) == 7
