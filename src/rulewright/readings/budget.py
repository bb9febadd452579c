"""Budgets: how much work an exact computation may do, and the error when that is not enough."""

from collections.abc import Callable
from time import monotonic

_LOOK_UP_EVERY = 512


class OverBudget(Exception):
    """Raised when a computation exceeds its budget; the message names the work done and the limit."""

    def __init__(self, budget: "Budget", allowed: str = "") -> None:
        self.budget = budget
        super().__init__(f"over budget after {budget.spent:,} paths (allowed: {allowed or budget.allowed})")

    def add_remedy(self, remedy: str) -> None:
        """Adds a hint how to make the answer cheaper."""
        self.args = (f"{self}; {remedy}",)


class Deadline:
    """The time left of a number of seconds; without a number it never runs out."""

    def __init__(self, seconds: float | None) -> None:
        self._until = None if seconds is None else monotonic() + seconds

    def left(self, most: float) -> float:
        """The seconds that are left, up to a limit; 0 when the time is over."""
        return most if self._until is None else max(0.0, min(most, self._until - monotonic()))

    @property
    def is_over(self) -> bool:
        """Whether the time has run out."""
        return not self.left(1.0)


class Budget:
    """Counts the paths a computation has followed and stops it at a number of paths or seconds.

    `megabytes` is how much the memory of the process may grow meanwhile.
    `progress` is called now and then with the budget, to show progress.
    """

    __slots__ = ("_deadline", "megabytes", "paths", "progress", "seconds", "spent")

    def __init__(
        self,
        paths: int | None = 5_000_000,
        seconds: float | None = None,
        progress: "Callable[[Budget], None] | None" = None,
        megabytes: int | None = 4_000,
    ) -> None:
        self.paths = paths
        self.seconds = seconds
        self.progress = progress
        self.megabytes = megabytes
        self.spent = 0
        self._deadline = None if seconds is None else monotonic() + seconds

    @property
    def allowed(self) -> str:
        """The limits in words."""
        limits = []
        if self.paths is not None:
            limits.append(f"{self.paths:,} paths")
        if self.seconds is not None:
            limits.append(f"{self.seconds:g} seconds")
        return " and ".join(limits) or "no limit"

    @property
    def seconds_left(self) -> float | None:
        """How much time is left, or None without a time limit."""
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())

    @property
    def seconds_over(self) -> float:
        """The seconds since the time ran out."""
        return 0.0 if self._deadline is None else max(0.0, monotonic() - self._deadline)

    def at_most(self, paths: int) -> "Budget":
        """A budget within this one: at most this many paths, and the time that is left."""
        left = paths if self.paths is None else max(0, min(paths, self.paths - self.spent))
        return Budget(left, self.seconds_left, self.progress, self.megabytes)

    def spend(self, paths: int = 1) -> None:
        """Counts paths that were followed; raises `OverBudget` beyond a limit."""
        looked = self.spent // _LOOK_UP_EVERY
        self.spent += paths
        if self._deadline is not None or self.spent // _LOOK_UP_EVERY != looked:
            self.look_up()
        if self.paths is not None and self.spent > self.paths:
            raise OverBudget(self)

    def look_up(self) -> None:
        """Reports progress, and raises `OverBudget` if the time is over."""
        if self.progress is not None:
            self.progress(self)
        if self._deadline is not None and monotonic() > self._deadline:
            raise OverBudget(self)
