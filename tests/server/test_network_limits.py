"""Limits of what a client may send ahead or leave unread, so that no connection uses up memory or time."""

import asyncio
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, cast

import msgspec
import pytest
import uvicorn
from serving import CLIENT, UNLIMITED, V1, open_table, running
from websockets.exceptions import ConnectionClosed

from rulewright.server.context import ServerSettings
from rulewright.server.network_limits import NetworkLimits
from rulewright.server.rate_limits import Rate
from rulewright.server.run import listen, uvicorn_config

GET = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/v1/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
SHAKE = GET.replace(b"/health", b"/api/v1/tables/x/live") + (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def line_to(base: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(base.rpartition(":")[2])), timeout=20)


def status_of(line: socket.socket) -> str:
    """The status of the next answer, or what happened to the connection instead."""
    try:
        return line.recv(1 << 16).decode().partition("\r\n")[0].partition(" ")[2]
    except ConnectionResetError:
        return "reset"


def within(seconds: float) -> Iterator[None]:
    """Goes round until the time is over."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield


@pytest.mark.parametrize(
    ("begins", "goes_on"),
    [
        (b"GET /", b"a" * 8_000),
        (GET + b"X-Long: ", b"a" * 8_000),
        (GET, b"X-A: b\r\n" * 20),
        (POST + b"2\r\n{}\r\n0\r\nX-Long: ", b"a" * 8_000),
        (POST + b"2\r\n{}\r\n0\r\n", b"X-A: b\r\n"),
        (b"", b"\r\n" * 4_000),
    ],
    ids=["path", "field", "fields", "field-after-the-body", "fields-after-the-body", "blank-lines"],
)
def test_a_header_without_end_is_refused_before_it_takes_memory(begins: bytes, goes_on: bytes) -> None:
    with running() as base, line_to(base) as line:
        line.sendall(begins)
        with suppress(ConnectionError):  # it may be closed meanwhile
            for _ in range(8):
                line.sendall(goes_on)
                if select.select([line], [], [], 0.05)[0]:
                    break
        assert status_of(line) == "431 Request Header Fields Too Large"
        assert CLIENT.get(f"{base}/health").status_code == 200


def test_a_body_in_many_small_chunks_is_not_taken_for_a_header() -> None:
    body = b'{"notation": "2d6"' + b" " * 50_000 + b"}"
    sent = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    with running() as base, line_to(base) as line:
        line.sendall(POST + sent)
        assert status_of(line) == "200 OK"


def test_requests_sent_ahead_without_end_are_not_kept() -> None:
    with running() as base:
        with line_to(base) as line:
            line.sendall((GET + b"\r\n") * 3 + GET + b"Connection: close\r\n\r\n")
            assert everything(line).count(b"HTTP/1.1 200") == 4, "a few may be sent at once"
        with line_to(base) as line:
            line.sendall((GET + b"\r\n") * 2_000)
            assert everything(line).count(b"HTTP/1.1 200") < 100
        assert CLIENT.get(f"{base}/health").status_code == 200


def everything(line: socket.socket) -> bytes:
    """What a connection sends until it ends."""
    found = bytearray()
    try:
        while part := line.recv(1 << 20):
            found += part
    except ConnectionResetError:
        pass
    return bytes(found)


def test_long_bodies_that_are_held_back_take_only_so_much_memory_for_an_address() -> None:
    head = b"POST /api/v1/tables/x/actions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
    with running() as base:
        seat = open_table(base)
        with ExitStack() as lines:
            waiting = [lines.enter_context(line_to(base)) for _ in range(40)]
            for line in waiting:
                line.sendall(head + b" " * 999_000)
            while len(waiting) > 32:  # which of them are refused depends on whose parts arrive first
                answered, _, _ = select.select(waiting, [], [], 20)
                assert answered, f"{len(waiting)} bodies are held at once"
                for line in answered:
                    assert status_of(line) == "429 Too Many Requests"
                    waiting.remove(line)
            assert seat.post("/messages", text="short ones pass")["seq"] > 0
        until = time.monotonic() + 10
        while (status := seat.ask("POST", "/messages", {"text": "x" * 300_000}).status_code) == 429:
            assert time.monotonic() < until, "what is held is released with its connection"
        assert status == 400


def test_a_body_of_too_many_values_is_refused() -> None:
    with running() as base:
        for many in ([0] * 30_000, [[0] * 500] * 60, {str(number): 0 for number in range(30_000)}):
            found = CLIENT.post(f"{base}{V1}/games/twelves/sheets", json={"wanted": {"a": many}})
            assert (found.status_code, found.json()["error"]) == (400, "too many values: at most 20,000 at one level")


def test_a_long_body_counts_as_several_requests() -> None:
    settings = msgspec.structs.replace(UNLIMITED, address=Rate(0.001, 40), seat=Rate(0.001, 40))
    long = {"text": "x" * 500_000}
    with running(settings=settings) as base:
        seat = open_table(base)
        statuses = [CLIENT.post(f"{base}{V1}/studio/check", json=long).status_code for _ in range(5)]
        assert statuses == [400, 400, 400, 429, 429]
        assert [seat.ask("POST", "/messages", long).status_code for _ in range(5)] == [400, 400, 400, 429, 429]


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x82\x80\0\0\0\0"], ids=["pings", "messages"])
def test_a_live_connection_that_sends_without_end_is_cut(frame: bytes) -> None:
    with running() as base, line_to(base) as line:
        line.sendall(SHAKE)
        assert status_of(line) == "101 Switching Protocols"
        with pytest.raises(ConnectionError):  # noqa: PT012 - it is cut at some time during these
            for _ in within(20):
                line.sendall(frame * 1_000)
                time.sleep(0.01)
        assert CLIENT.get(f"{base}/health").status_code == 200


def test_a_live_connection_with_a_key_that_sends_without_end_is_cut() -> None:
    with running() as base, open_table(base).live() as line:
        line.recv(timeout=20)
        line.send("x" * 8_000)
        line.ping().wait(20)
        with pytest.raises(ConnectionClosed):  # noqa: PT012 - it is cut at some time during these
            for _ in within(20):
                line.send("x" * 8_000)
                time.sleep(0.01)


LONG = 12_000_000
"""Bytes of a response that the buffers of the system do not hold."""


async def long_answers(scope: Any, receive: Any, send: Any) -> None:
    """An application whose every answer is long."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % LONG)]})
    await send({"type": "http.response.body", "body": b"x" * LONG})


