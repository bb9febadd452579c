"""Live tables: each event once and in order, whatever breaks; and nothing for those who are gone."""

import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import CLIENT, Process, Seat, free_port, joined, open_table
from unpacking import offers_in
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin


def heard(socket: ClientConnection, kind: str = "event") -> Any:
    """The next message of a kind; others are passed over."""
    while True:
        message = json.loads(socket.recv(timeout=20))
        if message["type"] == kind:
            return message


def test_the_greeting_has_the_view_and_then_everything_after_an_event_comes_once(base: str) -> None:
    master = open_table(base)
    seq = master.get()["seq"]
    with master.live(after=3) as socket:
        hello = heard(socket, "hello")
        assert (hello["seq"], hello["after"], hello["seat"]) == (seq, 3, master.seat)
        assert hello["view"] == master.get()
        assert [heard(socket)["event"]["seq"] for _ in range(seq - 3)] == list(range(4, seq + 1))
        master.post("/messages", text="one more")
        assert heard(socket)["event"]["text"] == "one more"


def test_without_an_event_to_begin_with_only_news_comes(base: str) -> None:
    master = open_table(base)
    with master.live() as socket:
        heard(socket, "hello")
        master.post("/messages", text="news")
        assert heard(socket)["event"]["text"] == "news"


def test_a_follower_whose_line_breaks_at_random_misses_nothing_and_hears_nothing_twice(base: str) -> None:
    master = open_table(base)
    player = joined(master, "Ben")
    chance = random.Random(7)
    total = 120

    def write() -> None:
        for number in range(total):
            master.post("/messages", text=f"number {number}", to_gm=number % 5 == 0)

    writing = threading.Thread(target=write)
    first = player.get()["seq"]
    writing.start()
    received: list[str] = []
    last, breaks = first, 0
    while len(received) < total - total // 5:
        with player.live(after=last) as socket:
            for _ in range(chance.randrange(1, 25)):
                event = heard(socket)["event"]
                assert event["seq"] > last
                last = event["seq"]
                received.append(event["text"])
                if len(received) == total - total // 5:
                    break
        breaks += 1
    writing.join()
    assert breaks > 3
    assert received == [f"number {number}" for number in range(total) if number % 5]


def test_who_is_there_is_reported_to_those_who_are(base: str) -> None:
    master = open_table(base)
    player = joined(master, "Ben")
    with master.live() as socket:
        assert heard(socket, "hello")["presence"] == [master.seat]
        with player.live() as other:
            assert heard(other, "hello")["presence"] == [master.seat, player.seat]
            assert heard(socket, "presence")["presence"] == [master.seat, player.seat]
            assert master.get("/presence")["presence"] == [master.seat, player.seat]
        assert heard(socket, "presence")["presence"] == [master.seat]


@pytest.mark.parametrize("how", ["seat", "key", "table"])
def test_a_removed_seat_is_cut_off_at_once_with_a_reason(base: str, how: str) -> None:
    master = open_table(base)
    player = joined(master, "Ben")
    with player.live() as socket:
        heard(socket, "hello")
        if how == "seat":
            master.ask("DELETE", f"/seats/{player.seat}")
        elif how == "key":
            (name,) = [key["name"] for key in player.get("/keys")]
            player.ask("DELETE", f"/keys/{name}")
        else:
            master.ask("DELETE", "")
        with pytest.raises(ConnectionClosed) as closed:
            heard(socket, "nothing else")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    assert closed.value.rcvd.reason


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("{", 4401),
        ("[]", 4401),
        ('{"key": 5}', 4401),
        ('{"key": "x"}', 4401),
        ("x" * 70_000, 1009),
        ("[" * 60_000, 4401),
    ],
)
def test_a_first_message_without_a_key_ends_the_connection(base: str, first: str, code: int) -> None:
    table = open_table(base, ready=False)
    with connect(f"{base.replace('http', 'ws')}{table.path}/live") as socket:
        socket.send(first)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


def test_a_page_follows_with_its_cookie(base: str) -> None:
    table = open_table(base, ready=False)
    headers = {"Cookie": f"rulewright-key={table.key}"}
    address = f"{base.replace('http', 'ws')}{table.path}/live"
    with connect(address, origin=Origin(base), additional_headers=headers) as socket:
        assert heard(socket, "hello")["seat"] == table.seat


