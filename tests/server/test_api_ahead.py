"""What the server tells before anything is done: an attack on a space, the dice that come next, a file that is read."""

import pytest
from serving import CLIENT, V1, Seat, joined, open_table

SCENARIO = """
name = "The drowned quarter"
author = "Ada"

[archetypes]
how = "replace"
entries = [{ name = "salvage diver" }]
"""


def _clerk_in_reach(base: str) -> Seat:
    """The referee of the ready-made fight of dpi, with the Clerk where Vega's grenades land."""
    master = open_table(base, "dpi")
    master.post("/actions", action="place", params={"who": "Clerk", "space": [8, 1]})
    return master


def test_a_grenade_on_an_empty_space_is_reported_with_its_area_and_everybodys_odds(base: str) -> None:
    master = _clerk_in_reach(base)
    aimed = master.post("/aim", who="Vega", weapon="grenade", at=[7, 1])
    attack = aimed["attack"]
    assert attack["aimed"] is None
    assert attack["refused"] is None
    assert [7, 1] in attack["area"]
    assert {one["who"] for one in attack["hit"]} == {"Clerk"}
    assert {one["result"] for one in attack["results"]} >= {"success", "failure"}
    assert attack["falls"]
    assert aimed["unseen"] == []
    hurt = next(one for one in attack["hit"] if one["who"] == "Clerk")["hurt"]
    assert "/" in hurt


def test_of_a_hidden_foe_a_player_learns_only_that_it_would_be_hit(base: str) -> None:
    master = _clerk_in_reach(base)
    player = joined(master, "Pia", character="Vega")
    aimed = player.post("/aim", who="Vega", weapon="grenade", at=[7, 1])
    assert aimed["unseen"] == ["Clerk"]
    assert aimed["attack"]["hit"] == []
    assert aimed["attack"]["falls"] == []
    assert aimed["attack"]["area"]
    at_them = player.post("/aim", who="Vega", weapon="grenade", at=[8, 1])
    assert at_them["attack"]["aimed"] == "Clerk"
    assert at_them["attack"]["results"] == []
    master.post("/settings", settings={"foe_odds": True})
    assert player.post("/aim", who="Vega", weapon="grenade", at=[7, 1])["unseen"] == []


def test_a_space_out_of_range_is_refused_in_the_words_of_the_action(base: str) -> None:
    master = open_table(base, "dpi")
    aimed = master.post("/aim", who="Vega", weapon="grenade", at=[-300, 2])
    assert "out of field range" in aimed["attack"]["refused"]


def test_no_player_aims_for_another_or_without_a_map(base: str) -> None:
    master = open_table(base, "dpi")
    player = joined(master, "Pia", character="Vega")
    assert player.ask("POST", "/aim", {"who": "Reader", "weapon": "grenade", "at": [0, 0]}).status_code == 403
    twelves = open_table(base, "twelves").ask("POST", "/aim", {"weapon": "sword", "at": [0, 0]})
    assert twelves.status_code == 409
    assert "not played on a map" in twelves.text


def test_the_dice_of_an_action_are_reported_before_it_is_pressed_and_after_every_throw(base: str) -> None:
    master = open_table(base, "dpi")
    act = {"action": "attack", "params": {"who": "Vega", "target": "Reader"}}
    first = master.post("/dice", **act)
    assert first["sides"] == [6, 6]
    assert master.post("/dice", **act, faces=[6])["sides"] == [6]
    against = master.post("/dice", **act, faces=[6, 5])
    assert against["sides"] == [12, 12]
    damage = master.post("/dice", **act, faces=[6, 5, 1, 1])
    assert damage["sides"]
    assert len({first["purpose"], against["purpose"], damage["purpose"]}) == 3


def test_the_dice_of_something_that_waits_are_reported_too(base: str) -> None:
    master = open_table(base, "twelves")
    master.post("/actions", action="check", params={"who": "Wren", "ability": "FIN"}, faces=[3])
    pending = master.get()["pending"][0]["pending"]
    assert master.post("/dice", pending=pending)["sides"] == [12]
    assert master.post("/dice", pending=pending, faces=[4])["sides"] == []


def test_dice_that_would_tell_what_a_hidden_sheet_says_are_not_reported(base: str) -> None:
    master = open_table(base, "dpi")
    player = joined(master, "Pia", character="Vega")
    act = {"action": "attack", "params": {"who": "Vega", "target": "Reader"}}
    assert player.post("/dice", **act)["sides"] == []
    master.post("/settings", settings={"foe_odds": True})
    assert player.post("/dice", **act)["sides"] == [6, 6]


def test_one_of_action_and_pending_is_asked_for_and_faces_are_checked(base: str) -> None:
    master = open_table(base, "twelves")
    assert "one of action and pending" in master.ask("POST", "/dice", {}).text
    wrong = {"action": "check", "params": {"who": "Wren", "ability": "FIN"}, "faces": [13]}
    assert "1 to 12, not 13" in master.ask("POST", "/dice", wrong).text


@pytest.mark.parametrize("ready", [True, False])
def test_a_table_is_opened_with_the_lists_of_a_file(base: str, ready: bool) -> None:
    master = open_table(base, "light-dark", ready=ready, file=SCENARIO)
    scenario = master.get()["scene"]["scenario"]
    assert scenario["name"] == "The drowned quarter"
    assert list(scenario["archetypes"]) == ["salvage diver"]


@pytest.mark.parametrize(
    ("game", "file", "words"),
    [
        ("light-dark", "[[[", "bad scenario: neither TOML nor JSON"),
        ("light-dark", 'nmae = "x"', "nmae"),
        ("twelves", SCENARIO, "twelves takes no file"),
    ],
)
def test_a_file_that_is_wrong_opens_no_table(base: str, game: str, file: str, words: str) -> None:
    answer = CLIENT.post(f"{base}{V1}/tables", json={"game": game, "name": "Ada", "file": file})
    assert 400 <= answer.status_code < 500
    assert words in answer.json()["error"]
