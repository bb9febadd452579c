"""Stops a computation that is over its budget inside one path or one throw, where no paths are counted.

A budget is checked whenever a path is counted. Code that never asks for dice, an evaluator with too many states and a
list that grows without end never get there. One thread checks all running computations ten times a second: their time,
the memory of the process, and how long a rule has been running without asking for anything, in processor time, so that
a busy machine does not get a correct rule refused. It stops a computation by raising an exception in its thread. A long
operation in C code, such as `10**10**10`, cannot be interrupted: the exception is raised after it.
"""

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import TypeVar, TypeVarTuple

from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.paths.bad_rule import bad_rule_at, is_engine, is_library

A = TypeVarTuple("A")
R = TypeVar("R")

_TICK = 0.1
_IDLE_TICKS = 20  # idle checks after which the thread ends
_AGAIN = 2.0  # seconds after which a rule that swallowed the exception gets another one
_GRACE = 0.25  # time for a computation that checks its own limit to raise first
_LONG_PATH = 0.5
"""Seconds of one path after which the error blames the path rather than a small budget."""
_PATIENCE = 20.0
"""Seconds that a rule may exceed its budget, on a busy machine, before the error blames the time."""
_LONGEST_PATH = 20.0
"""Seconds for which one path of a rule may run without asking for anything."""
_IN_A_LOOP = "a loop without a fixed end is written as repeat(step, until=...)"


class Stopped(BaseException):
    """Raised inside a computation that is over its budget. Not caught by a rule's `except Exception`."""


class Watch:
    """A running computation: its thread, its limits, and why it was stopped."""

    processor: float | None = None
    """Limit in processor seconds, which a busy machine does not use up; the limit in clock seconds is ten times it."""
    why = ""
    stopped_at = 0.0
    _started = 0.0
    _used = 0.0
    _memory = 0.0
    _path: tuple[FrameType | None, float] = (None, 0.0)
    """The frame of the running path, held so that its id is not reused, and the processor time of its first check."""
    _in_path = 0.0

    def __init__(self, budget: Budget) -> None:
        self.budget = budget  # everything else is measured at the first check: a single roll should not wait for it
        self.thread = threading.get_ident()

    def over(self, now: float, memory: float) -> str:
        """The limit that is exceeded: time, memory, or one path that does not end; empty if none is."""
        if not self._started:
            self._started, self._memory, self._used = now, memory, _processor_time(self.thread)
        budget, left = self.budget, self.budget.seconds_left
        if budget.megabytes is not None and memory - self._memory > budget.megabytes:
            return "memory"
        processor = _processor_time(self.thread)
        self._in_path = since = self._in_one_path(processor)
        most = self.processor
        if most is not None and (processor - self._used > most or now - self._started > 10 * most):
            return "path"
        if left is not None and left <= 0 and budget.seconds_over > _GRACE:
            if since >= _LONG_PATH:
                return "path"
            if self._path[0] is None or budget.seconds_over > _GRACE + _PATIENCE:
                return "time"
            return ""  # a rule's own code is running: later checks show whether it asks for dice
        return "path" if since > _LONGEST_PATH and most is None else ""

    def _in_one_path(self, now: float) -> float:
        """The processor time for which the same call of a rule has been running its own code."""
        frame = sys._current_frames().get(self.thread)
        called: FrameType | None = None
        try:
            while frame is not None and not is_engine(frame.f_code.co_filename):
                called = called if is_library(frame.f_code.co_filename) else frame
                frame = frame.f_back
        except AttributeError:  # frames of a running thread may be taken apart while they are read: look again later
            return now - self._path[1]
        if called is None or frame is None:
            self._path = (None, now)
        elif called is not self._path[0]:
            self._path = (called, now)
        return now - self._path[1]

    def error(self, stopped: Stopped) -> Exception:
        """The error for the caller, with the line at which the computation was stopped."""
        seconds = self.processor if self.processor is not None else self._in_path
        if self.why == "path":
            reason = f"this takes longer than {seconds:.2g} seconds"
            if self.processor is None:
                reason += " without asking for dice"
            return bad_rule_at(f"{reason}; {_IN_A_LOOP}", stopped.__traceback__)
        place = bad_rule_at("", stopped.__traceback__)
        at = f"{place.file} line {place.line}: " if place.file else ""
        if self.why == "memory":
            over = OverBudget(self.budget, f"{self.budget.megabytes:,} MB of memory")
            over.add_remedy(f"{at}this keeps too much at once; {_IN_A_LOOP}, and sorted dice are read by an Evaluator")
            return over
        over = OverBudget(self.budget)
        if at:
            over.add_remedy(f"{at}the time ran out here")
        return over


