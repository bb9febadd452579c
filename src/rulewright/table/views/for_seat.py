"""What a seat sees: the table and its log."""

from rulewright.table.errors import Forbidden
from rulewright.table.events import Event, Revealed
from rulewright.table.state import TableState
from rulewright.table.tables import Place, Tables
from rulewright.table.views.build import see_event, see_state
from rulewright.table.views.redact import Seen
from rulewright.table.views.viewer import Viewer

_ALWAYS_OPEN = ("seq", "at", "by", "kind", "audience", "pending", "name", "params")


def looks_as(state: TableState, place: Place, seat: str = "") -> Viewer:
    """The eyes through which a seat looks: its own, or a player's if it runs the game."""
    if seat and seat != place.seat and not state.seat(place.seat).masters:
        raise Forbidden("only the game master may look through somebody else's eyes")
    return Viewer.of(state, seat or place.seat)


def see(tables: Tables, place: Place, at: int | None = None, as_seat: str = "") -> Seen:
    """The table as a seat sees it, now or as it stood after an event."""
    now = tables.state(place.table)
    viewer = looks_as(now, place, as_seat)
    state = now if at is None else tables.log(place.table).at(at)
    return see_state(tables.game(now), state, viewer)


def see_log(tables: Tables, place: Place, after: int = 0, most: int = 1_000, as_seat: str = "") -> list[Seen]:
    """The log as a seat sees it, from an event on."""
    viewer = looks_as(tables.state(place.table), place, as_seat)
    seen: list[Seen] = []
    for event, state in tables.log(place.table).replayed(after):
        if len(seen) >= most:
            break
        shown = seen_event(tables, place.table, state, event, viewer)
        if shown is not None:
            seen.append(shown)
    return seen


def seen_event(tables: Tables, table: str, state: TableState, event: Event, viewer: Viewer) -> Seen | None:
    """One event as a viewer sees it; a reveal brings along what it reveals."""
    game = tables.game(state)
    seen = see_event(game, state, event, viewer)
    if seen is not None and isinstance(event.fact, Revealed):
        seen["event"] = see_event(game, state, tables.log(table).event(event.fact.seq), viewer)
    return seen


def in_the_open(state: TableState, seen: Seen) -> Seen:
    """An event as it may stand where everybody looks: of a hidden roll only that it happened, until it is revealed."""
    if seen["kind"] not in ("acted", "rolled") or seen["audience"] == "everyone" or seen["seq"] in state.revealed:
        return seen
    return {name: value for name, value in seen.items() if name in _ALWAYS_OPEN} | {"hidden": True}
