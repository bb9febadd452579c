"""Boxes, tiers, damage and collapse: TW-26 to TW-36, TW-A12, A13, A15 to A23."""

from fractions import Fraction
from typing import Any

import pytest
from twelves_table import Scene, chance, chances, outcome, refuses, sheet

DAMAGE_TIERS = ["normal", "normal", "normal", "wounded", "wounded", "critical", "critical"]


def hit(boxes: int) -> dict[str, Any]:
    return {"do": "take-damage", "boxes": boxes}


def after(boxes: int, options: dict[str, Any] | None = None, **given: Any) -> tuple[int, str]:
    """Damage and state after one instance of damage: through `derive`, an attack and an action alike."""
    found = sheet(options, hit(boxes), **given)
    struck = {f"target_{name}": value for name, value in given.items()}
    attacked = outcome("attack", 12, 11, weapon=boxes, score=20, options=options, **struck)
    damage = sum(found["checked"].values())
    assert (attacked["target_damage"], attacked["target_state"]) == (damage, found["state"])
    assert (attacked["target_tier"], attacked["dealt"]) == (found["tier"], damage - given.get("damage", 0))
    return damage, found["state"]


# --- boxes and tiers -----------------------------------------------------------------------------


@pytest.mark.rule("TW-26", "TW-27", "TW-28", "TW-29")
@pytest.mark.parametrize("normal", [2, 3, 20])
def test_the_boxes_are_those_of_normal_two_of_wounded_and_two_of_critical(normal: int) -> None:
    full = sheet(normal_boxes=normal, damage=normal + 4)
    assert full["boxes"] == normal + 4
    assert full["checked"] == {"normal": normal, "wounded": 2, "critical": 2}
    assert full["hit_points"] == 0
    assert sheet(normal_boxes=normal)["hit_points"] == normal + 4


@pytest.mark.rule("TW-29", "TW-A12")
def test_normal_has_two_boxes_unless_given_and_never_fewer() -> None:
    assert sheet()["boxes"] == 6
    with refuses("bad parameter: normal_boxes"):
        sheet(normal_boxes=1)


@pytest.mark.rule("TW-26", "TW-A13")
@pytest.mark.parametrize(
    ("damage", "checked"),
    list(enumerate([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (2, 2, 0), (2, 2, 1), (2, 2, 2)])),
)
def test_boxes_fill_from_normal_through_wounded_to_critical(damage: int, checked: tuple[int, int, int]) -> None:
    assert tuple(sheet(damage=damage)["checked"].values()) == checked
    assert sheet(damage=damage)["hit_points"] == 6 - damage


@pytest.mark.rule("TW-30", "TW-A15")
@pytest.mark.parametrize(("damage", "tier"), list(enumerate(DAMAGE_TIERS)))
@pytest.mark.parametrize("more", [0, 1, 5])
def test_a_tier_begins_with_its_first_checked_box(damage: int, tier: str, more: int) -> None:
    assert sheet(normal_boxes=2 + more, damage=damage + more)["tier"] == tier


@pytest.mark.rule("TW-30", "TW-A15")
def test_a_tier_ends_at_once_when_its_first_box_is_cleared() -> None:
    one = {"do": "heal", "source": "magic", "boxes": 1}
    assert sheet(None, one, damage=5)["tier"] == "wounded"
    assert sheet(None, one, damage=3)["tier"] == "normal"
    assert not sheet(None, one, damage=3)["disadvantage"]


@pytest.mark.rule("TW-31", "TW-32", "TW-33", "TW-34", "TW-A16")
@pytest.mark.parametrize(
    ("damage", "disadvantage", "actions", "collapse_check"),
    [(0, False, 2, False), (2, False, 2, False), (3, True, 1, False), (4, True, 1, False), (5, True, 1, True)],
)
def test_what_each_tier_brings(damage: int, disadvantage: bool, actions: int, collapse_check: bool) -> None:
    found = sheet(damage=damage)
    assert (found["disadvantage"], found["actions"], found["collapse_check"]) == (
        disadvantage,
        actions,
        collapse_check,
    )


