"""All tables of a store: opening them, taking seats, and writing what happens.

Everything here may be called from several threads and several processes at once: the store lets
only one writer take a place in a log, and whoever comes second looks again and goes on.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from secrets import token_urlsafe
from threading import Lock
from typing import Any

from msgspec import Struct

from rulewright.game import Game, find_game
from rulewright.rules import BadInput, Refused
from rulewright.table.errors import Forbidden, Stale, Unknown
from rulewright.table.events import Assigned, Event, Fact, Opened, Role, Seated, Settings, Unseated
from rulewright.table.fair_dice import commitment_to, new_seed
from rulewright.table.keys import Invitation, Key, Keys, table_of
from rulewright.table.log import Log
from rulewright.table.perform import as_plain
from rulewright.table.state import TableState
from rulewright.table.stores import Conflict, Repeated, Store

_MOST_AT_HAND = 1_000


class Limits(Struct, frozen=True):
    """How large a table may grow, and how much may be said and typed at it."""

    events: int = 1_000_000
    seats: int = 100
    characters: int = 300
    waiting: int = 50
    text: int = 4_000
    name: int = 80
    faces: int = 1_000


LIMITS = Limits()


class Place(Struct, frozen=True):
    """A seat at a table."""

    table: str
    seat: str


class Tables:
    """The tables in a store."""

    def __init__(self, store: Store, limits: Limits = LIMITS, now: Callable[[], datetime] | None = None) -> None:
        self.store = store
        self.keys = Keys(store)
        self.limits = limits
        self._now = now or (lambda: datetime.now(UTC))
        self._logs: OrderedDict[str, Log] = OrderedDict()
        self._lock = Lock()

    # --- looking and writing

    def log(self, table: str) -> Log:
        """The log of a table; the tables looked at last are kept at hand."""
        with self._lock:
            found = self._logs.pop(table, None) or Log(self.store, table)
            self._logs[table] = found
            if len(self._logs) > _MOST_AT_HAND:
                self._logs.popitem(last=False)
            return found

    def state(self, table: str) -> TableState:
        """How a table stands now."""
        return self.log(table).latest()

    def game(self, state: TableState) -> Game:
        """The game that a table plays."""
        return find_game(state.game)

    def write(
        self,
        place: Place,
        make: Callable[[TableState], Sequence[Fact]],
        key: str = "",
        expected: int | None = None,
    ) -> list[Event]:
        """Write what `make` says follows from the state, as one step; the events written.

        With a `key` that was used before nothing happens again: the event written then is given. With
        `expected`, refuses when the table has gone on since that event.
        """
        log = self.log(place.table)
        key = f"{place.seat}:{key}" if key else ""
        while True:
            state = log.latest()
            if key and (done := self.store.find(place.table, key)):
                return [log.event(done)]
            if expected is not None and state.seq != expected:
                raise Stale(expected, state.seq)
            if state.seq >= self.limits.events:
                raise Refused(f"the table is full: {self.limits.events:,} events; export it and open another")
            stamp = self.stamp()
            facts = make(state)
            events = [Event(state.seq + n, stamp, place.seat, fact) for n, fact in enumerate(facts, 1)]
            try:
                log.append(state, events, key)
            except Conflict:
                continue
            except Repeated as before:
                return [log.event(before.seq)]
            return events

    def stamp(self, later: timedelta = timedelta()) -> str:
        """The moment, as the log writes it."""
        return (self._now() + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def masters(self, state: TableState, place: Place, what: str = "do this") -> None:
        """Refuse unless a seat runs the game."""
        if not state.seat(place.seat).masters:
            raise Forbidden(f"only the game master may {what}")

    def text(self, given: str, what: str, most: int | None = None) -> str:
        """Text that somebody wrote, without control characters; refuses what is too long."""
        most = most or self.limits.text
        if len(given) > most:
            raise BadInput(f"bad {what}: at most {most:,} characters, not {len(given):,}")
        return "".join(letter for letter in given if letter.isprintable() or letter == "\n").strip()

    def name(self, given: str) -> str:
        """A person's name."""
        name = self.text(given, "name", self.limits.name)
        if not name:
            raise BadInput("missing name: say who you are")
        return name

    # --- tables and seats

    def open(
        self, slug: str, name: str, title: str = "", options: Mapping[str, Any] | None = None
    ) -> tuple[Place, str]:
        """Open a table for a game; the game master's seat, and its key."""
        game = find_game(slug)
        game.table_options(options or {})
        table, seed = new_table(), new_seed()
        opened = Opened(
            game=slug,
            options=dict(options or {}),
            scene=as_plain(game.scene()),
            settings=Settings(title=self.text(title, "title", self.limits.name) or game.name),
            commitment=commitment_to(seed),
            software=version("rulewright"),
        )
        place = Place(table, "s1")
        self.store.put(table, "seed", opened.commitment, seed.encode())
        first: tuple[Fact, ...] = (opened, Seated("s1", self.name(name), "gm"))
        events = [Event(n, self.stamp(), "s1", fact) for n, fact in enumerate(first, 1)]
        self.log(table).append(TableState(), events)
        return place, self.keys.cut(table, Key("s1"))

    def enter(self, key: str) -> Place:
        """The seat that a key opens."""
        table, found = self.keys.open(key, self.stamp())
        self.state(table).seat(found.seat)
        return Place(table, found.seat)

    def invite(
        self, place: Place, role: Role, uses: int = 1, hours: float = 48, character: str = ""
    ) -> tuple[str, str]:
        """An invitation to the table, and the name by which it can be taken back."""
        state = self.state(place.table)
        self.masters(state, place, "invite")
        if role == "gm":
            raise BadInput("bad parameter: role must be one of co-gm, player, spectator: a table has one game master")
        if not 1 <= uses <= self.limits.seats:
            raise BadInput(f"bad parameter: uses must be a whole number from 1 to {self.limits.seats}, not {uses}")
        if not 0 < hours <= 24 * 366:
            raise BadInput(f"bad parameter: hours must be a number above 0 and at most {24 * 366}, not {hours}")
        if character:
            known(state, character)
        return self.keys.invite(place.table, Invitation(role, uses, self.stamp(timedelta(hours=hours)), character))

    def join(self, invitation: str, name: str) -> tuple[Place, str]:
        """Exchange an invitation for a seat and its key."""
        table, name = table_of(invitation), self.name(name)
        if len(self.state(table).seats) >= self.limits.seats:
            raise Refused(f"the table is full: {self.limits.seats} seats")
        given = self.keys.accept(invitation, self.stamp())

        def make(state: TableState) -> list[Fact]:
            seat = f"s{state.seats_given + 1}"
            seated: list[Fact] = [Seated(seat, name, given.role)]
            if given.character in state.scene["characters"]:
                seated.append(Assigned(given.character, seat))
            return seated

        seated = self.write(Place(table, ""), make)[0].fact
        assert isinstance(seated, Seated)
        return Place(table, seated.seat), self.keys.cut(table, Key(seated.seat))

    def leave(self, place: Place, seat: str) -> list[Event]:
        """Take a seat away, with every key to it: one's own, or somebody's by the game master."""

        def make(state: TableState) -> list[Fact]:
            if seat != place.seat:
                self.masters(state, place, "take somebody's seat away")
            if state.seat(seat).role == "gm":
                raise Forbidden("the game master's seat cannot be taken away; close the table instead")
            return [Unseated(seat)]

        events = self.write(place, make)
        self.keys.take_back_seat(place.table, seat)
        return events

    def seat(self, place: Place, seat: str, name: str = "", role: Role | None = None) -> list[Event]:
        """Give a seat another name (one's own), or another role (by the game master)."""

        def make(state: TableState) -> list[Fact]:
            if seat != place.seat:
                self.masters(state, place, "change somebody's seat")
            before = state.seat(seat)
            changed = role is not None and role != before.role
            if changed and (state.seat(place.seat).role != "gm" or "gm" in (role, before.role)):
                raise Forbidden("only the game master changes roles, and keeps their own")
            return [Seated(seat, self.name(name) if name else before.name, role or before.role)]

        return self.write(place, make)

    def assign(self, place: Place, character: str, seat: str = "", shown: bool = False) -> list[Event]:
        """Say who plays a character, and whether everyone sees the whole sheet."""

        def make(state: TableState) -> list[Fact]:
            self.masters(state, place, "give characters to seats")
            known(state, character)
            if seat:
                state.seat(seat)
            return [Assigned(character, seat, shown)]

        return self.write(place, make)

    def remove(self, place: Place) -> None:
        """Forget a table for ever."""
        if self.state(place.table).seat(place.seat).role != "gm":
            raise Forbidden("only the game master may remove the table")
        self.store.remove(place.table)
        with self._lock:
            self._logs.pop(place.table, None)


def new_table() -> str:
    """A name for a table that nobody can guess, of letters and digits."""
    return token_urlsafe(12).replace("-", "x").replace("_", "y")


def known(state: TableState, character: str) -> None:
    """Refuse a character who is not there."""
    if character not in state.scene["characters"]:
        there = ", ".join(state.scene["characters"]) or "nobody yet"
        raise Unknown(f"no such character: {character[:80]} (there: {there})")
