"""Effect dice: LD-65 to LD-68, LD-A1 to LD-A5, LD-A7."""

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from light_dark_by_hand import DEFAULTS, effect
from light_dark_table import effects, outcome, refuses

from rulewright.dice import FaceError
from rulewright.games.light_dark import GAME
from rulewright.readings import Need


def mean(die: str, options: Any = None) -> float:
    return float(sum(value * part for value, part in effects(die, 200, options).items()))


@pytest.mark.rule("LD-66", "LD-67", "LD-A7")
@pytest.mark.parametrize(
    ("die", "faces", "result"),
    [("1d", (4,), 4), ("1d", (6, 6, 2), 14), ("3d", (2, 5, 1), 5), ("2d", (6, 3, 4), 10), ("2d", (6, 6, 1), 7)],
)
def test_only_the_highest_die_counts_and_it_alone_is_rolled_again(die: str, faces: Any, result: int) -> None:
    assert outcome("effect", *faces, die=die) == {"effect": result}


@pytest.mark.rule("LD-66", "LD-67")
def test_too_few_too_many_and_impossible_faces_are_refused() -> None:
    with pytest.raises(Need, match=r"^too few dice"):
        outcome("effect", 6, die="1d")
    with pytest.raises(FaceError, match=r"^too many dice"):
        outcome("effect", 5, 1, die="1d")
    with pytest.raises(FaceError, match=r"^bad face"):
        outcome("effect", 4, die="d3")


@pytest.mark.rule("LD-67", "LD-A5")
def test_a_d6_explodes_with_these_chances() -> None:
    found = effects("1d6", 14)
    assert found[5] == Fraction(1, 6)
    assert 6 not in found
    assert found[7] == Fraction(1, 36)
    assert 12 not in found
    assert found[13] == Fraction(1, 216)
    assert found[14] == Fraction(1, 36) - Fraction(1, 216)


@pytest.mark.rule("LD-66", "LD-67", "LD-A47")
@pytest.mark.parametrize(
    ("die", "exact"),
    [
        ("d3", 2),
        ("1d6", Fraction(21, 5)),
        ("1d6+1", Fraction(26, 5)),
        ("1d6+2", Fraction(31, 5)),
        ("2d", Fraction(259, 45)),
    ],
)
def test_the_means_are_those_of_the_inventory(die: str, exact: Fraction) -> None:
    assert mean(die) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.rule("LD-A4")
def test_a_bonus_does_not_make_a_six() -> None:
    assert outcome("effect", 5, die="1d6+1") == {"effect": 6}
    assert outcome("effect", 6, 2, die="1d6+1") == {"effect": 9}


@pytest.mark.rule("LD-A5")
def test_the_chain_stops_at_the_cap_and_the_cap_means_this_or_more() -> None:
    assert outcome("effect", 6, 6, 6, die="1d6+2", cap=20) == {"effect": 20}
    assert outcome("effect", 6, 6, 6, 1, die="1d6+2", cap=21) == {"effect": 21}
    assert outcome("effect", 6, die="1d6+2", cap=8) == {"effect": 8}
    assert outcome("effect", 3, die="1d6+2", cap=1) == {"effect": 1}
    assert effects("1d", 7)[7] == Fraction(1, 6)


@pytest.mark.rule("LD-A1")
def test_a_sum_is_for_dice_written_with_their_six_only() -> None:
    sums = {"two-d-six": "sum"}
    assert outcome("effect", 2, 5, die="2d6", options=sums) == {"effect": 7}
    assert outcome("effect", 6, 6, 3, die="2d6", options=sums) == {"effect": 15}
    assert outcome("effect", 2, 5, die="2d", options=sums) == {"effect": 5}
    assert outcome("effect", 2, 3, die="2d3", options=sums) == {"effect": 3}
    assert outcome("effect", 4, die="1d6", options=sums) == {"effect": 4}
    assert outcome("effect", 2, 5, die="2d6") == {"effect": 5}


