"""What a beginner writes first, and what the errors say to write instead."""

from collections.abc import Callable
from typing import Any

import pytest

from rulewright import Deck, d, deal, draw, highest, keep_highest, odds, play, reroll, simulate, solve
from rulewright.dice import Die, dice_many, largest_set, nth_highest, symbol_die, table
from rulewright.rules import BadRule

ANY: Any = d


def given(value: Any) -> Any:
    """A value whose type is not checked."""
    return value


@pytest.mark.parametrize(
    ("write", "advice"),
    [
        (lambda: ANY(6) + 1, r'add numbers to the score, dice.pool\("roll", 1d6\) \+ 1'),
        (lambda: 2 * ANY(6) + 3, r'dice.pool\("roll", 2d6\) \+ 3'),
        (lambda: 3 + ANY(6), r'dice.pool\("roll", 1d6\) \+ 3'),
        (lambda: ANY(6) * 2, r"the number of dice comes first: 2 \* d6"),
        (lambda: 2 * (3 * ANY(6)), r"2 \* dice.pool\(.roll., 3d6\)"),
        (lambda: ANY("6"), r"a whole number of sides, as in d\(6\), not '6'"),
        (lambda: 1.5 * ANY(6), r"a whole number, as in 2 \* d\(6\), not 1.5"),
        (lambda: 2 * ANY(6) >= 7, r'compared by what they show: dice.pool\("roll", 2d6\) >= 7'),
        (lambda: max(ANY(6), ANY(8)), r"for the highest of several write highest\(2 \* d\(6\)\)"),
        (lambda: keep_highest(4 * ANY(6), 3), r"the number comes first, then the dice: keep_highest\(3, 4d6\)"),
        (lambda: highest(ANY(6)), r"thrown together: keep_highest\(1, 4 \* d\(6\)\), not d6"),
        (lambda: reroll(ANY(6), given(1)), r"the faces are a list, as in reroll\(d\(6\), \[1\]\), not 1"),
        (lambda: reroll(2 * ANY(6), [1]), r"one die is rolled again, as in 2 \* reroll\(d\(6\), \[1\]\)"),
        (lambda: draw(Deck([1, 2]), given(1)), r"the number of cards and then the deck: draw\(5, deck\)"),
        (lambda: deal(given(5), 2), r"the deck and then the size of each hand: deal\(deck, 5, 5\)"),
        (lambda: odds(2 * ANY(6)), r"dice alone have odds of their own, \(2 \* d\(6\)\).odds\(\)"),
        (lambda: play(given("2d6")), r"notation\('2d6'\).odds\(\)"),
        (lambda: solve(given(3), len), r"the rule comes first, odds\(rule, 3\)"),
        (lambda: simulate(ANY(6)), r"a rule is a function that takes the dice"),
        (lambda: symbol_die(given({"hit": 1})), r"takes a NamedTuple with a whole number for each symbol"),
        (lambda: table(given("hall")), r"a row is its faces and what they mean, table\(\(1, "),
        (lambda: Die(given(6)), r"a die with 1 to 6 is d\(6\)"),
        (lambda: Deck(given(52)), r"Deck\(range\(1, 14\), copies=4\)"),
        (lambda: largest_set(given(10)), r"largest set reads dice or cards, as in 5 \* d\(6\)"),
        (lambda: nth_highest(2 * ANY(6), given(1)), r"the rank comes first, then the dice: nth_highest\(2, 3"),
        (lambda: dice_many(given(3), ANY(6)), r"the number of dice, then a die: dice_many\(d\(4\), d\(6\)\)"),
    ],
)
def test_a_mistake_is_answered_with_what_to_write(write: Callable[[], Any], advice: str) -> None:
    with pytest.raises(TypeError, match=advice):
        write()


def with_bonus(dice: Any, bonus: int) -> int:
    return int(dice.pool("roll", 1 * d(6)) + bonus)


@pytest.mark.parametrize(
    ("write", "advice"),
    [
        (
            lambda: odds(with_bonus),
            r"with_bonus takes bonus after dice: give it bonus=..., and not the dice",
        ),
        (lambda: odds(with_bonus, 1, 2), r"with_bonus takes bonus after dice"),
        (lambda: odds(with_bonus, extra=2), r"with_bonus takes bonus after dice"),
        (lambda: odds(lambda: 1), r"a rule is given the dice first: write def rule\(dice, ...\)"),
    ],
)
def test_other_arguments_than_a_rule_takes_are_answered_with_what_it_takes(
    write: Callable[[], Any], advice: str
) -> None:
    with pytest.raises(TypeError, match=advice):
        write()


def rolls(dice: Any) -> int:
    return int(dice.roll("2d6"))


def adds_a_die(dice: Any) -> int:
    return int(dice.pool("roll", 1 * d(6)) + d(6))


def calls_a_number(dice: Any) -> int:
    return int(dice.call(5))


def calls_without_dice(dice: Any) -> int:
    return int(dice.call(lambda: 5))


@pytest.mark.parametrize(
    ("rule", "advice"),
    [
        (rolls, "dice have no roll: a rule asks by dice.pool"),
        (adds_a_die, "only dice are added to dice"),
        (calls_a_number, "dice.call takes a rule and its arguments"),
        (calls_without_dice, "a rule is given the dice first: write def rule"),
    ],
)
def test_inside_a_rule_the_error_names_the_line(rule: Any, advice: str) -> None:
    with pytest.raises(BadRule, match=advice) as wrong:
        odds(rule)
    assert wrong.value.line == rule.__code__.co_firstlineno + 1


def test_an_attribute_that_others_lack_is_not_the_dice() -> None:
    text: Any = "text"
    with pytest.raises(AttributeError, match="wounds"):
        odds(lambda dice: dice.pool("roll", 1 * d(6)) + text.wounds)
