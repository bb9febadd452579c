"""Branches: a new table that continues from an event of another."""

from collections.abc import Iterator

from rulewright.rules import Refused
from rulewright.table.errors import NotFound
from rulewright.table.import_table import CheckedFile, Import
from rulewright.table.permissions import require_gm
from rulewright.table.tables import Tables, TableSeat

_READ_AT_ONCE = 50


def begin_branch(tables: Tables, place: TableSeat, at: int, title: str) -> Import:
    """A new table that begins as this one was after an event, ready to be written.

    It has the same seats; the other players need new invitations.
    """
    state = tables.state(place.table)
    require_gm(state, place.seat, "branch the table")
    if not 2 <= at <= state.seq:
        raise NotFound(f"there is no event {at} to branch from (allowed: 2 to {state.seq})")
    if not tables.log(place.table).at(at).is_gm(place.seat):
        raise Refused(f"you did not run the game at event {at}: branch from a later one")
    most = tables.limits.name
    name = tables.clean_text(title, "title", most) or f"{state.settings.title}, another way"[:most]
    lines = (line for batch in batches_up_to(tables, place.table, at) for line in batch)
    return Import(tables, CheckedFile(place.table, at, place.seat, name), lines, witnessed=True)


def batches_up_to(tables: Tables, table: str, at: int) -> Iterator[list[bytes]]:
    """The stored events of a table up to one, a few at a time."""
    for after in range(0, at, _READ_AT_ONCE):
        most = min(_READ_AT_ONCE, at - after)
        found = tables.store.read(table, after, most)
        if len(found) < most:
            raise NotFound("the table was removed")
        yield [entry.data for entry in found]


def branch(tables: Tables, place: TableSeat, at: int, title: str) -> tuple[TableSeat, str]:
    """Opens a new table that begins as this one was after an event; returns the GM's seat at it and its key."""
    begun = begin_branch(tables, place, at, title)
    for _ in begun.batches():
        pass
    return begun.place, begun.key()
