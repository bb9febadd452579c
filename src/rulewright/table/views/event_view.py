"""Redacted views of events. Every event that leaves a table is built here.

They are built from an allow-list: each kind of event names its visible fields, and a kind without an entry is sent to
no one. A hidden roll shows only that it happened.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any, cast

from msgspec import UNSET
from msgspec.structs import replace

from rulewright.game import Game
from rulewright.table import events
from rulewright.table.events import Event, EventBody, RecordedDie, RollRevealed
from rulewright.table.log import SNAPSHOT_EVERY
from rulewright.table.perform import AttemptKind
from rulewright.table.state import TableState
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.secret_fields import (
    EventContext,
    redact_changes,
    redact_params,
    secret_fields,
    shown_outcome,
    texts_in,
)
from rulewright.table.views.shapes import EventView, PendingView
from rulewright.table.views.viewer import Numbers, Viewer, deciders, event_known_as, hidden_from, sees_whole, viewer_for
from rulewright.table.views.wording import attempt_text, with_words


def view_log(tables: Tables, place: TableSeat, after: int = 0, most: int = 1_000, as_seat: str = "") -> list[EventView]:
    """At most `most` events after the event that has this number for the seat, as the seat sees them."""
    return list(islice((view for _, view in views_after(tables, place, after, as_seat)), most))


def views_after(tables: Tables, place: TableSeat, after: int = 0, as_seat: str = "") -> Iterator[tuple[int, EventView]]:
    """Every event after the event that has this number for the seat, as the seat sees it.

    Each comes with how many events were read so far, those that the seat does not see among them.
    """
    state = tables.state(place.table)
    viewer = viewer_for(state, place.seat, as_seat)
    log, begin = tables.log(place.table), event_known_as(state, viewer, after)
    stretches = viewer.numbers.stretches(begin, state.seq, SNAPSHOT_EVERY)
    read = 0
    for stretch in stretches:
        read += SNAPSHOT_EVERY  # from the snapshot before it
        for step in log.replayed(*stretch):
            read += 1
            view = view_event(tables, place.table, step.state, step.event, viewer)
            if view is not None:
                yield read, view


def view_event(tables: Tables, table: str, state: TableState, event: Event, viewer: Viewer) -> EventView | None:
    """One event as a viewer sees it, given the state after it; a reveal contains the event that it reveals."""
    game = tables.game(state)
    view = redact_event(game, state, event, viewer)
    if view is not None and isinstance(event.body, RollRevealed):
        revealed = tables.log(table).event(event.body.seq)
        return replace(view, event=redact_event(game, state, revealed, viewer))
    return view


def viewer_of_all(event: Event, viewer: Viewer) -> Viewer:
    """A viewer without a seat who sees an event as this viewer does; the viewer itself if its seat may matter."""
    is_for_all = isinstance(event.body, _FOR_ALL) and event.body.audience == "everyone"
    return replace(viewer, seat="") if is_for_all else viewer


_FOR_ALL = events.Resolved | events.MessageSent
"""Kinds of events that all players see alike if everyone is their audience."""


def public_view(game: Game, state: TableState, view: EventView, viewer: Viewer) -> EventView:
    """A viewer's event for a screen that everyone can see: a hidden roll is left out until it is revealed."""
    is_revealed = viewer.numbers.seq(view.seq) in state.revealed
    if view.kind not in ("acted", "rolled") or view.audience == "everyone" or is_revealed:
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


def redact_event(game: Game, state: TableState, event: Event, viewer: Viewer) -> EventView | None:
    """An event as a viewer sees it, given the state after it; None when it is not for them."""
    view = _VIEWS.get(type(event.body))
    if view is None:
        return None
    seen = view(EventContext(game, state, event, viewer), event.body)
    return None if seen is None else with_words(game, state, _numbered(seen, viewer.numbers))


