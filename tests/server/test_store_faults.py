"""When the store fails, requests fail at once with 503, /health says so, and a damaged event is named."""

import sqlite3
import time
from pathlib import Path

import httpx
import msgspec
from serving import CLIENT, UNLIMITED, V1, Process, free_port, open_table, running

from postgres_server import running_postgres
from rulewright.table.stores.sqlite import SQLiteStore


def test_a_database_that_is_down_is_503_at_once_and_health_knows_it() -> None:
    with running_postgres() as postgres:
        server = Process(postgres.new_database(), free_port())
        try:
            seat = open_table(server.base)
            postgres.stop()
            began = time.monotonic()
            time.sleep(0.6)  # what was found less than half a second ago is said again
            first = httpx.get(f"{server.base}/health", timeout=8)
            answers = [httpx.get(f"{server.base}{seat.path}", headers=seat.headers, timeout=8) for _ in range(10)]
            took = time.monotonic() - began
            again = httpx.get(f"{server.base}/health", timeout=8)
            assert (first.status_code, again.status_code) == (503, 503)
            assert {answer.status_code for answer in answers} == {503}
            assert "store" in answers[0].json()["error"]
            assert took < 15, "only the first waits a little"
            postgres.start()
            until = time.monotonic() + 30
            while httpx.get(f"{server.base}{seat.path}", headers=seat.headers, timeout=8).status_code != 200:
                assert time.monotonic() < until, "it does not come back"
                time.sleep(0.2)
        finally:
            server.stop()


def test_a_full_disk_is_503_and_health_knows_it(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "tables.sqlite")
    with running(store, UNLIMITED) as base:
        seat = open_table(base)
        store._connection.execute("PRAGMA max_page_count = 1")
        answers = [seat.ask("POST", "/messages", {"text": "x" * 3_900}) for _ in range(30)]
        assert answers[-1].status_code == 503
        assert str(tmp_path) not in answers[-1].text
        health = CLIENT.get(f"{base}/health")
        assert health.status_code == 503
        assert health.json()["ok"] is False
        assert seat.get()["seq"] > 0, "what was written can still be read"


def test_a_disk_that_is_nearly_full_is_known_to_health_and_takes_no_new_table(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "tables.sqlite")
    settings = msgspec.structs.replace(UNLIMITED, least_room=1)
    with running(store, settings) as base:
        seat = open_table(base)
        assert CLIENT.get(f"{base}/health").status_code == 200
    store = SQLiteStore(tmp_path / "tables.sqlite")
    with running(store, msgspec.structs.replace(UNLIMITED, least_room=1 << 62)) as base:
        health = CLIENT.get(f"{base}/health")
        assert (health.status_code, "nearly full" in health.json()["error"]) == (503, True)
        refused = CLIENT.post(f"{base}{V1}/tables", json={"game": "twelves", "name": "Bea"})
        assert (refused.status_code, "nearly full" in refused.json()["error"]) == (503, True)
        again = msgspec.structs.replace(seat, base=base)
        assert again.post("/messages", text="tables that are open go on")["seq"] > 0


def test_a_damaged_event_is_named_and_not_taken_for_a_wrong_key(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with running(SQLiteStore(path)) as base:
        seat = open_table(base)
        last = seat.post("/messages", text="hello")["seq"]
    with sqlite3.connect(path) as file:
        file.execute("UPDATE entries SET data = ? WHERE seq = ?", (b'{"seq": "what"}', last))
    file.close()
    with running(SQLiteStore(path)) as base:
        answer = CLIENT.get(f"{base}{seat.path}", headers=seat.headers)
        assert answer.status_code == 500
        assert f"event {last}" in answer.json()["error"]
        assert "damaged" in answer.json()["error"]
        assert open_table(base).get()["seq"] > 0, "other tables go on"
