"""Tables read with one die."""

from fractions import Fraction

import pytest

from rulewright.dice import score_of, table

WHERE = table((1, "ballroom"), (range(2, 5), "forest"), (range(5, 7), "ballroom"))


def test_a_table_has_one_face_for_every_number_of_its_rows() -> None:
    assert WHERE.sides == 6
    assert [score_of(WHERE, face) for face in range(1, 7)] == ["ballroom", *["forest"] * 3, *["ballroom"] * 2]


def test_rows_with_the_same_label_add_up() -> None:
    assert dict(WHERE.odds().items()) == {"ballroom": Fraction(1, 2), "forest": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (((1, "a"), (3, "b")), "next face is 2, not 3"),
        (((1, "a"), (range(1, 3), "b")), "next face is 2, not 1"),
        (((2, "a"),), "next face is 1, not 2"),
        (((0, "a"),), "next face is 1, not 0"),
    ],
)
def test_the_rows_of_a_table_leave_no_gaps(rows: tuple[tuple[range | int, str], ...], wanted: str) -> None:
    with pytest.raises(ValueError, match=wanted):
        table(*rows)


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one face"):
        table()
