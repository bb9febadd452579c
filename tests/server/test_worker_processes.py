"""A worker process that dies is replaced, and no job is lost with it."""

import asyncio
import multiprocessing
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.server.errors import Busy
from rulewright.server.fair_queue import Caller, Urgency
from rulewright.server.jobs import notation_odds, roll_odds
from rulewright.server.worker_pool import WorkerCounts, WorkerPool

NAME = "rulewright-work"
SLOW: tuple[Any, ...] = (roll_odds, "dpi", "skirmish", {"high_policy": "best", "high": 3}, {})
"""A job that takes all of its time."""


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    while kill_workers():  # a test before this one may have left some that are still ending
        time.sleep(0.05)
    found = WorkerPool(WorkerCounts(play=0, advice=1, exploration=0))
    yield found
    found.close()


async def done(pool: WorkerPool, *job: Any, seconds: float = 2) -> Any:
    return await pool.run(*job, seconds=seconds, caller=Caller("127.0.0.1"), urgency=Urgency.ADVICE)


def kill_workers() -> set[int]:
    found = {process.pid: process for process in multiprocessing.active_children() if process.name == NAME}
    for process in found.values():
        process.kill()
    return {pid for pid in found if pid}


def test_a_job_after_one_that_was_given_up_at_any_moment_is_done(pool: WorkerPool) -> None:
    random.seed(4)

    async def play() -> None:
        for _ in range(15):
            given_up = asyncio.create_task(done(pool, *SLOW, seconds=0.1))  # ends by itself or is killed, as it happens
            await asyncio.sleep(random.uniform(0, 0.1))
            given_up.cancel()
            assert (await done(pool, notation_odds, "2d6")).notation == "2d6"

    asyncio.run(play())


def test_a_worker_that_died_while_it_had_nothing_to_do_is_replaced(pool: WorkerPool) -> None:
    async def play() -> None:
        assert (await done(pool, notation_odds, "2d6")).notation == "2d6"
        assert len(kill_workers()) == 1
        assert (await done(pool, notation_odds, "3d6")).notation == "3d6"

    asyncio.run(play())


def test_a_job_whose_worker_dies_is_done_by_another_and_given_up_when_that_dies_too(pool: WorkerPool) -> None:
    async def play(times: int) -> Any:
        await done(pool, notation_odds, "2d6")
        working = asyncio.create_task(done(pool, *SLOW))
        killed: set[int] = set()
        while len(killed) < times:
            await asyncio.sleep(0.3)
            killed |= kill_workers()
        return await working

    assert asyncio.run(play(1)).method == "over budget"
    with pytest.raises(Busy, match="ended before it had the result; try again"):
        asyncio.run(play(2))
