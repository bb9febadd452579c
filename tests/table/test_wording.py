"""Events in words: the headline first, and nothing that a terminal would act on."""

from typing import Any, Literal

import pytest
from a_table import company
from msgspec import UNSET
from msgspec.structs import replace

from rulewright.cli.table_show import tracker_line
from rulewright.game import Words
from rulewright.game.trackers import Tracker, tracked
from rulewright.table import act
from rulewright.table.perform import Attempt
from rulewright.table.views.event_view import view_log
from rulewright.table.views.shapes import ChangeView, EventView
from rulewright.table.views.wording import (
    change_texts,
    details,
    given_text,
    headline,
    outcome_texts,
    printable,
    with_words,
)


@pytest.mark.parametrize(
    ("outcome", "word", "named", "rest"),
    [
        ({"result": "critical", "total": 7, "margin": -7}, "critical", True, ["total 7, margin −7"]),
        ({"mode": "run", "paces": 21, "end": "caught"}, "caught", True, ["mode run, paces 21"]),
        ({"mode": "run", "paces": 21, "end": "none"}, "run", True, ["paces 21"]),
        ({"text": "Ada joins"}, "Ada joins", True, []),
        ({"collapsed": False, "actions": 2}, "actions 2", False, []),
        ({"fell": True, "burned": 3, "ap": 2}, "fell", False, ["burned 3, AP 2"]),
        ({"collapsed": False}, "", False, []),
        ({"result": "hit", "hit": [{"who": "Orc", "damage": 5, "burning": 0}]}, "hit", True, ["hit: Orc, damage 5"]),
        ({"success": True, "heads": 2}, "success", True, ["heads 2"]),
        ({"success": False, "heads": 0}, "failure", True, []),
        (42, "42", False, []),
    ],
)
def test_an_outcome_has_a_headline_and_details(outcome: Any, word: str, named: bool, rest: list[str]) -> None:
    assert headline(Words(), outcome) == (word, named)
    assert details(Words(), outcome) == rest


def test_what_an_outcome_says_of_the_target_is_said_by_name() -> None:
    outcome = {"result": "deep", "target_wounds": 2, "target_shaken": True, "air": 3}
    assert details(Words(), outcome, "Eel") == ["air 3", "Eel: wounds 2, shaken"]


def test_changes_are_lines_and_bookkeeping_is_left_out() -> None:
    changes = [
        ChangeView(["scene", "characters", "Ada", "damage"], 0, 2, False),
        ChangeView(["scene", "characters", "Orc"], None, {"name": "Orc"}, False),
        ChangeView(["scene", "characters", "Elf"], {"name": "Elf"}, None, True),
        ChangeView(["scene", "characters", "Ada", "gear", "shield"], True, False, False),
        ChangeView(["scene", "characters", "Ada", "pools"], {"hp": 9, "luck": 1}, {"hp": 7, "luck": 1}, False),
        ChangeView(["scene", "minute"], 540, 550, False),
        ChangeView(["scene", "fight", "at"], 0, 1, False),
        ChangeView(["pending", "p3"], None, {}, False),
    ]
    trackers = [Tracker("time", "clock", "minute", where="scene"), Tracker("HP", "meter", "pools.hp")]
    texts = change_texts(changes, ["Ada", "Orc"], trackers, Words())
    assert [one.text for one in texts if one.kept] == [
        "Ada: damage 0 → 2",
        "Orc is here",
        "Elf is gone",
        "Ada: no longer gear shield",
        "Ada: HP 9 → 7",
        "Time 09:00 → 09:10",
    ]
    assert [one.text for one in texts if not one.kept] == ["At 0 → 1"]


def test_a_state_is_reported_by_its_name_alone() -> None:
    place = ["scene", "characters", "Ada", "status"]
    steps = [("up", "knocked-out"), ("knocked-out", "dead"), ("dead", "up")]
    changes = [ChangeView(place, before, after, False) for before, after in steps]
    texts = change_texts(changes, ["Ada"], [Tracker("status", "words", "status", usual="up")], Words())
    assert [one.text for one in texts] == ["Ada: knocked out", "Ada: knocked out → dead", "Ada: no longer dead"]


def test_a_list_of_names_needs_no_name_before_it() -> None:
    assert given_text(Words(), {"tags": ["burglar", "cat"], "difficulty": 2}) == "burglar and cat, difficulty 2"


