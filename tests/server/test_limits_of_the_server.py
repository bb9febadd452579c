"""Connections, bodies, keys, bytes and addresses have limits, and no caller can use up what is meant for all."""

import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import httpx
import msgspec
import pytest
from serving import CLIENT, ENDLESS, UNLIMITED, V1, Process, free_port, joined, open_table, running

from rulewright.rules import Refused
from rulewright.server import parse
from rulewright.server.errors import RateLimited
from rulewright.server.network_limits import NetworkLimits
from rulewright.server.rate_limits import Quotas, Rate, WriteRates
from rulewright.server.retention import forget_old_tables
from rulewright.table.act import say
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import LIMITS, Tables, TableSeat

HALF = b"POST /api/v1/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-"


class FewDescriptors(Process):
    """A server that may have 256 open files and no more."""

    def start(self) -> float:
        self._command = ["bash", "-c", 'ulimit -n 256; exec "$@"', "bash", *self._command]
        return super().start()


def test_half_sent_requests_lock_nobody_out_at_256_descriptors() -> None:
    server = FewDescriptors("memory:", free_port())
    try:
        seat = open_table(server.base)
        with ExitStack() as lines:
            for _ in range(400):
                line = lines.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                line.sendall(HALF)
            with httpx.Client(timeout=5) as fresh:
                assert fresh.get(f"{server.base}/health").status_code == 200
                view = fresh.get(f"{server.base}{seat.path}", headers=seat.headers)
                assert view.json()["seq"] > 0
    finally:
        assert server.stop() == 0


def test_many_live_connections_without_a_key_lock_nobody_out() -> None:
    server = FewDescriptors("memory:", free_port())
    shake = (
        b"GET /api/v1/tables/x/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    try:
        with ExitStack() as lines:
            for _ in range(400):
                line = lines.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                line.sendall(shake)
            assert answered_within(5, f"{server.base}/health") == 200
    finally:
        assert server.stop() == 0


def answered_within(seconds: float, url: str) -> int:
    """The status of the first answer; a connection that is refused or reset is tried again, as a browser does."""
    until = time.monotonic() + seconds
    while True:
        try:
            return httpx.get(url, timeout=seconds).status_code
        except httpx.TransportError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def closed_after(port: int, sent: bytes, most: float) -> float:
    """The seconds until the server closes a connection that has sent something."""
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=most) as line:
        line.sendall(sent)
        while line.recv(1 << 16):
            pass
    return time.monotonic() - began


def test_a_header_or_a_body_that_does_not_arrive_closes_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = b"POST /api/v1/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"
    assert max(UNLIMITED.network.header_seconds, parse.BODY_SECONDS) <= 20
    monkeypatch.setattr(parse, "BODY_SECONDS", 1.0)
    with running(settings=msgspec.structs.replace(UNLIMITED, network=NetworkLimits(header_seconds=1.0))) as base:
        port = int(base.rpartition(":")[2])
        for sent in (HALF, b"", whole):
            assert 0.9 < closed_after(port, sent, 20) < 19


