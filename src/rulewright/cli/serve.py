"""`rulewright serve`: runs the server."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from socket import socket


USUAL_PORT = 8765
_EVERYWHERE = ("0.0.0.0", "::")


@click.command(short_help="Serve tables to browsers and bots.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port [default: 8765, or a free one if that is taken]; 0 takes any free port.",
)
@click.option(
    "--database",
    metavar="WHERE",
    help="A SQLite file, postgresql://..., or memory: to save nothing "
    "[default: RULEWRIGHT_DATABASE, else a file in your data folder].",
)
@click.option("--name", "names", multiple=True, help="A host name to answer to, besides localhost. Can be repeated.")
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="The address of a proxy whose X-Forwarded-For and X-Forwarded-Proto are trusted. Can be repeated.",
)
@click.option(
    "--forget-after",
    type=click.IntRange(1, 36_500),
    metavar="DAYS",
    help="Remove tables that have had no event for this many days [default: never].",
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="How many server processes.")
@click.option(
    "--rulebook",
    "rulebooks",
    multiple=True,
    metavar="FILE.md",
    type=click.Path(exists=True, dir_okay=False),
    help="A rulebook to serve besides the installed games. Can be repeated.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the app in a browser.")
@click.option("--log-json", is_flag=True, help="Write a JSON line for every request to standard error.")
def serve(
    host: str,
    port: int | None,
    database: str | None,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    forget_after: int | None,
    workers: int,
    rulebooks: tuple[str, ...],
    open_page: bool,
    log_json: bool,
) -> None:
    """Serve tables to browsers and bots, until stopped with Ctrl-C.

    Only this machine can reach them. With --host 0.0.0.0 everyone on your network can, at this
    machine's own address; open the app at that address, so that the links you send work.

    \b
    Try:
      rulewright serve --open
      rulewright serve --host 0.0.0.0
      rulewright serve --rulebook lamps.md --open
      rulewright serve --database postgresql://me@db/tables --workers 4
    """
    from rulewright._optional_parts import need_part
    from rulewright.rules import BadInput

    need_part("server", "the server")
    from rulewright.server import run  # imported late: only this command needs the server and its libraries
    from rulewright.server.context import ServerSettings
    from rulewright.table.stores.choose import need_library

    need_library(database)
    for proxy in proxies:
        _check_address(proxy)
    if rulebooks:
        from rulewright.game import find_game

        for file in rulebooks:
            find_game(file)  # report its faults at start-up, not at the first request

    if database == "memory:" and workers > 1:
        raise BadInput("bad option: --workers must be 1 with --database memory:, which no two processes share")
    run.end_when_stopped()
    listener = _usual(host) if port is None else run.listen(host, port)
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{_address_of_this_machine() if host in _EVERYWHERE else shown}:{port}"
    click.echo(f"Rulewright serves {address} (stop with Ctrl-C)")
    if not _is_loopback(host):
        click.echo(
            click.style("Warning: ", fg="yellow")
            + f"everyone who can reach {shown} can open tables here, and the connection is not encrypted. "
            "Put a proxy with HTTPS in front, or leave out --host.",
            err=True,
        )
    if open_page:
        _open_soon(address)
    with listener:
        settings = ServerSettings(names=names, proxies=proxies, forget_days=forget_after or 0)
        run.serve(listener, database, settings, workers, log_json)


def _check_address(proxy: str) -> None:
    import ipaddress

    from rulewright.rules import BadInput, shown

    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise BadInput(f"bad option: --proxy must be an address or a network, not {shown(proxy)}") from None


def _open_soon(address: str) -> None:
    import webbrowser
    from threading import Timer

    Timer(0.7, webbrowser.open, (address,)).start()


def _usual(host: str) -> "socket":
    """A socket on the usual port, or on a free one if that is taken."""
    from rulewright.rules import BadInput
    from rulewright.server.run import listen

    try:
        return listen(host, USUAL_PORT)
    except BadInput:
        return listen(host, 0)


def _address_of_this_machine() -> str:
    """The address of this machine on its network; the loopback address if it is on none."""
    from socket import AF_INET, SOCK_DGRAM, socket

    with socket(AF_INET, SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # a reserved address: connecting a UDP socket sends nothing
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def _is_loopback(host: str) -> bool:
    import ipaddress

    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
