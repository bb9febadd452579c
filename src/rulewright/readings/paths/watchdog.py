"""Stops code that runs too long, even inside one path and without asking for dice: for checks, which never hang."""

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.readings.paths.bad_rule import bad_rule_at


class _TookTooLong(BaseException):
    """Raised inside the code that runs too long."""


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Raise `BadRule` with the line that is running if the block takes longer than this.

    Seconds of the processor count, so that a busy machine stops nothing; ten times as many by the clock stop anything.
    """
    thread, over = threading.get_ident(), threading.Event()
    watch = threading.Thread(target=_watch, args=(thread, over, seconds), daemon=True)
    watch.start()
    try:
        try:
            yield
        finally:
            over.set()
            watch.join()
    except _TookTooLong as stopped:
        raise bad_rule_at(
            f"this takes longer than {seconds:g} seconds; a loop without a fixed end is written as "
            "repeat(step, until=...)",
            stopped.__traceback__,
        ) from None


def _watch(thread: int, over: threading.Event, seconds: float) -> None:
    """Wait until the block is over, or has taken too long and is stopped."""
    clock = time.pthread_getcpuclockid(thread) if hasattr(time, "pthread_getcpuclockid") else None
    used, begun = (time.clock_gettime(clock) if clock is not None else 0.0), time.monotonic()
    left = seconds
    while not over.wait(max(left, 0.01)):
        passed = time.monotonic() - begun
        left = seconds - (time.clock_gettime(clock) - used if clock is not None else passed)
        if left <= 0 or passed > 10 * seconds:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_TookTooLong))
            return
