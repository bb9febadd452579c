"""The actions that are legal for a seat now, without values that are hidden from it."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from rulewright.game import Action, Game
from rulewright.game.legal_actions import Offer, named_in_scene
from rulewright.game.plain_data import plain
from rulewright.rules.decoding import ready
from rulewright.table.approvals import is_own_way
from rulewright.table.perform import scene_of, table_options
from rulewright.table.permissions import why_not
from rulewright.table.state import TableState
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.hidden_scene import hidden_in, known_scene
from rulewright.table.views.secret_fields import Plain, texts_in
from rulewright.table.views.shapes import OfferView
from rulewright.table.views.table_view import view_state
from rulewright.table.views.viewer import Viewer

_OFFERS = list[Offer]
_OFFER_VIEWS = list[OfferView]


def legal_actions(tables: Tables, place: TableSeat) -> list[Offer]:
    """Every action that a seat may take now."""
    state = tables.state(place.table)
    game = tables.game(state)
    viewer = Viewer.of(state, place.seat)
    known = known_scene(game, state, hidden_in(game, state, viewer))
    found = legal_in(game, state, known, [viewer])
    return msgspec.convert(msgspec.to_builtins(offers_for(game, state, viewer, found)), ready(_OFFERS))


def legal_in(
    game: Game, state: TableState, known: Any, viewers: Iterable[Viewer], pause: Callable[[], None] = lambda: None
) -> list[Plain]:
    """Every action that is legal for at least one of the viewers in a scene, as far as it is visible, as plain data.

    `pause` is called repeatedly during the search.
    """
    seats = [viewer.seat for viewer in viewers]

    def wanted(action: Action, who: str) -> bool:
        pause()
        asked = {"who": who}
        return action.whose is not None or any(not why_not(game, state, seat, action.name, asked) for seat in seats)

    offers = game.legal_now(known, table_options(state), wanted)
    entries = {action.name: action for action in game.actions}
    return [
        plain(one) | {"summary": entries[one.action].summary, "approval": entries[one.action].approved}
        for one in offers
    ]


def offers_for(game: Game, state: TableState, viewer: Viewer, legal: Iterable[Plain]) -> list[OfferView]:
    """The legal actions that a viewer may take, without values read off sheets that are hidden from them."""
    if state.closed or state.seat(viewer.seat).role == "spectator":
        return []
    own = list(legal)
    if not viewer.is_gm:
        scene = scene_of(game, state)
        own = [one for offer in own for one in _for_seat(game, state, scene, viewer.seat, offer)]
        hidden = texts_in(state.scene) - texts_in(msgspec.to_builtins(view_state(game, state, viewer)))
        own = [_without(one, named_in_scene(game.action(one["action"])), hidden) for one in own]
    return msgspec.convert(own, ready(_OFFER_VIEWS))


def _for_seat(game: Game, state: TableState, scene: Any, seat: str, offer: Plain) -> list[Plain]:
    """An offer with the legal ways for a player's seat, in a list; the list is empty if there are none.

    A way whose listed values another seat has to set is left out, unless every way needs that seat's approval.
    """
    action = game.action(offer["action"])
    if action.whose is None and why_not(game, state, seat, action.name, {"who": offer["who"]}):
        return []
    ways = [
        way
        for way in offer["ways"]
        if (action.whose is None or not why_not(game, state, seat, action.name, way["params"]))
        and is_own_way(state, scene, seat, action, way["params"])
    ]
    return [{**offer, "ways": ways}] if ways else []


def _without(offer: Plain, names: frozenset[str], hidden: set[str]) -> Plain:
    def visible(name: str, value: Any) -> bool:
        return name not in names or not texts_in(value) & hidden

    ways = [
        {**way, "may": {name: [one for one in values if visible(name, one)] for name, values in way["may"].items()}}
        for way in offer["ways"]
        if all(visible(name, value) for name, value in way["params"].items())
    ]
    asks = [{**ask, "items": [one for one in ask["items"] if visible(ask["name"], one)]} for ask in offer["asks"]]
    return {**offer, "ways": ways, "asks": asks}
