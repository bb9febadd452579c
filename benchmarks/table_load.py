"""Load on a live table server: players at tables act, and all others receive the events.

    python benchmarks/table_load.py [--players 200] [--tables 40] [--rate 40] [--seconds 20]

The players do as the web app does: they follow their table, and are sent the legal actions too. The same load goes to a
server that only echoes messages once they are on the disk. Both servers run in processes of their own, on files
with durable commits, one after the other; the players are here, on the same machine. The tables play all five games in
turn, in their ready-made scenes; after an event, a player's page asks for the map if there is a fight, and for the odds
of an action that is offered. Prints how long it took until an action was acknowledged, and until all players had
received it; exits with 1 when a 99th percentile is above three times that of the echo.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from seats import GAMES, V1, Seat, running, seated


def serve(port: int, file: str) -> None:
    """Runs the server without a limit on how many tables one address opens."""
    from rulewright.server import run
    from rulewright.server.context import ServerSettings
    from rulewright.server.rate_limits import Rate

    endless = Rate(1e9, 1e9)
    run.serve(
        run.listen("127.0.0.1", port),
        file,
        ServerSettings(seat=endless, address=endless, opens=endless, exact_seat=endless, exact_address=endless),
    )


def serve_echo(port: int, file: str) -> None:
    """Runs a server on the same libraries that writes each message, syncs it, and sends it to the table."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route, WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    tables: dict[str, list[WebSocket]] = {}
    numbers: dict[str, int] = {}
    log = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def write(body: bytes) -> None:
        os.write(log, body)
        os.fsync(log)

    async def act(request: Request) -> Response:
        table = request.path_params["table"]
        await asyncio.to_thread(write, await request.body())
        numbers[table] = seq = numbers.get(table, 0) + 1
        text = json.dumps({"type": "event", "seq": seq, "event": {"seq": seq}, "offers": False})
        for line in tables.get(table, []):
            await line.send_text(text)
        return Response(json.dumps({"seq": seq}), media_type="application/json")

    async def live(line: WebSocket) -> None:
        await line.accept()
        tables.setdefault(line.path_params["table"], []).append(line)
        await line.send_text('{"type": "offers"}')
        try:
            while True:
                await line.receive_text()
        except WebSocketDisconnect:
            tables[line.path_params["table"]].remove(line)

    async def health(request: Request) -> Response:
        return Response("ok")

    routes = [
        Route(f"{V1}/tables/{{table}}/{{path}}", act, methods=["POST"]),
        WebSocketRoute(f"{V1}/tables/{{table}}/live", live),
        Route("/health", health),
    ]
    uvicorn.run(Starlette(routes=routes), host="127.0.0.1", port=port, log_level="error")


MOST = 3.0
"""How many times as long as the echo's a 99th percentile may be."""
LOOKS = 0.2
"""How often a player looks at the map and at odds before acting."""


class Load:
    """The requests and how long they took."""

    def __init__(self) -> None:
        self.chance = random.Random(2)
        self.asked = 0
        """How many maps and odds were asked for."""
        self.took: list[float] = []
        self.began: dict[tuple[str, int], float] = {}
        self.acknowledged: dict[str, list[int]] = {}

    async def act(self, seat: Seat, is_master: bool) -> None:
        if self.chance.random() < LOOKS:
            self.asked += await seat.look()
        began = time.perf_counter()
        answer = await seat.act(is_master)
        self.took.append(time.perf_counter() - began)
        seq = answer.json()["seq"]
        self.acknowledged.setdefault(seat.table, []).append(seq)
        self.began[seat.table, seq] = began

    async def run(self, groups: list[list[Seat]], rate: float, seconds: float) -> float:
        """Acts at random moments; returns how long it lasted."""
        chance = random.Random(1)
        acting = []
        began = due = time.perf_counter()
        while due - began < seconds:
            due += chance.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            group = chance.choice(groups)
            seat = group[0] if chance.random() < 0.5 else chance.choice(group)  # half of all requests are actions
            acting.append(asyncio.create_task(self.act(seat, seat is group[0])))
        await asyncio.gather(*acting)
        return time.perf_counter() - began

    def lost(self, groups: list[list[Seat]]) -> int:
        """The number of followers who did not receive each event once and in order."""
        return sum(
            seat.heard != sorted(set(self.acknowledged.get(seat.table, []))) for group in groups for seat in group
        )


