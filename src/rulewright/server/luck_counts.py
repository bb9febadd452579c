"""The dice of every seat as each viewer has seen them, counted once per event. Cards are not dice."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from time import perf_counter
from typing import Any

from msgspec import Struct, field

from rulewright._bounded_dict import BoundedDict
from rulewright.server.route_types import Call
from rulewright.table.events import RecordedDie
from rulewright.table.log import Step
from rulewright.table.views.event_view import view_event
from rulewright.table.views.viewer import Viewer

_KEPT = 2_000
_BATCH = 50
_REST = 4.0

Counts = dict[tuple[str, int], tuple[int, int]]
"""By seat and sides of a die: how many were rolled, and the sum of their faces."""


class _Counted(Struct):
    """The dice up to an event."""

    seq: int = 0
    counts: Counts = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class LuckCounts:
    """The counts for recent viewers; only new events are counted."""

    def __init__(self) -> None:
        self._kept: BoundedDict[tuple[str, str, bool], _Counted] = BoundedDict(_KEPT)

    async def at(self, call: Call, viewer: Viewer, seq: int) -> Counts:
        """The dice up to an event as a viewer sees them."""
        key = (call.place.table, viewer.seat, viewer.is_gm)
        counted = self._kept[key] = self._kept.get(key) or _Counted()
        async with counted.lock:
            if counted.seq < seq:
                steps = await call.in_thread(call.tables.log(call.place.table).replayed, counted.seq)
            while counted.seq < seq:
                started = perf_counter()
                # When this is cancelled its thread goes on, so it counts in a copy, which no later request uses.
                added = dict(counted.counts)
                last = await call.in_thread(_count, call, viewer, steps, added)
                if not last:
                    break  # the table has been removed
                counted.seq, counted.counts = last, added
                if last < seq:
                    await asyncio.sleep(_REST * (perf_counter() - started))
            return dict(counted.counts)


def _count(call: Call, viewer: Viewer, steps: Iterator[Step], counts: Counts) -> int:
    """Counts the dice of a few more events; returns the number of the last of them, 0 if there is none."""
    seq = 0
    for step in islice(steps, _BATCH):
        event = view_event(call.tables, call.place.table, step.state, step.event, viewer)
        seq = step.event.seq
        if event is None or event.kind not in ("acted", "rolled"):
            continue
        for die in _without_cards(event.dice or (), step.event.body):
            if 1 <= die.face <= die.sides:  # an old import may contain impossible faces
                number, total = counts.get((event.by, die.sides), (0, 0))
                counts[event.by, die.sides] = (number + 1, total + die.face)
    return seq


def _without_cards(dice: Sequence[RecordedDie], body: Any) -> Iterator[RecordedDie]:
    """The dice of an event apart from its cards, whose faces are places in a deck."""
    drawn = list(_drawn(getattr(body, "breakdown", ())))
    if len(drawn) != len(dice):  # the breakdown was not kept
        drawn = [False] * len(dice)
    return (die for die, is_card in zip(dice, drawn, strict=True) if not is_card)


def _drawn(steps: Iterable[Any]) -> Iterator[bool]:
    """For each face in the steps of a breakdown, whether it is a card."""
    for step in filter(lambda one: isinstance(one, Mapping), steps):  # an imported file may contain anything
        if step.get("kind") == "called":
            yield from _drawn(step.get("steps", ()))
        elif step.get("kind") == "rolled":
            yield from [bool(step.get("cards"))] * len(step.get("faces", ()))
