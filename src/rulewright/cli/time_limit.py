"""An end to work that watches no clock of its own, such as a game's own solver."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rulewright.readings import Budget, OverBudget

_LONGEST = 1e8
"""More seconds than an alarm takes on some machines; three years are as good as no limit."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `OverBudget` in what takes longer; on a system without alarms it takes as long as it takes."""
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
