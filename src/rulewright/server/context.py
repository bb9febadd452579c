"""Everything one server process holds: its tables, worker pools, followers and rate limits."""

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from msgspec import Struct

from rulewright.game import find_game
from rulewright.server.errors import RateLimited, UnreadGame
from rulewright.server.fair_queue import Caller, network
from rulewright.server.fair_threads import SERVER, FairThreads, ThreadLimits
from rulewright.server.health import Health
from rulewright.server.legal_action_cache import LegalActionCache
from rulewright.server.live.hub import ConnectionLimits, Hub
from rulewright.server.live.presence import BEAT, Presence
from rulewright.server.luck_counts import LuckCounts
from rulewright.server.metrics import Metrics
from rulewright.server.network_limits import NetworkLimits
from rulewright.server.parse import HeldBodies
from rulewright.server.rate_limits import Quotas, Rate, RateLimiter, WriteRates
from rulewright.server.retention import EVERY, forget_broken_imports, forget_old_rulebooks, forget_old_tables
from rulewright.server.streams import AT_ONCE
from rulewright.server.worker_pool import WorkerCounts, WorkerPool
from rulewright.table.stores import Store, StoreFault
from rulewright.table.tables import Tables

_IMPORTS_AT_ONCE = 2
_SLOW_ANSWER = 1.0
"""Seconds."""
SOON = 1.0
"""Seconds after its start when a server begins to start its workers, so that the first requests do not wait."""
_BETWEEN_TABLES = 0.01
"""Seconds between the checks of two tables."""
_BETWEEN_COLLECTIONS = 0.1
"""Seconds between two moments in which garbage may be collected."""
_MOST_UNCOLLECTED = 50_000
"""New objects from which garbage is collected even while threads work."""

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")


