"""Live connections: a WebSocket for pages, server-sent events and JSON lines for bots."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rulewright.rules.parameters import read
from rulewright.server import requests
from rulewright.server.auth import enter, request_key
from rulewright.server.context import Context
from rulewright.server.errors import RateLimited, RequestRefused, Unauthorized, error_response
from rulewright.server.fair_queue import Caller, network
from rulewright.server.guards import check_host, check_origin
from rulewright.server.live.frames import ClosedFrame, EventFrame, Frame, PingFrame
from rulewright.table.tables import TableSeat

_LOG = logging.getLogger("rulewright.server")
_GOODBYE = 1.0
"""Seconds to send the reason why a connection ends."""

CLOSING = {400: 4400, 401: 4401, 403: 4403, 404: 4404, 409: 4409, 429: 4429, 503: 1013}
"""The code that a live connection is closed with, by HTTP status; 4408 when a client reads too slowly."""
_TOO_SLOW = 4408
_ENTERING = 250
"""Connections of one address that have not sent a key yet."""
_SERVER_ERROR = 1011

_encode = msgspec.json.Encoder().encode


def live(context: Context, names: frozenset[str]) -> Callable[[WebSocket], Awaitable[None]]:
    """The WebSocket of a table: every frame from an event on."""
    entering: Counter[str] = Counter()

    async def endpoint(socket: WebSocket) -> None:
        address = network(socket.client.host if socket.client else "")
        try:
            check_host(socket.headers, names)
            check_origin(socket.headers)
            context.address_rate.take(address)
            if entering[address] >= _ENTERING:
                raise RequestRefused("too many connections without a key")
        except (RequestRefused, RateLimited):
            await socket.close()  # before it is accepted: the handshake is refused with 403
            return
        entering[address] += 1
        try:
            await socket.accept()
            place, key = await _authenticate(context, socket, address)
        except (WebSocketDisconnect, asyncio.CancelledError):
            return
        except TimeoutError:
            await _close(socket, _TOO_SLOW, "too slow: no key was sent")
            return
        except Exception as error:
            await _close(socket, *_close_reason(error))
            return
        finally:
            entering[address] -= 1
            if not entering[address]:
                del entering[address]
        try:
            wanted = read(requests.FollowRequest, _query_values(dict(socket.query_params)))
            await _until_first(_send_all(context, socket, place, key, wanted, address), _listen(socket))
        except (WebSocketDisconnect, asyncio.CancelledError):
            return
        except TimeoutError:
            await _close(socket, _TOO_SLOW, "too slow: connect again and continue after the last event")
        except Exception as error:
            await _close(socket, *_close_reason(error))

    return endpoint


async def _authenticate(context: Context, socket: WebSocket, address: str) -> tuple[TableSeat, str]:
    """The seat of a client, by cookie, or by a first message {"key": ...}."""
    key = request_key(socket)
    if not key:
        first = await asyncio.wait_for(socket.receive(), context.settings.patience)
        if first["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        key = _first_key(first.get("text") or first.get("bytes") or b"")
    table = str(socket.path_params["table"])
    return await context.in_thread(Caller(address, table), enter, context.tables, key, table), key


def _first_key(data: str | bytes) -> str:
    try:
        sent = msgspec.json.decode(data, type=dict[str, str])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Unauthorized('a key is needed: send {"key": "KEY"} first') from None
    return sent.get("key", "")


async def _send_all(
    context: Context, socket: WebSocket, place: TableSeat, key: str, wanted: requests.FollowRequest, address: str
) -> None:
    """Sends every frame; raises `TimeoutError` when one cannot be delivered in time."""
    async with aclosing(context.hub.follow(place, key, wanted, address)) as frames, asyncio.timeout(None) as timeout:
        patience = _SharedTimeout(timeout, context.settings.patience)
        try:
            async for frame in frames:
                patience.begin()
                await socket.send_text(_encode(frame).decode())
                patience.end()
        finally:
            patience.close()


class _SharedTimeout:
    """Ends a timeout when one of many short pieces of work takes too long, with one timer for many of them."""

    def __init__(self, timeout: asyncio.Timeout, seconds: float) -> None:
        self._timeout = timeout
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._began: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Begins a piece of work."""
        self._began = self._loop.time()
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._check)

    def end(self) -> None:
        """Ends a piece of work."""
        self._began = None

    def _check(self) -> None:
        self._timer = None
        if self._began is None:
            return
        left = self._began + self._seconds - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._check)
        else:
            self._timeout.reschedule(self._loop.time())

    def close(self) -> None:
        """Stops the timer."""
        if self._timer is not None:
            self._timer.cancel()


