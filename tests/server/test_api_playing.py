"""Playing over HTTP: acting, waiting, answering, speaking, going back, and what never happens twice."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from serving import CLIENT, V1, Seat, answered, joined, open_table, running

from rulewright.game import find_game, installed_games
from rulewright.game.plain_data import odds_list
from rulewright.table.stores.sqlite import SQLiteStore

CHECK = {"action": "check", "params": {"who": "Wren", "ability": "FIN"}}


def ask(base: str, path: str, **body: Any) -> Any:
    return answered(CLIENT.post(f"{base}{V1}{path}", json=body))


# --- without a table


def test_every_installed_game_is_described_and_its_examples_can_be_asked_for(base: str) -> None:
    listed = answered(CLIENT.get(f"{base}{V1}/games"))
    assert [game["slug"] for game in listed] == installed_games()
    for game in listed:
        description = answered(CLIENT.get(f"{base}{V1}/games/{game['slug']}"))
        assert [roll["name"] for roll in description["rolls"]] == game["rolls"]
        assert description["openings"][0]["heroes"]
        for action in description["actions"]:
            assert all(one["value"]["kind"] for one in action["parameters"])
        assert answered(CLIENT.get(f"{base}{V1}/games/{game['slug']}/rules"))[0]["text"]


def test_odds_are_the_exact_ones_of_the_library(base: str) -> None:
    odds = ask(base, "/games/twelves/odds", roll="check", params={"score": 7, "advantage": 1})
    exact = find_game("twelves").odds("check", {"score": 7, "advantage": 1})
    assert odds["method"] == "exact"
    by_text = {json.dumps(outcome, sort_keys=True): chance for outcome, chance in odds["outcomes"]}
    assert by_text == {json.dumps(outcome, sort_keys=True): chance for outcome, chance in odds_list(exact)}
    assert [segment["label"] for segment in odds["bar"]] == ["failure", "success", "critical"]
    assert sum(Fraction(segment["chance"]) for segment in odds["bar"]) == 1


def test_odds_that_take_too_long_say_so_and_are_simulated(base: str) -> None:
    odds = ask(base, "/games/dpi/odds", roll="streak", params={"checks": 30}, seconds=0.3)
    assert odds["method"] in ("simulated", "over budget")
    assert "take" in odds["note"]
    assert all(segment["chance"] == "" for segment in odds["bar"])


def test_dice_that_are_too_much_to_price_keep_no_caller_waiting(base: str) -> None:
    answer = CLIENT.post(f"{base}{V1}/odds", json={"notation": "999d999kh500"})
    assert answer.status_code in (200, 400)
    assert ask(base, "/odds", notation="2d6")["method"] == "exact"


@pytest.mark.parametrize("slug", installed_games())
def test_a_random_character_is_legal_and_differs_by_seed(base: str, slug: str) -> None:
    made = [ask(base, f"/games/{slug}/random-sheet", seed=seed)["wanted"] for seed in range(6)]
    assert len({str(one) for one in made}) > 1
    assert ask(base, f"/games/{slug}/random-sheet", seed=3)["wanted"] == made[3]
    for wanted in made:
        assert ask(base, f"/games/{slug}/sheets", wanted=wanted)["sheet"]["name"] == wanted["name"]
        assert ask(base, f"/games/{slug}/creation", wanted=wanted)["error"] == ""


@pytest.mark.parametrize("slug", installed_games())
def test_the_steps_of_making_a_character_are_reported_whatever_was_settled(base: str, slug: str) -> None:
    steps = [step.field for step in find_game(slug).creation]
    wishes: tuple[dict[str, Any], ...] = (
        {},
        dict.fromkeys(steps, 1),
        dict.fromkeys(steps, "x"),
        {step: [{}] for step in steps},
    )
    for wanted in wishes:
        creation = ask(base, f"/games/{slug}/creation", wanted=wanted)
        assert [step["field"] for step in creation["steps"]] == steps
        assert creation["error"]


def test_a_refusal_names_its_rule(base: str) -> None:
    answer = CLIENT.post(f"{base}{V1}/games/twelves/sheets", json={"wanted": {"scores": {}}})
    assert answer.status_code == 409
    assert answer.json()["rule"] == "TW-01"


# --- at a table


@pytest.mark.parametrize("slug", installed_games())
def test_a_ready_table_has_heroes_and_something_to_do(base: str, slug: str) -> None:
    master = open_table(base, slug)
    opening = find_game(slug).opening
    assert opening is not None
    view = master.get()
    assert set(opening.heroes) <= view["characters"].keys()
    offers = master.get("/offers")
    assert opening.first[0] in {offer["action"] for offer in offers["offers"]}
    body = {"action": opening.first[0], "params": dict(opening.first[1])}
    chances = answered(master.ask("POST", "/chances", body))
    assert chances["method"] == "exact"
    assert master.post("/actions", **body)["event"]["kind"] in ("acted", "waiting")


def test_a_retry_with_the_same_key_never_acts_twice(base: str) -> None:
    master = open_table(base)
    first = master.post("/actions", **CHECK, key="once")
    again = master.post("/actions", **CHECK, key="once")
    assert again == first
    assert master.get()["seq"] == first["seq"]
    assert master.post("/actions", **CHECK, key="twice")["seq"] == first["seq"] + 1


def test_an_action_that_counts_on_an_older_table_is_refused_with_the_last_event(base: str) -> None:
    master = open_table(base)
    seq = master.get()["seq"]
    master.post("/messages", text="hello")
    answer = master.ask("POST", "/actions", {**CHECK, "expected": seq})
    assert answer.status_code == 409
    assert answer.json()["last"] == seq + 1
    assert master.post("/actions", **CHECK, expected=seq + 1)["seq"] == seq + 2


def test_typed_dice_that_are_missing_are_waited_for_across_a_restart(tmp_path: Path) -> None:
    with running(SQLiteStore(tmp_path / "tables.sqlite")) as base:
        master = open_table(base)
        waiting = master.post("/actions", **CHECK, faces=[3])["event"]
        assert (waiting["kind"], waiting["waits_for"], waiting["sides"]) == ("waiting", [master.seat], 12)
    with running(SQLiteStore(tmp_path / "tables.sqlite")) as base:
        again = Seat(base, master.table, master.seat, master.key)
        assert [one["pending"] for one in again.get()["pending"]] == [waiting["pending"]]
        done = again.post("/answers", pending=waiting["pending"], faces=[9])["event"]
        assert (done["kind"], [die[1] for die in done["dice"]]) == ("acted", [3, 9])


def test_each_choice_of_a_decision_that_waits_has_its_odds(base: str) -> None:
    master = open_table(base, "untold-aeons")
    opening = find_game("untold-aeons").opening
    assert opening is not None
    waiting = master.post("/actions", action=opening.first[0], params=dict(opening.first[1]))["event"]
    while waiting["kind"] == "waiting" and not waiting["choices"]:
        waiting = master.post("/answers", pending=waiting["pending"])["event"]
    assert waiting["kind"] == "waiting"
    chances = master.post("/chances", pending=waiting["pending"])
    assert [one["choice"] for one in chances["choices"]] == waiting["choices"]
    for one in chances["choices"]:
        assert one["odds"]["method"] == "exact"
        assert sum(Fraction(segment["chance"]) for segment in one["odds"]["bar"]) == 1


def test_odds_against_a_hidden_sheet_are_the_game_masters_unless_allowed(base: str) -> None:
    master = open_table(base)
    player = joined(master, "Ben", character="Wren")
    for who in ("Wren", "Toll Keeper"):
        master.post("/actions", action="take-damage", params={"who": who})
    master.post("/actions", action="start-fight")
    attack = {"action": "attack", "params": {"who": "Wren", "target": "Toll Keeper"}}
    refused = player.ask("POST", "/chances", attack)
    assert refused.status_code == 403
    assert "Toll Keeper" in refused.json()["error"]
    master.post("/settings", settings={"foe_odds": True})
    assert player.ask("POST", "/chances", attack).status_code != 403


@pytest.mark.parametrize(
    ("text", "kind"),
    [("/roll 4d6kh3", "rolled"), ("/roll check score=7", "rolled"), ("/check ability=FIN", "acted"), ("Hello", "said")],
)
def test_the_chat_understands_commands(base: str, text: str, kind: str) -> None:
    player = joined(open_table(base), "Ben", character="Wren")
    assert player.post("/messages", text=text)["event"]["kind"] == kind


def test_odds_and_help_in_the_chat_are_reported_to_the_one_who_asks(base: str) -> None:
    player = joined(open_table(base), "Ben", character="Wren")
    seq = player.get()["seq"]
    assert player.post("/messages", text="/odds 2d6")["odds"]["bar"]
    assert player.post("/messages", text="/odds check ability=FIN")["odds"]["bar"]
    assert "/roll" in player.post("/messages", text="/help")["help"]
    assert player.get()["seq"] == seq


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/nonsense", "unknown command"),
        ("/roll", "missing roll"),
        ("/roll nonsense", "unknown roll"),
        ("/check ability", "NAME=VALUE"),
        ("/check 'x", "quotation mark"),
        ("/check ability=@/etc/passwd", "unknown ability: @/etc/passwd"),
    ],
)
def test_a_command_that_makes_no_sense_gets_one_clear_line_and_reads_no_file(base: str, text: str, words: str) -> None:
    player = joined(open_table(base), "Ben", character="Wren")
    answer = player.ask("POST", "/messages", {"text": text})
    assert answer.status_code in (400, 409)
    assert words in answer.json()["error"]


def test_undo_redo_and_looking_back(base: str) -> None:
    master = open_table(base)
    before = master.get()
    master.post("/actions", action="take-damage", params={"who": "Wren", "boxes": 2})
    hurt = master.get()
    assert hurt["characters"]["Wren"]["sheet"]["damage"] == 2
    master.post("/undo")
    assert master.get()["characters"] == before["characters"]
    master.post("/redo")
    assert master.get()["characters"] == hurt["characters"]
    assert master.get(at=before["seq"])["characters"] == before["characters"]


def test_a_branch_goes_on_by_itself(base: str) -> None:
    master = open_table(base)
    other = Seat(base, **master.post("/branches", at=4, title="What if"))
    other.post("/messages", text="elsewhere")
    assert other.get()["title"] == "What if"
    assert master.get()["title"] == "Twelves"


def test_a_table_can_be_taken_along_and_brought_back(base: str) -> None:
    master = open_table(base)
    master.post("/actions", **CHECK)
    exported = master.ask("GET", "/export").content
    entered = answered(CLIENT.post(f"{base}{V1}/imports", content=exported))
    again = Seat(base, **entered)
    assert again.get()["characters"] == master.get()["characters"]
    assert "Wren" in again.ask("GET", "/story").text


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\n", b'{"format": "rulewright-table"}\n', b"[" * 100_000])
def test_a_file_that_is_no_table_is_refused_in_one_line(base: str, content: bytes) -> None:
    answer = CLIENT.post(f"{base}{V1}/imports", content=content)
    assert answer.status_code == 400
    assert "line" in answer.json()["error"]


def test_luck_counts_the_dice_that_a_seat_may_see(base: str) -> None:
    master = open_table(base)
    player = joined(master, "Ben")
    master.post("/rolls", notation="2d6", faces=[6, 6], audience="gm")
    assert player.get("/luck") == []
    luck = master.get("/luck")
    assert (luck[0]["dice"], luck[0]["mean"], luck[0]["chance_as_high"]) == (2, "6/1", "1/36")


def test_the_pages_fall_back_to_a_plain_one(base: str) -> None:
    answer = CLIENT.get(f"{base}/")
    assert answer.status_code == 200
    assert "text/html" in answer.headers["content-type"]
    assert CLIENT.get(f"{base}/../../pyproject.toml").status_code == 404
    assert CLIENT.get(f"{base}/%2e%2e/running.py").status_code == 404


def test_the_course_of_a_fight_tells_the_chances_and_the_luck(base: str) -> None:
    master = open_table(base, game="light-dark", ready=False)
    opening = find_game("light-dark").opening
    assert opening is not None
    (create, isk), (action, params) = opening.steps[0], opening.first
    master.post("/actions", action=create, params=dict(isk))
    joined(master, "Ben", character="Isk")
    small = {"name": "caretaker", "who": "Isk", "level": "serious"}
    master.post("/actions", action="start-challenge", params=small)
    assert master.ask("GET", "/course").status_code == 409
    done = master.post("/actions", action=action, params=dict(params))
    while done["event"]["kind"] == "waiting":
        done = master.post("/answers", pending=done["event"]["pending"], choices=done["event"]["choices"][:1])
    course = master.get("/course")
    assert course["method"] == "float64"
    assert [point["what"] for point in course["points"]] == ["challenge turn"]
    assert 0 <= course["start"]["low"] <= course["start"]["estimate"] <= course["start"]["high"] <= 1
