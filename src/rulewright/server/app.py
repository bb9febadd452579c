"""The web application, made from the route table."""

import asyncio
import inspect
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from time import perf_counter
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Path
from starlette.routing import WebSocketRoute

from rulewright.server.auth import COOKIE, check_role, given_key, place_of
from rulewright.server.compress import packed
from rulewright.server.context import House
from rulewright.server.errors import Failure, Limited, failure_of
from rulewright.server.guards import Guarded, check_host, check_origin
from rulewright.server.live.connections import follow_events, live
from rulewright.server.openapi import document
from rulewright.server.pages import site
from rulewright.server.parse import read_body, read_wanted
from rulewright.server.route_types import Call, Entered, Route, Text
from rulewright.server.routes import EVENTS, LIVE, PREFIX, ROUTES
from rulewright.table.tables import Place

_LOG = logging.getLogger("rulewright.server")
_encode = msgspec.json.Encoder().encode

Endpoint = Callable[[Request], Awaitable[Response]]


def json_response(value: Any, status: int = 200) -> Response:
    """Plain data or structs as JSON."""
    return Response(_encode(value), status, media_type="application/json")


def application(house: House) -> Starlette:
    """Everything the server answers to."""
    names = frozenset(name.lower() for name in house.ways.names)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        house.hub.start()
        beating = asyncio.create_task(house.beat())
        try:
            yield
        finally:
            beating.cancel()
            with suppress(asyncio.CancelledError):
                await beating
            await asyncio.to_thread(house.close)

    def guarded(name: str, answer: Endpoint) -> Endpoint:
        return _answered(house, names, name, answer)

    paths = [
        Path(PREFIX + route.path, guarded(route.name, _endpoint(house, route)), methods=[route.method])
        for route in ROUTES
    ]
    paths += [
        Path(PREFIX + EVENTS, guarded("events", follow_events(house)), methods=["GET"]),
        Path(PREFIX + "/openapi.json", guarded("openapi", _openapi), methods=["GET"]),
        Path("/health", guarded("health", _health(house)), methods=["GET"]),
        Path("/metrics", guarded("metrics", _metrics(house)), methods=["GET"]),
        Path("/{path:path}", guarded("site", site), methods=["GET"]),
    ]
    return Starlette(
        routes=[*paths, WebSocketRoute(PREFIX + LIVE, live(house, names))],
        middleware=[Middleware(Guarded)],
        exception_handlers={HTTPException: _no_such_route},  # type: ignore[dict-item] # Starlette's type is too narrow
        lifespan=running,
    )


def _endpoint(house: House, route: Route) -> Endpoint:
    """What answers one route: read, let in, do, write."""

    async def answer(request: Request) -> Response:
        path = {name: str(value) for name, value in request.path_params.items()}
        address = request.client.host if request.client else ""
        place = Place("", "")
        key = ""
        if route.who == "public":
            house.address_rate.take(address)
        else:
            key = given_key(request)
            try:
                place = await house.in_thread(_let_in, house, route, key, path["table"])
            except Exception:
                house.address_rate.take(address)  # guessing at keys is not free
                raise
            house.seat_rate.take(f"{place.table} {place.seat}")
        _pay(house, route, place, address)
        body = await read_body(request, route.largest) if route.has_body else b""
        wanted = route.takes() if route.raw else read_wanted(route, request, body)
        call = Call(house, path, address, place, body if route.raw else b"")
        if inspect.iscoroutinefunction(route.handler):
            found = await route.handler(call, wanted)
        else:
            found = await house.in_thread(route.handler, call, wanted)
        response = _response(request, found)
        return packed(request, response) if route.who == "public" and route.method == "GET" else response

    return answer


def _let_in(house: House, route: Route, key: str, table: str) -> Place:
    place = place_of(house.tables, key, table)
    check_role(house.tables, place, route.who)
    return place


def _pay(house: House, route: Route, place: Place, address: str) -> None:
    """What a costly request takes from the allowance of a seat, or of an address that has none."""
    if route.cost == "opens":
        house.open_rate.take(address)
    if route.cost == "exact" and place.seat:
        house.exact_seat_rate.take(f"{place.table} {place.seat}")
    elif route.cost == "exact":
        house.exact_address_rate.take(address)


def _response(request: Request, found: Any) -> Response:
    if isinstance(found, Text):
        headers = {"Content-Disposition": f"attachment; filename={found.filename}"} if found.filename else None
        return Response(found.body, media_type=found.media, headers=headers)
    response = json_response(found)
    if isinstance(found, Entered):
        response.set_cookie(
            COOKIE,
            found.key,
            path=f"{PREFIX}/tables/{quote(found.table)}",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
            max_age=366 * 24 * 3600,
        )
    return response


def _answered(house: House, names: frozenset[str], name: str, answer: Endpoint) -> Endpoint:
    """An endpoint behind the guards, whose errors are one line each and which is counted."""

    async def endpoint(request: Request) -> Response:
        started = perf_counter()
        try:
            check_host(request.headers, names)
            if request.method not in ("GET", "HEAD"):
                check_origin(request.headers)
            response = await answer(request)
        except Exception as error:
            response = _refused(error, name)
        took = perf_counter() - started
        house.metrics.took(name, response.status_code, took)
        _LOG.info("%s %s %d", request.method, name, response.status_code, extra={"took": took})
        return response

    return endpoint


def _refused(error: Exception, name: str) -> Response:
    found = failure_of(error)
    if found is None:
        number = token_hex(6)
        _LOG.exception("error %s in %s", number, name)
        return json_response(Failure("something went wrong here; it was written down", id=number), 500)
    status, failure = found
    response = json_response(failure, status)
    if isinstance(error, Limited):
        response.headers["Retry-After"] = f"{error.wait:.0f}"
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


async def _no_such_route(request: Request, error: HTTPException) -> Response:
    words = {404: "there is nothing here; see /api/v1/openapi.json", 405: "this cannot be asked for in that way"}
    response = json_response(Failure(words.get(error.status_code, str(error.detail))), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _openapi(request: Request) -> Response:
    return json_response(document())


def _health(house: House) -> Endpoint:
    async def health(request: Request) -> Response:
        """Whether the store answers."""
        await house.in_thread(house.store.last, "health")
        return json_response({"ok": True})

    return health


def _metrics(house: House) -> Endpoint:
    async def metrics(request: Request) -> Response:
        """Numbers of this process."""
        gauges = {
            "tables_followed": float(house.hub.tables),
            "live_connections": float(house.hub.count),
            "computations_waiting": float(sum(lane.waiting for lane in house.lanes)),
            "computations_done": float(sum(lane.done for lane in house.lanes)),
        }
        return Response(house.metrics.text(gauges), media_type="text/plain; version=0.0.4; charset=utf-8")

    return metrics
