"""Whatever is sent, the server says what is wrong in one line and lives on: no 5xx, no traceback."""

import contextlib
import json
import random
import socket
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from msgspec.structs import replace
from promised_times import promised
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from serving import CLIENT, ENDLESS, UNLIMITED, V1, Seat, joined, open_table, running

from rulewright.game import installed_games
from rulewright.server.openapi import document
from rulewright.server.rate_limits import WriteRates
from rulewright.server.routes import EVENTS, PREFIX

OPERATIONS = {
    f"{operation.method.upper()} {operation.path}": operation
    for found in schemathesis.openapi.from_dict(document()).get_all_operations()
    if isinstance(found, Ok) and (operation := found.ok()).path != PREFIX + EVENTS  # a stream that does not end
}


@schemathesis.serializer("application/jsonl")
def write_lines(context: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


SOME = 20  # of what fits the document and of what does not, for each operation: 2,000 in all
PARTS, EACH = 20, 5_000  # of both kinds and all operations together: 100,000
FEWER = {"POST /api/v1/tables/{table}/difficulty": 3}  # each simulates fights for two seconds
MOST_GROWTH = 400_000_000  # bytes by which the server and its clients, which are one process, may grow in a part
CONNECTIONS = requests.Session()
SLUGS = cycle(installed_games())


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    writes = WriteRates(ENDLESS, ENDLESS, ENDLESS, ENDLESS)
    with running(settings=replace(UNLIMITED, writes=writes)) as address:
        yield address
        assert CLIENT.get(f"{address}/health").json() == {"ok": True}


def send(base: str, case: Any, seat: Seat) -> int:
    """One generated request, by a seat at a real table; its status, 0 if no client could send it."""
    if "table" in case.path_parameters:
        case.path_parameters["table"] = seat.table
    if "slug" in case.path_parameters:
        case.path_parameters["slug"] = next(SLUGS)
    headers = {name: value for name, value in (case.headers or {}).items() if name.lower() != "host"}
    with contextlib.suppress(UnicodeEncodeError):  # a header or path that no client could send
        most, began = promised(case.path), time.perf_counter()
        answer = case.call(
            base_url=base, session=CONNECTIONS, headers=headers | seat.headers, timeout=2 * most, cookies={}
        )
        took = time.perf_counter() - began
        exchange = f"{case.method} {case.path} {case.query} {case.body!r}: {answer.status_code} {answer.text[:300]}"
        assert answer.status_code < 500, exchange
        assert took < most, f"{took:.1f} s: {exchange}"
        if answer.status_code >= 400:
            assert set(answer.json()) <= {"error", "sentence", "rule", "last"}, exchange
            assert "\n" not in answer.json()["error"], exchange
        return int(answer.status_code)
    return 0


@lru_cache
def cases(name: str, mode: GenerationMode) -> Any:
    """How requests of an operation are generated; None when there is nothing that would not fit."""
    try:
        return OPERATIONS[name].as_strategy(generation_mode=mode)
    except schemathesis.errors.SchemathesisError:
        return None


def fuzz(base: str, name: str, times: int, number: int = 0) -> int:
    """Send requests of an operation, at most so many of each kind; how many were sent. Other numbers give others."""
    statuses: list[int] = []
    tables: list[Seat] = []

    def seat() -> Seat:
        """The game master and a player, in turn, of a table of any game that is still there."""
        if not tables or not statuses or statuses[-1] in (0, 401, 404):
            master = open_table(base, next(SLUGS))
            tables[:] = [master, joined(master, "Pia")]
        return tables[len(statuses) % 2]

    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        strategy = cases(name, mode)
        if strategy is None:
            continue

        @seed(number)
        @settings(
            max_examples=times,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=strategy)
        def run(case: Any) -> None:
            statuses.append(send(base, case, seat()))

        with contextlib.suppress(Unsatisfiable):
            run()
    return sum(status > 0 for status in statuses)


def resident() -> int:
    """Bytes of memory that this process, which is also the server, has now."""
    line = next(one for one in Path("/proc/self/status").read_text().splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_request_that_fits_the_document_or_does_not_breaks_the_server(base: str, name: str) -> None:
    fuzz(base, name, SOME)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_requests_break_nothing(base: str, part: int) -> None:
    """Operations that have few different requests leave theirs to the others."""
    began, sent, turn = resident(), 0, 0
    while sent < EACH:
        times = (EACH - sent) // (2 * len(OPERATIONS)) + 1
        for name in OPERATIONS:
            sent += fuzz(base, name, min(times, FEWER.get(name, times)), number=1 + 1_000 * part + turn)
        turn += 1
    grown = resident() - began
    assert grown < MOST_GROWTH, f"{grown:,} bytes more after {sent:,} requests"


# --- bytes that are hardly requests


def raw(base: str, data: bytes) -> bytes:
    """Send bytes as they are; what comes back, as far as anything does."""
    address = urlsplit(base)
    with socket.create_connection((str(address.hostname), address.port or 80), timeout=3) as line:
        with contextlib.suppress(OSError):
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
        received = b""
        with contextlib.suppress(OSError):
            while len(received) < 100_000 and (part := line.recv(65_536)):
                received += part
        return received


ODD = [
    b"",
    b"\x00\x01\x02\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    b"POST /api/v1/odds HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[::1\r\nContent-Length: 2\r\n\r\n{}",
    b"GET / HTTP/1.1\r\nHost: localhost:port\r\n\r\n",
    b"GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /..%2f..%2fpyproject.toml HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET //elsewhere.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/v1/odds HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/v1/odds HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST /api/v1/odds HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{",
    b"POST /api/v1/odds HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/v1/odds HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    b"GET /api/v1/tables/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xff\xfe\r\n\r\n",
    b"GET /api/v1/tables/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\x00.b\r\n\r\n",
    b"GET /api/v1/tables/x HTTP/1.1\r\nHost: localhost\r\nCookie: rulewright-key=\xff; =; ;;\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
    b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/v1/tables/x/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
]


@pytest.mark.parametrize("data", ODD, ids=lambda data: repr(data[:60]))
def test_bytes_that_are_no_request_are_no_trouble(base: str, data: bytes) -> None:
    received = raw(base, data)
    assert not received.startswith((b"HTTP/1.1 5", b"HTTP/1.0 5")), received[:300]
    assert b"Traceback" not in received


def test_requests_with_bytes_changed_at_random_are_no_trouble(base: str) -> None:
    chance = random.Random(5)
    table = open_table(base)
    body = json.dumps({"action": "check", "params": {"who": "Wren", "ability": "FIN"}, "faces": [3, 4]}).encode()
    head = f"POST {table.path}/actions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {table.key}\r\n"
    whole = head.encode() + f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        received = raw(base, bytes(data))
        assert b" 500 " not in received.partition(b"\r\n")[0], (bytes(data), received[:300])


def test_frames_that_make_no_sense_close_one_connection_and_no_other(base: str) -> None:
    chance = random.Random(6)
    master = open_table(base)
    player = joined(master, "Ben")
    upgrade = (
        f"GET {V1}/tables/{master.table}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    with player.live() as socket_:
        socket_.recv(timeout=20)
        for _ in range(60):
            raw(base, upgrade + chance.randbytes(chance.randrange(1, 300)))
        master.post("/messages", text="still here")
        while json.loads(socket_.recv(timeout=20)).get("event", {}).get("text") != "still here":
            pass
