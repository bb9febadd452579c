"""A real server on a real socket: in a thread for most tests, in a process of its own for those that kill it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx
import uvicorn
from msgspec import Struct
from websockets.sync.client import ClientConnection, connect

from rulewright.server.app import application
from rulewright.server.context import Context, ServerSettings
from rulewright.server.rate_limits import Rate
from rulewright.server.run import listen, uvicorn_config
from rulewright.table.stores import Store
from rulewright.table.stores.memory import MemoryStore

V1 = "/api/v1"
ENDLESS = Rate(1e9, 1e9)
# There is nothing to verify, and reading certificates takes a while; each request brings its own key and no cookie.
CLIENT = httpx.Client(verify=False, timeout=60, cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])))
UNLIMITED = ServerSettings(
    seat=ENDLESS,
    address=ENDLESS,
    exact_seat=ENDLESS,
    exact_address=ENDLESS,
    refusals=ENDLESS,
    opens=ENDLESS,
    tables=ENDLESS,
)


class Seat(Struct, frozen=True):
    """A seat at a table, with its key, and the server it is at."""

    base: str
    table: str
    seat: str
    key: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    @property
    def path(self) -> str:
        return f"{V1}/tables/{self.table}"

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return CLIENT.request(method, f"{self.base}{self.path}{path}", json=body, headers=self.headers, **more)

    def get(self, path: str = "", **query: Any) -> Any:
        return answered(self.ask("GET", path, params=query))

    def post(self, path: str, **body: Any) -> Any:
        return answered(self.ask("POST", path, body))

    @contextmanager
    def live(self, after: int | None = None, offers: bool = False, **more: Any) -> Iterator[ClientConnection]:
        """A live connection; the greeting has not been read yet."""
        query = f"?offers={json.dumps(offers)}" + ("" if after is None else f"&after={after}")
        with connect(f"{self.base.replace('http', 'ws')}{self.path}/live{query}", max_size=None, **more) as socket:
            socket.send(json.dumps({"key": self.key}))
            yield socket


def answered(response: httpx.Response) -> Any:
    assert response.status_code == 200, f"{response.status_code} {response.text[:500]}"
    return response.json()


@contextmanager
def running(store: Store | None = None, settings: ServerSettings = UNLIMITED) -> Iterator[str]:
    """A server in a thread of this process; its address."""
    listener = listen("127.0.0.1", 0, settings.patience)
    context = Context(store or MemoryStore(), settings)
    server = uvicorn.Server(uvicorn_config(application(context), settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()
    assert not thread.is_alive()


class Process:
    """A server in a process of its own, which can be killed and started again on the same port."""

    def __init__(self, database: str, port: int, *more: str) -> None:
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        self.errors = ""
        options = ("--port", str(port), "--database", database, *more)
        self._command = [sys.executable, "-m", "rulewright", "serve", *options]
        self.start()

    def start(self) -> float:
        """Start it; how many seconds it took until it answered."""
        began = time.perf_counter()
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            self._command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            start_new_session=True,
        )
        while True:
            try:
                CLIENT.get(f"{self.base}/health", timeout=5).raise_for_status()
                return time.perf_counter() - began
            except httpx.HTTPError:
                assert self._process.poll() is None, self._process.communicate()[1]
                time.sleep(0.01)

    def kill(self) -> None:
        """End it as a power cut would, with its workers."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self.errors += self._process.communicate()[1]

    def stop(self) -> int:
        """Ask it to stop; its exit status."""
        self._process.terminate()
        self.errors += self._process.communicate(timeout=30)[1]
        return self._process.returncode


def free_port() -> int:
    with listen("127.0.0.1", 0) as listener:
        port: int = listener.getsockname()[1]
        return port


def open_table(base: str, game: str = "twelves", ready: bool = True, **more: Any) -> Seat:
    body = {"game": game, "name": "Ada", "ready": ready, **more}
    return Seat(base, **answered(CLIENT.post(f"{base}{V1}/tables", json=body)))


def joined(master: Seat, name: str, role: str = "player", character: str = "") -> Seat:
    invited = master.post("/invitations", role=role, character=character)
    body = {"invitation": invited["invitation"], "name": name}
    return Seat(master.base, **answered(CLIENT.post(f"{master.base}{V1}/join", json=body)))


def weighed(seat: Seat, **asked: Any) -> dict[str, Any]:
    """Advice with its choices; asked for again, as a player would, while a busy machine plays too few fights for it."""
    for _ in range(20):
        advice: dict[str, Any] = seat.get("/advice", **asked)
        if advice["tried"]:
            return advice
    raise AssertionError(advice["note"])
