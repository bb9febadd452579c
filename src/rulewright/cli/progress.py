"""Progress on standard error, only in a terminal and cleared when the work is done: a bar, or a line with the time."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from rulewright.readings import Budget

_PATIENCE = 1.0
"""Seconds before anything is shown."""
_EVERY = 0.2
_WIDTH = 24


class _Line:
    """One line that is written over and over, at most every fifth of a second."""

    def __init__(self, patience: float = 0.0) -> None:
        self._next = monotonic() + patience
        self._shown = False

    def show(self, text: str) -> None:
        now = monotonic()
        if now >= self._next and sys.stderr.isatty():
            sys.stderr.write(f"\r  {text} (Ctrl-C stops)\x1b[K")
            sys.stderr.flush()
            self._next, self._shown = now + _EVERY, True

    def done(self) -> None:
        """Clear the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Bar(_Line):
    """A bar with the time left: `bar(done, total)` after each piece of work."""

    def __init__(self, noun: str) -> None:
        super().__init__()
        self._noun = noun
        self._began = monotonic()
        self._first: int | None = None

    def __call__(self, done: int, total: int) -> None:
        """Show how many are done; work done before the first call does not count towards the pace."""
        if self._first is None:
            self._first = done
        filled = _WIDTH * done // max(1, total)
        left = _left(done - self._first, total - done, monotonic() - self._began)
        self.show(f"{'█' * filled}{'░' * (_WIDTH - filled)} {done:,} of {total:,} {self._noun}{left}")

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *error: object) -> None:
        self.done()


def _left(done: int, left: int, seconds: float) -> str:
    """The time left at the pace so far, in words."""
    if not done or seconds < 1:
        return ""
    still = seconds / done * left
    if still < 90:
        return f", {still:.0f} s left"
    return f", {still / 60:.0f} min left" if still < 5400 else f", {still / 3600:.1f} h left"


class PathsLine(_Line):
    """The progress of a `Budget`: how many paths have been followed."""

    def __init__(self) -> None:
        super().__init__(_PATIENCE)

    def __call__(self, budget: Budget) -> None:
        """Show the paths followed so far."""
        limit = "" if budget.seconds is None else f", at most {budget.seconds:g} s"
        self.show(f"working it out: {budget.spent:,} paths{limit}")


@contextmanager
def clock_line() -> Iterator[None]:
    """Show for how many seconds the work inside has been going on."""
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
    began, line = monotonic(), _Line(_PATIENCE)
    while not over.wait(_EVERY):
        line.show(f"working it out: {monotonic() - began:.0f} s")
    line.done()
