"""A line for whoever waits: only in a terminal, only after a second, gone when the answer is there."""

import sys
from time import monotonic

from rulewright.readings import Budget

__all__ = ["Waiting"]

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
