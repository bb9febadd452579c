"""Limits of network connections: a request's header must arrive in time, and half-sent requests do not block others."""

import asyncio
from collections import Counter, OrderedDict
from typing import Any

import uvicorn
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
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


class NetworkLimits(Struct, frozen=True):
    """How many connections there may be, in all and from one address, and the seconds for a request's header."""

    total: int = 8_000
    per_address: int = 2_000
    header_seconds: float = 10.0
    live: Rate = Rate(20, 300)
    """How many live connections one address may open."""


class NetworkConnections:
    """The open connections of a process.

    When there are too many, the one that has been idle longest is closed.
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

    def leave(self, transport: asyncio.Transport) -> None:
        """Removes a connection."""
        address = self._open.pop(transport, None)
        self._idle.pop(transport, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


def raise_descriptors(most: int = 16_384) -> None:
    """Raises the limit of open files of this process as far as the system allows, up to `most`."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
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


class TimedHttp(HttpToolsProtocol):
    """An HTTP connection that is counted and timed."""

    _timer: asyncio.TimerHandle | None = None

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
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Begins to wait for a request's header."""
        super().on_message_begin()
        self._start_timer()

    def on_headers_complete(self) -> None:
        """Stops the timer: the header has arrived."""
        self._stop_timer()
        self._network.mark_busy(self.transport)
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Begins a live connection; if the address opens too many, refuses it after a delay."""
        if self._network.admits_live(self.client[0] if self.client else ""):
            super().handle_websocket_upgrade()
            return
        self._network.mark_idle(self.transport)
        self.transport.pause_reading()
        self.loop.call_later(_HOLD, self._refuse, _TOO_MANY)

    def on_response_complete(self) -> None:
        """Begins to wait for the next request."""
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

    def _refuse(self, response: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(response)
            self.transport.close()


class CountedLive(WebSocketsSansIOProtocol):
    """A live connection that is counted."""

    def __init__(self, config: Any, server_state: Any, *more: Any, **named: Any) -> None:
        super().__init__(config, server_state, *more, **named)
        self._network = _connections(config, server_state)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn does
        """Marks the connection as idle until it has sent a key."""
        super().connection_made(transport)
        self._network.mark_idle(transport)

    async def send(self, message: Any) -> None:
        """Sends a message; the first is sent only once a key has been accepted."""
        if message["type"] == "websocket.send":
            self._network.mark_busy(self.transport)
        await super().send(message)

    def connection_lost(self, exc: Exception | None) -> None:
        """Removes the connection from the count."""
        self._network.leave(self.transport)
        super().connection_lost(exc)
