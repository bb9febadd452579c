"""Checks, karma on them, rerolls and hidden dice: UA-19 to UA-39, UA-47, UA-A3 to UA-A13."""

from fractions import Fraction
from typing import Any

import pytest
import untold_aeons_by_hand as by_hand
from untold_aeons_table import chances, derived, outcome, refuses, success

from rulewright.dice import FaceError
from rulewright.games.untold_aeons import GAME
from rulewright.readings import Need


@pytest.mark.rule("UA-27", "UA-28", "UA-29", "UA-30", "UA-33")
def test_skill_dice_come_first_then_difficulty_dice_and_faces_are_counted() -> None:
    assert outcome("check", 5, 6, 4, 5, 3, skill=3) == {"result": "success", "margin": 2, "net": 0}
    assert outcome("check", 4, 4, 4, 3, 3, skill=3) == {"result": "failure", "margin": 0, "net": 0}


@pytest.mark.rule("UA-31", "UA-32", "UA-34", "UA-35")
@pytest.mark.parametrize(
    ("face", "successes", "ones"), [(1, 0, 1), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 1, 0), (6, 2, 0)]
)
def test_what_each_face_is_worth_on_either_side(face: int, successes: int, ones: int) -> None:
    mine = outcome("check", face, skill=1, difficulty=0)
    assert (mine["margin"], mine["net"]) == (successes, ones)
    theirs = outcome("check", 2, face, skill=1, difficulty=1)
    assert (theirs["margin"], theirs["net"]) == (-successes, -ones)


@pytest.mark.rule("UA-33", "UA-A9")
def test_equal_counts_fail_and_difficulty_0_needs_a_success() -> None:
    assert outcome("check", 6, 6, skill=1, difficulty=1)["result"] == "failure"
    assert outcome("check", 4, skill=1, difficulty=0)["result"] == "failure"
    # one die in three shows a success
    assert success(skill=1, difficulty=0) == Fraction(1, 3)


@pytest.mark.rule("UA-36", "UA-37")
def test_advantages_and_drawbacks_cancel_and_decide_nothing() -> None:
    assert outcome("check", 1, 1, 6, 1, skill=3, difficulty=1) == {"result": "success", "margin": 2, "net": 1}
    assert outcome("check", 1, 1, 2, 1, skill=3, difficulty=1) == {"result": "failure", "margin": 0, "net": 1}


@pytest.mark.rule("UA-38", "UA-A8")
@pytest.mark.parametrize("penalty", [0, -1, -10])
def test_skill_0_is_one_die_on_which_only_a_6_counts(penalty: int) -> None:
    found = [outcome("check", face, skill=0, difficulty=0, bonus=penalty) for face in range(1, 7)]
    assert [one["margin"] for one in found] == [0, 0, 0, 0, 0, 1]
    assert {one["net"] for one in found} == {0}


@pytest.mark.rule("UA-28", "UA-68", "UA-A4")
def test_bonus_and_shaken_change_the_number_of_skill_dice() -> None:
    assert chances("check", skill=3, bonus=1) == chances("check", skill=4)
    assert chances("check", skill=3, shaken=True) == chances("check", skill=2)
    assert chances("check", skill=3, bonus=-2, shaken=True) == chances("check", skill=0)


@pytest.mark.rule("UA-27", "UA-33", "UA-36", "UA-38")
@pytest.mark.parametrize(("dice", "difficulty"), [(0, 0), (0, 2), (1, 0), (1, 3), (2, 2), (3, 2), (4, 1), (1, 5)])
def test_odds_agree_with_every_way_the_dice_can_fall(dice: int, difficulty: int) -> None:
    assert chances("check", skill=dice, difficulty=difficulty) == by_hand.check(dice, difficulty)


@pytest.mark.rule("UA-27", "UA-33")
@pytest.mark.parametrize(("dice", "difficulty"), [(6, 4), (10, 7), (15, 12)])
def test_icepool_agrees_on_large_pools(dice: int, difficulty: int) -> None:
    icepool = pytest.importorskip("icepool")
    # one number for both: a thousand for each success, one for each 1
    skill, against = icepool.Die([1, 0, 0, 0, 1000, 2000]), icepool.Die([-1, 0, 0, 0, -1000, -2000])
    total = dice @ skill + difficulty @ against
    expected = {found: Fraction(weight, total.denominator()) for found, weight in total.items()}
    found = chances("check", skill=dice, difficulty=difficulty)
    assert {1000 * margin + net: chance for (_, margin, net), chance in found.items()} == expected


@pytest.mark.rule("UA-33")
def test_skill_3_against_2_succeeds_with_617_of_1296() -> None:
    # the same dice as the save of the inventory's example
    assert success(skill=3) == Fraction(617, 1296)


@pytest.mark.rule("UA-21", "UA-22", "UA-25", "UA-A3")
def test_karma_is_two_dice_on_either_side() -> None:
    assert chances("check", skill=2, karma=True) == chances("check", skill=4)
    assert chances("check", skill=2, karma_against=True) == chances("check", skill=2, difficulty=4)
    # added before the pool is tested for 0: two proper dice
    assert chances("check", skill=0, karma=True) == chances("check", skill=2)
    assert chances("check", skill=0, bonus=-1, karma=True) == chances("check", skill=1)


@pytest.mark.rule("UA-21", "UA-A3")
def test_two_successes_would_lift_an_untrained_roll_from_11_to_86_percent() -> None:
    ruling = {"karma-bonus": "successes"}
    assert success(skill=0, difficulty=1) == Fraction(1, 9)
    assert success(ruling, skill=0, difficulty=1, karma=True) == Fraction(31, 36)
    assert outcome("check", 2, 6, options=ruling, skill=0, difficulty=1, karma=True)["margin"] == 0
    assert success(ruling, skill=2, karma_against=True) == success(skill=2, difficulty=4)


