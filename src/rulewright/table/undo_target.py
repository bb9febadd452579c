"""Going back: what the last thing done was, and what an undo or redo would change.

Undo is a further event, so the log is walked backwards: an undo leads to the event it went back to,
a redo to the event before the undo that it took back.
"""

from collections.abc import Callable

from rulewright.table.events import Acted, Asked, Event, Redone, Rolled, Ruled, Undone, Waiting, Withdrawn

Look = Callable[[int], Event]


def last_done(look: Look, last: int) -> Event | None:
    """The last event whose effect on play still stands."""
    seq = last
    while seq > 0:
        event = look(seq)
        if _changes_play(event):
            return event
        seq = stands_after(event)
    return None


def last_undone(look: Look, last: int) -> Event | None:
    """The last undo, if nothing has been done since that taking it back would overturn."""
    seq = last
    while seq > 0:
        event = look(seq)
        if isinstance(event.fact, Undone):
            return event
        if _changes_play(event):
            return None
        seq = stands_after(event)
    return None


def _changes_play(event: Event) -> bool:
    if isinstance(event.fact, Rolled):
        return bool(event.fact.pending)  # it waits no more
    return isinstance(event.fact, Acted | Asked | Ruled | Waiting | Withdrawn)


def stands_after(event: Event) -> int:
    """The event after which play was as it is after this one, and no further back than it must be."""
    if isinstance(event.fact, Undone):
        return event.fact.back_to
    if isinstance(event.fact, Redone):
        return event.fact.of - 1
    return event.seq - 1
