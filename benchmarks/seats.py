"""Simulated players at a live table, each with a live connection and one for requests; and a server to play on.

A player costs as little here as possible, so that the server is measured: a shared connection pool takes longer to find
a free connection among hundreds than the server takes to answer.
"""

import asyncio
import json
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import httpx
from msgspec import Struct
from websockets.asyncio.client import connect

V1 = "/api/v1"
CHECK = {"action": "check", "params": {"who": "Wren", "ability": "FIN"}}
"""An action that changes nothing."""

GIFT = {"action": "grant-potions", "params": {"who": "Wren", "count": 1}}
"""An action that changes a sheet, and with it the legal actions."""


@contextmanager
def running(command: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The address and the process number of a server; `PORT` in its command is a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    server = subprocess.Popen([port if part == "PORT" else part for part in command], stdout=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        while server.poll() is None:
            try:
                httpx.get(f"{base}/health", timeout=60)
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield base, server.pid
    finally:
        server.terminate()
        server.wait()


class Answer(Struct, frozen=True):
    """The status and the body of an answer."""

    status: int
    body: bytes

    def json(self) -> Any:
        """The body of an answer that succeeded."""
        if self.status != 200:
            raise OSError(f"{self.status}: {self.body[:200]!r}")
        return json.loads(self.body)


class Connection:
    """One connection for requests that is kept open; requests wait for each other, as in a browser."""

    def __init__(self, base: str, key: str = "") -> None:
        self._host, _, port = base.removeprefix("http://").partition(":")
        self._port = int(port)
        self._key = f"Authorization: Bearer {key}\r\n" if key else ""
        self._free = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Answer:
        return await self._ask("GET", path, b"")

    async def post(self, path: str, body: Any) -> Answer:
        return await self._ask("POST", path, json.dumps(body).encode())

    async def put(self, path: str, body: Any) -> Answer:
        return await self._ask("PUT", path, json.dumps(body).encode())

    async def _ask(self, method: str, path: str, body: bytes) -> Answer:
        about = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        head = f"{method} {V1}{path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n{self._key}{about}\r\n"
        async with self._free:
            if self._streams is None or self._streams[0].at_eof():
                self._streams = await asyncio.open_connection(self._host, self._port)
            reader, writer = self._streams
            try:
                writer.write(head.encode() + body)
                return await _answer(reader)
            except BaseException:
                self.close()  # the rest of an answer that no request waits for
                raise

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _answer(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(head[0].split()[1])
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
    if "content-length" in headers:
        return Answer(status, await reader.readexactly(int(headers["content-length"])))
    parts = []
    while size := int(await reader.readline(), 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return Answer(status, b"".join(parts))


class Seat:
    """A player: a key, and the events received: their numbers, and when."""

    def __init__(self, base: str, entered: dict[str, str]) -> None:
        self.base = base
        self.table, self.key = entered["table"], entered["key"]
        self.connection = Connection(base, self.key)
        self.headers = {"Authorization": f"Bearer {self.key}"}
        self.heard: list[int] = []
        self.heard_at: dict[int, float] = {}
        self.acts = 0
        self.dice = ""
        """What is rolled at a table of a game other than Twelves."""
        self.odds: dict[str, Any] = {}
        """An action whose odds the page shows."""
        self.has_map = False
        self.ready = asyncio.Event()
        self.offers: list[float] = []
        """How long after an event the legal actions arrived."""

    async def follow(self) -> None:
        """Listens to the table as the page does, which is sent the legal actions too."""
        address = f"{self.base.replace('http', 'ws')}{V1}/tables/{self.table}/live?offers=true"
        changed = 0.0
        async with connect(address, max_size=None, compression=None) as line:
            await line.send(json.dumps({"key": self.key}))
            async for text in line:
                message, now = json.loads(text), time.perf_counter()
                if message["type"] == "event":
                    self.heard.append(message["event"]["seq"])
                    self.heard_at[message["event"]["seq"]] = now
                    changed = changed or now if message["offers"] else changed
                elif message["type"] == "offers":
                    self.ready.set()
                    self.offers += [now - changed] if changed else []
                    changed = 0.0

    async def act(self, is_master: bool) -> Answer:
        """Does a check or a change as the game master, in turn, or a free roll as a player."""
        self.acts += 1
        action = CHECK if self.acts % 2 else GIFT
        is_action = is_master and not self.dice
        path, body = ("actions", action) if is_action else ("rolls", {"notation": self.dice or "2d12"})
        return await self.connection.post(f"/tables/{self.table}/{path}", {**body, "key": f"act {self.acts}"})

    async def learn(self) -> None:
        """Learns what the page would show at this table: an action with its odds, and whether there is a map."""
        offers = (await self.connection.get(f"/tables/{self.table}/offers")).json()["offers"]
        ready = [(one["action"], way["params"]) for one in offers for way in one["ways"] if not way["needs"]]
        for action, params in ready[:12]:
            odds = {"action": action, "params": params, "brief": True}
            answer = await self.connection.post(f"/tables/{self.table}/chances", odds)
            if answer.status == 200 and answer.json()["bar"]:
                self.odds = odds
                break
        self.has_map = (await self.connection.get(f"/tables/{self.table}/board")).status == 200

    async def look(self) -> int:
        """Asks for the map and for the odds of an action, as the page does; how many answers came."""
        asked = 0
        if self.has_map:
            asked += (await self.connection.get(f"/tables/{self.table}/board")).status == 200
        if self.odds:
            asked += (await self.connection.post(f"/tables/{self.table}/chances", self.odds)).status == 200
        return asked


GAMES = ("twelves", "die-code", "untold-aeons", "light-dark", "dpi")
DICE = {"die-code": "4d6", "untold-aeons": "1d20+1d6", "light-dark": "2d10", "dpi": "1d100"}


async def seated(base: str, tables: int, players: int, games: Sequence[str] = ("twelves",)) -> list[list[Seat]]:
    """Every table with its seats; the first is the game master, and the next have the characters of the scene.

    The tables play the games in turn.
    """
    opening, found = Connection(base), []
    for number in range(tables):
        game = games[number % len(games)]
        opened = (await opening.post("/tables", {"game": game, "name": "Ada", "ready": True})).json()
        master = Seat(base, opened)
        seats = [master]
        invited = (await master.connection.post(f"/tables/{master.table}/invitations", {"uses": 99})).json()
        names = iter((await master.connection.get(f"/tables/{master.table}")).json()["characters"])
        for player in range(players // tables - 1):
            body = {"invitation": invited["invitation"], "name": f"Player {player}"}
            entered = (await opening.post("/join", body)).json()
            seats.append(Seat(base, entered))
            if name := next(names, ""):
                path = f"/tables/{master.table}/characters/{quote(name)}/keeper"
                await master.connection.put(path, {"seat": entered["seat"], "shown": True})
        for seat in seats:
            seat.dice = DICE.get(game, "")
            await seat.learn()
        found.append(seats)
    opening.close()
    return found
