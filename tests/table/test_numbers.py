"""Each viewer counts the events that they see: no gap tells of a whisper between others."""

import itertools
from functools import reduce
from random import Random
from typing import Any

import msgspec
import pytest
from a_table import Company, company, seen_log, seen_table

from rulewright.rules import BadInput, Refused
from rulewright.table import act, closing, gm, undo
from rulewright.table.append_only import EventNumbers
from rulewright.table.errors import Forbidden, Stale
from rulewright.table.events import AnswerAwaited, MessageSent
from rulewright.table.export import export
from rulewright.table.perform import Attempt
from rulewright.table.stores import LogEntry
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.story import story
from rulewright.table.table_file import read_dice
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.verify import verify
from rulewright.table.views.viewer import Numbers


def everything(table: Company, place: TableSeat) -> list[Any]:
    """What a seat gets of a table, without the moments of its events and its dice."""
    log = seen_log(table.tables, place)
    seen = seen_table(table.tables, place)
    lines = [msgspec.json.decode(line) for line in export(table.tables, place)]
    return [[timeless(one) for one in log], timeless(seen), [timeless(one) for one in lines]]


def numbers_of(*seqs: int) -> EventNumbers:
    return reduce(EventNumbers.plus, seqs, EventNumbers())


UNEQUAL = ("at", "table", "commitment", "hidden_commitment")
"""What differs between any two tables."""


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: timeless(inner)
            for name, inner in value.items()
            if name not in ("at", "table", "commitment", "hidden_commitment")
        }
    return value


def test_numbers_and_events_lead_to_each_other() -> None:
    for unseen in itertools.chain.from_iterable(itertools.combinations(range(1, 8), size) for size in range(8)):
        numbers = Numbers(numbers_of(*unseen))
        seen = [seq for seq in range(1, 10) if seq not in unseen]
        assert [numbers.shown(seq) for seq in seen] == list(range(1, len(seen) + 1))
        assert [numbers.seq(number) for number in range(1, len(seen) + 1)] == seen


def test_stretches_hold_all_that_is_seen_and_no_long_run_of_unseen_events() -> None:
    for unseen in itertools.chain.from_iterable(itertools.combinations(range(1, 9), size) for size in range(9)):
        for after, upto in ((0, 9), (3, 9), (2, 7)):
            stretches = list(Numbers(numbers_of(*unseen)).stretches(after, upto, longest=2))
            read = [seq for begin, end in stretches for seq in range(begin + 1, end + 1)]
            assert [seq for seq in read if seq not in unseen] == [
                seq for seq in range(after + 1, upto + 1) if seq not in unseen
            ]
            assert read == sorted(set(read))
            runs = itertools.groupby(read, unseen.__contains__)
            assert all(len(list(run)) <= 2 or not is_unseen for is_unseen, run in runs)


def test_a_page_of_the_log_is_read_past_thousands_of_whispers_of_others() -> None:
    class CountingStore(MemoryStore):
        reads = 0

        def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
            found = super().read(table, after, most)
            self.reads += len(found)
            return found

    store = CountingStore()
    table = company(store=store)
    act.say(table.tables, table.ann, "before")
    for _ in range(20):
        table.tables.write(table.ann, lambda state: [MessageSent("psst", "gm")] * 200)
    act.say(table.tables, table.ann, "after")
    store.reads = 0
    first = seen_log(Tables(store), table.ben)
    assert [line["text"] for line in first if line["kind"] == "said"] == ["before", "after"]
    assert store.reads < 2_000 < table.state.seq


@pytest.mark.parametrize("as_seat", ["ben", "watcher"])
def test_whispers_of_others_leave_no_gap_anywhere(as_seat: str) -> None:
    def evening(whispers: bool) -> list[Any]:
        table = company("twelves")
        place: TableSeat = getattr(table, as_seat)

        def whisper(by: TableSeat) -> None:
            if whispers:
                act.say(table.tables, by, "between us", to_gm=True)

        whisper(table.ann)
        gm.request_action(table.tables, table.gm, "check", {}, ("Wren",), "please")
        if whispers:
            act.say(table.tables, table.gm, "for you alone", to=table.ann.seat)
            act.say(table.tables, table.gm, "a map", to=table.ann.seat, title="The cellar")
        event = act.submit(table.tables, table.ann, Attempt("notation", "1d1+1", faces=()))
        whisper(table.ann)
        assert isinstance(event.body, AnswerAwaited)
        act.answer(table.tables, table.ann, event.body.pending, faces=(1,))
        whisper(table.gm)
        table.act(table.gm, "take-damage", {"who": "Wren", "boxes": 1})
        rolled = act.submit(table.tables, table.gm, Attempt("notation", "1d1+41", audience="gm"))
        whisper(table.ann)
        gm.reveal(table.tables, table.gm, rolled.seq)
        undo.undo(table.tables, table.gm)
        undo.redo(table.tables, table.gm)
        act.say(table.tables, table.ben, "good night")
        return [*everything(table, place), list(story(table.tables, place))]

    assert evening(whispers=True) == evening(whispers=False)


def test_the_numbers_of_each_viewer_have_no_gaps() -> None:
    table, random = company("twelves"), Random(3)
    for _ in range(60):
        by = random.choice([table.gm, table.ann, table.ben])
        act.say(table.tables, by, "hush", to_gm=random.random() < 0.5)
    for place in (table.gm, table.ann, table.ben, table.watcher):
        seen = [event["seq"] for event in seen_log(table.tables, place)]
        assert seen == list(range(1, len(seen) + 1))
        assert seen_table(table.tables, place)["seq"] == len(seen)
        for after in range(len(seen)):
            assert [event["seq"] for event in seen_log(table.tables, place, after, 1)] == [after + 1]
            assert seen_table(table.tables, place, after + 1)["seq"] == after + 1