@pytest.mark.rule("TW-31", "TW-33")
@pytest.mark.parametrize(("damage", "faces"), [(2, (9, 9)), (3, (9, 9, 2)), (5, (9, 9, 2))])
def test_a_check_takes_its_disadvantage_from_the_sheet(damage: int, faces: tuple[int, ...]) -> None:
    scene = Scene(Ada={})
    scene.do("take-damage", who="Ada", boxes=damage)
    assert scene.do("check", *faces, who="Ada", ability="AGI")["total"] == sum(sorted(faces)[:2])


@pytest.mark.rule("TW-32", "TW-A16")
@pytest.mark.parametrize("actions", [2, 3, 4])
def test_a_healthy_character_has_as_many_actions_as_the_table_says(actions: int) -> None:
    options = {"healthy-actions": actions}
    assert [sheet(options, damage=damage)["actions"] for damage in (0, 2, 3, 5)] == [actions, actions, 1, 1]
    # a target of 20 Normal boxes cannot fall, so every action is an attack that hits
    target = {"normal_boxes": 20}
    hits = outcome("turn", *[12, 11] * actions, options=options, actor={}, target=target)["hits"]
    assert hits == actions


@pytest.mark.rule("TW-A12")
@pytest.mark.parametrize(("rank", "boxes"), [(0, 2), (1, 2), (2, 3), (10, 11)])
def test_normal_boxes_can_follow_rank(rank: int, boxes: int) -> None:
    options = {"normal-boxes": "rank"}
    assert sheet(options, rank=rank)["boxes"] == boxes + 4
    assert sheet(options, rank=rank, normal_boxes=boxes)["boxes"] == boxes + 4
    with refuses("normal boxes out of range"):
        sheet(options, rank=rank, normal_boxes=boxes + 1)
    assert sheet(rank=rank)["boxes"] == 6
    assert sheet(rank=rank, normal_boxes=boxes + 1)["boxes"] == boxes + 5


@pytest.mark.rule("TW-A12")
def test_rolls_use_the_boxes_they_are_given_or_two_whatever_the_rank() -> None:
    options = {"normal-boxes": "rank"}
    assert outcome("short-rest", 1, options=options, rank=5, damage=3)["damage"] == 0
    assert outcome("heal", 1, options=options, damage=6)["tier"] == "critical"
    assert chances("short-rest", options, rank=5, damage=6) == chances("short-rest", rank=5, damage=6)
    assert chances("turn", options, actor={"rank": 5}) == chances("turn", actor={"rank": 5})
    with refuses("bad parameter: damage"):
        outcome("short-rest", 1, options=options, rank=5, damage=7)


# --- damage --------------------------------------------------------------------------------------


@pytest.mark.rule("TW-A13")
@pytest.mark.parametrize(
    ("damage", "boxes", "left"), [(0, 1, 1), (0, 3, 3), (1, 4, 5), (2, 3, 5), (4, 1, 5), (0, 5, 5)]
)
def test_one_blow_runs_through_tiers(damage: int, boxes: int, left: int) -> None:
    assert after(boxes, damage=damage) == (left, "active")


@pytest.mark.rule("TW-A13")
@pytest.mark.parametrize(
    ("damage", "boxes", "left"),
    [(0, 1, 1), (0, 2, 2), (0, 3, 2), (1, 9, 2), (2, 1, 3), (2, 3, 4), (3, 9, 4), (4, 1, 5)],
)
def test_or_it_stops_at_the_last_box_of_the_tier_it_strikes(damage: int, boxes: int, left: int) -> None:
    assert after(boxes, {"tier-crossing": "stop"}, damage=damage) == (left, "active")


@pytest.mark.rule("TW-A13", "TW-A22")
def test_a_stopped_blow_past_the_last_critical_box_is_still_past_the_last_box() -> None:
    options = {"tier-crossing": "stop", "overflow-damage": "dead"}
    assert after(2, options, damage=4) == (6, "incapacitated")
    assert after(3, options, damage=4) == (6, "dead")
    assert after(1, options, damage=6, state="incapacitated") == (6, "dead")