def _numbered(view: EventView, numbers: Numbers) -> EventView:
    """A view with the viewer's numbers in place of the log's."""
    if not numbers.hidden:
        return view
    named = {name: getattr(view, name) for name in ("seq", "from_", "back_to", "reveals", "of")}
    shown = {name: numbers.shown(value) for name, value in named.items() if isinstance(value, int)}
    dice = view.dice if view.dice is UNSET else numbered_dice(view.dice, numbers)
    if view.dice is not UNSET and dice is not UNSET and view.kind != "withdrawn" and _is_first_protocol(view):
        dice = [replace(one, draw=die.seq) for one, die in zip(dice, view.dice, strict=True)]
    return replace(view, **shown, dice=dice)


def _is_first_protocol(view: EventView) -> bool:
    """Whether dice are of the first protocol, where they are derived from the number of their event in the log."""
    return view.stream is UNSET and view.hidden_dice is UNSET


def numbered_dice(dice: Iterable[RecordedDie], numbers: Numbers) -> list[RecordedDie]:
    """Dice with the viewer's numbers of their events."""
    return [replace(die, seq=numbers.shown(die.seq)) for die in dice]


def _head(context: EventContext) -> dict[str, Any]:
    event = context.event
    kind = str(type(event.body).__struct_config__.tag)
    return {"seq": event.seq, "at": event.at, "by": event.by, "kind": kind}


def _planned(context: EventContext, body: events.PlanAssigned) -> EventView | None:
    if not context.viewer.is_gm and context.event.by != context.viewer.seat:
        return None
    return EventView(**_head(context), character=body.character, plan=body.plan)


def _said(context: EventContext, body: events.MessageSent) -> EventView | None:
    viewer = context.viewer
    if body.audience != "everyone" and not viewer.is_gm and viewer.seat not in (context.event.by, body.to):
        return None
    view = EventView(**_head(context), text=body.text, audience=body.audience)
    if body.to:
        view = replace(view, seat=body.to)
    return replace(view, title=body.title) if body.title else view


def _refused(context: EventContext, body: events.ActionRefused) -> EventView | None:
    viewer = context.viewer
    if not viewer.is_gm and context.event.by != viewer.seat:
        return None
    view = EventView(**_head(context), action=body.action, params=body.params)
    return replace(view, text=body.reason) if viewer.is_gm else view


def _asked(context: EventContext, body: events.ActionRequested) -> EventView:
    secret = secret_fields(context, body.action)
    params = {name: value for name, value in body.params.items() if name not in secret}
    view = EventView(**_head(context), action=body.action, of=list(body.of), words=body.words, params=params)
    return replace(view, standing=True) if body.standing else view


def _withdrawn(context: EventContext, body: events.PendingWithdrawn) -> EventView:
    viewer, by = context.viewer, body.begun_by or context.event.by
    view = EventView(**_head(context), pending=body.pending, audience=body.audience, begun_by=by)
    if not body.name or not (viewer.is_gm or body.audience == "everyone" or viewer.seat == by):
        return replace(view, hidden=True) if body.name else view
    params = redact_params(context.game, context.state, viewer, body.name, body.params, by)
    seen = body.dice if sees_dice(context.game, body, by, viewer) else ()
    dice = list(seen) if viewer.is_gm or body.audience == "everyone" else [replace(die, draw=0) for die in seen]
    return replace(view, name=body.name, params=params, dice=dice)


def _undone(context: EventContext, body: events.PlayUndone) -> EventView:
    return EventView(**_head(context), back_to=body.back_to, changes=redact_changes(context, body.changes))


def _redone(context: EventContext, body: events.PlayRedone) -> EventView:
    return EventView(**_head(context), of=body.of, changes=redact_changes(context, body.changes))


def _closed(context: EventContext, body: events.TableClosed) -> EventView:
    view = EventView(**_head(context), seed=body.seed)
    return replace(view, hidden_seed=body.hidden_seed) if context.viewer.is_gm else view


def _acted(context: EventContext, body: events.ActionTaken) -> EventView:
    view = _result(context, body, body.action)
    view = replace(view, changes=redact_changes(context, body.changes), owns=body.owns)
    return replace(view, ending=body.ending) if body.ending and view.name is not UNSET else view


