"""Typed faces, and which of the faces rolled count."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import (
    Die,
    FaceError,
    Faces,
    Ranked,
    Throw,
    d,
    doubles,
    explode,
    highest_and_total,
    keep_highest,
    keep_lowest,
    reroll,
    score_of,
    table,
)

THROWS: list[tuple[Throw[Any], int]] = [
    (d(6), 1),
    (3 * d(6), 3),
    (2 * d(6) + d(12), 3),
    (keep_highest(2, 3 * d(12)), 3),
    (doubles(2 * d(6)), 2),
    (highest_and_total(2 * d(6).scored(lambda face: Ranked(face, 1))), 2),
    (table((range(1, 7), "here")), 1),
    (2 * reroll(d(6), [1]), 2),
    (2 * explode(d(6), [6], times=1), 2),
]


@pytest.mark.parametrize(("throw", "needed"), THROWS, ids=lambda value: repr(value))
def test_the_right_number_of_faces_is_needed(throw: Throw[Any], needed: int) -> None:
    score_of(throw, *[3] * needed)
    with pytest.raises(FaceError, match=f"too few dice: {needed - 1} given, another d"):
        score_of(throw, *[3] * (needed - 1))
    with pytest.raises(FaceError, match=f"too many dice: {needed + 1} given, only {needed} needed"):
        score_of(throw, *[3] * (needed + 1))


@pytest.mark.parametrize("face", [0, -1, 7, 10**30])
def test_a_face_the_die_cannot_show_is_refused_with_its_place(face: int) -> None:
    with pytest.raises(FaceError, match="bad face: die 2 is a d6, so 1 to 6, not"):
        score_of(2 * d(6), 3, face)


@pytest.mark.parametrize("face", [2.5, "three", None, 3.0, "", "3.0", "7"])
def test_a_face_that_is_no_whole_number_is_refused_as_a_face(face: object) -> None:
    with pytest.raises(FaceError, match="bad face: die 1 is a d6"):
        score_of(d(6), face)  # type: ignore[arg-type]  # what a script may send


def test_a_rerolled_or_exploding_die_asks_for_its_further_faces() -> None:
    with pytest.raises(FaceError, match="another d6"):
        score_of(reroll(d(6), [1]), 1)
    with pytest.raises(FaceError, match="another d6"):
        score_of(explode(d(6), [6], times=1), 6)
    with pytest.raises(FaceError, match="too many dice: 2 given, only 1 needed"):
        score_of(reroll(d(6), [1]), 2, 2)


def test_faces_know_how_many_are_used_and_left() -> None:
    faces = Faces([3, 5])
    assert faces(6) == 3
    assert (faces.used, faces.left) == (1, 1)
    with pytest.raises(FaceError, match="too many dice: 2 given, only 1 needed"):
        faces.finish()
    assert faces(12) == 5
    faces.finish()


def test_a_refused_face_is_not_used_up() -> None:
    faces = Faces([8])
    with pytest.raises(FaceError):
        faces(6)
    assert faces.used == 0


def test_every_face_of_a_plain_pool_counts() -> None:
    assert (2 * d(6) + d(4)).kept((1, 6, 2)) == (True, True, True)
    assert (0 * d(6)).kept(()) == ()


@pytest.mark.parametrize(
    ("faces", "highest_two", "lowest_two"),
    [
        ((5, 1, 12), (True, False, True), (True, True, False)),
        ((4, 4, 4), (True, True, False), (True, True, False)),
        ((9, 2, 9), (True, False, True), (True, True, False)),
        ((2, 9, 2), (True, True, False), (True, False, True)),
    ],
)
def test_dropped_dice_do_not_count_and_of_equals_the_first_does(
    faces: tuple[int, ...], highest_two: tuple[bool, ...], lowest_two: tuple[bool, ...]
) -> None:
    assert keep_highest(2, 3 * d(12)).kept(faces) == highest_two
    assert keep_lowest(2, 3 * d(12)).kept(faces) == lowest_two
    assert doubles(keep_lowest(2, 3 * d(12))).kept(faces) == lowest_two


def test_kept_dice_are_those_with_the_best_score_not_the_best_face() -> None:
    backwards = Die([3, 2, 1])
    assert keep_highest(1, 2 * backwards).kept((3, 1)) == (False, True)


@pytest.mark.parametrize(
    ("faces", "times", "marks"),
    [
        ((4,), 1, (True,)),
        ((1, 4), 1, (False, True)),
        ((1, 1), 1, (False, True)),
        ((1, 1, 1), 2, (False, False, True)),
        ((1, 1, 3), None, (False, False, True)),
    ],
)
def test_a_face_that_was_rolled_again_does_not_count(
    faces: tuple[int, ...], times: int | None, marks: tuple[bool, ...]
) -> None:
    die = reroll(d(6), [1], times=times)
    score_of(die, *faces)
    assert die.kept(faces) == marks


def test_in_a_pool_the_rerolled_faces_are_struck_kind_by_kind() -> None:
    pool = 3 * reroll(d(6), [1]) + 1 * d(8) + 2 * reroll(d(4), [1, 2], times=None)
    faces = (1, 5, 1, 2, 1, 1, 2, 3, 1, 4)
    assert score_of(pool, *faces) == (2 + 5 + 1) + 1 + (4 + 3)
    assert pool.kept(faces) == (False, True, False, True, True, True, False, True, False, True)


@given(
    st.integers(1, 4),
    st.sets(st.integers(1, 3), max_size=2),
    st.sampled_from([0, 1, 2, 3, None]),
    st.lists(st.integers(1, 3), min_size=40, max_size=40),
)
def test_the_faces_that_count_add_up_to_the_score(
    count: int, on: set[int], times: int | None, shown: list[int]
) -> None:
    pool = count * reroll(d(3), on, times=times)
    stream = Faces([*shown, *[face for face in (1, 2, 3) if face not in on] * 40])
    rolled: list[int] = []

    def draw(sides: int, /) -> int:
        rolled.append(stream(sides))
        return rolled[-1]

    score = pool.roll(draw)
    marks = pool.kept(tuple(rolled))
    assert len(marks) == len(rolled)
    assert sum(face for face, counts in zip(rolled, marks, strict=True) if counts) == score
    assert sum(marks) == count


def test_every_face_of_an_exploding_die_counts() -> None:
    assert (2 * explode(d(6), [6], times=1)).kept((6, 3, 2)) == (True, True, True)


def test_of_rerolled_dice_neither_the_old_face_nor_the_dropped_die_counts() -> None:
    throw = keep_highest(1, 2 * reroll(d(6), [1]))
    assert score_of(throw, 1, 3, 5) == 5
    assert throw.kept((1, 3, 5)) == (False, False, True)


def test_of_exploding_dice_all_faces_of_a_dropped_die_do_not_count() -> None:
    throw = keep_highest(1, 2 * explode(d(6), [6], times=1))
    assert score_of(throw, 6, 3, 2) == 8
    assert throw.kept((6, 3, 2)) == (True, False, True)
