"""Events in words: the one that matters first, and nothing that a terminal would act on."""

from typing import Any

import pytest

from rulewright.cli.table_trackers import tracked
from rulewright.game.trackers import Tracker
from rulewright.table.views.wording import changed, details, given, headline, printable, sentence


@pytest.mark.parametrize(
    ("outcome", "word", "rest"),
    [
        ({"result": "critical", "total": 7, "margin": -7}, "critical", "total 7, margin -7"),
        ({"mode": "run", "paces": 21, "end": "caught"}, "caught", "mode run, paces 21"),
        ({"mode": "run", "paces": 21, "end": "none"}, "mode run, paces 21", ""),
        ({"text": "Ada joins"}, "Ada joins", ""),
        ({"collapsed": False, "actions": 2}, "actions 2", ""),
        ({"fell": True, "burned": 3}, "fell, burned 3", ""),
        ({"collapsed": False}, "done", ""),
        ({"result": "hit", "hit": [{"who": "Orc", "damage": 5, "burning": 0}]}, "hit", "hit who Orc, damage 5"),
        (42, "42", ""),
    ],
)
def test_an_outcome_has_a_headline_and_details(outcome: Any, word: str, rest: str) -> None:
    assert (headline(outcome), details(outcome)) == (word, rest)


def test_what_changed_is_told_in_lines() -> None:
    changes: list[dict[str, Any]] = [
        {"path": ["scene", "characters", "Ada", "damage"], "before": 0, "value": 2, "gone": False},
        {"path": ["scene", "characters", "Orc"], "before": None, "value": {"name": "Orc"}, "gone": False},
        {"path": ["scene", "characters", "Elf"], "before": {"name": "Elf"}, "value": None, "gone": True},
        {"path": ["scene", "characters", "Ada", "gear", "shield"], "before": True, "value": False, "gone": False},
        {"path": ["scene", "minute"], "before": 540, "value": 550, "gone": False},
        {"path": ["scene", "fight", "at"], "before": 0, "value": 1, "gone": False},
        {"path": ["pending", "p3"], "before": None, "value": {}, "gone": False},
    ]
    assert changed(changes) == [
        "Ada: damage 0 → 2",
        "Orc is here",
        "Elf is gone",
        "Ada: gear shield yes → no",
        "minute 540 → 550",
    ]


def test_parameters_that_do_not_fit_in_a_line_are_left_out() -> None:
    assert given({"who": "Ada", "target": "Orc", "character": {"name": "x" * 99}, "high": False}) == "target Orc"


def test_a_hidden_roll_that_waits_says_no_more_than_that() -> None:
    assert sentence({"kind": "waiting", "by": "s1", "hidden": True}, {}) == "a secret roll waits: somebody decides"


def test_nothing_that_a_terminal_would_act_on_gets_through() -> None:
    assert printable("a\x1b[2J\u202eb\n") == "a [2J b "
    assert "\x1b" not in sentence({"kind": "said", "by": "s1", "text": "\x1b[31mred"}, {"s1": "\x07Ann"})


def test_what_a_game_keeps_in_sight_is_told_in_a_line() -> None:
    trackers = (
        Tracker("HP", "meter", "hp", "max_hp"),
        Tracker("normal", "boxes", "checked.normal", 3),
        Tracker("potions", "count", "potions", usual=0),
        Tracker("bleeding", "flag", "bleeding"),
        Tracker("prone", "flag", "prone"),
        Tracker("notches", "count", "notches.*", usual=0),
        Tracker("time", "clock", "minute", where="scene"),
    )
    sheet = {"hp": 3, "max_hp": 9, "checked": {"normal": 1}, "potions": 0, "bleeding": True, "prone": False}
    line = "HP 3/9, normal ■□□, bleeding, violence notches 2"
    assert tracked(trackers, "sheet", sheet | {"notches": {"violence": 2, "unnatural": 0}}) == line
    assert tracked(trackers, "scene", {"minute": 1265}) == "time 21:05"
    assert tracked(trackers, "sheet", {"name": "a foe whose sheet is hidden"}) == ""
