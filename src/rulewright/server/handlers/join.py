"""Coming to a table: opening one, joining one, bringing one along."""

from rulewright.game import find_game
from rulewright.rules import BadInput
from rulewright.server import requests
from rulewright.server.route_types import Call, Entered
from rulewright.table.act import Try, try_it
from rulewright.table.export import import_table
from rulewright.table.tables import Place, Tables


def open_table(call: Call, wanted: requests.Open) -> Entered:
    """Open a table; the one who opens it is the game master. A file is checked before there is a table."""
    deed = _from_file(wanted) if wanted.file else None
    place, key = call.tables.open(wanted.game, wanted.name, wanted.title, wanted.options)
    if wanted.ready:
        make_ready(call.tables, place, wanted.game, deed)
    elif deed is not None:
        try_it(call.tables, place, deed)
    return Entered(place.table, place.seat, key)


def _from_file(wanted: requests.Open) -> Try:
    """What brings the content of a file to a table; refused when the game refuses it."""
    game = find_game(wanted.game)
    if game.from_file is None:
        raise BadInput(f"bad parameter: {game.slug} takes no file")
    params = {game.from_file.parameter: wanted.file}
    game.act(game.from_file.action, game.scene(), params, game.table_options(wanted.options))
    return Try("action", game.from_file.action, params)


def make_ready(tables: Tables, place: Place, slug: str, also: Try | None = None) -> None:
    """Play the opening, and what else was asked for: characters come, and the heroes are shown to everyone."""
    opening = find_game(slug).opening
    if opening is None:
        raise BadInput(f"bad parameter: ready must be false: {slug} has no opening")
    for action, params in opening.steps:
        try_it(tables, place, Try("action", action, dict(params)))
    if also is not None:
        try_it(tables, place, also)
    for hero in opening.heroes:
        tables.assign(place, hero, shown=True)


def join(call: Call, wanted: requests.Join) -> Entered:
    """Exchange an invitation for a seat and a key."""
    place, key = call.tables.join(wanted.invitation, wanted.name)
    return Entered(place.table, place.seat, key)


def bring(call: Call, wanted: requests.Nothing) -> Entered:
    """Read a whole table's file in as a new table."""
    place, key = import_table(call.tables, call.raw.splitlines())
    return Entered(place.table, place.seat, key)
