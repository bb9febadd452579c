"""Limits of network connections: their number, what a client may send ahead, and what it may leave unread.

A request's header must arrive in time and has a largest size, and half-sent requests do not block others.
"""

import asyncio
from collections import Counter, OrderedDict
from typing import Any

import uvicorn
from msgspec import Struct
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rulewright.server.errors import RateLimited
from rulewright.server.fair_queue import network
from rulewright.server.rate_limits import Rate, RateLimiter

_SPARE_DESCRIPTORS = 64
"""File descriptors reserved for the store, the workers and the log."""
_LEAST = 32
_HOLD = 2.0
"""Seconds before a live connection beyond the limit is refused: refused at once, clients would retry sooner."""
_TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_BAD_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_LARGEST_HEADER, _MOST_FIELDS = 32_000, 100
"""Bytes and fields of a request's header."""
_MOST_AHEAD = 8
"""Requests that a client may send on one connection before the first of them is answered."""
_MOST_BODIES_AHEAD = HIGH_WATER_LIMIT
"""Bytes of the bodies of these. Beyond that uvicorn stops reading, and would not notice that the client has gone."""
_MESSAGES = Rate(1_000, 80_000)
"""Bytes that a client may send over a live connection, where all it has to say is its key."""
_FRAME_COST = 200
"""Bytes that each frame counts for in addition to its own, since parsing a frame costs more than its bytes."""
_SLICE = 4_096
"""Bytes that are parsed at a time: their frames are counted before more is parsed."""


class NetworkLimits(Struct, frozen=True):
    """How many connections there may be, in all and from one address, and the seconds for a request's header."""

    total: int = 8_000
    per_address: int = 2_000
    header_seconds: float = 10.0
    live: Rate = Rate(20, 300)
    """How many live connections one address may open."""
    unread: int = 256_000_000
    unread_per_address: int = 64_000_000
    """Bytes of responses that clients have not read yet."""


