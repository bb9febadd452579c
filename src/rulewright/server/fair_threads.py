"""Threads for work that may wait for the disk: one table or address has a few of them, and further work waits in turn.

Otherwise the costly requests of one table would occupy every thread, and every other table would wait for them.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock

from msgspec import Struct

from rulewright.server.fair_queue import Caller, network

SERVER = Caller("")
"""The caller of the server's own work, which is never held back."""

_Work = Callable[[], None]


class ThreadLimits(Struct, frozen=True):
    """How many threads there are, and how many of them may work for one table and for one address."""

    total: int = 32
    table: int = 4
    address: int = 8


class FairThreads:
    """A pool of threads. Callers whose table or address has its share at work wait, and take turns."""

    def __init__(self, name: str, limits: ThreadLimits) -> None:
        self._limits = limits
        self._threads = ThreadPoolExecutor(limits.total, name)
        self._lock = Lock()
        self._tables: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._waiting: OrderedDict[Caller, deque[_Work]] = OrderedDict()

    def submit(self, caller: Caller, work: _Work) -> None:
        """Has a thread do some work, which raises nothing, when it is its caller's turn. Any thread may call this."""
        caller = Caller(network(caller.address), caller.table)
        with self._lock:
            if caller not in self._waiting and self._may_begin(caller):
                self._begin(caller, work)
            else:
                self._waiting.setdefault(caller, deque()).append(work)

    def shutdown(self) -> None:
        """Waits for the work that has begun, and ends the threads."""
        with self._lock:
            self._waiting.clear()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _may_begin(self, caller: Caller) -> bool:
        table, address = self._tables[caller.table], self._addresses[caller.address]
        return (not caller.table or table < self._limits.table) and (
            not caller.address or address < self._limits.address
        )

    def _begin(self, caller: Caller, work: _Work) -> None:
        self._tables[caller.table] += 1
        self._addresses[caller.address] += 1
        self._threads.submit(self._do, caller, work)

    def _do(self, caller: Caller, work: _Work) -> None:
        try:
            work()
        finally:
            with self._lock:
                for counts, name in ((self._tables, caller.table), (self._addresses, caller.address)):
                    counts[name] -= 1
                    if not counts[name]:
                        del counts[name]
                with suppress(RuntimeError):  # the threads have ended
                    self._begin_waiting()

    def _begin_waiting(self) -> None:
        """Begins what may begin now; a caller whose work begins goes behind the others."""
        for caller in tuple(self._waiting):
            if self._may_begin(caller):
                queue = self._waiting[caller]
                self._begin(caller, queue.popleft())
                self._waiting.move_to_end(caller)
                if not queue:
                    del self._waiting[caller]
