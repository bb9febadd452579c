"""A server that is killed under load loses nothing it has acknowledged, and writes nothing twice."""

import random
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from serving import Process, Seat, free_port, joined, open_table

from postgres_server import PostgresServer

PLAYERS = 4


class Player:
    """Says one numbered thing after another, each until it is acknowledged, whatever happens to the server."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.acknowledged: dict[str, int] = {}
        self.ended = threading.Event()
        self.wrong: list[str] = []
        self._client = httpx.Client(verify=False, timeout=10)
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        number = 0
        while not self.ended.is_set():
            number += 1
            text = f"{self.seat.seat} says {number}"
            body = {"text": text, "key": f"k{number}"}
            while text not in self.acknowledged and not self.ended.is_set():
                self._say(text, body)
        self._client.close()

    def _say(self, text: str, body: dict[str, str]) -> None:
        address = f"{self.seat.base}{self.seat.path}/messages"
        try:
            answer = self._client.post(address, json=body, headers=self.seat.headers)
        except httpx.HTTPError:
            time.sleep(0.01)  # it has been killed; ask again with the same key
            return
        if answer.status_code == 200:
            self.acknowledged[text] = answer.json()["seq"]
        elif answer.status_code != 429:
            self.wrong.append(f"{answer.status_code} {answer.text[:200]}")
            self.ended.set()


def kill_under_load(database: str, times: int, seed: int) -> list[float]:
    """Kill a server again and again while players speak; how long each restart took until a seat was answered."""
    chance = random.Random(seed)
    server = Process(database, free_port())
    master = open_table(server.base)
    players = [Player(joined(master, f"Player {number}")) for number in range(PLAYERS)]
    first = master.get()["seq"]
    for player in players:
        player.thread.start()
    took: list[float] = []
    try:
        for _ in range(times):
            time.sleep(chance.uniform(0.0, 0.25))
            server.kill()
            began = time.perf_counter()
            server.start()
            master.get()
            took.append(time.perf_counter() - began)
        time.sleep(0.2)
    finally:
        for player in players:
            player.ended.set()
        for player in players:
            player.thread.join()
    try:
        check_log(master, players, first)
        assert server.errors.count("Traceback") == 0, server.errors
    finally:
        server.stop()
    return took


def check_log(master: Seat, players: list[Player], first: int) -> None:
    """Nothing acknowledged is missing or elsewhere, nothing stands twice, no number is left out."""
    assert [player.wrong for player in players] == [[]] * PLAYERS
    events = []
    after = 0
    while True:
        page = master.get("/log", after=after, most=1000)
        events += page["events"]
        if page["next"] == after or not page["events"]:
            break
        after = page["next"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    said = {event["text"]: event["seq"] for event in events if event["kind"] == "said"}
    assert len(said) == sum(event["kind"] == "said" for event in events)
    acknowledged = {text: seq for player in players for text, seq in player.acknowledged.items()}
    assert len(acknowledged) > len(players)
    assert {text: said.get(text) for text in acknowledged} == acknowledged
    # At most the last thing each player said was written without being acknowledged.
    assert len(said.keys() - acknowledged.keys()) <= len(players)
    assert len(events) == first + len(said)


def told(took: list[float]) -> None:
    ordered = sorted(took)
    line = f"median {ordered[len(took) // 2]:.2f} s, longest {ordered[-1]:.2f} s"
    sys.stdout.write(f"{len(took)} kills; from restart to the first answer: {line}\n")


def test_kill_9_loses_nothing_in_a_sqlite_file(tmp_path: Path) -> None:
    told(kill_under_load(str(tmp_path / "tables.sqlite"), 12, seed=1))


def test_kill_9_loses_nothing_in_postgresql(postgres: PostgresServer) -> None:
    told(kill_under_load(postgres.new_database(), 8, seed=2))


@pytest.mark.soak
def test_kill_9_at_a_thousand_moments_loses_nothing(tmp_path: Path, postgres: PostgresServer) -> None:
    told(kill_under_load(str(tmp_path / "tables.sqlite"), 500, seed=3))
    told(kill_under_load(postgres.new_database(), 500, seed=4))
