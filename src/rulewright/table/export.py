"""Exports a table as a file, line by line: the whole log for the GM, what a seat sees for everyone else."""

from collections.abc import Iterator
from itertools import chain, takewhile

import msgspec

from rulewright.table.events import (
    write_event,
)
from rulewright.table.state import TableState
from rulewright.table.table_file import FORMAT, VERSION, WHOLE, Header
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.event_view import view_event
from rulewright.table.views.viewer import Viewer, viewer_for


def export(tables: Tables, place: TableSeat, as_seat: str = "") -> Iterator[bytes]:
    """A table's file, line by line: the whole log for the GM, a redacted one for a player.

    With `as_seat` the GM gets the file that this seat would get.
    """
    state = tables.state(place.table)
    viewer = viewer_for(state, place.seat, as_seat)
    view = WHOLE if viewer.is_gm and not as_seat else viewer.seat
    events, imported = map(viewer.numbers.shown, (state.seq, state.imported))
    header = Header(FORMAT, VERSION, place.table, state.game, state.settings.title, view, events, imported)
    return chain([msgspec.json.encode(header) + b"\n"], _exported(tables, place.table, state, viewer, view == WHOLE))


def _exported(tables: Tables, table: str, state: TableState, viewer: Viewer, whole: bool) -> Iterator[bytes]:
    log = tables.log(table)
    if whole:
        for event in takewhile(lambda event: event.seq <= state.seq, log.events()):
            yield write_event(event) + b"\n"
        return
    for step in log.replayed(0, state.seq):
        redacted = view_event(tables, table, step.state, step.event, viewer)
        if redacted is not None:
            yield msgspec.json.encode(redacted) + b"\n"
