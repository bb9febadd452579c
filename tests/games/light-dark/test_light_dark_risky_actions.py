"""Risky Actions: LD-09, LD-14, LD-25, LD-26, LD-31, LD-40 to LD-51, LD-A8 to LD-A15, LD-A48."""

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from light_dark_by_hand import DEFAULTS, light, risk
from light_dark_table import chance, chances, derive, outcome, refuses

WORDS = ("fail", "complication", "success")


@pytest.mark.rule("LD-46", "LD-47", "LD-49", "LD-50")
@pytest.mark.parametrize(
    ("faces", "result"),
    [((1, 3), "fail"), ((3, 3), "fail"), ((4, 1), "complication"), ((2, 5), "complication"), ((6, 1), "success")],
)
def test_the_highest_die_of_both_colours_decides(faces: tuple[int, int], result: str) -> None:
    assert outcome("risky-action", *faces, attribute=1, dark=1, ego=6)["result"] == result
    assert outcome("risky-action", *faces, attribute=2)["result"] == result


@pytest.mark.rule("LD-45", "LD-51", "LD-A13")
def test_each_dark_die_that_is_not_below_ego_costs_one() -> None:
    assert outcome("risky-action", 6, 3, 4, 5, attribute=1, dark=3, ego=4)["ego_left"] == 2
    assert outcome("risky-action", 6, 3, 3, 3, attribute=1, dark=3, ego=4)["ego_left"] == 4


@pytest.mark.rule("LD-25", "LD-26", "LD-31")
def test_ego_stops_at_0_and_then_the_character_is_lost() -> None:
    found = outcome("risky-action", 6, 6, 6, attribute=0, dark=3, ego=2)
    assert found == {"result": "success", "ego_left": 0, "lost": True}
    assert not outcome("risky-action", 6, 1, 1, attribute=0, dark=3, ego=2)["lost"]


@pytest.mark.rule("LD-42", "LD-46")
def test_light_dice_are_free_of_risk() -> None:
    assert {found[1] for found in chances("risky-action", attribute=3, ego=1)} == {1}


@pytest.mark.rule("LD-51")
def test_one_dark_die_at_ego_3_costs_ego_in_four_of_six_cases() -> None:
    assert chance("risky-action", {"ego_left": 2}, attribute=0, dark=1, ego=3) == Fraction(4, 6)


@pytest.mark.rule("LD-46", "LD-51", "LD-A11", "LD-A13")
@pytest.mark.parametrize("compare", ["snapshot", "cascade"])
@pytest.mark.parametrize("zero", ["fail", "two-lowest"])
def test_the_odds_agree_with_every_face_written_out(compare: str, zero: str) -> None:
    options = {"ego-compare": compare, "zero-dice": zero}
    for lights, dark, ego in product(range(3), range(4), range(1, 7)):
        found = chances("risky-action", options, attribute=lights, dark=dark, ego=ego)
        wanted = {
            (WORDS[band], left, left == 0): part
            for (band, left), part in risk(lights, dark, ego, DEFAULTS | options).items()
        }
        assert found == wanted


@pytest.mark.rule("LD-A13")
def test_read_from_the_lowest_up_a_falling_ego_costs_the_same_as_a_snapshot() -> None:
    for faces in product(range(1, 7), repeat=3):
        for ego in range(1, 7):
            left = ego
            for face in sorted(faces):
                left -= 0 < left <= face
            snapshot = outcome("risky-action", *faces, attribute=0, dark=3, ego=ego)["ego_left"]
            cascade = outcome("risky-action", *faces, attribute=0, dark=3, ego=ego, options={"ego-compare": "cascade"})
            assert snapshot >= cascade["ego_left"]
            assert left == snapshot


