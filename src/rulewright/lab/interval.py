"""How sure a simulated number is: shares and means with their 95% intervals."""

from collections.abc import Mapping
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.readings.simulate import Interval

__all__ = ["mean", "share"]

_STANDARD_ERRORS = NormalDist().inv_cdf(0.975)


def share(hits: int, runs: int) -> "Interval":
    """So many of so many runs."""
    from rulewright.readings.simulate import Simulated  # numpy, which nobody waits for before they simulate

    return Simulated({True: hits}, runs, None).chance(True)


def mean(counts: Mapping[int, int]) -> "Interval":
    """The mean of a whole number that came up so many times with each value."""
    from rulewright.readings.simulate import Interval

    runs = sum(counts.values())
    middle = sum(value * count for value, count in counts.items()) / runs
    variance = sum((value - middle) ** 2 * count for value, count in counts.items()) / max(1, runs - 1)
    half = _STANDARD_ERRORS * (variance / runs) ** 0.5
    return Interval(middle - half, middle, middle + half)