@pytest.mark.rule("TW-A13")
def test_no_damage_changes_nothing() -> None:
    for state in ("active", "incapacitated", "stabilised"):
        for damage in (0, 3, 5, 6):
            assert after(0, {"overflow-damage": "dead"}, damage=damage, state=state) == (damage, state)


@pytest.mark.rule("TW-A21")
@pytest.mark.parametrize(
    ("last_box", "state"), [("collapse", "incapacitated"), ("standing", "active"), ("dead", "dead")]
)
def test_what_the_last_box_does_is_the_table_s_choice(last_box: str, state: str) -> None:
    options = {"last-box": last_box}
    assert after(1, options, damage=4) == (5, "active")
    assert after(1, options, damage=5) == (6, state)
    assert after(6, options) == (6, state)
    assert after(1, options, damage=6) == (6, state)


@pytest.mark.rule("TW-A21")
def test_standing_at_the_last_box_only_the_strength_check_fells() -> None:
    found = sheet({"last-box": "standing"}, hit(6))
    assert (found["hit_points"], found["collapse_check"], found["actions"]) == (0, True, 1)


@pytest.mark.rule("TW-A22")
@pytest.mark.parametrize(("overflow", "state"), [("lost", "incapacitated"), ("dead", "dead")])
def test_damage_past_the_last_box_is_lost_or_kills(overflow: str, state: str) -> None:
    options = {"overflow-damage": overflow}
    assert after(6, options) == (6, "incapacitated")
    assert after(7, options) == (6, state)
    assert after(1, options, damage=6, state="incapacitated") == (6, state)


@pytest.mark.rule("TW-A21", "TW-A22")
def test_damage_past_the_last_box_kills_even_someone_who_would_stand() -> None:
    options = {"last-box": "standing", "overflow-damage": "dead"}
    assert after(6, options) == (6, "active")
    assert after(7, options) == (6, "dead")


@pytest.mark.rule("TW-A20")
def test_everyone_alike_or_damage_that_leaves_an_npc_in_critical_fells_it() -> None:
    drop = {"npc-critical": "drop"}
    assert after(5, {"npc-critical": "same"}, npc=True) == (5, "active")
    assert after(4, drop, npc=True) == (4, "active")
    assert after(5, drop, npc=True) == (5, "incapacitated")
    assert after(5, drop, npc=False) == (5, "active")
    assert after(1, drop, npc=True, damage=5) == (6, "incapacitated")
    assert after(1, drop | {"last-box": "standing"}, npc=True, damage=5) == (6, "incapacitated")
    assert after(1, drop | {"last-box": "dead"}, npc=True, damage=5) == (6, "dead")


@pytest.mark.rule("TW-A20")
def test_a_stopped_blow_does_not_drop_an_npc_it_leaves_in_wounded() -> None:
    assert after(9, {"npc-critical": "drop", "tier-crossing": "stop"}, npc=True, damage=2) == (4, "active")


@pytest.mark.rule("TW-A25", "TW-A21")
@pytest.mark.parametrize(
    ("stabilised", "last_box", "damage", "state"),
    [
        ("steady", "collapse", 3, "active"),
        ("steady", "collapse", 4, "active"),
        ("steady", "collapse", 5, "incapacitated"),
        ("steady", "standing", 5, "active"),
        ("steady", "standing", 6, "active"),
        ("steady", "dead", 6, "dead"),
        ("letter", "collapse", 4, "active"),
        ("down", "collapse", 3, "incapacitated"),
        ("down", "collapse", 4, "incapacitated"),
        ("down", "standing", 6, "incapacitated"),
        ("down", "dead", 6, "dead"),
    ],
)
def test_damage_ends_being_stabilised(stabilised: str, last_box: str, damage: int, state: str) -> None:
    options = {"stabilised": stabilised, "last-box": last_box}
    assert after(1, options, damage=damage, state="stabilised") == (min(6, damage + 1), state)


