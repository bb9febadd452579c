"""All tables of a store: opening them, seats, and writing events.

Everything here may be called from several threads and processes at once: the store refuses an event
whose number is taken, and `write` then tries again on the new state.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.metadata import version
from secrets import token_urlsafe
from threading import Lock
from typing import Any

from msgspec import Struct

from rulewright._bounded_dict import BoundedDict
from rulewright.game import Game, Secrets, find_game
from rulewright.game.pinned import pinned
from rulewright.rules import BadInput, Refused
from rulewright.table.errors import Forbidden, Stale
from rulewright.table.events import (
    CharacterAssigned,
    Event,
    EventBody,
    PlayRedone,
    PlayUndone,
    Role,
    SeatRemoved,
    SeatTaken,
    TableOpened,
    TableSettings,
)
from rulewright.table.fold import fold_all
from rulewright.table.game_words import words_of
from rulewright.table.kept_rulebooks import KeptRulebooks
from rulewright.table.keys import Invitation, Keys, SeatKey, table_of
from rulewright.table.log import Log
from rulewright.table.names import is_visible, look_alike, without_blanks
from rulewright.table.perform import as_plain
from rulewright.table.permissions import require_character, require_gm, require_owner
from rulewright.table.play_size import Measured, size_of_play
from rulewright.table.seeds.fair_dice import PROTOCOL, SeedPair, new_seeds
from rulewright.table.state import Keeper, TableState
from rulewright.table.stores import Conflict, KeyUsed, Store, StoreFault
from rulewright.table.views.viewer import numbers_for

_LOGS_IN_MEMORY = 1_000
_SEEDS_IN_MEMORY = 2_000


class Limits(Struct, frozen=True):
    """How large a table may grow, and how much may be typed at once."""

    events: int = 1_000_000
    seats: int = 100
    seats_ever: int = 1_000
    """Seats given in the life of a table, those of players who have left among them."""
    seeds: int = 1_000
    """Players' seeds in the dice; reopening the table begins anew."""
    characters: int = 300
    waiting: int = 50
    proposals: int = 5
    """Actions of one seat that wait for approval."""
    requests: int = 50
    keys: int = 20
    """Keys to one seat."""
    invitations: int = 50
    notes: int = 200
    """Notes of one seat, all of which are sent at once."""
    table_notes: int = 2_000
    seat_notes_text: int = 400_000
    notes_text: int = 2_000_000
    """Characters in the notes of one seat, and in all notes of a table: every snapshot of the table contains them."""
    event_bytes: int = 500_000
    play_bytes: int = 4_000_000
    """Bytes of the state of play, which every view contains."""
    table_bytes: int = 200_000_000
    text: int = 4_000
    name: int = 80
    faces: int = 1_000


LIMITS = Limits()


class TableSeat(Struct, frozen=True):
    """A seat at a table."""

    table: str
    seat: str


