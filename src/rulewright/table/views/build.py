"""Who sees what. Every byte that leaves a table comes from here.

A view is an allow-list: each kind of fact says what of it may be seen, and a kind without an entry
reaches nobody. What is secret in a game is said by the game (`Game.secrets`), never by an interface.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from rulewright.game import FightStatus, Game
from rulewright.game.plain_data import plain
from rulewright.table import events
from rulewright.table.events import Event, Fact
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import Keeper, TableState
from rulewright.table.views.redact import (
    Look,
    Seen,
    foe_fields,
    secret_fields,
    seen_changes,
    seen_params,
    seen_scene,
    seen_sheet,
    texts_in,
)
from rulewright.table.views.viewer import Viewer, deciders, hidden_from, sees_fight, sees_whole


def see_event(game: Game, state: TableState, event: Event, viewer: Viewer) -> Seen | None:
    """An event as a viewer may see it, given the state after it; None when it is not for them."""
    view = _VIEWS.get(type(event.fact))
    if view is None:
        return None
    seen = view(Look(game, state, event, viewer), event.fact)
    if seen is None:
        return None
    return {"seq": event.seq, "at": event.at, "by": event.by, "kind": _kind(event.fact), **seen}


def _kind(fact: Fact) -> str:
    return str(type(fact).__struct_config__.tag)


F = TypeVar("F", bound=Fact)
_VIEWS: dict[type, Callable[[Look, Any], Seen | None]] = {}


def _sees(kind: type[F]) -> Callable[[Callable[[Look, F], Seen | None]], Callable[[Look, F], Seen | None]]:
    def register(view: Callable[[Look, F], Seen | None]) -> Callable[[Look, F], Seen | None]:
        _VIEWS[kind] = view
        return view

    return register


def _fields(fact: Struct, *names: str) -> Seen:
    return {name: msgspec.to_builtins(getattr(fact, name)) for name in names}


@_sees(events.Opened)
def _opened(look: Look, fact: events.Opened) -> Seen:
    return _fields(fact, "game", "options", "commitment", "software") | {"title": fact.settings.title}


@_sees(events.Branched)
def _branched(look: Look, fact: events.Branched) -> Seen:
    return _fields(fact, "table", "commitment", "title") | {"from": fact.seq}


@_sees(events.Seated)
def _seated(look: Look, fact: events.Seated) -> Seen:
    return _fields(fact, "seat", "name", "role")


@_sees(events.Unseated)
def _unseated(look: Look, fact: events.Unseated) -> Seen:
    return _fields(fact, "seat")


@_sees(events.Assigned)
def _assigned(look: Look, fact: events.Assigned) -> Seen:
    return _fields(fact, "character", "seat", "shown")


@_sees(events.Seeded)
def _seeded(look: Look, fact: events.Seeded) -> Seen:
    return _fields(fact, "seat", "seed")


@_sees(events.Said)
def _said(look: Look, fact: events.Said) -> Seen | None:
    if fact.audience == "gm" and not look.viewer.masters and look.event.by != look.viewer.seat:
        return None
    return _fields(fact, "text", "audience")


@_sees(events.Asked)
def _asked(look: Look, fact: events.Asked) -> Seen:
    secret = secret_fields(look, fact.action)
    params = {name: value for name, value in fact.params.items() if name not in secret}
    return _fields(fact, "action", "of", "words") | {"params": params}


@_sees(events.Ruled)
def _ruled(look: Look, fact: events.Ruled) -> Seen:
    return _fields(fact, "options")


@_sees(events.Set)
def _set(look: Look, fact: events.Set) -> Seen:
    return _fields(fact, "settings")


@_sees(events.Withdrawn)
def _withdrawn(look: Look, fact: events.Withdrawn) -> Seen:
    return _fields(fact, "pending")


@_sees(events.Undone)
def _undone(look: Look, fact: events.Undone) -> Seen:
    return _fields(fact, "back_to") | {"changes": seen_changes(look, fact.changes)}


@_sees(events.Redone)
def _redone(look: Look, fact: events.Redone) -> Seen:
    return _fields(fact, "of") | {"changes": seen_changes(look, fact.changes)}


@_sees(events.Revealed)
def _revealed(look: Look, fact: events.Revealed) -> Seen:
    return {"reveals": fact.seq}


@_sees(events.Closed)
def _closed(look: Look, fact: events.Closed) -> Seen:
    return _fields(fact, "seed")


@_sees(events.Reopened)
def _reopened(look: Look, fact: events.Reopened) -> Seen:
    return _fields(fact, "commitment")


@_sees(events.Acted)
def _acted(look: Look, fact: events.Acted) -> Seen:
    return _result(look, fact, fact.action) | {"changes": seen_changes(look, fact.changes), "owns": fact.owns}


@_sees(events.Rolled)
def _rolled(look: Look, fact: events.Rolled) -> Seen:
    return _result(look, fact, fact.roll or fact.notation)


def _result(look: Look, fact: events.Acted | events.Rolled, name: str) -> Seen:
    """What came of an action or roll: all of it, what the game lets the players see, or only that it happened."""
    seen: Seen = {"audience": fact.audience, "pending": fact.pending}
    is_revealed = look.event.seq in look.state.revealed
    if not is_revealed and not hears(look.event, fact, look.viewer):
        return seen | {"hidden": True}
    whole = seen | {"name": name, "params": fact.params, "choices": list(fact.choices), "cites": list(fact.cites)}
    if is_revealed or look.viewer.masters:
        return whole | _outcome(fact)
    whole["params"] = seen_params(look.game, look.state, look.viewer, name, fact.params, look.event.by)
    if fact.audience == "blind":
        return seen | {"name": name, "params": whole["params"], "hidden": True}
    secret = secret_fields(look, name) | foe_fields(look, name, fact.params)
    outcome = fact.outcome
    if isinstance(outcome, dict) and secret & outcome.keys():
        left = {one: value for one, value in outcome.items() if one not in secret}
        return seen | {"name": name, "params": whole["params"], "outcome": left, "hidden": True}
    breakdown = [] if _involves_hidden(look, fact) else list(fact.breakdown)
    return whole | _outcome(fact) | {"breakdown": breakdown}


def _involves_hidden(look: Look, fact: events.Acted | events.Rolled) -> bool:
    """Whether somebody whose sheet is hidden takes part: named, changed, or, where nobody is named, simply there."""
    hidden = hidden_from(look.state, look.viewer)
    named = set(texts_in(fact.params)) & look.state.scene["characters"].keys()
    if isinstance(fact, events.Rolled):
        return bool(named & hidden)
    changed = {change.path[2] for change in fact.changes if change.path[1:2] == ("characters",) and change.path[2:]}
    unseen = any(not sees_whole(look.state, look.viewer, one) for one in changed)
    return unseen or bool(hidden & named if named else hidden)


def _outcome(fact: events.Acted | events.Rolled) -> Seen:
    return _fields(fact, "outcome", "dice", "breakdown")


def hears(event: Event, fact: events.Acted | events.Rolled, viewer: Viewer) -> bool:
    """Whether a viewer learns what was rolled at all, before it is revealed."""
    own = viewer.seat == (fact.begun_by or event.by)
    return viewer.masters or fact.audience == "everyone" or (fact.audience in ("private", "blind") and own)


@_sees(events.Waiting)
def _waiting(look: Look, fact: events.Waiting) -> Seen:
    return _wait(look.game, look.state, fact, look.event.by, look.viewer)


def _wait(game: Game, state: TableState, fact: events.Waiting, by: str, viewer: Viewer) -> Seen:
    """Who is waited for, for everyone; what they decide between, for them and the game masters."""
    seen: Seen = {"pending": fact.pending, "audience": fact.audience, "begun_by": by}
    waits_for = deciders(state, fact.need.who, by)
    seen["waits_for"] = sorted(waits_for)
    if not viewer.masters and fact.audience != "everyone" and by != viewer.seat and viewer.seat not in waits_for:
        return seen | {"hidden": True}
    seen["what"], seen["name"] = fact.what, fact.name
    seen["params"] = seen_params(game, state, viewer, fact.name, fact.params, by)
    seen["question"], seen["who"], seen["sides"] = fact.need.name, fact.need.who, fact.need.sides
    if viewer.masters or viewer.seat in waits_for:
        seen["choices"] = list(fact.need.choices)
    seen["dice"] = msgspec.to_builtins(fact.dice) if sees_dice(game, fact, by, viewer) else []
    return seen


def sees_dice(game: Game, fact: events.Waiting, by: str, viewer: Viewer) -> bool:
    """Whether a viewer may know what has fallen for something that waits, be it theirs to decide or not."""
    if viewer.masters:
        return True
    mine = fact.audience == "private" and by == viewer.seat
    return (fact.audience == "everyone" or mine) and not game.secrets.outcomes.get(fact.name)


# --- the state


def see_state(game: Game, state: TableState, viewer: Viewer) -> Seen:
    """The whole state as a viewer may see it."""
    options = table_options(state)
    scene = scene_of(game, state)
    sheets = {
        name: seen_sheet(game, state, viewer, name, plain(game.show_sheet(options, sheet)))
        for name, sheet in scene.characters.items()
    }
    return {
        "seq": state.seq,
        "game": state.game,
        "title": state.settings.title,
        "settings": msgspec.to_builtins(state.settings),
        "options": state.options,
        "seats": msgspec.to_builtins(state.seats),
        "characters": {
            name: {**msgspec.to_builtins(state.keepers.get(name, Keeper())), "sheet": sheet}
            for name, sheet in sheets.items()
        },
        "scene": seen_scene(game, state, viewer),
        "fight": _seen_fight(state, viewer, game.fight(scene, options)),
        "pending": [_wait(game, state, one.fact, one.by, viewer) for one in state.pending.values()],
        "requests": _requests(game, state, viewer),
        "commitment": state.commitment,
        "seeds": len(state.seeds),
        "closed": state.closed,
        "you": viewer.seat,
    }


def _requests(game: Game, state: TableState, viewer: Viewer) -> Seen:
    seen = {}
    for number, asked in state.requests.items():
        secret = () if viewer.masters else game.secrets.outcomes.get(asked.action, ())
        params = {name: value for name, value in asked.params.items() if name not in secret}
        seen[number] = msgspec.to_builtins(asked) | {"params": params}
    return seen


def _seen_fight(state: TableState, viewer: Viewer, fight: FightStatus | None) -> Seen | None:
    """How the fight stands, if anybody in it is seen; what is left to somebody is told by those who see their sheet."""
    if fight is None:
        return None
    hidden = hidden_from(state, viewer)
    if not sees_fight(state, viewer, fight.order):
        return None
    left = {} if fight.turn in hidden else fight.left
    told = {what: count for what, count in left.items() if not any(what.startswith(f"{name} ") for name in hidden)}
    seen: Seen = plain(fight)
    return seen | {"left": told}