def test_parameters_that_do_not_fit_in_a_line_are_left_out() -> None:
    assert (
        given_text(Words(), {"who": "Ada", "target": "Orc", "character": {"name": "x" * 99}, "high": False})
        == "target Orc"
    )


def test_a_hidden_roll_that_waits_says_no_more_than_that() -> None:
    table = company()
    waits = EventView(seq=9, at="", by=table.gm.seat, kind="waiting", hidden=True, waits_for=[table.ann.seat])
    assert with_words(table.game, table.state, waits).sentence == "A secret roll waits for Ann."


def test_nothing_that_a_terminal_would_act_on_gets_through() -> None:
    assert printable("a\x1b[2J\u202eb\n") == "a [2J b "
    table = company()
    said = EventView(seq=9, at="", by=table.gm.seat, kind="said", text="\x1b[31mred")
    assert "\x1b" not in with_words(table.game, table.state, said).sentence


def test_a_player_who_has_left_is_still_named() -> None:
    table = company()
    act.say(table.tables, table.ann, "goodbye")
    table.tables.remove_seat(table.gm, table.ann.seat)
    said, left = view_log(table.tables, table.gm, table.state.seq - 2)
    assert (said.sentence, left.sentence) == ("Ann: goodbye", "Ann left the table.")


def test_what_a_game_keeps_in_sight_is_reported_in_a_line() -> None:
    trackers = (
        Tracker("HP", "meter", "hp", "max_hp"),
        Tracker("normal", "boxes", "checked.normal", 3),
        Tracker("potions", "count", "potions", usual=0),
        Tracker("bleeding", "flag", "bleeding"),
        Tracker("prone", "flag", "prone"),
        Tracker("notches", "count", "notches.*", usual=0),
        Tracker("time", "clock", "minute", where="scene"),
    )

    def shown(where: Literal["sheet", "scene"], seen: dict[str, Any]) -> str:
        return tracker_line(tracked(trackers, where, seen, Words()))

    sheet = {"hp": 3, "max_hp": 9, "checked": {"normal": 1}, "potions": 0, "bleeding": True, "prone": False}
    line = "HP 3/9, normal ■□□, bleeding, violence notches 2"
    assert shown("sheet", sheet | {"notches": {"violence": 2, "unnatural": 0}}) == line
    assert shown("scene", {"minute": 1265}) == "time 21:05"
    assert shown("sheet", {"name": "a foe whose sheet is hidden"}) == ""


def test_a_result_has_its_parts_ready_to_be_shown() -> None:
    table = company("twelves")
    event = act.submit(table.tables, table.gm, Attempt("action", "check", {"who": "Wren", "ability": "AGI"}, (12, 12)))
    (seen,) = view_log(table.tables, table.gm, event.seq - 1)
    assert seen.result is not UNSET
    assert seen.result.tried == "Wren: check Agility."
    assert seen.result.headline == "Critical"
    assert seen.result.rest == seen.result.sentence == "Doubles: Wren succeeds critically at Agility."


def test_the_rest_of_a_result_repeats_neither_attempt_nor_headline_nor_change() -> None:
    table = company("twelves")
    outcome = {"result": "critical", "total": 7}
    danced = EventView(seq=9, at="", by=table.gm.seat, kind="acted", name="dance", params={"who": "Wren"})
    shown = replace(danced, outcome=outcome)
    result = with_words(table.game, table.state, shown).result
    assert result is not UNSET
    assert (result.tried, result.headline, result.rest) == ("Wren: dance.", "Critical", "Total 7.")
    assert result.sentence == "Wren: dance. Critical; total 7."
    changes = [ChangeView(["scene", "characters", "Wren", "potions"], 3, 2, False)]
    said = replace(danced, outcome={"text": "Wren: potions 2"}, changes=changes)
    view = with_words(table.game, table.state, said)
    assert view.result is not UNSET
    assert (view.result.sentence, view.result.rest) == ("Wren: potions 2.", "")


def test_a_roll_that_no_character_makes_is_said_with_its_numbers() -> None:
    words = company("twelves").game.words
    texts = outcome_texts(words, "check", {"result": "critical", "total": 12, "margin": 5})
    assert texts == ("Critical", "Doubles: a critical success. Total 12, margin 5.")
    assert outcome_texts(Words(), "dice", 7) == ("7", "")
