"""Imports the file of a whole table: checks it to its end, then writes its log as a new table, batch by batch."""

import re
from collections.abc import Callable, Iterable, Iterator
from tempfile import SpooledTemporaryFile

from msgspec import Struct

from rulewright.game import Game
from rulewright.game.pinned import MARK, is_pinned, pinned_slug
from rulewright.rules import BadInput, Refused
from rulewright.table.events import (
    ActionTaken,
    Attempted,
    Event,
    MessageSent,
    OptionsChanged,
    PendingWithdrawn,
    PlayRedone,
    PlayUndone,
    RecordedDie,
    RollRevealed,
    SeatTaken,
    SeedAdded,
    SeedCommitted,
    TableBranched,
    TableOpened,
    write_event,
)
from rulewright.table.file_limits import FileLimits
from rulewright.table.fold import fold
from rulewright.table.keys import SeatKey
from rulewright.table.perform import scene_of, table_options
from rulewright.table.seeds.fair_dice import MOST_SIDES, PROTOCOL, new_seeds
from rulewright.table.state import TableState, pinned_game
from rulewright.table.table_file import read_log
from rulewright.table.tables import Limits, Tables, TableSeat, new_table_name
from rulewright.table.turn_starts import MOST_AUTOMATIC
from rulewright.table.verify import dice_record

IMPORTS, IMPORTING = "imports", "importing"
"""The marker of tables that are being imported, so that the remains of a crashed import can be removed."""
_BATCH_EVENTS, _BATCH_BYTES = 500, 500_000
_LONGEST_MOMENT = 40
_MOST_FIELDS = 1_000
_SEAT = re.compile(r"s[1-9][0-9]{0,6}", re.ASCII)


class CheckedFile(Struct, frozen=True):
    """A file that can be imported: the table it came from, its events, and the GM's seat and title at its end."""

    table: str
    events: int
    master: str
    title: str


def check_file(tables: Tables, lines: Iterable[bytes], write: Callable[[bytes], object]) -> CheckedFile:
    """Checks the file of a whole table to its end; `write` is called with each event's line as it will be stored."""
    header, events = read_log(lines, tables.limits.events - 1)
    state = TableState()
    undone: set[int] = set()
    limits = FileLimits(tables.limits)
    for event in events:
        line = write_event(event)
        state = _fold_checked(tables, state, event, undone, limits, len(line))
        write(line + b"\n")
    master = next((seat for seat, one in state.seats.items() if one.role == "gm"), "")
    if not master:
        raise BadInput("not the file of a whole table: it has no GM")
    return CheckedFile(header.table, state.seq, master, state.settings.title)


class Import:
    """A log that becomes a new table: written batch by batch, and reachable by its key once all is written.

    It is `witnessed` if it comes from a table in the same store, and not from a file.
    """

    def __init__(
        self, tables: Tables, checked: CheckedFile, lines: Iterable[bytes], title: str = "", witnessed: bool = False
    ) -> None:
        self._tables = tables
        self._checked = checked
        self._lines = lines
        self._title = tables.clean_text(title, "title", tables.limits.name) or checked.title
        self._witnessed = witnessed
        self.place = TableSeat(new_table_name(), checked.master)

    def batches(self) -> Iterator[int]:
        """Writes the events in batches; yields how many are written. On failure the written ones are removed."""
        store, table = self._tables.store, self.place.table
        store.put(IMPORTS, IMPORTING, table, self._tables.timestamp().encode())
        try:
            written = 0
            for batch in _batches(self._lines):
                written = store.append(table, written, batch)
                self._tables.state(table)  # reads on, and writes the snapshots
                yield written
            seeds = new_seeds()
            begun = TableBranched(
                self._checked.table,
                written,
                seeds.commitment,
                self._title,
                seeds.hidden_commitment,
                PROTOCOL,
                imported=not self._witnessed,
            )
            for name, seed in seeds.stored():
                store.put(table, "seed", name, seed)
            event = Event(written + 1, self._tables.timestamp(), self.place.seat, begun)
            store.append(table, written, [write_event(event)])
        except BaseException:
            self._tables.forget(table)
            raise
        finally:
            self._end(table)

    def _end(self, table: str) -> None:
        marked = self._tables.store.get(IMPORTS, IMPORTING, table)
        if marked is not None:
            self._tables.store.swap(IMPORTS, IMPORTING, table, marked, None)

    def key(self) -> str:
        """Creates the table's only key, which opens the GM's seat."""
        return self._tables.keys.create(self.place.table, SeatKey(self.place.seat))


