"""Live tables: every follower receives each event once, in order, with its changes to their view.

Nothing is queued. The thread that wrote an event reads it for all followers that are waiting. Any other follower
continues from its own place in the log when it is ready, so that a slow one takes no memory and a broken connection can
be resumed.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cache, partial
from threading import local
from time import perf_counter
from typing import NamedTuple, TypeVar

from msgspec import UNSET, Struct

from rulewright.rules import BadInput, Refused
from rulewright.server.fair_queue import Caller, network
from rulewright.server.fair_threads import FairThreads, ThreadLimits
from rulewright.server.legal_action_cache import LegalActionCache
from rulewright.server.live.frames import (
    EventFrame,
    Frame,
    HelloFrame,
    OffersFrame,
    PatchView,
    PingFrame,
    PresenceFrame,
)
from rulewright.server.live.legal_action_feed import LegalActionFeed
from rulewright.server.live.patches import Patches
from rulewright.server.live.presence import Presence
from rulewright.server.requests import FollowRequest
from rulewright.table.errors import KeyRefused, NotFound
from rulewright.table.keys import name_of
from rulewright.table.log import Following, Step
from rulewright.table.state import TableState
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.event_view import view_event, viewer_of_all
from rulewright.table.views.hidden_scene import hidden_in
from rulewright.table.views.shapes import EventView, TableView
from rulewright.table.views.table_view import pending_views, view_state
from rulewright.table.views.viewer import Viewer

_BATCH = 20
"""How many events a follower reads at once: sending them occupies the server for a few milliseconds."""
_CATCHING_UP = 2
"""How many followers that are far behind read at the same time; others wait for their turn."""
_REST = 3.0
"""The pause of such a follower after a batch, as a multiple of the time that the batch took."""
_THREADS = ThreadLimits(total=4, table=2, address=3)
CHECK = 5.0
"""Seconds after which a follower's key is checked again and a ping is sent."""

_KEEPS_OFFERS = frozenset(
    {"said", "refused", "planned", "committed", "seeded", "unseeded", "asked", "rolled", "waiting", "withdrawn"}
)
"""Kinds of events that do not change the legal actions."""

T = TypeVar("T")


class ConnectionLimits(Struct, frozen=True):
    """How many followers there may be, in all, per seat and per address."""

    total: int
    per_seat: int
    per_address: int


class _FollowedSoFar(NamedTuple):
    """The last event that a follower was given, the latest state of the table, and the viewer in it."""

    seq: int
    latest: TableState
    viewer: Viewer


_Found = tuple[list[EventFrame], _FollowedSoFar]
"""The next frames of a follower, and how far they reach."""


