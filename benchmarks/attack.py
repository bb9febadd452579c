"""Measures a table in play while the server is attacked, with the server's default limits.

    python benchmarks/attack.py [--minutes 10] [--limit 250] [--nice 10]

The server, the attackers and the players each run in a process of their own on this machine; the attackers at low
priority, since real ones would have their own machines (`--nice 0` for equal priority). The attackers ask
for odds that take minutes, import long tables, branch them, read and count a long log, ask for views of events long
past and follow from the first event, undo and redo, open tables with long scenario files, send half requests, guess at
keys, open a thousand live connections, make rolls that take minutes and write as much as they can, all at once and from
different addresses. Prints one table, and exits with 1 when the 99th percentile until an action was acknowledged, or
until all players had received it, is above the limit in milliseconds.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import httpx

from seats import GIFT, V1, Seat, running, seated
from table_load import memory_of, percentiles, processor_of

ENDLESS = {"roll": "skirmish", "params": {"high_policy": "best", "high": 3}}
PLAYERS, RATE = 5, 5.0
LONG, SHORT = "long.jsonl", "short.jsonl"
"""Files of twenty million bytes, and of 20,000 short messages."""
Counts = Counter[str]


# --- the attackers


class Attackers:
    """The attacks, and a count of the server's answers to each."""

    def __init__(self, base: str, table: str, lines: bytes, short: bytes) -> None:
        self.base, self.table, self.lines, self.short = base, table, lines, short
        self.port = int(base.rpartition(":")[2])
        self.answers: dict[str, Counts] = {}

    def client(self, number: int) -> httpx.AsyncClient:
        """A client with its own address."""
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.1.{number}", verify=False)
        return httpx.AsyncClient(base_url=self.base, transport=transport, timeout=90)

    async def repeat(self, name: str, ask: Callable[[], Awaitable[object]], rest: float = 0.0) -> None:
        """Repeats a request and counts the answers."""
        counts = self.answers.setdefault(name, Counter())
        while True:
            try:
                counts[str(await ask())] += 1
            except (httpx.HTTPError, OSError, TimeoutError) as lost:
                counts[type(lost).__name__] += 1
            await asyncio.sleep(rest)

    async def run(self, seconds: float) -> None:
        """Runs all attacks at once for the given time."""
        odds, imports, own, guessing = (self.client(number) for number in range(1, 5))
        mine, loud = await self.seat(own, "dpi"), await self.seat(own, "twelves")
        long_log = await self.imported(self.client(5))
        files, branching, short, back = (self.client(number) for number in range(9, 13))
        undone = await self.seat(back, "twelves")
        await back.post(f"{V1}/tables/{undone.table}/actions", json=GIFT, headers=undone.headers)
        works = [self.repeat("odds that take minutes", lambda: self.odds(odds)) for _ in range(20)]
        works += [self.repeat("import of 20 MB", lambda: self.post(imports, self.lines)) for _ in range(4)]
        works += [self.repeat("import of 20,000 short events", lambda: self.post(short, self.short)) for _ in range(2)]
        works += [self.repeat("table with a scenario file", lambda: self.scenario(files)) for _ in range(4)]
        works += [self.repeat("branch of 5,000 events", lambda: self.branch(branching, long_log[1])) for _ in range(4)]
        works += [self.repeat("undo and redo", lambda: self.undo(back, undone)) for _ in range(4)]
        works += [self.repeat("view of an event long past", lambda: self.past(long_log)) for _ in range(8)]
        works += [self.repeat("following from the first event", lambda: self.all(long_log[1]), 0.1) for _ in range(40)]
        for path in ("story", "luck", "export"):
            ask = partial(self.get, long_log, path)
            works += [self.repeat(f"{path} of 5,000 events", ask) for _ in range(4)]
        works += [self.repeat("half-sent request", self.half) for _ in range(300)]
        works += [self.repeat("guess at a key", lambda: self.guess(guessing)) for _ in range(8)]
        works += [self.repeat("live connection without a key", self.silent, 0.1) for _ in range(500)]
        works += [self.repeat("live connection", lambda: self.live(mine), 0.1) for _ in range(500)]
        works += [self.repeat("roll that takes minutes", lambda: self.roll(own, mine)) for _ in range(4)]
        works += [self.repeat("large event", lambda: self.write(own, loud)) for _ in range(4)]
        tasks = [asyncio.ensure_future(work) for work in works]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def seat(self, client: httpx.AsyncClient, game: str) -> Seat:
        answer = await client.post(f"{V1}/tables", json={"game": game, "name": "Mal", "ready": True})
        return Seat(self.base, answer.json())

    async def imported(self, client: httpx.AsyncClient) -> tuple[httpx.AsyncClient, Seat]:
        answer = await client.post(f"{V1}/imports", content=self.lines)
        return client, Seat(self.base, answer.json())

    async def odds(self, client: httpx.AsyncClient) -> int:
        return (await client.post(f"{V1}/games/dpi/odds", json=ENDLESS | {"seconds": 20})).status_code

    async def post(self, client: httpx.AsyncClient, lines: bytes) -> int:
        return (await client.post(f"{V1}/imports", content=lines)).status_code

    async def scenario(self, client: httpx.AsyncClient) -> int:
        """Opens a table with a file of a list that is long to parse, and that the game refuses."""
        body = {"game": "light-dark", "name": "Mal", "file": "entries = [" + "[1]," * 95_000 + "]"}
        return (await client.post(f"{V1}/tables", json=body)).status_code

    async def branch(self, client: httpx.AsyncClient, seat: Seat) -> int:
        path = f"{V1}/tables/{seat.table}/branches"
        return (await client.post(path, json={"at": 5_000}, headers=seat.headers)).status_code

    async def undo(self, client: httpx.AsyncClient, seat: Seat) -> int:
        path = f"{V1}/tables/{seat.table}"
        await client.post(f"{path}/undo", json={}, headers=seat.headers)
        return (await client.post(f"{path}/redo", json={}, headers=seat.headers)).status_code

    async def past(self, at: tuple[httpx.AsyncClient, Seat]) -> int:
        client, seat = at
        path = f"{V1}/tables/{seat.table}?at={random.randrange(2, 5_000)}"
        return (await client.get(path, headers=seat.headers)).status_code

    async def all(self, seat: Seat) -> str:
        return await self._connect("127.0.1.13", seat.table, seat.key, "?after=0")

    async def get(self, at: tuple[httpx.AsyncClient, Seat], path: str) -> int:
        client, seat = at
        return (await client.get(f"{V1}/tables/{seat.table}/{path}", headers=seat.headers)).status_code

    async def guess(self, client: httpx.AsyncClient) -> int:
        headers = {"Authorization": f"Bearer {self.table}.{secrets.token_urlsafe(32)}"}
        return (await client.get(f"{V1}/tables/{self.table}", headers=headers)).status_code

    async def roll(self, client: httpx.AsyncClient, seat: Seat) -> int:
        path = f"{V1}/tables/{seat.table}/rolls"
        return (await client.post(path, json=ENDLESS, headers=seat.headers)).status_code

    async def write(self, client: httpx.AsyncClient, seat: Seat) -> int:
        body = {"action": "check", "params": {"ability": ["x" * 9_900] * 40}, "of": ["Wren"], "standing": True}
        path = f"{V1}/tables/{seat.table}/requests"
        return (await client.post(path, json=body, headers=seat.headers)).status_code

    async def half(self) -> str:
        """Opens a connection, sends half a header and waits until it is closed."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=("127.0.1.6", 0))
        try:
            writer.write(b"POST /api/v1/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-")
            return (await reader.read(100)).decode().partition("\r")[0] or "closed"
        finally:
            writer.close()

    async def silent(self) -> str:
        return await self._connect("127.0.1.7", "x", "")

    async def live(self, seat: Seat) -> str:
        return await self._connect("127.0.1.8", seat.table, seat.key)

    async def _connect(self, address: str, table: str, key: str, query: str = "") -> str:
        """A live connection on a bare socket, held until the server closes it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        try:
            cookie = f"Cookie: rulewright-key={key}\r\nOrigin: {self.base}\r\n" if key else ""
            shake = f"GET {V1}/tables/{table}/live{query} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{cookie}"
            shake += "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            shake += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            writer.write(shake.encode())
            first = (await reader.read(100)).decode(errors="replace").partition("\r")[0] or "closed"
            while await reader.read(1 << 16):
                pass
            return first
        finally:
            writer.close()