@pytest.mark.rule("TW-36", "TW-A23")
def test_damage_leaves_the_incapacitated_incapacitated() -> None:
    assert after(1, damage=3, state="incapacitated") == (4, "incapacitated")
    assert after(1, {"last-box": "standing"}, damage=5, state="incapacitated") == (6, "incapacitated")


@pytest.mark.rule("TW-A23", "TW-A25")
@pytest.mark.parametrize(
    ("state", "options", "actions"),
    [
        ("incapacitated", {}, 0),
        ("stabilised", {}, 1),
        ("stabilised", {"stabilised": "letter"}, 1),
        ("stabilised", {"stabilised": "down"}, 0),
        ("active", {"stabilised": "down"}, 1),
    ],
)
def test_who_has_actions(state: str, options: dict[str, Any], actions: int) -> None:
    found = sheet(options, damage=5, state=state)
    assert found["actions"] == actions
    assert found["collapse_check"] == (state == "active")
    assert found["disadvantage"]


@pytest.mark.rule("TW-A22")
def test_the_dead_have_no_actions_and_no_checks() -> None:
    found = sheet({"last-box": "dead"}, hit(6))
    assert (found["state"], found["actions"], found["collapse_check"]) == ("dead", 0, False)


@pytest.mark.rule("TW-A22")
@pytest.mark.parametrize(
    "action",
    [
        hit(1),
        {"do": "heal", "source": "magic", "boxes": 1},
        {"do": "short-rest", "dice": []},
        {"do": "long-rest", "dice": [1, 1, 1]},
    ],
)
def test_nothing_is_done_to_the_dead(action: dict[str, Any]) -> None:
    with refuses("character is dead"):
        sheet({"last-box": "dead"}, hit(6), action)


# --- the Strength check in Critical -----------------------------------------------------------------


@pytest.mark.rule("TW-34", "TW-35", "TW-A18")
@pytest.mark.parametrize(
    ("faces", "result", "collapsed"),
    [
        ((6, 7, 12), "success", False),
        ((6, 6, 12), "critical", False),
        ((5, 7, 12), "failure", True),
        ((1, 1, 12), "critical", False),
        ((12, 12, 1), "success", False),
        ((12, 12, 12), "critical", False),
    ],
)
def test_the_strength_check_is_made_with_disadvantage(faces: tuple[int, ...], result: str, collapsed: bool) -> None:
    assert outcome("collapse-check", *faces) == {"result": result, "collapsed": collapsed}


@pytest.mark.rule("TW-34", "TW-35", "TW-A18")
def test_strength_7_collapses_with_5_of_8() -> None:
    assert chance("collapse-check", {"collapsed": True}) == Fraction(5, 8)


@pytest.mark.rule("TW-A18")
def test_beyond_all_totals_only_kept_doubles_hold() -> None:
    # TN 40: 12 triples and 3 * 66 rolls whose two lowest are a pair: 210 of 1728
    assert chance("collapse-check", {"collapsed": False}, str=0, difficulty=20) == Fraction(210, 1728)


@pytest.mark.rule("TW-A18")
def test_the_tier_s_disadvantage_can_be_left_out_of_this_check() -> None:
    plain = {"collapse-check": "plain"}
    assert outcome("collapse-check", 9, 4, options=plain) == {"result": "success", "collapsed": False}
    assert chance("collapse-check", {"collapsed": False}, plain) == Fraction(7, 12)
    assert chance("collapse-check", {"collapsed": False}, plain, disadvantage=1) == Fraction(3, 8)


@pytest.mark.rule("TW-A10", "TW-A18")
def test_tags_advantage_and_difficulty_apply_to_the_strength_check() -> None:
    assert outcome("collapse-check", 9, 4, advantage=1) == {"result": "success", "collapsed": False}
    assert chance("collapse-check", {"collapsed": False}, advantage=1) == Fraction(7, 12)
    assert chance("collapse-check", {"collapsed": False}, rank=3, tags=1) == Fraction(7, 12)  # as with STR 10
    assert chance("collapse-check", {"collapsed": False}, str=10, difficulty=3) == Fraction(3, 8)
    assert chance("collapse-check", {"collapsed": False}, {"collapse-check": "plain"}, advantage=1) == Fraction(
        233, 288
    )


