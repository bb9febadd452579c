"""Redacts plain values for a viewer: removes the game's secrets and the contents of hidden sheets."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from rulewright.game import Game
from rulewright.table.diff import Change
from rulewright.table.events import Event
from rulewright.table.perform import scene_of
from rulewright.table.state import TableState
from rulewright.table.views.shapes import ChangeView
from rulewright.table.views.viewer import Viewer, hidden_from, sees_whole

Plain = dict[str, Any]
Path = tuple[str, ...]


class EventContext(Struct, frozen=True):
    """The inputs of an event's view: the game, the state after the event, the event, and the viewer."""

    game: Game
    state: TableState
    event: Event
    viewer: Viewer


def secret_fields(context: EventContext, name: str) -> frozenset[str]:
    """The parameters and outcome fields of an action or roll that are hidden from a viewer."""
    return frozenset() if context.viewer.is_gm else frozenset(context.game.secrets.outcomes.get(name, ()))


def shown_outcome(context: EventContext, name: str, outcome: Any) -> Any:
    """The fields of an outcome that a game shows when a character with a hidden sheet takes part; {} for none."""
    fields = context.game.secrets.foe_outcomes.get(name, ())
    return _only(outcome, [field.split(".") for field in fields]) if isinstance(outcome, dict) else {}


def _only(value: Any, places: list[list[str]]) -> Any:
    """Plain data reduced to the given places; in a list, each entry is reduced."""
    if [] in places:
        return value
    if isinstance(value, list | tuple):
        return [_only(one, places) for one in value]
    if not isinstance(value, dict):
        return None
    inner = {name: [rest for first, *rest in places if first == name] for name in value}
    return {name: _only(value[name], rests) for name, rests in inner.items() if rests}


def _text(value: Any) -> str:
    """The value if it is a string, else ""."""
    return value if isinstance(value, str) else ""


def redact_params(game: Game, state: TableState, viewer: Viewer, name: str, params: Plain, by: str) -> Plain:
    """The parameters of an action or roll without secret ones.

    When the GM acts with a character whose sheet is hidden, players see only who takes part: other parameters may
    reveal the sheet. A player's own choices are not secret.
    """
    if viewer.is_gm:
        return params
    secret = game.secrets.outcomes.get(name, ())
    visible = {one: value for one, value in params.items() if one not in secret}
    by_gm = by not in state.seats or state.seats[by].is_gm
    if by_gm and hidden_from(state, viewer) & texts_in(params):
        characters = state.scene["characters"]
        return {one: value for one, value in visible.items() if isinstance(value, str) and value in characters}
    return visible


def redact_changes(context: EventContext, changes: Iterable[Change]) -> list[ChangeView]:
    """The changes that a viewer may see, with both the old and the new value redacted."""
    visible = []
    for change in changes:
        before, value = (_redact_at(context, change.path, one) for one in (change.before, change.value))
        if before is None and value is None:
            continue
        (was,), (now,) = before or (None,), value or (None,)
        if was != now or change.gone:
            visible.append(ChangeView(list(change.path), was, now, change.gone))
    return visible


def _redact_at(context: EventContext, path: tuple[str, ...], value: Any) -> tuple[Any] | None:
    """A value at a path of the state of play, without secrets; None when the path itself is secret."""
    if context.viewer.is_gm or path[0] == "options":
        return (value,)
    if path[0] != "scene":
        return None
    inner = path[1:]
    if len(inner) < 2 and inner[:1] in ((), ("characters",)):
        return None
    if inner[0] in hidden_fields(context.game, context.state):
        return None
    if inner[0] == "characters":
        return _redact_in_sheet(context, inner[1], inner[2:], value)
    for secret in (*secret_places(context.game), *_foe_places_changed(context)):
        if inner[: len(secret)] == secret:
            return None
        if secret[: len(inner)] == inner:
            value = _without_place(value, secret[len(inner) :])
    return (value,)


def secret_places(game: Game) -> list[Path]:
    """The places in the scene that only the GM knows."""
    return [tuple(place.split(".")) for place in game.secrets.scene]


def _foe_places_changed(context: EventContext) -> list[Path]:
    """The places in the scene that reveal sheets; those of the acting character only if its sheet is hidden."""
    hidden = hidden_from(context.state, context.viewer)
    who = _text(getattr(context.event.body, "params", {}).get("who"))
    is_visible = who in context.state.scene["characters"] and who not in hidden
    return [
        path
        for place, owner in context.game.secrets.foe_scene.items()
        if hidden and (owner == "*" or not is_visible)
        for path in _paths(place, hidden)
    ]


def _paths(place: str, hidden: Iterable[str]) -> list[Path]:
    """A place as a path; one for each hidden character if it has a "*"."""
    path = tuple(place.split("."))
    if "*" not in path:
        return [path]
    return [tuple(name if part == "*" else part for part in path) for name in sorted(hidden)]


def _redact_in_sheet(context: EventContext, name: str, path: tuple[str, ...], value: Any) -> tuple[Any] | None:
    if sees_whole(context.state, context.viewer, name):
        return (value,)
    if path:
        return (value,) if path[0] in context.game.secrets.foe_shows else None
    if isinstance(value, dict):
        return ({field: inner for field, inner in value.items() if field in context.game.secrets.foe_shows},)
    return (value,)


def redact_scene(game: Game, state: TableState, viewer: Viewer) -> Plain:
    """The scene without sheets, which are redacted one by one, and without secrets."""
    scene = {name: value for name, value in state.scene.items() if name != "characters"}
    if viewer.is_gm:
        return scene
    hidden = hidden_fields(game, state)
    scene = {name: value for name, value in scene.items() if name not in hidden}
    for path in (*secret_places(game), *foe_places(game, state, viewer)):
        scene = _without_place(scene, path)
    return scene


def hidden_fields(game: Game, state: TableState) -> set[str]:
    """The fields of the scene that the game does not list for players."""
    shown = game.secrets.scene_shows
    return set() if shown is None else state.scene.keys() - {"characters", *shown}


def foe_places(game: Game, state: TableState, viewer: Viewer) -> Iterator[Path]:
    """The places in the scene that reveal a hidden sheet."""
    hidden = hidden_from(state, viewer)
    if not hidden or not game.secrets.foe_scene:
        return
    fight = game.fight(scene_of(game, state), game.table_options(state.options))
    for place, owner in game.secrets.foe_scene.items():
        whose = value_at(state.scene, owner.split(".")) if owner else fight and fight.turn
        if owner == "*" or _text(whose) in hidden:
            yield from _paths(place, hidden)


def value_at(value: Any, path: Iterable[str]) -> Any:
    """The value at a path of plain data; None where there is none."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _without_place(value: Any, path: Path) -> Any:
    """Plain data without the value at a path."""
    if not isinstance(value, dict) or path[0] not in value:
        return value
    if len(path) == 1:
        return {name: inner for name, inner in value.items() if name != path[0]}
    return {**value, path[0]: _without_place(value[path[0]], path[1:])}


def redact_sheet(game: Game, state: TableState, viewer: Viewer, name: str, sheet: Plain) -> Plain:
    """A sheet, or the fields of it that the game shows of every character."""
    if sees_whole(state, viewer, name):
        return sheet
    return {field: value for field, value in sheet.items() if field in game.secrets.foe_shows}


def texts_in(value: Any) -> set[str]:
    """Every text in plain data, field names included."""
    found: set[str] = set()
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, dict):
            found.update(one)
            left.extend(one.values())
        elif isinstance(one, list | tuple):
            left.extend(one)
    return found