@pytest.mark.rule("UA-19", "UA-A5")
@pytest.mark.parametrize("ruling", ["skill-pool", "non-successes", "both-pools"])
@pytest.mark.parametrize(("dice", "difficulty"), [(0, 1), (1, 1), (2, 1)])
def test_rerolls_agree_with_every_way_the_dice_can_fall(ruling: str, dice: int, difficulty: int) -> None:
    found = chances("check-reroll", {"karma-reroll": ruling}, skill=dice, difficulty=difficulty)
    assert found == by_hand.check_reroll(dice, difficulty, ruling)


@pytest.mark.rule("UA-19", "UA-A5")
def test_which_dice_are_rerolled_is_the_table_s_choice() -> None:
    def rerolled(ruling: str, *faces: int) -> dict[str, Any]:
        return outcome("check-reroll", *faces, options={"karma-reroll": ruling}, skill=2, difficulty=2)

    assert rerolled("skill-pool", 5, 1, 6, 1, 6, 2) == {"result": "failure", "margin": 0, "net": -1, "rerolled": True}
    assert rerolled("non-successes", 5, 1, 6, 1, 6)["margin"] == 1
    assert rerolled("both-pools", 5, 1, 6, 1, 6, 2, 3, 3)["margin"] == 2
    # two fives against three failures: no die is left to reroll, no point is spent
    assert rerolled("non-successes", 5, 5, 6, 5) == {"result": "failure", "margin": -1, "net": 0, "rerolled": False}


@pytest.mark.rule("UA-19", "UA-A5")
def test_a_success_is_not_rerolled() -> None:
    assert outcome("check-reroll", 6, 2, skill=1, difficulty=1)["rerolled"] is False
    with pytest.raises(FaceError, match="too many dice"):
        outcome("check-reroll", 6, 2, 3, skill=1, difficulty=1)


@pytest.mark.rule("UA-27")
def test_too_few_and_too_many_dice_are_refused() -> None:
    with pytest.raises(Need, match="too few dice"):
        outcome("check", 1, 2, skill=2, difficulty=1)
    with pytest.raises(FaceError, match="too many dice"):
        outcome("check", 1, 2, 3, skill=1, difficulty=1)
    with pytest.raises(FaceError, match="bad face"):
        outcome("check", 7, 2, skill=1, difficulty=1)


@pytest.mark.rule("UA-39", "UA-A11")
def test_a_hidden_check_rolls_the_difficulty_dice_only() -> None:
    assert outcome("hidden-check", 6, 1, successes=2, advantages=2) == {"result": "failure", "margin": 0, "net": 1}
    # successes 1 against one die: a 5 or a 6 spoils it
    assert chances("hidden-check", successes=1, difficulty=1) == {
        ("success", 1, -1): Fraction(1, 6),
        ("success", 1, 0): Fraction(1, 2),
        ("failure", 0, 0): Fraction(1, 6),
        ("failure", -1, 0): Fraction(1, 6),
    }
    assert outcome("hidden-check", successes=1, difficulty=0)["result"] == "success"
    assert chances("hidden-check", successes=3, difficulty=0, karma_against=True) == chances(
        "hidden-check", successes=3, difficulty=2
    )


@pytest.mark.rule("UA-46", "UA-47", "UA-A13")
def test_knowledge_stands_in_with_two_dice_fewer() -> None:
    assert chances("check", skill=5, knowledge_substitute=True) == chances("check", skill=3)
    for level in (0, 1, 2):
        assert chances("check", skill=level, knowledge_substitute=True) == chances("check", skill=0)


@pytest.mark.rule("UA-28", "UA-38", "UA-A8")
def test_the_derived_pool_is_the_pool_of_the_check() -> None:
    assert derived("pool", skill=3) == {"dice": 3, "trained": True}
    assert derived("pool", skill=0, karma=True) == {"dice": 2, "trained": True}
    assert derived("pool", {"karma-bonus": "successes"}, skill=0, karma=True) == {"dice": 1, "trained": False}
    assert derived("pool", skill=4, knowledge_substitute=True, bonus=-1, shaken=True) == {"dice": 1, "trained": False}


@pytest.mark.rule("UA-06", "UA-A10")
def test_a_contest_takes_the_other_s_skill_for_its_difficulty_and_an_idea_roll_is_a_check() -> None:
    # ties fail for the one who acts: both of them together have less than a sure thing
    mine, theirs = success(skill=3, difficulty=4), success(skill=4, difficulty=3)
    tie = sum(chance for (_, margin, _), chance in chances("check", skill=3, difficulty=4).items() if margin == 0)
    assert mine + theirs + tie == 1


@pytest.mark.rule("UA-A9")
@pytest.mark.parametrize(
    ("roll", "params", "words"),
    [
        ("check", {}, "missing parameter: skill"),
        ("check", {"skill": 16}, "bad parameter: skill"),
        ("check", {"skill": -1}, "bad parameter: skill"),
        ("check", {"skill": 1, "difficulty": 41}, "bad parameter: difficulty"),
        ("check", {"skill": 1, "bonus": 11}, "bad parameter: bonus"),
        ("check", {"skill": 1, "karma": 1}, "bad parameter: karma"),
        ("check", {"skill": True}, "bad parameter: skill"),
        ("check", {"skill": None}, "bad parameter: skill"),
        ("check", {"skill": 1, "luck": 2}, "unknown parameter: luck"),
        ("hidden-check", {"successes": 1, "bonus": 1}, "unknown parameter: bonus"),
    ],
)
def test_parameters_are_checked(roll: str, params: dict[str, Any], words: str) -> None:
    with refuses(words):
        GAME.odds(roll, params)
