"""Closing a table, which publishes the seeds of its dice, and reopening it."""

from rulewright.rules import Refused
from rulewright.table.events import Event, EventBody, TableClosed, TableReopened
from rulewright.table.permissions import require_owner
from rulewright.table.seeds.fair_dice import PROTOCOL, new_seeds
from rulewright.table.state import TableState
from rulewright.table.tables import Tables, TableSeat


def close(tables: Tables, place: TableSeat) -> Event:
    """Closes the table and publishes the seed of its open dice; that of the hidden dice is for the GMs only."""

    def make(state: TableState) -> list[EventBody]:
        require_owner(state, place.seat, "close the table")
        if state.closed:
            raise Refused("the table is closed already")
        names = (state.commitment, state.hidden_commitment)
        found = [tables.store.get(place.table, "seed", name) if name else None for name in names]
        return [TableClosed(*(seed.decode() if seed else "" for seed in found))]

    return tables.write(place, make)[0]


def reopen(tables: Tables, place: TableSeat) -> Event:
    """Reopens a closed table, with commitments to new seeds."""
    seeds = new_seeds()

    def make(state: TableState) -> list[EventBody]:
        require_owner(state, place.seat, "reopen the table")
        if not state.closed:
            raise Refused("the table is open")
        tables.keep_seeds(place.table, seeds)
        return [TableReopened(seeds.commitment, seeds.hidden_commitment, PROTOCOL)]

    return tables.write(place, make)[0]
