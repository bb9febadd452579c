"""Nothing that was acknowledged is lost when the disk is full again and again; with room, writing goes on."""

import random
from pathlib import Path

import pytest

from rulewright.table.stores import StoreFault
from rulewright.table.stores.sqlite import SQLiteStore

TABLES = ("camp", "raid", "road")


def fill_disks(path: Path, times: int, seed: int) -> tuple[int, int]:
    """Let the disk be full so often, at moments spread over appends; gives acknowledged entries and refusals."""
    chance = random.Random(seed)
    acknowledged: dict[str, list[bytes]] = {table: [] for table in TABLES}
    refused = 0
    store = SQLiteStore(path)
    try:
        for _ in range(times):
            (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
            store._connection.execute(f"PRAGMA max_page_count = {pages + chance.randrange(12)}")
            while True:
                table = chance.choice(TABLES)
                entries = [chance.randbytes(chance.randrange(1, 9_000)) for _ in range(chance.randrange(1, 4))]
                try:
                    store.append(table, len(acknowledged[table]), entries)
                except StoreFault as fault:
                    refused += "the disk is full" in str(fault)
                    break
                acknowledged[table] += entries
            for table, expected in acknowledged.items():
                assert store.last(table) == len(expected)
            if chance.random() < 0.3:
                store.close()
                store = SQLiteStore(path)
        for table, expected in acknowledged.items():
            assert [entry.data for entry in store.read(table)] == expected
    finally:
        store.close()
    return sum(map(len, acknowledged.values())), refused


def test_a_disk_that_is_full_again_and_again_loses_nothing(tmp_path: Path) -> None:
    written, refused = fill_disks(tmp_path / "tables.sqlite", 25, seed=1)
    assert refused == 25
    assert written > 10


@pytest.mark.soak
def test_a_disk_that_is_full_a_thousand_times_loses_nothing(tmp_path: Path) -> None:
    assert fill_disks(tmp_path / "tables.sqlite", 1_000, seed=2)[1] == 1_000
