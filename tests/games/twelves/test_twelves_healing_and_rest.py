"""Healing and rest: TW-36 to TW-44, TW-A14, A26 to A30."""

from fractions import Fraction
from typing import Any

import pytest
from twelves_table import Scene, chance, chances, outcome, refuses, sheet

Found = dict[str, Any]


def healed(cleared: int, damage: int, tier: str, state: str = "active") -> Found:
    return {"healed": cleared, "damage": damage, "tier": tier, "state": state}


# --- short rest ------------------------------------------------------------------------------------


@pytest.mark.rule("TW-38", "TW-39", "TW-40")
@pytest.mark.parametrize(
    ("rank", "damage", "face", "found"),
    [
        (1, 4, 1, healed(2, 2, "normal")),
        (1, 4, 2, healed(3, 1, "normal")),
        (1, 4, 4, healed(4, 0, "normal")),
        (0, 4, 1, healed(1, 3, "wounded")),
        (2, 3, 4, healed(3, 0, "normal")),
        (10, 1, 1, healed(1, 0, "normal")),
        (1, 0, 3, healed(0, 0, "normal")),
    ],
)
def test_a_short_rest_gives_back_rank_plus_1d4_boxes(rank: int, damage: int, face: int, found: Found) -> None:
    assert outcome("short-rest", face, rank=rank, damage=damage) == found


@pytest.mark.rule("TW-40")
def test_from_three_boxes_a_short_rest_heals_all_with_3_of_4() -> None:
    # Rank 1 and a 1 clear two boxes, any other face three or more
    assert chances("short-rest", damage=3) == {
        (2, 1, "normal", "active"): Fraction(1, 4),
        (3, 0, "normal", "active"): Fraction(3, 4),
    }


@pytest.mark.rule("TW-41", "TW-42")
@pytest.mark.parametrize("damage", [5, 6])
@pytest.mark.parametrize("state", ["active", "incapacitated", "stabilised"])
def test_a_short_rest_in_critical_gives_nothing_and_takes_no_dice(damage: int, state: str) -> None:
    assert outcome("short-rest", rank=10, damage=damage, state=state) == healed(0, damage, "critical", state)
    assert len(chances("short-rest", rank=10, damage=damage, state=state)) == 1


@pytest.mark.rule("TW-40", "TW-A30")
def test_the_tier_is_judged_at_the_start_of_a_rest() -> None:
    assert outcome("short-rest", 1, rank=1, damage=4) == healed(2, 2, "normal")
    assert outcome("short-rest", 4, rank=10, normal_boxes=9, damage=11) == healed(11, 0, "normal")


@pytest.mark.rule("TW-39", "TW-43")
@pytest.mark.parametrize("rest", ["short-rest", "long-rest"])
def test_no_duration_is_asked_of_a_rest(rest: str) -> None:
    with refuses("unknown parameter: hours"):
        outcome(rest, 1, hours=8)


# --- long rest -------------------------------------------------------------------------------------


@pytest.mark.rule("TW-38", "TW-43", "TW-44")
@pytest.mark.parametrize(
    ("rank", "damage", "faces", "found"),
    [
        (1, 6, (1, 1, 1), healed(4, 2, "normal")),
        (0, 6, (1, 1, 1), healed(3, 3, "wounded")),
        (1, 6, (1, 1, 3), healed(6, 0, "normal")),
        (3, 5, (4, 4, 4), healed(5, 0, "normal")),
        (1, 0, (2, 3, 4), healed(0, 0, "normal")),
    ],
)
def test_a_long_rest_gives_back_rank_plus_3d4_boxes_from_any_tier(
    rank: int, damage: int, faces: tuple[int, ...], found: Found
) -> None:
    assert outcome("long-rest", *faces, rank=rank, damage=damage) == found


@pytest.mark.rule("TW-42", "TW-44")
@pytest.mark.parametrize(("normal", "whole"), [(2, "15/16"), (4, "11/16"), (6, "5/16")])
def test_the_chance_that_one_long_rest_heals_everything(normal: int, whole: str) -> None:
    # Rank 1: 3d4 must reach normal + 3; below 5, 7, 9 lie 1 + 3 = 4, 1 + 3 + 6 + 10 = 20 and 44 of 64 rolls
    found = chance("long-rest", {"damage": 0}, normal_boxes=normal, damage=normal + 4)
    assert found == Fraction(whole) == 1 - Fraction({2: 4, 4: 20, 6: 44}[normal], 64)


