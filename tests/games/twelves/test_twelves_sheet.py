"""The derived sheet and the actions in `then`."""

from typing import Any

import pytest
from twelves_table import SCORES, refuses, sheet

from rulewright.games.twelves import GAME


def hit(boxes: Any) -> dict[str, Any]:
    return {"do": "take-damage", "boxes": boxes}


def heal(boxes: Any, source: Any = "potion") -> dict[str, Any]:
    return {"do": "heal", "source": source, "boxes": boxes}


def rest(kind: str, *dice: int) -> dict[str, Any]:
    return {"do": f"{kind}-rest", "dice": list(dice)}


def check(*dice: int) -> dict[str, Any]:
    return {"do": "collapse-check", "dice": list(dice)}


STABILISE = {"do": "stabilise"}


@pytest.mark.rule("TW-09", "TW-26")
def test_a_derived_sheet_has_exactly_the_fields_of_the_inventory() -> None:
    assert sheet(damage=3) == {
        "tn": {"AGI": 11, "STR": 12, "FIN": 13, "INS": 14, "PRE": 15, "KNO": 16},
        "boxes": 6,
        "checked": {"normal": 2, "wounded": 1, "critical": 0},
        "hit_points": 3,
        "tier": "wounded",
        "state": "active",
        "disadvantage": True,
        "actions": 1,
        "collapse_check": False,
    }


@pytest.mark.rule("TW-A2")
def test_scores_left_out_are_the_table_s_array_in_ability_order() -> None:
    assert list(sheet({"score-array": [0, 1, 2, 3, 4, 20]})["tn"].values()) == [20, 19, 18, 17, 16, 0]
    assert list(sheet({"score-method": "free"})["tn"].values()) == [11, 12, 13, 14, 15, 16]


@pytest.mark.rule("TW-A1")
def test_a_derived_sheet_takes_scores_outside_the_range_of_creation() -> None:
    assert sheet(scores=dict.fromkeys(SCORES, 20))["tn"]["KNO"] == 0


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("rank", [-1, 11, True, "1", None, 1.0]),
        ("damage", [-1, 7, 25, True, "1", None]),
        ("state", ["dead", "", "ACTIVE", None, 1]),
        ("npc", [0, 1, None, "true"]),
        ("normal_boxes", [1, 21, True, "2", 2.0]),
        ("then", [None, 5, "heal", {}, [5], ["heal"], [None]]),
        ("scores", [5, [9, 8, 7, 6, 5, 4], "987654"]),
    ],
)
def test_input_outside_type_or_range_is_a_bad_parameter(name: str, values: list[Any]) -> None:
    for value in values:
        with refuses(f"bad parameter: {name}"):
            sheet(**{name: value})


@pytest.mark.parametrize("name", ["normal_boxes", "scores"])
def test_null_is_neither_a_number_of_boxes_nor_a_set_of_scores(name: str) -> None:
    with refuses(f"bad parameter: {name}"):
        sheet(**{name: None})


@pytest.mark.parametrize("score", [-1, 21, True, "7", None, 7.0])
def test_a_score_of_a_derived_sheet_lies_from_0_to_20(score: Any) -> None:
    with refuses("bad parameter: scores.FIN"):
        sheet(scores=SCORES | {"FIN": score})


@pytest.mark.parametrize("name", ["tags", "potions", "name", "tn", "use"])
def test_input_that_is_not_listed_is_unknown(name: str) -> None:
    with refuses(f"unknown parameter: {name}"):
        sheet(**{name: 1})


def test_scores_are_all_six_and_no_other() -> None:
    with refuses("unknown parameter: scores.LUCK"):
        sheet(scores=SCORES | {"LUCK": 1})
    with pytest.raises(Exception, match=r"parameter: scores(\.STR)?\b"):
        sheet(scores={"AGI": 5})


# --- then --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-26", "TW-34", "TW-35", "TW-36", "TW-A14", "TW-A21", "TW-A25", "TW-A26")
def test_actions_follow_one_another_in_order() -> None:
    actions = [
        (hit(3), (3, "active", "wounded")),
        (heal(1), (2, "active", "normal")),
        (hit(3), (5, "active", "critical")),
        (check(6, 6, 12), (5, "active", "critical")),
        (check(5, 6, 12), (5, "incapacitated", "critical")),
        (rest("short"), (5, "incapacitated", "critical")),
        (STABILISE, (5, "stabilised", "critical")),
        (hit(1), (6, "incapacitated", "critical")),
        (heal(1, "medical"), (6, "incapacitated", "critical")),
        (heal(1, "magic"), (5, "active", "critical")),
        (rest("long", 1, 1, 1), (1, "active", "normal")),
        (rest("short", 4), (0, "active", "normal")),
    ]
    for count in range(1, len(actions) + 1):
        found = sheet(None, *[action for action, _ in actions[:count]])
        assert (sum(found["checked"].values()), found["state"], found["tier"]) == actions[count - 1][1]


