"""The dice of every seat as each viewer has seen them, counted once per event. Cards are not dice."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from rulewright._bounded_dict import BoundedDict
from rulewright.server.route_types import Call
from rulewright.table.events import RecordedDie
from rulewright.table.log import Step
from rulewright.table.views.event_view import view_event
from rulewright.table.views.viewer import Viewer

if TYPE_CHECKING:
    from rulewright.server.context import Context

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
    steps: Iterator[Step] | None = None
    """The events still to be counted, while counting is under way."""


class LuckCounts:
    """The counts for recent viewers; only new events are counted."""

    def __init__(self) -> None:
        self._kept: BoundedDict[tuple[str, str, bool], _Counted] = BoundedDict(_KEPT)

    async def at(self, call: Call, viewer: Viewer, seq: int) -> Counts:
        """The dice up to an event as a viewer sees them."""
        key = (call.place.table, viewer.seat, viewer.is_gm)
        counted = self._kept[key] = self._kept.get(key) or _Counted()
        async with counted.lock:
            try:
                while counted.seq < seq:
                    started = perf_counter()
                    await call.context.in_thread(_count, call.context, call.place.table, viewer, counted)
                    if counted.seq < seq:
                        await asyncio.sleep(_REST * (perf_counter() - started))
            finally:
                counted.steps = None
            return dict(counted.counts)


def _count(context: "Context", table: str, viewer: Viewer, counted: _Counted) -> None:
    """Counts the dice of a few more events."""
    if counted.steps is None:
        counted.steps = context.tables.log(table).replayed(counted.seq)
    for step in islice(counted.steps, _BATCH):
        event = view_event(context.tables, table, step.state, step.event, viewer)
        counted.seq = step.event.seq
        if event is None or event.kind not in ("acted", "rolled"):
            continue
        for die in _without_cards(event.dice or (), step.event.body):
            if 1 <= die.face <= die.sides:  # an old import may contain impossible faces
                number, total = counted.counts.get((event.by, die.sides), (0, 0))
                counted.counts[event.by, die.sides] = (number + 1, total + die.face)


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