class _SharedReads:
    """A cache for followers that are woken together: each read and each view is made once for all."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._read_state = cache(tables.state)
        self._views: dict[tuple[str, int, Viewer], EventView | None] = {}
        self.key_names = cache(tables.keys.names)

    def state(self, table: str, last: int) -> TableState:
        """The state of a table, from the store unless this process knows it up to an event; 0 always reads."""
        known = self._tables.known_state(table) if last else None
        return known if known is not None and known.seq >= last else self._read_state(table)

    def view(self, table: str, step: Step, viewer: Viewer) -> EventView | None:
        """An event as a viewer sees it."""
        whose = viewer_of_all(step.event, viewer)
        key = (table, step.event.seq, whose)
        if key not in self._views:
            self._views[key] = view_event(self._tables, table, step.state, step.event, whose)
        return self._views[key]


class _Follower:
    """One connection: its seat, its key, and the signal that wakes it."""

    def __init__(self, place: TableSeat, key: str, address: str) -> None:
        self.place = place
        self.reading = Following()
        self.address = address
        self.key, self.key_name = key, name_of(key)
        self.key_expires = ""
        self.awake = asyncio.Event()
        self.at: _FollowedSoFar | None = None
        self.is_waiting = False
        """Whether it has sent everything and can be given what was found for it."""
        self.found: _Found | Exception | None = None
        self.has_news = True
        """Whether the log may have grown, or the key been removed, without anything having been found for it."""
        self.is_due = False
        """Whether nothing was sent for so long that a ping is due."""
        self.presence_changed = False

    def give(self, at: _FollowedSoFar, found: _Found | Exception | None) -> None:
        """Hands over the frames after `at`; without them, or if it has moved on, the follower reads for itself."""
        if found is not None and self.is_waiting and self.at is at:
            self.is_waiting, self.found = False, found
        else:
            self.has_news = True
        self.awake.set()


class Hub:
    """Every follower of this process, by table."""

    def __init__(
        self, tables: Tables, limits: ConnectionLimits, presence: Presence, legal_actions: LegalActionCache
    ) -> None:
        self._tables = tables
        self._legal_actions = legal_actions
        self._limits = limits
        self._presence = presence
        self._patches = Patches(tables)
        self._threads = FairThreads("rulewright-live", _THREADS)
        self._wakes = local()
        """In a thread that gathers them: the tables to look at, each with its last event."""
        self._asked: set[str] = set()
        """Tables that another thread is about to look at."""
        self._followers: dict[str, list[_Follower]] = {}
        self._catching_up = asyncio.Semaphore(_CATCHING_UP)
        self._count = 0
        self._addresses: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Watches the store for events, written by this process or another."""
        self._loop = asyncio.get_running_loop()
        self._stop = self._tables.store.watch(self.wake)

    def close(self) -> None:
        """Stops watching."""
        self._stop()
        self._threads.shutdown()

    @property
    def count(self) -> int:
        """The number of followers."""
        return self._count

    @property
    def tables(self) -> int:
        """The number of tables that are followed."""
        return len(self._followers)

    def followers(self, table: str) -> int:
        """The number of followers of a table."""
        return len(self._followers.get(table, ()))

    def wake(self, table: str, last: int = 0) -> None:
        """Has every follower of a table read new events and check its key. Any thread may call this.

        `last` is the last event if this process wrote it; 0 means that it has to be read.
        """
        gathered: dict[str, int] | None = getattr(self._wakes, "tables", None)
        if gathered is not None:
            gathered[table] = min(last, gathered.get(table, last))
        elif table in self._followers and table not in self._asked:
            self._asked.add(table)
            with suppress(RuntimeError):  # the server ends
                self._threads.submit(Caller("", table), partial(self._look, table, 0))

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Lets this thread read, at the end, for the followers that it wakes."""
        wakes: dict[str, int] = {}
        self._wakes.tables = wakes
        try:
            yield
        finally:
            del self._wakes.tables
            for table, last in wakes.items():
                self._look(table, last)

    def _look(self, table: str, last: int) -> None:
        """Reads the next frames of every follower of a table."""
        self._asked.discard(table)
        reads = _SharedReads(self._tables)
        found: list[tuple[_Follower, _FollowedSoFar, _Found | Exception | None]] = []
        for follower in tuple(self._followers.get(table, ())):
            if (at := follower.at) is not None:
                if not follower.is_waiting:  # it reads on by itself
                    found.append((follower, at, None))
                    continue
                try:
                    found.append((follower, at, self._next_frames(follower, Following(), at.seq, last, reads)))
                except Exception as error:
                    found.append((follower, at, error))
        if found and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_give, found)

    async def follow(
        self, place: TableSeat, key: str, wanted: FollowRequest, address: str
    ) -> AsyncGenerator[Frame, None]:
        """A `HelloFrame`, then a frame for everything after an event; ends by raising `KeyRefused`."""
        follower = _Follower(place, key, network(address))
        self._enter(follower)
        feed = LegalActionFeed(partial(self._legal, Caller(address, place.table)), follower.awake.set)
        timer: asyncio.TimerHandle | None = None
        try:
            view, shown, at = await self._in_thread(follower, partial(self._begin, follower, wanted.after))
            follower.at = at
            follower.presence_changed = False
            yield HelloFrame(view.seq, shown, place.seat, view, self._presence.at(place.table))
            if wanted.offers:
                feed.change(at.latest, at.viewer)
            loop = asyncio.get_running_loop()
            now = loop.time
            sent = now()

            def check() -> None:
                nonlocal timer
                if sent + CHECK > now():  # something was sent since the timer began
                    timer = loop.call_at(sent + CHECK, check)
                else:
                    timer, follower.is_due = None, True
                    follower.awake.set()

            while True:
                follower.awake.clear()
                frames: list[EventFrame] = []
                found, follower.found = follower.found, None
                if found is None and follower.has_news:
                    follower.has_news = False
                    found = await self._read_on(follower, at)
                if isinstance(found, Exception):
                    raise found
                if found is not None:
                    frames, at = found
                    follower.at = at
                for frame in frames:
                    yield frame
                if wanted.offers and any(frame.offers for frame in frames):
                    feed.change(at.latest, at.viewer)
                if (legal := feed.take()) is not None:
                    yield legal
                    sent = now()
                if follower.presence_changed:
                    follower.presence_changed = False
                    yield PresenceFrame(self._presence.at(place.table))
                    sent = now()
                sent = now() if frames else sent
                follower.has_news = follower.has_news or at.seq < at.latest.seq
                if follower.has_news:
                    continue
                # Timed from the last frame, not the last event: an event hidden from this seat must not delay the ping.
                timer = timer or loop.call_at(sent + CHECK, check)
                follower.is_waiting = True
                await follower.awake.wait()
                follower.is_waiting = False
                if follower.is_due:
                    follower.is_due = False
                    yield PingFrame(at.viewer.numbers.shown(at.seq))
                    sent = now()
                    self.wake(place.table)
        finally:
            if timer is not None:
                timer.cancel()
            feed.close()
            self._leave(follower)

    async def _legal(self, caller: Caller, state: TableState, viewer: Viewer) -> OffersFrame:
        return await self._legal_actions.sent_to(caller, self._tables.game(state), state, viewer)

    async def _read_on(self, follower: _Follower, at: _FollowedSoFar) -> _Found:
        """The next frames of a follower that reads for itself; one that is far behind does so with pauses."""
        look = partial(self._next_frames, follower, follower.reading, at.seq, 0, _SharedReads(self._tables))
        if at.latest.seq - at.seq <= _BATCH:
            return await self._in_thread(follower, look)
        async with self._catching_up:
            started = perf_counter()
            found = await self._in_thread(follower, look)
            await asyncio.sleep(_REST * (perf_counter() - started))
        return found

    def _begin(self, follower: _Follower, after: int | None) -> tuple[TableView, int, _FollowedSoFar]:
        """The view of a seat, the seat's own number of the event after which it follows, and that event."""
        place = follower.place
        follower.key_expires = self._tables.key_expires(follower.key)
        state = self._tables.state(place.table)
        viewer = Viewer.of(state, place.seat)
        view = view_state(self._tables.game(state), state, viewer)
        shown = view.seq if after is None else min(after, view.seq)
        return view, shown, _FollowedSoFar(viewer.numbers.seq(shown), state, viewer)

    def _next_frames(self, follower: _Follower, reading: Following, seq: int, last: int, reads: _SharedReads) -> _Found:
        """The frames of some events after one; `last` is as in `_SharedReads.state`."""
        place = follower.place
        try:
            has_expired = follower.key_expires != "" and follower.key_expires < self._tables.timestamp()
            if has_expired or follower.key_name not in reads.key_names(place.table):
                self._tables.key_expires(follower.key)  # raises if the key is no longer valid
            latest = reads.state(place.table, last)
            steps = reading.after(self._tables.log(place.table), seq, latest, _BATCH)
            viewer = Viewer.of(latest, place.seat)
        except (BadInput, NotFound) as gone:
            raise KeyRefused(str(gone)) from None
        frames = [frame for step in steps if (frame := self._frame(place.table, step, viewer, reads)) is not None]
        return frames, _FollowedSoFar(steps[-1].event.seq if steps else seq, latest, viewer)

    def _frame(self, table: str, step: Step, viewer: Viewer, reads: _SharedReads) -> EventFrame | None:
        """The frame of an event; None for one that the viewer does not see."""
        event = reads.view(table, step, viewer)
        if event is None:
            return None
        offers = self._changes_offers(step, event, viewer)
        before = step.before.seats.get(viewer.seat)
        if before is None or before.is_gm != viewer.is_gm:  # the role has changed: a patch would not fit
            view = view_state(self._tables.game(step.state), step.state, viewer)
            return EventFrame(event.seq, event, [], view, offers)
        return EventFrame(event.seq, event, self._patch(table, step, viewer), UNSET, offers)

    def _changes_offers(self, step: Step, event: EventView, viewer: Viewer) -> bool:
        """Whether other actions may be legal after an event, as far as the viewer knows."""
        if event.kind != "acted" or event.changes:
            return event.kind not in _KEEPS_OFFERS
        game = self._tables.game(step.state)
        return hidden_in(game, step.before, viewer) != hidden_in(game, step.state, viewer)

    def _patch(self, table: str, step: Step, viewer: Viewer) -> list[PatchView]:
        game = self._tables.game(step.state)
        patch = self._patches.shared(table, step, viewer.is_gm)
        now = pending_views(game, step.state, viewer)
        if now != pending_views(game, step.before, viewer):
            patch = [*patch, PatchView(["pending"], now)]
        return patch

    def _enter(self, follower: _Follower) -> None:
        place = follower.place
        here = self._followers.setdefault(place.table, [])
        if (
            self._count >= self._limits.total
            or self._addresses[follower.address] >= self._limits.per_address
            or sum(one.place == place for one in here) >= self._limits.per_seat
        ):
            if not here:
                del self._followers[place.table]
            raise Refused("too many live connections; close one first")
        here.append(follower)
        self._count += 1
        self._addresses[follower.address] += 1
        self._update_presence(place.table)

    def _leave(self, follower: _Follower) -> None:
        table = follower.place.table
        self._followers[table].remove(follower)
        self._count -= 1
        self._addresses[follower.address] -= 1
        if not self._addresses[follower.address]:
            del self._addresses[follower.address]
        if not self._followers[table]:
            del self._followers[table]
        self._update_presence(table)

    def _update_presence(self, table: str) -> None:
        here = self._followers.get(table, ())
        if self._presence.set(table, frozenset(one.place.seat for one in here)):
            self.presence_changed(table)

    def presence_changed(self, table: str) -> None:
        """Sends every follower of a table the seats that are present."""
        for one in self._followers.get(table, ()):
            one.presence_changed = True
            one.awake.set()

    async def _in_thread(self, follower: _Follower, work: Callable[[], T]) -> T:
        done: Future[T] = Future()

        def do() -> None:
            if done.set_running_or_notify_cancel():
                try:
                    done.set_result(work())
                except BaseException as error:
                    done.set_exception(error)

        self._threads.submit(Caller(follower.address, follower.place.table), do)
        return await asyncio.wrap_future(done)


def _give(found: list[tuple[_Follower, _FollowedSoFar, _Found | Exception | None]]) -> None:
    for follower, at, one in found:
        follower.give(at, one)
