"""Figures of odds: means, spreads, quantiles, comparisons, tables and pictures."""

import csv
from fractions import Fraction
from itertools import product
from math import sqrt
from statistics import mean, median_low, pstdev
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import Comparison, Odds, d
from rulewright.readings.chances import Chances

TWO_DICE = (2 * d(6)).odds()
rolls = st.lists(st.integers(-5, 5), min_size=1, max_size=12)


def odds_of(listed: list[int]) -> Odds[int]:
    return Odds({number: listed.count(number) for number in listed})


@given(rolls)
def test_figures_agree_with_all_rolls_listed(listed: list[int]) -> None:
    odds = odds_of(listed)
    assert odds.mean() == mean(map(Fraction, listed))
    assert odds.sd() == pytest.approx(pstdev(listed))
    assert odds.variance() == sum((n - mean(map(Fraction, listed))) ** 2 for n in listed) / len(listed)
    assert odds.median() == median_low(listed)
    ordered = sorted(listed)
    for share in (0, 0.25, Fraction(1, 3), 0.9, 1):
        at = next(i for i in range(len(listed)) if i + 1 >= share * len(listed))
        assert odds.quantile(share) == ordered[at]
    for number in range(-6, 7):
        assert odds.at_least(number) == Fraction(sum(n >= number for n in listed), len(listed))
        assert odds.at_most(number) == Fraction(sum(n <= number for n in listed), len(listed))
    assert odds.cumulative() == {number: odds.at_most(number) for number in sorted(set(listed))}


@given(rolls, rolls)
def test_rolls_are_compared(first: list[int], second: list[int]) -> None:
    pairs = list(product(first, second))
    expected = [sum(test) for test in zip(*((a > b, a == b, a < b) for a, b in pairs), strict=True)]
    assert odds_of(first).compare(odds_of(second)) == Comparison(*(Fraction(n, len(pairs)) for n in expected))


class Hit(NamedTuple):
    margin: int
    critical: bool


HITS = Odds({Hit(1, False): 3, Hit(4, True): 1})


def test_outcomes_that_are_no_numbers_need_a_function() -> None:
    assert HITS.mean(lambda hit: hit.margin) == Fraction(7, 4)
    assert HITS.at_least(2, lambda hit: hit.margin) == Fraction(1, 4)
    assert HITS.quantile(0.8, lambda hit: hit.margin) == 4
    with pytest.raises(TypeError, match=r"not numbers: say which number counts, as in odds.mean\(lambda outcome:"):
        HITS.mean()


def test_a_share_is_from_0_to_1() -> None:
    with pytest.raises(ValueError, match="a share from 0 to 1, not 90"):
        TWO_DICE.quantile(90)


def test_truth_has_a_mean() -> None:
    assert Odds({True: 1, False: 3}).mean() == Fraction(1, 4)


def test_tables_have_decimals_beside_fractions() -> None:
    assert TWO_DICE.to_dict()["7"] == {"chance": 1 / 6, "fraction": "1/6"}
    listed = list(csv.reader(TWO_DICE.to_csv().splitlines()))
    assert listed[0] == ["outcome", "chance", "numerator", "denominator"]
    assert listed[6] == ["7", str(1 / 6), "1", "6"]
    assert HITS.to_csv().splitlines() == [
        "margin,critical,chance,numerator,denominator",
        "1,False,0.75,3,4",
        "4,True,0.25,1,4",
    ]


def test_a_picture_in_text() -> None:
    assert Odds({10: 3, 9: 1}).plot(width=9) == " 9  25.00% ###\n10  75.00% #########"
    assert Odds({"win": 1, 3: 1}).plot(width=1) == "win  50.00% #\n  3  50.00% #"


def test_notebooks_get_a_table() -> None:
    page = Odds({"<b>": 1, "c": 3})._repr_html_()
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert "25.00%" in page
    assert "1/4" in page
    assert "and 101 more" in (60 * d(6)).odds()._repr_html_()


def test_answers_say_how_they_were_found() -> None:
    assert TWO_DICE.method == "exact"
    floats = Chances({1: 0.5, 3: 0.5})
    assert (floats.method, floats.mean(), floats.sd(), floats.at_least(2)) == ("float64", 2.0, sqrt(1), 0.5)
    assert floats.compare(floats) == Comparison(0.25, 0.5, 0.25)
