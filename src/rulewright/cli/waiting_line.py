"""A line for whoever waits: only in a terminal, only after a second, gone when the answer is there."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from rulewright.readings import Budget

_PATIENCE = 1.0
_EVERY = 0.2


class Waiting:
    """Shows how far an exact computation has come; Ctrl-C stops it."""

    def __init__(self) -> None:
        self._next = monotonic() + _PATIENCE
        self._shown = False

    def __call__(self, budget: Budget) -> None:
        """Show the paths followed so far."""
        now = monotonic()
        if now >= self._next and sys.stderr.isatty():
            limit = "" if budget.seconds is None else f", at most {budget.seconds:g} s"
            sys.stderr.write(f"\r  working it out: {budget.spent:,} paths{limit} (Ctrl-C stops) ")
            sys.stderr.flush()
            self._next, self._shown = now + _EVERY, True

    def done(self) -> None:
        """Clear the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def patience() -> Iterator[None]:
    """Show how long the work inside has been going on, however it is done."""
    over = Event()
    clock = Thread(target=_tick, args=(over,), daemon=True)
    if sys.stderr.isatty():
        clock.start()
    try:
        yield
    finally:
        over.set()
        if clock.is_alive():
            clock.join()


def _tick(over: Event) -> None:
    began = monotonic()
    if over.wait(_PATIENCE):
        return
    while not over.wait(_EVERY):
        sys.stderr.write(f"\r  working it out: {monotonic() - began:.0f} s (Ctrl-C stops) ")
        sys.stderr.flush()
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()
