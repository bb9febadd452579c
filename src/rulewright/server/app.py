"""The web application, built from the route table."""

import asyncio
import inspect
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache, partial
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as Path
from starlette.routing import WebSocketRoute

from rulewright.game import Words, find_game
from rulewright.game.discovery import is_read
from rulewright.game.pinned import is_pinned
from rulewright.game.plain_data import encode_exact
from rulewright.rules import BadInput
from rulewright.server.auth import COOKIE, check_role, request_key, require_game, require_seat, seat_of_key
from rulewright.server.compress import compressed
from rulewright.server.context import Context
from rulewright.server.errors import BodyTooLarge, ClientGone, RateLimited, TooSlow, error_response, plain_error
from rulewright.server.fair_queue import Caller, network
from rulewright.server.fair_threads import SERVER
from rulewright.server.guards import SecurityHeaders, check_host, check_origin
from rulewright.server.live.connections import follow_events, live
from rulewright.server.openapi import document
from rulewright.server.pages import site
from rulewright.server.parse import SHORT, HeldBody, cost, read_request
from rulewright.server.perform_in_worker import write_played
from rulewright.server.rate_limits import ADDRESS
from rulewright.server.responses import SeatResponse
from rulewright.server.route_types import Call, Route, TextStream
from rulewright.server.routes import EVENTS, LIVE, PREFIX, ROUTES
from rulewright.server.streams import sent
from rulewright.table.errors import DamagedEvent, NotFound
from rulewright.table.game_words import words_of
from rulewright.table.perform import Performing
from rulewright.table.stores import StoreFault
from rulewright.table.tables import TableSeat

_LOG = logging.getLogger("rulewright.server")
_QUICK = 0.05
"""Seconds after which a handler whose client has disconnected is cancelled: cancelling sooner would save nothing."""
_encode = msgspec.json.Encoder(enc_hook=encode_exact).encode

Endpoint = Callable[[Request], Awaitable[Response]]


def json_response(value: Any, status: int = 200) -> Response:
    """A response with plain data or structs as JSON."""
    return Response(_encode(value), status, media_type="application/json")


def application(context: Context) -> Starlette:
    """The application with every route of the server."""
    names = frozenset(name.lower() for name in context.settings.names)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        context.hub.start()
        always = (context.prepare(), context.collect_garbage(), context.beat(), context.forget())
        regular = [asyncio.create_task(work) for work in always]
        try:
            yield
        finally:
            for task in regular:
                task.cancel()
            await asyncio.gather(*regular, return_exceptions=True)
            await asyncio.to_thread(context.close)

    def guarded(name: str, answer: Endpoint) -> Endpoint:
        return _guarded(context, names, name, answer)

    paths = [
        Path(PREFIX + route.path, guarded(route.name, _endpoint(context, route)), methods=[route.method])
        # Starlette compares a request with one after another: what is sent most comes first.
        for route in sorted(ROUTES, key=lambda route: (route.who == "public", route.method == "GET"))
    ]
    paths += [
        Path(PREFIX + EVENTS, guarded("events", follow_events(context)), methods=["GET"]),
        Path(PREFIX + "/openapi.json", guarded("openapi", _openapi(context)), methods=["GET"]),
        Path("/health", guarded("health", _health(context)), methods=["GET"]),
        Path("/metrics", guarded("metrics", _metrics(context)), methods=["GET"]),
        Path("/{path:path}", guarded("site", site), methods=["GET"]),
    ]
    return Starlette(
        routes=[*paths, WebSocketRoute(PREFIX + LIVE, live(context, names))],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: _no_such_route},  # type: ignore[dict-item] # Starlette's type is too narrow
        lifespan=running,
    )


def _endpoint(context: Context, route: Route) -> Endpoint:
    """The endpoint of one route."""
    return _public_endpoint(context, route) if route.who == "public" else _seat_endpoint(context, route)


