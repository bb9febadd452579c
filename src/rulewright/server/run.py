"""Running the server: on a socket of its own, until it is told to stop."""

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
from rulewright.server.context import House, Ways
from rulewright.server.server_log import set_up_logs
from rulewright.table.stores import open_store

_WHERE, _NAMES, _SHARED, _JSON = (f"RULEWRIGHT_SERVE_{name}" for name in ("DATABASE", "NAMES", "SHARED", "LOG_JSON"))

_FRAME = 64_000
_GRACE = 5


def uvicorn_config(app: Starlette | str | Callable[..., Starlette], **more: object) -> uvicorn.Config:
    """How uvicorn runs the application: small frames, no banner, few open ends."""
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
        **more,  # type: ignore[arg-type] # whatever uvicorn takes
    )


def listen(host: str, port: int, patience: float = Ways().patience) -> socket.socket:
    """A socket that listens; one clear line when it cannot be had.

    Where the system can do that, it cuts off whoever takes nothing of what is sent for twice the
    `patience`: what waits for them would wait for ever.
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
        signal.signal(number, _stopped)  # uvicorn raises the signal again when everybody has been let go
    shared = workers > 1 or (where or os.environ.get("RULEWRIGHT_DATABASE", "")).startswith("postgres")
    if workers == 1:
        house = House(open_store(where), Ways(names=names, shared=shared))
        uvicorn.Server(uvicorn_config(application(house))).run(sockets=[listener])
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
    """Being told to stop is no failure."""
    raise SystemExit(0)


def app_from_environment() -> Starlette:
    """The application of one worker process, as `serve` has left word for it."""
    set_up_logs(bool(os.environ.get(_JSON)))
    names = tuple(name for name in os.environ.get(_NAMES, "").split(",") if name)
    return application(House(open_store(os.environ.get(_WHERE)), Ways(names=names, shared=True)))


logging.getLogger("rulewright.server").addHandler(logging.NullHandler())
