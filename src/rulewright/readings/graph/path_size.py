"""The size of a graph that is explored path by path: bounds its memory, and names it in errors."""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.readings.budget import Budget, OverBudget

_STATE_BYTES = 600
"""Bytes of a state with its dictionary entries and its row or tree, as measured with small named tuples."""
EDGE_BYTES = 130
"""Bytes of one edge in a row."""
LEAF_BYTES = 260
"""Bytes of one edge as the leaf of a tree."""


class PathSize:
    """Counts the states met and expanded, and their edges; raises `OverBudget` if they take too much memory.

    States are objects of the game, whose own size is not known: the estimate is for small ones, and the memory of the
    process is watched besides.
    """

    def __init__(self, budget: Budget, edge_bytes: int = EDGE_BYTES) -> None:
        self._budget = budget
        self._edge_bytes = edge_bytes
        self.met = 1
        self._stepped = 0
        self._edges = 0

    def step(self, edges: int) -> None:
        """Counts an expanded state and its edges."""
        self._stepped += 1
        self._edges += edges
        allowed = self._budget.megabytes
        if allowed is not None and self._megabytes > allowed:
            raise OverBudget(self._budget, f"{allowed:,} MB of memory")

    @property
    def _megabytes(self) -> float:
        return (self.met * _STATE_BYTES + self._edges * self._edge_bytes) / 1e6

    def __str__(self) -> str:
        waiting = max(0, self.met - self._stepped)
        return (
            f"{self.met:,} states were met one by one, {waiting:,} of them not expanded yet, with {self._edges:,} "
            f"edges between them: about {self._megabytes:,.1f} MB so far"
        )

    @contextmanager
    def named(self) -> Iterator[None]:
        """Adds the size to an `OverBudget` that the block raises."""
        try:
            yield
        except OverBudget as over:
            over.add_remedy(str(self))
            raise
