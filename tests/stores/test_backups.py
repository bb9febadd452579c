"""A backup is one file with everything in it, from any store into any store, whole or not at all."""

import base64
import hashlib
import json
import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from postgres_server import PostgresServer
from rulewright.rules import BadInput
from rulewright.table.stores import Store, StoreFault, backup, open_store, restore
from rulewright.table.stores.memory import MemoryStore


@pytest.fixture
def stores(postgres: PostgresServer, tmp_path: Path) -> Iterator[dict[str, tuple[Store, Store]]]:
    """Two stores of each kind."""
    opened = {
        "memory": (open_store("memory:"), open_store("memory:")),
        "sqlite": (open_store(str(tmp_path / "a.sqlite")), open_store(str(tmp_path / "b.sqlite"))),
        "postgres": (open_store(postgres.new_database()), open_store(postgres.new_database())),
    }
    yield opened
    for pair in opened.values():
        for store in pair:
            store.close()


def furnish(store: Store) -> None:
    store.append("camp", 0, [b"one", bytes(range(256))], key="k")
    store.append("camp", 2, [b""])
    store.append("räid\n", 0, [b"x"])
    store.put("camp", "seat", "Ann", b"\x00\xff")
    store.put("", "host", "", b"")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def rewrite(path: Path, changed: list[dict[str, Any]]) -> None:
    """Write lines with a true last line, as a program that knows the format would."""
    body = "".join(json.dumps(line) + "\n" for line in changed).encode()
    end = {"kept": "end", "lines": len(changed) - 1, "sha256": hashlib.sha256(body).hexdigest()}
    path.write_bytes(body + json.dumps(end).encode() + b"\n")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A backup."""
    store = MemoryStore()
    furnish(store)
    backup(store, tmp_path / "kept.jsonl")
    return tmp_path / "kept.jsonl"


@pytest.mark.parametrize(("source", "target"), list(product(["memory", "sqlite", "postgres"], repeat=2)))
def test_a_backup_of_any_store_can_be_restored_into_any_other(
    stores: dict[str, tuple[Store, Store]], tmp_path: Path, source: str, target: str
) -> None:
    here, there = stores[source][0], stores[target][1]
    furnish(here)
    assert backup(here, tmp_path / "kept.jsonl") == 6
    assert restore(tmp_path / "kept.jsonl", there) == 6
    assert list(there.contents()) == list(here.contents())
    assert there.find("camp", "k") == 2
    assert there.append("camp", 3, [b"goes on"]) == 4


def test_every_store_writes_the_same_file(stores: dict[str, tuple[Store, Store]], tmp_path: Path) -> None:
    written = set()
    for kind, (store, _) in stores.items():
        furnish(store)
        backup(store, tmp_path / kind)
        written.add((tmp_path / kind).read_bytes())
    assert len(written) == 1


def test_the_format_is_as_documented(kept: Path) -> None:
    first, *body, last = lines(kept)
    assert first == {"kept": "backup", "version": 1}
    assert body[1] == {
        "kept": "entry",
        "table": "camp",
        "seq": 2,
        "data": base64.b64encode(bytes(range(256))).decode(),
        "key": "k",
    }
    assert body[-1] == {"kept": "value", "table": "camp", "kind": "seat", "name": "Ann", "value": "AP8="}
    text = kept.read_bytes()
    before = text[: text.rindex(b'{"kept":"end"')]
    assert last == {"kept": "end", "lines": 6, "sha256": hashlib.sha256(before).hexdigest()}
    rewritten = kept.with_name("rewritten")
    rewrite(rewritten, [first, *body])
    assert restore(rewritten, MemoryStore()) == 6


def test_an_empty_store_has_a_backup_too(tmp_path: Path) -> None:
    assert backup(MemoryStore(), tmp_path / "empty") == 0
    assert restore(tmp_path / "empty", MemoryStore()) == 0


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_while_others_write_is_of_one_moment(
    stores: dict[str, tuple[Store, Store]], tmp_path: Path, kind: str
) -> None:
    """Two logs are always written one after the other, so they never differ by more than one."""
    store = stores[kind][0]
    stop = Event()

    def write() -> None:
        seq = 0
        while not stop.is_set():
            for table in ("first", "second"):
                store.append(table, seq, [b"x" * 100])
            seq += 1

    writer = Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            backup(store, tmp_path / str(number))
            copy = MemoryStore()
            restore(tmp_path / str(number), copy)
            assert 0 <= copy.last("first") - copy.last("second") <= 1
    finally:
        stop.set()
        writer.join()


def test_a_restore_over_existing_tables_is_refused_unless_it_is_wanted(
    stores: dict[str, tuple[Store, Store]], kept: Path
) -> None:
    for store, _ in stores.values():
        store.append("camp", 0, [b"precious"], key="other")
        store.append("own", 0, [b"own"])
        with pytest.raises(BadInput, match="already has a table 'camp'; nothing was restored"):
            restore(kept, store)
        assert [entry.data for entry in store.read("camp")] == [b"precious"]
        assert store.tables() == ["camp", "own"]
        restore(kept, store, over=True)
        assert (store.last("camp"), store.find("camp", "other")) == (3, 0)
        assert store.tables() == ["camp", "own", "räid\n"]


@pytest.mark.parametrize("at", [0, 1, 20, 200, -2, -30])
def test_a_backup_that_was_cut_off_is_refused(kept: Path, at: int) -> None:
    kept.write_bytes(kept.read_bytes()[:at])
    store = MemoryStore()
    with pytest.raises(BadInput, match="nothing was restored"):
        restore(kept, store)
    assert list(store.contents()) == []


def test_a_backup_with_one_changed_byte_is_refused(kept: Path) -> None:
    whole = kept.read_bytes()
    for place in range(0, len(whole), 7):
        changed = bytearray(whole)
        changed[place] ^= 1
        kept.write_bytes(changed)
        store = MemoryStore()
        with pytest.raises(BadInput, match="nothing was restored"):
            restore(kept, store)
        assert list(store.contents()) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda found: found[:1] + found[2:], "line 2 is entry 2 where entry 1 belongs"),
        (lambda found: found[1:], "line 1 is out of order"),
        (lambda found: [found[0], *found], "line 2 is out of order"),
        (lambda found: [{"kept": "backup", "version": 2}, *found[1:]], "newer version"),
        (lambda found: [*found, {"kept": "dice"}], "line 8 is not part of a backup"),
        (lambda found: [*found, {"kept": "value", "table": "x"}], "line 8 is not part of a backup"),
    ],
)
def test_lines_that_make_no_sense_are_refused_by_their_number(kept: Path, change: Any, reason: str) -> None:
    rewrite(kept, change(lines(kept)[:-1]))
    with pytest.raises(BadInput, match=reason):
        restore(kept, MemoryStore())


def test_a_backup_with_an_unkeepable_name_is_refused(kept: Path) -> None:
    rewrite(
        kept, [{"kept": "backup", "version": 1}, {"kept": "value", "table": "\0", "kind": "", "name": "", "value": ""}]
    )
    with pytest.raises(BadInput, match="allowed: at most 200 characters"):
        restore(kept, MemoryStore())


def test_a_backup_that_fails_leaves_the_old_one_and_nothing_half_written(kept: Path) -> None:
    before = kept.read_bytes()
    store = MemoryStore()
    store.close()
    with pytest.raises(StoreFault):
        backup(store, kept)
    assert kept.read_bytes() == before
    assert os.listdir(kept.parent) == [kept.name]


def test_a_backup_is_its_owners_alone(kept: Path) -> None:
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_written_or_read_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot write .*No such file or directory"):
        backup(MemoryStore(), tmp_path / "nowhere" / "kept")
    with pytest.raises(BadInput, match=r"cannot write .*Is a directory"):
        backup(MemoryStore(), tmp_path)
    with pytest.raises(BadInput, match=r"cannot read .*No such file or directory"):
        restore(tmp_path / "nowhere", MemoryStore())
    with pytest.raises(BadInput, match=r"cannot read .*Is a directory"):
        restore(tmp_path, MemoryStore())
    assert list(tmp_path.iterdir()) == []