def attack(base: str, table: str, folder: Path, seconds: float) -> None:
    """Runs the attacks and prints the answers as JSON."""
    attackers = Attackers(base, table, (folder / LONG).read_bytes(), (folder / SHORT).read_bytes())
    asyncio.run(attackers.run(seconds))
    print(json.dumps(attackers.answers))


def file_of(events: int, length: int) -> bytes:
    """The file of a table with so many messages of a length."""
    from rulewright.table.events import EventBody, MessageSent
    from rulewright.table.export import export
    from rulewright.table.state import TableState
    from rulewright.table.stores.memory import MemoryStore
    from rulewright.table.tables import Tables

    tables = Tables(MemoryStore())
    place, _ = tables.open("twelves", "Mal")

    def said(state: TableState) -> list[EventBody]:
        return [MessageSent("x" * length)] * 500

    for _ in range(events // 500):
        tables.write(place, said)
    return b"".join(export(tables, place))


# --- the table in play


class Play:
    """The times until the players' actions were acknowledged, and until all players had received them."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.heard: list[float] = []
        self.failed: Counts = Counter()

    async def act(self, seats: list[Seat], seat: Seat) -> None:
        began = time.perf_counter()
        try:
            answer = await seat.act(is_master=seat is seats[0])
        except (OSError, EOFError) as lost:
            self.failed[type(lost).__name__] += 1
            return
        self.took.append(time.perf_counter() - began)
        if answer.status != 200:
            self.failed[str(answer.status)] += 1
            return
        seq = answer.json()["seq"]
        while any(not one.heard or one.heard[-1] < seq for one in seats) and time.perf_counter() - began < 10:
            await asyncio.sleep(0.002)
        self.heard.append(time.perf_counter() - began)

    async def run(self, seats: list[Seat], seconds: float) -> None:
        chance = random.Random(1)
        acting = []
        began = due = time.perf_counter()
        while due - began < seconds:
            due += chance.expovariate(RATE)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            acting.append(asyncio.create_task(self.act(seats, chance.choice(seats))))
        await asyncio.gather(*acting)

    def row(self, name: str) -> str:
        shown = [", ".join(f"{one:.1f}" for one in percentiles(times)) for times in (self.took, self.heard)]
        failed = ", ".join(f"{count} x {what}" for what, count in self.failed.items()) or "none"
        return f"{name:33} {len(self.took):9}  acknowledged: {shown[0]}; heard by all: {shown[1]}; failed: {failed}"

    def worst(self) -> float:
        """The 99th percentile until acknowledged, or until heard by all, whichever is longer."""
        return max(percentiles(self.took)[2], percentiles(self.heard)[2])


async def play(base: str, pid: int, folder: Path, seconds: float, nice: int) -> tuple[Play, Play, dict[str, Counts]]:
    """Plays undisturbed for a fifth of the time, then under attack; returns both, and the answers to the attacks."""
    seats = (await seated(base, 1, PLAYERS))[0]
    following = [asyncio.create_task(seat.follow()) for seat in seats]
    await asyncio.gather(*(seat.ready.wait() for seat in seats))
    peace, siege = Play(), Play()
    await peace.run(seats, seconds / 5)
    given = ("--nice", str(nice), "--attack", base, seats[0].table, str(folder), str(seconds))
    attackers = await asyncio.create_subprocess_exec(sys.executable, __file__, *given, stdout=subprocess.PIPE)
    began = processor_of(pid)
    await siege.run(seats, seconds)
    used, theirs = processor_of(pid) - began, processor_of(attackers.pid)
    print(
        f"the server: {used / seconds:.0%} of one core, {memory_of(pid):.0f} MB; the attackers: {theirs / seconds:.0%}"
    )
    answers, _ = await attackers.communicate()
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    return peace, siege, json.loads(answers)


def report(peace: Play, siege: Play, answers: dict[str, Counts]) -> None:
    print(f"\n{'what was sent':33} {'how often':>9}  what came of it; ms are p50, p90, p99, longest\n{'-' * 120}")
    for name, counts in answers.items():
        shown = ", ".join(f"{count:,} x {what}" for what, count in sorted(counts.items(), key=lambda one: -one[1]))
        print(f"{name:33} {sum(counts.values()):9,}  {shown or 'not answered'}")
    print(peace.row("the table in peace"))
    print(siege.row("the table under attack"))


def main() -> None:
    reading = argparse.ArgumentParser()
    reading.add_argument("--minutes", type=float, default=10)
    reading.add_argument("--limit", type=float, default=250, help="milliseconds; 0 for none")
    reading.add_argument("--nice", type=int, default=10, help="the niceness of the attackers' process")
    reading.add_argument("--attack", nargs=4, metavar=("BASE", "TABLE", "FOLDER", "SECONDS"), help=argparse.SUPPRESS)
    given = reading.parse_args()
    if given.attack:
        os.nice(given.nice)
        base, table, attackers_files, seconds = given.attack
        attack(base, table, Path(attackers_files), float(seconds))
        return
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / LONG).write_bytes(file_of(5_000, 3_900))
        (Path(folder) / SHORT).write_bytes(file_of(20_000, 1))
        serve = ("-m", "rulewright", "serve", "--port", "PORT", "--database", f"{folder}/tables.sqlite")
        with running((sys.executable, *serve)) as (base, pid):
            print(f"{given.minutes:g} minutes; load of the machine at the start: {os.getloadavg()[0]:.1f}", flush=True)
            peace, siege, answers = asyncio.run(play(base, pid, Path(folder), given.minutes * 60, given.nice))
    report(peace, siege, answers)
    worst = siege.worst()
    if given.limit and (worst > given.limit or siege.failed):
        sys.exit(f"the table's 99th percentile is {worst:.0f} ms, above {given.limit:g}, or an action has failed")


if __name__ == "__main__":
    main()
