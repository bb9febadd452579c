"""Long texts sent page by page: each page is made in a thread, with rests between, so that others are not delayed."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.server.context import Context

_PAGE_LINES = 50
_PAGE_BYTES = 200_000
_REST = 4.0
"""How many times as long as a page took to rest after it."""
AT_ONCE = 4
"""Long texts that are made at once; others wait for their turn."""


def pages(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines joined to pages of a bounded size."""
    page: list[bytes] = []
    size = 0
    for line in lines:
        page.append(line)
        size += len(line)
        if len(page) >= _PAGE_LINES or size >= _PAGE_BYTES:
            yield b"".join(page)
            page, size = [], 0
    yield b"".join(page)


async def sent(context: "Context", first: bytes, rest: Iterator[bytes]) -> AsyncIterator[bytes]:
    """A first page, then the others as they are made."""
    yield first
    async with context.streams:
        while True:
            started = perf_counter()
            page = await context.in_thread(next, rest, None)
            if page is None:
                return
            yield page
            await asyncio.sleep(_REST * (perf_counter() - started))
