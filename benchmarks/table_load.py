"""Load on a live table server: players at tables who act, and everybody hears of it.

    python benchmarks/table_load.py [--players 200] [--tables 40] [--rate 100] [--seconds 20]

The server runs in a process of its own on a SQLite file with durable commits; the players are here,
on the same machine. Prints how long acknowledgements took and whether anything was lost.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from websockets.asyncio.client import connect

V1 = "/api/v1"
CHECK = {"action": "check", "params": {"who": "Wren", "ability": "FIN"}}


def serve(port: int, file: str) -> None:
    """The server, with no limits on how many tables one address opens."""
    import uvicorn

    from rulewright.server.app import application
    from rulewright.server.context import Context, ServerSettings
    from rulewright.server.rate_limits import Rate
    from rulewright.server.run import listen, uvicorn_config
    from rulewright.table.stores.sqlite import SQLiteStore

    endless = Rate(1e9, 1e9)
    settings = ServerSettings(seat=endless, address=endless, opens=endless)
    context = Context(SQLiteStore(Path(file)), settings)
    uvicorn.Server(uvicorn_config(application(context))).run(sockets=[listen("127.0.0.1", port)])


class Seat:
    """A player: a key, and the numbers of the events they heard of."""

    def __init__(self, base: str, entered: dict[str, str]) -> None:
        self.base = base
        self.table, self.key = entered["table"], entered["key"]
        self.headers = {"Authorization": f"Bearer {self.key}"}
        self.heard: list[int] = []
        self.ready = asyncio.Event()

    async def follow(self) -> None:
        address = f"{self.base.replace('http', 'ws')}{V1}/tables/{self.table}/live"
        async with connect(address, max_size=None) as line:
            await line.send(json.dumps({"key": self.key}))
            async for text in line:
                message = json.loads(text)
                if message["type"] == "hello":
                    self.ready.set()
                elif message["type"] == "event":
                    self.heard.append(message["event"]["seq"])


async def seated(client: httpx.AsyncClient, base: str, tables: int, players: int) -> list[list[Seat]]:
    """Every table with its seats; the first is the game master."""
    found = []
    for _ in range(tables):
        opened = await client.post(f"{base}{V1}/tables", json={"game": "twelves", "name": "Ada", "ready": True})
        master = Seat(base, opened.json())
        seats = [master]
        invited = await client.post(
            f"{base}{V1}/tables/{master.table}/invitations", json={"uses": 99}, headers=master.headers
        )
        for number in range(players // tables - 1):
            body = {"invitation": invited.json()["invitation"], "name": f"Player {number}"}
            joined = await client.post(f"{base}{V1}/join", json=body)
            seats.append(Seat(base, joined.json()))
        found.append(seats)
    return found


class Load:
    """What was asked and how long it took."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self.took: list[float] = []
        self.acknowledged: dict[str, list[int]] = {}

    async def act(self, seat: Seat, is_master: bool) -> None:
        path, body = ("actions", CHECK) if is_master else ("rolls", {"notation": "2d12"})
        began = time.perf_counter()
        answer = await self._client.post(f"{seat.base}{V1}/tables/{seat.table}/{path}", json=body, headers=seat.headers)
        self.took.append(time.perf_counter() - began)
        answer.raise_for_status()
        self.acknowledged.setdefault(seat.table, []).append(answer.json()["seq"])

    async def run(self, groups: list[list[Seat]], rate: float, seconds: float) -> float:
        """Act at random moments; how long it lasted."""
        chance = random.Random(1)
        acting = []
        began = due = time.perf_counter()
        while due - began < seconds:
            due += chance.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            group = chance.choice(groups)
            seat = chance.choice(group)
            acting.append(asyncio.create_task(self.act(seat, seat is group[0])))
        await asyncio.gather(*acting)
        return time.perf_counter() - began

    def lost(self, groups: list[list[Seat]]) -> int:
        """Followers who did not hear of each event once and in order."""
        return sum(
            seat.heard != sorted(set(self.acknowledged.get(seat.table, []))) for group in groups for seat in group
        )


async def measure(base: str, pid: int, players: int, tables: int, rate: float, seconds: float) -> None:
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=200)
    async with httpx.AsyncClient(verify=False, timeout=60, limits=limits) as client:
        groups = await seated(client, base, tables, players)
        everybody = [seat for group in groups for seat in group]
        following = [asyncio.create_task(seat.follow()) for seat in everybody]
        await asyncio.gather(*(seat.ready.wait() for seat in everybody))
        load = Load(client)
        idle = processor_of(pid)
        lasted = await load.run(groups, rate, seconds)
        busy = (processor_of(pid) - idle) / lasted
        await asyncio.sleep(1)  # the last events are still on their way
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    took = sorted(one * 1000 for one in load.took)
    p50, p90, p99 = (took[min(len(took) - 1, int(len(took) * part))] for part in (0.5, 0.9, 0.99))
    print(f"{players} players at {tables} tables, {len(took) / lasted:.0f} actions a second for {lasted:.0f} s")
    print(f"  acknowledged in ms: p50 {p50:.1f}, p90 {p90:.1f}, p99 {p99:.1f}, longest {took[-1]:.1f}")
    print(f"  mean {statistics.mean(took):.1f} ms; followers who missed or repeated an event: {load.lost(groups)}")
    print(
        f"  the server: {busy:.0%} of one core, {memory_of(pid):.0f} MB; load of the machine: {os.getloadavg()[0]:.1f}"
    )


def memory_of(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_of(pid: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    reading = argparse.ArgumentParser()
    reading.add_argument("--players", type=int, default=200)
    reading.add_argument("--tables", type=int, default=40)
    reading.add_argument("--rate", type=float, default=100)
    reading.add_argument("--seconds", type=float, default=20)
    reading.add_argument("--server", nargs=2, metavar=("PORT", "FILE"), help=argparse.SUPPRESS)
    given = reading.parse_args()
    if given.server:
        serve(int(given.server[0]), given.server[1])
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, __file__, "--server", str(port), f"{folder}/tables.sqlite"])
        base = f"http://127.0.0.1:{port}"
        try:
            while True:
                try:
                    httpx.get(f"{base}/health")
                    break
                except httpx.HTTPError:
                    time.sleep(0.05)
            asyncio.run(measure(base, server.pid, given.players, given.tables, given.rate, given.seconds))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
