"""Stops code that runs too long, even inside one path and without asking for dice: for checks, which never hang."""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.readings.paths.place import bad_rule_at


class _TookTooLong(BaseException):
    """Raised inside the code that runs too long."""


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Raise `BadRule` with the line that is running if the block takes longer than this."""
    thread, lock, over = threading.get_ident(), threading.Lock(), False

    def stop() -> None:
        with lock:
            if not over:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_TookTooLong))

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        try:
            yield
        finally:
            with lock:
                over = True
            timer.cancel()
    except _TookTooLong as stopped:
        raise bad_rule_at(
            f"this takes longer than {seconds:g} seconds; a loop without a fixed end is written as "
            "repeat(step, until=...)",
            stopped.__traceback__,
        ) from None