def _rolled(context: EventContext, body: events.RollMade) -> EventView:
    what: AttemptKind = "roll" if body.roll else "notation"
    view = _result(context, body, body.roll or body.notation)
    return view if view.name is UNSET else replace(view, what=what)


def _result(context: EventContext, body: events.Resolved, name: str) -> EventView:
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
    if is_open:
        return _whole(view, body, viewer)
    outcome, secret = body.outcome, secret_fields(context, name)
    if has_secret := isinstance(outcome, dict) and bool(secret & outcome.keys()):
        outcome = {field: value for field, value in outcome.items() if field not in secret}
    if not _involves_hidden(context, body):
        return replace(view, outcome=outcome, hidden=True) if has_secret else _whole(view, body, viewer)
    outcome = shown_outcome(context, name, outcome)
    if not has_secret:
        is_hidden = body.params.get("who") in hidden_from(state, viewer)  # and so is the number of dice in each throw
        throws = [] if is_hidden else list(_throws(body.breakdown))
        view = replace(view, breakdown=[], thrown=throws or UNSET, **_dice(body, viewer))
    if outcome:
        view = replace(view, outcome=outcome)
    return replace(view, hidden=True) if has_secret or not outcome else view


def seen_dice(context: EventContext, body: events.Resolved) -> Sequence[RecordedDie]:
    """The dice of an action or roll that a viewer sees."""
    name = body.action if isinstance(body, events.ActionTaken) else body.roll or body.notation
    return _result(context, body, name).dice or ()


def _whole(view: EventView, body: events.Resolved, viewer: Viewer) -> EventView:
    """The view of an action or roll with all of its result."""
    return replace(
        view,
        choices=list(body.choices),
        cites=list(body.cites),
        outcome=body.outcome,
        **_dice(body, viewer),
        breakdown=cast(Any, list(body.breakdown)),  # the log stores steps as plain data
    )


def _throws(steps: Iterable[Mapping[str, Any]]) -> Iterator[events.DiceThrown]:
    """The throws of a breakdown in rolling order, by name and number only: groups of dice may reveal a difficulty."""
    for step in steps:
        if step["kind"] == "called":
            yield from _throws(step["steps"])
        elif step["kind"] == "rolled" and not step.get("cards"):
            yield events.DiceThrown(step["name"], len(step["faces"]))


def _involves_hidden(context: EventContext, body: events.Resolved) -> bool:
    """Whether a character with a hidden sheet takes part: named, changed, or, if no one is named, present."""
    state, viewer = context.state, context.viewer
    hidden = hidden_from(state, viewer)
    named = texts_in(body.params) & state.scene["characters"].keys()
    if isinstance(body, events.RollMade):
        return bool(named & hidden)
    changed = {change.path[2] for change in body.changes if change.path[1:2] == ("characters",) and change.path[2:]}
    return any(not sees_whole(state, viewer, one) for one in changed) or bool(hidden & named if named else hidden)


def sees_roll(event: Event, body: events.Resolved, viewer: Viewer) -> bool:
    """Whether a viewer sees a roll before it is revealed."""
    own = viewer.seat == (body.begun_by or event.by)
    return viewer.is_gm or body.audience == "everyone" or (body.audience in ("private", "blind") and own)


def _waiting(context: EventContext, body: events.AnswerAwaited) -> EventView:
    view = pending_view(context.game, context.state, body, context.event.by, context.viewer)
    shared = {name: getattr(view, name) for name in view.__struct_fields__ if name not in ("text", "thrown")}
    return EventView(**_head(context), **shared | (_dice(body, context.viewer) if view.dice else {}))


def _dice(body: events.Attempted, viewer: Viewer) -> dict[str, Any]:
    """The dice of an event, with the data to verify them if the server rolled any.

    A player cannot verify hidden dice, and their numbers would reveal how many others there were.
    """
    if not body.stream:
        return {"dice": list(body.dice)}
    if body.hidden_dice and not viewer.is_gm:
        return {"dice": [replace(die, draw=0) for die in body.dice], "hidden_dice": True}
    return {"dice": list(body.dice), "stream": body.stream, "hidden_dice": body.hidden_dice}


