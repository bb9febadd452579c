"""Runs the server on a socket until it is stopped."""

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from rulewright.rules import BadInput
from rulewright.server.app import application
from rulewright.server.context import Context, ServerSettings
from rulewright.server.server_log import set_up_logs
from rulewright.table.stores import open_store

_WHERE, _NAMES, _SHARED, _JSON = (f"RULEWRIGHT_SERVE_{name}" for name in ("DATABASE", "NAMES", "SHARED", "LOG_JSON"))

_FRAME = 64_000
_GRACE = 5


def uvicorn_config(app: Starlette | str | Callable[..., Starlette], **more: object) -> uvicorn.Config:
    """The configuration of uvicorn for the application."""
    return uvicorn.Config(
        app,
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=_FRAME,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        backlog=2048,
        **more,  # type: ignore[arg-type] # uvicorn's own options
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
        raise BadInput(f"cannot listen on {host[:100]} port {port}: {reason}; choose another with --port") from None
    listener.set_inheritable(True)
    return listener


def serve(
    listener: socket.socket, where: str | None, names: tuple[str, ...] = (), workers: int = 1, log_json: bool = False
) -> None:
    """Serve until stopped. Several workers share the socket and the store."""
    set_up_logs(log_json)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stopped)  # uvicorn raises the signal again after its shutdown
    shared = workers > 1 or (where or os.environ.get("RULEWRIGHT_DATABASE", "")).startswith("postgres")
    if workers == 1:
        context = Context(open_store(where), ServerSettings(names=names, shared=shared))
        uvicorn.Server(uvicorn_config(application(context))).run(sockets=[listener])
        return
    if where is not None:
        os.environ[_WHERE] = where
    os.environ[_NAMES] = ",".join(names)
    os.environ[_SHARED] = "1"
    os.environ[_JSON] = "1" if log_json else ""
    config = uvicorn_config("rulewright.server.run:app_from_environment", factory=True, workers=workers)
    from uvicorn.supervisors import Multiprocess

    Multiprocess(config, sockets=[listener]).run()


def _stopped(number: int, frame: object) -> None:
    """Exit with status 0: being stopped is no failure."""
    raise SystemExit(0)


def app_from_environment() -> Starlette:
    """The application of one server process, configured by `serve` through the environment."""
    set_up_logs(bool(os.environ.get(_JSON)))
    names = tuple(name for name in os.environ.get(_NAMES, "").split(",") if name)
    return application(Context(open_store(os.environ.get(_WHERE)), ServerSettings(names=names, shared=True)))


logging.getLogger("rulewright.server").addHandler(logging.NullHandler())
