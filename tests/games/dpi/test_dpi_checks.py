"""The basic roll, the stats and skills in it, Stress and High."""

from fractions import Fraction
from typing import Any

import icepool
import pytest
from dpi_by_hand import results, with_high
from dpi_table import chance, chances, derive, outcome, refuses

from rulewright.dice import FaceError
from rulewright.games.dpi import GAME
from rulewright.readings import Need

LABELS = ("failure", "cost-minus", "cost", "cost-plus", "success", "crit")


def test_the_catalogue_holds_the_fifteen_rolls_of_the_inventory_and_skirmishes() -> None:
    assert [roll.name for roll in GAME.rolls] == [
        "check",
        "check-with-high",
        "hit",
        "attack",
        "volley",
        "duel",
        "skirmish",
        "burn",
        "streak",
        "training",
        "short-rest",
        "stim",
        "death",
        "research",
        "research-project",
        "interview",
    ]


def charted(number: str, *row: Any) -> Any:
    return pytest.param(*row, marks=pytest.mark.rule(number))


@pytest.mark.rule("DPI-01", "DPI-02", "DPI-03", "DPI-A2")
@pytest.mark.parametrize(
    ("faces", "label"),
    [
        charted("DPI-04", (3, 4, 9, 9), "failure"),
        charted("DPI-05", (4, 4, 9, 9), "cost-minus"),
        charted("DPI-06", (3, 4, 9, 4), "cost"),
        charted("DPI-07", (4, 4, 9, 5), "cost-plus"),
        charted("DPI-08", (3, 4, 4, 1), "success"),
        charted("DPI-09", (4, 4, 5, 1), "crit"),
    ],
)
def test_the_chart_reads_doubles_and_d12s_beaten(faces: tuple[int, ...], label: str) -> None:
    assert outcome("check", *faces)["result"] == label
    assert outcome("check", *faces[:2], faces[3], faces[2])["result"] == label


@pytest.mark.rule("DPI-03")
def test_an_equal_d12_is_not_beaten() -> None:
    assert outcome("check", 3, 4, 5, 5)["result"] == "failure"
    assert outcome("check", 3, 4, 4, 5)["result"] == "cost"


@pytest.mark.rule("DPI-10", "DPI-A4")
def test_two_ones_fail_unless_the_chart_decides() -> None:
    assert outcome("check", 1, 1, 1, 1, stat=10, skill=5)["result"] == "failure"
    assert outcome("check", 1, 1, 1, 1, stat=10, skill=5, options={"natural-2": "table"})["result"] == "crit"


@pytest.mark.rule("DPI-11", "DPI-A5")
@pytest.mark.parametrize(
    ("ruling", "beaten", "unbeaten"),
    [
        ("at-least-success", "crit", "success"),
        ("always-crit", "crit", "crit"),
        ("exactly-success", "success", "success"),
        ("table", "crit", "cost-minus"),
    ],
)
def test_two_sixes_succeed_by_ruling(ruling: str, beaten: str, unbeaten: str) -> None:
    options = {"natural-12": ruling}
    assert outcome("check", 6, 6, 1, 1, options=options)["result"] == beaten
    assert outcome("check", 6, 6, 12, 12, options=options)["result"] == unbeaten


@pytest.mark.rule("DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-84", "DPI-A3", "DPI-A6", "DPI-A15")
def test_results_grant_stress_high_and_experience() -> None:
    odds = GAME.odds("check")
    grants = {found.result: (found.stress, found.high, found.xp) for found in odds}
    assert grants == {
        "failure": (1, 0, 1),
        "cost-minus": (1, 0, 0),
        "cost": (0, 0, 0),
        "cost-plus": (0, 1, 0),
        "success": (0, 0, 0),
        "crit": (0, 1, 0),
    }
    plain = {found.result: (found.stress, found.high) for found in GAME.odds("check", {}, {"cost-doubles": "plain"})}
    assert (plain["cost-minus"], plain["cost-plus"], plain["crit"]) == ((0, 0), (0, 0), (0, 1))
    calm = {found.result: found.stress for found in GAME.odds("check", {}, {"stress-on-failure": "combat-only"})}
    assert (calm["failure"], calm["cost-minus"]) == (0, 1)
    assert outcome("attack", 3, 4, 9, 9, 1, options={"stress-on-failure": "combat-only"})["stress"] == 1


@pytest.mark.rule("DPI-16")
@pytest.mark.parametrize(
    ("grade", "raised"),
    [
        charted("DPI-16A", "trivial", 0),
        charted("DPI-16B", "normal", 2),
        charted("DPI-16C", "difficult", 4),
        charted("DPI-16D", "hard", 6),
        charted("DPI-16E", "impossible", 8),
    ],
)
def test_the_difficulty_raises_both_d12s(grade: str, raised: int) -> None:
    assert outcome("check", 6, 5, 10 - raised, 10 - raised, difficulty=grade)["result"] == "success"
    assert outcome("check", 6, 5, 11 - raised, 11 - raised, difficulty=grade)["result"] == "failure"