@contextmanager
def answering(
    settings: ServerSettings = UNLIMITED, application: Any = long_answers, keep_alive: int = 30
) -> Iterator[str]:
    listener = listen("127.0.0.1", 0)
    config = uvicorn_config(cast("Any", application), settings)
    config.lifespan, config.timeout_keep_alive = "off", keep_alive
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


@pytest.mark.parametrize("limits", [NetworkLimits(unread_per_address=3 * LONG), NetworkLimits(unread=3 * LONG)])
def test_the_connection_unread_for_longest_is_closed_when_too_much_is_unread(limits: NetworkLimits) -> None:
    with answering(msgspec.structs.replace(UNLIMITED, network=limits)) as base, ExitStack() as lines:
        held = []
        for _ in range(6):
            held.append(lines.enter_context(line_to(base)))
            held[-1].sendall(GET + b"Connection: close\r\n\r\n")
            assert select.select([held[-1]], [], [], 20)[0]
            time.sleep(0.2)
        read = [len(everything(line)) > LONG for line in held]
        assert (read[0], read[-1]) == (False, True)
        assert 2 <= sum(read) <= 4


def test_addresses_of_one_ipv6_network_share_what_an_address_may_ask() -> None:
    settings = msgspec.structs.replace(UNLIMITED, address=Rate(0.001, 5), proxies=("127.0.0.1",))
    with running(settings=settings) as base:

        def statuses(*addresses: str) -> set[int]:
            return {
                CLIENT.get(f"{base}{V1}/games", headers={"X-Forwarded-For": address}).status_code
                for address in addresses
            }

        assert statuses(*(f"2001:db8:0:1::{number:x}" for number in range(1, 20))) == {200, 429}
        assert statuses(*(f"2001:db8:0:{number:x}::1" for number in range(2, 20))) == {200}


class Slow:
    """Answers /slow after a while, or when the client has gone, and all else at once; a live connection goes on."""

    def __init__(self, seconds: float = 1.0) -> None:
        self.seconds = seconds
        self.ended: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            return
        if scope["path"] == "/slow":
            try:
                async with asyncio.timeout(self.seconds):
                    while (await receive())["type"] != "http.disconnect":
                        pass
                self.ended.append("the client has gone")
            except TimeoutError:
                self.ended.append("answered")
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


