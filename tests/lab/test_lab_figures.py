"""Figures that sum up odds, as people write them."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec import Struct

from rulewright.dice import Odds
from rulewright.lab.figures import figure, usual_figures
from rulewright.rules import NEVER_ENDS, BadInput


class Shot(Struct, frozen=True):
    result: str
    hit: bool
    damage: int


ODDS = Odds({Shot("miss", False, 0): 5, Shot("graze", True, 1): 3, Shot("hit", True, 4): 2})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("result=hit", Fraction(2, 10)),
        ("result=hit,graze", Fraction(1, 2)),
        ("hit=true", Fraction(1, 2)),
        ("hit=false", Fraction(1, 2)),
        ("damage>=1", Fraction(1, 2)),
        ("damage<=1", Fraction(8, 10)),
        ("damage=4", Fraction(2, 10)),
        ("mean:damage", Fraction(11, 10)),
        ("median:damage", 0),
        ("q51:damage", 1),
        ("q80:damage", 1),
        ("q81:damage", 4),
    ],
)
def test_a_figure_is_worked_out_exactly(text: str, value: Fraction) -> None:
    assert figure(text).of(ODDS) == value


def test_a_single_value_has_the_field_result() -> None:
    assert figure("mean:result").of(Odds({1: 1, 2: 1})) == Fraction(3, 2)


@pytest.mark.parametrize("text", ["", "damage", "mean", "q0:damage", "q100:damage", "damage>=x", "damage>=1,2", "=3"])
def test_a_figure_that_cannot_be_read_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(BadInput, match="bad figure"):
        figure(text)


def test_a_field_that_outcomes_do_not_have_is_refused_with_those_they_have() -> None:
    with pytest.raises(BadInput, match=r"unknown figure: winner=a \(fields of the outcome: result, hit, damage\)"):
        figure("winner=a").of(ODDS)
    with pytest.raises(BadInput, match="result is not a whole number"):
        figure("mean:result").of(ODDS)


def test_unless_given_every_word_yes_and_number_is_summed_up() -> None:
    assert [one.text for one in usual_figures(ODDS)] == [
        "result=graze",
        "result=hit",
        "result=miss",
        "hit=true",
        "mean:damage",
        "q10:damage",
        "median:damage",
        "q90:damage",
    ]


def test_play_that_never_ends_is_summed_up_too() -> None:
    some: Odds[Any] = Odds({True: 7, NEVER_ENDS: 1})
    assert [(one.text, one.of(some)) for one in usual_figures(some)] == [
        ("result=true", Fraction(7, 8)),
        ("never-ends", Fraction(1, 8)),
    ]
    assert [one.text for one in usual_figures(Odds({NEVER_ENDS: 1}))] == ["never-ends"]
