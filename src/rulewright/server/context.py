"""Everything one server process holds: its tables, its working processes, who is connected, its limits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar

from msgspec import Struct

from rulewright.server.legal_cache import Offering
from rulewright.server.live.hub import Crowd, Hub
from rulewright.server.live.presence import BEAT, Presence
from rulewright.server.metrics import Metrics
from rulewright.server.rate_limits import Buckets, Rate
from rulewright.server.workers import Computing
from rulewright.table.stores import Store, StoreFault
from rulewright.table.tables import Tables

P = ParamSpec("P")
T = TypeVar("T")


class Ways(Struct, frozen=True):
    """How the server is run: the names it answers to, and how much each may ask of it."""

    names: tuple[str, ...] = ()
    """Host names beside those of the loopback; numeric addresses are always answered."""
    seat: Rate = Rate(20, 80)
    address: Rate = Rate(30, 200)
    exact_seat: Rate = Rate(5, 30)
    exact_address: Rate = Rate(5, 60)
    opens: Rate = Rate(0.5, 30)
    threads: int = 32
    connections: int = 2_000
    """Live connections to this process."""
    connections_per_seat: int = 12
    patience: float = 10.0
    """Seconds that a live message may take to be delivered, and a key to arrive."""
    shared: bool = False
    """Other server processes use the same store."""


class House:
    """One server process."""

    def __init__(self, store: Store, ways: Ways = Ways()) -> None:
        self.store = store
        self.ways = ways
        self.tables = Tables(store)
        self.threads = ThreadPoolExecutor(ways.threads, "rulewright-table")
        self.metrics = Metrics()
        self.quick = Computing()
        self.long = Computing()
        self.legal = Computing()  # of its own: what may be done now never waits behind odds
        self.lanes = (self.quick, self.long, self.legal)
        self.offering = Offering(self.legal)
        self.presence = Presence(store, ways.shared)
        self.hub = Hub(self.tables, Crowd(ways.connections, ways.connections_per_seat), self.presence)
        self.seat_rate = Buckets(ways.seat)
        self.address_rate = Buckets(ways.address)
        self.exact_seat_rate = Buckets(ways.exact_seat)
        self.exact_address_rate = Buckets(ways.exact_address)
        self.open_rate = Buckets(ways.opens)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that may wait for the disk, where it makes nobody else wait."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, partial(work, *args, **kwargs))

    async def beat(self) -> None:
        """Keep other processes informed of who is here, for as long as this one runs."""
        while True:
            await asyncio.sleep(BEAT)
            with suppress(StoreFault):
                for table in await self.in_thread(lambda: list(self.presence.beat())):
                    self.hub.presence_changed(table)

    def close(self) -> None:
        """Let everybody go and close the store."""
        self.hub.close()
        for lane in self.lanes:
            lane.close()
        self.threads.shutdown(wait=True, cancel_futures=True)
        self.store.close()
