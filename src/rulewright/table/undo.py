"""Undo and redo.

Undo is a further event. The state knows which event an undo or a redo is about, however long the log is.
"""

from collections.abc import Callable

from rulewright.rules import Refused
from rulewright.table import events
from rulewright.table.diff import difference
from rulewright.table.errors import Forbidden, NotFound
from rulewright.table.events import Event, EventBody
from rulewright.table.fold import is_automatic
from rulewright.table.game_words import words_of
from rulewright.table.log import Log
from rulewright.table.permissions import require_gm, require_playing
from rulewright.table.state import TableState
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.viewer import numbers_for

ReadEvent = Callable[[int], Event]


def undo(tables: Tables, place: TableSeat, back_to: int | None = None, expected: int | None = None) -> Event:
    """Restores play as it was after an event; without one, as it was before the last action.

    The GM may go back to any event. A player may undo their own last action if it revealed nothing:
    no dice were rolled, and no one has acted since. Events that followed automatically are undone with it.
    """
    log = tables.log(place.table)

    def make(state: TableState) -> list[EventBody]:
        require_playing(state, place.seat)
        found = last_done(log, state)
        if found is None:
            raise Refused("there is nothing to undo")
        last, done = found
        target = done.seq - 1 if back_to is None else back_to
        if not state.seat(place.seat).is_gm:
            shown = numbers_for(state, place.seat, False).shown(done.seq)
            for seq in range(done.seq, last.seq + 1):
                _refuse_player(log.event(seq), place, is_last=back_to in (None, shown - 1), gm=words_of(state).gm)
            target = done.seq - 1
        if not 2 <= target < state.seq:
            raise NotFound(f"there is no event {target} to go back to (allowed: 2 to {state.seq - 1})")
        return [events.PlayUndone(target, difference(state.play, log.at(target).play))]

    return tables.write(place, make, expected=expected)[0]


def _refuse_player(done: Event, place: TableSeat, is_last: bool, gm: str) -> None:
    """Raises `Forbidden` if a player may not undo an event, with the game's word for who may."""
    body = done.body
    if not is_last:
        raise Forbidden(f"only the {gm} may go back further than the last action")
    if done.by != place.seat:
        raise Forbidden(f"the last action was not yours; ask the {gm}")
    if not isinstance(body, events.ActionTaken) or body.dice or body.pending or body.audience != "everyone":
        raise Forbidden(f"this revealed dice or a decision; only the {gm} may undo it")


def redo(tables: Tables, place: TableSeat, expected: int | None = None) -> Event:
    """Reverses the last undo, if no action was taken since."""
    log = tables.log(place.table)

    def make(state: TableState) -> list[EventBody]:
        require_playing(state, place.seat)
        seq = state.undo_at(state.seq)
        if not seq:
            raise Refused("there is nothing to redo")
        undone = log.event(seq)
        if undone.by != place.seat:
            require_gm(state, place.seat, "redo what another player undid")
        return [events.PlayRedone(undone.seq, difference(state.play, log.at(undone.seq - 1).play))]

    return tables.write(place, make, expected=expected)[0]


def last_done(log: Log, state: TableState) -> tuple[Event, Event] | None:
    """The last event whose effect on play has not been undone, and the event that it followed from automatically.

    Without automatic events both are the same.
    """
    seq = state.done_at(state.seq)
    if not seq:
        return None
    last = log.event(seq)
    return last, with_cause(log.event, last)


def with_cause(read: ReadEvent, event: Event) -> Event:
    """The event, or the one that it followed from automatically."""
    while is_automatic(event.body):
        event = read(event.seq - 1)
    return event