@pytest.mark.parametrize("modifier", [-9, -3, 0, 2, 7, 20])
@pytest.mark.parametrize("difficulty", ["trivial", "normal", "impossible"])
@pytest.mark.rule("DPI-01", "DPI-02", "DPI-03")
def test_a_check_agrees_with_every_throw_counted_by_hand(modifier: int, difficulty: str) -> None:
    found = {label: chance("check", {"result": label}, modifier=modifier, difficulty=difficulty) for label in LABELS}
    assert {label: share for label, share in found.items() if share} == results(modifier, difficulty)


@pytest.mark.rule("DPI-03", "DPI-A2")
def test_a_check_agrees_with_icepool() -> None:
    def beaten(total: Any, x: Any, y: Any) -> Any:
        return int(total + 3 > x + 2) + int(total + 3 > y + 2)

    peer: Any = icepool.map(beaten, 2 @ icepool.d6, icepool.d12, icepool.d12)
    both = Fraction(peer.quantity(2), peer.denominator())
    found = chance("check", {"result": "success"}, modifier=3) + chance("check", {"result": "crit"}, modifier=3)
    # two ones never succeed, though 2 + 3 beats both d12s when each shows 1 or 2; two sixes beat everything anyway
    assert found == both - Fraction(1, 36) * Fraction(2, 12) ** 2


@pytest.mark.rule("DPI-44", "DPI-55", "DPI-A1")
@pytest.mark.parametrize(
    ("score", "bonus"),
    [charted(f"DPI-{67 + score}", score, bonus) for score, bonus in enumerate([-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3])],
)
def test_a_stat_adds_its_bonus_or_by_ruling_its_score(score: int, bonus: int) -> None:
    assert chances("check", stat=score, skill=1) == chances("check", skill=1, modifier=bonus)
    by_score = {"stat-in-roll": "score"}
    assert chances("check", by_score, stat=score, skill=1) == chances("check", skill=1, modifier=score)


@pytest.mark.rule("DPI-78", "DPI-80", "DPI-A7")
@pytest.mark.parametrize(("luck", "best"), [(10, 3), (5, 0), (0, 0)])
def test_a_novice_adds_luck_in_place_of_the_skill(luck: int, best: int) -> None:
    worth = {10: 3, 5: 0, 0: -3}[luck]
    assert chances("check", luck=luck) == chances("check", modifier=worth)
    assert chances("check", {"novice-luck": "best"}, luck=luck) == chances("check", modifier=best)
    assert chances("check", {"novice-luck": "off"}, luck=luck) == chances("check")
    for level in range(1, 6):
        assert chances("check", luck=luck, skill=level) == chances("check", modifier=level)


@pytest.mark.rule("DPI-94", "DPI-96")
def test_stress_takes_away_and_high_adds() -> None:
    assert chances("check", stress=4) == chances("check", modifier=-4)
    assert chances("check", high_spent=3) == chances("check", modifier=3)


@pytest.mark.rule("DPI-96", "DPI-A9")
@pytest.mark.parametrize("available", [0, 1, 3])
def test_late_high_is_spent_as_little_as_gives_the_best(available: int) -> None:
    found = {
        (key[0], key[-1]): share
        for key, share in chances("check-with-high", modifier=1, high_available=available).items()
    }
    assert found == with_high(1, available)


@pytest.mark.rule("DPI-A9")
def test_late_high_does_not_save_two_ones_and_may_be_forbidden() -> None:
    assert outcome("check-with-high", 1, 1, 1, 1, high_available=3, stat=10)["high_used"] == 0
    assert outcome("check-with-high", 3, 4, 5, 6, high_available=3) == {
        "result": "success",
        "stress": 0,
        "high": 0,
        "xp": 0,
        "high_used": 2,
    }
    with refuses("check-with-high is not allowed"):
        outcome("check-with-high", 3, 4, 5, 6, options={"high-timing": "before"})


@pytest.mark.rule("DPI-01", "DPI-02")
def test_a_hand_worked_fraction() -> None:
    # Impossible at Stress 5 and -2: even 11 is beaten by no d12, doubles but 1-1 cost, 6-6 succeeds.
    found = {
        label: chance("check", {"result": label}, stat=3, skill=1, stress=5, difficulty="impossible")
        for label in LABELS
    }
    assert found == {
        "failure": Fraction(31, 36),
        "cost-minus": Fraction(4, 36),
        "cost": 0,
        "cost-plus": 0,
        "success": Fraction(1, 36),
        "crit": 0,
    }