def lines(table: Seat, accept: str, **headers: str) -> Iterator[str]:
    with CLIENT.stream(
        "GET", f"{table.base}{table.path}/events", headers={**table.headers, "Accept": accept, **headers}
    ) as answer:
        assert answer.headers["content-type"].startswith(accept)
        yield from answer.iter_lines()


def test_a_bot_follows_by_server_sent_events_from_the_last_it_heard(base: str) -> None:
    master = open_table(base)
    last = master.get()["seq"]
    stream = lines(master, "text/event-stream", **{"Last-Event-ID": str(last - 2)})
    numbers = (line for line in stream if line.startswith("id: "))
    assert [next(numbers) for _ in range(2)] == [f"id: {last - 1}", f"id: {last}"]
    master.post("/messages", text="news")
    assert next(numbers) == f"id: {last + 1}"
    stream.close()  # type: ignore[attr-defined] # a generator


def test_a_bot_follows_by_lines_of_json(base: str) -> None:
    master = open_table(base)
    stream = lines(master, "application/x-ndjson")
    assert json.loads(next(stream))["type"] == "hello"
    master.post("/messages", text="news")
    events = (message["event"] for line in stream if (message := json.loads(line))["type"] == "event")
    assert next(events)["text"] == "news"
    stream.close()  # type: ignore[attr-defined] # a generator


def test_a_follower_who_does_not_read_keeps_nobody_from_playing(base: str) -> None:
    master = open_table(base)
    with master.live(after=1, max_queue=1, close_timeout=0.1) as idle, master.live() as socket:
        heard(socket, "hello")
        for number in range(60):
            master.post("/messages", text=f"{number} " + "x" * 3_000)
            assert heard(socket)["event"]["text"].startswith(f"{number} ")
        assert idle.socket is not None


def test_two_server_processes_on_one_file_hear_of_each_other(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")
    servers = [Process(database, free_port()) for _ in range(2)]
    try:
        master = open_table(servers[0].base)
        other = Seat(servers[1].base, master.table, master.seat, master.key)
        with master.live() as here, other.live() as there:
            for socket in (here, there):
                heard(socket, "hello")
            for number in range(10):
                (master, other)[number % 2].post("/messages", text=f"{number}")
                for socket in (here, there):
                    assert heard(socket)["event"]["text"] == f"{number}"
    finally:
        statuses = [server.stop() for server in servers]
    assert statuses == [0, 0]
    assert [server.errors for server in servers] == ["", ""]


def test_a_server_that_is_reported_to_stop_lets_everybody_go(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "tables.sqlite"), free_port())
    master = open_table(server.base)
    with master.live() as socket:
        heard(socket, "hello")
        began = time.monotonic()
        assert server.stop() == 0
        with pytest.raises(ConnectionClosed):
            heard(socket, "nothing")
    assert time.monotonic() - began < 30
    assert "Traceback" not in server.errors
    with pytest.raises(httpx.ConnectError):
        CLIENT.get(f"{server.base}/health")


def _named(offers: list[dict[str, Any]]) -> list[Any]:
    """Who may do what, in every way."""
    return [(one["action"], one["who"], one["ways"]) for one in offers]


def test_legal_actions_are_sent_first_and_whenever_they_change_and_are_those_of_the_seat(base: str) -> None:
    master = open_table(base)
    player = joined(master, "Ben")
    with master.live(offers=True) as whole, player.live(offers=True) as own, player.live() as without:
        for seat, socket in ((master, whole), (player, own)):
            assert _named(offers_in(heard(socket, "offers")["offers"])) == _named(seat.get("/offers")["offers"])
        before = heard(without, "hello")["seq"]
        master.post("/messages", text="no action is legal now that was not before")
        master.post("/actions", action="check", params={"who": "Wren", "ability": "FIN"})
        master.post("/actions", action="grant-potions", params={"who": "Wren"})
        for seat, socket in ((master, whole), (player, own)):
            assert [heard(socket)["offers"] for _ in range(3)] == [False, False, True]
            sent = heard(socket, "offers")
            assert sent["seq"] == before + 3  # nothing was sent for the message and the check
            assert _named(offers_in(sent["offers"])) == _named(seat.get("/offers")["offers"])
        kinds = [json.loads(without.recv(timeout=20))["type"] for _ in range(3)]
        assert kinds == ["event", "event", "event"]
