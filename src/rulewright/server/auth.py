"""Authentication: the key of a request, the seat it opens, and the routes that seat may call."""

import re

from starlette.requests import HTTPConnection

from rulewright.game.discovery import is_read
from rulewright.rules import BadInput
from rulewright.server.errors import Unauthorized, UnreadGame
from rulewright.server.route_types import Who
from rulewright.table.errors import Forbidden, KeyRefused, NotFound
from rulewright.table.events import Role
from rulewright.table.game_words import words_of
from rulewright.table.tables import Tables, TableSeat

COOKIE = "rulewright-key"

_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{20,100}")

_ROLES: dict[Who, tuple[Role, ...]] = {
    "seat": ("gm", "co-gm", "player", "spectator"),
    "player": ("gm", "co-gm", "player"),
    "gms": ("gm", "co-gm"),
    "gm": ("gm",),
}
_REASONS: dict[Who, str] = {
    "player": "a spectator only watches",
    "gms": "only the {gm} may do this",
    "gm": "only the {gm} may do this",
}


def request_key(request: HTTPConnection) -> str:
    """The key of a request: a bearer token, or the cookie if the request comes from our own pages."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return key.strip()
    if request.scope["method"] == "GET" if request.scope["type"] == "http" else False:
        return request.cookies.get(COOKIE, "")
    return request.cookies.get(COOKIE, "") if "origin" in request.headers else ""


def seat_of_key(tables: Tables, key: str, table: str) -> TableSeat:
    """The seat that a key opens at a table."""
    if not key:
        raise Unauthorized("a key is needed: Authorization: Bearer KEY, or the cookie that joining sets")
    if not _KEY.fullmatch(key):
        raise Unauthorized("this key is not valid; ask for an invitation")
    try:
        place = tables.enter(key)
    except (KeyRefused, NotFound, BadInput) as refused:
        raise Unauthorized(str(refused)) from None
    if place.table != table:
        raise Unauthorized("this key belongs to another table")
    return place


def require_game(slug: str) -> None:
    """Raises `UnreadGame` for a game whose text this process has not read yet; `Context.in_thread` then reads it."""
    if not is_read(slug):
        raise UnreadGame(slug)


def enter(tables: Tables, key: str, table: str) -> TableSeat:
    """The seat that a key opens at a table, whose game has been read."""
    place = seat_of_key(tables, key, table)
    require_game(tables.known_state(table).game)
    return place


def check_role(tables: Tables, place: TableSeat, who: Who) -> None:
    """Raises `Forbidden` for a seat that may not call a route, and `Unauthorized` for one that has been removed."""
    state = tables.known_state(place.table)
    require_seat(tables, place)
    if state.seat(place.seat).role not in _ROLES[who]:
        raise Forbidden(_REASONS[who].format(gm=words_of(state).gm))


def require_seat(tables: Tables, place: TableSeat) -> None:
    """Raises `Unauthorized` for a seat that has been removed, which may happen while its request is handled."""
    if place.seat not in tables.known_state(place.table).seats:
        raise Unauthorized("your seat at this table is gone; ask for an invitation")
