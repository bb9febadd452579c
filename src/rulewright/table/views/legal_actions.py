"""What a seat may do now, without telling it what only others know."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rulewright.game import Game
from rulewright.game.offers import Offer, named_in_scene
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.tables import Place, Tables
from rulewright.table.views.build import see_state
from rulewright.table.views.hidden_scene import without_places
from rulewright.table.views.redact import Seen
from rulewright.table.views.viewer import Viewer


def offers(tables: Tables, place: Place) -> Iterator[Offer]:
    """Everything this seat may do now."""
    state = tables.state(place.table)
    game = tables.game(state)
    seat = state.seat(place.seat)
    if state.closed or seat.role == "spectator":
        return
    viewer = Viewer.of(state, place.seat)
    known = without_places(scene_of(game, state), unknown_to(game, state, viewer))
    legal = game.legal_now(known, table_options(state))
    mine = [one for one in legal if may_do(game, state, place.seat, one.action, one.by, one.who)]
    seen = see_offers(game, state, msgspec.to_builtins(mine), viewer)
    yield from msgspec.convert(seen, list[Offer])


def unknown_to(game: Game, state: TableState, viewer: Viewer) -> tuple[str, ...]:
    """The secret places of the scene, when something hidden may have changed them and a viewer cannot know how."""
    return game.secrets.scene if state.unseen and not viewer.masters else ()


def may_do(game: Game, state: TableState, seat: str, action: str, by: str, who: str) -> bool:
    """Whether a seat may do an action that is legal: for its own character, or anything if it runs the game."""
    if state.seat(seat).masters:
        return True
    if action == game.joining:
        return state.settings.bring
    return by != "gm" and (not who or state.plays(seat, who))


def see_offers(game: Game, state: TableState, offers: Iterable[Seen], viewer: Viewer) -> list[Seen]:
    """Offers as plain data, without values that are read off sheets a viewer does not see."""
    if viewer.masters:
        return list(offers)
    hidden = _texts(state.scene) - _texts(see_state(game, state, viewer))
    return [_without(offer, named_in_scene(game.action(offer["action"])), hidden) for offer in offers]


def _without(offer: Seen, names: frozenset[str], hidden: set[str]) -> Seen:
    def legal(name: str, value: Any) -> bool:
        return name not in names or not _texts(value) & hidden

    ways = [
        {**way, "may": {name: [one for one in values if legal(name, one)] for name, values in way["may"].items()}}
        for way in offer["ways"]
        if all(legal(name, value) for name, value in way["params"].items())
    ]
    asks = [{**ask, "items": [one for one in ask["items"] if legal(ask["name"], one)]} for ask in offer["asks"]]
    return {**offer, "ways": ways, "asks": asks}


def _texts(value: Any) -> set[str]:
    """Every text in plain data, names of fields included."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set(value) | {text for inner in value.values() for text in _texts(inner)}
    if isinstance(value, list | tuple):
        return {text for inner in value for text in _texts(inner)}
    return set()
