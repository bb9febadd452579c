"""A progress bar with an estimate of the time left: only in a terminal, gone when the work is done."""

import sys
from time import monotonic

_EVERY = 0.2
_WIDTH = 24


class Bar:
    """Shows how far a long piece of work has come, and how much longer it will take."""

    def __init__(self, noun: str) -> None:
        self._noun = noun
        self._began = monotonic()
        self._first: int | None = None
        self._next = 0.0
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        """Show that so many of so many are done; what was done before the first call took no time."""
        if self._first is None:
            self._first = done
        now = monotonic()
        if now < self._next or not sys.stderr.isatty():
            return
        filled = _WIDTH * done // max(1, total)
        left = _left(done - self._first, total - done, now - self._began)
        sys.stderr.write(
            f"\r  {'█' * filled}{'░' * (_WIDTH - filled)} {done:,} of {total:,} {self._noun}{left} (Ctrl-C stops)\x1b[K"
        )
        sys.stderr.flush()
        self._next, self._shown = now + _EVERY, True

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *error: object) -> None:
        self.done()

    def done(self) -> None:
        """Clear the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _left(done: int, left: int, seconds: float) -> str:
    """The time left at the pace so far, in words."""
    if not done or seconds < 1:
        return ""
    still = seconds / done * left
    if still < 90:
        return f", {still:.0f} s left"
    return f", {still / 60:.0f} min left" if still < 5400 else f", {still / 3600:.1f} h left"
