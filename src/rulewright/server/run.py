"""Runs the server on a socket until it is stopped."""

import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType

import msgspec
import uvicorn
from starlette.applications import Starlette

from rulewright.game import working_games
from rulewright.rules import BadInput
from rulewright.server.app import application
from rulewright.server.context import SOON, Context, ServerSettings
from rulewright.server.network_limits import CountedLive, TimedConfig, TimedHttp, raise_descriptors
from rulewright.server.server_log import set_up_logs
from rulewright.table.stores import open_store

_WHERE, _SETTINGS, _JSON = (f"RULEWRIGHT_SERVE_{name}" for name in ("DATABASE", "SETTINGS", "LOG_JSON"))

_FRAME = 64_000
_GRACE, _MORE_GRACE = 5, 5
"""Seconds for requests to end when the server stops, and for everything else."""
_SWITCH = 0.001
"""The switch interval of threads, in seconds."""
_KEEP_ALIVE = 30
"""Seconds that a connection may stay idle, unless another needs its place."""
_PATIENCE = 2.0
"""Seconds to wait for a database that does not answer; from then on requests fail at once."""


def uvicorn_config(
    app: Starlette | str | Callable[..., Starlette], settings: ServerSettings = ServerSettings(), **more: object
) -> uvicorn.Config:
    """The configuration of uvicorn for the application. Only the proxies in the settings are trusted."""
    raise_descriptors()
    return TimedConfig(
        app,
        network=(settings.network, settings.proxies),
        http=TimedHttp,
        ws=CountedLive,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=_FRAME,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        timeout_keep_alive=_KEEP_ALIVE,
        backlog=2048,
        **more,
    )


def listen(host: str, port: int, patience: float = ServerSettings().patience) -> socket.socket:
    """A listening socket; raises `BadInput` when the address cannot be bound.

    Where the system supports it, a client that reads nothing for twice the `patience` is disconnected.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(2_000 * patience))
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        no_such_host = isinstance(error, socket.gaierror) or getattr(error, "errno", None) == errno.EADDRNOTAVAIL
        other = "--host" if no_such_host else "--port"
        raise BadInput(f"cannot listen on {host[:100]} port {port}: {reason}; choose another with {other}") from None
    listener.set_inheritable(True)
    return listener


def _load_soon() -> None:
    """Loads every game once the server has started, and keeps pauses of the event loop short.

    Without `gc.freeze` each full garbage collection would stop everything for a tenth of a second; with the default
    switch interval a computing thread would block the event loop for five milliseconds at a time.
    """
    sys.setswitchinterval(_SWITCH)

    def load() -> None:
        working_games()
        gc.collect()
        gc.freeze()

    loading = threading.Timer(SOON, load)
    loading.daemon = True
    loading.start()


def end_when_stopped() -> None:
    """Makes SIGINT and SIGTERM end the process at once, with status 0: being stopped is not a failure.

    This is for the time before uvicorn handles the signals, when nothing has been acknowledged, and after its shutdown,
    when it raises them again. An exception in place of the exit could be swallowed by whatever the signal interrupts,
    such as a callback of the import system.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: os._exit(0))


def _end_in_any_case() -> None:
    """Ends a stopped process after some seconds, even if something still runs in it.

    Everything acknowledged is on the disk by then, so that nothing is lost. uvicorn builds the application
    after it has set its own signal handlers, which are called first.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        stop = signal.getsignal(number)

        def stopping(number: int, frame: FrameType | None, stop: object = stop) -> None:
            end = threading.Timer(_GRACE + _MORE_GRACE, os._exit, (0,))
            end.daemon = True
            end.start()
            if callable(stop):
                stop(number, frame)

        signal.signal(number, stopping)


def serve(
    listener: socket.socket,
    where: str | None,
    settings: ServerSettings = ServerSettings(),
    workers: int = 1,
    log_json: bool = False,
) -> None:
    """Serves until stopped, after `end_when_stopped`. Several workers share the socket and the store."""
    set_up_logs(log_json)
    shared = workers > 1 or (where or os.environ.get("RULEWRIGHT_DATABASE", "")).startswith("postgres")
    settings = msgspec.structs.replace(settings, shared=shared)
    if workers == 1:
        context = Context(open_store(where, patience=_PATIENCE), settings)

        def build() -> Starlette:
            _end_in_any_case()
            _load_soon()
            return application(context)

        uvicorn.Server(uvicorn_config(build, settings, factory=True)).run(sockets=[listener])
        return
    if where is not None:
        os.environ[_WHERE] = where
    os.environ[_SETTINGS] = msgspec.json.encode(settings).decode()
    os.environ[_JSON] = "1" if log_json else ""
    config = uvicorn_config("rulewright.server.run:app_from_environment", settings, factory=True, workers=workers)
    from uvicorn.supervisors import Multiprocess

    Multiprocess(config, sockets=[listener]).run()


def app_from_environment() -> Starlette:
    """The application of one server process, configured by `serve` through the environment."""
    set_up_logs(bool(os.environ.get(_JSON)))
    _end_in_any_case()
    _load_soon()
    settings = msgspec.json.decode(os.environ[_SETTINGS], type=ServerSettings)
    return application(Context(open_store(os.environ.get(_WHERE), patience=_PATIENCE), settings))


logging.getLogger("rulewright.server").addHandler(logging.NullHandler())
