"""Followers of a table are given what the thread that wrote an event found for them, or look for themselves."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest

from rulewright.server.context import Context
from rulewright.server.fair_threads import SERVER
from rulewright.server.live.frames import EventFrame, Frame, HelloFrame
from rulewright.server.requests import FollowRequest
from rulewright.table import act, log
from rulewright.table.errors import KeyRefused
from rulewright.table.events import Event, MessageSent
from rulewright.table.fold import fold
from rulewright.table.state import TableState
from rulewright.table.stores.memory import MemoryStore


class Evening:
    """A server with one table, whose game master speaks and follows it several times."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.place, self.key = context.tables.open("twelves", "Ada")
        self.looks: list[int] = []
        """The threads that looked for a follower."""
        look = context.hub._next_frames

        def noted(*given: Any) -> Any:
            self.looks.append(threading.get_ident())
            return look(*given)

        context.hub._next_frames = noted  # type: ignore[method-assign,assignment] # with a note of its thread
        context.hub.start()

    def follow(self, key: str = "") -> AsyncGenerator[Frame, None]:
        return self.context.hub.follow(self.place, key or self.key, FollowRequest(), "127.0.0.1")

    async def say(self, text: str) -> int:
        """The thread in which a message was written."""

        def write() -> int:
            act.say(self.context.tables, self.place, text)
            return threading.get_ident()

        return await self.context.in_thread(SERVER, write)


def spend(play: Callable[[Evening], Awaitable[None]]) -> None:
    async def run() -> None:
        context = Context(MemoryStore())
        try:
            await play(Evening(context))
        finally:
            context.close()

    asyncio.run(run())


async def next_text(frames: AsyncGenerator[Frame, None]) -> Any:
    frame = await anext(frames)
    assert isinstance(frame, EventFrame)
    return frame.event.text


async def waiting(frames: AsyncGenerator[Frame, None]) -> "asyncio.Task[Any]":
    """A follower who has sent everything and waits for the next event."""
    assert isinstance(await anext(frames), HelloFrame)
    task = asyncio.ensure_future(next_text(frames))
    await asyncio.sleep(0.1)
    return task


def test_the_thread_that_writes_an_event_looks_for_all_who_wait() -> None:
    async def play(evening: Evening) -> None:
        async with aclosing(evening.follow()) as one, aclosing(evening.follow()) as other:
            heard = [await waiting(one), await waiting(other)]
            evening.looks.clear()
            thread = await evening.say("hello")
            assert await asyncio.gather(*heard) == ["hello", "hello"]
            assert evening.looks == [thread, thread]

    spend(play)


def test_a_follower_who_is_slow_to_send_misses_nothing_and_nothing_is_kept_for_it() -> None:
    async def play(evening: Evening) -> None:
        async with aclosing(evening.follow()) as slow, aclosing(evening.follow()) as quick:
            heard = await waiting(slow)
            await waiting(quick)
            texts = [f"message {number}" for number in range(5)]
            for text in texts:
                await evening.say(text)
            (follower, _) = evening.context.hub._followers[evening.place.table]
            assert await heard == texts[0]
            assert follower.found is None
            assert [await next_text(slow) for _ in texts[1:]] == texts[1:]

    spend(play)


def test_events_that_are_written_together_arrive_once_and_in_order() -> None:
    async def play(evening: Evening) -> None:
        async with aclosing(evening.follow()) as frames:
            first = await waiting(frames)
            texts = {f"message {number}" for number in range(40)}
            writing = asyncio.gather(*map(evening.say, texts))
            heard = [await first, *[await next_text(frames) for _ in range(39)]]
            await writing
            log = evening.context.tables.log(evening.place.table)
            assert set(heard) == texts
            assert heard == [getattr(event.body, "text", None) for event in log.events(2)]

    spend(play)


