"""What a state keeps of a long log grows by a bounded part with each event: nothing is copied again and again."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from a_table import company
from msgspec import Struct

from rulewright.rules import BadInput
from rulewright.table import events
from rulewright.table.append_only import EventNumbers, EventSet, Growing, NamedCounts
from rulewright.table.diff import Change
from rulewright.table.events import Event, EventBody
from rulewright.table.export import export
from rulewright.table.fold import fold
from rulewright.table.import_table import import_table
from rulewright.table.state import TableState
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables

MOMENT = "2026-01-02T20:00:00.000Z"


def parts_of(value: Any) -> dict[Any, Any]:
    """The values in a container by their place; none for anything else."""
    if isinstance(value, Struct):
        return {field: getattr(value, field) for field in value.__struct_fields__}
    if isinstance(value, frozenset):
        return {one: one for one in value}
    if isinstance(value, list | tuple):
        return dict(enumerate(value))
    return value if isinstance(value, dict) else {}


def copied(after: Any, before: Any) -> int:
    """How many entries were copied to make one value of another: all those of every container that is new."""
    if after is before or isinstance(after, int | str):
        return 0
    old = parts_of(before)
    parts = parts_of(after)
    return len(parts) + sum(copied(one, old.get(place)) for place, one in parts.items())


def opened() -> TableState:
    """The state of a table with a game master and two players."""
    table = company("twelves")
    state = TableState()
    for event in table.events():
        state = fold(state, event)
    return state


ROLL: dict[str, Any] = {"params": {}, "dice": (), "choices": (), "outcome": 1, "breakdown": (), "cites": ()}


def die(seq: int) -> tuple[events.RecordedDie, ...]:
    return (events.RecordedDie(6, 1, seq, 0, 1),)


def hidden_action(seq: int) -> EventBody:
    changes = (Change(("scene", "characters", "Wren", "damage"), seq % 5, 0),)
    return events.ActionTaken(action="note", changes=changes, audience="gm", **ROLL)


def hide_and_reveal(seq: int) -> EventBody:
    return hidden_action(seq) if seq % 2 else events.RollRevealed(seq - 1)


def do_and_undo(seq: int) -> EventBody:
    return [hidden_action(seq), events.PlayUndone(seq - 1, ()), events.PlayRedone(seq - 1, ())][seq % 3]


LOGS: dict[str, Callable[[int], EventBody]] = {
    "messages": lambda seq: events.MessageSent("hello"),
    "whispers": lambda seq: events.MessageSent("psst", "private", f"s{2 + seq % 3}"),
    "messages to the GM": lambda seq: events.MessageSent("psst", "gm"),
    "refusals": lambda seq: events.ActionRefused("attack", {}, "no"),
    "plans": lambda seq: events.PlanAssigned("Wren", "best"),
    "notes": lambda seq: events.MessageSent("text", title=f"note {seq % 200}"),
    "reveals": lambda seq: events.RollRevealed(seq - 1),
    "hidden actions": hidden_action,
    "hidden actions that are revealed": hide_and_reveal,
    "undo and redo": do_and_undo,
    "streams of dice": lambda seq: events.RollMade(
        roll="check", notation="", stream=f"Wren {seq}/check", **{**ROLL, "dice": die(seq)}
    ),
    "characters": lambda seq: events.CharacterAssigned(f"Guard {seq}", "s2"),
    "requests": lambda seq: events.ActionRequested("check", {}, ("Wren",), standing=True),
    "seats": lambda seq: events.SeatTaken(f"s{1 + seq % 1_000}", "Ann", "player"),
}


@pytest.mark.parametrize("kind", LOGS)
def test_what_is_copied_grows_with_the_log_and_not_with_its_square(kind: str) -> None:
    state = opened()
    count, counts = 0, {}
    for number in range(1, 20_001):
        seq = state.seq + 1
        before, state = state, fold(state, Event(seq, MOMENT, "s3", LOGS[kind](seq)))
        if number % 16 == 0:
            count += copied(state, before)
        if number in (1_000, 5_000, 20_000):
            counts[number] = count
    first, second = counts[5_000] - counts[1_000], counts[20_000] - counts[5_000]
    assert second / 15_000 <= 1.5 * first / 4_000, counts
    assert second / 15_000 * 16 < 4_000, "of which most is small and bounded, as the names of a thousand seats"


def test_growing_values_hold_what_was_added() -> None:
    random = Random(5)
    numbers, grown, chosen, named = EventNumbers(), Growing[str](), EventSet(), NamedCounts()
    seqs = sorted(random.sample(range(1, 5_000), 1_500))
    names: dict[str, int] = {}
    for seq in seqs:
        numbers, grown, chosen = numbers.plus(seq), grown.plus(str(seq)), chosen.plus(seq)
        named = named.plus(name := f"n{seq % 700}", seq)
        names[name] = seq
    assert [*numbers] == seqs == [*reversed([*reversed(numbers)])]
    assert [*grown] == [str(seq) for seq in seqs]
    assert len(numbers) == len(grown) == 1_500
    assert [numbers[place] for place in range(1_500)] == seqs
    for seq in range(5_001):
        assert numbers.upto(seq) == sum(one <= seq for one in islice(seqs, numbers.upto(seq) + 1))
        assert numbers.at_most(seq) == max([0, *(one for one in seqs[: numbers.upto(seq)])])
        assert (seq in chosen) == (seq in names.values() or seq in set(seqs))
    assert {name: named.get(name) for name in names} == names
    assert named.get("none") == 0
    for seq in random.sample(seqs, 1_500):
        assert chosen.largest >= seq
        chosen = chosen.minus(seq)
        assert seq not in chosen
    assert not chosen
    assert chosen.largest == 0
    assert chosen.minus(3) == chosen


def test_a_state_with_growing_values_is_the_same_when_it_is_stored() -> None:
    state, random = opened(), Random(2)
    kinds = [*LOGS.values()]
    for _ in range(600):
        seq = state.seq + 1
        state = fold(state, Event(seq, MOMENT, random.choice(["s1", "s3"]), random.choice(kinds)(seq)))
    assert msgspec.json.decode(msgspec.json.encode(state), type=TableState) == state


# --- imports


def forged(bodies: Iterator[EventBody], by: str = "s1") -> list[bytes]:
    """The file of a table whose log goes on with these events."""
    table = company("twelves")
    lines = [msgspec.json.decode(line) for line in export(table.tables, table.gm)]
    last = lines[-1]["seq"]
    found = [Event(seq, MOMENT, by, body) for seq, body in enumerate(bodies, last + 1)]
    lines[0]["events"] = last + len(found)
    return [*map(msgspec.json.encode, lines), *map(events.write_event, found)]


@pytest.mark.parametrize(
    ("wrong", "bodies", "by"),
    [
        ("bad seat", [events.MessageSent("hello")], "nobody"),
        ("bad seat", [events.MessageSent("hello")], "s1001"),
        ("bad seat", [events.SeatTaken("s1001", "Ann", "player")], "s1"),
        ("bad seat", [events.MessageSent("hello", "private", "nobody")], "s1"),
        ("bad seat", [events.SeedCommitted("nobody", "0" * 64)], "s1"),
        ("too many notes", [events.MessageSent("a", title=f"n{number}") for number in range(2_001)], "s1"),
        (
            "too many open requests",
            [events.ActionRequested("check", {}, (f"Guard {number}",)) for number in range(1_001)],
            "s1",
        ),
        (
            "too many events in a row",
            [events.ActionTaken(action="note", changes=(), automatic=True, **ROLL) for _ in range(301)],
            "s1",
        ),
    ],
)
def test_a_file_whose_state_would_grow_without_bound_is_refused(wrong: str, bodies: list[EventBody], by: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        import_table(Tables(MemoryStore()), forged(iter(bodies), by))
