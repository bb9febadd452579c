"""Critical success: TW-18 to TW-20, TW-A7, TW-A8."""

from fractions import Fraction

import pytest
from twelves_table import chance, outcome, success

SETTINGS = ["critical", "success", "failure"]


@pytest.mark.rule("TW-18")
@pytest.mark.parametrize("face", range(1, 13))
def test_two_equal_dice_are_a_critical(face: int) -> None:
    assert outcome("check", face, face)["result"] == "critical"


@pytest.mark.rule("TW-18", "TW-A8")
def test_doubles_come_up_in_one_roll_of_twelve() -> None:
    # 12 of the 144 rolls, double ones among them
    assert chance("check", {"result": "critical"}) == Fraction(1, 12)
    assert chance("check", {"result": "critical", "total": 2}) == Fraction(1, 144)


@pytest.mark.rule("TW-19")
def test_doubles_below_the_target_number_are_a_critical() -> None:
    assert outcome("check", 3, 3, score=1) == {"result": "critical", "total": 6, "margin": -13}


@pytest.mark.rule("TW-A8")
def test_double_ones_are_a_critical_too() -> None:
    assert outcome("check", 1, 1, score=0, difficulty=20) == {"result": "critical", "total": 2, "margin": -38}


@pytest.mark.rule("TW-20")
def test_a_critical_is_not_a_success_and_changes_no_number() -> None:
    assert outcome("check", 8, 8) == {"result": "critical", "total": 16, "margin": 3}
    assert outcome("check", 7, 9) == {"result": "success", "total": 16, "margin": 3}


@pytest.mark.rule("TW-18")
def test_the_rank_bonus_makes_no_doubles() -> None:
    assert outcome("check", 4, 5, rank=1, tags=1)["result"] == "failure"


@pytest.mark.rule("TW-19", "TW-A7")
@pytest.mark.parametrize("setting", SETTINGS)
def test_doubles_below_the_target_number_count_as_the_table_says(setting: str) -> None:
    assert outcome("check", 3, 3, score=1, options={"doubles-below-tn": setting})["result"] == setting


@pytest.mark.rule("TW-18", "TW-A7")
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("face", [7, 12])
def test_doubles_that_meet_the_target_number_are_always_a_critical(setting: str, face: int) -> None:
    options = {"doubles-below-tn": setting}
    assert outcome("check", face, face, score=6, options=options)["result"] == "critical"


@pytest.mark.rule("TW-A7")
def test_what_doubles_below_the_target_number_are_worth_in_chances() -> None:
    # TN 13: six doubles fall short of it, six meet it; 72 other rolls meet it
    plain, failure = {"doubles-below-tn": "success"}, {"doubles-below-tn": "failure"}
    assert chance("check", {"result": "critical"}, plain) == Fraction(6, 144)
    assert chance("check", {"result": "success"}, plain) == Fraction(72 + 6, 144)
    assert chance("check", {"result": "critical"}, failure) == Fraction(6, 144)
    assert success(failure) == Fraction(78, 144)


@pytest.mark.rule("TW-A7")
def test_as_a_failure_doubles_leave_an_impossible_check_impossible() -> None:
    assert success({"doubles-below-tn": "failure"}, score=0, difficulty=5) == 0
    assert success({"doubles-below-tn": "success"}, score=0, difficulty=5) == Fraction(1, 12)


@pytest.mark.rule("TW-19")
def test_the_share_of_successes_that_are_doubles_below_the_target_number() -> None:
    # TN 19: 21 rolls of 19 or more and the nine doubles 1-1 to 9-9
    below = {"doubles-below-tn": "failure"}
    assert (success(score=1) - success(below, score=1)) / success(score=1) == Fraction(9, 30)