def test_dice_are_four_and_checked() -> None:
    with pytest.raises(Need, match="too few dice: 3 given, another d12"):
        outcome("check", 1, 2, 3)
    with pytest.raises(FaceError, match="too many dice"):
        outcome("check", 1, 2, 3, 4, 5)
    with pytest.raises(FaceError, match="die 2 is a d6"):
        outcome("check", 1, 7, 3, 4)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"stat": 11}, "bad parameter: stat must be a whole number from 0 to 10"),
        ({"skill": 6}, "bad parameter: skill must be a whole number from 0 to 5"),
        ({"luck": -1}, "bad parameter: luck"),
        ({"stress": 6}, "bad parameter: stress"),
        ({"high_spent": 4}, "bad parameter: high_spent"),
        ({"modifier": 21}, "bad parameter: modifier must be a whole number from -20 to 20"),
        ({"difficulty": "easy"}, "bad parameter: difficulty must be one of trivial, normal"),
        ({"stat": None}, "bad parameter: stat"),
        ({"mood": 1}, "unknown parameter: mood"),
    ],
)
def test_parameters_out_of_range_are_refused(params: dict[str, Any], words: str) -> None:
    with refuses(words):
        GAME.odds("check", params)


@pytest.mark.rule("DPI-95", "DPI-97", "DPI-98")
def test_a_streak_carries_stress_and_high_along() -> None:
    # failure at Stress 5, then failure: both overflow; High stops at 3.
    assert outcome("streak", 1, 2, 9, 9, 1, 2, 9, 9, checks=2, stress=5) == {
        "successes": 0,
        "stress": 5,
        "high": 0,
        "sanity_lost": 2,
    }
    assert outcome("streak", 6, 6, 1, 1, checks=1, high=3)["high"] == 3
    assert outcome("streak", 3, 4, 3, 3, checks=1, stress=3, high=2, high_policy="relieve") == {
        "successes": 1,
        "stress": 1,
        "high": 0,
        "sanity_lost": 0,
    }
    assert outcome("streak", 3, 4, 5, 6, checks=1, high=2, high_policy="boost")["successes"] == 1
    assert outcome("streak", 3, 4, 5, 6, checks=1, high=2)["successes"] == 0
    once = chances("check")
    found = chances("streak", checks=1)
    assert found[0, 1, 0, 0] == once["failure", 1, 0, 1] + once["cost-minus", 1, 0, 0]


@pytest.mark.rule("DPI-83", "DPI-84", "DPI-85", "DPI-86", "DPI-87", "DPI-A14")
def test_training_raises_a_skill_by_failures() -> None:
    fails = chance("check", {"result": "failure"})
    assert chances("training", rolls=1) == {(0, 1): fails, (0, 0): 1 - fails}
    assert outcome("training", 1, 2, 9, 9, rolls=1, xp=9) == {"skill": 1, "xp": 0}
    assert outcome("training", 1, 2, 9, 9, rolls=1, xp=49, skill=1) == {"skill": 2, "xp": 0}
    cumulative = {"xp-thresholds": "cumulative"}
    assert outcome("training", 1, 2, 9, 9, rolls=1, xp=9, options=cumulative) == {"skill": 1, "xp": 10}
    assert outcome("training", 1, 2, 9, 9, rolls=1, skill=2, options=cumulative) == {"skill": 2, "xp": 51}
    assert outcome("training", 1, 2, 9, 9, rolls=1, skill=5, xp=3) == {"skill": 5, "xp": 3}
    # the second check uses the level just learned, and Luck no more: 3+4+1 beats 5+2
    assert outcome("training", 1, 2, 9, 9, 3, 4, 5, 5, rolls=2, xp=9, luck=0) == {"skill": 1, "xp": 0}


@pytest.mark.rule("DPI-84", "DPI-85", "DPI-88", "DPI-A14", "DPI-A15")
def test_experience_without_dice() -> None:
    assert derive("xp", skill=0, xp=0, failures=910) == {"skill": 5, "xp": 0}
    assert derive("xp", skill=0, xp=0, failures=909) == {"skill": 4, "xp": 499}
    cumulative = {"xp-thresholds": "cumulative"}
    assert derive("xp", cumulative, skill=0, xp=0, failures=500) == {"skill": 5, "xp": 500}
    assert derive("xp", cumulative, skill=0, xp=0, failures=499) == {"skill": 4, "xp": 499}
    assert derive("xp", skill=0, xp=9, failures=1, combat=True) == {"skill": 0, "xp": 9}
    assert derive("xp", {"combat-xp": "on"}, skill=0, xp=9, failures=1, combat=True) == {"skill": 1, "xp": 0}
