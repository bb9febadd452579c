"""Working processes: each does one job at a time and is ended when it takes too long."""

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
"""Seconds beyond the budget, which an exact answer and a simulation may use one after the other, until a process that
does not look at the clock is ended."""
_MOST_MEMORY = 4_000_000_000
_SPAWN = get_context("spawn")


class TooLong(Exception):
    """A job was ended because it did not come to an end by itself."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"this takes longer than {seconds:g} seconds to work out; ask for less")
        self.seconds = seconds


class Computing:
    """A lane of working processes. Jobs wait their turn; a job that fails says so like any call."""

    def __init__(self, workers: int = 1) -> None:
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._workers = [_Worker() for _ in range(workers)]
        self.waiting = 0
        self.done = 0
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def run(self, job: str, *arguments: Any, seconds: float) -> Any:
        """Do a job of `calculations.JOBS`; raises what it raised, or `TooLong`."""
        self.waiting += 1
        try:
            worker = await self._idle.get()
            try:
                doing = asyncio.to_thread(worker.do, job, (*arguments, seconds), 2 * seconds + _GRACE)
                return await asyncio.shield(self._kept(doing, worker))
            except TimeoutError:
                raise TooLong(seconds) from None
        finally:
            self.waiting -= 1
            self.done += 1

    async def _kept(self, doing: Any, worker: "_Worker") -> Any:
        """A job to its end, even when whoever asked has gone; then the process is free again."""
        try:
            return await doing
        finally:
            self._idle.put_nowait(worker)

    def close(self) -> None:
        """End every process."""
        for worker in self._workers:
            worker.end()


class _Worker:
    """One process, started when there is something to do."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Connection | None = None
        self._lock = Lock()

    def do(self, job: str, arguments: tuple[Any, ...], most: float) -> Any:
        """Do a job; `TimeoutError` when it takes too long, and then the process is ended."""
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
            raise RuntimeError("a working process has gone") from lost
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
                    raise RuntimeError("a working process does not start")
            return self._line

    def end(self) -> None:
        """End the process at once."""
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
    """An error of a working process, here; `more` is a refusal's rule, or where a fault of ours happened."""
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
    """Let a computation that grows without end fail by itself, not the machine."""
    if sys.platform != "win32":
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


def _work(line: Connection) -> None:
    """The life of a working process: behind everybody who acts, job after job."""
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
