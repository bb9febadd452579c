"""Runs small pieces of work that are requested together in a single thread call."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")
_Asked = tuple[Callable[[S], Any], asyncio.Future[Any]]
_Done = tuple[asyncio.Future[Any], Any, Exception | None]


class Batch(Generic[S]):
    """Work requested in one iteration of the event loop; all of it gets the same new `shared` value.

    An event wakes all followers of a table at once, and a thread call for each would cost more than its work.
    """

    def __init__(self, threads: Executor, shared: Callable[[], S]) -> None:
        self._threads = threads
        self._shared = shared
        self._asked: list[_Asked[S]] = []

    async def run(self, work: Callable[[S], T]) -> T:
        """Runs work in the next batch and returns its result. The work must be short, since others wait for it."""
        loop = asyncio.get_running_loop()
        if not self._asked:
            loop.call_soon(self._start, loop)
        done: asyncio.Future[T] = loop.create_future()
        self._asked.append((work, done))
        return await done

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        asked, self._asked = self._asked, []
        try:
            self._threads.submit(_do_all, loop, asked, self._shared())
        except RuntimeError as closed:  # the server is stopping
            _answer([(done, None, closed) for _, done in asked])


def _do_all(loop: asyncio.AbstractEventLoop, asked: list[_Asked[S]], shared: S) -> None:
    results: list[_Done] = []
    for work, done in asked:
        try:
            results.append((done, work(shared), None))
        except Exception as error:
            results.append((done, None, error))
    if not loop.is_closed():
        loop.call_soon_threadsafe(_answer, results)


def _answer(results: list[_Done]) -> None:
    for done, result, error in results:
        if done.done():  # the follower has gone
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