@pytest.mark.rule("LD-A2")
def test_every_six_grows_its_own_chain_where_the_table_says_so() -> None:
    every = {"explosion": "every-six"}
    assert outcome("effect", 6, 2, 6, 1, 6, 4, die="3d", options=every) == {"effect": 16}
    both = every | {"two-d-six": "sum"}
    assert outcome("effect", 6, 6, 1, 6, 2, die="2d6", options=both) == {"effect": 21}
    assert outcome("effect", 6, 6, 6, 6, 6, die="2d6", cap=30, options=both) == {"effect": 30}
    assert outcome("effect", 6, 6, die="2d6", options={"explosion": "none"}) == {"effect": 6}


@pytest.mark.rule("LD-A3")
def test_a_d3_explodes_only_where_the_table_says_so() -> None:
    assert outcome("effect", 3, die="d3") == {"effect": 3}
    assert outcome("effect", 3, 3, 1, die="d3", options={"d3-explodes": "yes"}) == {"effect": 7}
    assert outcome("effect", 3, die="d3", options={"d3-explodes": "yes", "explosion": "none"}) == {"effect": 3}
    assert effects("d3") == {value: Fraction(1, 3) for value in (1, 2, 3)}


@pytest.mark.rule("LD-66", "LD-67", "LD-A1", "LD-A2", "LD-A3", "LD-A5")
@pytest.mark.parametrize("die", ["d3", "1d", "2d3+1", "2d6", "3d6+2", "3d"])
@pytest.mark.parametrize("cap", [5, 14, 23])
def test_the_odds_agree_with_every_face_written_out(die: str, cap: int) -> None:
    rulings = product(["highest", "sum"], ["highest-die", "every-six", "none"], ["no", "yes"])
    for two, explosion, small in rulings:
        options = {"two-d-six": two, "explosion": explosion, "d3-explodes": small}
        assert effects(die, cap, options) == effect(die, cap, DEFAULTS | options)


@pytest.mark.rule("LD-66", "LD-67")
@pytest.mark.parametrize("count", [1, 2, 4, 7])
def test_icepool_agrees_about_the_highest_exploding_die(count: int) -> None:
    top: Any = icepool.d6.pool(count).highest(1).sum()
    chain = icepool.d6.explode(depth=3)
    whole = top.map(lambda face: face if face < 6 else 6 + chain).map(lambda total: min(total, 24))
    assert effects(f"{count}d", 24) == {value: Fraction(whole.quantity(value), whole.denominator()) for value in whole}


@pytest.mark.rule("LD-68")
@pytest.mark.parametrize(
    "die", ["", "d", "2", "d4", "1d8", "0d6", "d6-1", "2d6+", "1D6", "1d6 +2", "-1d", "٣d", "101d"]
)
def test_only_dice_of_the_notation_are_understood(die: str) -> None:
    if die == "d":
        assert outcome("effect", 4, die=die) == {"effect": 4}
        return
    with refuses("bad parameter: die"):
        outcome("effect", 1, die=die)


@pytest.mark.rule("LD-65")
@pytest.mark.parametrize("cap", [0, -1, True, "30", None, 2.0])
def test_a_cap_is_a_whole_number_of_1_or_more(cap: Any) -> None:
    with refuses("bad parameter: cap"):
        outcome("effect", 1, cap=cap)


@pytest.mark.rule("LD-A5")
def test_the_meaning_of_the_cap_goes_with_the_odds() -> None:
    roll, table = GAME.roll("effect"), GAME.table_options()
    assert roll.cut_short({"die": "1d", "cap": 8}, table) == ("effect 8 means 8 or more; the mean counts it as 8",)
    assert roll.cut_short({}, table) == ("effect 30 means 30 or more; the mean counts it as 30",)
    assert roll.cut_short({"die": "d3"}, table) == ()
    assert roll.cut_short({"die": "d3", "cap": 3}, table) != ()
    assert roll.cut_short({"die": "2d6+2"}, GAME.table_options({"explosion": "none"})) == ()
    assert GAME.roll("fight").cut_short({}, table) == ()
