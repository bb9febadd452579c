"""Undo, redo, branches, closing and reopening a table.

Undo is a further event, so the log is walked backwards: an undo leads to the event it went back to,
a redo to the event before the undo that it reversed.
"""

from collections.abc import Callable

from rulewright.rules import Refused
from rulewright.table.changes import difference
from rulewright.table.errors import Forbidden, NotFound
from rulewright.table.event_numbers import numbers_for
from rulewright.table.events import (
    ActionRequested,
    ActionTaken,
    AnswerAwaited,
    Event,
    EventBody,
    OptionsChanged,
    PendingWithdrawn,
    PlayRedone,
    PlayUndone,
    RequestCancelled,
    RollMade,
    TableBranched,
    TableClosed,
    TableReopened,
    write_event,
)
from rulewright.table.fair_dice import PROTOCOL, new_seeds
from rulewright.table.keys import SeatKey
from rulewright.table.permissions import require_gm, require_owner, require_playing
from rulewright.table.state import TableState
from rulewright.table.tables import Tables, TableSeat, new_table_name

ReadEvent = Callable[[int], Event]


def undo(tables: Tables, place: TableSeat, back_to: int | None = None, expected: int | None = None) -> Event:
    """Restores play as it was after an event; without one, as it was before the last action.

    The GM may go back to any event. A player may undo their own last action if it revealed nothing:
    no dice were rolled, and no one has acted since. Events that followed automatically are undone with it.
    """
    log = tables.log(place.table)

    def make(state: TableState) -> list[EventBody]:
        require_playing(state, place.seat)
        done = last_done(log.event, state.seq)
        if done is None:
            raise Refused("there is nothing to undo")
        last, done = done, with_cause(log.event, done)
        target = done.seq - 1 if back_to is None else back_to
        if not state.seat(place.seat).is_gm:
            shown = numbers_for(state, place.seat, False).shown(done.seq)
            for seq in range(done.seq, last.seq + 1):
                _refuse_player(log.event(seq), place, is_last=back_to in (None, shown - 1))
            target = done.seq - 1
        if not 2 <= target < state.seq:
            raise NotFound(f"there is no event {target} to go back to (allowed: 2 to {state.seq - 1})")
        return [PlayUndone(target, difference(state.play, log.at(target).play))]

    return tables.write(place, make, expected=expected)[0]


def _refuse_player(done: Event, place: TableSeat, is_last: bool) -> None:
    body = done.body
    if not is_last:
        raise Forbidden("only the game master may go back further than the last action")
    if done.by != place.seat:
        raise Forbidden("the last action was not yours; ask the game master")
    if not isinstance(body, ActionTaken) or body.dice or body.pending or body.audience != "everyone":
        raise Forbidden("this revealed dice or a decision; only the game master may undo it")


def redo(tables: Tables, place: TableSeat, expected: int | None = None) -> Event:
    """Reverses the last undo, if no action was taken since."""
    log = tables.log(place.table)

    def make(state: TableState) -> list[EventBody]:
        require_playing(state, place.seat)
        undone = _last_undo(log.event, state.seq)
        if undone is None:
            raise Refused("there is nothing to redo")
        if undone.by != place.seat:
            require_gm(state, place.seat, "redo what another player undid")
        return [PlayRedone(undone.seq, difference(state.play, log.at(undone.seq - 1).play))]

    return tables.write(place, make, expected=expected)[0]


def last_done(read: ReadEvent, last: int) -> Event | None:
    """The last event whose effect on play has not been undone."""
    seq = last
    while seq > 0:
        event = read(seq)
        if _changes_play(event):
            return event
        seq = previous_standing(event)
    return None


def with_cause(read: ReadEvent, event: Event) -> Event:
    """The event, or the one that it followed from automatically."""
    while is_automatic(event):
        event = read(event.seq - 1)
    return event


def is_automatic(event: Event) -> bool:
    """Whether an event followed automatically from the one before, as the beginning of a turn does."""
    return isinstance(event.body, ActionTaken | AnswerAwaited) and event.body.automatic


def _last_undo(read: ReadEvent, last: int) -> Event | None:
    """The last undo, if nothing has been done since that a redo would overwrite."""
    seq = last
    while seq > 0:
        event = read(seq)
        if isinstance(event.body, PlayUndone):
            return event
        if _changes_play(event):
            return None
        seq = previous_standing(event)
    return None


def _changes_play(event: Event) -> bool:
    if isinstance(event.body, RollMade):
        return bool(event.body.pending)  # it was pending and is no longer
    requests = ActionRequested | RequestCancelled
    return isinstance(event.body, ActionTaken | requests | OptionsChanged | AnswerAwaited | PendingWithdrawn)


def previous_standing(event: Event) -> int:
    """The number of the event before this one in the history without undone events."""
    if isinstance(event.body, PlayUndone):
        return event.body.back_to
    if isinstance(event.body, PlayRedone):
        return event.body.of - 1
    return event.seq - 1


def branch(tables: Tables, place: TableSeat, at: int, title: str) -> tuple[TableSeat, str]:
    """A new table that begins as this one was after an event; the GM's seat at it, and its key.

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
