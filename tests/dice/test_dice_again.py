"""Dice that are rolled again: rerolled and exploding ones, held against every sequence of faces."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from faces_by_hand import chances, counted, followed, small_dice
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.dice import Die, d, explode, highest, keep_highest, reroll, score_of

faces = st.sets(st.integers(1, 4), max_size=4)


def rerolled(die: Die[int], on: set[int], times: int, chance: Fraction = Fraction(1)) -> Iterator[tuple[int, Fraction]]:
    """By hand: throw; a bad face is thrown again while that is allowed."""
    for face, score in enumerate(die.scores, start=1):
        if face in on and times:
            yield from rerolled(die, on, times - 1, chance / die.sides)
        else:
            yield score, chance / die.sides


def exploded(
    die: Die[int],
    on: set[int],
    times: int,
    reaching: int | None,
    chance: Fraction = Fraction(1),
    before: int = 0,
) -> Iterator[tuple[int, Fraction]]:
    """By hand: throw and add; go on after such a face unless that was the last time or enough."""
    for face, score in enumerate(die.scores, start=1):
        total = before + score
        if face in on and times and (reaching is None or total < reaching):
            yield from exploded(die, on, times - 1, reaching, chance / die.sides, total)
        else:
            yield total, chance / die.sides


@given(small_dice, faces, st.integers(0, 3))
def test_a_die_is_rerolled_at_most_so_many_times(die: Die[int], on: set[int], times: int) -> None:
    assume(max(on, default=1) <= die.sides)
    throw = reroll(die, on, times=times)
    assert chances(throw.odds()) == counted(rerolled(die, on, times)) == followed(throw)


@given(small_dice, faces)
def test_a_die_rerolled_until_clear_shows_only_other_faces_all_alike(die: Die[int], on: set[int]) -> None:
    assume(max(on, default=1) <= die.sides and len(on) < die.sides)
    clear = [score for face, score in enumerate(die.scores, start=1) if face not in on]
    by_hand = counted((score, Fraction(1, len(clear))) for score in clear)
    assert chances(reroll(die, on, times=None).odds()) == by_hand


@given(small_dice, faces, st.integers(0, 3), st.none() | st.integers(-2, 8))
def test_a_die_explodes_so_many_times_and_not_beyond_enough(
    die: Die[int], on: set[int], times: int, reaching: int | None
) -> None:
    assume(max(on, default=1) <= die.sides)
    throw = explode(die, on, times=times, reaching=reaching)
    assert chances(throw.odds()) == counted(exploded(die, on, times, reaching)) == followed(throw)


small_again = st.one_of(
    st.builds(lambda on, times: reroll(d(3), on, times=times), st.sets(st.integers(1, 3)), st.integers(0, 1)),
    st.builds(lambda on: explode(d(2), on, times=2), st.sets(st.integers(1, 2))),
    st.builds(lambda on: explode(d(3), on, times=1, reaching=3), st.sets(st.integers(1, 3))),
)


@given(small_again, small_again)
def test_dice_that_roll_again_add_up_like_any_others(left: Die[int], right: Die[int]) -> None:
    pool = 2 * left + right
    assert chances(pool.odds()) == followed(pool)


@given(small_again, st.integers(0, 2))
def test_dice_that_roll_again_can_be_kept_like_any_others(die: Die[int], count: int) -> None:
    throw = keep_highest(count, 2 * die)
    assert chances(throw.odds()) == followed(throw)


def test_a_reroll_once_keeps_a_second_bad_face() -> None:
    steady = reroll(d(6), [1])
    assert dict(steady.odds().weights) == {1: 1, 2: 7, 3: 7, 4: 7, 5: 7, 6: 7}
    assert score_of(steady, 1, 1) == 1
    assert score_of(steady, 1, 5) == 5
    assert score_of(steady, 4) == 4


def test_all_dice_are_thrown_before_the_first_reroll() -> None:
    assert score_of(3 * reroll(d(6), [1, 2]), 1, 6, 2, 5, 1) == 5 + 6 + 1
    assert score_of(2 * reroll(d(6), [1], times=None), 1, 1, 1, 3, 2) == 2 + 3


def test_rerolled_dice_are_thrown_again_in_the_order_they_lie() -> None:
    assert reroll(d(6), [1, 2]).roll_each(3, iter_draw(1, 6, 2, 5, 4)) == [5, 6, 4]


def test_each_exploding_die_is_finished_in_turn() -> None:
    bursting = explode(d(6), [6], times=2)
    assert bursting.roll_each(3, iter_draw(6, 2, 6, 6, 6, 1)) == [18, 2, 7]


def iter_draw(*shown: int) -> "Draws":
    return Draws(list(shown))


class Draws:
    def __init__(self, shown: list[int]) -> None:
        self.shown = shown

    def __call__(self, sides: int, /) -> int:
        return self.shown.pop(0)


def test_an_exploding_die_stops_when_it_has_enough() -> None:
    throw = explode(d(6), [6], times=9, reaching=12)
    assert score_of(throw, 6, 6) == 12
    assert score_of(throw, 6, 5) == 11
    assert throw.odds().where(lambda total: total == 12) == Fraction(1, 36)


def test_the_highest_of_exploding_dice_is_exact() -> None:
    die = explode(d(6), [6], times=1)
    odds = highest(20 * die).odds()
    assert odds.where(lambda total: total < 6) == Fraction(5, 6) ** 20
    assert odds.where(lambda total: total < 12) == Fraction(35, 36) ** 20


@pytest.mark.parametrize("on", [[0], [7], [1, 7]])
def test_only_faces_that_the_die_has_are_rolled_again(on: list[int]) -> None:
    with pytest.raises(ValueError, match="a d6 shows 1 to 6"):
        reroll(d(6), on)
    with pytest.raises(ValueError, match="a d6 shows 1 to 6"):
        explode(d(6), on, times=1)


def test_rerolling_every_face_until_it_is_gone_is_refused() -> None:
    with pytest.raises(ValueError, match="never end"):
        reroll(d(2), [1, 2], times=None)


def test_rerolling_every_face_once_changes_nothing() -> None:
    assert reroll(d(4), [1, 2, 3, 4]).odds() == d(4).odds()


def test_nothing_happens_fewer_than_no_times() -> None:
    with pytest.raises(ValueError, match="-1 times"):
        explode(d(6), [6], times=-1)
    with pytest.raises(ValueError, match="-1 times"):
        reroll(d(6), [1], times=-1)


def test_a_die_that_rolls_again_still_does_so_when_it_is_taken_away() -> None:
    negative = -reroll(d(6), [1])
    assert dict(negative.odds().weights) == {-1: 1, -2: 7, -3: 7, -4: 7, -5: 7, -6: 7}
    assert chances((-explode(d(2), [2], times=1)).odds()) == {
        -1: Fraction(1, 2),
        -3: Fraction(1, 4),
        -4: Fraction(1, 4),
    }


def test_a_die_that_rolls_again_still_does_so_with_other_scores() -> None:
    even = reroll(d(6), [1], times=None).scored(lambda face: face % 2)
    assert chances(even.odds()) == {0: Fraction(3, 5), 1: Fraction(2, 5)}


def test_a_die_may_be_rerolled_and_then_explode() -> None:
    both = explode(reroll(d(2), [1], times=None), [2], times=1)  # always shows 2, so always twice
    assert chances(both.odds()) == {4: Fraction(1)}


def test_dice_that_roll_again_say_so() -> None:
    assert repr(reroll(d(6), [2, 1])) == "d6 rerolling 1, 2 once"
    assert repr(reroll(d(6), [1], times=3)) == "d6 rerolling 1 up to 3 times"
    assert repr(reroll(d(6), [1], times=None)) == "d6 rerolling 1 until clear"
    assert repr(2 * explode(d(6), [6], times=5)) == "2d6 exploding on 6 (at most 5 times)"
    assert repr(explode(d(6), [6], times=5, reaching=20)) == "d6 exploding on 6 (until 20)"