@pytest.mark.rule("LD-46")
@pytest.mark.parametrize("dark", [1, 6, 20])
def test_icepool_agrees_about_many_dice(dark: int) -> None:
    best: Any = icepool.d6.pool(2 + dark).highest(1).sum()
    for word, low, high in (("fail", 1, 3), ("complication", 4, 5), ("success", 6, 6)):
        wanted = sum(best.quantity(face) for face in range(low, high + 1))
        found = chance("risky-action", {"result": word}, attribute=2, dark=dark, ego=5)
        assert found == Fraction(wanted, best.denominator())
    lost: Any = icepool.d6.map(lambda face: int(face >= 5)).pool(dark).sum()
    for count in range(min(dark, 5)):
        found = chance("risky-action", {"ego_left": 5 - count}, attribute=2, dark=dark, ego=5)
        assert found == Fraction(lost.quantity(count), lost.denominator())


@pytest.mark.rule("LD-09", "LD-14", "LD-42", "LD-44", "LD-A10")
@pytest.mark.parametrize(
    ("attribute", "skill", "mod", "dice"),
    [(2, 0, 0, 2), (2, 1, 0, 3), (3, 2, -1, 4), (3, 3, 4, 4), (1, 0, -1, 0), (1, 1, -4, 0), (3, 1, 0, 4)],
)
def test_attribute_skill_and_modifiers_add_up_to_four_at_most(attribute: int, skill: int, mod: int, dice: int) -> None:
    assert derive("light-dice", attribute=attribute, skill=skill, light_mod=mod) == {"light": dice}


@pytest.mark.rule("LD-43", "LD-A8", "LD-A9")
def test_without_a_pool_there_are_no_light_dice() -> None:
    for opens, skilled, tooled in (("skill-opens", 1, 0), ("attribute-only", 0, 0), ("any-bonus", 1, 1)):
        options = {"empty-pool": opens}
        assert derive("light-dice", options, attribute=0, skill=1)["light"] == skilled
        assert derive("light-dice", options, attribute=0, light_mod=1)["light"] == tooled
        assert derive("light-dice", options, attribute=3, skill=3, relevant=False)["light"] == 0
        for attribute, skill, mod in product(range(4), range(4), range(-4, 5)):
            found = derive("light-dice", options, attribute=attribute, skill=skill, light_mod=mod)
            assert found == {"light": light(attribute, skill, mod, True, DEFAULTS | options)}


@pytest.mark.rule("LD-A11")
def test_without_any_die_the_action_fails_is_forbidden_or_takes_the_lower_of_two() -> None:
    assert outcome("risky-action", attribute=0) == {"result": "fail", "ego_left": 3, "lost": False}
    with refuses("no dice"):
        outcome("risky-action", attribute=0, options={"zero-dice": "forbid"})
    lowest = {"zero-dice": "two-lowest"}
    assert outcome("risky-action", 6, 4, attribute=0, ego=1, options=lowest) == {
        "result": "complication",
        "ego_left": 1,
        "lost": False,
    }
    assert chance("risky-action", {"result": "success"}, lowest, attribute=0) == Fraction(1, 36)


@pytest.mark.rule("LD-A12", "LD-A16")
@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("attribute", [0, 3], [-1, 4, True, "1", None]),
        ("skill", [0, 3], [-1, 4]),
        ("light_mod", [-4, 4], [-5, 5]),
        ("dark", [0, 20], [-1, 21, 1.0]),
        ("ego", [1, 6], [0, 7, 13]),
        ("relevant", [True, False], [1, "yes", None]),
    ],
)
def test_parameters_keep_to_their_ranges(name: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        assert chances("risky-action", **{name: value})
    for value in bad:
        with refuses(f"bad parameter: {name}"):
            chances("risky-action", **{name: value})


@pytest.mark.rule("LD-28", "LD-A16")
def test_ego_above_6_needs_the_looser_ceiling_and_makes_dark_dice_free() -> None:
    loose = {"ego-ceiling": "start-only"}
    assert {found[1] for found in chances("risky-action", loose, dark=5, ego=12)} == {12}
    with refuses("bad parameter: ego"):
        chances("risky-action", loose, ego=13)


@pytest.mark.rule("LD-41")
def test_every_die_of_the_pool_has_six_sides() -> None:
    from rulewright.dice import FaceError

    with pytest.raises(FaceError, match=r"^bad face: die 2 is a d6"):
        outcome("risky-action", 6, 7, attribute=1, dark=1)
