"""Samples one throw many times, where its odds are too large to compute."""

from collections import Counter
from collections.abc import Hashable
from random import Random
from time import monotonic
from typing import TypeVar

from rulewright.dice import Throw

S = TypeVar("S", bound=Hashable)

_FEWEST = 100


def sample(throw: Throw[S], *, runs: int = 20_000, seconds: float = 1.0, seed: int = 1) -> Counter[S]:
    """How often each score came up in `runs` rolls, or in as many as fit into the time, at least a hundred."""
    between = Random(seed).random  # much faster than whole numbers, and precise enough for an estimate
    ends = monotonic() + seconds
    counts: Counter[S] = Counter()
    for run in range(runs):
        counts[throw.roll(lambda sides: int(between() * sides) + 1)] += 1
        if run >= _FEWEST and monotonic() > ends:
            break
    return counts
