"""The types of the route table: one row, and the call that its handler is given."""

from collections.abc import Awaitable, Callable, Iterator
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

from rulewright.server.fair_queue import Caller, Urgency
from rulewright.table.perform import Performing, perform
from rulewright.table.tables import Tables, TableSeat

if TYPE_CHECKING:
    from rulewright.server.context import Context


P = ParamSpec("P")
T = TypeVar("T")

Who = Literal["public", "seat", "player", "gms", "gm"]
"""Who may call a route: anyone; any seat; a seat that plays; the GM and co-GMs; the GM alone."""

BODY = 1_000_000
"""Bytes of a request's body."""
IMPORT = 64_000_000
"""Bytes of an imported table."""


class Call(Struct, frozen=True):
    """One request, with everything a handler needs."""

    context: "Context"
    path: dict[str, str]
    address: str
    place: TableSeat = TableSeat("", "")
    file: Path | None = None
    """The body of a raw request."""
    key_expires: Callable[[], str] = str
    """When the caller's key expires; empty if never."""
    performing: Performing = perform
    """How a handler that runs in a thread performs an attempt: slow ones are performed by a worker."""

    @property
    def tables(self) -> Tables:
        """The tables of the server."""
        return self.context.tables

    @property
    def caller(self) -> Caller:
        """The caller that the work of this request is counted for."""
        return Caller(self.address, self.place.table)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of work that may wait for the disk, done in a thread."""
        return await self.context.in_thread(self.caller, work, *args, **kwargs)

    async def work(
        self, job: Callable[..., T], *arguments: Any, seconds: float, urgency: Urgency = Urgency.EXPLORATION
    ) -> T:
        """The result of a worker's job; a job without a seat always counts as exploration."""
        urgency = urgency if self.place.table else Urgency.EXPLORATION
        return await self.context.workers.run(job, *arguments, seconds=seconds, caller=self.caller, urgency=urgency)


class TextStream(Struct, frozen=True):
    """A long response that is not JSON: its first page, and the others, each generated when it is sent."""

    first: bytes
    rest: Iterator[bytes]
    media: str
    filename: str


Handler = Callable[[Call, Any], Any | Awaitable[Any]]


class Route(Struct, frozen=True):
    """One row: method, path, handler, who may call it, and what it costs.

    The handler's annotations say what the route takes and gives. A handler that is not a coroutine runs in
    a thread, since it may wait for the disk.
    """

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    handler: Handler
    who: Who
    summary: str
    cost: Literal["cheap", "exact", "opens"] = "cheap"
    largest: int = BODY
    raw: bool = False
    """The body is not one JSON object: the handler reads it."""
    media: str = "application/json"
    compresses: bool = False
    """A long response to this POST is compressed: it is public and has no key in it."""

    @property
    def name(self) -> str:
        """The name of the operation."""
        return self.handler.__name__

    @property
    def has_body(self) -> bool:
        """Whether the parameters are in the body instead of the query."""
        return self.method in ("POST", "PUT", "PATCH")

    @property
    def takes(self) -> type[Struct]:
        """The struct that the body or the query is read into."""
        taken: type[Struct] = _hints(self.handler)["request"]
        return taken

    @property
    def gives(self) -> tuple[Any, ...]:
        """The types of the response: one, or several alternatives."""
        given = _hints(self.handler)["return"]
        return get_args(given) if get_origin(given) is UnionType else (given,)


@lru_cache(maxsize=256)
def _hints(handler: Handler) -> dict[str, Any]:
    return get_type_hints(handler, include_extras=True)
