"""Taking the average (DC-36 to DC-39)."""

from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest
from die_code_by_hand import LADDER
from die_code_table import chances, derive, outcome, refuses

STEPS = {"TN": Fraction(5), "TX": Fraction(4), "TY": Fraction(3), "TZ": Fraction(5, 2)}


@pytest.mark.rule("DC-36")
def test_the_average_succeeds_without_dice() -> None:
    given = {"pool": "4d", "difficulty": "moderate"}
    assert chances("check", **given, method="average") == {(0, "success", 0): 1}
    assert len(chances("check", **given, method="roll")) > 1  # taking the average is a choice


@pytest.mark.rule("DC-37")
@pytest.mark.parametrize("rung", LADDER)
def test_column_d_says_how_many_dice_are_enough(rung: str) -> None:
    needed = LADDER[rung][0]
    enough = derive("take-average", pool=f"{needed}d", difficulty=rung)
    assert enough == {
        "allowed": True,
        "reason": "ok",
        "dice_counted": needed,
        "dice_needed": needed,
        "final": 0,
        "success_level": 0,
    }
    if needed:
        short = derive("take-average", pool=f"{needed - 1}d+2", difficulty=rung, advantage=3, modifier=50)
        assert short == {
            "allowed": False,
            "reason": "too-few-dice",
            "dice_counted": needed - 1,
            "dice_needed": needed,
        }


@pytest.mark.rule("DC-38")
def test_penalty_dice_are_taken_off_first() -> None:
    for options in ({}, {"penalty-dice": "remove"}):
        assert derive("take-average", options, pool="5d", penalty=1, difficulty="moderate")["allowed"] is True
        assert derive("take-average", options, pool="5d", penalty=2, difficulty="moderate")["allowed"] is False
        assert derive("take-average", options, pool="1d", penalty=3, difficulty="automatic")["dice_counted"] == -2


@pytest.mark.rule("DC-39", "DC-A13")
def test_at_disadvantage_the_dice_must_be_rolled() -> None:
    assert derive("take-average", pool="8d", disadvantage=1, difficulty="easy")["reason"] == "disadvantage"
    assert derive("take-average", pool="1d", disadvantage=1, difficulty="easy")["reason"] == "disadvantage"
    assert derive("take-average", pool="8d", disadvantage=1, advantage=1, difficulty="easy")["allowed"] is True
    any_cancels = {"advantage-stacking": "any-cancels-all"}
    levels: dict[str, Any] = {"disadvantage": 3, "advantage": 1}
    assert derive("take-average", pool="8d", difficulty="easy", **levels)["allowed"] is False
    assert derive("take-average", any_cancels, pool="8d", difficulty="easy", **levels)["allowed"] is True


@pytest.mark.rule("DC-36", "DC-37", "DC-39")
def test_an_average_that_is_not_open_is_refused_with_its_reason() -> None:
    with refuses("too-few-dice"):
        outcome("check", pool="3d", difficulty="moderate", method="average")
    with refuses("disadvantage: at disadvantage"):
        outcome("check", pool="3d", difficulty="moderate", method="average", disadvantage=1)
    with refuses("no target"):
        outcome("check", pool="3d", method="average")
    with refuses("no target"):
        derive("take-average", pool="3d")


@pytest.mark.rule("DC-37", "DC-A12")
@pytest.mark.parametrize("column", STEPS)
@pytest.mark.parametrize("rule", ["d-column", "dc-column"])
def test_a_typed_target_takes_its_row_or_the_fewest_dice(column: str, rule: str) -> None:
    options = {"ladder-column": column, "average-rule": rule}
    at = 2 + list(STEPS).index(column)
    own = 0 if rule == "d-column" else 1
    step = STEPS[column] / 2 if rule == "d-column" else STEPS[column]
    rows = {row[at]: row[own] for row in LADDER.values()}
    for target in range(36):
        needed = rows[target] if target in rows else ceil(target / step)
        assert derive("take-average", options, pool="100d", tn=target)["dice_needed"] == needed


