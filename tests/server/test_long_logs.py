"""Story, luck, export and import of a long table cost the server as much at a time as those of a short one."""

import asyncio
import re
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from serving import CLIENT, UNLIMITED, V1, Process, Seat, answered, free_port, open_table, running

from rulewright.rules import BadInput
from rulewright.server import luck_counts
from rulewright.server.context import Context
from rulewright.server.fair_queue import Caller
from rulewright.server.handlers import view
from rulewright.server.handlers.join import import_file
from rulewright.server.luck_jobs import SeatDice, count_dice
from rulewright.server.requests import EmptyRequest, ViewAsRequest
from rulewright.server.route_types import Call, TextStream
from rulewright.server.streams import AT_ONCE, sent
from rulewright.table.act import submit
from rulewright.table.events import EventBody, MessageSent, SeatTaken
from rulewright.table.export import export
from rulewright.table.perform import Attempt
from rulewright.table.state import TableState
from rulewright.table.stores import LogEntry
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.story import story
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.viewer import Viewer

LONG = 4_000


class CountingStore(MemoryStore):
    """A store that counts the entries that were read."""

    def __init__(self) -> None:
        super().__init__()
        self.entries = 0

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        found = super().read(table, after, most)
        self.entries += len(found)
        return found


def _messages(begin: int, number: int, text: str, state: TableState) -> list[EventBody]:
    return [MessageSent(f"{seq} {text}") for seq in range(begin, begin + number)]


def talk(tables: Tables, place: TableSeat, messages: int, text: str = "hello") -> None:
    for begin in range(0, messages, 500):
        tables.write(place, partial(_messages, begin, min(500, messages - begin), text))


@pytest.fixture
def store() -> CountingStore:
    return CountingStore()


def test_the_first_lines_of_a_story_do_not_need_the_whole_log(store: CountingStore) -> None:
    tables = Tables(store)
    place, _ = tables.open("twelves", "Ada")
    talk(tables, place, LONG)
    store.entries = 0
    lines = story(tables, place)
    assert next(lines).startswith("# ")
    for _ in range(20):
        next(lines)
    assert store.entries < LONG / 2
    assert sum(1 for _ in lines) > LONG


def test_a_story_leaves_out_what_was_undone_and_keeps_what_was_redone() -> None:
    with running() as base:
        seat = open_table(base)
        for _ in range(3):
            seat.post("/actions", action="check", params={"who": "Wren", "ability": "FIN"})
        assert checks_in(seat) == 3
        seat.post("/undo")
        seat.post("/undo")
        assert checks_in(seat) == 1
        seat.post("/redo")
        assert checks_in(seat) == 2
        seat.post("/actions", action="check", params={"who": "Wren", "ability": "FIN"})
        assert checks_in(seat) == 3


def checks_in(seat: Seat) -> int:
    """How many checks of Wren the story tells."""
    return len(re.findall(r"^- .*Wren .* at Finesse[ .]", text_of(seat, "/story"), re.MULTILINE))


def text_of(seat: Seat, path: str) -> str:
    answer = seat.ask("GET", path)
    assert answer.status_code == 200
    return answer.text


def test_story_and_export_are_sent_page_by_page(store: CountingStore) -> None:
    with running(store) as base:
        seat = open_table(base)
        talk(Tables(store), TableSeat(seat.table, seat.seat), 300)
        for path in ("/story", "/export"):
            answer = seat.ask("GET", path)
            assert "content-length" not in answer.headers, "its length was not known when it began"
            assert "299 hello" in answer.text
        lines = seat.ask("GET", "/export").content.splitlines(keepends=True)
        assert lines == list(export(Tables(store), TableSeat(seat.table, seat.seat)))


@pytest.mark.parametrize("handler", [view.story, view.export])
def test_the_answer_to_a_story_or_an_export_begins_before_the_whole_log_is_read(
    store: CountingStore, handler: Callable[[Call, ViewAsRequest], TextStream]
) -> None:
    context = Context(store)
    try:
        place, _ = context.tables.open("twelves", "Ada")
        talk(context.tables, place, LONG)
        store.entries = 0
        answer = handler(Call(context, {}, "", place), ViewAsRequest())
        assert 0 < len(answer.first) < 100_000
        assert store.entries < LONG / 2
        assert all(0 < len(page) < 100_000 for page in answer.rest)
        assert store.entries >= LONG
    finally:
        context.close()