class NetworkConnections:
    """The open connections of a process.

    When there are too many, the one that has been idle longest is closed. When clients leave too much unread, the one
    that has not read for the longest time is closed.
    """

    def __init__(self, limits: NetworkLimits = NetworkLimits(), proxies: tuple[str, ...] = ()) -> None:
        self.header_seconds = limits.header_seconds
        self._total = max(_LEAST, min(limits.total, _descriptors() - _SPARE_DESCRIPTORS))
        self._per_address = max(_LEAST, min(limits.per_address, self._total // 2))
        self._proxies = frozenset(map(network, proxies))
        self._open: dict[asyncio.Transport, str] = {}
        self._idle: OrderedDict[asyncio.Transport, None] = OrderedDict()
        self._by_address: Counter[str] = Counter()
        self._live = RateLimiter(limits.live)
        self._limits = limits
        self._unread: dict[asyncio.Transport, int] = {}
        self._unread_by_address: Counter[str] = Counter()

    def admits_live(self, address: str) -> bool:
        """Whether an address may open a live connection now."""
        if network(address) in self._proxies:
            return True
        try:
            self._live.take(network(address))
        except RateLimited:
            return False
        return True

    def enter(self, transport: asyncio.Transport, address: str) -> None:
        """Adds a connection; if there are too many, closes an idle one, which may be this one."""
        address = network(address)
        self._open[transport] = address
        self._idle[transport] = None
        self._by_address[address] += 1
        if len(self._open) > self._total:
            self._close_idle()
        if self._by_address[address] > self._per_address and address not in self._proxies:
            self._close_idle(address)

    def _close_idle(self, address: str = "") -> None:
        for transport in self._idle:  # longest idle first; a new connection comes last
            if not address or self._open[transport] == address:
                self.leave(transport)
                transport.abort()
                return

    def mark_busy(self, transport: asyncio.Transport) -> None:
        """Marks a connection that has sent the header of a request as busy."""
        self._idle.pop(transport, None)

    def mark_idle(self, transport: asyncio.Transport) -> None:
        """Marks a connection that waits for its next request as idle."""
        if transport in self._open:
            self._idle[transport] = None

    def fill(self, transport: asyncio.Transport) -> None:
        """Counts what a client has not read yet; if that is too much, closes those who have not read for longest."""
        self.drain(transport)
        address = self._open.get(transport)
        if address is None:
            return
        self._unread[transport] = transport.get_write_buffer_size()
        self._unread_by_address[address] += self._unread[transport]
        while address not in self._proxies and self._unread_by_address[address] > self._limits.unread_per_address:
            if not self._close_unread(transport, address):
                break
        while self._unread_by_address.total() > self._limits.unread and self._close_unread(transport):
            pass

    def _close_unread(self, newest: asyncio.Transport, address: str = "") -> bool:
        """Closes the connection unread for longest, of an address or of all; False if there is none but the newest."""
        for transport in self._unread:
            if transport is not newest and (not address or self._open[transport] == address):
                self.leave(transport)
                transport.abort()
                return True
        return False

    def drain(self, transport: asyncio.Transport) -> None:
        """Counts that a client has read everything."""
        size = self._unread.pop(transport, 0)
        if size:
            address = self._open[transport]
            self._unread_by_address[address] -= size
            if not self._unread_by_address[address]:
                del self._unread_by_address[address]

    def leave(self, transport: asyncio.Transport) -> None:
        """Removes a connection."""
        self.drain(transport)
        address = self._open.pop(transport, None)
        self._idle.pop(transport, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


_MOST_DESCRIPTORS = 16_384


def raise_descriptors() -> None:
    """Raises the limit of open files of this process as far as the system allows, up to `_MOST_DESCRIPTORS`."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(_MOST_DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _descriptors() -> int:
    try:
        import resource
    except ImportError:
        return 1 << 20
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


class TimedConfig(uvicorn.Config):
    """The configuration of a server whose connections are counted and timed."""

    def __init__(self, app: Any, network: tuple[NetworkLimits, tuple[str, ...]], **more: Any) -> None:
        super().__init__(app, **more)
        self.network = network


def _connections(config: Any, state: Any) -> NetworkConnections:
    """The connections of one server, made with the first."""
    found: NetworkConnections | None = getattr(state, "network_connections", None)
    if found is None:
        found = state.network_connections = NetworkConnections(*config.network)
    return found


class _TooMuch(Exception):
    """Raised inside the parser, which ends the connection."""


class _CountsUnread(asyncio.Protocol):
    """A connection whose unread bytes are counted."""

    _network: NetworkConnections
    transport: asyncio.Transport

    def pause_writing(self) -> None:
        """Counts what the client does not read."""
        super().pause_writing()
        self._network.fill(self.transport)

    def resume_writing(self) -> None:
        """Counts that the client has read on."""
        self._network.drain(self.transport)
        super().resume_writing()


class TimedHttp(_CountsUnread, HttpToolsProtocol):
    """An HTTP connection that is counted and timed."""

    _timer: asyncio.TimerHandle | None = None
    """Runs while the header of a request is awaited."""
    _loose = 0
    """Bytes that have arrived since the last complete header or part of a body."""
    _is_too_large = False
    _answering: RequestResponseCycle | None = None
    """The request that is being answered; others may wait behind it."""

    def __init__(self, config: Any, server_state: Any, *more: Any, **named: Any) -> None:
        super().__init__(config, server_state, *more, **named)
        self._network = _connections(config, server_state)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn does
        """Adds the connection to the count, and starts the timer for a header."""
        super().connection_made(transport)
        self._start_timer()
        self._network.enter(transport, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """Removes the connection from the count."""
        self._stop_timer()
        self._network.leave(self.transport)
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True  # uvicorn knows only the last request that was sent
            self._answering.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parses what has arrived; ends the connection when a header, or the part after a body, has no end."""
        self._loose += len(data)
        super().data_received(data)
        if self._loose > _LARGEST_HEADER:
            self._refuse(_TOO_LARGE)
        elif self._timer is None and self.transport.get_protocol() is self:
            self._keep_alive()

    def _keep_alive(self) -> None:
        """Waits for the next request again if only a blank line or the rest of a body has arrived."""
        is_answered = self.cycle is not None and self.cycle.response_complete
        if is_answered and self.timeout_keep_alive_task is None and not self.transport.is_closing():
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def on_message_begin(self) -> None:
        """Begins to wait for a request's header."""
        super().on_message_begin()
        self._start_timer()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Adds a field to the header; fields after the body, which nothing here reads, are refused."""
        if self._timer is None or len(self.headers) >= _MOST_FIELDS:
            self._is_too_large = True
            raise _TooMuch
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stops the timer: the header has arrived."""
        self._stop_timer()
        self._loose = 0
        if len(self.pipeline) >= _MOST_AHEAD:
            self._cut()
        self._network.mark_busy(self.transport)
        super().on_headers_complete()
        if self.pipeline:
            self.flow.resume_reading()  # otherwise uvicorn would not notice that the client has gone

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        """Takes a part of a body."""
        self._loose = 0
        super().on_body(body)
        if self.pipeline and sum(len(cycle.body) for cycle, _ in self.pipeline) > _MOST_BODIES_AHEAD:
            self._cut()

    def send_400_response(self, msg: str) -> None:
        """Refuses what could not be parsed, and ends the connection."""
        if self._is_too_large:
            self._refuse(_TOO_LARGE)
        elif not self.transport.is_closing():
            super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        """Begins a live connection; if the address opens too many, refuses it after a delay.

        A handshake sent while an earlier request is being answered ends the connection: the answer would be written to
        the live connection, where unread bytes are not counted.
        """
        if self._answering is not None and not self._answering.response_complete:
            self.transport.abort()
            return
        if self._network.admits_live(self.client[0] if self.client else ""):
            super().handle_websocket_upgrade()
            return
        self._network.mark_idle(self.transport)
        self.transport.pause_reading()
        self.loop.call_later(_HOLD, self._refuse, _TOO_MANY)

    def on_response_complete(self) -> None:
        """Begins to wait for the next request, or to answer one that was sent ahead."""
        if not self.pipeline:
            self._network.mark_idle(self.transport)
        super().on_response_complete()

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self._network.header_seconds, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        self._refuse(_TIMED_OUT)

    def _cut(self) -> None:
        self.transport.abort()
        raise _TooMuch

    def _refuse(self, response: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(response)
            self.transport.close()


class CountedLive(_CountsUnread, WebSocketsSansIOProtocol):
    """A live connection that is counted, and closed when the client sends more than its key and what keeps it alive."""

    def __init__(self, config: Any, server_state: Any, *more: Any, **named: Any) -> None:
        super().__init__(config, server_state, *more, **named)
        self._network = _connections(config, server_state)
        self._received = RateLimiter(_MESSAGES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn does
        """Marks the connection as idle until it has sent a key."""
        super().connection_made(transport)
        self._network.mark_idle(transport)

    def data_received(self, data: bytes) -> None:
        """Parses what has arrived part by part, until it is too much: parsing keeps the event loop busy."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:  # such as one with a long field, which uvicorn neither answers nor closes
                self.transport.write(_BAD_HANDSHAKE)
                self.transport.close()
            return
        for start in range(0, len(data), _SLICE):
            part = data[start : start + _SLICE]
            self._count(len(part))
            if self.transport.is_closing():
                return
            super().data_received(part)

    def handle_events(self) -> None:
        """Handles the frames that have been parsed, unless there are too many."""
        self._count(_FRAME_COST * len(self.conn.events))
        if not self.transport.is_closing():
            super().handle_events()

    def _count(self, size: int) -> None:
        """Counts what the client has sent, and cuts the connection when it is too much."""
        try:
            self._received.take("", size)
        except RateLimited:
            self.transport.abort()

    async def send(self, message: Any) -> None:
        """Sends a message; the first is sent only once a key has been accepted."""
        if message["type"] == "websocket.send":
            self._network.mark_busy(self.transport)
        await super().send(message)

    def connection_lost(self, exc: Exception | None) -> None:
        """Removes the connection from the count."""
        self._network.leave(self.transport)
        super().connection_lost(exc)
