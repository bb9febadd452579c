"""Garbage is collected while the server is idle, since every thread stops for it."""

import asyncio
import gc
import threading

import pytest

from rulewright.server import context as server_context
from rulewright.server.context import Context
from rulewright.server.fair_threads import SERVER
from rulewright.table.stores.memory import MemoryStore


def collections() -> int:
    return sum(one["collections"] for one in gc.get_stats())


def test_garbage_is_collected_in_idle_moments_and_not_while_a_thread_works() -> None:
    async def play() -> None:
        context, may_end = Context(MemoryStore()), threading.Event()
        regular = asyncio.create_task(context.collect_garbage())
        working = asyncio.create_task(context.in_thread(SERVER, may_end.wait, 20))
        await asyncio.sleep(0.01)
        before = collections()
        made: list[list[object]] = [[] for _ in range(5_000)]
        await asyncio.sleep(0.3)
        assert collections() == before
        may_end.set()
        await working
        await asyncio.sleep(0.3)
        assert collections() > before
        assert len(made) == 5_000
        regular.cancel()
        await asyncio.gather(regular, return_exceptions=True)
        assert gc.isenabled()
        context.close()

    asyncio.run(play())


def test_a_server_that_is_never_idle_collects_garbage_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_context, "_MOST_UNCOLLECTED", 3_000)

    async def play() -> None:
        context, may_end = Context(MemoryStore()), threading.Event()
        regular = asyncio.create_task(context.collect_garbage())
        working = asyncio.create_task(context.in_thread(SERVER, may_end.wait, 20))
        await asyncio.sleep(0.01)
        before = collections()
        made: list[list[object]] = [[] for _ in range(5_000)]
        await asyncio.sleep(0.3)
        assert collections() > before
        assert len(made) == 5_000
        may_end.set()
        await working
        regular.cancel()
        context.close()

    asyncio.run(play())
