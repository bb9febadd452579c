"""Branches are new tables with as many bytes as the log they copy: they count as imports do."""

from typing import Any

import msgspec
import pytest
from serving import UNLIMITED, Seat, answered, joined, open_table, running

from rulewright.server.handlers import gm
from rulewright.server.rate_limits import Rate, WriteRates
from rulewright.table.stores import LogEntry
from rulewright.table.stores.memory import MemoryStore


def talked(master: Seat, messages: int) -> Seat:
    for _ in range(messages):
        master.post("/messages", text="x" * 3_900)
    return master


def branched(master: Seat, at: int) -> int:
    return master.ask("POST", "/branches", {"at": at}).status_code


def test_branches_count_as_tables_opened() -> None:
    with running(settings=msgspec.structs.replace(UNLIMITED, tables=Rate(0.001, 3))) as base:
        master = open_table(base)
        assert [branched(master, 2) for _ in range(4)] == [200, 200, 429, 429]


def test_the_bytes_of_branches_are_counted_for_the_address_before_they_are_written() -> None:
    store = MemoryStore()
    writes = WriteRates(address=Rate(1, 300_000))
    with running(store, msgspec.structs.replace(UNLIMITED, writes=writes)) as base:
        master = talked(open_table(base), 20)
        statuses = [branched(master, 20) for _ in range(10)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        assert len(store.tables()) == 1 + statuses.count(200)


class Counting(MemoryStore):
    """A store that counts the events that are read."""

    read_events = 0
    free: int | None = None

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        found = super().read(table, after, most)
        self.read_events += len(found)
        return found

    def room(self) -> int | None:
        return self.free


def test_a_branch_reads_no_more_events_than_it_copies() -> None:
    store = Counting()
    with running(store) as base:
        master = talked(open_table(base), 300)
        before = store.read_events
        branch = Seat(base, **answered(master.ask("POST", "/branches", {"at": 4})))
        assert store.read_events - before < 100
        assert branch.get()["seq"] == 5


def test_a_branch_that_is_too_large_is_refused_with_nothing_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gm, "IMPORT", 100_000)
    store = MemoryStore()
    with running(store) as base:
        master = talked(open_table(base), 30)
        assert branched(master, master.get()["seq"]) == 413
        assert len(store.tables()) == 1
        assert branched(master, 4) == 200


def test_no_table_is_branched_on_a_disk_that_is_nearly_full() -> None:
    store = Counting()
    with running(store, msgspec.structs.replace(UNLIMITED, least_room=1_000)) as base:
        master = open_table(base)
        store.free = 999
        assert branched(master, 2) == 503
        assert len(store.tables()) == 1


def test_a_branch_that_a_crash_interrupted_leaves_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()

    def full(table: str, after: int, lines: Any, key: str = "") -> int:
        raise OSError("the disk is full")

    with running(store) as base:
        master = talked(open_table(base), 3)
        monkeypatch.setattr(store, "append", full)
        assert branched(master, 4) >= 500
        assert len(store.tables()) == 1
        assert store.names("imports", "importing") == []


def test_who_did_not_run_the_game_then_branches_from_a_later_event() -> None:
    with running() as base:
        master = open_table(base)
        second = joined(master, "Bea", "co-gm")
        now = second.get()["seq"]
        assert branched(second, 2) == 409
        assert branched(second, now) == 200
