"""Files that were mutilated in any way: read in and usable, or refused in one line with nothing written."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from a_table import GAMES, company, seen_log, seen_table

from rulewright.rules import BadInput, Refused
from rulewright.table import undo
from rulewright.table.audit import audit
from rulewright.table.export import export
from rulewright.table.import_table import import_table
from rulewright.table.proof import prove_file
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.story import story
from rulewright.table.tables import Tables, TableSeat

ATOMS = [None, 0, -1, 10**30, 1.5, True, "", "x", "s1", [], {}, [1], {"a": 1}, "\x1b[2J", 2**63]


def files() -> dict[str, list[bytes]]:
    """An honest file of each game, with a roll, an undo and a redo in it."""
    found = {}
    for slug in GAMES:
        table = company(slug)
        assert table.game.opening is not None
        action, params = table.game.opening.first
        table.act(table.ann, action, dict(params))
        undo.undo(table.tables, table.gm)
        undo.redo(table.tables, table.gm)
        found[slug] = list(export(table.tables, table.gm))
    return found


def mutilated(value: Any, random: Random) -> Any:
    """A plain value with one thing in it replaced, left out or added."""
    if not isinstance(value, dict | list) or not value or random.random() < 0.12:
        return random.choice(ATOMS)
    if isinstance(value, list):
        place = random.randrange(len(value))
        return [*value[:place], mutilated(value[place], random), *value[place + 1 :]]
    name = random.choice(list(value))
    what = random.random()
    if what < 0.1:
        return {one: inner for one, inner in value.items() if one != name}
    return {**value, "extra": random.choice(ATOMS)} if what < 0.2 else {**value, name: mutilated(value[name], random)}


def with_faults(lines: list[bytes], random: Random) -> list[bytes]:
    lines = list(lines)
    for _ in range(random.choice([1, 1, 2])):
        place = random.randrange(len(lines))
        if random.random() < 0.25:
            damaged = bytearray(lines[place])
            damaged[random.randrange(len(damaged))] = random.randrange(256)
            lines[place] = bytes(damaged)
        else:
            try:
                lines[place] = json.dumps(mutilated(json.loads(lines[place]), random)).encode() + b"\n"
            except ValueError:  # it was damaged before
                continue
    return lines


def use(tables: Tables, place: TableSeat) -> None:
    """Look at everything, as the game master and as a player, and go back a step."""
    state = tables.state(place.table)
    for seat in list(state.seats)[:2]:
        at = TableSeat(place.table, seat)
        assert seen_log(tables, at)
        assert list(story(tables, at))
        assert list(export(tables, at))
        for seq in range(2, state.seq + 1, 5):
            seen_table(tables, at, seq)
    audit(tables.log(place.table).events())
    with suppress(Refused):  # nothing is left to undo
        undo.undo(tables, place)


def check(seed: int, runs: int) -> tuple[int, int]:
    """How many files were read in and used, and how many refused."""
    random, honest = Random(seed), files()
    read, reasons = 0, list[str]()
    for _ in range(runs):
        lines = with_faults(honest[random.choice(GAMES)], random)
        store = MemoryStore()
        place = None
        try:
            place, _key = import_table(Tables(store), lines)
        except BadInput as why:
            reasons.append(str(why))
        assert (place is None) == (list(store.contents()) == [])
        if place is not None:
            use(Tables(store), place)
            read += 1
        with suppress(BadInput):
            prove_file(lines)
    assert not [why for why in reasons if "\n" in why]
    return read, len(reasons)


def test_a_mutilated_file_is_used_or_refused() -> None:
    read, refused = check(seed=1, runs=400)
    assert read > 20
    assert refused > 200


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_thousands_of_mutilated_files_are_used_or_refused(seed: int) -> None:
    check(seed, 10_000)
