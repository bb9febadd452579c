"""Live tables: everybody who follows one hears of each event once, in order, as far as they may see it.

Nothing is queued for anybody. A follower reads on from its own place in the log when it is ready,
so a slow one costs no memory and a broken line is taken up again where it broke.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from msgspec import Struct

from rulewright.rules import BadInput, Refused
from rulewright.server.live.presence import Presence
from rulewright.table.errors import Gone, Unknown
from rulewright.table.events import Event
from rulewright.table.state import TableState, fold
from rulewright.table.tables import Place, Tables
from rulewright.table.views.for_seat import see, seen_event
from rulewright.table.views.viewer import Viewer

_KEPT = 200
_AT_ONCE = 100
CHECK = 5.0
"""Seconds after which a follower's key is looked at again, and a sign of life sent."""

T = TypeVar("T")
Message = dict[str, Any]


class Crowd(Struct, frozen=True):
    """How many may follow."""

    all: int
    per_seat: int


class Follower:
    """One connection: whose it is, with which key, and what wakes it."""

    def __init__(self, place: Place, key: str) -> None:
        self.place = place
        self.key = key
        self.awake = asyncio.Event()
        self.presence_changed = False


class _Tail:
    """The last events of a table with the states they led to, read from the log once for all followers."""

    def __init__(self, tables: Tables, table: str) -> None:
        self._tables = tables
        self._table = table
        self._lock = Lock()
        self._state = tables.state(table)
        self._recent: deque[tuple[Event, TableState]] = deque(maxlen=_KEPT)

    def after(self, seq: int) -> tuple[list[tuple[Event, TableState]], TableState]:
        """Some events that follow `seq`, none left out, and the latest state."""
        with self._lock:
            log = self._tables.log(self._table)
            if log.latest().seq > self._state.seq:
                for event in log.events(self._state.seq):
                    self._state = fold(self._state, event)
                    self._recent.append((event, self._state))
            latest, recent = self._state, list(self._recent)
        if seq >= latest.seq:
            return [], latest
        if recent and recent[0][0].seq <= seq + 1:
            return [one for one in recent if one[0].seq > seq][:_AT_ONCE], latest
        return list(log.replayed(seq, min(seq + _AT_ONCE, latest.seq))), latest


class Hub:
    """Every follower of this process, by table."""

    def __init__(self, tables: Tables, crowd: Crowd, presence: Presence) -> None:
        self._tables = tables
        self._crowd = crowd
        self._presence = presence
        self._threads = ThreadPoolExecutor(4, "rulewright-live")
        self._followers: dict[str, list[Follower]] = {}
        self._tails: dict[str, _Tail] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begin to hear of what is written, by this process or another."""
        self._loop = asyncio.get_running_loop()
        self._stop = self._tables.store.watch(self._told)

    def close(self) -> None:
        """Hear no more."""
        self._stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def count(self) -> int:
        """How many follow."""
        return sum(map(len, self._followers.values()))

    @property
    def tables(self) -> int:
        """How many tables are followed."""
        return len(self._followers)

    def _told(self, table: str, last: int) -> None:
        """From a thread of the store: a log has grown."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, table)

    def wake(self, table: str) -> None:
        """Let everybody at a table look again: for news, and whether their key still opens."""
        for follower in self._followers.get(table, ()):
            follower.awake.set()

    def look_again(self, table: str) -> None:
        """From any thread: a key or a seat has been taken away."""
        self._told(table, 0)

    async def follow(self, place: Place, key: str, after: int | None) -> AsyncGenerator[Message, None]:
        """A greeting with the whole view, then everything that happens after an event; ends with `Gone`."""
        follower = Follower(place, key)
        self._enter(follower)
        try:
            view = await self._in_thread(partial(see, self._tables, place))
            last: int = view["seq"]
            seq = last if after is None else min(after, last)
            follower.presence_changed = False
            present = self._presence.at(place.table)
            yield {"type": "hello", "seq": last, "after": seq, "seat": place.seat, "view": view, "presence": present}
            while True:
                follower.awake.clear()
                messages, seq, more = await self._in_thread(partial(self._news, follower, seq))
                for message in messages:
                    yield message
                if follower.presence_changed:
                    follower.presence_changed = False
                    yield {"type": "presence", "presence": self._presence.at(place.table)}
                if not more:
                    try:
                        await asyncio.wait_for(follower.awake.wait(), CHECK)
                    except TimeoutError:
                        yield {"type": "ping", "seq": seq}
        finally:
            self._leave(follower)

    def _news(self, follower: Follower, seq: int) -> tuple[list[Message], int, bool]:
        """What a follower may see of some events after one, the last of them, and whether there are more."""
        place = follower.place
        try:
            self._tables.enter(follower.key)
            events, latest = self._tail(place.table).after(seq)
            viewer = Viewer.of(latest, place.seat)
        except (BadInput, Unknown) as gone:
            raise Gone(str(gone)) from None
        seen = [(seen_event(self._tables, place.table, state, event, viewer)) for event, state in events]
        last = events[-1][0].seq if events else seq
        return [{"type": "event", "event": one} for one in seen if one is not None], last, last < latest.seq

    def _tail(self, table: str) -> _Tail:
        if table not in self._tails:
            self._tails[table] = _Tail(self._tables, table)
        return self._tails[table]

    def _enter(self, follower: Follower) -> None:
        place = follower.place
        here = self._followers.setdefault(place.table, [])
        if self.count >= self._crowd.all or sum(one.place == place for one in here) >= self._crowd.per_seat:
            if not here:
                del self._followers[place.table]
            raise Refused("too many live connections; close one first")
        here.append(follower)
        self._changed(place.table)

    def _leave(self, follower: Follower) -> None:
        table = follower.place.table
        self._followers[table].remove(follower)
        if not self._followers[table]:
            del self._followers[table]
            self._tails.pop(table, None)
        self._changed(table)

    def _changed(self, table: str) -> None:
        """Who is there has changed."""
        here = self._followers.get(table, ())
        if self._presence.set(table, frozenset(one.place.seat for one in here)):
            self.presence_changed(table)

    def presence_changed(self, table: str) -> None:
        """Tell everybody at a table who is there."""
        for one in self._followers.get(table, ()):
            one.presence_changed = True
            one.awake.set()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
