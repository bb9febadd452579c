"""Workers are shared fairly: play before advice before exploration, and no caller's work keeps another's waiting."""

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest
from serving import CLIENT, UNLIMITED, V1, open_table, running

from rulewright.server import perform_in_worker

ENDLESS_DUEL = {"roll": "skirmish", "params": {"high_policy": "best", "high": 3}}
"""A roll whose best play is not waited for: it takes minutes."""


@pytest.fixture
def base() -> Iterator[str]:
    with running(settings=UNLIMITED) as address:
        yield address


def gauge(base: str, name: str) -> int:
    found = re.search(rf"rulewright_{name} (\d+)", CLIENT.get(f"{base}/metrics").text)
    assert found
    return int(found[1])


def until(holds: Callable[[], bool], what: str, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


@contextmanager
def requests_that_take_minutes(base: str, how_many: int, path: str, body: Any, key: str = "") -> Iterator[None]:
    """So many requests at once from another address, whose clients hang up in the end."""
    host, port = base.removeprefix("http://").split(":")
    content = json.dumps(body)
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(content)}\r\n" + (f"Authorization: Bearer {key}\r\n" if key else "")
    with ExitStack() as lines:
        for _ in range(how_many):
            line = lines.enter_context(socket.create_connection((host, int(port)), source_address=("127.0.0.2", 0)))
            line.sendall(f"{head}\r\n{content}".encode())
        until(lambda: gauge(base, "computations_waiting") >= min(2, how_many), "nothing waits")
        yield


def test_a_table_has_its_odds_and_advice_while_twenty_strangers_wait_for_theirs(base: str) -> None:
    seat = open_table(base, "twelves")
    with requests_that_take_minutes(base, 20, f"{V1}/games/dpi/odds", ENDLESS_DUEL | {"seconds": 20}):
        answers = [
            seat.post("/messages", text="/odds 2d6"),
            seat.post("/chances", roll="check", params={"score": 7}),
            seat.get("/offers"),
        ]
        assert gauge(base, "computations_waiting") >= 2, "strangers still wait"
    assert answers[0]["odds"]["method"] == "exact"
    assert answers[1]["method"] == "exact"
    assert answers[2]["offers"]


def test_a_table_of_one_client_does_not_wait_for_the_tables_of_another(base: str) -> None:
    mine = open_table(base, "twelves")
    theirs = [open_table(base, "dpi") for _ in range(6)]
    body = ENDLESS_DUEL | {"seconds": 10}
    with ExitStack() as waiting:
        for seat in theirs:
            waiting.enter_context(requests_that_take_minutes(base, 1, f"{seat.path}/chances", body, seat.key))
        until(lambda: gauge(base, "computations_waiting") >= 6, "they do not wait")
        assert mine.post("/chances", roll="check", params={"score": 7})["method"] == "exact"
        assert mine.get("/offers")["offers"]
        assert gauge(base, "computations_waiting") >= 5, "theirs still wait"


def test_work_ends_when_the_client_has_gone(base: str) -> None:
    with requests_that_take_minutes(base, 4, f"{V1}/games/dpi/odds", ENDLESS_DUEL | {"seconds": 20}):
        until(lambda: gauge(base, "computations_waiting") >= 4, "nothing waits")
    until(lambda: gauge(base, "computations_waiting") == 0, "work goes on after the client has gone", 10)


def test_a_roll_at_the_table_whose_best_play_takes_minutes_asks_the_player_and_the_table_goes_on(base: str) -> None:
    seat = open_table(base, "dpi")
    answers: list[httpx.Response] = []

    def ask() -> None:
        answers.append(seat.ask("POST", "/rolls", ENDLESS_DUEL))
        answers.append(seat.ask("POST", "/messages", {"text": "/roll skirmish high_policy=best high=3"}))

    asking = threading.Thread(target=ask)
    asking.start()
    until(lambda: gauge(base, "computations_waiting") > 0, "it was not left to a worker")
    assert seat.post("/rolls", notation="2d6")["event"]["kind"] == "rolled"
    assert asking.is_alive(), "the table went on meanwhile"
    asking.join()
    first, second = answers
    assert first.status_code == 200, first.text
    assert first.json()["event"]["kind"] == "waiting", "best play within reach is not found: the player decides"
    assert second.status_code == 409, "one attempt at a time"


def test_a_roll_of_the_catalogue_at_the_table_is_written_once_with_its_key(base: str) -> None:
    seat = open_table(base, "twelves")
    body = {"roll": "check", "params": {"score": 7}, "key": "once"}
    first, again = seat.post("/rolls", **body), seat.post("/rolls", **body)
    assert first["seq"] == again["seq"]
    assert first["event"]["dice"] == again["event"]["dice"]


def test_an_action_that_takes_long_is_performed_by_a_worker_from_then_on(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the server's own process it would hold up others. Here every action counts as long."""
    monkeypatch.setattr(perform_in_worker, "_QUICK", 0.0)
    seat = open_table(base, "dpi")
    who = next(offer["who"] for offer in seat.get("/offers")["offers"] if offer["action"] == "look-around")
    outcomes, before = [], gauge(base, "computations_done")
    for performed_by_workers in (0, 1, 1):
        outcomes.append(seat.post("/actions", action="look-around", params={"who": who})["event"]["outcome"])
        after = gauge(base, "computations_done")
        assert after - before == performed_by_workers
        before = after
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_an_action_in_a_large_scene_is_performed_by_a_worker_from_the_first(base: str) -> None:
    seat = open_table(base)
    before = gauge(base, "computations_done")
    seat.post("/actions", action="check", params={"who": "Wren", "ability": "FIN"})
    assert gauge(base, "computations_done") == before
    for number in range(31):
        seat.post("/actions", action="add-foe", params={"name": f"Foe {number}"})
    before = gauge(base, "computations_done")
    seat.post("/actions", action="check", params={"who": "Wren", "ability": "FIN"})
    assert gauge(base, "computations_done") == before + 1
