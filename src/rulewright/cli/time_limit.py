"""A time limit for work that has no budget of its own, such as a game's solver."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rulewright.readings import Budget, OverBudget

_LONGEST = 1e8
"""Three years: some systems refuse longer alarms."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `OverBudget` in the body when its time is over; no limit on systems without alarms (Windows)."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    budget = Budget(None, seconds)

    def ring(number: int, frame: FrameType | None) -> None:
        raise OverBudget(budget)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, _LONGEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
