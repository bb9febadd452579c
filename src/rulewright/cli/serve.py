"""The command that runs the server."""

import ipaddress
import webbrowser
from socket import AF_INET, SOCK_DGRAM, socket
from threading import Timer

import click

from rulewright.rules import BadInput
from rulewright.server.running import listen, serve

__all__ = ["USUAL_PORT", "run"]

USUAL_PORT = 8765
_EVERYWHERE = ("0.0.0.0", "::")


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
    address = f"http://{_address_of_this_machine() if host in _EVERYWHERE else shown}:{port}"
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


def _address_of_this_machine() -> str:
    """The address by which others on the network reach this machine; its own if it is on none."""
    with socket(AF_INET, SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
