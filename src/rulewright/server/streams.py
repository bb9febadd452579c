"""Long work step by step in a thread, with pauses so that other requests are not delayed; long texts page by page."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from rulewright.server.fair_queue import Caller

if TYPE_CHECKING:
    from rulewright.server.context import Context

T = TypeVar("T")

_PAGE_LINES = 50
_PAGE_BYTES = 200_000
_REST = 4.0
"""The pause after a page, as a multiple of the time that the page took."""
AT_ONCE = 4
"""How many pages of long texts are generated at the same time; others wait for their turn."""


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


async def at_intervals(context: "Context", caller: Caller, steps: Iterator[T], rest: float) -> AsyncIterator[T]:
    """Yields each step of some work, which runs in a thread; the pause after it is `rest` times as long as it took."""
    while True:
        started = perf_counter()
        step = await context.in_thread(caller, next, steps, None)
        if step is None:
            return
        yield step
        await asyncio.sleep(rest * (perf_counter() - started))


async def sent(context: "Context", caller: Caller, first: bytes, rest: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yields the first page, then the others as they are generated; a client that reads slowly keeps no one waiting."""
    yield first
    while True:
        async with context.streams:
            started = perf_counter()
            page = await context.in_thread(caller, next, rest, None)
            if page is None:
                return
            await asyncio.sleep(_REST * (perf_counter() - started))
        yield page
