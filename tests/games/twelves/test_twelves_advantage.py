"""Advantage and disadvantage: TW-21 to TW-25, TW-31, TW-A9 to TW-A11."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from twelves_table import chance, outcome, success

from rulewright.games.twelves import GAME
from rulewright.readings import Rolled

WAYS = ["cancel", "majority", "stack", "disadvantage-wins"]


def dice_thrown(options: dict[str, Any], **params: Any) -> int:
    """How many dice a check takes."""
    return len(GAME.play("check", params, options, random=Random(1)).faces)


@pytest.mark.rule("TW-22")
@pytest.mark.parametrize(("faces", "total"), [((1, 7, 12), 19), ((12, 7, 1), 19), ((7, 1, 12), 19), ((2, 2, 3), 5)])
def test_advantage_adds_the_two_highest_of_three_dice(faces: tuple[int, ...], total: int) -> None:
    assert outcome("check", *faces, advantage=1)["total"] == total


@pytest.mark.rule("TW-23")
@pytest.mark.parametrize(("faces", "total"), [((1, 7, 12), 8), ((12, 7, 1), 8), ((7, 1, 12), 8), ((3, 11, 11), 14)])
def test_disadvantage_adds_the_two_lowest_of_three_dice(faces: tuple[int, ...], total: int) -> None:
    assert outcome("check", *faces, disadvantage=1)["total"] == total


@pytest.mark.rule("TW-22", "TW-23")
def test_the_breakdown_shows_which_dice_were_kept() -> None:
    for params, kept in (({"advantage": 1}, (False, True, True)), ({"disadvantage": 1}, (True, True, False))):
        thrown = GAME.play("check", params, faces=[2, 5, 9]).breakdown[0]
        assert isinstance(thrown, Rolled)
        assert (thrown.faces, thrown.kept) == ((2, 5, 9), kept)


@pytest.mark.rule("TW-24", "TW-A9")
@pytest.mark.parametrize("faces", [(6, 6, 9), (6, 9, 6), (9, 6, 6)])
def test_with_advantage_a_pair_below_the_highest_die_is_no_critical(faces: tuple[int, ...]) -> None:
    assert outcome("check", *faces, score=5, advantage=1) == {"result": "success", "total": 15, "margin": 0}


@pytest.mark.rule("TW-25", "TW-A9")
@pytest.mark.parametrize("faces", [(6, 9, 9), (9, 6, 9), (9, 9, 6)])
def test_with_advantage_a_pair_of_the_two_highest_is_a_critical(faces: tuple[int, ...]) -> None:
    assert outcome("check", *faces, score=5, advantage=1) == {"result": "critical", "total": 18, "margin": 3}


@pytest.mark.rule("TW-A9")
def test_with_disadvantage_the_pair_must_be_the_two_lowest() -> None:
    assert outcome("check", 6, 6, 9, disadvantage=1) == {"result": "critical", "total": 12, "margin": -1}
    assert outcome("check", 6, 9, 9, disadvantage=1) == {"result": "success", "total": 15, "margin": 2}


@pytest.mark.rule("TW-A9")
@pytest.mark.parametrize("sources", [{"advantage": 1}, {"disadvantage": 1}])
def test_three_alike_are_a_critical_either_way(sources: dict[str, int]) -> None:
    assert outcome("check", 4, 4, 4, score=0, **sources)["result"] == "critical"


@pytest.mark.rule("TW-A9")
@pytest.mark.parametrize("sources", [{"advantage": 1}, {"disadvantage": 1}])
def test_doubles_on_three_dice_come_up_with_35_of_288(sources: dict[str, int]) -> None:
    # 12 triples; each pair kept leaves 0 to 11 faces for the third die in 3 places: 12 + 3 * 66 = 210 of 1728
    assert chance("check", {"result": "critical"}, **sources) == Fraction(210, 1728) == Fraction(35, 288)


@pytest.mark.rule("TW-A9")
@pytest.mark.parametrize(
    ("setting", "faces", "result"),
    [
        ("kept", (3, 3, 8), "critical"),
        ("kept", (3, 3, 3), "critical"),
        ("triple", (3, 3, 8), "failure"),
        ("triple", (3, 3, 3), "critical"),
        ("never", (3, 3, 8), "failure"),
        ("never", (3, 3, 3), "failure"),
        ("kept", (8, 8, 9), "critical"),
        ("triple", (8, 8, 9), "success"),
        ("triple", (8, 8, 8), "critical"),
        ("never", (8, 8, 8), "success"),
    ],
)
def test_which_doubles_count_at_disadvantage_is_the_table_s_choice(
    setting: str, faces: tuple[int, ...], result: str
) -> None:
    assert outcome("check", *faces, options={"disadvantage-crit": setting}, disadvantage=1)["result"] == result


@pytest.mark.rule("TW-A9")
@pytest.mark.parametrize("setting", ["triple", "never"])
def test_the_setting_for_disadvantage_leaves_plain_and_advantage_alone(setting: str) -> None:
    options = {"disadvantage-crit": setting}
    assert chance("check", {"result": "critical"}, options) == Fraction(1, 12)
    assert chance("check", {"result": "critical"}, options, advantage=1) == Fraction(35, 288)


@pytest.mark.rule("TW-A9")
def test_triples_come_up_with_1_of_144() -> None:
    # 12 of 1728 rolls; without doubles a check at TN 23 or more fails at disadvantage but for 12-12-12 and 11-12-12
    assert chance("check", {"result": "critical"}, {"disadvantage-crit": "triple"}, disadvantage=1) == Fraction(1, 144)
    assert success({"disadvantage-crit": "never"}, score=0, difficulty=3, disadvantage=1) == Fraction(4, 1728)
    assert success({"disadvantage-crit": "triple"}, score=0, difficulty=5, disadvantage=1) == Fraction(12, 1728)


@pytest.mark.rule("TW-A9", "TW-A10")
def test_triple_means_all_the_dice_rolled_when_sources_stack() -> None:
    options = {"adv-dis": "stack", "disadvantage-crit": "triple"}
    assert outcome("check", 5, 5, 5, 9, options=options, disadvantage=2)["result"] == "failure"
    assert outcome("check", 5, 5, 5, 5, options=options, disadvantage=2)["result"] == "critical"
    assert chance("check", {"result": "critical"}, options, disadvantage=2) == Fraction(12, 12**4)


@pytest.mark.rule("TW-A7", "TW-A9")
def test_voided_doubles_count_by_their_total_whatever_doubles_are_worth_below() -> None:
    for below in ("critical", "success", "failure"):
        options = {"disadvantage-crit": "never", "doubles-below-tn": below}
        assert outcome("check", 6, 6, 6, options=options, disadvantage=1)["result"] == "failure"
        assert outcome("check", 7, 7, 7, options=options, disadvantage=1)["result"] == "success"


# sources of advantage and disadvantage -> dice beyond two: above 0 the highest are kept, below 0 the lowest
NET = {
    "cancel": {(0, 0): 0, (1, 0): 1, (3, 0): 1, (0, 1): -1, (0, 2): -1, (1, 1): 0, (3, 1): 0, (1, 2): 0},
    "majority": {(0, 0): 0, (1, 0): 1, (3, 0): 1, (0, 1): -1, (0, 2): -1, (1, 1): 0, (3, 1): 1, (1, 2): -1},
    "stack": {(0, 0): 0, (1, 0): 1, (3, 0): 3, (0, 1): -1, (0, 2): -2, (1, 1): 0, (3, 1): 2, (1, 2): -1, (2, 2): 0},
    "disadvantage-wins": {
        (0, 0): 0,
        (1, 0): 1,
        (3, 0): 1,
        (0, 1): -1,
        (0, 2): -1,
        (1, 1): -1,
        (3, 1): -1,
        (6, 1): -1,
    },
}
CASES = [(way, *sources, net) for way, listed in NET.items() for sources, net in listed.items()]


@pytest.mark.rule("TW-21", "TW-A10")
@pytest.mark.parametrize(("way", "advantage", "disadvantage", "net"), CASES)
def test_how_sources_come_together_is_the_table_s_choice(way: str, advantage: int, disadvantage: int, net: int) -> None:
    sources = {"advantage": advantage, "disadvantage": disadvantage}
    faces = [2, 11, 4, 9, 7][: 2 + abs(net)]
    kept = sorted(faces)[:2] if net < 0 else sorted(faces)[-2:]
    assert dice_thrown({"adv-dis": way}, **sources) == len(faces)
    assert outcome("check", *faces, options={"adv-dis": way}, **sources)["total"] == sum(kept)


@pytest.mark.rule("TW-31", "TW-A10")
@pytest.mark.parametrize(("way", "advantage", "disadvantage", "net"), [case for case in CASES if case[2] > 0])
@pytest.mark.parametrize("tier", ["wounded", "critical"])
def test_the_tier_is_one_source_like_any_other(
    way: str, advantage: int, disadvantage: int, net: int, tier: str
) -> None:
    options = {"adv-dis": way}
    with_tier = GAME.odds("check", {"advantage": advantage, "disadvantage": disadvantage - 1, "tier": tier}, options)
    assert with_tier == GAME.odds("check", {"advantage": advantage, "disadvantage": disadvantage}, options)


@pytest.mark.rule("TW-31", "TW-A10")
def test_a_wounded_character_with_advantage_rolls_plain() -> None:
    assert outcome("check", 9, 4, tier="wounded", advantage=1) == {"result": "success", "total": 13, "margin": 0}


@pytest.mark.rule("TW-31", "TW-33", "TW-A11")
@pytest.mark.parametrize("way", WAYS)
def test_critical_is_one_source_of_disadvantage_not_two(way: str) -> None:
    options = {"adv-dis": way}
    wounded = GAME.odds("check", {"tier": "wounded"}, options)
    assert GAME.odds("check", {"tier": "critical"}, options) == wounded
    assert wounded == GAME.odds("check", {"disadvantage": 1}, options)


@pytest.mark.rule("TW-A10")
def test_seven_stacked_sources_roll_nine_dice() -> None:
    options = {"adv-dis": "stack"}
    faces = [12, 11, 10, 9, 8, 7, 6, 5, 3]
    assert outcome("check", *faces, options=options, disadvantage=6, tier="critical")["total"] == 8
    assert outcome("check", *faces[:8], options=options, advantage=6)["total"] == 23


@pytest.mark.rule("TW-A10")
def test_two_stacked_advantages_keep_two_of_four_dice() -> None:
    # some pair of highest dice reaches 24 unless fewer than two of four dice show 12
    fewer = Fraction(11**4 + 4 * 11**3, 12**4)
    assert chance("check", {"total": 24}, {"adv-dis": "stack"}, advantage=2) == 1 - fewer
