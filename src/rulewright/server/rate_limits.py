"""Rate limits: a token bucket for each seat or address."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic

from msgspec import Struct

from rulewright.server.errors import RateLimited

_MOST_KEPT = 20_000


class Rate(Struct, frozen=True):
    """Requests per second, and in one burst."""

    per_second: float
    burst: float


class RateLimiter:
    """The token buckets of recent callers."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, whose: str, cost: float = 1) -> None:
        """Takes tokens, or raises `RateLimited` with the seconds to wait."""
        now = self._clock()
        with self._lock:
            tokens, since = self._kept.pop(whose, (self._rate.burst, now))
            tokens = min(self._rate.burst, tokens + (now - since) * self._rate.per_second)
            self._kept[whose] = (tokens - cost if tokens >= cost else tokens, now)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        if tokens < cost:
            raise RateLimited(max(1.0, (cost - tokens) / self._rate.per_second))
