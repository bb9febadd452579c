"""Every limit that holds in play holds for a file: a table cannot be made larger by exporting and importing it."""

import json
from typing import Any

import msgspec
import pytest
from a_table import Company, company

from rulewright.rules import BadInput, Refused
from rulewright.table import act, gm
from rulewright.table.branches import branch
from rulewright.table.events import write_event
from rulewright.table.export import export
from rulewright.table.import_table import import_table
from rulewright.table.perform import Attempt
from rulewright.table.play_size import size_of_play
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import LIMITS, Limits, Tables

NOT_IN_A_FILE = {"keys", "invitations"}


def full(slug: str = "twelves") -> Company:
    """A table with something of everything that has a limit."""
    table = company(slug)
    tables = table.tables
    for number in range(3):
        act.say(tables, table.ann, "x" * 300, title=f"note {number}")
    act.say(tables, table.ben, "y" * 500, title="note")
    gm.request_action(tables, table.gm, "check", {}, ("Wren",), "Look around!")
    gm.request_action(tables, table.gm, "check", {}, ("Odo",), "Look around!")
    for _ in range(2):  # typed dice that are not all there yet
        act.submit(tables, table.ann, Attempt("notation", "3d6", faces=(1, 2)))
    act.submit(tables, table.ben, Attempt("notation", "5d6", faces=(1, 2, 3, 4, 5)))
    act.say(tables, table.gm, "z" * 2_000)
    return table


def lines_of(table: Company) -> list[bytes]:
    return list(export(table.tables, table.gm))


