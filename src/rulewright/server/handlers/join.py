"""Opening, joining and importing a table."""

from rulewright.game import find_game
from rulewright.rules import BadInput
from rulewright.server import requests
from rulewright.server.responses import SeatResponse
from rulewright.server.route_types import Call
from rulewright.table.act import submit
from rulewright.table.export import import_table
from rulewright.table.perform import Attempt
from rulewright.table.tables import Place, Tables


def open_table(call: Call, request: requests.OpenTableRequest) -> SeatResponse:
    """Open a table with the caller as its GM. A file is checked before the table is made."""
    from_file = _from_file(request) if request.file else None
    place, key = call.tables.open(request.game, request.name, request.title, request.options)
    if request.ready:
        make_ready(call.tables, place, request.game, from_file)
    elif from_file is not None:
        submit(call.tables, place, from_file)
    return SeatResponse(place.table, place.seat, key)


def _from_file(request: requests.OpenTableRequest) -> Attempt:
    """The action that brings the content of a file to a table; raises when the game refuses it."""
    game = find_game(request.game)
    if game.from_file is None:
        raise BadInput(f"bad parameter: {game.slug} takes no file")
    params = {game.from_file.parameter: request.file}
    game.act(game.from_file.action, game.scene(), params, game.table_options(request.options))
    return Attempt("action", game.from_file.action, params)


def make_ready(tables: Tables, place: Place, slug: str, also: Attempt | None = None) -> None:
    """Play a game's opening and one further action, and show the heroes to everyone."""
    opening = find_game(slug).opening
    if opening is None:
        raise BadInput(f"bad parameter: ready must be false: {slug} has no opening")
    for action, params in opening.steps:
        submit(tables, place, Attempt("action", action, dict(params)))
    if also is not None:
        submit(tables, place, also)
    for hero in opening.heroes:
        tables.assign(place, hero, shown=True)


def join(call: Call, request: requests.JoinRequest) -> SeatResponse:
    """Exchange an invitation for a seat and a key."""
    place, key = call.tables.join(request.invitation, request.name)
    return SeatResponse(place.table, place.seat, key)


def import_file(call: Call, request: requests.EmptyRequest) -> SeatResponse:
    """Import the file of a whole table as a new table."""
    place, key = import_table(call.tables, call.raw.splitlines())
    return SeatResponse(place.table, place.seat, key)