class ServerSettings(Struct, frozen=True):
    """How the server is run: the host names it answers to, and its limits."""

    names: tuple[str, ...] = ()
    """Host names besides those of the loopback; numeric addresses are always accepted."""
    seat: Rate = Rate(20, 80)
    address: Rate = Rate(30, 200)
    exact_seat: Rate = Rate(10, 120)
    exact_address: Rate = Rate(5, 60)
    refusals: Rate = Rate(10, 200)
    """How many errors one address gets without delay; further ones take a second each."""
    opens: Rate = Rate(0.5, 30)
    tables: Rate = Rate(300 / 86_400, 300)
    """How many tables one address may open."""
    writes: WriteRates = WriteRates()
    files: int = 512_000_000
    files_per_address: int = 128_000_000
    """Bytes of tables that are being imported, in all and by one address."""
    least_room: int = 64_000_000
    """Free bytes below which the disk of the store counts as full."""
    workers: WorkerCounts = WorkerCounts()
    threads: ThreadLimits = ThreadLimits()
    connections: int = 2_000
    """The limits of live connections to this process."""
    connections_per_seat: int = 12
    connections_per_address: int = 500
    network: NetworkLimits = NetworkLimits()
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted."""
    forget_days: int = 0
    """Days after its last event that a table is removed; 0 for never."""
    patience: float = 10.0
    """Seconds within which a live frame must be delivered, and a key must arrive."""
    shared: bool = False
    """Whether other server processes use the same store."""


class Context:
    """The state of one server process, given to every handler."""

    def __init__(self, store: Store, settings: ServerSettings = ServerSettings()) -> None:
        self.store = store
        self.settings = settings
        self.quotas = Quotas(store, settings.writes, settings.tables, settings.least_room)
        self.tables = Tables(store, metered=self.quotas.write)
        self.health = Health(self)
        self.threads = FairThreads("rulewright-table", settings.threads)
        self._reader = ThreadPoolExecutor(1, "rulewright-reader")
        self.metrics = Metrics()
        self.workers = WorkerPool(settings.workers)
        self.legal_actions = LegalActionCache(self.workers)
        self.luck = LuckCounts()
        self.streams = asyncio.Semaphore(AT_ONCE)
        self.imports = asyncio.Semaphore(_IMPORTS_AT_ONCE)
        self.presence = Presence(store, settings.shared)
        limits = ConnectionLimits(settings.connections, settings.connections_per_seat, settings.connections_per_address)
        self.hub = Hub(self.tables, limits, self.presence, self.legal_actions)
        self.quotas.followers = self.hub.followers
        self.bodies = HeldBodies()
        self.files = HeldBodies(settings.files, settings.files_per_address)
        self.seat_rate = RateLimiter(settings.seat)
        self.address_rate = RateLimiter(settings.address)
        self.exact_seat_rate = RateLimiter(settings.exact_seat)
        self.exact_address_rate = RateLimiter(settings.exact_address)
        self.open_rate = RateLimiter(settings.opens)
        self.slow_actions: set[tuple[str, str]] = set()
        """The actions, by game and name, that proved slow and are now performed by workers."""
        self._working = 0
        """How many requests wait for a thread."""
        self._import_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._action_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._refusal_rate = RateLimiter(settings.refusals)

    def action_lock(self, table: str) -> asyncio.Lock:
        """The lock that serialises the actions of a table."""
        return self._action_locks.setdefault(table, asyncio.Lock())

    def import_lock(self, address: str) -> asyncio.Lock:
        """The lock that lets an address import one table at a time, so that it does not keep others waiting."""
        return self._import_locks.setdefault(address, asyncio.Lock())

    async def slow_down(self, address: str) -> None:
        """Delays the response to an address that has caused too many errors, which slows down its next request."""
        try:
            self._refusal_rate.take(network(address))
        except RateLimited:
            await asyncio.sleep(_SLOW_ANSWER)

    async def in_thread(self, caller: Caller, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs work that may wait for the disk in a thread; after `UnreadGame`, reads that game and tries again.

        The work of a caller whose table or address has its share of the threads waits in turn.
        Reading a text may take half a second, and any client may send one. A single thread reads them all, so that they
        never occupy the other threads. The thread that wrote an event sends it after its caller has the result.
        """
        loop, run = asyncio.get_running_loop(), copy_context().run
        while True:
            done: asyncio.Future[T] = loop.create_future()
            self.threads.submit(caller, partial(self._do, loop, done, partial(run, work, *args, **kwargs)))
            self._working += 1
            try:
                return await done
            except UnreadGame as error:
                unread = error
            finally:
                self._working -= 1
            await loop.run_in_executor(self._reader, find_game, unread.slug)

    def _do(self, loop: asyncio.AbstractEventLoop, done: asyncio.Future[T], work: Callable[[], T]) -> None:
        """Runs work in this thread unless its caller has gone, then sends the events that it wrote."""
        if done.cancelled():
            return
        with self.hub.gathering(), suppress(RuntimeError):  # the server has ended, and its loop is closed
            try:
                found = work()
            except BaseException as error:
                loop.call_soon_threadsafe(_settle, done, done.set_exception, error)
            else:
                loop.call_soon_threadsafe(_settle, done, done.set_result, found)

    async def prepare(self) -> None:
        """Starts the workers for play, shortly after the server has started."""
        await asyncio.sleep(SOON)
        await self.workers.start()

    async def collect_garbage(self) -> None:
        """Collects garbage in idle moments, for as long as this process runs: a collection stops every thread."""
        gc.disable()
        try:
            while True:
                await asyncio.sleep(_BETWEEN_COLLECTIONS)
                if not self._working or gc.get_count()[0] > _MOST_UNCOLLECTED:
                    _collect_if_due()
        finally:
            gc.enable()

    async def beat(self) -> None:
        """Exchanges presence with the other processes for as long as this one runs."""
        while True:
            await asyncio.sleep(BEAT)
            with suppress(StoreFault):
                for table in await self.in_thread(SERVER, lambda: list(self.presence.beat())):
                    self.hub.presence_changed(table)

    async def forget(self) -> None:
        """Removes old tables at intervals, a few at a time, for as long as this process runs."""
        while True:
            checked = forget_old_tables(self.tables, self.settings.forget_days)
            with suppress(StoreFault):
                await self.in_thread(SERVER, forget_broken_imports, self.tables)
                await self.in_thread(SERVER, forget_old_rulebooks, self.tables, self.settings.forget_days)
                while self.settings.forget_days and await self.in_thread(SERVER, next, checked, None) is not None:
                    await asyncio.sleep(_BETWEEN_TABLES)
            await asyncio.sleep(EVERY)

    def close(self) -> None:
        """Ends all connections and workers, and closes the store."""
        self.hub.close()
        self.workers.close()
        self.health.close()
        self.threads.shutdown()
        self._reader.shutdown(wait=False, cancel_futures=True)
        self.store.close()


def _settle(done: asyncio.Future[T], settle: Callable[[R], None], result: R) -> None:
    if not done.cancelled():
        settle(result)


def _collect_if_due() -> None:
    """Collects the oldest generation of objects that is over Python's own threshold, if any is."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    due = [generation for generation in range(3) if 0 < thresholds[generation] < counts[generation]]
    if due:
        gc.collect(due[-1])