_lock = threading.Lock()
_watches: dict[Watch, None] = {}
_running = False


def _start() -> None:
    global _running
    with _lock:
        if not _running:
            _running = True
            threading.Thread(target=_check_watches, name="rulewright budgets", daemon=True).start()


def _end(watch: Watch) -> None:
    """Ends the watch; an exception that has not arrived yet is cancelled, and one that arrives here is dropped."""
    is_of_another = False
    while True:
        try:
            with _lock:
                _watches.pop(watch, None)
                if watch.why:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(watch.thread), None)
            break
        except Stopped:
            is_of_another = is_of_another or not watch.why
    if is_of_another:
        raise Stopped


def _check_watches() -> None:
    global _running
    idle = 0
    while idle < _IDLE_TICKS:
        time.sleep(_TICK)
        idle = 0 if _watches else idle + 1
        now, memory = time.monotonic(), _megabytes() if _watches else 0.0
        for watch in tuple(_watches):
            why = watch.why or watch.over(now, memory)
            if why and now - watch.stopped_at > _AGAIN:
                _stop(watch, why, now)
    _running = False
    if _watches:  # a computation began meanwhile
        _start()


def _stop(watch: Watch, why: str, now: float) -> None:
    _resend_lost_stops()
    with _lock:
        watch.why, watch.stopped_at = why, now  # set first, so that a computation that ends meanwhile sees it
        if watch in _watches:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(watch.thread), ctypes.py_object(Stopped))


def _resend_lost_stops() -> None:
    """Installs a hook for exceptions that are lost in a finalizer: they are not printed, and are raised again."""
    reported = sys.unraisablehook
    if getattr(reported, "resends_stops", False):
        return

    def hook(lost: "sys.UnraisableHookArgs", /) -> None:
        if not issubclass(lost.exc_type, Stopped):
            reported(lost)
            return
        for watch in tuple(_watches):
            if watch.thread == threading.get_ident():
                watch.stopped_at = 0.0

    hook.resends_stops = True  # type: ignore[attr-defined]  # functions can have attributes
    sys.unraisablehook = hook


def _after_fork() -> None:
    """Resets the state in a new process, which has no watching thread and no computations."""
    global _running, _lock
    _lock = threading.Lock()
    _watches.clear()
    _running = False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _processor_time(thread: int) -> float:
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic()
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except OSError:  # the thread has ended
        return 0.0


def _megabytes() -> float:
    """The memory that the process uses now."""
    try:
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[1]) * _PAGE
    except OSError:
        return 0.0


_PAGE = (os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096) / 1e6


def within(budget: Budget, reading: Callable[[*A], R], *args: *A) -> R:
    """The result of a reading, which is stopped when it exceeds its budget, even inside one path or one throw."""
    watch = Watch(budget)
    _watches[watch] = None
    if not _running:
        _start()
    try:
        try:
            return reading(*args)
        finally:
            _watches.pop(watch, None)
            if watch.why:
                _end(watch)
    except Stopped as stopped:
        _end(watch)  # the exception may have interrupted the first call
        if not watch.why:  # the exception is for an enclosing computation
            raise
        raise watch.error(stopped) from None


def stopped_after(seconds: float) -> AbstractContextManager[None]:
    """Raises `BadRule` with the line that is running if the block takes more processor seconds than this."""
    return watching(Budget(None), seconds)


@contextmanager
def watching(budget: Budget, processor: float | None = None) -> Iterator[None]:
    """Stops the block when it exceeds its budget, even inside one path or one throw."""
    watch = Watch(budget)
    watch.processor = processor
    _watches[watch] = None
    if not _running:
        _start()
    try:
        try:
            yield
        finally:
            _end(watch)
    except Stopped as stopped:
        _end(watch)
        if not watch.why:
            raise
        raise watch.error(stopped) from None
