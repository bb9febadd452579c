"""Worker processes: each runs one job at a time and is ended when it takes too long or its caller has gone."""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from inspect import signature
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, TypeVar

from msgspec import Struct

from rulewright.game.pinned import is_pinned, pinned
from rulewright.rules import BadInput, Refused
from rulewright.rules.errors import WrongValue
from rulewright.server.errors import Busy, TimedOut
from rulewright.server.fair_queue import Caller, FairQueue, Job, QueueLimits, Urgency
from rulewright.table.errors import Forbidden

_GRACE, _SHARE = 1.0, 2.0
"""A job's process is ended `_GRACE` seconds after `_SHARE` times the job's own budget."""
_PATIENCE = 0.2
"""Seconds in which a job may still finish after its caller has gone."""
_LEAST_MEMORY, _MOST_MEMORY = 1_000_000_000, 4_000_000_000
_NICE = {Urgency.PLAY: 5, Urgency.ADVICE: 10, Urgency.EXPLORATION: 19}

T = TypeVar("T")

if sys.platform == "win32":
    _PROCESSES: Any = get_context("spawn")
else:
    # All workers are forked from one process that has loaded everything: they start at once and share its memory.
    _PROCESSES = get_context("forkserver")
    _PROCESSES.set_forkserver_preload(["rulewright.server.worker_process"])


class WorkerCounts(Struct, frozen=True):
    """How many workers there are: for play alone, for play and advice, and for everything."""

    play: int = 2
    advice: int = 3
    exploration: int = 2


class WorkerPool:
    """The worker processes and the queue in front of them. A job's error is raised to its caller.

    Some workers take only play, some only play and advice, so that less urgent jobs never occupy all workers; nor do
    the jobs of one address.
    """

    def __init__(self, counts: WorkerCounts = WorkerCounts(), limits: QueueLimits = QueueLimits()) -> None:
        kinds = {Urgency.PLAY: counts.play, Urgency.ADVICE: counts.advice, Urgency.EXPLORATION: counts.exploration}
        memory = _memory_of_each(sum(kinds.values()))
        self._workers = [_Worker(kind, memory) for kind, count in kinds.items() for _ in range(count)]
        self._at_once: Mapping[Urgency, int] = {
            Urgency.PLAY: max(1, counts.play + counts.advice - 2),
            Urgency.ADVICE: max(1, counts.advice - 1),
            Urgency.EXPLORATION: max(1, counts.exploration - 1),
        }
        self._queue = FairQueue(limits)
        self._threads = ThreadPoolExecutor(len(self._workers), "rulewright-worker")
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self.done = 0

    @property
    def waiting(self) -> int:
        """How many jobs wait or run."""
        return self._queue.count + len(self._tasks)

    async def run(
        self, function: Callable[..., T], *arguments: Any, seconds: float, caller: Caller, urgency: Urgency
    ) -> T:
        """The result of a job, which takes `seconds` as its last argument if it has one of that name.

        Raises its error, or `TimedOut`. Cancelling the call ends the job.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        given = (*_with_text(arguments), seconds) if _takes_seconds(function) else _with_text(arguments)
        job = Job(function, given, seconds, caller, urgency, done)
        self._queue.add(job)
        self._start_jobs()
        try:
            return await done
        finally:
            self._queue.withdraw(job)

    async def start(self) -> None:
        """Starts the workers for play, so that their first job need not wait for it."""
        for worker in self._workers:
            if worker.lowest is Urgency.PLAY and worker.job is None:
                worker.is_starting = True
                try:
                    await asyncio.get_running_loop().run_in_executor(self._threads, worker.start)
                except OSError:
                    pass  # the first job will raise it again
                finally:
                    worker.is_starting = False
                    self._start_jobs()

    def _start_jobs(self) -> None:
        """Gives waiting jobs to idle workers."""
        if self._is_closed:
            return
        for worker in self._workers:
            if worker.is_idle and (job := self._queue.take(worker.lowest, self._at_once)):
                worker.job = job
                task = asyncio.get_running_loop().create_task(self._do(worker, job))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _do(self, worker: "_Worker", job: Job) -> None:
        """Runs a job in a worker until it ends or its caller has gone."""
        started = monotonic()
        most = _SHARE * job.seconds + _GRACE
        doing = asyncio.get_running_loop().run_in_executor(self._threads, worker.do, job.function, job.arguments, most)
        try:
            await asyncio.wait((doing, job.done), return_when=asyncio.FIRST_COMPLETED)
            while not doing.done():
                await asyncio.wait((doing,), timeout=_PATIENCE)
                if not doing.done():
                    worker.kill()  # repeated, since the process may just have been starting
            found = doing.result()
            if not job.done.done():
                job.done.set_result(found)
        except TimeoutError:
            self._fail(job, TimedOut(job.seconds))
        except Exception as error:
            self._fail(job, error)
        finally:
            worker.job = None
            self.done += 1
            self._queue.finish(job, monotonic() - started)
            self._start_jobs()

    def _fail(self, job: Job, error: Exception) -> None:
        if not job.done.done():
            job.done.set_exception(error)

    def close(self) -> None:
        """Ends every process."""
        self._is_closed = True
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)


@lru_cache(maxsize=64)
def _takes_seconds(job: Callable[..., Any]) -> bool:
    return "seconds" in signature(job).parameters


def _with_text(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a job; a pinned game is sent with its text, which a worker does not have."""
    slug = arguments[0] if arguments else None
    text = pinned(slug) if isinstance(slug, str) and is_pinned(slug) else None
    return arguments if text is None else (text, *arguments[1:])


