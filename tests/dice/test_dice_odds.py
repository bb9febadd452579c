"""Exact odds: weights over a total."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import Odds, fraction_of_text, fraction_text, short_fraction

weights = st.dictionaries(st.integers(-5, 5), st.integers(1, 30), min_size=1, max_size=6)


@given(weights, st.integers(1, 12))
def test_odds_are_equal_whatever_their_totals(given_weights: dict[int, int], factor: int) -> None:
    once = Odds(given_weights)
    scaled = Odds({outcome: weight * factor for outcome, weight in given_weights.items()})
    assert once == scaled
    assert hash(once) == hash(scaled)


def test_odds_of_different_outcomes_or_chances_are_not_equal() -> None:
    assert Odds({1: 1, 2: 1}) != Odds({1: 1, 3: 1})
    assert Odds({1: 1, 2: 1}) != Odds({1: 1, 2: 2})
    assert Odds({1: 1, 2: 1}) != Odds({1: 1})
    assert Odds({1: 1}) != {1: 1}


def test_the_total_is_the_sum_of_the_weights_unless_given() -> None:
    assert Odds({"a": 2, "b": 3}).total == 5
    assert Odds({"a": 2, "b": 3}, 5).total == 5


@given(weights)
def test_the_mean_is_the_weighted_sum(given_weights: dict[int, int]) -> None:
    total = sum(given_weights.values())
    by_hand = sum((Fraction(value * weight, total) for value, weight in given_weights.items()), Fraction())
    assert Odds(given_weights).mean(lambda value: value) == by_hand
    assert Odds(given_weights).mean(lambda value: Fraction(value, 3)) == by_hand / 3


@given(weights)
def test_mapping_merges_what_becomes_equal(given_weights: dict[int, int]) -> None:
    halved = Odds(given_weights).map(lambda value: value // 2)
    assert halved.total == sum(given_weights.values()) == sum(halved.weights.values())
    by_hand: dict[int, int] = {}
    for value, weight in given_weights.items():
        by_hand[value // 2] = by_hand.get(value // 2, 0) + weight
    assert dict(halved.weights) == by_hand


def test_the_chance_of_what_cannot_happen_is_zero() -> None:
    odds = Odds({"yes": 1, "no": 3})
    assert odds.chance("yes") == Fraction(1, 4)
    assert odds.chance("maybe") == 0
    assert odds.where(lambda outcome: outcome == "maybe") == 0
    assert odds.where(lambda outcome: True) == 1


def test_items_are_fractions_in_lowest_terms_in_the_order_of_the_weights() -> None:
    odds = Odds({"b": 2, "a": 6})
    assert list(odds.items()) == [("b", Fraction(1, 4)), ("a", Fraction(3, 4))]
    assert list(odds) == ["b", "a"]
    assert len(odds) == 2
    assert repr(odds) == "Odds({'b': 1/4, 'a': 3/4})"


def test_what_is_certain_has_one_outcome() -> None:
    assert dict(Odds.certain("end").items()) == {"end": 1}


@given(weights)
def test_fractions_make_the_same_odds(given_weights: dict[int, int]) -> None:
    odds = Odds(given_weights)
    assert Odds.of_fractions(odds.items()) == odds


def test_fractions_of_one_outcome_are_added() -> None:
    odds = Odds.of_fractions([("a", Fraction(1, 3)), ("b", Fraction(1, 4)), ("a", Fraction(5, 12))])
    assert dict(odds.items()) == {"a": Fraction(3, 4), "b": Fraction(1, 4)}
    assert odds.total == sum(odds.weights.values()) == 12


def test_fractions_that_do_not_add_up_to_one_are_refused() -> None:
    with pytest.raises(ValueError, match="1/3"):
        Odds.of_fractions([("a", Fraction(1, 3))])


@given(st.fractions())
def test_a_fraction_is_written_in_lowest_terms_and_read_again(number: Fraction) -> None:
    assert fraction_text(number) == f"{number.numerator}/{number.denominator}"
    assert fraction_of_text(fraction_text(number)) == number


def test_a_fraction_of_ten_thousand_digits_is_written_and_read_again() -> None:
    number = Fraction(3**20_000, 7**20_000)
    assert len(fraction_text(number)) > 20_000
    assert fraction_of_text(fraction_text(number)) == number


def test_people_read_short_fractions_only() -> None:
    assert short_fraction(Fraction(3), 5) == "3"
    assert short_fraction(Fraction(3, 11), 4) == "3/11"
    assert short_fraction(Fraction(3, 11), 3) == ""
    assert short_fraction(Fraction(1, 7**20_000), 24) == ""
