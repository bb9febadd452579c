"""A table's log in a store: its events, and the state after any of them."""

from collections.abc import Iterator
from threading import Lock

import msgspec
from msgspec import Struct

from rulewright.rules import BadInput
from rulewright.table.errors import Unknown
from rulewright.table.events import Event, read_event, write_event
from rulewright.table.state import TableState, fold
from rulewright.table.stores import Store

SNAPSHOT_EVERY = 250
_AT_ONCE = 1_000
_FORM = 2
"""The form snapshots are kept in. They are only a shortcut: one in another form is worked out anew."""


class _Snapshot(Struct, frozen=True):
    form: int
    state: TableState


class Log:
    """The log of one table, with the latest state at hand."""

    def __init__(self, store: Store, table: str) -> None:
        self.table = table
        self._store = store
        self._lock = Lock()
        self._latest = TableState()

    def latest(self) -> TableState:
        """The state after every event that any process has written."""
        with self._lock:
            if self._latest.seq == 0:
                self._latest = self._snapshot_before(self._store.last(self.table))
            if self._store.last(self.table) > self._latest.seq:
                for _, state in self._folded(self._latest, None):
                    self._latest = state
            if self._latest.seq == 0:
                raise Unknown("there is no such table (any more)")
            return self._latest

    def append(self, state: TableState, events: list[Event], key: str = "") -> TableState:
        """Write events that follow `state`, durably; the state after them."""
        lines = [write_event(event) for event in events]
        self._store.append(self.table, state.seq, lines, key)
        for event in map(read_event, lines):  # what is folded is what others will read
            state = fold(state, event)
            if event.seq % SNAPSHOT_EVERY == 0:
                self._keep(state)
        with self._lock:
            if state.seq > self._latest.seq:
                self._latest = state
        return state

    def event(self, seq: int) -> Event:
        """One event."""
        found = self._store.read(self.table, seq - 1, 1) if seq > 0 else []
        if not found:
            raise Unknown(f"there is no event {seq}")
        return read_event(found[0].data)

    def events(self, after: int = 0) -> Iterator[Event]:
        """Every event after one, in order, read a few at a time."""
        while True:
            found = self._store.read(self.table, after, _AT_ONCE)
            for entry in found:
                yield read_event(entry.data)
            if len(found) < _AT_ONCE:
                return
            after = found[-1].seq

    def at(self, seq: int) -> TableState:
        """The state after an event."""
        with self._lock:
            if seq == self._latest.seq:
                return self._latest
        if not 0 <= seq <= self._store.last(self.table):
            raise Unknown(f"there is no event {seq}")
        state = self._snapshot_before(seq)
        for _, after in self._folded(state, seq):
            state = after
        return state

    def replayed(self, after: int, upto: int | None = None) -> Iterator[tuple[Event, TableState]]:
        """Each event after one, with the state that it led to."""
        return self._folded(self.at(after), upto)

    def _folded(self, state: TableState, upto: int | None) -> Iterator[tuple[Event, TableState]]:
        for event in self.events(state.seq):
            if upto is not None and event.seq > upto:
                return
            state = fold(state, event)
            yield event, state

    def _keep(self, state: TableState) -> None:
        self._store.put(self.table, "snapshot", f"{state.seq:09}", msgspec.json.encode(_Snapshot(_FORM, state)))

    def _snapshot_before(self, seq: int) -> TableState:
        """The latest snapshot that is not after an event; the empty state when there is none."""
        for name in reversed(self._store.names(self.table, "snapshot")):
            if int(name) > seq:
                continue
            found = self._store.get(self.table, "snapshot", name)
            try:
                kept = msgspec.json.decode(found or b"", type=_Snapshot)
            except (msgspec.MsgspecError, BadInput):
                continue
            if kept.form == _FORM:
                return kept.state
        return TableState()
