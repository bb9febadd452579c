"""Attributes, HP and Ego: LD-05 to LD-11, LD-16 to LD-24, LD-27, LD-28."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from light_dark_by_hand import add
from light_dark_table import chances, derive, outcome, refuses

NAMES = ("strength", "dexterity", "insight", "resolve")


def values(*numbers: int) -> dict[str, int]:
    return dict(zip(NAMES, numbers, strict=True))


@pytest.mark.rule("LD-06", "LD-07", "LD-A40")
@pytest.mark.parametrize(("faces", "value"), [((1, 3), 0), ((3, 3), 0), ((4, 1), 1), ((2, 5), 1), ((6, 1), 2)])
def test_the_higher_of_two_dice_sets_an_attribute(faces: tuple[int, int], value: int) -> None:
    assert outcome("attribute", *faces) == {"value": value}


@pytest.mark.rule("LD-06", "LD-07")
def test_an_attribute_is_0_in_9_of_36_cases_1_in_16_and_2_in_11() -> None:
    assert chances("attribute") == {(0,): Fraction(9, 36), (1,): Fraction(16, 36), (2,): Fraction(11, 36)}


@pytest.mark.rule("LD-05", "LD-08", "LD-18", "LD-27")
def test_four_attributes_are_rolled_in_order_and_two_may_be_exchanged() -> None:
    dice = (3, 1, 5, 2, 6, 6, 4, 1)
    plain = outcome("attributes", *dice)
    assert plain == values(0, 1, 2, 1) | {"max_hp": 7, "max_ego": 6}
    swapped = outcome("attributes", *dice, swap=["insight", "strength"])
    assert swapped == values(2, 1, 0, 1) | {"max_hp": 9, "max_ego": 4}


@pytest.mark.rule("LD-08", "LD-A28")
@pytest.mark.parametrize("swap", [["strength"], ["strength", "strength"], ["strength", "luck"], [], ["resolve"] * 3])
def test_only_two_different_attributes_can_be_exchanged(swap: list[str]) -> None:
    with refuses("bad swap"):
        outcome("attributes", *[1] * 8, swap=swap)


@pytest.mark.rule("LD-18", "LD-27", "LD-28")
@pytest.mark.parametrize("policy", ["none", "best-hp", "best-ego"])
def test_the_starting_totals_are_those_of_all_81_spreads(policy: str) -> None:
    share = {0: Fraction(9, 36), 1: Fraction(16, 36), 2: Fraction(11, 36)}
    wanted: dict[Any, Fraction] = {}
    for strength, dexterity, insight, resolve in product(share, repeat=4):
        part = share[strength] * share[dexterity] * share[insight] * share[resolve]
        body, mind = strength + dexterity, insight + resolve
        if policy == "best-hp":
            gain = max(0, max(insight, resolve) - min(strength, dexterity))
            body, mind = body + gain, mind - gain
        if policy == "best-ego":
            gain = max(0, max(strength, dexterity) - min(insight, resolve))
            body, mind = body - gain, mind + gain
        add(wanted, (6 + body, min(6, 3 + mind)), part)
    assert chances("creation-totals", swap_policy=policy) == wanted


@pytest.mark.rule("LD-16", "LD-18", "LD-27", "LD-28")
def test_hp_start_from_6_to_10_and_ego_from_3_to_6() -> None:
    assert derive("maxima", **values(0, 0, 0, 0)) == {"max_hp": 6, "max_ego": 3}
    assert derive("maxima", **values(2, 2, 2, 1)) == {"max_hp": 10, "max_ego": 6}
    assert derive("maxima", **values(2, 2, 2, 2)) == {"max_hp": 10, "max_ego": 6}


@pytest.mark.rule("LD-19", "LD-34", "LD-35", "LD-A16")
def test_advancements_raise_both_maxima_but_ego_stops_at_6() -> None:
    assert derive("maxima", **values(1, 1, 0, 0), xp_advancements=2) == {"max_hp": 10, "max_ego": 5}
    assert derive("maxima", **values(1, 1, 1, 1), xp_advancements=4) == {"max_hp": 12, "max_ego": 6}
    loose = {"ego-ceiling": "start-only"}
    assert derive("maxima", loose, **values(1, 1, 2, 2), xp_advancements=4)["max_ego"] == 10
    assert derive("maxima", loose, **values(1, 1, 2, 2), xp_advancements=9)["max_ego"] == 12


@pytest.mark.rule("LD-A17")
def test_the_starting_advancement_raises_maxima_only_where_it_counts_in_full() -> None:
    full = {"starting-advancement": "full"}
    assert derive("maxima", full, **values(1, 1, 0, 0)) == {"max_hp": 9, "max_ego": 4}
    assert derive("maxima", full, **values(1, 1, 2, 2)) == {"max_hp": 9, "max_ego": 6}
    loose = full | {"ego-ceiling": "start-only"}
    assert derive("maxima", loose, **values(1, 1, 2, 2)) == {"max_hp": 9, "max_ego": 7}


@pytest.mark.rule("LD-10", "LD-11", "LD-22", "LD-23", "LD-A21", "LD-A22")
def test_a_knock_out_costs_one_point_and_below_0_is_death() -> None:
    alive = derive("attribute-loss", **values(0, 1, 0, 2), lose="resolve")
    assert alive == values(0, 1, 0, 1) | {"status": "unconscious", "hp": 0, "knockouts_left": 2}
    dead = derive("attribute-loss", **values(0, 1, 0, 2), lose="strength")
    assert dead == values(-1, 1, 0, 2) | {"status": "dead", "hp": 0, "knockouts_left": 0}
    with refuses("unknown attribute"):
        derive("attribute-loss", **values(0, 1, 0, 2), lose="luck")


@pytest.mark.rule("LD-A22")
def test_a_character_survives_as_many_knock_outs_as_the_attributes_add_up_to() -> None:
    left, knocked = values(1, 0, 2, 1), 0
    while True:
        name = max(left, key=lambda one: left[one])
        after = derive("attribute-loss", **left, lose=name)
        if after["status"] == "dead":
            break
        left, knocked = {one: after[one] for one in NAMES}, knocked + 1
    assert knocked == 4


@pytest.mark.rule("LD-20", "LD-21", "LD-A25")
@pytest.mark.parametrize(("days", "attended", "hp"), [(0, False, 1), (3, False, 4), (3, True, 7), (9, True, 8)])
def test_hp_come_back_day_by_day_up_to_the_maximum(days: int, attended: bool, hp: int) -> None:
    assert derive("recovery", hp=1, max_hp=8, days=days, attended=attended) == {"hp": hp}


@pytest.mark.rule("LD-32", "LD-37", "LD-A18", "LD-A30")
@pytest.mark.parametrize(
    ("xp", "taken", "due", "to_next", "most"),
    [(0, 0, 0, 8, 2), (7, 0, 0, 1, 2), (8, 0, 1, 8, 2), (25, 1, 2, 7, 2), (80, 8, 2, 8, 2), (80, 9, 1, 8, 3)],
)
def test_every_8_xp_bring_an_advancement(xp: int, taken: int, due: int, to_next: int, most: int) -> None:
    found = derive("advance", xp=xp, xp_advancements=taken)
    assert found == {"due": due, "xp_to_next": to_next, "attribute_maximum": most}


@pytest.mark.rule("LD-34", "LD-35", "LD-A16", "LD-A20")
def test_an_advancement_raises_the_maxima_and_current_values_only_by_ruling() -> None:
    before = {"hp": 3, "max_hp": 8, "ego": 2, "max_ego": 6}
    assert derive("gain-advancement", **before) == before | {"max_hp": 9}
    rising = {"advance-current": "yes"}
    assert derive("gain-advancement", rising, **before) == before | {"max_hp": 9, "hp": 4}
    loose = rising | {"ego-ceiling": "start-only"}
    assert derive("gain-advancement", loose, **before) == {"hp": 4, "max_hp": 9, "ego": 3, "max_ego": 7}
    assert derive("gain-advancement", loose, **(before | {"max_ego": 12}))["max_ego"] == 12
