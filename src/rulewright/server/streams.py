"""Sends long texts page by page: each is generated in a thread, with pauses so that other requests are not delayed."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.server.context import Context

_PAGE_LINES = 50
_PAGE_BYTES = 200_000
_REST = 4.0
"""The pause after a page, as a multiple of the time that the page took."""
AT_ONCE = 4
"""How many long texts are generated at the same time; others wait."""


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
    """Yields the first page, then the others as they are generated."""
    yield first
    async with context.streams:
        while True:
            started = perf_counter()
            page = await context.in_thread(next, rest, None)
            if page is None:
                return
            yield page
            await asyncio.sleep(_REST * (perf_counter() - started))
