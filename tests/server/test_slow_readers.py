"""A follower of a table that does not read is disconnected, and nothing is heaped up for them meanwhile."""

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import msgspec
import pytest
from serving import CLIENT, UNLIMITED, Seat, joined, open_table, running
from websockets.exceptions import ConnectionClosed

from rulewright.table.events import MessageSent
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables, TableSeat

MESSAGES, LONG = 10_000, 4_000
"""The log is far longer than what the buffers of a connection can hold, which is 10 million bytes and more."""


@contextmanager
def by_stream(seat: Seat, accept: str) -> Iterator[Callable[[], int]]:
    """A follower on a bare socket, who asks and then does not read; gives how much was sent once they do."""
    host, port = seat.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as line:
        asked = f"GET {seat.path}/events?after=0 HTTP/1.1\r\nHost: {host}\r\nAccept: {accept}\r\n"
        line.sendall(f"{asked}Authorization: Bearer {seat.key}\r\n\r\n".encode())

        def sent() -> int:
            return sum(map(len, iter(lambda: _read(line), b"")))

        yield sent


def _read(line: socket.socket) -> bytes:
    try:
        return line.recv(1 << 20)
    except ConnectionResetError:
        return b""


@contextmanager
def by_socket(seat: Seat, accept: str) -> Iterator[Callable[[], int]]:
    """The same on a WebSocket; its library reads a few messages ahead and then no more."""
    with seat.live(after=0) as line:

        def sent() -> int:
            total = 0
            try:
                while True:
                    total += len(line.recv(timeout=60))
            except ConnectionClosed:
                return total

        yield sent


Follow = Callable[[Seat, str], AbstractContextManager[Callable[[], int]]]


def followers(base: str) -> int:
    found = re.search(r"live_connections (\d+)", CLIENT.get(f"{base}/metrics").text)
    assert found
    return int(found[1])


@pytest.mark.parametrize(
    ("follow", "accept"),
    [(by_stream, "application/x-ndjson"), (by_stream, "text/event-stream"), (by_socket, "")],
    ids=["lines", "sent-events", "socket"],
)
def test_a_follower_who_does_not_read_is_let_go_and_the_others_notice_nothing(follow: Follow, accept: str) -> None:
    store = MemoryStore()
    with running(store, msgspec.structs.replace(UNLIMITED, patience=0.5)) as base:
        master = open_table(base, ready=False)
        slow = joined(master, "Sid", "spectator")
        tables = Tables(store)
        tables.write(TableSeat(master.table, "s1"), lambda state: [MessageSent("x" * LONG)] * MESSAGES)
        with follow(slow, accept) as sent, master.live() as quick:
            assert '"hello"' in str(quick.recv(timeout=20))
            while followers(base) < 2:
                time.sleep(0.01)
            master.post("/messages", text="still here?")
            while "still here?" not in str(quick.recv(timeout=20)):
                pass
            until = time.monotonic() + 60
            while followers(base) > 1:
                assert time.monotonic() < until, "no follower was disconnected"
                time.sleep(0.05)
            assert sent() < MESSAGES * LONG / 2
        assert slow.get("/log", most=1)["last"] == tables.state(master.table).seq, "and may come back"