def test_a_forwarded_address_is_believed_only_from_a_proxy_that_was_named() -> None:
    settings = msgspec.structs.replace(UNLIMITED, address=Rate(0.001, 5))

    def statuses(base: str) -> set[int]:
        return {
            CLIENT.get(f"{base}{V1}/games", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code
            for number in range(20)
        }

    with running(settings=settings) as base:
        assert statuses(base) == {200, 429}
    with running(settings=msgspec.structs.replace(settings, proxies=("127.0.0.1",))) as base:
        assert statuses(base) == {200}


def test_a_seat_has_only_so_many_keys_and_a_table_only_so_many_invitations() -> None:
    with running() as base:
        seat = open_table(base)
        answers = [seat.ask("POST", "/keys", {"label": f"bot {number}"}).status_code for number in range(40)]
        assert set(answers[:15]) == {200}
        assert answers[-1] == 409
        invited = [seat.ask("POST", "/invitations", {"role": "player"}).status_code for _ in range(60)]
        assert set(invited[:40]) == {200}
        assert invited[-1] == 409


def test_a_seat_writes_only_so_many_bytes_in_a_while_and_others_go_on() -> None:
    writes = WriteRates(seat=Rate(1, 40_000))
    with running(settings=msgspec.structs.replace(UNLIMITED, writes=writes)) as base:
        master = open_table(base)
        player = joined(master, "Bea")
        statuses = [master.ask("POST", "/messages", {"text": "x" * 3_900}).status_code for _ in range(20)]
        assert statuses[0] == 200
        assert statuses.index(429) <= 40_000 // 3_900, "bytes are counted, not requests"
        assert set(statuses[statuses.index(429) :]) == {429}
        assert player.post("/messages", text="still here")["seq"] > 0


def test_the_refusal_of_a_write_does_not_depend_on_its_size() -> None:
    """An event is made, with its dice, before its bytes are counted: a refusal by size would tell how the dice fall."""
    for first in (10, 100_000):
        quotas = Quotas(MemoryStore(), WriteRates(seat=Rate(0.001, 100)), ENDLESS, 0)
        quotas.write(TableSeat("t", "s1"), first)
        if first < 100:
            quotas.write(TableSeat("t", "s1"), 100_000)
        with pytest.raises(RateLimited):
            quotas.write(TableSeat("t", "s1"), 1)


def test_events_are_sent_to_only_so_many_followers_in_a_while() -> None:
    """Four hundred followers of one table, and five seats that talk there, kept every other table waiting."""
    writes = WriteRates(sent=Rate(0.001, 30))
    with running(settings=msgspec.structs.replace(UNLIMITED, writes=writes)) as base:
        master, other = open_table(base), open_table(base)
        with ExitStack() as streams:
            followers = []  # an iterator that is dropped ends its stream
            for _ in range(10):
                stream = CLIENT.stream("GET", f"{base}{master.path}/events", headers=master.headers)
                followers.append(streams.enter_context(stream).iter_bytes())
                next(followers[-1])
            statuses = [master.ask("POST", "/messages", {"text": "hello"}).status_code for _ in range(5)]
            assert statuses == [200, 200, 200, 429, 429]
            assert other.ask("POST", "/messages", {"text": "hello"}).status_code == 200
    quotas = Quotas(MemoryStore(), writes, ENDLESS, 0)
    quotas.followers = lambda table: 10
    quotas.write(TableSeat("t", "s1"), 100_000)
    with pytest.raises(RateLimited):  # a long event counts for several short ones
        quotas.write(TableSeat("t", "s1"), 1)


def test_the_server_stops_when_it_is_reported_to_whatever_it_is_doing() -> None:
    server = Process("memory:", free_port())
    seat = open_table(server.base, "dpi")
    roll = f"POST {seat.path}/rolls HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {seat.key}\r\n"
    body = '{"roll": "skirmish", "params": {"high_policy": "best", "high": 3}}'
    with ExitStack() as lines:
        for _ in range(3):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            line.sendall(f"{roll}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        time.sleep(1.0)
        assert server.stop() == 0


def test_a_server_on_a_full_thread_pool_still_stops() -> None:
    program = (
        "import threading, time, os, signal, socket\n"
        "from rulewright.server import run\n"
        "from rulewright.server.context import Context\n"
        "def stuck(self): \n"
        "    time.sleep(600)\n"
        "Context.close = stuck\n"
        "listener = run.listen('127.0.0.1', 0)\n"
        "threading.Timer(2, os.kill, (os.getpid(), signal.SIGTERM)).start()\n"
        "run.serve(listener, 'memory:')\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], timeout=60, check=False)
    assert ended.returncode == 0


def test_an_event_and_a_table_have_a_largest_size() -> None:
    limits = msgspec.structs.replace(LIMITS, event_bytes=2_000, table_bytes=30_000)
    tables = Tables(MemoryStore(), limits)
    place, _ = tables.open("twelves", "Ada")
    with pytest.raises(Refused, match="too large: at most 2,000 bytes at once"):
        say(tables, place, "x" * 2_000)
    while tables.log(place.table).size < 28_500:
        say(tables, place, "x" * 500)
    with pytest.raises(Refused, match="the table is full: 30,000 bytes"):
        say(tables, place, "x" * 1_800)
    again = Tables(tables.store, limits)
    with pytest.raises(Refused, match="the table is full"):
        say(again, place, "x" * 1_500)


def test_a_seat_keeps_only_so_many_notes() -> None:
    tables = Tables(MemoryStore(), msgspec.structs.replace(LIMITS, notes=3))
    place, _ = tables.open("twelves", "Ada")
    for number in range(3):
        say(tables, place, "a note", title=f"note {number}")
    say(tables, place, "changed", title="note 2")
    with pytest.raises(Refused, match="too many notes: at most 3; remove one first"):
        say(tables, place, "a note", title="note 3")
    say(tables, place, "", title="note 0")
    say(tables, place, "a note", title="note 3")
    assert [note.title for note in tables.state(place.table).notes.values()] == ["note 1", "note 2", "note 3"]


def test_the_notes_of_a_seat_and_of_a_table_have_only_so_many_characters() -> None:
    tables = Tables(MemoryStore(), msgspec.structs.replace(LIMITS, seat_notes_text=1_000, notes_text=1_500))
    place, _ = tables.open("twelves", "Ada")
    other, _ = tables.join(tables.invite(place, "player")[0], "Ben")
    say(tables, place, "x" * 900, title="one")
    with pytest.raises(Refused, match="all your notes may have 1,000 characters"):
        say(tables, place, "x" * 101, title="two")
    say(tables, place, "x" * 1_000, title="one")  # its old text does not count
    say(tables, other, "x" * 500, title="one")
    with pytest.raises(Refused, match="all notes at this table 1,500; remove one first"):
        say(tables, other, "x", title="two")
    say(tables, place, "", title="one")
    say(tables, other, "x", title="two")


def test_what_is_written_is_counted_before_it_is_written() -> None:
    sizes: list[int] = []
    tables = Tables(MemoryStore(), metered=lambda place, size: sizes.append(size))
    place, _ = tables.open("twelves", "Ada")
    event = say(tables, place, "x" * 1_000)
    assert sizes == [len(tables.store.read(place.table, event.seq - 1)[0].data)]


def test_tables_without_an_event_for_long_are_removed_when_the_server_is_reported_to() -> None:
    store = MemoryStore()
    now = datetime(2026, 1, 1, tzinfo=UTC)
    old, _ = Tables(store, now=lambda: now - timedelta(days=40)).open("twelves", "Ada")
    played, _ = Tables(store, now=lambda: now - timedelta(days=40)).open("twelves", "Bea")
    say(Tables(store, now=lambda: now - timedelta(days=2)), played, "hello")
    assert set(forget_old_tables(Tables(store, now=lambda: now), 30)) == {old.table, played.table}
    assert store.tables() == [played.table]


def test_an_address_that_causes_many_errors_is_answered_late_and_another_is_not() -> None:
    settings = msgspec.structs.replace(UNLIMITED, refusals=Rate(0.001, 3))
    with running(settings=settings) as base:
        seat = open_table(base)

        def guess() -> tuple[int, float]:
            began = time.monotonic()
            found = CLIENT.get(f"{base}{seat.path}", headers={"Authorization": f"Bearer {seat.table}.{'x' * 43}"})
            return found.status_code, time.monotonic() - began

        quick = [guess() for _ in range(3)]
        late = guess()
        assert [status for status, _ in (*quick, late)] == [401] * 4
        assert late[1] > 0.9 > max(took for _, took in quick)
        began = time.monotonic()
        assert seat.get()["seq"] > 0  # what succeeds does not wait
        assert time.monotonic() - began < 0.9


def test_live_connections_too_many_are_refused_late_and_with_little_work() -> None:
    limits = NetworkLimits(live=Rate(0.001, 2))
    shake = (
        b"GET /api/v1/tables/x/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with running(settings=msgspec.structs.replace(UNLIMITED, network=limits)) as base, ExitStack() as lines:
        answers = []
        for _ in range(3):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", int(base.rpartition(":")[2]))))
            began = time.monotonic()
            line.sendall(shake)
            answers.append((line.recv(100).partition(b"\r")[0], time.monotonic() - began))
        assert [answer for answer, _ in answers] == [
            b"HTTP/1.1 101 Switching Protocols",
            b"HTTP/1.1 101 Switching Protocols",
            b"HTTP/1.1 429 Too Many Requests",
        ]
        assert answers[2][1] > 1.5 > answers[1][1]
        assert CLIENT.get(f"{base}/health").status_code == 200
