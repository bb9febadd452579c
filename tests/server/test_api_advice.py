"""Advice: for the player whose turn or decision it is, if the game master allows it and nothing hidden shows."""

from typing import Any

from serving import Seat, joined, open_table, weighed

from rulewright.game import find_game


def until_a_decision(seat: Seat) -> dict[str, Any]:
    """The first thing of the opening, up to the first decision in it."""
    opening = find_game("untold-aeons").opening
    assert opening is not None
    action, params = opening.first
    waiting: dict[str, Any] = seat.post("/actions", action=action, params=dict(params))["event"]
    while not waiting["choices"]:
        waiting = seat.post("/answers", pending=waiting["pending"])["event"]
    return waiting


def test_every_choice_of_the_character_whose_turn_it_is_is_weighed(base: str) -> None:
    advice = weighed(open_table(base, "untold-aeons"))
    assert advice["method"] == "simulated"
    assert advice["who"] == "Ines"
    assert {one["choice"].split()[0] for one in advice["tried"]} >= {"shoot", "move"}
    best, *others = advice["tried"]
    wins = [one["wins"]["estimate"] for one in others]
    assert wins == sorted(wins, reverse=True)
    # Of choices that so few fights cannot tell apart, the first is the one that does the most at once.
    assert best["wins"]["high"] >= max(one["wins"]["low"] for one in others)


def test_every_choice_of_a_decision_that_waits_is_weighed(base: str) -> None:
    master = open_table(base, "untold-aeons")
    waiting = until_a_decision(master)
    advice = weighed(master, pending=waiting["pending"])
    assert advice["who"] == waiting["who"] == "Cultist"
    assert advice["question"] == waiting["question"]
    assert {one["choice"] for one in advice["tried"]} == set(waiting["choices"])
    for one in advice["tried"]:
        assert 0 <= one["wins"]["low"] <= one["wins"]["estimate"] <= one["wins"]["high"] <= 1
    wrong = master.ask("GET", "/advice", params={"pending": waiting["pending"], "who": "Ines"})
    assert wrong.status_code == 409
    assert "this decision is Cultist's" in wrong.text


def test_a_decision_is_advised_on_only_for_the_player_who_takes_it(base: str) -> None:
    master = open_table(base, "untold-aeons")
    player = joined(master, "Pia", character="Ines")
    waiting = until_a_decision(master)
    assert waiting["who"] == "Cultist"
    refused = player.ask("GET", "/advice", params={"pending": waiting["pending"]})
    assert refused.status_code == 403
    assert "this waits for another player" in refused.text


def test_nothing_hidden_shows_in_advice_unless_the_game_master_allows_it(base: str) -> None:
    master = open_table(base, "untold-aeons")
    player = joined(master, "Pia", character="Ines")
    assert "hidden sheets" in player.ask("GET", "/advice").text
    master.post("/settings", settings={"foe_odds": True})
    assert player.get("/advice")["who"] == "Ines"
    other = joined(master, "Otto", character="Hale")
    assert "this decision is Ines's, and Ines is not yours to play" in other.ask("GET", "/advice").text


def test_the_game_master_can_switch_advice_off(base: str) -> None:
    master = open_table(base, "untold-aeons")
    waiting = until_a_decision(master)
    master.post("/settings", settings={"advice": False})
    for query in ({}, {"pending": waiting["pending"]}):
        refused = master.ask("GET", "/advice", params=query)
        assert refused.status_code == 403
        assert "the Narrator has switched advice off" in refused.text


def test_what_waits_for_dice_or_is_not_there_is_no_decision(base: str) -> None:
    master = open_table(base, "untold-aeons")
    waiting = master.post("/rolls", notation="2d6", faces=[3])["event"]
    refused = master.ask("GET", "/advice", params={"pending": waiting["pending"]})
    assert refused.status_code == 400
    assert "is not an action that waits for a decision" in refused.text
    assert master.ask("GET", "/advice", params={"pending": "nothing"}).status_code == 404


def test_where_nobody_fights_there_is_nothing_to_advise_on(base: str) -> None:
    refused = open_table(base, "twelves").ask("GET", "/advice")
    assert refused.status_code == 409
    assert "there is no fight to advise on" in refused.text


def add_facet(master: Seat, challenge: str) -> int:
    """An action in the fight against a Challenge that needs no dice; its number."""
    found = master.post("/actions", action="add-facet", params={"challenge": challenge, "name": "talk"})
    return int(found["seq"])


def test_the_course_of_a_fight_begins_with_its_own_challenge(base: str) -> None:
    master = open_table(base, "light-dark")
    add_facet(master, "caretaker")
    master.post("/actions", action="start-challenge", params={"name": "storm", "level": "serious"})
    seq = add_facet(master, "storm")
    assert [one["seq"] for one in master.get("/course")["points"]] == [seq]


def test_a_challenge_that_begins_meanwhile_ends_the_fight_before_it(base: str) -> None:
    master = open_table(base, "light-dark")
    seq = add_facet(master, "caretaker")
    master.post("/actions", action="start-challenge", params={"name": "storm", "level": "serious"})
    assert master.get("/course")["points"][-1]["seq"] == seq
