"""A table as a file: all of it comes back, a player's file is theirs alone, and a hostile file changes nothing."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from a_table import Company, company, every_game, seen_log

from rulewright.rules import BadInput
from rulewright.rules.limits import LONGEST_EVENT
from rulewright.table import act, closing, undo
from rulewright.table.events import TableBranched
from rulewright.table.export import export
from rulewright.table.import_table import import_table
from rulewright.table.perform import Attempt
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.table_file import read_log
from rulewright.table.tables import Limits, Tables


def whole(table: Company) -> list[bytes]:
    return list(export(table.tables, table.gm))


@every_game
def test_a_table_comes_back_from_its_file(slug: str) -> None:
    table = company(slug)
    undo.undo(table.tables, table.gm)
    lines = whole(table)
    elsewhere = Tables(MemoryStore())
    place, key = import_table(elsewhere, lines)
    there, here = elsewhere.state(place.table), table.state
    assert there.play == here.play
    assert (there.seats, there.keepers, there.settings) == (here.seats, here.keepers, here.settings)
    assert elsewhere.enter(key) == place
    assert place.table != table.gm.table
    assert [*export(elsewhere, place)][1:-1] == lines[1:], "every event as it was"


def test_an_imported_table_goes_on_with_dice_of_its_own() -> None:
    table = company()
    place, _ = import_table(table.tables, whole(table), "Again")
    there = table.tables.state(place.table)
    assert there.commitment != table.state.commitment
    assert there.settings.title == "Again"
    act.submit(table.tables, place, Attempt("action", "check", {"who": "Wren", "ability": "AGI"}))
    last = table.tables.log(place.table).event(there.seq).body
    assert isinstance(last, TableBranched)
    assert last.table == table.gm.table


def test_keys_and_invitations_do_not_come_along() -> None:
    table = company()
    table.tables.invite(table.gm, "player")
    place, _ = import_table(table.tables, whole(table))
    assert len(table.tables.keys.keys(place.table)) == 1
    assert table.tables.keys.invitations(place.table) == {}


def test_a_closed_table_is_open_again() -> None:
    table = company()
    closing.close(table.tables, table.gm)
    place, _ = import_table(table.tables, whole(table))
    assert not table.tables.state(place.table).closed


def test_a_players_file_is_what_they_see_and_cannot_be_read_in() -> None:
    table = company()
    act.say(table.tables, table.gm, "the keeper is a ghost", to_gm=True)
    lines = list(export(table.tables, table.ann))
    assert [json.loads(line) for line in lines[1:]] == json.loads(json.dumps(seen_log(table.tables, table.ann)))
    assert b"ghost" not in b"".join(lines)
    assert lines == list(export(table.tables, table.gm, table.ann.seat))
    with pytest.raises(BadInput, match="line 1: only the view of s2"):
        import_table(table.tables, lines)


def test_a_waiting_roll_comes_along() -> None:
    table = company("untold-aeons")
    shot = Attempt("action", "shoot", {"who": "Ines", "target": "Cultist", "weapon": "pistol"})
    event = act.submit(table.tables, table.ann, shot)
    place, _ = import_table(table.tables, whole(table))
    assert list(table.tables.state(place.table).pending) == [f"p{event.seq}"]
    act.answer(table.tables, place, f"p{event.seq}", choices=("stay",))


# --- hostile files


Lines = Callable[[list[bytes]], list[bytes]]
"""What is made of the lines of an honest file."""


def changed(line: int, change: Callable[[dict[str, Any]], Any]) -> Lines:
    def forge(lines: list[bytes]) -> list[bytes]:
        value = json.loads(lines[line - 1])
        given = change(value)
        return [*lines[: line - 1], json.dumps(value if given is None else given).encode() + b"\n", *lines[line:]]

    return forge


def fact(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda event: event["fact"].update(fields)


def other(**fact: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda event: event | {"fact": fact}


ACTED = {
    "kind": "acted",
    "action": "x",
    "params": {},
    "dice": [],
    "choices": [],
    "outcome": 1,
    "breakdown": [],
    "cites": [],
}

WAITS = {
    "pending": "p1",
    "what": "notation",
    "name": "2d6",
    "params": {},
    "dice": [],
    "choices": [],
    "need": {"name": "dice", "sides": 6},
    "typed": True,
}
PENDING = {"by": "s1", "since": 3}

HOSTILE: dict[str, tuple[Lines, str]] = {
    "nothing": (lambda lines: [], "line 1: not the file of a table"),
    "something else": (lambda lines: [b"PK\x03\x04\n"], "line 1: not the file of a table"),
    "another format": (lambda lines: [b'{"format": "x"}\n'], "line 1: not the file of a table"),
    "a newer format": (changed(1, lambda header: header.update(version=99)), "line 1: written by a newer version"),
    "a newer event": (changed(4, lambda event: event.update(version=99)), "line 4: not an event: version 99 is newer"),
    "cut off": (lambda lines: lines[:-1], "the file is cut off"),
    "a line too many": (lambda lines: [*lines, b"{}\n"], "not an event"),
    "no JSON": (lambda lines: [lines[0], b"\xff\xfe\n"], "line 2"),
    "nested deeply": (lambda lines: [lines[0], b"[" * 100_000 + b"\n"], "line 2"),
    "a gap": (changed(5, lambda event: event.update(seq=9)), "line 5: event 9 where event 4 belongs"),
    "a line too long": (lambda lines: [lines[0], b" " * (LONGEST_EVENT + 1)], "line 2: too long"),
    "opened twice": (
        changed(3, lambda event: json.loads(whole(company())[1]) | {"seq": 2}),
        "line 3: a table is opened",
    ),
    "not opened": (changed(2, other(kind="said", text="x")), "line 2: a table is opened by its first event"),
    "an unknown game": (changed(2, fact(game="chess")), "line 2: unknown game: chess"),
    "an option that is none": (changed(2, fact(options={"x": 1})), "line 2: unknown option: x"),
    "a scene that is none": (changed(2, fact(scene=[])), "line 2: does not follow"),
    "a seat that is none": (changed(3, fact(seat="game master")), "line 3: bad seat"),
    "a name too long": (changed(3, fact(name="x" * 500)), "line 3: bad seat"),
    "an undo into the future": (
        changed(9, other(kind="undone", back_to=50, changes=[])),
        "line 9: goes back to event 50",
    ),
    "a redo of nothing": (changed(9, other(kind="redone", of=3, changes=[])), "line 9: takes back event 3"),
    "a reveal of the future": (changed(9, other(kind="revealed", seq=50)), "line 9: reveals event 50"),
    "a change of everything": (changed(9, other(**ACTED, changes=[[[], {}]])), "line 9: a change without a path"),
    "a change of no place": (changed(9, other(**ACTED, changes=[[["scene"], 3]])), "line 9: does not follow"),
    "a change of the frame": (changed(9, other(**ACTED, changes=[[["x"], 3]])), "line 9: the state of play must have"),
    "a sheet that is none": (
        changed(9, other(**ACTED, changes=[[["scene", "characters", "Zed"], {"x": 1}]])),
        "line 9: does not follow",
    ),
    "requests that are none": (changed(9, other(**ACTED, changes=[[["requests"], 3]])), "line 9: does not follow"),
    "a breakdown that is none": (
        changed(9, other(**(ACTED | {"breakdown": [{"kind": "called", "steps": [3]}]}), changes=[])),
        "line 9: not the breakdown of a roll",
    ),
    "a die of minus one side": (changed(9, other(**(ACTED | {"dice": [[-1, 1]]}), changes=[])), "line 9: no such die"),
    "a face that no die has": (
        changed(9, other(**(ACTED | {"dice": [[6, 7]]}), changes=[])),
        "line 9: no such die: sides 6, face 7, event 0, place 0",
    ),
    "a die of a later event": (changed(9, other(**(ACTED | {"dice": [[6, 3, 99, 0]]}), changes=[])), "line 9: no such"),
    "a forged die that waits": (
        changed(9, other(kind="waiting", **(WAITS | {"dice": [[-1, -1]]}))),
        "line 9: no such die",
    ),
    "a forged die under what waits": (
        changed(9, other(**ACTED, changes=[[["pending"], {"p1": PENDING | {"fact": WAITS | {"dice": [[0, 0]]}}}]])),
        "line 9: no such die",
    ),
    "nobody in charge": (changed(3, fact(role="player")), "it has no GM"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line_and_nothing_is_written(what: str) -> None:
    forge, why = HOSTILE[what]
    store = MemoryStore()
    with pytest.raises(BadInput) as refused:
        import_table(Tables(store), forge(whole(company())))
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert store.tables() == []
    assert list(store.contents()) == []


def test_a_file_with_too_many_events_is_refused_before_it_is_read() -> None:
    store = MemoryStore()
    lines = whole(company())
    with pytest.raises(BadInput, match=r"line 6: too large \(allowed: 4 events\)"):
        import_table(Tables(store, Limits(events=5)), iter(lines))
    assert list(store.contents()) == []


def test_a_log_can_be_read_without_a_store() -> None:
    table = company()
    header, events = read_log(whole(table))
    assert (header.game, header.events) == ("twelves", table.state.seq)
    assert list(events) == table.events()
