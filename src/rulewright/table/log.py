"""A table's log in a store: its events, and the state after any of them."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from threading import Lock
from typing import NamedTuple

import msgspec
from msgspec import Struct

from rulewright.game.pinned import PinnedText
from rulewright.rules import BadInput, Refused
from rulewright.rules.decoding import ready
from rulewright.table.errors import DamagedEvent, NotFound
from rulewright.table.events import Event, read_event, write_event
from rulewright.table.fold import fold
from rulewright.table.state import TableState, pinned_game
from rulewright.table.stores import LogEntry, Store

SNAPSHOT_EVERY = 250
_SNAPSHOT_SHARE, _SNAPSHOT_LATEST = 8, 5_000
"""A snapshot is made when the log has grown by an eighth of the last snapshot's size, or by 5,000 events.

Otherwise a table with a large state would write all of it again after every 250 short events.
"""
_RECENT = 200
"""How many steps are kept in memory for viewers who follow the table."""
_FIRST_BATCH, _BATCH = 50, 1_000
_FORM = 9
"""The version of the snapshot format. A snapshot in another format is ignored and made again."""


class Step(NamedTuple):
    """An event, the state after it, and the state before it."""

    event: Event
    state: TableState
    before: TableState


class _Snapshot(Struct, frozen=True):
    form: int
    state: TableState
    size: int


class _SnapshotTaken(NamedTuple):
    """The event of a snapshot, the bytes of the log up to that event, and the bytes of the snapshot."""

    seq: int = 0
    size: int = 0
    length: int = 0


def _is_snapshot_due(kept: _SnapshotTaken, seq: int, size: int) -> bool:
    """Whether a snapshot should follow the last one, for a log of this length and size."""
    grown = _SNAPSHOT_SHARE * (size - kept.size) >= kept.length or seq - kept.seq >= _SNAPSHOT_LATEST
    return seq % SNAPSHOT_EVERY == 0 and grown


class Log:
    """The log of one table. Each event is folded once per process; the latest steps are kept in memory."""

    def __init__(self, store: Store, table: str) -> None:
        self.table = table
        self._store = store
        self._lock = Lock()
        self._latest = TableState()
        self._game: PinnedText | None = None
        self._size = 0
        self._kept = _SnapshotTaken()
        """The last snapshot that this process has read or written."""
        self._recent: deque[Step] = deque(maxlen=_RECENT)

    def latest(self) -> TableState:
        """The state after every event that any process has written."""
        with self._lock:
            last = self._store.last(self.table)
            if last < self._latest.seq:  # another process has removed the table
                self._latest, self._size, self._kept = TableState(), 0, _SnapshotTaken()
                self._recent.clear()
            if self._latest.seq == 0 and last > 0:
                self._latest, self._kept = self._snapshot_before(last)
                self._size = self._kept.size
            if last > self._latest.seq:
                for step, size in self._read_on(self._latest, self._size, self._kept):
                    self._advance(step, size)
            if self._latest.seq == 0:
                raise NotFound("there is no such table; it may have been removed")
            self._game = self._game or pinned_game(self._latest)
            return self._latest

    def known(self) -> TableState:
        """The latest state that this process has read, without reading; other processes may have written since."""
        state = self._latest
        return state if state.seq else self.latest()

    @property
    def size(self) -> int:
        """The bytes of all events, as far as they have been read."""
        return self._size

    def append(
        self,
        state: TableState,
        events: list[Event],
        key: str = "",
        admit: Callable[[list[int]], None] = lambda sizes: None,
    ) -> TableState:
        """Writes events that follow `state`, durably; returns the state after them.

        `admit` is called with the size of each event before anything is written, and raises to refuse them.
        """
        lines = [write_event(event) for event in events]
        as_read = [_as_read(line) for line in lines]  # before anything is written: other processes must be able to
        admit([len(line) for line in lines])
        self._store.append(self.table, state.seq, lines, key)
        with self._lock:
            for event, line in zip(as_read, lines, strict=True):
                if event.seq <= self._latest.seq:
                    continue
                self._advance(Step(event, fold(self._latest, event), self._latest), len(line))
            newest = list(islice(reversed(self._recent), self._latest.seq - state.seq))
            written = [step.state for step in reversed(newest) if step.event.seq <= events[-1].seq]
            size = self._size
        for after in written:
            if _is_snapshot_due(self._kept, after.seq, size):
                self._kept = self._put_snapshot(after, size)
        return written[-1]

    def _advance(self, step: Step, size: int) -> None:
        self._latest = step.state
        self._size += size
        self._recent.append(step)

    def recent(self, seq: int, latest: TableState, most: int) -> list[Step] | None:
        """At most `most` steps that follow `seq` up to the `latest` state, without gaps; None if not in memory."""
        if seq >= latest.seq:
            return []
        end = min(seq + most, latest.seq)
        with self._lock:
            first = self._recent[0].event.seq if self._recent else end + 1
            if first <= seq + 1:
                return [self._recent[number - first] for number in range(seq + 1, end + 1)]
        return None

    def event(self, seq: int) -> Event:
        """One event."""
        found = self._store.read(self.table, seq - 1, 1) if seq > 0 else []
        if not found:
            raise NotFound(f"there is no event {seq}")
        return self._read(found[0])

    def events(self, after: int = 0) -> Iterator[Event]:
        """Every event after one, in order, read in batches."""
        return (event for event, _ in self._entries(after))

    def _entries(self, after: int, upto: int | None = None, most: int = _BATCH) -> Iterator[tuple[Event, int]]:
        """Every event after one with its size, read in batches of at most `most`."""
        batch = min(_FIRST_BATCH, most)  # often only a few are wanted, and each may be large
        while upto is None or after < upto:
            batch = batch if upto is None else min(batch, upto - after)
            found = self._store.read(self.table, after, batch)
            for entry in found:
                yield self._read(entry), len(entry.data)
            if len(found) < batch:
                return
            after, batch = found[-1].seq, min(most, 2 * batch)

    def _read(self, entry: LogEntry) -> Event:
        try:
            return read_event(entry.data)
        except (BadInput, ValueError, RecursionError) as wrong:
            raise DamagedEvent(self.table, entry.seq, str(wrong)) from None

    def _fold(self, state: TableState, event: Event) -> TableState:
        try:
            return fold(state, event)
        except Exception as wrong:  # the error names the event, whatever is wrong with it
            raise DamagedEvent(self.table, event.seq, str(wrong) or type(wrong).__name__) from None

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
        state, snapshot = self._snapshot_before(seq)
        for step, _ in self._read_on(state, snapshot.size, snapshot, seq):
            state = step.state
        return state

    def _read_on(
        self, state: TableState, size: int, kept: _SnapshotTaken, upto: int | None = None
    ) -> Iterator[tuple[Step, int]]:
        """Each event after a state, with its size; writes the snapshots that are missing since the last one.

        They are missing in a log that was imported, branched, or written by an earlier version.
        """
        for event, length in self._entries(state.seq, upto):
            before, state, size = state, self._fold(state, event), size + length
            yield Step(event, state, before), length
            if _is_snapshot_due(kept, state.seq, size):
                kept = self._put_snapshot(state, size)
                self._kept = max(kept, self._kept)

    def replayed(self, after: int, upto: int | None = None, most: int = _BATCH) -> Iterator[Step]:
        """Each event after one, with the states before and after it; reads at most `most` at once."""
        state = self.at(after)
        for event, _ in self._entries(after, upto, most):
            before, state = state, self._fold(state, event)
            yield Step(event, state, before)

    def backwards(self, seqs: Iterable[int]) -> Iterator[Step]:
        """Each of some events with the states before and after it, the latest first; near ones are read together."""
        near: dict[int, Step] = {}
        for seq in seqs:
            if seq not in near:
                near = {step.event.seq: step for step in self.replayed(max(0, seq - SNAPSHOT_EVERY), seq)}
            yield near[seq]

    def _put_snapshot(self, state: TableState, size: int) -> _SnapshotTaken:
        written = msgspec.json.encode(_Snapshot(_FORM, state, size))
        self._store.put(self.table, "snapshot", f"{state.seq:09}", written)
        return _SnapshotTaken(state.seq, size, len(written))

    def _snapshot_before(self, seq: int) -> tuple[TableState, _SnapshotTaken]:
        """The state of the latest snapshot at or before an event; the empty state if there is none."""
        for name in reversed(self._store.names(self.table, "snapshot")):
            if int(name) > seq:
                continue
            found = self._store.get(self.table, "snapshot", name)
            try:
                snapshot = msgspec.json.decode(found or b"", type=ready(_Snapshot))
            except (msgspec.MsgspecError, BadInput):
                continue
            if snapshot.form == _FORM:
                return snapshot.state, _SnapshotTaken(snapshot.state.seq, snapshot.size, len(found or b""))
        return TableState(), _SnapshotTaken()


class Following:
    """Reads a log on for one follower: each event is folded once, however far behind the follower is."""

    def __init__(self) -> None:
        self._steps: Iterator[Step] = iter(())
        self._at = -1

    def after(self, log: Log, seq: int, latest: TableState, most: int) -> list[Step]:
        """At most `most` steps that follow `seq` up to the `latest` state, without gaps."""
        recent = log.recent(seq, latest, most)
        if recent is not None:
            self._steps, self._at = iter(()), -1
            return recent
        if self._at != seq:
            self._steps = log.replayed(seq, most=most)
        most = min(most, latest.seq - seq)
        found = list(islice(self._steps, most))
        self._at = found[-1].event.seq if len(found) == most else -1
        return found


def _as_read(line: bytes) -> Event:
    """An event as other processes will read it; raises `Refused` for one beyond the limits of its type."""
    try:
        return read_event(line)
    except BadInput as wrong:
        raise Refused(f"this is more than a table can store: {wrong}") from None
