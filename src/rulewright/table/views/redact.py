"""What is withheld of a value: what the game calls secret, and what tells of a sheet that is hidden.

Everything here takes plain values and gives them back without what somebody may not know.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from rulewright.game import Game
from rulewright.table.changes import Change
from rulewright.table.events import Event
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.views.viewer import Viewer, hidden_from, sees_whole

Seen = dict[str, Any]


class Look(Struct, frozen=True):
    """One event as somebody looks at it: the game, the state after it, and who looks."""

    game: Game
    state: TableState
    event: Event
    viewer: Viewer


def foe_fields(look: Look, name: str, params: Seen) -> frozenset[str]:
    """Fields of an outcome that tell of the sheet of whoever does it, while that is hidden."""
    fields = look.game.secrets.foe_outcomes.get(name, ())
    is_hidden = fields and _name(params.get("who")) in hidden_from(look.state, look.viewer)
    return frozenset(fields) if is_hidden else frozenset()


def _name(value: Any) -> str:
    """A value as a name; what is no text names nobody."""
    return value if isinstance(value, str) else ""


def seen_params(game: Game, state: TableState, viewer: Viewer, name: str, params: Seen, by: str) -> Seen:
    """What somebody wanted, without what is secret.

    Of what the game master does with a character whose sheet is hidden, only who takes part is seen: the
    rest may tell what is on the sheet. What a player gave, they knew.
    """
    if viewer.masters:
        return params
    secret = game.secrets.outcomes.get(name, ())
    left = {one: value for one, value in params.items() if one not in secret}
    by_master = by not in state.seats or state.seats[by].masters
    if by_master and hidden_from(state, viewer) & set(texts_in(params)):
        return {
            one: value for one, value in left.items() if isinstance(value, str) and value in state.scene["characters"]
        }
    return left


def seen_changes(look: Look, changes: Iterable[Change]) -> list[Seen]:
    """What changed, as far as it may be seen. Each change is cut down on both sides, before and after."""
    seen = []
    for change in changes:
        old, new = (_seen_at(look, change.path, value) for value in (change.before, change.value))
        if old is None and new is None:
            continue
        (was,), (now,) = old or (None,), new or (None,)
        if was != now or change.gone:
            seen.append({"path": list(change.path), "before": was, "value": now, "gone": change.gone})
    return seen


def _seen_at(look: Look, path: tuple[str, ...], value: Any) -> tuple[Any] | None:
    """A value at a place in the state of play, without what is secret there; None when the place itself is."""
    if look.viewer.masters:
        return (value,)
    if path[0] == "options":
        return (value,)
    if path[0] != "scene":
        return None
    inner = path[1:]
    if len(inner) < 2 and inner[:1] in ((), ("characters",)):
        return None
    if inner[0] == "characters":
        return _seen_in_sheet(look, inner[1], inner[2:], value)
    for place in (*look.game.secrets.scene, *_foe_places_changed(look)):
        secret = tuple(place.split("."))
        if inner[: len(secret)] == secret:
            return None
        if secret[: len(inner)] == inner:
            value = _cut(value, list(secret[len(inner) :]))
    return (value,)


def _foe_places_changed(look: Look) -> Iterable[str]:
    """The places that tell of sheets, where what happened was not done by somebody whose sheet is seen."""
    hidden = hidden_from(look.state, look.viewer)
    who = _name(getattr(look.event.fact, "params", {}).get("who"))
    is_seen = who in look.state.scene["characters"] and who not in hidden
    return () if is_seen or not hidden else look.game.secrets.foe_scene


def _seen_in_sheet(look: Look, name: str, path: tuple[str, ...], value: Any) -> tuple[Any] | None:
    if sees_whole(look.state, look.viewer, name):
        return (value,)
    if path:
        return (value,) if path[0] in look.game.secrets.foe_shows else None
    if isinstance(value, dict):
        return ({field: inner for field, inner in value.items() if field in look.game.secrets.foe_shows},)
    return (value,)


def seen_scene(game: Game, state: TableState, viewer: Viewer) -> Any:
    """The scene without the sheets, which are seen one by one, and without what is secret."""
    scene = {name: value for name, value in state.scene.items() if name != "characters"}
    if viewer.masters:
        return scene
    for place in (*game.secrets.scene, *_foe_places(game, state, viewer)):
        scene = _cut(scene, place.split("."))
    return scene


def _foe_places(game: Game, state: TableState, viewer: Viewer) -> Iterator[str]:
    """The places in the scene that tell of somebody's sheet, where it is hidden."""
    hidden = hidden_from(state, viewer)
    if not hidden or not game.secrets.foe_scene:
        return
    fight = game.fight(scene_of(game, state), table_options(state))
    for place, owner in game.secrets.foe_scene.items():
        whose = _at(state.scene, owner.split(".")) if owner else fight and fight.turn
        if _name(whose) in hidden:
            yield place


def _at(value: Any, path: list[str]) -> Any:
    """What stands at a place in a plain value; None where there is no such place."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _cut(value: Any, path: list[str]) -> Any:
    """A plain value without one place in it."""
    if not isinstance(value, dict) or path[0] not in value:
        return value
    if len(path) == 1:
        return {name: inner for name, inner in value.items() if name != path[0]}
    return {**value, path[0]: _cut(value[path[0]], path[1:])}


def seen_sheet(game: Game, state: TableState, viewer: Viewer, name: str, sheet: Seen) -> Seen:
    """A sheet, or what of it is shown to those who may not see it whole."""
    if sees_whole(state, viewer, name):
        return sheet
    return {field: value for field, value in sheet.items() if field in game.secrets.foe_shows}


def secret_fields(look: Look, name: str) -> frozenset[str]:
    """Fields of what an action takes and gives that a viewer may not see."""
    return frozenset() if look.viewer.masters else frozenset(look.game.secrets.outcomes.get(name, ()))


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a plain value, the names of its fields too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)
