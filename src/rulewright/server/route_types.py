"""What one row of the route table says, and what its handler is given."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from rulewright.server.requests import Nothing
from rulewright.table.tables import Place, Tables

if TYPE_CHECKING:
    from rulewright.server.context import House


Who = Literal["public", "seat", "player", "gms", "gm"]
"""Who may ask: anybody; any seat; a seat that plays; those who run the game; the game master alone."""

BODY = 1_000_000
"""Bytes of a request's body."""
IMPORT = 64_000_000
"""Bytes of a table that is brought from elsewhere."""


class Call(Struct, frozen=True):
    """One request, as far as a handler needs to know it."""

    house: "House"
    path: dict[str, str]
    address: str
    place: Place = Place("", "")
    raw: bytes = b""

    @property
    def tables(self) -> Tables:
        """The tables."""
        return self.house.tables


class Entered(Struct, frozen=True):
    """A seat at a table and the key to it, which can be read only here."""

    table: str
    seat: str
    key: str


class Text(Struct, frozen=True):
    """An answer that is no JSON."""

    body: str | bytes
    media: str = "text/plain; charset=utf-8"
    filename: str = ""


Handler = Callable[[Call, Any], Any | Awaitable[Any]]


class Route(Struct, frozen=True):
    """One row: how it is asked for, by whom, what it takes and gives, and what it costs.

    A handler that is no coroutine runs in a thread, since it may wait for the disk.
    """

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    handler: Handler
    who: Who
    summary: str
    takes: type[Struct] = Nothing
    gives: Any = dict[str, Any]
    """The type of the answer; several in a tuple are alternatives."""
    cost: Literal["cheap", "exact", "opens"] = "cheap"
    largest: int = BODY
    raw: bool = False
    """The body is not one JSON object: the handler reads it."""
    media: str = "application/json"

    @property
    def name(self) -> str:
        """The name of the operation."""
        return self.handler.__name__

    @property
    def has_body(self) -> bool:
        """Whether what it takes stands in the body."""
        return self.method in ("POST", "PUT", "PATCH")