def greatest(table: Company) -> dict[str, int]:
    """The least value of each limit with which the file can be imported."""
    state, events = table.state, table.events()
    texts = [note.text for note in state.notes.values()]
    return {
        "events": state.seq + 1,
        "seats": len(state.seats),
        "seats_ever": state.seats_given,
        "seeds": 0,
        "characters": len(state.scene["characters"]),
        "waiting": len(state.pending),
        "proposals": 0,
        "requests": len(state.requests),
        "notes": 3,
        "table_notes": len(state.notes),
        "seat_notes_text": 900,
        "notes_text": sum(map(len, texts)),
        "event_bytes": max(len(write_event(event)) for event in events[1:]),
        "play_bytes": size_of_play(state),
        "table_bytes": sum(len(write_event(event)) for event in events),
        "text": 2_000,
        "name": max(len(state.settings.title) // 2, *(len(seat.name) for seat in state.seats.values()), len("note 2")),
        "faces": 5,
    }


def imported(table: Company, limits: Limits) -> None:
    import_table(Tables(MemoryStore(), limits), lines_of(table))


def test_every_limit_of_a_table_is_tried() -> None:
    assert {*greatest(full()), *NOT_IN_A_FILE} == set(Limits.__struct_fields__)


@pytest.mark.parametrize("name", [name for name in Limits.__struct_fields__ if name not in NOT_IN_A_FILE])
def test_a_file_is_imported_within_each_limit_and_refused_beyond_it(name: str) -> None:
    table = full()
    most = greatest(table)[name]
    imported(table, msgspec.structs.replace(LIMITS, **{name: most}))
    if most:
        with pytest.raises(
            BadInput, match=r"^line \d+: .*(\(allowed: [\d,]+ ?[a-z ]*\)|allowed are s1 to s\d+|: s1 to s\d+)$"
        ):
            imported(table, msgspec.structs.replace(LIMITS, **{name: most - 1}))


def test_proposals_have_a_limit_in_a_file_too() -> None:
    table = company("twelves")
    for _ in range(2):
        act.submit(table.tables, table.ann, Attempt("action", "long-rest", {"who": "Wren"}))
    imported(table, msgspec.structs.replace(LIMITS, proposals=2))
    with pytest.raises(BadInput, match=r"too many actions that wait for approval \(allowed: 1\)"):
        imported(table, msgspec.structs.replace(LIMITS, proposals=1))


def test_a_state_of_play_made_of_small_changes_has_a_limit_in_play_and_in_a_file() -> None:
    table = company("twelves")
    most = size_of_play(table.state) + 2_000
    tables = Tables(table.tables.store, msgspec.structs.replace(LIMITS, play_bytes=most))

    def asked() -> None:
        for _ in range(40):
            gm.request_action(tables, table.gm, "check", {}, ("Wren",), "x" * 150)

    with pytest.raises(Refused, match="the table is full: its characters and scene have at most"):
        asked()
    assert most - 500 < size_of_play(tables.state(table.gm.table)) <= most
    gm.request_action(table.tables, table.gm, "check", {}, ("Wren",), "x" * 500)
    with pytest.raises(BadInput, match=rf"^line \d+: too large \(allowed: {most:,} bytes of characters and scene\)"):
        imported(table, tables.limits)


def forged(table: Company, **fact: Any) -> list[bytes]:
    """The file of a table with one more event."""
    lines = lines_of(table)
    header = json.loads(lines[0])
    header["events"] += 1
    event = {"seq": header["events"], "at": "", "by": "s1", "version": 2, "fact": fact}
    return [json.dumps(header).encode(), *lines[1:], json.dumps(event).encode()]


ROLLED = {"kind": "rolled", "roll": "", "params": {}, "dice": [], "choices": [], "breakdown": [], "cites": []}
ACTED = {**ROLLED, "kind": "acted", "action": "check", "outcome": 1}


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        ({"kind": "assigned", "character": "Nobody"}, "names a character who is not there"),
        ({"kind": "planned", "character": "Nobody", "plan": "best"}, "names a character who is not there"),
        ({"kind": "committed", "seat": "s99", "commitment": "0" * 64}, "names a seat that is not taken"),
        ({**ROLLED, "outcome": "x" * 600_000}, "too large (allowed: 500,000 bytes in this event)"),
        ({**ROLLED, "outcome": 1, "breakdown": ["x"] * 100_001}, "not an event"),
        ({"kind": "said", "text": "x" * 4_001}, "not an event"),
        (
            {**ACTED, "changes": [[["scene", "fat"], "x" * 450_000]]},
            "",
        ),
    ],
)
def test_an_event_beyond_a_limit_is_refused(fact: dict[str, Any], why: str) -> None:
    table = company("twelves")
    if not why:
        import_table(Tables(MemoryStore()), forged(table, **fact))
        return
    with pytest.raises(BadInput) as refused:
        import_table(Tables(MemoryStore()), forged(table, **fact))
    assert str(refused.value).startswith(f"line {len(lines_of(table)) + 1}: ")
    assert why in str(refused.value)


def test_a_scene_cannot_grow_without_end_by_fields_that_no_game_has() -> None:
    table = company("twelves")
    lines = lines_of(table)
    header = json.loads(lines[0])
    for number in range(10):
        change = [["scene", f"fat{number}"], "x" * 450_000]
        event = {**ACTED, "changes": [change]}
        header["events"] += 1
        plain = {"seq": header["events"], "at": "", "by": "s1", "version": 2, "fact": event}
        lines.append(json.dumps(plain).encode())
    lines[0] = json.dumps(header).encode()
    with pytest.raises(BadInput, match=r"too large \(allowed: 4,000,000 bytes of characters and scene\)"):
        import_table(Tables(MemoryStore()), lines)


def test_an_event_nested_too_deeply_is_refused() -> None:
    table = company("twelves")
    outcome: Any = 1
    for _ in range(60):
        outcome = [outcome]
    with pytest.raises(BadInput, match="nested too deeply"):
        import_table(Tables(MemoryStore()), forged(table, **{**ROLLED, "outcome": outcome}))


def test_the_title_of_a_branch_of_a_branch_is_no_longer_than_a_title_may_be() -> None:
    table = company("twelves")
    place = table.gm
    for _ in range(12):
        place, _ = branch(table.tables, place, table.tables.state(place.table).seq, "")
    assert len(table.tables.state(place.table).settings.title) == LIMITS.name
    import_table(Tables(MemoryStore()), export(table.tables, place))