def echo_seats(base: str, tables: int, players: int) -> list[list[Seat]]:
    """Seats at the echo's tables, which need no key."""
    return [
        [Seat(base, {"table": f"t{table}", "key": "x"}) for _ in range(players // tables)] for table in range(tables)
    ]


async def measure(
    name: str, base: str, pid: int, players: int, tables: int, rate: float, seconds: float
) -> tuple[float, float]:
    """Loads one server; the 99th percentiles until acknowledged and until received by all, in milliseconds."""
    is_echo = name == "echo"
    groups = echo_seats(base, tables, players) if is_echo else await seated(base, tables, players, GAMES)
    seats = [seat for group in groups for seat in group]
    following = [asyncio.create_task(seat.follow()) for seat in seats]
    await asyncio.gather(*(seat.ready.wait() for seat in seats))
    load = Load()
    idle, own = processor_of(pid), time.process_time()
    lasted = await load.run(groups, rate, seconds)
    busy, players_busy = (processor_of(pid) - idle) / lasted, (time.process_time() - own) / lasted
    await asyncio.sleep(1)  # the last events are still on their way
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    by_table = {group[0].table: group for group in groups}
    heard = [
        max(seat.heard_at.get(seq, float("inf")) for seat in by_table[table]) - began
        for (table, seq), began in load.began.items()
    ]
    if load.asked:
        print(f"  maps and odds asked for by pages: {load.asked:,}")
    offers = [took for seat in seats for took in seat.offers]
    print(
        f"{name}: {players} players at {tables} tables, {len(load.took) / lasted:.0f} acts a second for {lasted:.0f} s"
    )
    print(f"  ms p50, p90, p99, longest   acknowledged: {shown(load.took)}   heard by all: {shown(heard)}")
    if offers:
        print(f"  legal actions sent {len(offers):,} times, after the event: {shown(offers)}")
    missed = 0 if is_echo else load.lost(groups)
    print(
        f"  followers who missed or repeated an event: {missed}; the server: {busy:.0%} of one core, "
        f"the players: {players_busy:.0%}; {memory_of(pid):.0f} MB; load of the machine: {os.getloadavg()[0]:.1f}"
    )
    return percentiles(load.took)[2], percentiles(heard)[2]


def percentiles(times: list[float]) -> tuple[float, float, float, float]:
    """The median, the 90th and 99th percentile and the longest, in milliseconds."""
    ordered = sorted(one * 1000 for one in times) or [float("inf")]
    p50, p90, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.9, 0.99))
    return p50, p90, p99, ordered[-1]


def shown(times: list[float]) -> str:
    return ", ".join(f"{one:.1f}" for one in percentiles(times))


def memory_of(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_of(pid: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(name: str, given: argparse.Namespace) -> tuple[float, float]:
    """Starts a server and loads it."""
    with tempfile.TemporaryDirectory() as folder:
        command = (sys.executable, __file__, f"--{name}", "PORT", f"{folder}/tables.sqlite")
        with running(command) as (base, pid):
            how = (given.players, given.tables, given.rate, given.seconds)
            return asyncio.run(measure(name, base, pid, *how))


def main() -> None:
    reading = argparse.ArgumentParser()
    reading.add_argument("--players", type=int, default=200)
    reading.add_argument("--tables", type=int, default=40)
    reading.add_argument("--rate", type=float, default=40)
    reading.add_argument("--seconds", type=float, default=20)
    reading.add_argument("--server", nargs=2, metavar=("PORT", "FILE"), help=argparse.SUPPRESS)
    reading.add_argument("--echo", nargs=2, metavar=("PORT", "FILE"), help=argparse.SUPPRESS)
    given = reading.parse_args()
    if given.server:
        serve(int(given.server[0]), given.server[1])
    elif given.echo:
        serve_echo(int(given.echo[0]), given.echo[1])
    else:
        echo, ours = run("echo", given), run("server", given)
        times = [mine / its for mine, its in zip(ours, echo, strict=True)]
        print(f"p99 against the echo: {times[0]:.1f} times acknowledged, {times[1]:.1f} times heard")
        if max(times) > MOST:
            sys.exit(f"a 99th percentile is {max(times):.1f} times the echo's, above {MOST:g}")


if __name__ == "__main__":
    main()
