"""Confidence intervals of simulated numbers: shares, means and differences with 95% intervals."""

from collections.abc import Mapping
from math import hypot
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.readings.simulate import Interval


_STANDARD_ERRORS = NormalDist().inv_cdf(0.975)


def share(hits: int, runs: int) -> "Interval":
    """The share of `hits` in `runs` with its interval."""
    from rulewright.readings.simulate import Simulated  # imports numpy, which is slow

    return Simulated({True: hits}, runs, None).chance(True)


def certain(number: float) -> "Interval":
    """A number without an error, as an interval."""
    from rulewright.readings.simulate import Interval

    return Interval(number, number, number)


def mean(counts: Mapping[int, int]) -> "Interval":
    """The mean of a non-negative number, from how often each value came up."""
    from rulewright.readings.simulate import Interval

    runs = sum(counts.values())
    middle = sum(value * count for value, count in counts.items()) / runs
    variance = sum((value - middle) ** 2 * count for value, count in counts.items()) / max(1, runs - 1)
    half = _STANDARD_ERRORS * (variance / runs) ** 0.5
    return Interval(max(0.0, middle - half), middle, middle + half)


def added(one: tuple[float, float, float], other: tuple[float, float, float]) -> "Interval":
    """The sum of two independent changes."""
    from rulewright.readings.simulate import Interval

    (low, middle, high), (least, number, most) = one, other
    return Interval(
        middle + number - hypot(middle - low, number - least),
        middle + number,
        middle + number + hypot(high - middle, most - number),
    )


def difference(before: Any, after: Any) -> Any:
    """The change of a number: exact if both are exact, else with its interval.

    The interval is Newcombe's: the distances to the ends of two independent intervals, squared and added.
    """
    if not isinstance(before, tuple) and not isinstance(after, tuple):
        return after - before
    from rulewright.readings.simulate import Interval

    (low, was, high), (least, now, most) = (
        one if isinstance(one, tuple) else (float(one),) * 3 for one in (before, after)
    )
    moved = now - was
    return Interval(moved - hypot(now - least, high - was), moved, moved + hypot(most - now, was - low))
