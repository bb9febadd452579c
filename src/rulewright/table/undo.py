"""Time at a table: undo, redo, branches, closing and going on."""

from rulewright.rules import Refused
from rulewright.table.act import playing
from rulewright.table.changes import difference
from rulewright.table.errors import Forbidden, Unknown
from rulewright.table.events import (
    Acted,
    Branched,
    Closed,
    Event,
    Fact,
    Redone,
    Reopened,
    Undone,
    write_event,
)
from rulewright.table.fair_dice import commitment_to, new_seed
from rulewright.table.keys import Key
from rulewright.table.state import TableState
from rulewright.table.tables import Place, Tables, new_table
from rulewright.table.undo_target import last_done, last_undone


def undo(tables: Tables, place: Place, back_to: int | None = None, expected: int | None = None) -> Event:
    """Go back to how play stood after an event; without one, before the last thing done.

    Whoever runs the game may go back to any event. A player may take back their own last action when
    nothing came to light by it: no dice, and nobody has done anything since.
    """
    log = tables.log(place.table)

    def make(state: TableState) -> list[Fact]:
        playing(tables, state, place)
        done = last_done(log.event, state.seq)
        if done is None:
            raise Refused("there is nothing to undo")
        if not state.seat(place.seat).masters:
            _refuse_player(done, place, back_to)
        target = done.seq - 1 if back_to is None else back_to
        if not 2 <= target < state.seq:
            raise Unknown(f"there is no event {target} to go back to (2 to {state.seq - 1})")
        return [Undone(target, difference(state.play, log.at(target).play))]

    return tables.write(place, make, expected=expected)[0]


def _refuse_player(done: Event, place: Place, back_to: int | None) -> None:
    if back_to is not None and back_to != done.seq - 1:
        raise Forbidden("only the game master goes further back than the last thing done")
    if done.by != place.seat:
        raise Forbidden("the last thing done was not yours; ask the game master")
    if not isinstance(done.fact, Acted) or done.fact.dice or done.fact.pending or done.fact.audience != "everyone":
        raise Forbidden("something came to light by it; only the game master may undo that")


def redo(tables: Tables, place: Place, expected: int | None = None) -> Event:
    """Take back the last undo, if nothing has been done since."""
    log = tables.log(place.table)

    def make(state: TableState) -> list[Fact]:
        playing(tables, state, place)
        undone = last_undone(log.event, state.seq)
        if undone is None:
            raise Refused("there is nothing to redo")
        if undone.by != place.seat:
            tables.masters(state, place, "redo what somebody else undid")
        return [Redone(undone.seq, difference(state.play, log.at(undone.seq - 1).play))]

    return tables.write(place, make, expected=expected)[0]


def branch(tables: Tables, place: Place, at: int, title: str) -> tuple[Place, str]:
    """Another table that begins as this one stood after an event, to try something; its key.

    It has the same seats; the others are let in by new invitations.
    """
    state = tables.state(place.table)
    tables.masters(state, place, "branch the table")
    if not 2 <= at <= state.seq:
        raise Unknown(f"there is no event {at} to branch from (2 to {state.seq})")
    log, table, secret = tables.log(place.table), new_table(), new_seed()
    copied = [event for event in log.events() if event.seq <= at]
    name = tables.text(title, "title", tables.limits.name) or f"{state.settings.title}, another way"
    begun = Branched(place.table, at, commitment_to(secret), name)
    tables.store.put(table, "seed", begun.commitment, secret.encode())
    lines = [write_event(event) for event in (*copied, Event(at + 1, tables.stamp(), place.seat, begun))]
    tables.store.append(table, 0, lines)
    return Place(table, place.seat), tables.keys.cut(table, Key(place.seat))


def close(tables: Tables, place: Place) -> Event:
    """Close the table and make the seed of its dice known."""

    def make(state: TableState) -> list[Fact]:
        if state.seat(place.seat).role != "gm":
            raise Forbidden("only the game master may close the table")
        if state.closed:
            raise Refused("the table is closed already")
        kept = tables.store.get(place.table, "seed", state.commitment)
        return [Closed(kept.decode() if kept else "")]

    return tables.write(place, make)[0]


def reopen(tables: Tables, place: Place) -> Event:
    """Go on with a closed table, with a new promise about its dice."""
    secret = new_seed()
    promise = commitment_to(secret)

    def make(state: TableState) -> list[Fact]:
        if state.seat(place.seat).role != "gm":
            raise Forbidden("only the game master may reopen the table")
        if not state.closed:
            raise Refused("the table is open")
        tables.store.put(place.table, "seed", promise, secret.encode())
        return [Reopened(promise)]

    return tables.write(place, make)[0]
