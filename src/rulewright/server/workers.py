"""Worker processes: each runs one job at a time and is killed when it takes too long."""

import asyncio
import os
import sys
import traceback
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

from rulewright.dice import FaceError
from rulewright.dice.notation import NotationError
from rulewright.readings import ChoiceError, Need, Undecided
from rulewright.rules import BadInput, Refused
from rulewright.table.errors import Forbidden

_GRACE = 1.0
"""Seconds that a job may exceed twice its budget by before its process is killed."""
_MOST_MEMORY = 4_000_000_000
_SPAWN = get_context("spawn")


class TimedOut(Exception):
    """A job was killed because it exceeded its time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"this takes longer than {seconds:g} seconds to work out; ask for less")
        self.seconds = seconds


class WorkerPool:
    """A queue of jobs for some worker processes. A job that fails raises like any call."""

    def __init__(self, workers: int = 1) -> None:
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._workers = [_Worker() for _ in range(workers)]
        self.waiting = 0
        self.done = 0
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def run(self, job: str, *arguments: Any, seconds: float) -> Any:
        """Do a job of `jobs.JOBS`; raises what it raised, or `TimedOut`."""
        self.waiting += 1
        try:
            worker = await self._idle.get()
            try:
                doing = asyncio.to_thread(worker.do, job, (*arguments, seconds), 2 * seconds + _GRACE)
                return await asyncio.shield(self._finished(doing, worker))
            except TimeoutError:
                raise TimedOut(seconds) from None
        finally:
            self.waiting -= 1
            self.done += 1

    async def _finished(self, doing: Any, worker: "_Worker") -> Any:
        """Wait for a job even if the caller is cancelled; then the worker is idle again."""
        try:
            return await doing
        finally:
            self._idle.put_nowait(worker)

    def close(self) -> None:
        """Kill every process."""
        for worker in self._workers:
            worker.end()


class _Worker:
    """One process, started with the first job."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Connection | None = None
        self._lock = Lock()

    def do(self, job: str, arguments: tuple[Any, ...], most: float) -> Any:
        """Run a job; raises `TimeoutError` after `most` seconds and kills the process."""
        line = self._start()
        try:
            line.send((job, arguments))
            if not line.poll(most):
                self.end()
                raise TimeoutError
            answer, error = line.recv()
        except (EOFError, OSError) as lost:
            self.end()
            if isinstance(lost, TimeoutError):
                raise
            raise RuntimeError("a worker process has died") from lost
        if error is not None:
            raise _raised(*error)
        return answer

    def _start(self) -> Connection:
        with self._lock:
            if self._process is None or not self._process.is_alive() or self._line is None:
                ours, theirs = _SPAWN.Pipe()
                process = _SPAWN.Process(target=_work, args=(theirs,), daemon=True, name="rulewright-work")
                process.start()
                theirs.close()
                self._process, self._line = process, ours
                if not ours.poll(60) or ours.recv() != "ready":
                    raise RuntimeError("a worker process does not start")
            return self._line

    def end(self) -> None:
        """Kill the process."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
                self._process = None
            if self._line is not None:
                self._line.close()
                self._line = None


_KINDS: dict[str, type[Exception]] = {
    kind.__name__: kind for kind in (BadInput, ChoiceError, FaceError, NotationError, Undecided, Need)
}


def _raised(kind: str, message: str, more: str | None) -> Exception:
    """An error of a worker process, rebuilt; `more` is a refusal's rule, or the traceback of a fault."""
    if kind == "Refused":
        return Refused(message, more)
    if kind == "Forbidden":
        return Forbidden(message)
    if kind in _KINDS:
        return BadInput(message)
    fault = RuntimeError(f"{kind}: {message}")
    fault.add_note(more or "")
    return fault


def _limit_memory() -> None:
    """Limit the memory of this process, so that a runaway job fails and not the machine."""
    if sys.platform != "win32":
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


def _work(line: Connection) -> None:
    """The main loop of a worker process, at low priority."""
    from rulewright.server.jobs import JOBS

    with suppress(OSError, AttributeError):  # Windows has no nice
        os.nice(5)
    _limit_memory()
    line.send("ready")
    while True:
        try:
            job, arguments = line.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            line.send((JOBS[job](*arguments), None))
        except KeyboardInterrupt:
            return
        except Refused as refused:
            line.send((None, ("Refused", refused.reason, refused.rule)))
        except MemoryError:
            line.send((None, ("BadInput", "too large: this takes more memory than the server gives it", None)))
        except Exception as error:
            known = [base.__name__ for base in type(error).__mro__ if base.__name__ in _KINDS]
            line.send((None, (known[0] if known else type(error).__name__, str(error), traceback.format_exc())))