def test_luck_counts_no_die_twice_after_a_cancelled_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of the cancelled request goes on counting while the next request counts too."""
    given_up, goes_on = threading.Event(), threading.Event()

    next_lines = luck_counts._next_lines

    def read_slowly(*given: Any) -> Any:
        if not given_up.is_set():
            given_up.set()
            goes_on.wait(10)
        return next_lines(*given)

    monkeypatch.setattr(luck_counts, "_next_lines", read_slowly)

    async def counted_after_one_was_given_up() -> SeatDice:
        context = Context(MemoryStore())
        try:
            place, _ = context.tables.open("twelves", "Ada")
            for _ in range(20):
                submit(context.tables, place, Attempt("notation", "2d6"))
            state = context.tables.state(place.table)
            call, viewer = Call(context, {}, "", place), Viewer.of(state, place.seat)
            first = asyncio.create_task(context.luck.at(call, viewer, state))
            await asyncio.to_thread(given_up.wait, 10)
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            await context.luck.at(call, viewer, state)
            goes_on.set()
            context.threads.shutdown()  # both threads have counted to the end
            return await context.luck.at(call, viewer, state)
        finally:
            context.close()

    assert [*asyncio.run(counted_after_one_was_given_up())["s1"]] == [6]
    assert asyncio.run(counted_after_one_was_given_up())["s1"][6][0] == 40


def test_clients_that_read_slowly_keep_no_story_waiting() -> None:
    """Four that read an export a few bytes at a time kept the story of another table waiting for 17 seconds."""

    async def read() -> list[bytes]:
        context = Context(MemoryStore())
        try:
            slow = [sent(context, Caller("a"), b"first", iter([b"a", b"b"])) for _ in range(AT_ONCE + 1)]
            for one in slow:
                assert [await anext(one), await asyncio.wait_for(anext(one), 5)] == [b"first", b"a"]
            return [page async for page in sent(context, Caller("a"), b"first", iter([b"a", b"b"]))]
        finally:
            context.close()

    assert asyncio.run(asyncio.wait_for(read(), 20)) == [b"first", b"a", b"b"]


@pytest.mark.parametrize("brief", ["true", "false"])
def test_a_page_of_the_log_ends_after_a_million_bytes(store: CountingStore, brief: str) -> None:
    """A thousand events may have half a gigabyte, and every thread of the server would be busy with such pages."""
    with running(store) as base:
        seat = open_table(base, ready=False)
        talk(Tables(store), TableSeat(seat.table, seat.seat), 900, "x" * 3_000)
        seen: list[int] = []
        after = pages = 0
        while after < 902:
            answer = seat.ask("GET", "/log", params={"after": after, "most": 1_000, "brief": brief})
            assert len(answer.content) < 1_200_000
            page = answer.json()
            seen += [event["seq"] for event in page["events"]]
            assert page["last"] == 902
            after, pages = page["next"], pages + 1
        assert seen == list(range(1, 903))
        assert pages >= 3


def test_luck_counts_only_what_is_new(store: CountingStore) -> None:
    with running(store) as base:
        seat = open_table(base)
        tables, place = Tables(store), TableSeat(seat.table, seat.seat)
        submit(tables, place, Attempt("notation", "2d6", faces=(3, 4)))
        talk(tables, place, LONG)
        first = seat.get("/luck")
        submit(tables, place, Attempt("notation", "1d6", faces=(5,)))
        store.entries = 0
        second = seat.get("/luck")
        assert store.entries < 100
        assert [(one["sides"], one["dice"]) for one in first if one["sides"] == 6] == [(6, 2)]
        assert [(one["sides"], one["dice"], one["mean"]) for one in second if one["sides"] == 6] == [(6, 3, "4/1")]


def test_the_dice_of_a_table_are_counted_once_for_all_viewers_and_not_again_after_a_restart(
    store: CountingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    async def work(self: Call, job: Any, *given: Any, seconds: float, urgency: Any = None) -> Any:
        if job is count_dice:
            assert len(given[2]) <= 500, "a worker is given a bounded part at a time"
            counted.append(len(given[2]))
        return job(*given)

    monkeypatch.setattr(Call, "work", work)
    monkeypatch.setattr(store, "close", lambda: None)
    tables = Tables(store)
    place, _ = tables.open("twelves", "Ada")
    tables.write(place, lambda state: [SeatTaken("s2", "Ann", "player"), SeatTaken("s3", "Ben", "player")])
    ann, ben = TableSeat(place.table, "s2"), TableSeat(place.table, "s3")
    submit(tables, place, Attempt("notation", "1d6", faces=(1,), audience="gm"))
    submit(tables, ann, Attempt("notation", "2d6", faces=(3, 4)))
    submit(tables, ann, Attempt("notation", "1d6", faces=(5,), audience="private"))
    submit(tables, ben, Attempt("notation", "1d6", faces=(6,), audience="blind"))
    talk(tables, place, 3_000)

    async def asked() -> list[list[tuple[str, int]]]:
        context = Context(store)
        try:
            calls = [Call(context, {}, "", seat) for seat in (place, ann, ben)]
            found = [await view.luck(call, ViewAsRequest()) for call in calls]
            return [[(one.seat, one.dice) for one in seats] for seats in found]
        finally:
            context.close()

    seen = [[("s1", 1), ("s2", 3), ("s3", 1)], [("s2", 3)], [("s2", 2)]]
    assert asyncio.run(asked()) == seen
    last = tables.state(place.table).seq
    assert sum(counted) == last
    counted.clear()
    store.entries = 0
    assert asyncio.run(asked()) == seen
    assert sum(counted) <= 250
    assert store.entries <= 1_000
    submit(tables, ann, Attempt("notation", "1d6", faces=(2,)))
    assert asyncio.run(asked())[2] == [("s2", 3)]


def memory(server: Process) -> int:
    """The most bytes that a server has had in memory."""
    status = Path(f"/proc/{server._process.pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found
    return int(found[1]) * 1024


def long_file() -> bytes:
    """The file of a table, of twenty million bytes."""
    tables = Tables(MemoryStore())
    place, _ = tables.open("twelves", "Ada")
    talk(tables, place, 5_000, "x" * 3_900)
    return b"".join(export(tables, place))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says how much memory a process had")
def test_an_import_stays_within_a_fixed_memory(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "tables.sqlite"), free_port())
    try:
        content = long_file()
        assert len(content) > 19_000_000
        open_table(server.base)
        before = memory(server)
        answer = CLIENT.post(f"{server.base}{V1}/imports", content=content, timeout=120)
        seat = Seat(server.base, **answered(answer))
        assert memory(server) - before < 25_000_000
        assert "4999 x" in seat.ask("GET", "/log?after=4990").text
    finally:
        server.stop()


def test_a_bad_file_leaves_nothing_behind() -> None:
    store = MemoryStore()
    tables = Tables(MemoryStore())
    place, _ = tables.open("twelves", "Ada")
    talk(tables, place, 600)
    lines = list(export(tables, place))
    with running(store, UNLIMITED) as base:
        for content in (b"".join(lines[:-1]), b"".join(lines) + b"{}\n", b"", b"nonsense"):
            assert CLIENT.post(f"{base}{V1}/imports", content=content).status_code == 400
        assert store.tables() == []
        assert CLIENT.post(f"{base}{V1}/imports", content=b"".join(lines)).status_code == 200
        assert len(store.tables()) == 1
        assert store.names("imports", "importing") == []


def test_an_address_imports_one_table_at_a_time_and_keeps_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running_now: Counter[str] = Counter()
    together: list[dict[str, int]] = []

    async def work(self: Call, *job: object, seconds: float) -> None:
        running_now[self.address] += 1
        together.append(dict(running_now))
        await asyncio.sleep(0.05)
        running_now[self.address] -= 1
        raise BadInput("no table")

    async def import_all() -> None:
        context = Context(MemoryStore())
        try:
            calls = [Call(context, {}, address, file=tmp_path / "body") for address in "aaaab"]
            await asyncio.gather(*(import_file(call, EmptyRequest()) for call in calls), return_exceptions=True)
        finally:
            context.close()

    monkeypatch.setattr(Call, "work", work)
    asyncio.run(import_all())
    assert len(together) == 5
    assert max(found.get("a", 0) for found in together) == 1
    assert {"a": 1, "b": 1} in together[:2]


def test_the_imports_of_an_address_take_only_so_much_room() -> None:
    """Forty imports of 64 MB, sent slowly, would have filled the disk."""
    with running(settings=msgspec.structs.replace(UNLIMITED, files_per_address=3_000_000)) as base:
        sizes = {2_000_000: 400, 4_000_000: 429}  # the text is no table
        for size in (2_000_000, 4_000_000, 2_000_000, 2_000_000):  # what has been answered takes no room
            assert CLIENT.post(f"{base}{V1}/imports", content=b"x" * size).status_code == sizes[size]
    with running(settings=msgspec.structs.replace(UNLIMITED, files=3_000_000)) as base:
        assert CLIENT.post(f"{base}{V1}/imports", content=b"x" * 4_000_000).status_code == 503