def _public_endpoint(context: Context, route: Route) -> Endpoint:
    """The endpoint of a route without a key: limit, read, handle, encode."""
    is_async = inspect.iscoroutinefunction(route.handler)

    async def answer(request: Request) -> Response:
        path, address = _path_and_address(request)
        context.address_rate.take(address)
        _take_allowance(context, route, TableSeat("", ""), address)
        held = None  # a pinned game is known only as long as a reference to it is held
        if is_pinned(path.get("slug", "")):
            context.exact_address_rate.take(address)
            held = await context.in_thread(Caller(address), context.tables.rulebooks.find, path["slug"])
        call = Call(context, path, address)
        if route.raw:
            with TemporaryDirectory(prefix="rulewright-") as folder, HeldBody(context.files, address) as sent:
                call = replace(call, file=await sent.save(context, request, route.largest, folder))
                handling: Any = route.handler(call, route.takes())
                return _response(request, await _while_connected(request, handling), context, call.caller)
        with HeldBody(context.bodies, address) as sent:
            body = await sent.read(request, route.largest) if route.has_body else b""
            if len(body) > SHORT:
                context.address_rate.take(address, cost(body) - 1)
                wanted = await context.in_thread(Caller(address), read_request, route, request, body)
            else:
                wanted = read_request(route, request, body)
            if is_async:
                found = await _while_connected(request, route.handler(call, wanted))
            else:
                found = await context.in_thread(Caller(address), route.handler, call, wanted)
        del held
        response = _response(request, found, context, call.caller)
        if route.method == "GET" or route.compresses:
            return compressed(request, response, keep=route.method == "GET")
        return response

    return answer


def _seat_endpoint(context: Context, route: Route) -> Endpoint:
    """The endpoint of a route with a key: read, authenticate, limit, handle, encode.

    A handler that runs in a thread shares it with the authentication: changing threads would take as long as either.
    """
    is_async = inspect.iscoroutinefunction(route.handler)

    async def answer(request: Request) -> Response:
        path, address = _path_and_address(request)
        caller = Caller(address, path["table"])
        entered: tuple[Call, Struct] | None = None
        body = b""

        def enter() -> tuple[Call, Struct]:
            place = _authenticated(context, route, request, address)
            require_game(context.tables.known_state(place.table).game)
            context.seat_rate.take(f"{place.table} {place.seat}", cost(body))
            _take_allowance(context, route, place, address)
            expires = partial(context.tables.key_expires, request_key(request))
            return Call(context, path, address, place, key_expires=expires), read_request(route, request, body)

        def handle(performing: Performing) -> Any:
            nonlocal entered
            call, wanted = entered = entered or enter()  # only once, even if `handle` runs again with a worker's result
            return counted(route.handler(replace(call, performing=performing), wanted))

        def counted(found: Any) -> Response:
            """The response with its length counted for the seat, even if the client has gone."""
            response = _response(request, found, context, caller)
            if entered is not None and not isinstance(response, StreamingResponse):
                place = entered[0].place
                context.seat_rate.owe(f"{place.table} {place.seat}", cost(bytes(response.body)) - 1)
            return response

        with HeldBody(context.bodies, address) as sent:
            if route.has_body:
                body = await sent.read(request, route.largest)
            try:
                if is_async:
                    entered = await context.in_thread(caller, enter)
                    handling = route.handler(*entered)
                else:
                    handling = write_played(context, caller, handle)
                found = await _while_connected(request, handling)
            except BadInput:
                if entered is not None:
                    require_seat(context.tables, entered[0].place)
                raise
            return found if isinstance(found, Response) else counted(found)

    return answer


def _path_and_address(request: Request) -> tuple[dict[str, str], str]:
    """The parameters in the path of a request, and the address that it is counted for."""
    address = network(request.client.host if request.client else "")
    ADDRESS.set(address)
    return {name: str(value) for name, value in request.path_params.items()}, address


async def _while_connected(request: Request, handling: Awaitable[Any]) -> Any:
    """The result of a handler, which is cancelled with its work if it takes long and the client disconnects."""
    task = asyncio.current_task()
    assert task is not None
    watches: list[asyncio.Task[None]] = []
    is_gone = False

    def watch() -> None:
        watches.append(asyncio.ensure_future(_disconnected(request)))
        watches[0].add_done_callback(end)

    def end(watch: asyncio.Task[None]) -> None:
        nonlocal is_gone
        if not watch.cancelled():
            is_gone = task.cancel()

    timer = asyncio.get_running_loop().call_later(_QUICK, watch)
    try:
        found = await handling
        if is_gone:
            await asyncio.sleep(0)  # the cancellation arrives here
        return found
    except asyncio.CancelledError:
        if is_gone:
            task.uncancel()
            raise ClientGone from None
        raise
    finally:
        timer.cancel()
        for one in watches:
            one.remove_done_callback(end)
            one.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _authenticated(context: Context, route: Route, request: Request, address: str) -> TableSeat:
    """The seat of a request, if it may call a route."""
    try:
        place = seat_of_key(context.tables, request_key(request), str(request.path_params["table"]))
        check_role(context.tables, place, route.who)
    except Exception:
        context.address_rate.take(address)  # limits guessing of keys
        raise
    return place