def _batches(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    size = 0
    for line in lines:
        batch.append(line.rstrip(b"\n"))
        size += len(line)
        if len(batch) >= _BATCH_EVENTS or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def import_table(tables: Tables, lines: Iterable[bytes], title: str = "") -> tuple[TableSeat, str]:
    """Imports the file of a whole table as a new table; returns the GM's seat and its key.

    The file is checked to its end before anything is written. The new table has a commitment to a new
    seed and no key but this one; a closed table is open again.
    """
    with SpooledTemporaryFile(_BATCH_BYTES) as checked_lines:
        checked = check_file(tables, lines, checked_lines.write)
        checked_lines.seek(0)
        importing = Import(tables, checked, checked_lines, title)
        for _ in importing.batches():
            pass
    return importing.place, importing.key()


def _fold_checked(
    tables: Tables, before: TableState, event: Event, undone: set[int], limits: FileLimits, size: int
) -> TableState:
    """The state after an event of an untrusted file; raises `BadInput` if no table could have written it."""
    number = event.seq + 1
    dice_record(event)
    try:
        fault = _fault(tables, event, undone)
        if fault:
            raise BadInput(fault)
        after = fold(before, event)
        held = pinned_game(after)  # noqa: F841 - keeps the game findable
        _check_state(tables, before, after)
        limits.check(before, event, after, size)
        return after
    except (BadInput, Refused) as wrong:
        raise BadInput(f"line {number}: {wrong}") from None
    except Exception:  # a game reads untrusted data here, and may fail in any way
        raise BadInput(f"line {number}: does not follow from the lines before it") from None


def _has_its_text(opened: TableOpened) -> bool:
    """Whether a table contains exactly the rulebook that it names."""
    if not is_pinned(opened.game):
        return not opened.rulebook
    return pinned_slug(opened.game.partition(MARK)[0], opened.rulebook) == opened.game


def _fault(tables: Tables, event: Event, undone: set[int]) -> str:
    """The reason why no table could have written this event, alone or at its place in the log; empty if it could."""
    fact = event.body
    if isinstance(fact, TableOpened) != (event.seq == 1):
        return "a table is opened by its first event and by no other"
    if event.by and not _is_seat(event.by, tables.limits):
        return f"bad seat: by must be empty, or a seat: s1 to s{tables.limits.seats_ever}"
    if isinstance(fact, TableOpened) and not _has_its_text(fact):
        return "the rulebook in this file is not the one that the table names"
    if len(event.at) > _LONGEST_MOMENT or len(event.by) > _LONGEST_MOMENT:
        return "not an event: at and by must be short texts"
    if isinstance(fact, SeatTaken | SeedCommitted | SeedAdded) and not _is_seat(fact.seat, tables.limits):
        return f"bad seat: allowed are s1 to s{tables.limits.seats_ever}"
    if isinstance(fact, SeatTaken) and len(fact.name) > tables.limits.name:
        return f"bad seat: names have at most {tables.limits.name} characters"
    if isinstance(fact, MessageSent) and fact.to and not _is_seat(fact.to, tables.limits):
        return f"bad seat: to must be empty, or a seat: s1 to s{tables.limits.seats_ever}"
    if isinstance(fact, ActionTaken | OptionsChanged | PlayUndone | PlayRedone) and not all(
        change.path for change in fact.changes
    ):
        return "a change without a path"
    if isinstance(fact, Attempted | PendingWithdrawn):
        return _die_fault(fact.dice, event.seq)
    if isinstance(fact, RollRevealed) and not 1 <= fact.seq < event.seq:
        return f"reveals event {fact.seq}, which is not before it"
    if isinstance(fact, PlayUndone):
        undone.add(event.seq)
        if not 2 <= fact.back_to < event.seq:
            return f"goes back to event {fact.back_to}, which is not before it"
    if isinstance(fact, PlayRedone) and fact.of not in undone:
        return f"takes back event {fact.of}, which is not an undo before it"
    return ""


def _is_seat(seat: str, limits: Limits) -> bool:
    return _SEAT.fullmatch(seat) is not None and int(seat[1:]) <= limits.seats_ever


def _die_fault(dice: Iterable[RecordedDie], seq: int) -> str:
    """The fault of an event's dice: a face that the die does not have, or a place in a later event."""
    for die in dice:
        if not (1 <= die.face <= die.sides <= MOST_SIDES and 0 <= die.seq <= seq and min(die.place, die.draw) >= 0):
            return f"no such die: sides {die.sides}, face {die.face}, event {die.seq}, place {die.place}"
    return ""


def _check_state(tables: Tables, before: TableState, after: TableState) -> None:
    """Raises `BadInput` for a state that the game or the table could not read."""
    if len(after.hidden_changes) > _MOST_FIELDS:
        raise BadInput(f"too many fields of the scene (allowed: {_MOST_FIELDS:,})")
    if after.automatic > MOST_AUTOMATIC:
        raise BadInput(f"too many events in a row that follow automatically (allowed: {MOST_AUTOMATIC:,})")
    if after.play is before.play:
        return
    if list(after.play) != ["scene", "options", "pending", "requests"]:
        raise BadInput("the state of play must have scene, options, pending and requests")
    table_options(after)
    if len(after.scene) > _MOST_FIELDS:
        raise BadInput(f"too many fields of the scene (allowed: {_MOST_FIELDS:,})")
    for waits in after.pending.values():
        if fault := _die_fault(waits.body.dice, before.seq + 1):
            raise BadInput(fault)
    if not before.play or after.scene is not before.scene:
        _check_scene(tables.game(after), before, after)


def _check_scene(game: Game, before: TableState, after: TableState) -> None:
    """Raises for a scene that cannot be viewed: its fight, and every new sheet."""
    scene, options = scene_of(game, after), table_options(after)
    game.fight(scene, options)
    known = before.scene["characters"] if before.play else {}
    for name, sheet in scene.characters.items():
        if after.scene["characters"][name] is not known.get(name):
            game.show_sheet(options, sheet)