async def _listen(socket: WebSocket) -> None:
    """Waits until the client disconnects; its messages are ignored."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect


async def _until_first(*works: Any) -> None:
    """Runs coroutines until the first ends, then cancels the others; raises the error of the first."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        try:
            await asyncio.wait_for(socket.close(code, reason[:120]), _GOODBYE)
        except (RuntimeError, TimeoutError, WebSocketDisconnect):
            return  # the client had disconnected already


def _close_reason(error: Exception) -> tuple[int, str]:
    found = error_response(error)
    if found is None:
        _LOG.error("a live connection failed", exc_info=error)
        return _SERVER_ERROR, "something went wrong in the server; it was logged"
    status, failure = found
    return CLOSING.get(status, _SERVER_ERROR), failure.error


def _query_values(query: dict[str, str]) -> dict[str, Any]:
    """The values of a query in which all values are numbers, true or false."""
    return {name: _query_value(text) for name, text in query.items()}


def _query_value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else text


# --- for bots


def follow_events(context: Context) -> Callable[[Request], Awaitable[Response]]:
    """The frames of a table as server-sent events, or as JSON lines for `Accept: application/x-ndjson`."""

    async def endpoint(request: Request) -> Response:
        key, address = request_key(request), network(request.client.host if request.client else "")
        try:
            table = str(request.path_params["table"])
            place = await context.in_thread(Caller(address, table), enter, context.tables, key, table)
        except Unauthorized:
            context.address_rate.take(address)  # limits guessing of keys
            raise
        context.seat_rate.take(f"{place.table} {place.seat}")
        query = dict(request.query_params)
        if "after" not in query and (last := request.headers.get("last-event-id")):
            query["after"] = last
        wanted = read(requests.FollowRequest, _query_values(query))
        as_lines = "ndjson" in request.headers.get("accept", "") or "jsonl" in request.headers.get("accept", "")
        media = "application/x-ndjson" if as_lines else "text/event-stream"
        frames = context.hub.follow(place, key, wanted, address)
        first = await anext(frames)  # a refusal is raised here, and answered with a status
        written = _encoded(first, frames, _line if as_lines else _sent_event)
        headers = {"X-Accel-Buffering": "no"}
        return _TimedStream(written, media_type=media, headers=headers, patience=context.settings.patience)

    return endpoint


class _TimedStream(StreamingResponse):
    """A stream that ends when a frame cannot be delivered in time."""

    def __init__(self, *given: Any, patience: float, **more: Any) -> None:
        super().__init__(*given, **more)
        self._patience = patience

    async def stream_response(self, send: Send) -> None:
        """Sends every frame, each in time."""

        async def in_time(message: Any) -> None:
            async with asyncio.timeout(self._patience):
                await send(message)

        try:
            await super().stream_response(in_time)
        except TimeoutError:
            _LOG.info("a follower reads too slowly and was disconnected")


async def _encoded(
    first: Frame, frames: AsyncGenerator[Frame, None], encode: Callable[[Frame], bytes]
) -> AsyncIterator[bytes]:
    async with aclosing(frames):
        yield encode(first)
        try:
            async for frame in frames:
                yield encode(frame)
        except Exception as error:
            yield encode(ClosedFrame(*_close_reason(error)))


def _line(frame: Frame) -> bytes:
    return _encode(frame) + b"\n"


def _sent_event(frame: Frame) -> bytes:
    number = f"id: {frame.seq}\n".encode() if isinstance(frame, EventFrame | PingFrame) else b""
    kind = str(frame.__struct_config__.tag)
    return number + f"event: {kind}\n".encode() + b"data: " + _encode(frame) + b"\n\n"