def pending_view(game: Game, state: TableState, body: events.AnswerAwaited, by: str, viewer: Viewer) -> PendingView:
    """A pending action: everyone sees who has to answer; the deciders and the GMs see the choices."""
    waits_for = deciders(state, body.need, by)
    seen = viewer.is_gm or body.audience == "everyone" or viewer.seat == by or viewer.seat in waits_for
    view = PendingView(body.pending, body.audience, by, sorted(waits_for), "A secret roll", hidden=True)
    if not seen:
        return view
    decides = viewer.is_gm or viewer.seat in waits_for
    seen_dice = sees_dice(game, body, by, viewer)
    # A GM may have changed the values they approved: they count as the GM's.
    params = redact_params(game, state, viewer, body.name, body.params, "" if body.approved else by)
    return replace(
        view,
        text=attempt_text(game.words, body.name, params),
        hidden=UNSET,
        what=body.what,
        name=body.name,
        params=params,
        question=body.need.name,
        who=body.need.who,
        sides=body.need.sides,
        choices=list(body.need.choices) if decides else UNSET,
        cards=[str(card) for card in body.need.cards] if body.need.cards and decides else UNSET,
        sets=list(body.need.sets) if body.need.approval else UNSET,
        dice=numbered_dice(_dice(body, viewer)["dice"], viewer.numbers) if seen_dice else [],
        thrown=list(body.thrown) if seen_dice and body.thrown else UNSET,
    )


def sees_dice(game: Game, body: events.AnswerAwaited | events.PendingWithdrawn, by: str, viewer: Viewer) -> bool:
    """Whether a viewer may see the dice rolled so far for a pending action, whether or not they decide it."""
    if viewer.is_gm:
        return True
    mine = body.audience == "private" and by == viewer.seat
    return (body.audience == "everyone" or mine) and not game.secrets.outcomes.get(body.name)


def sees_attempt(game: Game, state: TableState, body: events.AnswerAwaited, by: str, viewer: Viewer) -> bool:
    """Whether a viewer may see everything that a pending action has so far: its parameters and its dice."""
    whole = redact_params(game, state, viewer, body.name, body.params, by) == body.params
    return whole and sees_dice(game, body, by, viewer)


def _showing(fields: str = "", **named: str) -> Callable[[EventContext, EventBody], EventView]:
    """A function that makes a view of these fields, which all viewers see; `named` gives the paths of further ones."""
    shown = {name: attrgetter(place) for name, place in {**{name: name for name in fields.split()}, **named}.items()}
    return lambda context, body: EventView(**_head(context), **{name: read(body) for name, read in shown.items()})


_VIEWS: dict[type, Callable[[EventContext, Any], EventView | None]] = {
    events.TableOpened: _showing("game options commitment hidden_commitment protocol software", title="settings.title"),
    events.TableBranched: _showing("table commitment hidden_commitment protocol imported title", from_="seq"),
    events.SeatTaken: _showing("seat name role"),
    events.SeatRemoved: _showing("seat"),
    events.CharacterAssigned: _showing("character seat shown"),
    events.PlanAssigned: _planned,
    events.SeedCommitted: _showing("seat commitment"),
    events.SeedAdded: _showing("seat seed"),
    events.SeedsDropped: _showing("unshown"),
    events.ActionTaken: _acted,
    events.RollMade: _rolled,
    events.AnswerAwaited: _waiting,
    events.ActionRefused: _refused,
    events.PendingWithdrawn: _withdrawn,
    events.MessageSent: _said,
    events.ActionRequested: _asked,
    events.RequestCancelled: _showing("request"),
    events.OptionsChanged: _showing("options"),
    events.SettingsChanged: _showing("settings"),
    events.RollRevealed: _showing(reveals="seq"),
    events.PlayUndone: _undone,
    events.PlayRedone: _redone,
    events.TableClosed: _closed,
    events.TableReopened: _showing("commitment hidden_commitment protocol"),
}