SLOW = GET.replace(b"/health", b"/slow") + b"\r\n"


@pytest.mark.parametrize("later", [False, True], ids=["at-once", "later"])
def test_work_ends_when_its_client_has_gone_whatever_was_sent_behind_the_request(later: bool) -> None:
    slow = Slow(10.0)
    with answering(application=slow) as base:
        with line_to(base) as line:
            if later:
                line.sendall(SLOW)
                time.sleep(0.1)
            line.sendall((b"" if later else SLOW) + GET + b"\r\n")
            time.sleep(0.1)
        for _ in within(8):
            if slow.ended:
                break
            time.sleep(0.01)
    assert slow.ended == ["the client has gone"]


def test_a_request_sent_ahead_in_two_parts_is_answered_after_the_one_before_it() -> None:
    limits = msgspec.structs.replace(UNLIMITED, network=NetworkLimits(header_seconds=0.5))
    with answering(limits, Slow()) as base, line_to(base) as line:
        for part in (SLOW, GET + b"\r\n" + GET, b"Connection: close\r\n\r\n"):
            line.sendall(part)
            time.sleep(0.1)
        assert everything(line).count(b"HTTP/1.1 200") == 3


def test_long_bodies_are_not_kept_while_a_request_before_them_is_answered() -> None:
    head, body = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 40000\r\n", b" " * 40_000
    with answering(application=Slow()) as base:
        with line_to(base) as line:
            line.sendall(SLOW + head + b"Connection: close\r\n\r\n" + body)
            assert everything(line).count(b"HTTP/1.1 200") == 2
        with line_to(base) as line:
            line.sendall(SLOW + 2 * (head + b"\r\n" + body))
            assert everything(line) == b""


def test_no_live_connection_begins_while_a_request_before_it_is_answered() -> None:
    """The whole answer would be written to it, whether or not the client reads."""
    with answering(application=Slow()) as base, line_to(base) as line:
        line.sendall(SLOW + SHAKE)
        assert everything(line) == b""
    with running() as base, line_to(base) as line:
        line.sendall(GET + b"\r\n")
        assert status_of(line) == "200 OK"
        line.sendall(SHAKE)
        assert status_of(line) == "101 Switching Protocols"


@pytest.mark.parametrize("field", [b"X-Long: " + b"a" * 9_000, b"Content-Length: 5"], ids=["long-field", "body"])
def test_a_live_connection_whose_handshake_cannot_be_read_is_refused_at_once(field: bytes) -> None:
    """Left open, it would never time out, and uvicorn could not close it: the server would not shut down in order."""
    with running() as base, line_to(base) as line:
        line.sendall(SHAKE[:-2] + field + b"\r\n\r\n")
        assert everything(line).startswith(b"HTTP/1.1 400 ")


def test_a_connection_that_waits_for_an_answer_is_not_closed_as_idle() -> None:
    limits = msgspec.structs.replace(UNLIMITED, network=NetworkLimits(total=32, per_address=32))
    with answering(limits, Slow()) as base, ExitStack() as lines:
        first = lines.enter_context(line_to(base))
        first.sendall(GET + b"\r\n" + SLOW)
        assert status_of(first) == "200 OK"
        idle = [lines.enter_context(line_to(base)) for _ in range(32)]
        assert status_of(first) == "200 OK"
        assert idle[0].recv(1) == b"", "the one that has been idle longest"


@pytest.mark.parametrize(
    ("sent", "more"),
    [(GET + b"\r\n", b"\r\n"), (GET + b"Content-Length: 9\r\n\r\n", b"12345")],
    ids=["blank-line", "part-of-a-body"],
)
def test_a_connection_that_sends_no_further_request_is_closed(sent: bytes, more: bytes) -> None:
    with answering(application=Slow(), keep_alive=1) as base, line_to(base) as line:
        line.sendall(sent)
        assert status_of(line) == "200 OK"
        line.sendall(more)
        assert everything(line) == b""


def test_a_live_connection_that_begins_after_an_answer_is_not_closed() -> None:
    with answering(application=Slow(), keep_alive=1) as base, line_to(base) as line:
        line.sendall(GET + b"\r\n")
        assert status_of(line) == "200 OK"
        line.sendall(SHAKE)
        assert status_of(line) == "101 Switching Protocols"
        line.settimeout(1.5)
        with pytest.raises(TimeoutError):
            line.recv(1)
