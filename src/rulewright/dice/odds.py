"""Exact odds: outcomes with integer weights over one total, never floats."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd
from typing import TypeVar

from rulewright.dice.statistics import Statistics

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Odds(Statistics[T, Fraction]):
    """The exact odds of each outcome: `weights[outcome]` chances out of `total`.

    Weights are whole numbers and are kept as they were counted; only `chance` and
    `items` turn them into fractions in lowest terms.
    """

    __slots__ = ("total", "weights")

    method = "exact"

    def __init__(self, weights: Mapping[T, int], total: int | None = None) -> None:
        self.weights: Mapping[T, int] = weights
        self.total: int = sum(weights.values()) if total is None else total

    @classmethod
    def certain(cls, outcome: T) -> "Odds[T]":
        """The odds of an outcome that always happens."""
        return cls({outcome: 1}, 1)

    @classmethod
    def of_fractions(cls, chances: Iterable[tuple[T, Fraction]]) -> "Odds[T]":
        """Odds from fractions that add up to one."""
        listed = list(chances)
        total = 1
        for _, chance in listed:
            total = total * chance.denominator // gcd(total, chance.denominator)
        weights: dict[T, int] = {}
        for outcome, chance in listed:
            share = chance.numerator * (total // chance.denominator)
            weights[outcome] = weights.get(outcome, 0) + share
        if sum(weights.values()) != total:
            raise ValueError(f"the chances add up to {Fraction(sum(weights.values()), total)}, not to 1")
        return cls(weights, total)

    def share(self, weight: int) -> Fraction:
        """A weight as a chance."""
        return Fraction(weight, self.total)

    def chance(self, outcome: T) -> Fraction:
        """The chance of one outcome, zero when it cannot happen."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def where(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that `holds` is true of the outcome."""
        return Fraction(sum(w for outcome, w in self.weights.items() if holds(outcome)), self.total)

    def map(self, change: Callable[[T], U]) -> "Odds[U]":
        """The odds of `change(outcome)`; outcomes that become equal are merged."""
        weights: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            changed = change(outcome)
            weights[changed] = weights.get(changed, 0) + weight
        return Odds(weights, self.total)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Each outcome with its chance as a fraction."""
        total = self.total
        return ((outcome, Fraction(w, total)) for outcome, w in self.weights.items())

    def __len__(self) -> int:
        return len(self.weights)

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __eq__(self, other: object) -> bool:
        """Equal when every outcome has the same chance, whatever the totals."""
        if not isinstance(other, Odds):
            return NotImplemented
        if self.weights.keys() != other.weights.keys():
            return False
        ours, theirs = self.total, other.total
        return all(w * theirs == other.weights[outcome] * ours for outcome, w in self.weights.items())

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{outcome!r}: {chance}" for outcome, chance in self.items())
        return f"Odds({{{shown}}})"