@pytest.mark.rule("DC-37", "DC-A12")
def test_twelve_needs_five_dice_in_column_tn() -> None:
    assert derive("take-average", pool="5d", tn=12)["dice_needed"] == 5
    assert derive("take-average", {"ladder-column": "TZ"}, pool="5d", tn=3)["dice_needed"] == 2
    assert derive("take-average", {"ladder-column": "TZ"}, pool="5d", tn=4)["dice_needed"] == 4


@pytest.mark.rule("DC-37", "DC-A12", "DC-A17")
@pytest.mark.parametrize(
    ("params", "needed"),
    [
        ({"pool": "5d", "tn": 14}, 4),
        ({"pool": "5d", "tn": 15}, 5),
        ({"pool": "5d+2", "tn": 15, "modifier": 2}, 4),
        ({"pool": "5d", "tn": 10, "modifier": -4}, 4),
        ({"pool": "5d", "tn": 3, "modifier": 10}, 0),
        ({"pool": "5d", "tn": 10, "actor_size": "small", "target_size": "huge", "size_use": "agile"}, 2),
        ({"pool": "5d", "difficulty": "automatic", "modifier": -4}, 2),
    ],
)
def test_by_the_mean_pips_and_modifiers_count(params: dict[str, Any], needed: int) -> None:
    assert derive("take-average", {"average-rule": "mean"}, **params)["dice_needed"] == needed


@pytest.mark.rule("DC-36", "DC-A12")
@pytest.mark.parametrize("rule", ["d-column", "dc-column", "mean"])
@pytest.mark.parametrize("column", STEPS)
def test_what_the_average_gives(rule: str, column: str) -> None:
    for result in ("zero", "column", "mean"):
        options = {"average-rule": rule, "average-result": result, "ladder-column": column}
        for dice in range(1, 13):
            found = derive("take-average", options, pool=f"{dice + 1}d+1", penalty=1, modifier=1, difficulty="moderate")
            if not found["allowed"]:
                continue
            target = LADDER["moderate"][2 + list(STEPS).index(column)]
            if result == "zero":
                final = 0
            elif result == "mean" or rule == "mean":
                final = max(0, floor(Fraction(7, 2) * dice) + 2 - target)
            else:
                final = max(0, floor(STEPS[column] / (2 if rule == "d-column" else 1) * dice) - target)
            assert (found["final"], found["success_level"]) == (final, final // 5)


@pytest.mark.rule("DC-36", "DC-A12")
def test_a_check_gives_the_same_as_the_average() -> None:
    options = {"average-result": "mean"}
    assert outcome("check", pool="8d", difficulty="moderate", method="average", options=options) == {
        "final": 18,
        "result": "success",
        "success_level": 3,
    }


@pytest.mark.rule("DC-36", "DC-A6", "DC-A12")
def test_automatic_rolled_against_zero_can_be_averaged() -> None:
    rolled = {"automatic": "tn-0"}
    assert chances("check", rolled, pool="0d", difficulty="automatic", method="average") == {(0, "success", 0): 1}
    with refuses("too-few-dice"):
        outcome("check", pool="1d", penalty=2, difficulty="automatic", method="average", options=rolled)
    with refuses("disadvantage"):
        outcome("check", pool="1d", disadvantage=1, difficulty="automatic", method="average", options=rolled)


@pytest.mark.rule("DC-38", "DC-A17")
def test_size_in_dice_counts_for_the_average() -> None:
    dice = {"size-unit": "dice"}
    sizes = {"actor_size": "small", "target_size": "huge"}
    assert derive("take-average", dice, pool="3d", tn=10, size_use="agile", **sizes)["dice_counted"] == 6
    assert derive("take-average", dice, pool="3d", tn=10, size_use="force", **sizes)["dice_counted"] == 0
    assert derive("take-average", pool="3d", tn=10, size_use="agile", **sizes)["dice_counted"] == 3