@pytest.mark.rule("TW-44")
@pytest.mark.parametrize("normal", [2, 5, 9])
def test_a_long_rest_heals_everything_for_certain_when_rank_plus_3_covers_the_boxes(normal: int) -> None:
    boxes = normal + 4
    certain = [
        rank
        for rank in range(11)
        if chance("long-rest", {"damage": 0}, rank=rank, normal_boxes=normal, damage=boxes) == 1
    ]
    assert certain == list(range(boxes - 3, 11))


@pytest.mark.rule("TW-36", "TW-A30")
def test_an_incapacitated_character_is_up_again_after_a_long_rest() -> None:
    assert outcome("long-rest", 1, 1, 1, rank=0, normal_boxes=6, damage=10, state="incapacitated") == healed(
        3, 7, "wounded"
    )
    assert outcome("long-rest", 1, 1, 1, damage=6, state="incapacitated")["state"] == "active"


@pytest.mark.rule("TW-A30")
def test_the_dice_of_a_rest_are_rolled_also_with_no_box_checked() -> None:
    with pytest.raises(Exception, match="too few dice"):
        outcome("short-rest")
    with pytest.raises(Exception, match="too few dice"):
        outcome("long-rest", 1, 1)


# --- several rests ---------------------------------------------------------------------------------


@pytest.mark.rule("TW-38", "TW-A30")
@pytest.mark.parametrize(
    ("faces", "params", "found"),
    [
        ((1,), {"damage": 4}, {"damage": 2, "tier": "normal", "rests_used": 1}),
        ((), {"damage": 0}, {"damage": 0, "tier": "normal", "rests_used": 0}),
        ((), {"damage": 4, "plan": []}, {"damage": 4, "tier": "wounded", "rests_used": 0}),
        ((), {"damage": 5}, {"damage": 5, "tier": "critical", "rests_used": 1}),
        ((), {"damage": 6, "plan": ["short"] * 10}, {"damage": 6, "tier": "critical", "rests_used": 10}),
        ((4,), {"damage": 4, "plan": ["short", "short"]}, {"damage": 0, "tier": "normal", "rests_used": 1}),
        ((1, 2), {"damage": 4, "plan": ["short", "short"]}, {"damage": 0, "tier": "normal", "rests_used": 2}),
        (
            (1, 1, 1, 1),
            {"damage": 6, "plan": ["short", "long", "short"]},
            {"damage": 0, "tier": "normal", "rests_used": 3},
        ),
        (
            (1, 1, 1),
            {"damage": 10, "rank": 0, "normal_boxes": 6, "plan": ["long"], "state": "incapacitated"},
            {"damage": 7, "tier": "wounded", "rests_used": 1},
        ),
    ],
)
def test_rests_follow_a_plan_until_no_box_is_checked(
    faces: tuple[int, ...], params: dict[str, Any], found: Found
) -> None:
    assert outcome("recovery", *faces, **params) == found


@pytest.mark.rule("TW-38", "TW-40")
def test_from_the_last_wounded_box_one_short_rest_is_enough_half_the_time() -> None:
    # Rank 1: a 3 or 4 clears all four boxes; after a 1 or 2 at most two are left, which the next rest clears
    found = chances("recovery", damage=4, plan=["short", "short", "short"])
    assert found == {(0, "normal", 1): Fraction(1, 2), (0, "normal", 2): Fraction(1, 2)}


@pytest.mark.rule("TW-A29")
@pytest.mark.parametrize(
    ("limit", "plan"),
    [
        (1, ["short", "short"]),
        (1, ["short", "long", "short", "short"]),
        (2, ["short", "short", "short"]),
        (9, ["short"] * 10),
    ],
)
def test_a_plan_with_too_many_short_rests_is_refused_as_a_whole(limit: int, plan: list[str]) -> None:
    options = {"short-rest-limit": limit}
    with refuses("short rest limit"):  # before any die: no faces are given
        outcome("recovery", options=options, damage=6, plan=plan)
    with refuses("short rest limit"):
        chances("recovery", options, damage=1, plan=plan)


@pytest.mark.rule("TW-A29")
@pytest.mark.parametrize(
    ("limit", "plan"), [(None, ["short"] * 10), (10, ["short"] * 10), (2, ["short", "short"]), (1, ["long"] * 10)]
)
def test_a_plan_within_the_limit_of_short_rests_is_followed(limit: int | None, plan: list[str]) -> None:
    options = {"short-rest-limit": limit}
    assert chances("recovery", options, damage=4, plan=plan) == chances("recovery", damage=4, plan=plan)


