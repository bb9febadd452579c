"""Some of the dice count: keep, highest, lowest, doubles, and the best with the sum of all."""

from fractions import Fraction
from functools import partial
from math import comb

import pytest
from faces_by_hand import chances, every_roll, followed, small_dice, spread
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import (
    Die,
    Doubles,
    Keep,
    Odds,
    Ranked,
    d,
    doubles,
    highest,
    highest_and_total,
    keep_highest,
    keep_lowest,
    lowest,
    reroll,
    score_of,
)

sizes = st.integers(1, 4)


def best_of(count: int, of_highest: bool, scores: tuple[int, ...]) -> int:
    return sum(sorted(scores, reverse=of_highest)[:count])


@given(small_dice, st.integers(0, 4))
def test_the_highest_dice_are_kept_for_every_number_of_them(die: Die[int], size: int) -> None:
    for count in range(size + 1):
        throw = keep_highest(count, size * die)
        by_hand = every_roll([die] * size, partial(best_of, count, True))
        assert chances(throw.odds()) == by_hand == followed(throw)


@given(small_dice, st.integers(0, 4))
def test_the_lowest_dice_are_kept_for_every_number_of_them(die: Die[int], size: int) -> None:
    for count in range(size + 1):
        throw = keep_lowest(count, size * die)
        by_hand = every_roll([die] * size, partial(best_of, count, False))
        assert chances(throw.odds()) == by_hand == followed(throw)


@pytest.mark.parametrize("count", range(2, 7))
@pytest.mark.parametrize("die", [Die([-2, 0, 0, 5]), reroll(d(4), on=[1])])
def test_any_number_of_seven_uneven_dice_may_be_dropped(die: Die[int], count: int) -> None:
    hands: dict[tuple[int, ...], int] = {(): 1}  # scores in order, with the ways to roll them
    for _ in range(7):
        further: dict[tuple[int, ...], int] = {}
        for hand, ways in hands.items():
            for score, weight in die.odds().weights.items():
                grown = tuple(sorted((*hand, score)))
                further[grown] = further.get(grown, 0) + ways * weight
        hands = further
    for throw, part in (
        (keep_highest(count, 7 * die), slice(-count, None)),
        (keep_lowest(count, 7 * die), slice(count)),
    ):
        by_hand: dict[int, int] = {}
        for hand, ways in hands.items():
            by_hand[sum(hand[part])] = by_hand.get(sum(hand[part]), 0) + ways
        assert throw.odds() == Odds(by_hand)


@given(small_dice, sizes)
def test_the_highest_and_the_lowest_die_are_the_outer_ones(die: Die[int], size: int) -> None:
    assert chances(highest(size * die).odds()) == every_roll([die] * size, max)
    assert chances(lowest(size * die).odds()) == every_roll([die] * size, min)


def test_a_die_scored_anew_is_kept_by_its_new_scores() -> None:
    assert max(highest(2 * d(6)).odds()) == 6
    tens = d(6).scored(lambda face: 10 * (7 - face))
    assert dict(highest(2 * tens).odds().items()) == {10 * n: Fraction(2 * n - 1, 36) for n in range(1, 7)}


@given(small_dice, sizes)
def test_keeping_every_die_is_their_sum(die: Die[int], size: int) -> None:
    assert keep_highest(size, size * die).odds() == keep_lowest(size, size * die).odds() == (size * die).odds()


def test_keeping_none_of_the_dice_scores_nothing_but_rolls_them() -> None:
    throw = keep_highest(0, 3 * d(6))
    assert dict(throw.odds().items()) == {0: 1}
    assert score_of(throw, 6, 6, 6) == 0


@pytest.mark.parametrize(("count", "size"), [(3, 2), (-1, 2), (1, 0)])
def test_one_cannot_keep_dice_that_are_not_there(count: int, size: int) -> None:
    with pytest.raises(ValueError, match=f"cannot keep {count} of {size} dice"):
        keep_highest(count, size * d(6))
    with pytest.raises(ValueError, match=f"cannot keep {count} of {size} dice"):
        keep_lowest(count, size * d(6))


def test_dice_of_different_kinds_are_kept_by_what_they_show() -> None:
    assert keep_highest(1, d(6) + d(8)).odds().chance(8) == Fraction(1, 8)
    assert score_of(keep_highest(2, 2 * d(6) + d(8)), 3, 6, 5) == 11
    assert keep_highest(2, 2 * d(6) + d(8)).kept((3, 6, 5)) == (False, True, True)


