"""Rate limits: a token bucket for each seat or address, and the quotas of bytes written and tables opened."""

from collections.abc import Callable
from contextvars import ContextVar
from threading import Lock
from time import monotonic

from msgspec import Struct

from rulewright._bounded_dict import BoundedDict
from rulewright.server.errors import Busy, RateLimited
from rulewright.server.fair_queue import network
from rulewright.table.stores import Store
from rulewright.table.tables import TableSeat

_MOST_KEPT = 20_000
_BYTES_PER_FRAME = 4_000
"""Bytes of an event that count as one more frame to each follower."""


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
        self._kept: BoundedDict[str, tuple[float, float]] = BoundedDict(_MOST_KEPT)

    def take(self, whose: str, cost: float = 1, on_credit: bool = False) -> None:
        """Takes tokens, or raises `RateLimited` with the seconds to wait.

        On credit, one token is enough and the rest is owed, so that a refusal does not depend on the cost.
        """
        now = self._clock()
        needed = min(cost, 1) if on_credit else cost
        with self._lock:
            tokens, since = self._kept.get(whose, (self._rate.burst, now))
            tokens = min(self._rate.burst, tokens + (now - since) * self._rate.per_second)
            self._kept[whose] = (tokens - cost if tokens >= needed else tokens, now)
        if tokens < needed:
            raise RateLimited(max(1.0, (needed - tokens) / self._rate.per_second))

    def owe(self, whose: str, cost: float) -> None:
        """Takes tokens for work that is already done, even if there are not enough."""
        now = self._clock()
        with self._lock:
            tokens, since = self._kept.get(whose, (self._rate.burst, now))
            self._kept[whose] = (min(self._rate.burst, tokens + (now - since) * self._rate.per_second) - cost, now)


ADDRESS: ContextVar[str] = ContextVar("ADDRESS", default="")
"""The address of the request that is being handled."""


class WriteRates(Struct, frozen=True):
    """The bytes that may be written per second, and in one burst."""

    seat: Rate = Rate(100_000, 8_000_000)
    table: Rate = Rate(200_000, 16_000_000)
    address: Rate = Rate(400_000, 64_000_000)
    server: Rate = Rate(8_000_000, 256_000_000)
    sent: Rate = Rate(500, 10_000)
    sent_for_address: Rate = Rate(1_000, 20_000)
    """The frames to followers that the events of a table, and of an address, may lead to."""


class Quotas:
    """The recent writes of callers, and their limits."""

    def __init__(self, store: Store, rates: WriteRates, tables: Rate, least_room: int) -> None:
        self._store = store
        self._least_room = least_room
        self._seats = RateLimiter(rates.seat)
        self._tables = RateLimiter(rates.table)
        self._addresses = RateLimiter(rates.address)
        self._server = RateLimiter(rates.server)
        self._opened = RateLimiter(tables)
        self._sent = RateLimiter(rates.sent)
        self._sent_for_addresses = RateLimiter(rates.sent_for_address)
        self.followers: Callable[[str], int] = lambda table: 0
        """How many live connections follow a table."""

    def write(self, place: TableSeat, size: int) -> None:
        """Counts bytes that are about to be written and sent to followers; raises `RateLimited` after too many.

        A refusal does not depend on the size, which would reveal dice to a player that are then not written.
        """
        address = network(ADDRESS.get())
        frames = self.followers(place.table) * (1 + size // _BYTES_PER_FRAME)
        self._sent.take(place.table, frames, on_credit=True)
        self._sent_for_addresses.take(address, frames, on_credit=True)
        self._seats.take(f"{place.table} {place.seat}", size, on_credit=True)
        self._tables.take(place.table, size, on_credit=True)
        self._addresses.take(address, size, on_credit=True)
        self._server.take("", size, on_credit=True)

    def add(self, address: str, size: int) -> None:
        """Counts bytes of an import; raises `RateLimited` when they are too many."""
        self._addresses.take(network(address), size)
        self._server.take("", size)

    def open(self, address: str) -> None:
        """Counts a new table; raises `RateLimited` or, when the disk is nearly full, `Busy`."""
        self._opened.take(network(address))
        room = self._store.room()
        if room is not None and room < self._least_room:
            raise Busy("the server's disk is nearly full: no new table can be opened")
