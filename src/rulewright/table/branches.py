"""Branches: a new table that continues from an event of another."""

from rulewright.table.errors import NotFound
from rulewright.table.events import Event, TableBranched, write_event
from rulewright.table.fair_dice import PROTOCOL, new_seeds
from rulewright.table.keys import SeatKey
from rulewright.table.permissions import require_gm
from rulewright.table.tables import Tables, TableSeat, new_table_name


def branch(tables: Tables, place: TableSeat, at: int, title: str) -> tuple[TableSeat, str]:
    """Opens a new table that begins as this one was after an event; returns the GM's seat at it and its key.

    It has the same seats; the other players need new invitations.
    """
    state = tables.state(place.table)
    require_gm(state, place.seat, "branch the table")
    if not 2 <= at <= state.seq:
        raise NotFound(f"there is no event {at} to branch from (allowed: 2 to {state.seq})")
    log, table, seeds = tables.log(place.table), new_table_name(), new_seeds()
    copied = [event for event in log.events() if event.seq <= at]
    name = tables.clean_text(title, "title", tables.limits.name) or f"{state.settings.title}, another way"
    body = TableBranched(place.table, at, seeds.commitment, name, seeds.hidden_commitment, PROTOCOL)
    tables.keep_seeds(table, seeds)
    lines = [write_event(event) for event in (*copied, Event(at + 1, tables.timestamp(), place.seat, body))]
    tables.store.append(table, 0, lines)
    return TableSeat(table, place.seat), tables.keys.create(table, SeatKey(place.seat))
