"""The jobs that wait for a worker: play first, then advice, then exploration, with fair turns among callers.

Callers are addresses; within an address, tables take turns. A caller is charged a job's whole allowance before
it runs and given back what it did not use, and the caller who has used the least goes next.
"""

import asyncio
import ipaddress
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Any

from msgspec import Struct

from rulewright._bounded_dict import BoundedDict
from rulewright.server.errors import Busy, RateLimited

_KEPT_ACCOUNTS = 20_000
_WAIT = 5.0
"""Seconds after which a caller whose queue is full may try again."""


class Urgency(IntEnum):
    """How urgent a job is; the smallest value goes first."""

    PLAY = 0
    """Needed to play on at a table: rolls, legal actions, the map."""
    ADVICE = 1
    """Wanted before a decision at a table: odds and advice."""
    EXPLORATION = 2
    """Jobs without a table, and imports."""


class Caller(Struct, frozen=True):
    """The owner of a job: a network address, and the table that the job is for, if any."""

    address: str
    table: str = ""


class QueueLimits(Struct, frozen=True):
    """How many jobs may wait: of one table, of one address for its tables and without one, and in all."""

    table: int = 20
    address: int = 100
    anonymous: int = 10
    total: int = 1_000


class Job(Struct, eq=False):
    """A job that waits or runs: a function of a module, which a worker process calls with these arguments."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float
    caller: Caller
    urgency: Urgency
    done: asyncio.Future[Any]


@lru_cache(maxsize=4_096)
def network(address: str) -> str:
    """The network by which a caller is counted: an IPv6 address by its first 64 bits, which belong to one caller."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return found.ipv4_mapped.compressed if found.ipv4_mapped else str(ipaddress.ip_network((int(found), 64), False))
    return found.compressed


class FairQueue:
    """Waiting jobs by urgency, address and table, and how much each address has used."""

    def __init__(self, limits: QueueLimits = QueueLimits()) -> None:
        self._limits = limits
        self._waiting: dict[Urgency, dict[str, OrderedDict[str, deque[Job]]]] = {urgency: {} for urgency in Urgency}
        self._running: list[Job] = []
        self._used: BoundedDict[str, float] = BoundedDict(_KEPT_ACCOUNTS)
        """Seconds of work by address, counted from the least that a busy address has used."""
        self.count = 0

    def add(self, job: Job) -> None:
        """Adds a job to the queue; raises `RateLimited` or `Busy` when too many wait already."""
        address, table = network(job.caller.address), job.caller.table
        own = [one for queues in self._waiting.values() for one in queues.get(address, {}).items()]
        most = self._limits.address if table else self._limits.anonymous
        waiting = sum(len(jobs) for name, jobs in own if bool(name) == bool(table))
        if waiting >= most or (table and sum(len(jobs) for name, jobs in own if name == table) >= self._limits.table):
            raise RateLimited(_WAIT)
        if self.count >= self._limits.total:
            raise Busy("the server has too much to work out at the moment; try again in a few seconds")
        if not own and not any(network(one.caller.address) == address for one in self._running):
            self._used[address] = max(self._used.get(address, 0.0), self._least())  # idle time is not saved up
        self._waiting[job.urgency].setdefault(address, OrderedDict()).setdefault(table, deque()).append(job)
        self.count += 1

    def _least(self) -> float:
        """The least usage of any address with a waiting or running job."""
        busy = {address for queues in self._waiting.values() for address in queues}
        busy |= {network(one.caller.address) for one in self._running}
        return min((self._used.get(address, 0.0) for address in busy), default=0.0)

    def take(self, lowest: Urgency, at_once: Mapping[Urgency, int]) -> Job | None:
        """The next job at least as urgent as `lowest`, charged to its caller; None when none may run now.

        `at_once` is how many jobs of an urgency one address may have running.
        """
        for urgency, queues in self._waiting.items():
            if urgency > lowest:
                return None
            for address in sorted(queues, key=self._charged):
                if self._runs(urgency, address) < at_once[urgency] and (job := self._next(urgency, address)):
                    self._running.append(job)
                    self.count -= 1
                    return job
        return None

    def _charged(self, address: str) -> float:
        """The seconds that an address has used, plus the whole allowance of its running jobs."""
        runs = (one.seconds for one in self._running if network(one.caller.address) == address)
        return self._used.get(address, 0.0) + sum(runs)

    def _runs(self, urgency: Urgency, address: str) -> int:
        return sum(one.urgency == urgency and network(one.caller.address) == address for one in self._running)

    def _next(self, urgency: Urgency, address: str) -> Job | None:
        """The next job of an address: its tables take turns, and a table runs one job of an urgency at a time."""
        tables = self._waiting[urgency][address]
        busy = {one.caller.table for one in self._running if one.urgency == urgency and one.caller.table}
        table = next((name for name in tables if name not in busy), None)
        if table is None:
            return None
        job = tables[table].popleft()
        tables.move_to_end(table)
        self._drop_empty(urgency, address, table)
        return job

    def finish(self, job: Job, took: float) -> None:
        """Ends a job: its caller is charged the seconds that it took instead of its allowance."""
        address = network(job.caller.address)
        self._running.remove(job)
        self._used[address] = self._used.get(address, 0.0) + took

    def withdraw(self, job: Job) -> bool:
        """Removes a job that still waits; False when it does not."""
        address, table = network(job.caller.address), job.caller.table
        queues = self._waiting[job.urgency]
        jobs = queues[address].get(table) if address in queues else None
        if jobs is None or job not in jobs:
            return False
        jobs.remove(job)
        self.count -= 1
        self._drop_empty(job.urgency, address, table)
        return True

    def _drop_empty(self, urgency: Urgency, address: str, table: str) -> None:
        queues = self._waiting[urgency]
        if not queues[address][table]:
            del queues[address][table]
        if not queues[address]:
            del queues[address]
