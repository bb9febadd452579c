"""Followers of a table look for events together: in one thread, and each with its own result."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from rulewright.server.live.batch import Batch


def test_work_of_one_round_shares_a_thread_and_every_piece_has_its_own_result() -> None:
    async def play() -> None:
        with ThreadPoolExecutor(4) as threads:
            batch = Batch(threads, object)

            def fails(shared: object) -> int:
                raise ValueError("gone")

            asked = [batch.run(lambda shared: (threading.get_ident(), shared)) for _ in range(5)]
            failing, seven = batch.run(fails), batch.run(lambda shared: 7)
            given = await asyncio.gather(*asked)
            failed, number = await asyncio.gather(failing, seven, return_exceptions=True)
            assert len(set(given)) == 1
            assert given[0][0] != threading.get_ident()
            assert isinstance(failed, ValueError)
            assert number == 7

            given_up = asyncio.ensure_future(batch.run(lambda shared: 1))
            stays = asyncio.ensure_future(batch.run(lambda shared: 2))
            await asyncio.sleep(0)
            given_up.cancel()
            assert await stays == 2
        with pytest.raises(RuntimeError):
            await batch.run(lambda shared: 3)

    asyncio.run(play())
