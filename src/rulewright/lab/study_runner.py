"""Runs a study on every core or on a Dask cluster; each result is stored as soon as it is finished."""

import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from multiprocessing import get_context
from time import monotonic, sleep
from typing import Any

from rulewright._optional_parts import need_part
from rulewright.lab.study import Progress, Result, Study, read_study, unwatched
from rulewright.lab.study_points import price_alone, price_together
from rulewright.lab.study_store import ResultStore
from rulewright.rules import BadInput

_SECONDS_TOGETHER = 0.5
"""The target duration of a task: its points are finished, or lost, together."""
_FEWEST_TOGETHER = 128
_FIRST_TOGETHER = 1_024
_MOST_TOGETHER = 2_048
_TIMES_AS_MANY_TOGETHER = 4
_TASKS_PER_WORKER = 2
"""Tasks queued per worker, so that none is idle."""


def run_study(store: ResultStore, executor: Executor, workers: int, progress: Progress = unwatched) -> None:
    """Works out every point that the store does not have yet.

    A task is one point, or points that are worked out together. Finished results are stored at once, so that
    an interruption loses only the tasks in progress.
    """
    study, done = store.study, store.done
    fingerprint = study.fingerprint
    work = _TaskQueue(store.missing(), study.points_per_ruling)
    running: dict[Future[tuple[float, list[Result] | None]], range] = {}
    progress(done, study.grid.size)
    try:
        while True:
            while len(running) < _TASKS_PER_WORKER * workers and (task := work.next_task()):
                running[executor.submit(worked_out, study.text, fingerprint, task.start, task.stop)] = task
            if not running:
                return
            found: dict[int, Result] = {}
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(future)
                seconds, results = future.result()
                work.learn(task, seconds, results is not None)
                if results is not None:
                    found.update(zip(task, results, strict=True))
            store.add(found)
            done += len(found)
            progress(done, study.grid.size)
    finally:
        for future in running:
            future.cancel()


class _TaskQueue:
    """The remaining work in tasks: one point first, more together once points are known to be quick."""

    def __init__(self, gaps: Iterable[range], points_per_ruling: int) -> None:
        self._gaps = deque(gaps)
        self._alone: deque[range] = deque()  # points that cannot be worked out together
        self._points_per_ruling = points_per_ruling
        self._size = 1

    def next_task(self) -> range | None:
        """The points of the next task, which share their rulings; None if all are handed out."""
        if self._alone:
            return _take(self._alone, 1)
        if not self._gaps:
            return None
        first, end = self._gaps[0].start, self._gaps[0].stop
        under_this_ruling = self._points_per_ruling - first % self._points_per_ruling
        together = min(self._size, end - first, under_this_ruling)
        return _take(self._gaps, together if together >= _FEWEST_TOGETHER else 1)

    def learn(self, task: range, seconds: float, is_done: bool) -> None:
        """Records how long a task took; points that could not be done together are queued one by one."""
        if not is_done:
            self._alone.append(task)
            self._size = 1
            return
        fitting = int(len(task) * _SECONDS_TOGETHER / max(seconds, 1e-6))
        if len(task) == 1:  # points take much less time together
            self._size = min(_TIMES_AS_MANY_TOGETHER * fitting, _FIRST_TOGETHER)
        else:
            self._size = min(2 * len(task), fitting, _MOST_TOGETHER)


def _take(ranges: "deque[range]", count: int) -> range:
    """Removes and returns the first numbers of the first range."""
    first = ranges.popleft()
    if len(first) > count:
        ranges.appendleft(first[count:])
    return first[:count]


def worked_out(text: str, fingerprint: str, first: int, end: int) -> tuple[float, list[Result] | None]:
    """Runs a task in a worker, which parses the study only once; returns the seconds it took and its results."""
    study = _read_same_rules(text, fingerprint)
    began = monotonic()
    results = [price_alone(study, first)] if end == first + 1 else price_together(study, first, end)
    return monotonic() - began, results


@lru_cache(maxsize=4)
def _read_same_rules(text: str, fingerprint: str) -> Study:
    """The parsed study; raises if this worker's rules differ from the caller's."""
    study = read_study(text)
    if study.fingerprint != fingerprint:
        raise BadInput(f"a worker has other rules of {study.game.slug}, or another Rulewright: install the same on all")
    return study


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
    """Terminates the workers without waiting for their tasks."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()


def _become_worker(parent: int) -> None:
    """Makes a worker ignore Ctrl-C, which the parent handles, and end with its parent, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        while os.getppid() == parent:
            sleep(0.5)
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _dask_client(scheduler: str) -> Any:
    need_part("cluster", "a cluster")
    distributed: Any = import_module("distributed")
    try:
        return distributed.Client(scheduler, timeout="10s")
    except (OSError, ValueError) as error:
        raise BadInput(f"no Dask scheduler at {scheduler[:100]}: {error}") from None
