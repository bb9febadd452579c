"""The command that runs the server."""

import ipaddress
import webbrowser
from socket import socket
from threading import Timer

import click

from rulewright.rules import BadInput
from rulewright.server.running import listen, serve

__all__ = ["USUAL_PORT", "run"]

USUAL_PORT = 8765


def run(
    host: str,
    port: int | None,
    database: str | None,
    names: tuple[str, ...],
    workers: int,
    open_page: bool,
    log_json: bool,
) -> None:
    """Serve tables until interrupted."""
    if database == "memory:" and workers > 1:
        raise BadInput("bad option: --workers must be 1 with --database memory:, which no two processes share")
    listener = _usual(host) if port is None else listen(host, port)
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}"
    click.echo(f"Rulewright serves {address} (stop with Ctrl-C)")
    if not _is_loopback(host):
        click.echo(
            click.style("Warning: ", fg="yellow")
            + f"anybody who can reach {shown} can open tables here, and what is sent is not encrypted. "
            "Put a proxy with HTTPS in front, or leave out --host.",
            err=True,
        )
    if open_page:
        Timer(0.7, webbrowser.open, (address,)).start()
    with listener:
        serve(listener, database, names, workers, log_json)


def _usual(host: str) -> socket:
    """A socket on the usual port, or on any other when somebody else has taken it."""
    try:
        return listen(host, USUAL_PORT)
    except BadInput:
        return listen(host, 0)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
