"""A table or an address that asks for much has a few threads, and keeps no other table waiting."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from serving import CLIENT, open_table, running

from rulewright.server.context import Context
from rulewright.server.fair_queue import Caller
from rulewright.server.fair_threads import SERVER, FairThreads, ThreadLimits
from rulewright.server.handlers import view
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.shapes import TableView
from rulewright.table.views.table_view import view_table

LIMITS = ThreadLimits()


class Busy:
    """Work that goes on until it may end, counted by caller."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.begun: list[str] = []
        self._lock = threading.Lock()

    def work(self, name: str) -> Callable[[], None]:
        def run() -> None:
            with self._lock:
                self.begun.append(name)
            self.may_end.wait(20)

        return run

    def count(self) -> Counter[str]:
        with self._lock:
            return Counter(self.begun)


def spend(play: Callable[[FairThreads, Busy], None], limits: ThreadLimits = LIMITS) -> None:
    threads, busy = FairThreads("test", limits), Busy()
    try:
        play(threads, busy)
    finally:
        busy.may_end.set()
        threads.shutdown()


def done(threads: FairThreads, caller: Caller) -> bool:
    """Whether the short work of a caller is done at once."""
    ended = threading.Event()
    threads.submit(caller, ended.set)
    return ended.wait(5)


def test_forty_costly_reads_of_a_table_keep_no_other_table_waiting() -> None:
    def play(threads: FairThreads, busy: Busy) -> None:
        for number in range(40):
            threads.submit(Caller(f"10.0.0.{number}", "long"), busy.work("long"))
        assert done(threads, Caller("10.0.1.1", "other"))
        assert done(threads, Caller("10.0.0.1", "other")), "nor one that is played from the same address"
        assert busy.count()["long"] == LIMITS.table

    spend(play)


def test_one_address_keeps_no_other_waiting_however_many_tables_it_has() -> None:
    def play(threads: FairThreads, busy: Busy) -> None:
        for number in range(100):
            threads.submit(Caller("10.0.0.1", f"table {number}"), busy.work("a"))
        assert done(threads, Caller("10.0.0.2", "other"))
        assert done(threads, SERVER)
        assert busy.count()["a"] == LIMITS.address

    spend(play)


def test_callers_who_wait_take_turns() -> None:
    order: list[str] = []
    ended = threading.Semaphore(0)

    def note(name: str) -> Callable[[], None]:
        def run() -> None:
            order.append(name)
            ended.release()

        return run

    def play(threads: FairThreads, busy: Busy) -> None:
        threads.submit(Caller("a", "t"), busy.work("first"))
        for number in range(3):
            threads.submit(Caller("a", "t"), note(f"a{number}"))
        threads.submit(Caller("b", "t"), note("b0"))
        threads.submit(Caller("c", "t"), note("c0"))
        busy.may_end.set()
        for _ in range(5):
            assert ended.acquire(timeout=5)
        assert order == ["a0", "b0", "c0", "a1", "a2"]

    spend(play, ThreadLimits(total=2, table=1, address=4))


def test_all_that_waits_is_done_in_the_end() -> None:
    count, lock = 0, threading.Lock()
    ended = threading.Semaphore(0)

    def one() -> None:
        nonlocal count
        with lock:
            count += 1
        ended.release()

    def play(threads: FairThreads, busy: Busy) -> None:
        for number in range(2_000):
            threads.submit(Caller(f"10.0.{number % 7}.1", f"table {number % 11}"), one)
        for _ in range(2_000):
            assert ended.acquire(timeout=10)
        assert count == 2_000

    spend(play)


def test_work_whose_caller_has_gone_holds_its_thread_until_it_ends() -> None:
    """Otherwise closing the connection at once would let an address have any number of threads."""

    async def play() -> None:
        context, busy = Context(MemoryStore()), Busy()
        try:
            for _ in range(3 * LIMITS.table):
                task = asyncio.ensure_future(context.in_thread(Caller("a", "t"), busy.work("t")))
                await asyncio.sleep(0.01)
                task.cancel()
            assert busy.count()["t"] == LIMITS.table
        finally:
            busy.may_end.set()
            context.close()

    asyncio.run(play())


def test_health_waits_for_no_thread_of_the_tables() -> None:
    async def checked(context: Context) -> str:
        return await asyncio.wait_for(context.health.problem(), 5)

    async def play() -> None:
        context, busy = Context(MemoryStore()), Busy()
        try:
            for number in range(2 * LIMITS.total):
                context.threads.submit(Caller(f"10.0.0.{number}", f"table {number}"), busy.work("t"))
            assert await checked(context) == ""
            assert busy.count()["t"] <= LIMITS.total
        finally:
            busy.may_end.set()
            context.close()

    asyncio.run(play())


def test_a_table_acts_while_forty_reads_of_another_do_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = Busy()

    def view_slowly(tables: Tables, place: TableSeat, at: int | None = None, as_seat: str = "") -> TableView:
        if at is not None:
            busy.work("read")()
        return view_table(tables, place, at, as_seat)

    monkeypatch.setattr(view, "view_table", view_slowly)
    with running() as base, ThreadPoolExecutor(40) as clients:
        long, other = open_table(base), open_table(base)
        reads = [clients.submit(long.get, "", at=2) for _ in range(40)]
        while busy.count()["read"] < LIMITS.table:
            time.sleep(0.01)
        assert other.post("/messages", text="hello")["event"]["text"] == "hello"
        assert CLIENT.get(f"{base}/health").status_code == 200
        assert busy.count()["read"] == LIMITS.table
        busy.may_end.set()
        assert all(read.result(20)["seq"] == 2 for read in reads)
    assert busy.count()["read"] == 40
