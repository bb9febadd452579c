"""Undo, redo, earlier states and followers read a bounded part of the log, however long it is."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from a_table import Company, company

from rulewright.rules import Refused
from rulewright.server.context import Context
from rulewright.server.handlers.view import log as log_page
from rulewright.server.requests import LogRequest
from rulewright.server.route_types import Call
from rulewright.table import events, fold, undo
from rulewright.table import log as table_log
from rulewright.table.branches import branch
from rulewright.table.events import Event, EventBody, MessageSent
from rulewright.table.export import export
from rulewright.table.import_table import import_table
from rulewright.table.last_fight import last_fight
from rulewright.table.log import SNAPSHOT_EVERY, Following
from rulewright.table.state import TableState
from rulewright.table.stores import LogEntry
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.viewer import Viewer

MOMENT = "2026-01-02T20:00:00.000Z"


class CountingStore(MemoryStore):
    """A store that counts the reads, and the entries that were read."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = self.entries = 0

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        found = super().read(table, after, most)
        self.reads += 1
        self.entries += len(found)
        return found

    def begin(self) -> None:
        self.reads = self.entries = 0


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the events that are folded while a log is read."""
    seqs: list[int] = []

    def counted(state: TableState, event: Event) -> TableState:
        seqs.append(event.seq)
        return fold.fold(state, event)

    monkeypatch.setattr(table_log, "fold", counted)
    return seqs


def said(number: int, state: TableState) -> list[EventBody]:
    return [MessageSent("hello")] * number


def talk(table: Company, messages: int) -> None:
    for begin in range(0, messages, 500):
        table.tables.write(table.ann, partial(said, min(500, messages - begin)))


def damaged(place: TableSeat, tables: Tables) -> int:
    damage: int = tables.state(place.table).scene["characters"]["Wren"]["damage"]
    return damage


def hit(table: Company) -> None:
    table.act(table.gm, "take-damage", {"who": "Wren", "boxes": 1})


def entries_of_undo_and_redo(messages: int) -> tuple[int, int]:
    """How many entries an undo and a redo read after so many messages, on a server that has just started."""
    store = CountingStore()
    table = company("twelves", store=store)
    hit(table)
    talk(table, messages)
    counts = []
    for change, damage in ((undo.undo, 0), (undo.redo, 1)):
        tables = Tables(store)
        tables.state(table.gm.table)
        store.begin()
        change(tables, table.gm)
        counts.append(store.entries)
        assert damaged(table.gm, tables) == damage
    return counts[0], counts[1]


def test_undo_and_redo_read_no_more_of_a_long_log_than_of_a_short_one() -> None:
    few, many = entries_of_undo_and_redo(300), entries_of_undo_and_redo(20_000)
    assert few == many
    assert max(many) < 40


def test_nothing_to_redo_is_known_without_reading_a_long_log() -> None:
    store = CountingStore()
    table = company("twelves", store=store)
    talk(table, 5_000)
    store.begin()
    with pytest.raises(Refused, match="nothing to redo"):
        undo.redo(table.tables, table.gm)
    assert store.entries == 0


def changes_play(event: Event) -> bool:
    if isinstance(event.body, events.RollMade):
        return bool(event.body.pending)
    return isinstance(event.body, events.ActionTaken | events.OptionsChanged)


def before_in_the_history(event: Event) -> int:
    if isinstance(event.body, events.PlayUndone):
        return event.body.back_to
    return event.body.of - 1 if isinstance(event.body, events.PlayRedone) else event.seq - 1


def walked(log: list[Event], last: int) -> tuple[list[int], int]:
    """The events that changed play and stand, the latest first, and the undo to reverse: by walking the log back."""
    stands, undone, seq = list[int](), 0, last
    while seq:
        event = log[seq - 1]
        if isinstance(event.body, events.PlayUndone) and not undone and not stands:
            undone = seq
        if changes_play(event):
            stands.append(seq)
        seq = before_in_the_history(event)
    return stands, undone


ROLL: dict[str, Any] = {"params": {}, "dice": (), "choices": (), "outcome": 1, "breakdown": (), "cites": ()}


def some_event(random: Random, seq: int, undone: list[int]) -> EventBody:
    kind = random.randrange(7)
    if kind == 0:
        undone.append(seq)
        return events.PlayUndone(random.randint(2, seq - 1), ())
    if kind == 1 and undone:
        return events.PlayRedone(random.choice(undone), ())
    if kind == 2:
        return events.RollMade(roll="check", pending=random.choice(["", "p1"]), **ROLL)
    return events.ActionTaken(action="note", changes=(), **ROLL) if kind == 3 else MessageSent("hello")


@pytest.mark.parametrize("seed", range(12))
def test_the_state_knows_what_undo_and_redo_are_about(seed: int) -> None:
    table, random = company("twelves"), Random(seed)
    log, undone = table.events(), list[int]()
    state = table.state
    for _ in range(120):
        seq = state.seq + 1
        log.append(Event(seq, MOMENT, "s1", some_event(random, seq, undone)))
        state = fold.fold(state, log[-1])
        stands, reversed_by_redo = walked(log, seq)
        assert [*state.standing(seq)] == stands
        assert state.undo_at(seq) == reversed_by_redo
        earlier = random.randint(1, seq)
        assert [*state.standing(earlier)] == walked(log, earlier)[0]


# --- earlier states


def imported(messages: int) -> tuple[CountingStore, TableSeat]:
    """A table with many messages, imported into a store by a server that has since been started anew."""
    store = CountingStore()
    table = company("twelves")
    talk(table, messages)
    place, _ = import_table(Tables(store), export(table.tables, table.gm))
    return store, place


def missing_in(store: CountingStore, place: TableSeat) -> None:
    for name in store.names(place.table, "snapshot"):
        store.swap(place.table, "snapshot", name, store.get(place.table, "snapshot", name), None)


def of_an_earlier_version(store: CountingStore, place: TableSeat) -> None:
    """Snapshots as they were before the state had growing values."""
    for name in store.names(place.table, "snapshot"):
        found = msgspec.json.decode(store.get(place.table, "snapshot", name) or b"")
        state = {field: value for field, value in found["state"].items() if field not in ("played", "private_of")}
        state |= {"private": [[5, "s2"]], "whispers": {"5": "s3"}, "jumps": [[7, 3]], "revealed": [], "draws": {}}
        old = {**found, "form": 8, "state": state}
        store.put(place.table, "snapshot", name, msgspec.json.encode(old))


@pytest.mark.parametrize("without", [None, missing_in, of_an_earlier_version])
def test_an_earlier_state_folds_at_most_the_events_between_two_snapshots(without: Any, folded: list[int]) -> None:
    store, place = imported(6_000)
    if without is not None:
        without(store, place)
        Tables(store).state(place.table)
    for seq in (1, 700, SNAPSHOT_EVERY * 8 - 1, 3_333, 5_999):
        folded.clear()
        store.begin()
        state = Tables(store).log(place.table).at(seq)
        assert state.seq == seq
        assert len(folded) <= SNAPSHOT_EVERY
        assert store.entries <= SNAPSHOT_EVERY
    assert Tables(store).state(place.table) == fold.fold_all(Tables(store).log(place.table).events())


def test_a_branch_has_its_snapshots_after_it_was_read_once(folded: list[int]) -> None:
    table = company("twelves")
    talk(table, 3_000)
    place, _ = branch(table.tables, table.gm, 2_900, "")
    table.tables.state(place.table)
    folded.clear()
    Tables(table.tables.store).log(place.table).at(2_400)
    assert len(folded) <= SNAPSHOT_EVERY


# --- followers


def followed(reading: Following, tables: Tables, table: str, most: int) -> Iterator[int]:
    seq = 0
    while seq < (latest := tables.state(table)).seq:
        for step in reading.after(tables.log(table), seq, latest, most):
            assert step.event.seq == seq + 1 == step.state.seq == step.before.seq + 1
            seq += 1
            yield seq


def test_a_follower_who_catches_up_folds_each_event_once(folded: list[int]) -> None:
    store, place = imported(6_000)
    tables = Tables(store)
    last = tables.state(place.table).seq
    folded.clear()
    store.begin()
    assert list(followed(Following(), tables, place.table, 100)) == list(range(1, last + 1))
    assert len(folded) <= last
    assert store.entries <= last
    assert len(set(folded)) == len(folded)


def test_a_follower_hears_what_is_written_while_it_catches_up(folded: list[int]) -> None:
    store, place = imported(2_000)
    tables, heard = Tables(store), list[int]()
    for seq in followed(Following(), tables, place.table, 100):
        heard.append(seq)
        if seq in (300, 301, 1_950):
            tables.write(place, partial(said, 150))
    assert heard == list(range(1, tables.state(place.table).seq + 1))


# --- the last fight


def test_the_last_fight_is_found_behind_thousands_of_messages() -> None:
    store = CountingStore()
    table = company("twelves", store=store)
    table.act(table.gm, "start-fight", {})
    for _ in range(3):
        talk(table, 3_000)
        hit(table)
    talk(table, 3_000)
    state = table.state
    store.begin()
    fought = last_fight(table.tables.log(table.gm.table), table.game, state, Viewer.of(state, table.gm.seat))
    assert [one.action for one in fought.actions][-3:] == ["take-damage"] * 3
    assert store.entries < 12 * SNAPSHOT_EVERY


# --- a page of the log


@pytest.mark.parametrize(("whispers", "visible"), [(200, 60), (300, 60)])
def test_a_page_of_the_log_reads_a_bounded_part_however_much_is_hidden(whispers: int, visible: int) -> None:
    """Between two events that the seat sees are hundreds that it does not."""
    store = CountingStore()
    table = company("twelves", store=store)

    def among_whispers(state: TableState) -> list[EventBody]:
        return [*[MessageSent("psst", "gm")] * whispers, MessageSent("hello")]

    for _ in range(visible):
        table.tables.write(table.ann, among_whispers)
    context = Context(store)
    call, after, heard = Call(context, {}, "a", table.ben), 0, 0
    try:
        context.tables.state(table.gm.table)
        while True:
            store.begin()
            page = log_page(call, LogRequest(after=after))
            assert store.entries < 10_000
            heard += sum(event["kind"] == "said" for event in msgspec.json.decode(msgspec.json.encode(page.events)))
            if page.next == after:
                break
            after = page.next
    finally:
        context.close()
    assert heard == visible