def test_a_revoked_key_ends_a_connection_that_waits() -> None:
    async def play(evening: Evening) -> None:
        tables = evening.context.tables
        key = tables.create_key(evening.place, "a tablet")
        async with aclosing(evening.follow(key)) as gone, aclosing(evening.follow()) as stays:
            ended, heard = await waiting(gone), await waiting(stays)
            (name,) = [name for name, one in tables.keys.keys(evening.place.table).items() if one.label == "a tablet"]
            tables.keys.revoke(evening.place.table, "key", name)
            evening.context.hub.wake(evening.place.table)
            with pytest.raises(KeyRefused):
                await ended
            await evening.say("hello")
            assert await heard == "hello"

    spend(play)


def test_work_that_nobody_waits_for_any_more_is_not_begun() -> None:
    async def play(evening: Evening) -> None:
        threads, begun = evening.context.settings.threads.total, threading.Event()
        full = [asyncio.ensure_future(evening.context.in_thread(SERVER, begun.wait, 10)) for _ in range(threads)]
        given_up = asyncio.ensure_future(evening.say("never"))
        await asyncio.sleep(0.01)
        given_up.cancel()
        begun.set()
        await asyncio.gather(*full)
        await evening.say("hello")
        events = evening.context.tables.log(evening.place.table).events()
        assert "never" not in [getattr(event.body, "text", None) for event in events]

    spend(play)


def test_a_connection_that_catches_up_from_the_beginning_folds_each_event_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each hundred events were folded from the last snapshot before them, and again at every event of another seat."""
    folded: list[int] = []

    def counted(state: TableState, event: Event) -> TableState:
        folded.append(event.seq)
        return fold(state, event)

    async def play(evening: Evening) -> None:
        tables, place = evening.context.tables, evening.place
        for _ in range(12):
            tables.write(place, lambda state: [MessageSent("hello")] * 250)
        last = tables.state(place.table).seq
        monkeypatch.setattr(log, "fold", counted)
        follow = FollowRequest(after=0)
        async with aclosing(evening.context.hub.follow(place, evening.key, follow, "")) as frames:
            await anext(frames)
            heard = 0
            while heard < last + 5:
                frame = await anext(frames)
                heard += isinstance(frame, EventFrame)
                if heard in (500, 1_000, 1_500, 2_000, 2_500) and isinstance(frame, EventFrame):
                    await evening.say("meanwhile")
        assert len(folded) <= last + 5 + 5

    spend(play)


def test_few_of_those_who_are_far_behind_read_at_once_and_pause_after_every_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else forty connections from the first event on would keep every other table waiting."""
    reading, most, naps = 0, 0, 0

    async def play(evening: Evening) -> None:
        hub, tables = evening.context.hub, evening.context.tables
        in_thread, sleep = hub._in_thread, asyncio.sleep

        async def noted(follower: Any, work: Any) -> Any:
            nonlocal reading, most
            if work.func == hub._next_frames and tables.state(evening.place.table).seq - work.args[2] > 20:
                reading += 1
                most = max(most, reading)
            return await in_thread(follower, work)

        async def nap(seconds: float) -> None:
            nonlocal reading, naps
            await sleep(seconds)
            reading, naps = reading - 1, naps + 1

        monkeypatch.setattr(hub, "_in_thread", noted)
        monkeypatch.setattr(asyncio, "sleep", nap)
        tables.write(evening.place, lambda state: [MessageSent(str(n)) for n in range(200)])

        async def all_texts() -> list[str]:
            async with aclosing(hub.follow(evening.place, evening.key, FollowRequest(after=0), "127.0.0.1")) as frames:
                texts: list[str] = []
                while len(texts) < 200:
                    frame = await anext(frames)
                    if isinstance(frame, EventFrame) and frame.event.kind == "said":
                        texts.append(str(frame.event.text))
                return texts

        found = await asyncio.gather(*(all_texts() for _ in range(6)))
        assert found == [[str(n) for n in range(200)]] * 6

    spend(play)
    assert (reading, most) == (0, 2)
    assert naps >= 6 * 8