class Tables:
    """The tables in a store."""

    def __init__(
        self,
        store: Store,
        limits: Limits = LIMITS,
        now: Callable[[], datetime] | None = None,
        metered: Callable[[TableSeat, int], None] = lambda place, size: None,
    ) -> None:
        """`metered` is called with the bytes that a seat is about to write, and raises to refuse them."""
        self._metered = metered
        self.store = store
        self.keys = Keys(store)
        self.rulebooks = KeptRulebooks(store, self.timestamp)
        self.limits = limits
        self._now = now or (lambda: datetime.now(UTC))
        self._logs: BoundedDict[str, Log] = BoundedDict(_LOGS_IN_MEMORY)
        self._seeds: BoundedDict[tuple[str, str], bytes] = BoundedDict(_SEEDS_IN_MEMORY)
        self._play_sizes: BoundedDict[str, Measured] = BoundedDict(_LOGS_IN_MEMORY)
        self._lock = Lock()

    # --- reading and writing

    def log(self, table: str) -> Log:
        """The log of a table; the most recently used logs are kept in memory."""
        with self._lock:
            found = self._logs[table] = self._logs.get(table) or Log(self.store, table)
            return found

    def state(self, table: str) -> TableState:
        """The state of a table now."""
        return self.log(table).latest()

    def known_state(self, table: str) -> TableState:
        """The latest state of a table that this process has read; see `Log.known`."""
        return self.log(table).known()

    def seed(self, table: str, commitment: str) -> bytes | None:
        """The server's seed behind a commitment; a seed never changes, so it is read once."""
        place = (table, commitment)
        with self._lock:
            found = self._seeds.get(place)
        if found is None and (found := self.store.get(table, "seed", commitment)) is not None:
            with self._lock:
                self._seeds[place] = found
        return found

    def game(self, state: TableState) -> Game:
        """The game of a table."""
        return find_game(state.game)

    def write(
        self,
        place: TableSeat,
        make: Callable[[TableState], Sequence[EventBody]],
        key: str = "",
        expected: int | None = None,
    ) -> list[Event]:
        """Writes the events that `make` returns for the present state, together; returns them.

        A `key` that was used before writes nothing and returns the event written then. With `expected`, the seat's
        number of an event, raises `Stale` when the table has changed for that seat since.

        The state in memory is tried first: the store refuses what does not follow its last event, so only a refusal
        by the rules has to be checked against the store.
        """
        log = self.log(place.table)
        key = f"{place.seat}:{key}" if key else ""
        state = log.known()
        while True:
            try:
                events = self._made(place, state, make, expected)
            except StoreFault:
                raise
            except Exception:
                if key and (done := self.store.find(place.table, key)):
                    return [log.event(done)]
                if (latest := log.latest()) is state:
                    raise
                state = latest
                continue
            try:
                log.append(state, events, key, partial(self._admit, place, log, state, events))
            except Conflict:
                state = log.latest()
                continue
            except KeyUsed as before:
                return [log.event(before.seq)]
            return events

    def _made(
        self,
        place: TableSeat,
        state: TableState,
        make: Callable[[TableState], Sequence[EventBody]],
        expected: int | None,
    ) -> list[Event]:
        """The events that `make` returns for a state."""
        last = numbers_for(state, place.seat, state.is_gm(place.seat)).shown(state.seq)
        if expected is not None and last != expected:
            raise Stale(expected, last)
        if state.seq >= self.limits.events:
            raise Refused(f"the table is full: {self.limits.events:,} events; export it and open another")
        stamp = self.timestamp()
        return [Event(state.seq + n, stamp, place.seat, body) for n, body in enumerate(make(state), 1)]

    def _admit(self, place: TableSeat, log: Log, state: TableState, events: list[Event], sizes: list[int]) -> None:
        """Raises for events that are too large, or would make the table too large."""
        limits = self.limits
        restores = any(isinstance(event.body, PlayUndone | PlayRedone) for event in events)
        largest = limits.play_bytes if restores else limits.event_bytes
        if max(sizes) > largest:
            raise Refused(f"too large: at most {largest:,} bytes at once")  # the size itself would tell of the dice
        if log.size + sum(sizes) > limits.table_bytes:
            raise Refused(f"the table is full: {limits.table_bytes:,} bytes; export it and open another")
        if not restores and not self._fits(log, state, events, sum(sizes)):
            raise Refused(f"the table is full: its characters and scene have at most {limits.play_bytes:,} bytes")
        self._metered(place, sum(sizes))

    def _fits(self, log: Log, state: TableState, events: list[Event], size: int) -> bool:
        """Whether the state of play after some events is within its limit; it is measured only if it may not be."""
        most, last = self.limits.play_bytes, events[-1].seq
        found = self._play_sizes.get(log.table)
        if found is None or found.at_most(last, log.size + size) > most:
            # Another process may have written more than this state contains: then the log counts from its beginning.
            found = Measured(state.seq, log.size if log.known() is state else 0, size_of_play(state))
            self._play_sizes[log.table] = found
        return found.at_most(last, log.size + size) <= most or size_of_play(fold_all(events, state)) <= most

    def timestamp(self, later: timedelta = timedelta()) -> str:
        """The present time in UTC, as the log stores it."""
        return (self._now() + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def clean_text(self, given: str, what: str, most: int | None = None) -> str:
        """A user's text without control characters; raises `BadInput` when it is too long."""
        most = most or self.limits.text
        if len(given) > most:
            raise BadInput(f"bad {what}: at most {most:,} characters, not {len(given):,}")
        return "".join(letter for letter in given if letter.isprintable() or letter == "\n").strip()

    def name(self, given: str) -> str:
        """A person's name."""
        name = without_blanks(self.clean_text(given, "name", self.limits.name).replace("\n", " "))
        if not is_visible(name):
            raise BadInput("missing name: type your name, with at least one letter or digit")
        return name

    # --- tables and seats

    def open(
        self, slug: str, name: str, title: str = "", options: Mapping[str, Any] | None = None
    ) -> tuple[TableSeat, str]:
        """Opens a table for a game; returns the GM's seat and its key."""
        rulebook = pinned(slug)
        game = find_game(slug)
        game.table_options(options or {})
        if not game.actions:
            raise BadInput(f"nothing to play at a table: {game.name} has rolls, but no characters and no actions")
        table, seeds = new_table_name(), new_seeds()
        opened = TableOpened(
            game=slug,
            options=dict(options or {}),
            scene=as_plain(game.scene()),
            settings=TableSettings(
                title=self.clean_text(title, "title", self.limits.name) or game.name,
                foe_sheets=game.secrets == Secrets(),
            ),
            commitment=seeds.commitment,
            software=version("rulewright"),
            hidden_commitment=seeds.hidden_commitment,
            protocol=PROTOCOL,
            rulebook="" if rulebook is None else rulebook.text,
        )
        place = TableSeat(table, "s1")
        self.keep_seeds(table, seeds)
        first: tuple[EventBody, ...] = (opened, SeatTaken("s1", self.name(name), "gm"))
        events = [Event(n, self.timestamp(), "s1", body) for n, body in enumerate(first, 1)]
        self.log(table).append(TableState(), events)
        return place, self.keys.create(table, SeatKey("s1"))

    def keep_seeds(self, table: str, seeds: SeedPair) -> None:
        """Stores the server's seeds of a table, each under its commitment."""
        for name, seed in seeds.stored():
            self.store.put(table, "seed", name, seed)

    def key_expires(self, key: str) -> str:
        """When a key expires, empty if never; raises `KeyRefused` for one that is no longer valid."""
        return self.keys.open(key, self.timestamp())[1].expires

    def enter(self, key: str) -> TableSeat:
        """The seat that a key belongs to."""
        table, found = self.keys.open(key, self.timestamp())
        self.state(table).seat(found.seat)
        return TableSeat(table, found.seat)

    def invite(
        self, place: TableSeat, role: Role, uses: int = 1, hours: float = 48, character: str = ""
    ) -> tuple[str, str]:
        """A new invitation, and the name by which it can be revoked."""
        state = self.state(place.table)
        require_gm(state, place.seat, "invite")
        if role == "gm":
            raise BadInput("bad parameter: role must be one of co-gm, player, spectator: a table has one GM")
        if not 1 <= uses <= self.limits.seats:
            raise BadInput(f"bad parameter: uses must be a whole number from 1 to {self.limits.seats}, not {uses}")
        if not 0 < hours <= 24 * 366:
            raise BadInput(f"bad parameter: hours must be a number above 0 and at most {24 * 366}, not {hours}")
        if character:
            require_character(state, character)
        if len(self.keys.invitations(place.table, self.timestamp())) >= self.limits.invitations:
            raise Refused(f"too many open invitations: at most {self.limits.invitations}; revoke one first")
        return self.keys.invite(place.table, Invitation(role, uses, self.timestamp(timedelta(hours=hours)), character))

    def invite_device(self, place: TableSeat) -> tuple[str, str]:
        """An invitation of another device to the same seat: for an hour and one use; and its name."""
        seat = self.state(place.table).seat(place.seat)
        self._refuse_many_keys(place)
        if len(self.keys.invitations(place.table, self.timestamp())) >= self.limits.invitations:
            raise Refused(f"too many open invitations: at most {self.limits.invitations}; revoke one first")
        expires = self.timestamp(timedelta(hours=1))
        return self.keys.invite(place.table, Invitation(seat.role, 1, expires, seat=place.seat))

    def join(self, invitation: str, name: str) -> tuple[TableSeat, str]:
        """Exchanges an invitation for a seat and its key; `name` is not used for another device of a seat."""
        table, name = table_of(invitation), self.name(name)
        state = self.state(table)
        if seat := self.keys.invitation(invitation, self.timestamp()).seat:
            state.seat(seat)  # raises if the seat was removed
            self.keys.accept(invitation, self.timestamp())
            place = TableSeat(table, seat)
            return place, self.create_key(place, "another device")
        if len(state.seats) >= self.limits.seats:
            raise Refused(f"the table is full: {self.limits.seats} seats")
        if state.seats_given >= self.limits.seats_ever:
            raise Refused(f"the table is full: it has had {self.limits.seats_ever:,} seats")
        _refuse_gms_name(state, name)
        given = self.keys.accept(invitation, self.timestamp())

        def make(state: TableState) -> list[EventBody]:
            seat = f"s{state.seats_given + 1}"
            seated: list[EventBody] = [SeatTaken(seat, name, given.role)]
            if given.character in state.scene["characters"]:
                seated.append(CharacterAssigned(given.character, seat))
            return seated

        seated = self.write(TableSeat(table, ""), make)[0].body
        assert isinstance(seated, SeatTaken)
        return TableSeat(table, seated.seat), self.keys.create(table, SeatKey(seated.seat))

    def invitation(self, invitation: str) -> tuple[Invitation, TableState]:
        """An invitation, and the table that it leads to, without using it."""
        given = self.keys.invitation(invitation, self.timestamp())
        return given, self.state(table_of(invitation))

    def create_key(self, place: TableSeat, label: str = "", hours: float = 0, until: str = "") -> str:
        """A further key to a seat. It expires after `hours`, or never if that is 0, and at `until` at the latest."""
        self._refuse_many_keys(place)
        ends = [self.timestamp(timedelta(hours=hours))] if hours else []
        expires = min([*ends, until] if until else ends, default="")
        return self.keys.create(place.table, SeatKey(place.seat, label, expires))

    def _refuse_many_keys(self, place: TableSeat) -> None:
        own = [key for key in self.keys.keys(place.table, self.timestamp()).values() if key.seat == place.seat]
        if len(own) >= self.limits.keys:
            raise Refused(f"too many keys to this seat: at most {self.limits.keys}; revoke one first")

    def remove_seat(self, place: TableSeat, seat: str) -> list[Event]:
        """Removes a seat and every key to it: the caller's own, or any for the GM."""

        def make(state: TableState) -> list[EventBody]:
            if seat != place.seat:
                require_gm(state, place.seat, "remove another player's seat")
            if state.seat(seat).role == "gm":
                raise Forbidden(f"the {words_of(state).gm}'s seat cannot be removed; close the table instead")
            return [SeatRemoved(seat)]

        events = self.write(place, make)
        self.keys.revoke_seat(place.table, seat)
        return events

    def seat(self, place: TableSeat, seat: str, name: str = "", role: Role | None = None) -> list[Event]:
        """Changes the name of a seat, or, for the GM, its role."""

        def make(state: TableState) -> list[EventBody]:
            if seat != place.seat:
                require_gm(state, place.seat, "change another player's seat")
            before = state.seat(seat)
            changed = role is not None and role != before.role
            if changed and (state.seat(place.seat).role != "gm" or "gm" in (role, before.role)):
                raise Forbidden(f"only the {words_of(state).gm} may change roles, and not their own")
            wanted = self.name(name) if name else before.name
            if name and not state.seat(place.seat).is_gm:
                _refuse_gms_name(state, wanted)
            return [SeatTaken(seat, wanted, role or before.role)]

        return self.write(place, make)

    def assign(self, place: TableSeat, character: str, seat: str = "", shown: bool = False) -> list[Event]:
        """Assigns a character to a seat, and sets whether everyone sees the whole sheet."""

        def make(state: TableState) -> list[EventBody]:
            require_gm(state, place.seat, "assign characters")
            require_character(state, character)
            if seat:
                state.seat(seat)
            return [CharacterAssigned(character, seat, shown)]

        return self.write(place, make)

    def claim(self, place: TableSeat, character: str) -> list[Event]:
        """Assigns a free character with a visible sheet to a player who has none."""

        def make(state: TableState) -> list[EventBody]:
            require_character(state, character)
            if state.seat(place.seat).role != "player":
                raise Refused("only a player takes a character: assign it instead")
            if not state.settings.bring:
                raise Refused(f"the {words_of(state).gm} hands out the characters at this table")
            if any(keeper.seat == place.seat for keeper in state.keepers.values()):
                raise Refused(f"you play a character already: ask the {words_of(state).gm} for another")
            kept = state.keepers.get(character, Keeper())
            if kept.seat or not kept.shown:
                raise Refused(f"not free: {character}")
            return [CharacterAssigned(character, place.seat, kept.shown)]

        return self.write(place, make)

    def remove(self, place: TableSeat) -> None:
        """Removes a table for good."""
        require_owner(self.state(place.table), place.seat, "remove the table")
        self.forget(place.table)

    def forget(self, table: str) -> None:
        """Removes a table without checking permissions."""
        self.store.remove(table)
        with self._lock:
            self._logs.pop(table, None)


def _refuse_gms_name(state: TableState, name: str) -> None:
    """Raises `Refused` for a name that can be mistaken for that of a GM."""
    if look_alike(name, [seat.name for seat in state.seats.values() if seat.is_gm]):
        raise Refused(f"this name looks like the {words_of(state).gm}'s: choose another")


def new_table_name() -> str:
    """An unguessable name for a table, of letters and digits."""
    return token_urlsafe(12).replace("-", "x").replace("_", "y")
