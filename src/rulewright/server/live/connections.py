"""Live updates on the wire: a WebSocket for pages, server-sent events and JSON lines for bots."""

import asyncio
import logging
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
from rulewright.server.auth import given_key, place_of
from rulewright.server.context import House
from rulewright.server.errors import Limited, Locked, NotAllowed, failure_of
from rulewright.server.guards import check_host, check_origin
from rulewright.table.tables import Place

_LOG = logging.getLogger("rulewright.server")
_GOODBYE = 1.0
"""Seconds to tell somebody why the connection ends."""

CLOSING = {400: 4400, 401: 4401, 403: 4403, 404: 4404, 409: 4409, 429: 4429}
"""Why a live connection ends, as the code it is closed with; 4408 when somebody is too slow."""
_TOO_SLOW = 4408
_OUR_FAULT = 1011

_encode = msgspec.json.Encoder().encode
Message = dict[str, Any]


def live(house: House, names: frozenset[str]) -> Callable[[WebSocket], Awaitable[None]]:
    """The WebSocket of a table: everything that happens, from an event on."""

    async def endpoint(socket: WebSocket) -> None:
        try:
            check_host(socket.headers, names)
            check_origin(socket.headers)
            house.address_rate.take(socket.client.host if socket.client else "")
        except (NotAllowed, Limited):
            await socket.close()  # before it is accepted: the handshake is refused with 403
            return
        await socket.accept()
        try:
            place, key = await _entered(house, socket)
            wanted = read(requests.Follow, _numbers(dict(socket.query_params)))
            await _both(_send_all(house, socket, place, key, wanted.after), _listen(socket))
        except (WebSocketDisconnect, asyncio.CancelledError):
            return
        except TimeoutError:
            await _close(socket, _TOO_SLOW, "too slow: connect again and go on after the last event")
        except Exception as error:
            await _close(socket, *_reason(error))

    return endpoint


async def _entered(house: House, socket: WebSocket) -> tuple[Place, str]:
    """The seat of whoever connects, by cookie, or by a first message {"key": ...}."""
    key = given_key(socket)
    if not key:
        first = await asyncio.wait_for(socket.receive(), house.ways.patience)
        if first["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        key = _first_key(first.get("text") or first.get("bytes") or b"")
    return await house.in_thread(place_of, house.tables, key, str(socket.path_params["table"])), key


def _first_key(data: str | bytes) -> str:
    try:
        told = msgspec.json.decode(data, type=dict[str, str])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Locked('a key is needed: send {"key": "KEY"} first') from None
    return told.get("key", "")


async def _send_all(house: House, socket: WebSocket, place: Place, key: str, after: int | None) -> None:
    async with aclosing(house.hub.follow(place, key, after)) as messages:
        async for message in messages:
            await asyncio.wait_for(socket.send_text(_encode(message).decode()), house.ways.patience)


async def _listen(socket: WebSocket) -> None:
    """Nothing is expected from a follower; but whether it is still there shows here."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect


async def _both(*works: Any) -> None:
    """Run two until one ends, then end the other; raises what the first raised."""
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
            return  # it had gone already


def _reason(error: Exception) -> tuple[int, str]:
    found = failure_of(error)
    if found is None:
        _LOG.error("a live connection failed", exc_info=error)
        return _OUR_FAULT, "something went wrong here"
    status, failure = found
    return CLOSING.get(status, _OUR_FAULT), failure.error


def _numbers(query: dict[str, str]) -> dict[str, Any]:
    """A query whose only values are numbers."""
    return {
        name: int(text) if text.isascii() and text.isdigit() and len(text) < 16 else text
        for name, text in query.items()
    }


# --- for bots


def follow_events(house: House) -> Callable[[Request], Awaitable[Response]]:
    """The same as a stream of server-sent events, or of JSON lines for `Accept: application/x-ndjson`."""

    async def endpoint(request: Request) -> Response:
        key = given_key(request)
        place = await house.in_thread(place_of, house.tables, key, request.path_params["table"])
        house.seat_rate.take(f"{place.table} {place.seat}")
        query = dict(request.query_params)
        if "after" not in query and (last := request.headers.get("last-event-id")):
            query["after"] = last
        after = read(requests.Follow, _numbers(query)).after
        as_lines = "ndjson" in request.headers.get("accept", "") or "jsonl" in request.headers.get("accept", "")
        media = "application/x-ndjson" if as_lines else "text/event-stream"
        messages = house.hub.follow(place, key, after)
        first = await anext(messages)  # what refuses the connection refuses it here, with a status
        written = _written(first, messages, _line if as_lines else _sent_event)
        headers = {"X-Accel-Buffering": "no"}
        return _PatientResponse(written, media_type=media, headers=headers, patience=house.ways.patience)

    return endpoint


class _PatientResponse(StreamingResponse):
    """A stream that ends when a message cannot be delivered in time."""

    def __init__(self, *given: Any, patience: float, **more: Any) -> None:
        super().__init__(*given, **more)
        self._patience = patience

    async def stream_response(self, send: Send) -> None:
        """Send every message, each in time."""

        async def in_time(message: Any) -> None:
            await asyncio.wait_for(send(message), self._patience)

        try:
            await super().stream_response(in_time)
        except TimeoutError:
            _LOG.info("a follower reads too slowly and was let go")


async def _written(
    first: Message, messages: AsyncGenerator[Message, None], write: Callable[[Message], bytes]
) -> AsyncIterator[bytes]:
    async with aclosing(messages):
        yield write(first)
        try:
            async for message in messages:
                yield write(message)
        except Exception as error:
            code, reason = _reason(error)
            yield write({"type": "closed", "code": code, "reason": reason})


def _line(message: Message) -> bytes:
    return _encode(message) + b"\n"


def _sent_event(message: Message) -> bytes:
    seq = message["event"]["seq"] if message["type"] == "event" else message.get("seq")
    number = b"" if seq is None or message["type"] == "hello" else f"id: {seq}\n".encode()
    return number + f"event: {message['type']}\n".encode() + b"data: " + _encode(message) + b"\n\n"
