"""The studio over HTTP: texts are checked, tried, compared, kept, and played at tables that keep exactly that text."""

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from serving import CLIENT, UNLIMITED, V1, Process, Seat, free_port, open_table, running

from mutations import mutated
from rulewright.game import Game
from rulewright.rulebook import files
from rulewright.rulebook.templates import TEMPLATES, template_text
from rulewright.server.fair_threads import ThreadLimits
from rulewright.table.stores import open_store

LANTERNS = (Path(__file__).parents[2] / "rulebooks" / "lanterns.md").read_text()
BROKEN = LANTERNS.replace("throw >= 20 - score", "throw >= 20 - skore", 1)
DEEP = '+++\nrulebook = 1\nname = "Deep"\n+++\n```sheet\na0: 0..9 = 3 "x"\n' + "".join(
    f"a{n} = max(a{n - 1}, a{n - 1}, a{n - 1})\n" for n in range(1, 40)
)


def asked(base: str, path: str, status: int = 200, **body: Any) -> Any:
    answer = CLIENT.post(f"{base}{V1}{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def kept(base: str, text: str = LANTERNS) -> str:
    found: str = asked(base, "/rulebooks", text=text)["game"]
    return found


def test_a_text_is_checked_and_woven_with_its_odds(base: str) -> None:
    for _ in range(5):  # odds that do not fit into the time of an answer are left out: a busy machine is asked again
        found = asked(base, "/studio/check", text=LANTERNS)
        (check,) = (part["odds"] for part in found["parts"] if part.get("block") == "roll")
        if check["parameter"]:
            break
    assert found["faults"] == []
    assert found["name"] == "Lanterns"
    assert check["parameter"] == "score"
    usual = {one["label"]: one["chance"] for one in check["bars"][check["usual"]]}
    assert usual == {"success": "1/2", "failure": "5/12", "critical": "1/12"}
    assert any("58.3%" in part.get("html", "") for part in found["parts"])
    assert {"check", "duel"} <= {roll["name"] for roll in found["game"]["rolls"]}


def test_a_fault_has_its_line_and_a_suggestion_and_the_prose_is_still_shown(base: str) -> None:
    found = asked(base, "/studio/check", text=BROKEN)
    line = BROKEN.split("skore")[0].count("\n") + 1
    assert [(one["line"], one["severity"]) for one in found["faults"]] == [(line, "error")]
    assert "score" in found["faults"][0]["suggestion"]
    assert found["game"] is None
    assert any(part.get("title") == "Checks" for part in found["parts"])


@pytest.mark.parametrize("text", ["", "+++", "\x00", "no rulebook", DEEP, "+++\n" * 3000, "[" * 50_000])
def test_no_text_is_an_error_of_the_server(base: str, text: str) -> None:
    found = asked(base, "/studio/check", text=text)
    assert found["faults"]
    assert all(one["line"] >= 1 for one in found["faults"])
    assert "error" in asked(base, "/rulebooks", 400, text=text)


def test_markup_in_a_text_is_shown_and_not_run(base: str) -> None:
    text = LANTERNS.replace("Throw two d12", '<img src=x onerror="alert(1)"> [a](javascript:alert(1)) Throw two d12', 1)
    prose = "".join(part.get("html", "") for part in asked(base, "/studio/check", text=text)["parts"])
    assert "&lt;img" in prose
    assert "<img" not in prose
    assert 'href="javascript' not in prose


def test_a_roll_a_fight_and_a_sheet_are_tried(base: str) -> None:
    odds = asked(base, "/studio/odds", text=LANTERNS, roll="check", params={"score": 7})
    assert {row["label"]: row["chance"] for row in odds["rows"]}["success"] == "1/2"
    assert asked(base, "/studio/rolls", text=LANTERNS, roll="check", faces=[6, 6])["outcome"]["result"] == "critical"
    fight = asked(base, "/studio/rolls", text=LANTERNS, roll="duel")
    assert fight["dice"]
    sheet = asked(base, "/studio/creation", text=LANTERNS, wanted={"name": "Bo", "might": 4, "grace": 3, "wit": 3})
    assert sheet["sheet"]["light"] == 8
    short = asked(base, "/studio/creation", text=LANTERNS, wanted={"name": "Bo", "might": 6, "grace": 3, "wit": 3})
    assert "Points not spent exactly" in short["error"]


def test_versions_are_compared_in_odds(base: str) -> None:
    harder = LANTERNS.replace("throw >= 20 - score", "throw >= 21 - score", 1)
    found = asked(base, "/studio/compare", text=harder, before=LANTERNS)
    (check,) = found["rolls"]
    assert check["roll"] == "check"
    assert check["before"] != check["after"]
    assert asked(base, "/studio/compare", text=LANTERNS, before=LANTERNS) == {"rules": [], "rolls": []}
    assert "line" in asked(base, "/studio/compare", 400, text=BROKEN, before=LANTERNS)["error"]


def test_the_starts_have_no_faults(base: str) -> None:
    starts = {one["name"]: one["text"] for one in CLIENT.get(f"{base}{V1}/studio/starts").json()}
    assert list(starts) == list(TEMPLATES)
    for name in TEMPLATES:
        assert starts[name] == template_text(name)


def test_a_kept_text_is_a_game_of_its_own_wherever_one_is_named(base: str) -> None:
    game = kept(base)
    assert game == kept(base)
    assert game.startswith("lanterns@")
    assert CLIENT.get(f"{base}{V1}/rulebooks/{game}").json()["text"] == LANTERNS
    assert CLIENT.get(f"{base}{V1}/games/{game}").json()["name"] == "Lanterns"
    assert {one["rule"] for one in CLIENT.get(f"{base}{V1}/games/{game}/rules").json()} >= {"LA-1", "LA-3"}
    odds = asked(base, f"/games/{game}/odds", roll="check", params={"score": 7})
    assert {row["label"]: row["chance"] for row in odds["rows"]}["success"] == "1/2"
    assert asked(base, f"/games/{game}/sheets", wanted={"name": "Bo"})["sheet"]["name"] == "Bo"
    assert asked(base, f"/games/{game}/random-sheet")["sheet"]
    assert game not in {one["slug"] for one in CLIENT.get(f"{base}{V1}/games").json()}


def test_an_unknown_text_is_refused(base: str) -> None:
    unknown = f"lanterns@{'0' * 32}"
    assert CLIENT.get(f"{base}{V1}/rulebooks/{unknown}").status_code == 404
    assert CLIENT.get(f"{base}{V1}/games/{unknown}").status_code == 400
    assert asked(base, "/tables", 400, game=unknown, name="Ann")["error"].startswith("unknown game")


def play(master: Seat) -> dict[str, Any]:
    """A fight, from its start to its end."""
    master.post("/actions", action="start-fight", params={})
    for _ in range(300):
        fight: dict[str, Any] = master.get("")["fight"]
        if fight["over"]:
            return fight
        who = fight["turn"]
        master.post("/actions", action="strike", params={"who": who, "target": "Gloom" if who == "Ada" else "Ada"})
        if not master.get("")["fight"]["over"]:
            master.post("/actions", action="end-turn", params={"who": who})
    raise AssertionError("the fight has no end")


def test_a_table_plays_its_own_text_after_a_restart_and_an_import(tmp_path: Path) -> None:
    database, port = str(tmp_path / "tables.sqlite"), free_port()
    server = Process(database, port)
    game = kept(server.base)
    master = open_table(server.base, game)
    assert master.get("")["game"] == game
    assert server.stop() == 0

    server = Process(database, port)
    assert play(master)["over"]
    exported = master.ask("GET", "/export")
    assert server.stop() == 0

    other = Process(str(tmp_path / "other.sqlite"), port)
    answer = CLIENT.post(f"{other.base}{V1}/imports", content=exported.content)
    assert answer.status_code == 200, answer.text
    again = Seat(other.base, **answer.json())
    assert again.get("")["game"] == game
    assert CLIENT.get(f"{other.base}{V1}/games/{game}").json()["name"] == "Lanterns"
    assert again.get("/offers")["offers"]
    forged = exported.content.replace(b"20 - score", b"10 - score", 1)
    assert "not the one that the table names" in CLIENT.post(f"{other.base}{V1}/imports", content=forged).text
    assert other.stop() == 0


# --- mutated texts


def send_mutated(base: str, seeds: range) -> dict[str, int]:
    """Check, try, keep and play mutated texts; how many were read, and how many refused, each with a line."""
    found = {"read": 0, "refused": 0}
    for seed in seeds:
        text = mutated(Random(seed))
        checked = asked(base, "/studio/check", text=text)
        faults = [one for one in checked["faults"] if one["severity"] == "error"]
        assert all(one["line"] >= 1 and one["column"] >= 1 for one in checked["faults"]), seed
        found["refused" if faults else "read"] += 1
        rolls = checked["game"]["rolls"] if checked["game"] else []
        name = rolls[0]["name"] if rolls else "check"
        tried = [
            CLIENT.post(f"{base}{V1}/studio/{path}", json={"text": text, **body})
            for path, body in (("rolls", {"roll": name}), ("odds", {"roll": name}), ("creation", {}))
        ]
        tried.append(CLIENT.post(f"{base}{V1}/rulebooks", json={"text": text}))
        assert max(one.status_code for one in tried) < 500, (seed, [one.text[:200] for one in tried])
    return found


def test_mutated_texts_are_read_or_refused_with_a_line(base: str) -> None:
    found = send_mutated(base, range(25))
    assert min(found.values()) > 0, found


def test_texts_that_wait_to_be_read_keep_no_table_waiting() -> None:
    """Any client may bring a text, and reading it may take long: tables of other games go on meanwhile."""
    with running(settings=replace(UNLIMITED, threads=ThreadLimits(total=4))) as base, ThreadPoolExecutor(8) as clients:
        table = open_table(base)
        texts = [kept(base, LANTERNS.replace("Lanterns", f"Lanterns {number}")) for number in range(8)]
        with files._READING:  # as if each took for ever
            opening = [clients.submit(asked, base, "/tables", game=game, name="Ada") for game in texts]
            assert wait(opening, timeout=1.0).done == set()
            said = table.ask("POST", "/messages", {"text": "we go on"}, timeout=10)
            assert said.status_code == 200
        assert all(one.result(timeout=60)["seat"] == "s1" for one in opening)


def test_a_table_that_plays_a_text_is_read_by_no_thread_that_others_need(tmp_path: Path) -> None:
    """After a restart the text of a table is read with the first request to it, whatever that is."""
    store = open_store(str(tmp_path / "tables.sqlite"))
    with running(store) as base:
        seat = open_table(base, kept(base))
    store = open_store(str(tmp_path / "tables.sqlite"))
    files._PINNED.clear()
    threads: list[str] = []
    read = files._pinned_game

    def noted(text: str, slug: str) -> Game:
        threads.append(threading.current_thread().name)
        return read(text, slug)

    with pytest.MonkeyPatch.context() as patched, running(store) as base:
        patched.setattr(files, "_pinned_game", noted)
        again = replace(seat, base=base)
        for path in ("", "/offers", "/log"):
            files._PINNED.clear()
            assert again.ask("GET", path).status_code == 200
        files._PINNED.clear()
        with again.live() as line:
            line.recv(timeout=20)
    assert len(threads) >= 4
    assert {name.rpartition("_")[0] for name in threads} == {"rulewright-reader"}


@pytest.mark.soak
def test_ten_thousand_mutated_texts_are_no_error_of_the_server(base: str) -> None:
    found = send_mutated(base, range(1_000, 11_000))
    assert min(found.values()) > 500, found