def _memory_of_each(workers: int) -> int:
    """The memory of each worker in bytes: together half of the machine's, within bounds."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        whole = 0
    return max(_LEAST_MEMORY, min(_MOST_MEMORY, whole // (2 * workers)))


class _Worker:
    """One process, started with the first job at the latest; it takes jobs at least as urgent as `lowest`."""

    def __init__(self, lowest: Urgency, memory: int) -> None:
        self.lowest = lowest
        self.job: Job | None = None
        self.is_starting = False
        self._memory = memory
        self._is_killed = False
        self._process: Any = None
        self._line: Connection | None = None

    @property
    def is_idle(self) -> bool:
        return self.job is None and not self.is_starting

    def do(self, job: Callable[..., Any], arguments: tuple[Any, ...], most: float) -> Any:
        """Runs a job, again if its process dies; after `most` seconds ends the process and raises `TimeoutError`."""
        if self._is_killed:
            self._end()  # the kill was meant for the job before
        for is_last in (False, True):
            try:
                line = self.start()
                line.send((job, arguments))
                if not line.poll(most):
                    raise TimeoutError
                found, error = line.recv()
                break
            except TimeoutError:
                self._end()
                raise
            except (EOFError, OSError) as lost:
                is_given_up = self._is_killed
                self._end()
                if is_given_up or is_last:
                    raise Busy("the worker process ended before it had the result; try again") from lost
        if error is not None:
            raise _raised(*error)
        return found

    def start(self) -> Connection:
        """The connection to the process, which is started unless it runs; raises `OSError` when that fails."""
        if self._process is not None and self._line is not None and self._process.is_alive():
            return self._line
        self._end()
        ours, theirs = _PROCESSES.Pipe()
        arguments = (theirs, _NICE[self.lowest], self._memory)
        process = _PROCESSES.Process(target=_work, args=arguments, daemon=True, name="rulewright-work")
        process.start()
        theirs.close()
        self._process, self._line = process, ours
        if not ours.poll(60) or ours.recv() != "ready":
            raise OSError("a worker process did not start")
        return ours

    def _end(self) -> None:
        """Ends the process, in the thread that runs its jobs."""
        self.kill()
        self._process = None
        self._is_killed = False
        if self._line is not None:
            self._line.close()
            self._line = None

    def kill(self) -> None:
        """Kills the process, from any thread; a thread that waits for its job is woken."""
        self._is_killed = True
        process = self._process
        if process is not None:
            process.kill()


def _raised(kind: str, message: str, more: Any) -> Exception:
    """An error of a worker process, rebuilt; `more` is a refusal's rule, the wrong value, or a fault's traceback."""
    if kind == "Refused":
        return Refused(message, more)
    if kind == "Forbidden":
        return Forbidden(message)
    if kind == "BadInput":
        return BadInput(message, more if isinstance(more, WrongValue) else None)
    fault = RuntimeError(f"{kind}: {message}")
    fault.add_note(more or "")
    return fault


def _work(line: Connection, nice: int, memory: int) -> None:
    from rulewright.server.worker_process import work  # imported before the fork

    work(line, nice, memory)
