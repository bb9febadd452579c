"""Dice made of other rolls, dice with symbols, and tables that roll on."""

from fractions import Fraction
from typing import Any, NamedTuple

import icepool
import pytest
from faces_by_hand import chances, followed

from rulewright.dice import (
    Die,
    Odds,
    Pool,
    Throw,
    d,
    dice_many,
    die_from,
    explode,
    highest,
    keep_highest,
    nth_highest,
    reroll,
    score_of,
    symbol_die,
    table,
)

one: Any = 1
ABILITY = die_from(keep_highest(3, 4 * d(6)))


def test_the_third_highest_of_six_abilities_as_icepool_has_it() -> None:
    ability: Any = icepool.d6.pool(4).highest(3).sum()
    theirs: Any = ability.pool(6)[-3]
    assert nth_highest(3, 6 * ABILITY).odds() == Odds(dict(theirs.items()))


def test_a_die_from_a_throw_is_rolled_with_its_dice() -> None:
    pair = 2 * die_from(keep_highest(1, 2 * d(6)))
    assert score_of(pair, 2, 5, 6, 1) == 11
    assert pair.kept((2, 5, 6, 1)) == (False, True, True, False)
    assert repr(pair) == "2(2d6 keep highest 1)"
    assert repr(1 * die_from(2 * d(6), "fate")) == "1(fate)"


def test_a_die_from_odds_is_rolled_on_dice_that_multiply_to_their_total() -> None:
    uneven = die_from(Odds({"hit": 3, "miss": 1}))
    assert [score_of(uneven, face) for face in (1, 3, 4)] == ["hit", "hit", "miss"]
    fine: Pool[int] = 1 * die_from((5 * d(6)).odds())
    assert score_of(fine, *([1] * 2)) == 5
    faces: list[int] = []
    fine.roll(lambda sides: faces.append(sides) or sides)  # type: ignore[func-returns-value]
    product = 1
    for sides in faces:
        assert sides <= 1000
        product *= sides
    assert product == 6**5


def test_odds_that_no_dice_can_roll_are_refused() -> None:
    with pytest.raises(ValueError, match="too fine to be rolled: make the die from the throw instead"):
        die_from(Odds({0: 1, 1: 2**61 - 2}))
    with pytest.raises(ValueError, match="at least one outcome"):
        die_from(Odds({}))


class Symbols(NamedTuple):
    success: int = 0
    advantage: int = 0


BOOST = symbol_die(Symbols, "", "success", "success advantage", "advantage advantage", name="boost")
NESTED: Die[Any] = table((1, 0), (range(2, 4), 1 * d(3)), (4, table((1, 7), (2, 2 * d(2)))))


@pytest.mark.parametrize(
    "throw",
    [
        2 * die_from(highest(2 * d(3))),
        2 * die_from(Odds({0: 1, 1: 2, 5: 3})),
        1 * reroll(die_from(highest(2 * d(2))), on=[1]),
        1 * explode(die_from(highest(2 * d(2))), on=[2], times=2),
        dice_many(1 * d(3), d(2)),
        dice_many(1 * Die([0, 2]), explode(d(2), on=[2], times=1)),
        2 * BOOST,
        2 * NESTED,
        -die_from(1 * d(3)) + d(2),
    ],
    ids=repr,
)
def test_rolling_is_the_same_rule_as_pricing(throw: Throw[Any]) -> None:
    assert followed(throw) == chances(throw.odds())


def test_as_many_dice_as_another_roll_says() -> None:
    theirs: Any = icepool.d4 @ icepool.d6
    many = dice_many(1 * d(4), d(6))
    assert many.odds() == Odds(dict(theirs.items()))
    assert repr(many) == "(1d4)d6"
    assert score_of(many, 2, 6, 5) == 11
    assert many.kept((2, 6, 5)) == (True, True, True)
    with pytest.raises(ValueError, match="can be -1, and a number of dice is at least 0"):
        dice_many(1 * Die([-1, 1]), d(6)).odds()


def test_symbols_are_counted_by_name() -> None:
    assert score_of(2 * BOOST, 3, 4) == Symbols(success=1, advantage=3)
    assert repr(3 * BOOST) == "3d4 boost"
    with pytest.raises(ValueError, match="'sucess' is not among the symbols success, advantage"):
        symbol_die(Symbols, "sucess")


def test_a_row_of_a_table_is_rolled_too() -> None:
    assert score_of(1 * NESTED, 1) == 0
    assert score_of(1 * NESTED, 2, 3) == 3
    assert score_of(1 * NESTED, 4, 1) == 7
    assert score_of(1 * NESTED, 4, 2, 1, 2) == 3
    assert NESTED.odds().chance(7) == Fraction(1, 8)
    assert NESTED.kept((4, 2, 1, 2)) == (True, True, True, True)


def test_players_never_see_python() -> None:
    """A scored die shows its author's name, its scores if they are few words or numbers, or just its sides."""
    scored = d(6).scored(lambda face: Symbols(success=face // 5))
    assert repr(3 * scored) == "3d6"
    assert repr(3 * scored.named("skill")) == "3d6 skill"
    assert repr(Die(["yes", "no"])) == "d2 (yes, no)"
    assert repr(1 * d(100).scored(lambda face: -face)) == "1d100"


@pytest.mark.parametrize(
    ("write", "instead"),
    [
        (lambda: 2 * d(6) + 3, r'dice.pool\("roll", 2d6\) \+ 3'),
        (lambda: 3 + 2 * d(6), r'dice.pool\("roll", 2d6\) \+ 3'),
        (lambda: 2 * d(6) - 3, r'dice.pool\("roll", 2d6\) - 3'),
        (lambda: d(6) + one, r'dice.pool\("roll", 1d6\) \+ 1'),
        (lambda: d(6) * 2, r"the number of dice comes first: 2 \* d6"),
    ],
)
def test_a_first_attempt_is_answered_with_what_to_write(write: Any, instead: str) -> None:
    with pytest.raises(TypeError, match=instead):
        write()


def test_dice_can_be_taken_away() -> None:
    assert (2 * d(6) - d(4)).odds() == (2 * d(6) + -d(4)).odds()
    assert (d(6) - 2 * d(4)).odds() == (d(6) + 2 * -d(4)).odds()
