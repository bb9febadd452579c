"""Who asks: the key of a request, the seat it opens, and what that seat may ask for."""

import re

from starlette.requests import HTTPConnection

from rulewright.rules import BadInput
from rulewright.server.errors import Locked
from rulewright.server.route_types import Who
from rulewright.table.errors import Forbidden, Gone, Unknown
from rulewright.table.events import Role
from rulewright.table.tables import Place, Tables

COOKIE = "rulewright-key"

_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{20,100}")

_MAY: dict[Who, tuple[Role, ...]] = {
    "seat": ("gm", "co-gm", "player", "spectator"),
    "player": ("gm", "co-gm", "player"),
    "gms": ("gm", "co-gm"),
    "gm": ("gm",),
}
_WORDS: dict[Who, str] = {
    "player": "a spectator only looks on",
    "gms": "only the game master may do this",
    "gm": "only the game master may do this",
}


def given_key(request: HTTPConnection) -> str:
    """The key that a request brings: as a bearer, or as a cookie when its own pages sent it."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return key.strip()
    if request.scope["method"] == "GET" if request.scope["type"] == "http" else False:
        return request.cookies.get(COOKIE, "")
    return request.cookies.get(COOKIE, "") if "origin" in request.headers else ""


def place_of(tables: Tables, key: str, table: str) -> Place:
    """The seat that a key opens at a table."""
    if not key:
        raise Locked("a key is needed: Authorization: Bearer KEY, or the cookie that joining sets")
    if not _KEY.fullmatch(key):
        raise Locked("this key opens nothing; ask for an invitation")
    try:
        place = tables.enter(key)
    except (Gone, Unknown, BadInput) as wrong:
        raise Locked(str(wrong)) from None
    if place.table != table:
        raise Locked("this key belongs to another table")
    return place


def check_role(tables: Tables, place: Place, who: Who) -> None:
    """Refuse a seat that may not ask for this."""
    if tables.state(place.table).seat(place.seat).role not in _MAY[who]:
        raise Forbidden(_WORDS[who])