@pytest.mark.rule("TW-A29")
def test_a_long_rest_starts_the_count_of_short_rests_anew() -> None:
    options = {"short-rest-limit": 1}
    plan = ["short", "long", "short", "long", "short"]
    assert chances("recovery", options, damage=6, plan=plan) == chances("recovery", damage=6, plan=plan)


@pytest.mark.rule("TW-A29")
def test_the_limit_of_short_rests_counts_also_those_in_critical() -> None:
    options = {"short-rest-limit": 2}
    rest: dict[str, Any] = {"do": "short-rest", "dice": []}
    night = {"do": "long-rest", "dice": [1, 1, 1]}
    assert sheet(options, rest, rest, damage=6)["tier"] == "critical"
    with refuses("short rest limit"):
        sheet(options, rest, rest, rest, damage=6)
    assert sheet(options, rest, rest, night, {"do": "short-rest", "dice": [1]}, damage=6)["hit_points"] == 6


# --- potions, magic, medical attention ------------------------------------------------------------------


@pytest.mark.rule("TW-37", "TW-A28")
@pytest.mark.parametrize("source", ["potion", "magic", "medical"])
@pytest.mark.parametrize(
    ("damage", "face", "found"),
    [(4, 1, healed(1, 3, "wounded")), (4, 4, healed(4, 0, "normal")), (1, 4, healed(1, 0, "normal"))],
)
def test_every_source_heals_1d4_below_critical(source: str, damage: int, face: int, found: Found) -> None:
    assert outcome("heal", face, source=source, damage=damage) == found


@pytest.mark.rule("TW-37")
def test_a_potion_clears_two_boxes_with_3_of_4() -> None:
    # only a 1 leaves one of them checked
    assert chances("heal", damage=2) == {
        (1, 1, "normal", "active"): Fraction(1, 4),
        (2, 0, "normal", "active"): Fraction(3, 4),
    }


@pytest.mark.rule("TW-42", "TW-A27", "TW-A28")
def test_in_critical_potions_and_magic_work_and_medical_attention_does_not() -> None:
    assert outcome("heal", 2, damage=6) == healed(2, 4, "wounded")
    assert outcome("heal", 1, damage=6, source="magic") == healed(1, 5, "critical")
    assert outcome("heal", damage=6, source="medical") == healed(0, 6, "critical")
    assert outcome("heal", damage=5, source="medical", dice=10, flat=20) == healed(0, 5, "critical")
    assert outcome("heal", damage=5, source="medical", state="incapacitated")["state"] == "incapacitated"


@pytest.mark.rule("TW-A27", "TW-A28")
@pytest.mark.parametrize(
    ("dice", "flat", "faces", "cleared"), [(0, 0, (), 0), (0, 3, (), 3), (2, 0, (1, 4), 5), (2, 1, (1, 1), 3)]
)
def test_the_gm_may_set_dice_and_boxes_on_top(dice: int, flat: int, faces: tuple[int, ...], cleared: int) -> None:
    found = outcome("heal", *faces, dice=dice, flat=flat, normal_boxes=6, damage=6)
    assert found == healed(cleared, 6 - cleared, "normal")


@pytest.mark.rule("TW-A14")
def test_healing_clears_critical_first_then_wounded_then_normal() -> None:
    for flat, checked in ((1, (2, 2, 1)), (2, (2, 2, 0)), (3, (2, 1, 0)), (5, (1, 0, 0)), (20, (0, 0, 0))):
        found = sheet(None, {"do": "heal", "source": "potion", "boxes": flat}, damage=6)
        assert tuple(found["checked"].values()) == checked


@pytest.mark.rule("TW-36", "TW-A26")
def test_clearing_a_box_ends_incapacitation_even_in_critical() -> None:
    assert outcome("heal", 1, damage=6, state="incapacitated") == healed(1, 5, "critical", "active")
    assert sheet(None, {"do": "heal", "source": "magic", "boxes": 1}, damage=6, state="incapacitated")["collapse_check"]


@pytest.mark.rule("TW-A26")
def test_clearing_no_box_changes_nothing() -> None:
    for state in ("active", "incapacitated", "stabilised"):
        assert outcome("heal", dice=0, damage=6, state=state)["state"] == state
        assert outcome("heal", 4, damage=0, state=state)["state"] == state


