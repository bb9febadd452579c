"""The decisions that columns meet while a repeated step is explored."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from rulewright.readings.vector.column import Array


class Met(NamedTuple):
    """Decisions met by many runs at the same point of a rule.

    For each run its start and the chance with which it came here. Each choice of each run has its own place: the first
    choice of the runs in order, then the second choice of all of them.
    """

    side: int
    row: "Array"
    chance: "Array"
    choices: int
    first: int

    def places(self) -> "Array":
        """The places after each choice, one row per choice."""
        runs = len(self.row)
        return self.first + np.arange(self.choices * runs).reshape(self.choices, runs)


class Decisions:
    """The open decisions of `sides`. Places after a choice are numbered; a run's row is then -1 - number."""

    def __init__(self, sides: Sequence[str]) -> None:
        self.sides = tuple(sides)
        self.places = 0
        self.met: list[Met] = []
        self.inlined: set[Any] = set()  # called rules that decide something: they run as part of their caller

    def meet(self, who: str, row: "Array", chance: "Array", choices: Sequence[Any]) -> "list[Array]":
        """The rows of the runs after each choice of a decision."""
        met = Met(self.sides.index(who), row, chance, len(choices), self.places)
        self.met.append(met)
        self.places += len(choices) * len(row)
        return list(-1 - met.places())