def test_dice_of_one_kind_may_be_written_in_two_parts() -> None:
    assert keep_highest(1, d(6) + d(6)).odds() == keep_highest(1, 2 * d(6)).odds()
    assert keep_highest(1, 2 * d(6) + 0 * d(8)).odds() == keep_highest(1, 2 * d(6)).odds()


def test_four_dice_keep_three_is_the_well_known_ability_score() -> None:
    odds = keep_highest(3, 4 * d(6)).odds()
    assert odds.total == 1296
    assert (odds.weights[3], odds.weights[13], odds.weights[18]) == (1, 172, 21)


@given(small_dice, st.integers(2, 4), st.booleans(), st.booleans())
def test_doubles_are_recognised_among_the_kept_or_among_all(
    die: Die[int], size: int, of_highest: bool, of_all: bool
) -> None:
    keep = keep_highest if of_highest else keep_lowest
    for count in range(2, size + 1):
        throw = doubles(keep(count, size * die), of_all=of_all)

        def by_hand(scores: tuple[int, ...], n: int = count) -> Doubles:
            kept = sorted(scores, reverse=of_highest)[:n]
            return Doubles(sum(kept), len(set(scores if of_all else kept)) == 1)

        assert chances(throw.odds()) == every_roll([die] * size, by_hand) == followed(throw)


def test_doubles_of_a_plain_pool_look_at_all_its_dice() -> None:
    odds = doubles(2 * d(6)).odds()
    assert odds.where(lambda hand: hand.doubled).denominator == 6
    assert odds.weights[Doubles(8, True)] == 1
    assert odds.weights[Doubles(8, False)] == 4
    assert Doubles(7, True) not in odds.weights


@pytest.mark.parametrize("hand", [1 * d(6), keep_highest(1, 3 * d(6)), keep_highest(0, 3 * d(6))])
def test_one_die_makes_no_doubles(hand: Keep) -> None:
    with pytest.raises(ValueError, match="at least two dice"):
        doubles(hand)


ranked_dice = st.lists(st.builds(Ranked, st.integers(0, 3), st.integers(-1, 2)), min_size=1, max_size=3).map(Die)


@given(st.lists(st.tuples(ranked_dice, st.integers(0, 2)), min_size=1, max_size=3))
def test_the_best_rank_comes_with_the_sum_of_all_scores(dice: list[tuple[Die[Ranked], int]]) -> None:
    pool = dice[0][1] * dice[0][0]
    for die, count in dice[1:]:
        pool = pool + count * die
    if pool.size == 0:
        with pytest.raises(ValueError, match="at least one die is needed for a highest"):
            highest_and_total(pool)
        return
    throw = highest_and_total(pool)

    def by_hand(scores: tuple[Ranked, ...]) -> Ranked:
        return Ranked(max(score.rank for score in scores), sum(score.score for score in scores))

    assert chances(throw.odds()) == every_roll(spread(pool), by_hand) == followed(throw)


def test_light_and_dark_dice_give_the_best_of_both_and_count_the_dark_risks() -> None:
    light = d(6).scored(lambda face: Ranked(face, 0))
    dark = d(6).scored(lambda face: Ranked(face, int(face >= 4)))
    throw = highest_and_total(2 * light + 3 * dark)
    assert score_of(throw, 1, 5, 3, 4, 4) == Ranked(5, 2)
    assert throw.odds().where(lambda hand: hand.rank == 1) == (throw.odds().chance(Ranked(1, 0)))
    assert throw.odds().chance(Ranked(1, 0)) * 6**5 == 1
    assert throw.odds().chance(Ranked(6, 0)) * 6**5 == (6**2 - 5**2) * 3**3


def test_a_hundred_dice_keep_ten_exactly() -> None:
    odds = keep_highest(10, 100 * d(6)).odds()
    assert sum(odds.weights.values()) == odds.total == 6**100
    at_least_ten_sixes = 6**100 - sum(comb(100, k) * 5 ** (100 - k) for k in range(10))
    assert odds.weights[60] == at_least_ten_sixes
    assert odds.weights[10] == 1


def test_the_highest_of_a_hundred_dice_is_a_power_of_what_lies_below() -> None:
    odds = highest(100 * d(20)).odds()
    assert dict(odds.weights) == {n: n**100 - (n - 1) ** 100 for n in range(1, 21)}


def test_what_is_kept_says_so() -> None:
    assert repr(keep_highest(3, 4 * d(6))) == "4d6 keep highest 3"
    assert repr(keep_lowest(1, 2 * d(20))) == "2d20 keep lowest 1"
    assert repr(keep_highest(2, 2 * d(6))) == "2d6"
    assert repr(doubles(keep_highest(2, 3 * d(12)))) == "3d12 keep highest 2"