@pytest.mark.rule("TW-34", "TW-A18")
@pytest.mark.parametrize(
    ("setting", "value", "held"),
    [
        ("doubles-below-tn", "failure", "failure"),
        ("doubles-below-tn", "success", "success"),
        ("disadvantage-crit", "never", "failure"),
        ("disadvantage-crit", "triple", "failure"),
    ],
)
def test_house_rules_on_doubles_hold_for_the_strength_check(setting: str, value: str, held: str) -> None:
    found = outcome("collapse-check", 3, 3, 9, options={setting: value})
    assert found == {"result": held, "collapsed": held == "failure"}


@pytest.mark.rule("TW-34", "TW-35", "TW-A19")
@pytest.mark.parametrize(
    ("strength", "turns", "standing"),
    [
        (7, 1, "3/8"),
        (7, 2, "9/64"),
        (7, 3, "27/512"),
        (10, 1, "7/12"),
        (10, 2, "49/144"),
        (10, 3, "343/1728"),
    ],
)
def test_the_chance_to_stand_after_some_turns(strength: int, turns: int, standing: str) -> None:
    found = chance("critical-survival", {"standing": True}, str=strength, turns=turns)
    assert found == Fraction(standing)


@pytest.mark.rule("TW-34", "TW-35")
def test_survival_ends_at_the_first_failure() -> None:
    passed, failed = (6, 7, 12), (5, 7, 12)
    assert outcome("critical-survival", *failed) == {"standing": False, "turns_held": 0}
    assert outcome("critical-survival", *passed, *failed) == {"standing": False, "turns_held": 1}
    assert outcome("critical-survival", *passed * 2, *failed) == {"standing": False, "turns_held": 2}
    assert outcome("critical-survival", *passed * 3) == {"standing": True, "turns_held": 3}
    assert outcome("critical-survival", *passed, turns=1) == {"standing": True, "turns_held": 1}


@pytest.mark.rule("TW-34", "TW-35")
def test_strength_10_holds_for_exactly_one_of_two_turns_with_35_of_144() -> None:
    # one check passed and the next failed: 7/12 * 5/12
    found = chance("critical-survival", {"standing": False, "turns_held": 1}, str=10, turns=2)
    assert found == Fraction(7, 12) * Fraction(5, 12)


@pytest.mark.rule("TW-34")
@pytest.mark.parametrize("strength", range(1, 11))
def test_surviving_n_turns_is_the_nth_power_of_surviving_one(strength: int) -> None:
    for options in ({"collapse-check": "disadvantage"}, {"collapse-check": "plain"}):
        once = chance("collapse-check", {"collapsed": False}, options, str=strength)
        for turns in (1, 4, 10, 50):
            found = chances("critical-survival", options, str=strength, turns=turns)
            assert found[True, turns] == once**turns
            assert found[False, turns - 1] == once ** (turns - 1) * (1 - once)


@pytest.mark.rule("TW-34")
@pytest.mark.parametrize(("strength", "p"), [(7, Fraction(3, 8)), (10, Fraction(7, 12))])
def test_the_mean_of_turns_held_nears_p_over_1_minus_p(strength: int, p: Fraction) -> None:
    found = chances("critical-survival", str=strength, turns=50)
    mean = sum(held * share for (_, held), share in found.items())
    assert p / (1 - p) - mean == p**51 / (1 - p)


@pytest.mark.rule("TW-34")
def test_strength_9_is_the_first_with_an_even_chance_to_hold_one_turn_and_12_for_two() -> None:
    for turns, least in ((1, 9), (2, 12)):
        even = [s for s in range(21) if chance("critical-survival", {"standing": True}, str=s, turns=turns) >= 0.5]
        assert even[0] == least