def test_an_own_whisper_is_counted() -> None:
    table = company("twelves")
    before = seen_table(table.tables, table.ann)["seq"]
    act.say(table.tables, table.ann, "hush", to_gm=True)
    act.say(table.tables, table.ben, "hush", to_gm=True)
    assert seen_table(table.tables, table.ann)["seq"] == before + 1
    assert seen_log(table.tables, table.ann)[-1]["text"] == "hush"


def test_a_whisper_to_a_seat_is_seen_by_that_seat_its_author_and_the_gms() -> None:
    table = company("twelves")
    act.say(table.tables, table.gm, "you hear steps", to=table.ann.seat)
    act.say(table.tables, table.ann, "shall we?", to=table.ben.seat)

    def heard(place: TableSeat) -> list[str]:
        return [line["text"] for line in seen_log(table.tables, place) if line["kind"] == "said"]

    assert heard(table.gm) == heard(table.ann) == ["you hear steps", "shall we?"]
    assert heard(table.ben) == ["shall we?"]
    assert heard(table.watcher) == []
    said = seen_log(table.tables, table.ann)[-2]
    assert (said["audience"], said["seat"]) == ("private", table.ann.seat)
    assert said["sentence"].endswith("to Ann: you hear steps")


@pytest.mark.parametrize("to", ["nowhere", "own"])
def test_a_whisper_goes_to_another_seat_at_the_table(to: str) -> None:
    table = company("twelves")
    with pytest.raises(BadInput, match="another seat at the table"):
        act.say(table.tables, table.ann, "hush", to=table.ann.seat if to == "own" else to)
    with pytest.raises(BadInput, match="not to both"):
        act.say(table.tables, table.ann, "hush", to_gm=True, to=table.ben.seat)


def test_a_note_is_replaced_by_its_author_alone_and_removed_with_an_empty_text() -> None:
    table = company("twelves")
    act.say(table.tables, table.gm, "in the cellar", to_gm=True, title="The body")
    act.say(table.tables, table.ann, "in the attic?", title="The body")
    act.say(table.tables, table.gm, "in the *attic*", title="The body")
    assert [(note.by, note.text) for note in table.state.notes.values()] == [
        (table.ann.seat, "in the attic?"),
        (table.gm.seat, "in the *attic*"),
    ]
    act.say(table.tables, table.ann, "", title="The body")
    assert [note.by for note in table.state.notes.values()] == [table.gm.seat]
    with pytest.raises(BadInput, match="you have none called"):
        act.say(table.tables, table.ann, "", title="The body")


def test_a_whisper_of_others_makes_no_request_stale() -> None:
    table = company("twelves")
    expected = seen_table(table.tables, table.ann)["seq"]
    act.say(table.tables, table.ben, "hush", to_gm=True)
    act.submit(table.tables, table.ann, Attempt("notation", "1d6"), expected=expected)
    with pytest.raises(Stale) as stale:
        act.submit(table.tables, table.ann, Attempt("notation", "1d6"), expected=expected)
    assert stale.value.last == expected + 1


def test_a_player_undoes_by_their_own_numbers() -> None:
    table = company("twelves")
    act.say(table.tables, table.ben, "hush", to_gm=True)
    table.act(table.ann, "check", {"who": "Wren", "ability": "FIN"})
    with pytest.raises(Forbidden):
        undo.undo(table.tables, table.ann, 3)
    before = table.state.scene["characters"]["Wren"]["damage"]
    table.act(table.gm, "take-damage", {"who": "Wren", "boxes": 1})
    undo.undo(table.tables, table.gm)
    assert table.state.scene["characters"]["Wren"]["damage"] == before
    last = seen_log(table.tables, table.ann)[-1]
    assert last["back_to"] == last["seq"] - 2


def test_a_seat_keeps_its_numbers_when_it_no_longer_runs_the_game() -> None:
    table = company("twelves")
    table.tables.seat(table.gm, table.ben.seat, role="co-gm")
    act.say(table.tables, table.ann, "hush", to_gm=True)
    last = seen_table(table.tables, table.ben)["seq"]
    table.tables.seat(table.gm, table.ben.seat, role="player")
    act.say(table.tables, table.ann, "hush", to_gm=True)
    act.say(table.tables, table.ann, "hello")
    assert [event["seq"] for event in seen_log(table.tables, table.ben, last)] == [last + 1, last + 2]


def test_the_dice_of_a_players_file_are_verified_with_whispers_between() -> None:
    table = company("twelves")
    for text in ("one", "two"):
        act.say(table.tables, table.ben, text, to_gm=True)
        act.submit(table.tables, table.ann, Attempt("notation", "3d6"))
        act.submit(table.tables, table.gm, Attempt("notation", "2d6", audience="gm"))
    closing.close(table.tables, table.gm)
    for place in (table.gm, table.ann, table.ben, table.watcher):
        found = verify(read_dice(export(table.tables, place)))
        assert found.holds, found.fault
        assert found.proved >= 6


def test_refused_attempts_of_others_leave_no_gap() -> None:
    table = company("twelves")
    before = seen_table(table.tables, table.ben)["seq"]
    blow = {"who": "Wren", "target": "Toll Keeper"}
    with pytest.raises((Refused, BadInput)):
        act.submit(table.tables, table.ann, Attempt("action", "attack", blow, (1,) * 60))
    act.say(table.tables, table.ann, "hm")
    assert [event["seq"] for event in seen_log(table.tables, table.ben, before)] == [before + 1]