def _take_allowance(context: Context, route: Route, place: TableSeat, address: str) -> None:
    """Charges a costly request to the allowance of its seat or, without one, of its address."""
    if route.cost == "opens":
        context.open_rate.take(address)
        context.quotas.open(address)
    if route.cost == "exact" and place.seat:
        context.exact_seat_rate.take(f"{place.table} {place.seat}")
    elif route.cost == "exact":
        context.exact_address_rate.take(address)


def _response(request: Request, found: Any, context: Context, caller: Caller) -> Response:
    if isinstance(found, TextStream):
        named = {"Content-Disposition": f"attachment; filename={found.filename}"}
        return StreamingResponse(sent(context, caller, found.first, found.rest), media_type=found.media, headers=named)
    response = json_response(found)
    if isinstance(found, SeatResponse):
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


def _guarded(context: Context, names: frozenset[str], name: str, answer: Endpoint) -> Endpoint:
    """An endpoint with the guards before it, errors as responses, and metrics."""

    async def endpoint(request: Request) -> Response:
        started = perf_counter()
        try:
            check_host(request.headers, names)
            if request.method not in ("GET", "HEAD"):
                check_origin(request.headers)
            response = await answer(request)
        except Exception as error:
            response = _error_response(context, error, name, _game_words(context, error, request))
            if not isinstance(error, ClientGone):
                await context.slow_down(request.client.host if request.client else "")
        took = perf_counter() - started
        context.metrics.took(name, response.status_code, took)
        _LOG.info("%s %s %d", request.method, name, response.status_code, extra={"took": took})
        return response

    return endpoint


def _game_words(context: Context, error: Exception, request: Request) -> Words:
    """The words of the game that a request is about, for an error that names one of its fields."""
    table, slug = request.path_params.get("table"), request.path_params.get("slug")
    if not isinstance(error, BadInput) or error.wrong is None:
        return Words()
    with suppress(BadInput, NotFound):
        if table:
            return words_of(context.tables.known_state(str(table)))
        if slug and is_read(str(slug)):
            return find_game(str(slug)).words
    return Words()


def _error_response(context: Context, error: Exception, name: str, words: Words) -> Response:
    found = error_response(error, words)
    if found is None:
        number = token_hex(6)
        _LOG.exception("error %s in %s", number, name)
        return json_response(plain_error("something went wrong in the server; it was logged", number), 500)
    status, failure = found
    if isinstance(error, StoreFault | DamagedEvent):
        _LOG.error("%s fails: %s", name, error)
    if isinstance(error, StoreFault):
        context.health.note_fault()
    response = json_response(failure, status)
    if isinstance(error, TooSlow | BodyTooLarge):
        response.headers["Connection"] = "close"  # the rest of the body is not read
    if status == 503:
        response.headers["Retry-After"] = "5"
    if isinstance(error, RateLimited):
        response.headers["Retry-After"] = f"{error.wait:.0f}"
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


async def _no_such_route(request: Request, error: HTTPException) -> Response:
    words = {404: "not found; see /api/v1/openapi.json for every path", 405: "this path does not support the method"}
    response = json_response(plain_error(words.get(error.status_code, str(error.detail))), error.status_code)
    response.headers.update(error.headers or {})
    return response


@lru_cache(maxsize=1)
def _openapi_document() -> bytes:
    return _encode(document())


def _openapi(context: Context) -> Endpoint:
    async def openapi(request: Request) -> Response:
        """The OpenAPI document, which is long."""
        context.address_rate.take(network(request.client.host if request.client else ""))
        response = Response(await context.in_thread(SERVER, _openapi_document), media_type="application/json")
        return compressed(request, response)

    return openapi


def _health(context: Context) -> Endpoint:
    async def health(request: Request) -> Response:
        """The health check: whether the store can be read and written, and its disk has room."""
        problem = await context.health.problem()
        return json_response({"ok": False, "error": problem}, 503) if problem else json_response({"ok": True})

    return health


def _metrics(context: Context) -> Endpoint:
    async def metrics(request: Request) -> Response:
        """The metrics of this process."""
        gauges = {
            "tables_followed": float(context.hub.tables),
            "live_connections": float(context.hub.count),
            "computations_waiting": float(context.workers.waiting),
            "computations_done": float(context.workers.done),
        }
        return Response(context.metrics.text(gauges), media_type="text/plain; version=0.0.4; charset=utf-8")

    return metrics
