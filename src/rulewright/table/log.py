"""A table's log in a store: its events, and the state after any of them."""

from collections import deque
from collections.abc import Iterator
from threading import Lock
from typing import NamedTuple

import msgspec
from msgspec import Struct

from rulewright.rules import BadInput
from rulewright.table.errors import NotFound
from rulewright.table.events import Event, read_event, write_event
from rulewright.table.state import TableState, fold
from rulewright.table.stores import Store

SNAPSHOT_EVERY = 250
_RECENT = 200
"""Steps that are kept in memory for those who follow the table."""
_BATCH = 1_000
_FORM = 3
"""The version of the form that snapshots are stored in. One in another form is ignored and made again."""


class Step(NamedTuple):
    """An event, the state after it, and the state before it."""

    event: Event
    state: TableState
    before: TableState


class _Snapshot(Struct, frozen=True):
    form: int
    state: TableState


class Log:
    """The log of one table. Each event is folded once per process; the latest steps are kept in memory."""

    def __init__(self, store: Store, table: str) -> None:
        self.table = table
        self._store = store
        self._lock = Lock()
        self._latest = TableState()
        self._recent: deque[Step] = deque(maxlen=_RECENT)

    def latest(self) -> TableState:
        """The state after every event that any process has written."""
        with self._lock:
            if self._latest.seq == 0:
                self._latest = self._snapshot_before(self._store.last(self.table))
            if self._store.last(self.table) > self._latest.seq:
                for step in self._folded(self._latest, None):
                    self._advance(step)
            if self._latest.seq == 0:
                raise NotFound("there is no such table; it may have been removed")
            return self._latest

    def append(self, state: TableState, events: list[Event], key: str = "") -> TableState:
        """Write events that follow `state`, durably; returns the state after them."""
        lines = [write_event(event) for event in events]
        self._store.append(self.table, state.seq, lines, key)
        with self._lock:
            for event in map(read_event, lines):  # what is folded is what other processes will read
                if event.seq <= self._latest.seq:
                    continue
                self._advance(Step(event, fold(self._latest, event), self._latest))
            written = [step.state for step in self._recent if state.seq < step.event.seq <= events[-1].seq]
        for after in written:
            if after.seq % SNAPSHOT_EVERY == 0:
                self._put_snapshot(after)
        return written[-1]

    def _advance(self, step: Step) -> None:
        self._latest = step.state
        self._recent.append(step)

    def after(self, seq: int, most: int) -> tuple[list[Step], TableState]:
        """At most `most` steps that follow `seq`, without gaps, and the latest state."""
        latest = self.latest()
        with self._lock:
            recent = list(self._recent)
        if seq >= latest.seq:
            return [], latest
        if recent and recent[0].event.seq <= seq + 1:
            return [step for step in recent if step.event.seq > seq][:most], latest
        return list(self.replayed(seq, min(seq + most, latest.seq))), latest

    def event(self, seq: int) -> Event:
        """One event."""
        found = self._store.read(self.table, seq - 1, 1) if seq > 0 else []
        if not found:
            raise NotFound(f"there is no event {seq}")
        return read_event(found[0].data)

    def events(self, after: int = 0) -> Iterator[Event]:
        """Every event after one, in order, read in batches."""
        while True:
            found = self._store.read(self.table, after, _BATCH)
            for entry in found:
                yield read_event(entry.data)
            if len(found) < _BATCH:
                return
            after = found[-1].seq

    def at(self, seq: int) -> TableState:
        """The state after an event."""
        with self._lock:
            if seq == self._latest.seq:
                return self._latest
            kept = next((step.state for step in self._recent if step.event.seq == seq), None)
        if kept is not None:
            return kept
        if not 0 <= seq <= self._store.last(self.table):
            raise NotFound(f"there is no event {seq}")
        state = self._snapshot_before(seq)
        for step in self._folded(state, seq):
            state = step.state
        return state

    def replayed(self, after: int, upto: int | None = None) -> Iterator[Step]:
        """Each event after one, with the states before and after it."""
        return self._folded(self.at(after), upto)

    def _folded(self, state: TableState, upto: int | None) -> Iterator[Step]:
        for event in self.events(state.seq):
            if upto is not None and event.seq > upto:
                return
            before, state = state, fold(state, event)
            yield Step(event, state, before)

    def _put_snapshot(self, state: TableState) -> None:
        self._store.put(self.table, "snapshot", f"{state.seq:09}", msgspec.json.encode(_Snapshot(_FORM, state)))

    def _snapshot_before(self, seq: int) -> TableState:
        """The latest snapshot at or before an event; the empty state if there is none."""
        for name in reversed(self._store.names(self.table, "snapshot")):
            if int(name) > seq:
                continue
            found = self._store.get(self.table, "snapshot", name)
            try:
                snapshot = msgspec.json.decode(found or b"", type=_Snapshot)
            except (msgspec.MsgspecError, BadInput):
                continue
            if snapshot.form == _FORM:
                return snapshot.state
        return TableState()
