"""Every value of every option changes something."""

from typing import Any

import pytest
from untold_aeons_table import EVEN, Scene, chances, created, derived, refuses

from rulewright.games.untold_aeons import GAME

ODDS: list[tuple[str, list[Any], str, dict[str, Any]]] = [
    ("karma-bonus", ["dice", "successes"], "check", {"skill": 2, "karma": True}),
    ("karma-reroll", ["skill-pool", "non-successes", "both-pools"], "check-reroll", {"skill": 2, "difficulty": 1}),
    (
        "sanity-stress",
        ["modified", "severity"],
        "sanity-check",
        {"willpower": 2, "intellect": 2, "karma_against": True},
    ),
    (
        "stress-save-stat",
        ["intellect", "willpower"],
        "gain-stress",
        {"willpower": 4, "intellect": 1, "stress": 14, "amount": 1},
    ),
    ("threshold", ["above", "at-or-above"], "save", {"stat": 2, "points": 12, "limit": 12}),
    (
        "notches",
        ["per-check", "per-advantage"],
        "sanity-check",
        {"willpower": 3, "intellect": 2, "shaken": True, "difficulty": 0},
    ),
    ("contest-advantage", ["net", "own"], "melee-attack", {"brawl": 2, "defence_skill": 2}),
    ("prone-penalty", [1, 0, 2, 3], "melee-attack", {"brawl": 4, "defence_skill": 2, "prone": True}),
    ("critical", ["double-base", "double-successes"], "firearm-attack", {"firearms": 3}),
]


@pytest.mark.rule("UA-A3", "UA-A5", "UA-A19", "UA-A20", "UA-A21", "UA-A26", "UA-A37", "UA-A40", "UA-A47")
@pytest.mark.parametrize(
    ("option", "values", "roll", "params"), ODDS, ids=lambda one: one if isinstance(one, str) else ""
)
def test_each_value_has_odds_of_its_own(option: str, values: list[Any], roll: str, params: dict[str, Any]) -> None:
    found = [chances(roll, {option: value}, **params) for value in values]
    assert chances(roll, **params) == found[0], "the default comes first"
    assert all(one != other for at, one in enumerate(found) for other in found[:at])


@pytest.mark.rule("UA-A1", "UA-A14", "UA-A16", "UA-A17", "UA-A43")
def test_each_number_changes_a_value() -> None:
    assert created({"starting-xp": 0})["xp"] == 0
    assert created({"intellect-xp-per-point": 1})["xp"] == 103
    cost = {"from": 1, "to": 2}
    assert derived("characteristic-cost", {"characteristic-cost": 7}, **cost) == {"xp": 7}
    with refuses("skill above cap"):
        created({"skill-cap": 2}, background={"brawl": 3})
    with refuses("characteristics must total 16"):
        created({"characteristic-points": "on-top"})
    band = {"distance": 9, "weapon_range": 5}
    assert derived("firearm-difficulty", {"point-blank-yards": 9}, **band)["band"] == 1


@pytest.mark.rule("UA-A6", "UA-A11", "UA-A30", "UA-A31", "UA-A35")
def test_options_of_procedure_change_no_odds() -> None:
    procedure = {
        "karma-stacking": "unlimited",
        "hidden-difficulty": "on",
        "bleeding": "round",
        "medical-care": "first-aid-check",
        "turn-choice": "once-per-fight",
    }
    for roll, params in (("check", {"skill": 2}), ("bleed-out", {"toughness": 2, "wounds": 22})):
        assert chances(roll, procedure, **params) == chances(roll, **params)
    assert Scene(procedure, Ada={}).refusal("hidden-check", who="Ada", skill="stealth") is None


@pytest.mark.rule("UA-A1")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"luck": 1}, "unknown option: luck"),
        ({"critical": "triple"}, "bad option value: critical"),
        ({"prone-penalty": 4}, "bad option value: prone-penalty"),
        ({"prone-penalty": "1"}, "bad option value: prone-penalty"),
        ({"starting-xp": -1}, "bad option value: starting-xp"),
        ({"skill-cap": True}, "bad option value: skill-cap"),
    ],
)
def test_unknown_options_and_values_are_refused(options: dict[str, Any], words: str) -> None:
    with refuses(words):
        GAME.table_options(options)


@pytest.mark.rule("UA-A1")
def test_the_inventory_s_twenty_options_and_four_more_are_there() -> None:
    assert len(GAME.option_texts()) == 24
    assert EVEN["dexterity"] == 3