@pytest.mark.rule("TW-34", "TW-A18")
def test_the_collapse_check_of_a_sheet_uses_its_own_strength() -> None:
    for strength, state in ((8, "active"), (7, "incapacitated")):
        scores = SCORES | {"STR": strength}
        assert sheet(None, check(6, 6, 12), scores=scores, damage=5)["state"] == "active"  # doubles
        assert sheet(None, check(5, 7, 12), scores=scores, damage=5, rank=10)["state"] == state
    plain = {"collapse-check": "plain"}
    assert sheet(plain, check(5, 7), damage=5)["state"] == "active"


@pytest.mark.rule("TW-A19")
@pytest.mark.parametrize(
    "given",
    [
        {"damage": 4},
        {"damage": 0},
        {"damage": 5, "state": "incapacitated"},
        {"damage": 5, "state": "stabilised"},
        {"damage": 6, "state": "incapacitated"},
    ],
)
def test_no_check_is_due_unless_active_in_critical(given: dict[str, Any]) -> None:
    assert not sheet(**given)["collapse_check"]
    with refuses("no check due"):
        sheet(None, check(12, 12, 12), **given)


@pytest.mark.rule("TW-A19")
def test_healed_out_of_critical_no_check_is_due() -> None:
    with refuses("no check due"):
        sheet(None, heal(1), check(12, 12, 12), damage=5)


@pytest.mark.rule("TW-36", "TW-A25")
def test_stabilised_to_the_letter_checks_resume() -> None:
    letter = {"stabilised": "letter"}
    found = sheet(letter, STABILISE, check(5, 6, 12), damage=5, state="incapacitated")
    assert found["state"] == "incapacitated"
    with refuses("no check due"):
        sheet(None, STABILISE, check(5, 6, 12), damage=5, state="incapacitated")


@pytest.mark.rule("TW-A20", "TW-A21", "TW-A22", "TW-A13")
@pytest.mark.parametrize(
    ("options", "given", "boxes", "damage", "state"),
    [
        ({"npc-critical": "drop"}, {"npc": True}, 5, 5, "incapacitated"),
        ({"npc-critical": "drop"}, {}, 5, 5, "active"),
        ({"last-box": "standing"}, {}, 9, 6, "active"),
        ({"last-box": "dead"}, {}, 6, 6, "dead"),
        ({"overflow-damage": "dead"}, {}, 6, 6, "incapacitated"),
        ({"overflow-damage": "dead"}, {}, 7, 6, "dead"),
        ({"tier-crossing": "stop"}, {}, 9, 2, "active"),
        ({"tier-crossing": "stop"}, {"damage": 2}, 9, 4, "active"),
        ({"tier-crossing": "stop", "overflow-damage": "dead"}, {"damage": 5}, 2, 6, "dead"),
        ({"stabilised": "down"}, {"damage": 5, "state": "stabilised", "normal_boxes": 3}, 1, 6, "incapacitated"),
    ],
)
def test_the_table_s_choices_hold_for_actions_on_a_sheet(
    options: dict[str, Any], given: dict[str, Any], boxes: int, damage: int, state: str
) -> None:
    found = sheet(options, hit(boxes), **given)
    assert (sum(found["checked"].values()), found["state"]) == (damage, state)


@pytest.mark.parametrize(
    ("words", "actions"),
    [
        ("negative amount", [hit(-1)]),
        ("negative amount", [heal(-1)]),
        ("negative amount", [heal(-1, "prayer")]),
        ("unknown source", [heal(1, "prayer")]),
        ("unknown source", [heal(1, "rest")]),
        ("no check due", [check(1, 2, 3)]),
        ("patient is not incapacitated", [STABILISE]),
        ("negative amount", [hit(3), heal(2), hit(-5), STABILISE]),
    ],
)
def test_a_refused_action_is_the_whole_answer(words: str, actions: list[dict[str, Any]]) -> None:
    with refuses(words):
        sheet(None, *actions)


@pytest.mark.parametrize(
    "action",
    [
        rest("long", 1, 1),
        rest("long", 1, 1, 1, 1),
        rest("long", 1, 1, 5),
        rest("long", 0, 1, 1),
        rest("short"),
        rest("short", 1, 1),
        {"do": "dance"},
        {"do": "take-damage", "boxes": "1"},
        {"do": "take-damage", "boxes": 1.5},
        {"do": "heal", "source": 5, "boxes": 1},
        {"do": "short-rest", "dice": 3},
    ],
)
def test_an_action_with_the_wrong_dice_or_fields_is_a_bad_parameter(action: dict[str, Any]) -> None:
    with pytest.raises(Exception, match=r"^bad parameter: then\b"):
        sheet(None, action)


@pytest.mark.rule("TW-41")
def test_a_short_rest_in_critical_takes_no_dice() -> None:
    with pytest.raises(Exception, match=r"^bad parameter: then\b"):
        sheet(None, rest("short", 1), damage=5)


@pytest.mark.rule("TW-A29")
def test_the_limit_of_short_rests_counts_from_0_on_a_derived_sheet() -> None:
    options = {"short-rest-limit": 1}
    assert sheet(options, rest("short", 1), rest("long", 1, 1, 1), rest("short", 1), damage=2)["hit_points"] == 6
    with refuses("short rest limit"):
        sheet(options, rest("short", 1), rest("short", 1), damage=2)


def test_an_unknown_derived_value_is_refused() -> None:
    with refuses("unknown derived value: armour"):
        GAME.derive("armour")
