"""Snapshots are a shortcut and nothing else: without them, or with broken ones, a table is the same."""

from itertools import pairwise

import msgspec
import pytest
from a_table import company

from rulewright.table import act
from rulewright.table.events import MessageSent, write_event
from rulewright.table.fold import fold_all
from rulewright.table.log import SNAPSHOT_EVERY, Log
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables


def long_table() -> tuple[MemoryStore, str]:
    store = MemoryStore()
    table = company(store=store)
    while table.state.seq < 2 * SNAPSHOT_EVERY + 10:
        table.tables.write(table.gm, lambda state: [MessageSent(f"line {state.seq}")] * 20)
    act.say(table.tables, table.ann, "the end")
    return store, table.gm.table


def test_there_are_snapshots_and_they_are_right() -> None:
    store, table = long_table()
    names = store.names(table, "snapshot")
    assert [int(name) for name in names] == [SNAPSHOT_EVERY, 2 * SNAPSHOT_EVERY]
    log = Log(store, table)
    assert log.at(SNAPSHOT_EVERY) == fold_all(event for event in log.events() if event.seq <= SNAPSHOT_EVERY)


@pytest.mark.parametrize("broken", [None, b"", b"{", b'{"form": 99, "state": {}}', b'{"form": 1, "state": 3}', b"\xff"])
def test_without_snapshots_or_with_broken_ones_the_state_is_the_same(broken: bytes | None) -> None:
    store, table = long_table()
    expected = Log(store, table).latest()
    middle = Log(store, table).at(SNAPSHOT_EVERY + 7)
    for name in store.names(table, "snapshot"):
        store.swap(table, "snapshot", name, store.get(table, "snapshot", name), broken)
    assert Log(store, table).latest() == expected
    assert Log(store, table).at(SNAPSHOT_EVERY + 7) == middle
    tables = Tables(store)
    assert tables.state(table) == expected


def test_a_snapshot_is_used_when_it_is_there() -> None:
    """Only to see that the others test something: a forged one is believed."""
    store, table = long_table()
    name = store.names(table, "snapshot")[-1]
    forged = msgspec.json.decode(store.get(table, "snapshot", name) or b"")
    forged["state"]["settings"]["title"] = "Forged"
    store.put(table, "snapshot", name, msgspec.json.encode(forged))
    assert Log(store, table).latest().settings.title == "Forged"


def test_a_snapshot_of_a_table_with_more_events_than_it_has_is_not_used() -> None:
    store, table = long_table()
    log = Log(store, table)
    early = log.at(5)
    assert early.seq == 5
    assert early == fold_all(event for event in log.events() if event.seq <= 5)
    assert write_event(log.event(5))


def test_a_table_with_a_large_state_writes_few_snapshots() -> None:
    """Messages of one letter wrote the whole state again and again: 100 MB in twenty seconds."""
    store = MemoryStore()
    table = company(store=store)
    for number in range(200):
        act.say(table.tables, table.ann, "x" * 2_000, title=f"note {number}")
    while table.state.seq < 12 * SNAPSHOT_EVERY:
        table.tables.write(table.gm, lambda state: [MessageSent("x")] * 50)
    tables = Tables(store)
    tables.state(table.gm.table)
    while table.state.seq < 24 * SNAPSHOT_EVERY:  # also by a server that was started anew
        tables.write(table.gm, lambda state: [MessageSent("x")] * 50)
    names = store.names(table.gm.table, "snapshot")
    written = sum(len(store.get(table.gm.table, "snapshot", name) or b"") for name in names)
    assert written < 9 * tables.log(table.gm.table).size
    assert max(later - earlier for earlier, later in pairwise(map(int, names))) <= 5_000
    assert Log(store, table.gm.table).latest() == table.state
