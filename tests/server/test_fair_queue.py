"""Which job is next: play before advice before exploration, and fair turns among addresses and tables."""

import asyncio
from typing import Any

import pytest

from rulewright.server.errors import Busy, RateLimited
from rulewright.server.fair_queue import Caller, FairQueue, Job, QueueLimits, Urgency, network

LOOP = asyncio.new_event_loop()
LOOP.close()  # nothing is awaited here
AT_ONCE = dict.fromkeys(Urgency, 100)


def job(name: str, address: str, table: str = "", urgency: Urgency = Urgency.PLAY, seconds: float = 1.0) -> Job:
    done: asyncio.Future[Any] = asyncio.Future(loop=LOOP)
    return Job(print, (name,), seconds, Caller(address, table), urgency, done)


def taken(queue: FairQueue, at_once: dict[Urgency, int] = AT_ONCE, took: float | None = None) -> list[str]:
    """The names of all jobs in the order in which one worker takes them, each of which uses its whole allowance."""
    names = []
    while found := queue.take(Urgency.EXPLORATION, at_once):
        names.append(found.arguments[0])
        queue.finish(found, found.seconds if took is None else took)
    return names


def test_play_goes_before_advice_and_advice_before_exploration() -> None:
    queue = FairQueue()
    for name, urgency in (("odds", Urgency.EXPLORATION), ("advice", Urgency.ADVICE), ("roll", Urgency.PLAY)):
        queue.add(job(name, "10.0.0.1", "t", urgency))
    assert taken(queue) == ["roll", "advice", "odds"]


def test_addresses_take_turns_however_many_jobs_each_has() -> None:
    queue = FairQueue()
    for number in range(3):
        queue.add(job(f"a{number}", "10.0.0.1", f"t{number}"))
    queue.add(job("b0", "10.0.0.2", "u"))
    queue.add(job("b1", "10.0.0.2", "u"))
    assert taken(queue) == ["a0", "b0", "a1", "b1", "a2"]


def test_tables_of_one_address_take_turns() -> None:
    queue = FairQueue()
    for name, table in (("a0", "a"), ("a1", "a"), ("a2", "a"), ("b0", "b")):
        queue.add(job(name, "10.0.0.1", table))
    assert taken(queue) == ["a0", "b0", "a1", "a2"]


def test_an_address_with_long_jobs_lets_another_do_many_short_ones_first() -> None:
    queue = FairQueue()
    for number in range(2):
        queue.add(job(f"long{number}", "10.0.0.1", f"t{number}", seconds=10))
    for number in range(3):
        queue.add(job(f"short{number}", "10.0.0.2", f"u{number}", seconds=2))
    assert taken(queue) == ["long0", "short0", "short1", "short2", "long1"]


def test_what_a_job_did_not_use_is_given_back() -> None:
    queue = FairQueue()
    queue.add(job("a0", "10.0.0.1", "t", seconds=10))
    first = queue.take(Urgency.EXPLORATION, AT_ONCE)
    assert first
    queue.add(job("a1", "10.0.0.1", "t", seconds=10))
    queue.add(job("b0", "10.0.0.2", "u", seconds=10))
    queue.finish(first, 0.1)
    second = queue.take(Urgency.EXPLORATION, AT_ONCE)
    assert second
    queue.finish(second, 5.0)
    assert [second.arguments[0], *taken(queue)] == ["b0", "a1"], "b began at what a had used by then"


def test_one_address_has_only_so_many_running_at_once_and_a_table_one() -> None:
    queue = FairQueue()
    for name, address, table in (
        ("a0", "1", "a"),
        ("a1", "1", "a"),
        ("b0", "1", "b"),
        ("c0", "1", "c"),
        ("d0", "2", "d"),
    ):
        queue.add(job(name, address, table))
    running = [queue.take(Urgency.PLAY, dict.fromkeys(Urgency, 2)) for _ in range(4)]
    assert sorted(found.arguments[0] for found in running if found) == ["a0", "b0", "d0"]


def test_a_worker_for_play_takes_nothing_else() -> None:
    queue = FairQueue()
    queue.add(job("odds", "10.0.0.1", "", Urgency.EXPLORATION))
    queue.add(job("advice", "10.0.0.1", "t", Urgency.ADVICE))
    assert queue.take(Urgency.PLAY, AT_ONCE) is None
    assert queue.count == 2


def test_queues_are_limited_by_table_address_and_in_all() -> None:
    queue = FairQueue(QueueLimits(table=2, address=3, anonymous=1, total=5))
    queue.add(job("1", "a", "t"))
    queue.add(job("2", "a", "t"))
    with pytest.raises(RateLimited):
        queue.add(job("3", "a", "t"))
    queue.add(job("3", "a", "u"))
    with pytest.raises(RateLimited):
        queue.add(job("4", "a", "v"))
    queue.add(job("4", "a", "", Urgency.EXPLORATION))
    with pytest.raises(RateLimited):
        queue.add(job("5", "a", "", Urgency.EXPLORATION))
    queue.add(job("5", "b", "w"))
    with pytest.raises(Busy):
        queue.add(job("6", "b", "x"))


def test_a_job_that_was_withdrawn_is_not_done() -> None:
    queue = FairQueue()
    gone, stays = job("gone", "a", "t"), job("stays", "a", "t")
    queue.add(gone)
    queue.add(stays)
    assert queue.withdraw(gone)
    assert not queue.withdraw(gone)
    assert taken(queue) == ["stays"]
    assert queue.count == 0


def test_an_ipv6_caller_is_counted_by_the_network_that_is_theirs_alone() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7") != network("192.0.2.8")
