"""The dice of every seat as each viewer has seen them, counted once per event for all viewers of a table.

A worker counts them, some events at a time. The counts are kept in memory and, now and then, in the store.
"""

import asyncio

import msgspec
from msgspec import Struct, field

from rulewright._bounded_dict import BoundedDict
from rulewright.rules.decoding import ready
from rulewright.server.fair_queue import Urgency
from rulewright.server.luck_jobs import DiceCounts, SeatDice, count_dice
from rulewright.server.route_types import Call
from rulewright.table.log import SNAPSHOT_EVERY
from rulewright.table.state import TableState
from rulewright.table.views.viewer import Viewer

_KEPT = 2_000
_EVENTS, _BYTES = 500, 1_000_000
"""How much a worker is given at once."""
_SECONDS = 5.0
_FORM = 1


class _Stored(Struct, frozen=True):
    """The dice up to an event, as they are stored."""

    form: int
    seq: int
    counts: DiceCounts


class _Counted(Struct):
    """The dice up to an event, and the event up to which they are stored."""

    seq: int = -1
    counts: DiceCounts = DiceCounts()
    stored: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class LuckCounts:
    """The counts for recent tables; only new events are counted."""

    def __init__(self) -> None:
        self._kept: BoundedDict[str, _Counted] = BoundedDict(_KEPT)

    async def at(self, call: Call, viewer: Viewer, state: TableState) -> SeatDice:
        """The dice up to a state as a viewer sees them."""
        table = call.place.table
        counted = self._kept[table] = self._kept.get(table) or _Counted()
        async with counted.lock:
            if counted.seq < 0:
                found = await call.in_thread(_stored, call)
                counted.seq, counted.counts, counted.stored = found.seq, found.counts, found.seq
            before: TableState | None = None
            while counted.seq < state.seq:
                begin, lines = await call.in_thread(_next_lines, call, before, counted.seq, state.seq)
                if not lines:
                    break  # the table has been removed
                given = (state.game, begin, lines)
                before, added = await call.work(count_dice, *given, seconds=_SECONDS, urgency=Urgency.ADVICE)
                counted.seq, counted.counts = counted.seq + len(lines), counted.counts.plus(added)
                if counted.seq - counted.stored >= SNAPSHOT_EVERY:
                    counted.stored = counted.seq
                    await call.in_thread(_store, call, _Stored(_FORM, counted.seq, counted.counts))
            return counted.counts.seen_by(viewer.seat, viewer.is_gm)


def _next_lines(call: Call, before: TableState | None, seq: int, last: int) -> tuple[TableState, list[bytes]]:
    """The state after an event, and some of the events that follow it as they are stored."""
    table = call.place.table
    lines: list[bytes] = []
    size = 0
    for entry in call.tables.store.read(table, seq, min(_EVENTS, last - seq)):
        lines.append(entry.data)
        size += len(entry.data)
        if size >= _BYTES:
            break
    return before or call.tables.log(table).at(seq), lines


def _stored(call: Call) -> _Stored:
    found = call.tables.store.get(call.place.table, "luck", "dice")
    try:
        stored = msgspec.json.decode(found or b"", type=ready(_Stored))
    except msgspec.MsgspecError:
        return _Stored(_FORM, 0, DiceCounts())
    return stored if stored.form == _FORM else _Stored(_FORM, 0, DiceCounts())


def _store(call: Call, counted: _Stored) -> None:
    call.tables.store.put(call.place.table, "luck", "dice", msgspec.json.encode(counted))
