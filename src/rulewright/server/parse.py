"""Reads a request: its body within limits, its JSON within bounds, its query by name."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request

from rulewright.rules import BadInput
from rulewright.rules.parameters import read
from rulewright.server.errors import BodyTooLarge, Busy, RateLimited, TooSlow
from rulewright.server.fair_queue import Caller
from rulewright.server.route_types import Route

if TYPE_CHECKING:
    from rulewright.server.context import Context

_DEEPEST = 32
_MOST_VALUES = 20_000
_LARGEST_NUMBER = 2**53
_FLAGS = ("true", "false")
BODY_SECONDS = 15.0
"""Seconds for a body to arrive."""
SHORT = 16_000
"""A body of at most this many bytes is not counted, and is parsed in the event loop."""
_BYTES_PER_REQUEST = 50_000
"""Bytes of a body, or of a response to a seat, that count as one more request."""
_WAIT = 5.0
"""Seconds after which an address that sends too much may try again."""
_LEAST_RATE = 20_000
"""A body gets one more second for every so many bytes that have arrived."""


def cost(body: bytes) -> int:
    """How many requests a body counts for: a long one takes as long to read or to write as many short ones."""
    return 1 + len(body) // _BYTES_PER_REQUEST


class HeldBodies:
    """The bytes of long bodies in memory or in files, from their first part until their requests are answered."""

    def __init__(self, most: int = 256_000_000, most_per_address: int = 32_000_000) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._by_address: Counter[str] = Counter()

    def add(self, address: str, size: int) -> None:
        """Adds bytes; raises `RateLimited` when an address, or `Busy` when everyone, has too many."""
        if self._by_address[address] + size > self._most_per_address:
            raise RateLimited(_WAIT)
        if self._by_address.total() + size > self._most:
            raise Busy("the server receives too much at the moment; try again in a few seconds")
        self._by_address[address] += size

    def release(self, address: str, size: int) -> None:
        """Removes the bytes of a request that has been answered."""
        self._by_address[address] -= size
        if not self._by_address[address]:
            del self._by_address[address]


class HeldBody:
    """The body of one request, counted for its address until the request is answered."""

    def __init__(self, held: HeldBodies, address: str) -> None:
        self._held = held
        self._address = address
        self._size = 0

    async def read(self, request: Request, largest: int) -> bytes:
        """The bytes of a body; see `body_parts`. Short bodies are not counted."""
        parts: list[bytes] = []
        size = 0
        async for part in body_parts(request, largest):
            parts.append(part)
            size += len(part)
            if size > SHORT:
                self._held.add(self._address, size - self._size)
                self._size = size
        return b"".join(parts)

    async def save(self, context: "Context", request: Request, largest: int, folder: str) -> Path:
        """Saves a body to a file in a folder, a small part at a time, and returns its path; see `body_parts`."""
        path = Path(folder) / "body"
        with path.open("wb") as file:
            async for part in body_parts(request, largest):
                self._held.add(self._address, len(part))
                self._size += len(part)
                await context.in_thread(Caller(self._address), file.write, part)
        return path

    def __enter__(self) -> "HeldBody":
        return self

    def __exit__(self, *error: object) -> None:
        if self._size:
            self._held.release(self._address, self._size)


async def body_parts(request: Request, largest: int) -> AsyncIterator[bytes]:
    """The parts of a body as they arrive; raises `BodyTooLarge` beyond `largest`, and `TooSlow` below a rate."""
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > largest:
        raise BodyTooLarge(f"too large: at most {largest:,} bytes")
    size = 0
    until = asyncio.get_running_loop().time() + BODY_SECONDS
    parts = request.stream()
    while True:
        try:
            async with asyncio.timeout_at(until + size / _LEAST_RATE):
                part = await anext(parts, b"")
        except ClientDisconnect:
            raise BadInput("the request ended before its whole body was sent") from None
        except TimeoutError:
            raise TooSlow(
                f"too slow: a body has {BODY_SECONDS:g} seconds, and one more per {_LEAST_RATE:,} bytes"
            ) from None
        if not part:
            return
        size += len(part)
        if size > largest:
            raise BodyTooLarge(f"too large: at most {largest:,} bytes")
        yield part


def read_request(route: Route, request: Request, body: bytes) -> Struct:
    """The struct that a route takes, read from body or query and checked."""
    if not route.has_body:
        return read(route.takes, _query(route.takes, request))
    if not body:
        return read(route.takes, {})
    media = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if media != "application/json":
        raise BadInput("bad body: Content-Type must be application/json")
    try:
        content = msgspec.json.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadInput(f"malformed JSON: {' '.join(str(error).split())[:200]}") from None
    if not isinstance(content, dict):
        raise BadInput("malformed body: it must be one JSON object")
    _check_bounds(content)
    return read(route.takes, content)


def _query(takes: type[Struct], request: Request) -> dict[str, Any]:
    """The query as values, with numbers and booleans where the route takes those."""
    given = request.query_params
    names = {field.encode_name: field.name for field in msgspec.structs.fields(takes)}
    hints = get_type_hints(takes)
    values: dict[str, Any] = {}
    for name, text in given.multi_items():
        if name in values:
            raise BadInput(f"bad parameter: {name[:60]} is given twice")
        hint = hints[names[name]] if name in names else str
        is_number = hint is not str and text.isascii() and text.isdigit() and len(text) < 16
        values[name] = int(text) if is_number else text == "true" if hint is bool and text in _FLAGS else text
    return values


def _check_bounds(value: Any) -> None:
    """Raises `BadInput` for deep nesting, too many values, and numbers that other JSON readers would round."""
    layer = [value]
    for _ in range(_DEEPEST):
        inner: list[Any] = []
        for one in layer:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                inner += one
            elif isinstance(one, int | float) and not -_LARGEST_NUMBER <= one <= _LARGEST_NUMBER:
                raise BadInput(f"bad number: at most {_LARGEST_NUMBER:,} either way")
            if len(inner) > _MOST_VALUES:
                raise BadInput(f"too many values: at most {_MOST_VALUES:,} at one level")
        if not inner:
            return
        layer = inner
    raise BadInput(f"nested too deeply: at most {_DEEPEST} levels")
