"""Rate limits: a bucket of tokens for each seat or address, refilled as time goes by."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from msgspec import Struct

from rulewright.server.errors import Limited

_MOST_KEPT = 20_000


class Rate(Struct, frozen=True):
    """So many a second, and so many at once."""

    per_second: float
    burst: float


class Buckets:
    """The buckets of everybody who asked lately."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, whose: str) -> None:
        """Take a token, or refuse and say how long to wait."""
        now = self._clock()
        tokens, since = self._kept.pop(whose, (self._rate.burst, now))
        tokens = min(self._rate.burst, tokens + (now - since) * self._rate.per_second)
        self._kept[whose] = (max(tokens - 1, 0.0) if tokens >= 1 else tokens, now)
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        if tokens < 1:
            raise Limited(max(1.0, (1 - tokens) / self._rate.per_second))
