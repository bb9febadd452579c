"""Harm and protection: LD-17, LD-22, LD-55, LD-76 to LD-81, LD-A23, LD-A24, LD-A41, LD-A43."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from light_dark_by_hand import Fight, add
from light_dark_table import chances, derive, outcome, refuses


@pytest.mark.rule("LD-17", "LD-76", "LD-77", "LD-78", "LD-79", "LD-80", "LD-A41")
@pytest.mark.parametrize(
    ("armour", "shield", "harm"),
    [
        ("none", False, 5),
        ("light", False, 4),
        ("heavy", False, 3),
        ("none", True, 4),
        ("light", True, 3),
        ("heavy", True, 2),
    ],
)
def test_protection_comes_off_the_effect_and_the_rest_off_hp(armour: str, shield: bool, harm: int) -> None:
    found = derive("damage", hp=8, effect=5, armour=armour, shield=shield)
    assert found == {"harm": harm, "hp": 8 - harm, "shield_left": shield, "attribute_loss_due": False}
    assert outcome("harm", 5, hp=8, armour=armour, shield=shield)["hp_left"] == 8 - harm


@pytest.mark.rule("LD-A41")
def test_protection_never_heals() -> None:
    assert derive("damage", hp=5, effect=1, armour="heavy", shield=True)["harm"] == 0
    assert derive("damage", hp=5, effect=0)["hp"] == 5


@pytest.mark.rule("LD-22", "LD-A23")
def test_hp_stop_at_0_and_one_attribute_point_is_due() -> None:
    found = derive("damage", hp=3, effect=20)
    assert found == {"harm": 20, "hp": 0, "shield_left": False, "attribute_loss_due": True}


@pytest.mark.rule("LD-A24")
def test_hitting_the_unconscious_costs_a_point_only_by_ruling() -> None:
    assert not derive("damage", hp=0, effect=4)["attribute_loss_due"]
    cruel = {"hit-while-down": "attribute"}
    assert derive("damage", cruel, hp=0, effect=4)["attribute_loss_due"]
    assert not derive("damage", cruel, hp=0, effect=2, armour="heavy")["attribute_loss_due"]


@pytest.mark.rule("LD-81")
def test_a_sacrificed_shield_avoids_the_effect_entirely() -> None:
    found = derive("damage", hp=3, effect=9, shield=True, sacrifice=True)
    assert found == {"harm": 0, "hp": 3, "shield_left": False, "attribute_loss_due": False}
    with refuses("no shield"):
        derive("damage", hp=3, effect=9, sacrifice=True)


@pytest.mark.rule("LD-81", "LD-A43")
def test_the_shield_goes_when_that_much_would_get_through() -> None:
    assert outcome("harm", 5, hp=2, shield=True, sacrifice_at=4) == {"hp_left": 2, "shield_left": False, "down": False}
    assert outcome("harm", 4, hp=2, shield=True, sacrifice_at=4) == {"hp_left": 0, "shield_left": True, "down": True}
    early = {"shield-timing": "before-roll"}
    found = outcome("harm", hp=2, shield=True, sacrifice_at=4, options=early)
    assert found == {"hp_left": 2, "shield_left": False, "down": False}
    assert outcome("harm", 2, hp=2, shield=True, options=early)["hp_left"] == 1


@pytest.mark.rule("LD-56", "LD-76", "LD-81")
def test_the_odds_of_harm_agree_with_every_face_written_out() -> None:
    for armour, shield, at, timing in product(
        ["none", "light", "heavy"], [False, True], [None, 1, 3], ["after-roll", "before-roll"]
    ):
        given: dict[str, Any] = {"level": "serious", "hp": 4, "armour": armour, "shield": shield, "sacrifice_at": at}
        options = {"shield-timing": timing}
        wanted: dict[Any, Fraction] = {}
        for (hp, kept), part in Fight(given, options).hit(4, shield).items():
            add(wanted, (hp, kept, hp == 0), part)
        assert chances("harm", options, **given) == wanted


@pytest.mark.rule("LD-A5", "LD-A38")
def test_harm_needs_dice_and_a_cap_beyond_hp_and_sacrifice() -> None:
    with refuses("no effect dice"):
        chances("harm", challenge_dice="none")
    with refuses("cap too low"):
        chances("harm", hp=28)
    assert chances("harm", hp=27)
    with refuses("cap too low"):
        chances("harm", hp=4, cap=6)
    with refuses("cap too low"):
        chances("harm", hp=4, cap=12, sacrifice_at=10)
    assert chances("harm", hp=4, cap=13, sacrifice_at=10) == chances("harm", hp=4)


@pytest.mark.rule("LD-55")
def test_armour_does_nothing_for_a_challenge() -> None:
    plain = chances("challenge-turn", attribute=3, challenge_dice="none", disposition=5)
    assert chances("challenge-turn", attribute=3, challenge_dice="none", disposition=5, armour="heavy") == plain


@pytest.mark.rule("LD-76")
@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("hp", [0, -1, None, True]),
        ("armour", ["plate", None, ""]),
        ("shield", [1, None, "yes"]),
        ("sacrifice_at", [0, -2, "4", False]),
    ],
)
def test_guards_are_described_within_their_ranges(name: str, bad: list[Any]) -> None:
    for value in bad:
        with refuses(f"bad parameter: {name}"):
            chances("harm", **{name: value})
