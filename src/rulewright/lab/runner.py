"""Running a study: chunks of points on every core or on a Dask cluster, kept as soon as they are finished."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from time import monotonic, sleep
from typing import Any

from rulewright.lab.points import price
from rulewright.lab.store import Store
from rulewright.lab.study import Result, read_study
from rulewright.rules import BadInput

__all__ = ["Progress", "run_study", "workers_on"]

Progress = Callable[[int, int], None]
"""Told how many points are finished, and of how many."""

_SECONDS_PER_CHUNK = 1.0
_TOGETHER = 128
"""Points from which on they are worked out together, at a fraction of what each costs alone."""
_LARGEST_CHUNK = 2_000
_AHEAD = 2
"""Chunks that wait for each worker, so that none of them has to wait for us."""


def run_study(store: Store, executor: Executor, workers: int, progress: Progress | None = None) -> None:
    """Work out every point that the store does not have yet.

    Chunks begin with one point and grow until they take about a second each, which is what can be
    lost. Whoever interrupts loses the chunks in work and nothing else.
    """
    total = store.study.grid.size
    done = store.done
    size = 1
    gaps = store.missing()
    chunks = _chunks(gaps, lambda: size)
    running: dict[Future[tuple[float, list[Result]]], int] = {}
    if progress is not None:
        progress(done, total)
    try:
        while True:
            while len(running) < _AHEAD * workers and (chunk := next(chunks, None)) is not None:
                running[executor.submit(_work, store.study.text, *chunk)] = chunk[0]
            if not running:
                return
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                seconds, results = future.result()
                store.add(running.pop(future), results)
                done += len(results)
                size = _next_size(size, seconds, len(results))
                if progress is not None:
                    progress(done, total)
    finally:
        for future in running:
            future.cancel()


def _chunks(gaps: Iterator[tuple[int, int]], size: Callable[[], int]) -> Iterator[tuple[int, int]]:
    for first, end in gaps:
        while first < end:
            after = min(end, first + size())
            yield first, after
            first = after


def _next_size(size: int, seconds: float, points: int) -> int:
    """Twice as many at most, and no more than take about a second, or a few if that makes them a batch."""
    fitting = int(points * _SECONDS_PER_CHUNK / max(seconds, 1e-6))
    if fitting >= _TOGETHER // 4:
        fitting = max(fitting, _TOGETHER)
    return max(1, min(2 * size, fitting, _LARGEST_CHUNK))


def _work(text: str, first: int, end: int) -> tuple[float, list[Result]]:
    """What a worker does: it reads the study for itself, once, and prices a chunk."""
    study = read_study(text)
    began = monotonic()
    results = price(study, first, end)
    return monotonic() - began, results


@contextmanager
def workers_on(scheduler: str | None, cores: int | None = None) -> Iterator[tuple[Executor, int]]:
    """Workers on every core of this machine, or on the Dask cluster whose scheduler is at an address."""
    if scheduler is None:
        count = cores or os.cpu_count() or 1
        pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_become_worker, initargs=(os.getpid(),))
        try:
            yield pool, count
        except BaseException:
            _stop(pool)
            raise
        pool.shutdown()
        return
    client = _dask_client(scheduler)
    try:
        executor = client.get_executor()
        yield executor, max(1, sum(client.ncores().values()))
    finally:
        client.close()


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the workers at once: nobody waits for the chunks they are at."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()


def _become_worker(parent: int) -> None:
    """Leave Ctrl-C to the parent, and end when the parent is gone, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        while os.getppid() == parent:
            sleep(0.5)
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _dask_client(scheduler: str) -> Any:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise BadInput("a cluster needs Dask: pip install 'rulewright[cluster]'") from None
    try:
        return distributed.Client(scheduler, timeout="10s")
    except (OSError, ValueError) as error:
        raise BadInput(f"no Dask scheduler at {scheduler[:100]}: {error}") from None