@pytest.mark.rule("TW-A26")
@pytest.mark.parametrize(
    ("stabilised", "face", "state"),
    [
        ("steady", 1, "stabilised"),
        ("steady", 2, "active"),
        ("letter", 1, "stabilised"),
        ("letter", 2, "active"),
        ("down", 1, "active"),
        ("down", 2, "active"),
    ],
)
def test_the_stabilised_stay_so_while_in_critical(stabilised: str, face: int, state: str) -> None:
    found = outcome("heal", face, damage=6, state="stabilised", options={"stabilised": stabilised})
    assert found == healed(face, 6 - face, "critical" if face == 1 else "wounded", state)


@pytest.mark.rule("TW-A26", "TW-A30")
def test_a_rest_that_clears_boxes_ends_incapacitation_too() -> None:
    assert outcome("short-rest", 1, damage=3, state="incapacitated") == healed(2, 1, "normal")
    assert outcome("long-rest", 1, 1, 1, damage=6, state="stabilised") == healed(4, 2, "normal")


# --- stabilising -----------------------------------------------------------------------------------


@pytest.mark.rule("TW-36", "TW-A24", "TW-A25")
@pytest.mark.parametrize(
    ("stabilised", "state"), [("steady", "stabilised"), ("letter", "active"), ("down", "stabilised")]
)
def test_a_helper_s_check_stabilises(stabilised: str, state: str) -> None:
    options = {"stabilised": stabilised}
    assert outcome("stabilise", 6, 7, options=options) == {"result": "success", "patient_state": state}
    assert outcome("stabilise", 1, 1, options=options) == {"result": "critical", "patient_state": state}
    assert outcome("stabilise", 5, 7, options=options) == {"result": "failure", "patient_state": "incapacitated"}


@pytest.mark.rule("TW-36", "TW-A24")
def test_a_helper_of_score_7_stabilises_with_7_of_12() -> None:
    # 78 of 144 rolls meet 13, six more are doubles below it
    assert chance("stabilise", {"patient_state": "stabilised"}) == Fraction(84, 144)
    assert chance("stabilise", {"patient_state": "stabilised"}, tier="wounded") == Fraction(3, 8)


@pytest.mark.rule("TW-36", "TW-A25")
@pytest.mark.parametrize(
    ("stabilised", "state", "actions", "collapse_check"),
    [("steady", "stabilised", 1, False), ("letter", "active", 1, True), ("down", "stabilised", 0, False)],
)
def test_what_being_stabilised_means_is_the_table_s_choice(
    stabilised: str, state: str, actions: int, collapse_check: bool
) -> None:
    found = sheet({"stabilised": stabilised}, {"do": "stabilise"}, damage=6, state="incapacitated")
    assert (found["state"], found["actions"], found["collapse_check"]) == (state, actions, collapse_check)
    assert found["disadvantage"]


@pytest.mark.rule("TW-A24")
@pytest.mark.parametrize("state", ["active", "stabilised"])
def test_only_the_incapacitated_can_be_stabilised(state: str) -> None:
    with refuses("patient is not incapacitated"):
        sheet(None, {"do": "stabilise"}, damage=6, state=state)


@pytest.mark.rule("TW-A24")
@pytest.mark.parametrize("ability", ["FIN", "AGI", "STR", "INS", "PRE", "KNO"])
def test_the_ability_that_stabilises_is_the_table_s_choice(ability: str) -> None:
    # the helper's total is 15: enough for scores of 5 and more
    scene = Scene({"stabilise-ability": ability}, Ada={}, Bo={})
    scene.do("take-damage", who="Bo", boxes=6)
    found = scene.do("stabilise", 9, 6, who="Ada", patient="Bo")
    assert found["result"] == ("failure" if ability == "KNO" else "success")


# --- what a rest does in play ------------------------------------------------------------------------


@pytest.mark.rule("TW-38", "TW-40", "TW-41", "TW-44", "TW-A29")
def test_rests_are_counted_on_the_sheet() -> None:
    scene = Scene(Ada={"rank": 2})
    scene.do("take-damage", who="Ada", boxes=4)
    assert scene.do("short-rest", 1, who="Ada") == healed(3, 1, "normal")
    scene.do("take-damage", who="Ada", boxes=4)
    assert scene.do("short-rest", who="Ada") == healed(0, 5, "critical")
    assert scene.sheet("Ada")["short_rests"] == 2
    assert scene.do("long-rest", 1, 1, 1, who="Ada") == healed(5, 0, "normal")
    assert scene.sheet("Ada")["short_rests"] == 0
