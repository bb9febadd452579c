"""Builds what a viewer sees of a table. Every byte that leaves a table is built here.

Views are an allow-list: each kind of event names the fields that may be seen, and a kind without an
entry reaches nobody. What is secret in a game is declared by the game (`Game.secrets`).
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from msgspec import UNSET
from msgspec.structs import replace

from rulewright.game import FightStatus, Game
from rulewright.game.plain_data import plain
from rulewright.table import events
from rulewright.table.errors import Forbidden
from rulewright.table.events import Event, EventBody, RollRevealed
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import Keeper, OpenRequest, TableState
from rulewright.table.tables import Place, Tables
from rulewright.table.views.redact import (
    EventContext,
    foe_fields,
    redact_changes,
    redact_params,
    redact_scene,
    redact_sheet,
    secret_fields,
    texts_in,
)
from rulewright.table.views.shapes import CharacterView, EventView, FightView, PendingView, TableView
from rulewright.table.views.viewer import Viewer, deciders, hidden_from, sees_fight, sees_whole
from rulewright.table.views.wording import attempt_text, with_words

# --- for a seat


def viewer_for(state: TableState, place: Place, seat: str = "") -> Viewer:
    """The viewer in a seat; the GM may view as any other seat."""
    if seat and seat != place.seat and not state.seat(place.seat).is_gm:
        raise Forbidden("only the game master may view the table as another seat")
    return Viewer.of(state, seat or place.seat)


def view_table(tables: Tables, place: Place, at: int | None = None, as_seat: str = "") -> TableView:
    """The table as a seat sees it, now or as it was after an event."""
    now = tables.state(place.table)
    viewer = viewer_for(now, place, as_seat)
    state = now if at is None else tables.log(place.table).at(at)
    return view_state(tables.game(now), state, viewer)


def view_log(tables: Tables, place: Place, after: int = 0, most: int = 1_000, as_seat: str = "") -> list[EventView]:
    """At most `most` events after one, as a seat sees them."""
    viewer = viewer_for(tables.state(place.table), place, as_seat)
    found: list[EventView] = []
    for step in tables.log(place.table).replayed(after):
        if len(found) >= most:
            break
        view = view_event(tables, place.table, step.state, step.event, viewer)
        if view is not None:
            found.append(view)
    return found


def view_event(tables: Tables, table: str, state: TableState, event: Event, viewer: Viewer) -> EventView | None:
    """One event as a viewer sees it, given the state after it; a reveal contains the event that it reveals."""
    game = tables.game(state)
    view = redact_event(game, state, event, viewer)
    if view is not None and isinstance(event.body, RollRevealed):
        revealed = tables.log(table).event(event.body.seq)
        return replace(view, event=redact_event(game, state, revealed, viewer))
    return view


def public_view(game: Game, state: TableState, view: EventView) -> EventView:
    """An event for a screen that everyone can see: a hidden roll is left out until it is revealed."""
    if view.kind not in ("acted", "rolled") or view.audience == "everyone" or view.seq in state.revealed:
        return view
    return with_words(
        game,
        state,
        EventView(
            seq=view.seq,
            at=view.at,
            by=view.by,
            kind=view.kind,
            audience=view.audience,
            pending=view.pending,
            name=view.name,
            params=view.params,
            hidden=True,
        ),
    )


# --- events


def redact_event(game: Game, state: TableState, event: Event, viewer: Viewer) -> EventView | None:
    """An event as a viewer sees it, given the state after it; None when it is not for them."""
    view = _VIEWS.get(type(event.body))
    if view is None:
        return None
    seen = view(EventContext(game, state, event, viewer), event.body)
    return None if seen is None else with_words(game, state, seen)


B = TypeVar("B", bound=EventBody)
_VIEWS: dict[type, Callable[[EventContext, Any], EventView | None]] = {}


def _view_of(
    kind: type[B],
) -> Callable[[Callable[[EventContext, B], EventView | None]], Callable[[EventContext, B], EventView | None]]:
    def register(view: Callable[[EventContext, B], EventView | None]) -> Callable[[EventContext, B], EventView | None]:
        _VIEWS[kind] = view
        return view

    return register


def _head(context: EventContext) -> dict[str, Any]:
    event = context.event
    kind = str(type(event.body).__struct_config__.tag)
    return {"seq": event.seq, "at": event.at, "by": event.by, "kind": kind}


@_view_of(events.TableOpened)
def _opened(context: EventContext, body: events.TableOpened) -> EventView:
    return EventView(
        **_head(context),
        game=body.game,
        options=body.options,
        commitment=body.commitment,
        software=body.software,
        title=body.settings.title,
    )


@_view_of(events.TableBranched)
def _branched(context: EventContext, body: events.TableBranched) -> EventView:
    return EventView(**_head(context), table=body.table, commitment=body.commitment, title=body.title, from_=body.seq)


@_view_of(events.SeatTaken)
def _seated(context: EventContext, body: events.SeatTaken) -> EventView:
    return EventView(**_head(context), seat=body.seat, name=body.name, role=body.role)


@_view_of(events.SeatRemoved)
def _unseated(context: EventContext, body: events.SeatRemoved) -> EventView:
    return EventView(**_head(context), seat=body.seat)


@_view_of(events.CharacterAssigned)
def _assigned(context: EventContext, body: events.CharacterAssigned) -> EventView:
    return EventView(**_head(context), character=body.character, seat=body.seat, shown=body.shown)


@_view_of(events.SeedAdded)
def _seeded(context: EventContext, body: events.SeedAdded) -> EventView:
    return EventView(**_head(context), seat=body.seat, seed=body.seed)


@_view_of(events.MessageSent)
def _said(context: EventContext, body: events.MessageSent) -> EventView | None:
    if body.audience == "gm" and not context.viewer.is_gm and context.event.by != context.viewer.seat:
        return None
    return EventView(**_head(context), text=body.text, audience=body.audience)


@_view_of(events.ActionRequested)
def _asked(context: EventContext, body: events.ActionRequested) -> EventView:
    secret = secret_fields(context, body.action)
    params = {name: value for name, value in body.params.items() if name not in secret}
    return EventView(**_head(context), action=body.action, of=list(body.of), words=body.words, params=params)


@_view_of(events.OptionsChanged)
def _ruled(context: EventContext, body: events.OptionsChanged) -> EventView:
    return EventView(**_head(context), options=body.options)


@_view_of(events.SettingsChanged)
def _set(context: EventContext, body: events.SettingsChanged) -> EventView:
    return EventView(**_head(context), settings=body.settings)


@_view_of(events.PendingWithdrawn)
def _withdrawn(context: EventContext, body: events.PendingWithdrawn) -> EventView:
    return EventView(**_head(context), pending=body.pending)


@_view_of(events.PlayUndone)
def _undone(context: EventContext, body: events.PlayUndone) -> EventView:
    return EventView(**_head(context), back_to=body.back_to, changes=redact_changes(context, body.changes))


@_view_of(events.PlayRedone)
def _redone(context: EventContext, body: events.PlayRedone) -> EventView:
    return EventView(**_head(context), of=body.of, changes=redact_changes(context, body.changes))


@_view_of(events.RollRevealed)
def _revealed(context: EventContext, body: events.RollRevealed) -> EventView:
    return EventView(**_head(context), reveals=body.seq)


@_view_of(events.TableClosed)
def _closed(context: EventContext, body: events.TableClosed) -> EventView:
    return EventView(**_head(context), seed=body.seed)


@_view_of(events.TableReopened)
def _reopened(context: EventContext, body: events.TableReopened) -> EventView:
    return EventView(**_head(context), commitment=body.commitment)


@_view_of(events.ActionTaken)
def _acted(context: EventContext, body: events.ActionTaken) -> EventView:
    view = _result(context, body, body.action)
    return replace(view, changes=redact_changes(context, body.changes), owns=body.owns)


@_view_of(events.RollMade)
def _rolled(context: EventContext, body: events.RollMade) -> EventView:
    return _result(context, body, body.roll or body.notation)


def _result(context: EventContext, body: events.ActionTaken | events.RollMade, name: str) -> EventView:
    """An action or roll: all of it, the part that the game lets players see, or only that it happened."""
    game, state, viewer = context.game, context.state, context.viewer
    view = EventView(**_head(context), audience=body.audience, pending=body.pending)
    is_revealed = context.event.seq in state.revealed
    if not is_revealed and not sees_roll(context.event, body, viewer):
        return replace(view, hidden=True)
    params = body.params
    if not is_revealed:
        params = redact_params(game, state, viewer, name, params, context.event.by)
    view = replace(view, name=name, params=params)
    is_open = is_revealed or viewer.is_gm
    if not is_open and body.audience == "blind":
        return replace(view, hidden=True)
    secret = frozenset() if is_open else secret_fields(context, name) | foe_fields(context, name, body.params)
    if isinstance(body.outcome, dict) and secret & body.outcome.keys():
        visible = {field: value for field, value in body.outcome.items() if field not in secret}
        return replace(view, outcome=visible, hidden=True)
    breakdown = list(body.breakdown) if is_open or not _involves_hidden(context, body) else []
    return replace(
        view,
        choices=list(body.choices),
        cites=list(body.cites),
        outcome=body.outcome,
        dice=list(body.dice),
        breakdown=cast(Any, breakdown),  # the log stores steps as plain data
    )


def _involves_hidden(context: EventContext, body: events.ActionTaken | events.RollMade) -> bool:
    """Whether a character with a hidden sheet takes part: named, changed, or, if nobody is named, present."""
    state, viewer = context.state, context.viewer
    hidden = hidden_from(state, viewer)
    named = set(texts_in(body.params)) & state.scene["characters"].keys()
    if isinstance(body, events.RollMade):
        return bool(named & hidden)
    changed = {change.path[2] for change in body.changes if change.path[1:2] == ("characters",) and change.path[2:]}
    return any(not sees_whole(state, viewer, one) for one in changed) or bool(hidden & named if named else hidden)


def sees_roll(event: Event, body: events.ActionTaken | events.RollMade, viewer: Viewer) -> bool:
    """Whether a viewer learns what was rolled at all before it is revealed."""
    own = viewer.seat == (body.begun_by or event.by)
    return viewer.is_gm or body.audience == "everyone" or (body.audience in ("private", "blind") and own)


@_view_of(events.AnswerAwaited)
def _waiting(context: EventContext, body: events.AnswerAwaited) -> EventView:
    view = _pending_view(context.game, context.state, body, context.event.by, context.viewer)
    shared = {name: getattr(view, name) for name in view.__struct_fields__ if name != "text"}
    return EventView(**_head(context), **shared)


def _pending_view(game: Game, state: TableState, body: events.AnswerAwaited, by: str, viewer: Viewer) -> PendingView:
    """Who has to answer, for everyone; the choices, for those who decide and the GM."""
    waits_for = deciders(state, body.need.who, by)
    seen = viewer.is_gm or body.audience == "everyone" or viewer.seat == by or viewer.seat in waits_for
    view = PendingView(body.pending, body.audience, by, sorted(waits_for), "A secret roll", hidden=True)
    if not seen:
        return view
    params = redact_params(game, state, viewer, body.name, body.params, by)
    return replace(
        view,
        text=attempt_text(body.name, params),
        hidden=UNSET,
        what=body.what,
        name=body.name,
        params=params,
        question=body.need.name,
        who=body.need.who,
        sides=body.need.sides,
        choices=list(body.need.choices) if viewer.is_gm or viewer.seat in waits_for else UNSET,
        dice=list(body.dice) if sees_dice(game, body, by, viewer) else [],
    )


def sees_dice(game: Game, body: events.AnswerAwaited, by: str, viewer: Viewer) -> bool:
    """Whether a viewer may see the dice rolled so far for a pending action, whether or not they decide it."""
    if viewer.is_gm:
        return True
    mine = body.audience == "private" and by == viewer.seat
    return (body.audience == "everyone" or mine) and not game.secrets.outcomes.get(body.name)


# --- the state


def view_state(game: Game, state: TableState, viewer: Viewer) -> TableView:
    """The whole state as a viewer sees it."""
    return for_seat(game, state, viewer, shared_view(game, state, viewer.is_gm))


def for_seat(game: Game, state: TableState, viewer: Viewer, shared: TableView) -> TableView:
    """A shared view completed with what only this viewer sees: the choices of pending decisions."""
    return replace(shared, pending=pending_views(game, state, viewer), you=viewer.seat)


def pending_views(game: Game, state: TableState, viewer: Viewer) -> list[PendingView]:
    """Every pending action as a viewer sees it."""
    return [_pending_view(game, state, one.body, one.by, viewer) for one in state.pending.values()]


def shared_view(game: Game, state: TableState, is_gm: bool) -> TableView:
    """The part of the view that is the same for all players, or for all who run the game; nothing is pending in it."""
    viewer = Viewer("", is_gm)
    options, scene = table_options(state), scene_of(game, state)
    return TableView(
        seq=state.seq,
        game=state.game,
        title=state.settings.title,
        settings=state.settings,
        options=state.options,
        seats=state.seats,
        characters={
            name: _character(state, name, redact_sheet(game, state, viewer, name, plain(game.show_sheet(options, one))))
            for name, one in scene.characters.items()
        },
        scene=redact_scene(game, state, viewer),
        fight=_fight_view(state, viewer, game.fight(scene, options)),
        pending=[],
        requests=_requests_view(game, state, viewer),
        commitment=state.commitment,
        seeds=len(state.seeds),
        closed=state.closed,
        you="",
    )


def _character(state: TableState, name: str, sheet: dict[str, Any]) -> CharacterView:
    keeper = state.keepers.get(name, Keeper())
    return CharacterView(keeper.seat, keeper.shown, sheet)


def _requests_view(game: Game, state: TableState, viewer: Viewer) -> dict[str, OpenRequest]:
    secrets: Mapping[str, tuple[str, ...]] = {} if viewer.is_gm else game.secrets.outcomes
    return {
        number: replace(
            one, params={name: value for name, value in one.params.items() if name not in secrets.get(one.action, ())}
        )
        for number, one in state.requests.items()
    }


def _fight_view(state: TableState, viewer: Viewer, fight: FightStatus | None) -> FightView | None:
    """The fight, if the viewer sees a fighter; what is left to a character, for viewers of that sheet."""
    if fight is None or not sees_fight(state, viewer, fight.order):
        return None
    hidden = hidden_from(state, viewer)
    left = {} if fight.turn in hidden else fight.left
    visible = {what: count for what, count in left.items() if not any(what.startswith(f"{name} ") for name in hidden)}
    return FightView(list(fight.order), fight.round, fight.turn, visible, fight.over, fight.winner, dict(fight.due))
