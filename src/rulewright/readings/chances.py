"""Chances in float64, for answers whose exact fractions would take too long."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import TypeVar

from rulewright.dice import Statistics

T = TypeVar("T", bound=Hashable)


class Chances(Statistics[T, float]):
    """The chance of each outcome in float64, in which the whole computation was done."""

    __slots__ = ("weights",)

    method = "float64"
    total = 1

    def __init__(self, weights: Mapping[T, float]) -> None:
        self.weights: Mapping[T, float] = weights

    def share(self, weight: float) -> float:
        """The weight itself, which is already a chance."""
        return weight

    def chance(self, outcome: T) -> float:
        """The chance of one outcome, zero when it cannot happen."""
        return self.weights.get(outcome, 0.0)

    def where(self, holds: Callable[[T], bool]) -> float:
        """The chance that `holds` is true of the outcome."""
        return sum((chance for outcome, chance in self.weights.items() if holds(outcome)), 0.0)

    def items(self) -> Iterator[tuple[T, float]]:
        """Each outcome with its chance."""
        return iter(self.weights.items())

    def __len__(self) -> int:
        return len(self.weights)

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __repr__(self) -> str:
        return f"Chances({dict(self.weights)!r})"
