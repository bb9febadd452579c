"""Nothing that was acknowledged is lost when the power is cut, at whatever moment."""

import random
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import apsw
import pytest
from failing_disk import Disk

from rulewright.table.stores.group_commit import commit_together
from rulewright.table.stores.sqlite import SQLiteStore
from rulewright.table.stores.sqlite_sql import SETTINGS, append, upgrade

TABLES = ("camp", "raid")
COMMITS = 12
QUICK = "/dev/shm" if Path("/dev/shm").is_dir() else None  # looking at what is left needs no real disk
CARELESS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL")


def entries(table: str, after: int) -> list[bytes]:
    """What an append writes: one or two entries, of a few bytes or of several pages."""
    size = 5000 if after % 4 == 0 else 20
    return [f"{table} {seq} ".encode().ljust(size, b".") for seq in range(after + 1, after + 2 + after % 2)]


def write(disk: Disk, settings: Sequence[str], acknowledged: dict[str, int]) -> None:
    """Open a store on the disk and append to it as the store's writer does, noting what was acknowledged."""
    connection = apsw.Connection("tables.sqlite", vfs=disk.name)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # a disk made here shares no memory
        for setting in settings:
            connection.execute(setting)
        connection.execute("PRAGMA wal_autocheckpoint = 8")  # so that short runs meet checkpoints too
        commit_together(connection, [upgrade])
        for _ in range(COMMITS):
            works = [
                partial(append, table=table, after=end, data=entries(table, end), key=f"{table} {end}")
                for table, end in acknowledged.items()
            ]
            ends = commit_together(connection, works)
            if disk.is_off:
                break
            acknowledged.update(zip(TABLES, (end for end, _ in ends), strict=True))
    finally:
        connection.close()


def cut(number: int, operation: int | None, settings: Sequence[str]) -> tuple[int, int]:
    """Cut the power at an operation; gives the entries that were lost, and the disk's operations."""
    disk = Disk(f"disk-{number}", random.Random(number), operation)
    acknowledged = dict.fromkeys(TABLES, 0)
    write(disk, settings, acknowledged)
    with tempfile.TemporaryDirectory(dir=QUICK) as name:
        disk.survive(Path(name))
        store = SQLiteStore(Path(name) / "tables.sqlite")
        try:
            lost = 0
            for table, end in acknowledged.items():
                log = store.read(table)
                expected: list[bytes] = []
                while len(expected) < len(log):
                    expected += entries(table, len(expected))
                assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
                assert [entry.data for entry in log] == expected  # no append is there in part
                assert len(log) <= end + 2  # at most the one that was not acknowledged
                lost += max(0, end - len(log))
        finally:
            store.close()
    disk.unregister()
    return lost, disk.operations


def lost_in(cuts: int, settings: Sequence[str]) -> int:
    """How many acknowledged entries are lost in many cuts, at moments spread over all operations."""
    _, operations = cut(0, None, settings)
    chance = random.Random(1)
    return sum(cut(number, chance.randrange(operations), settings)[0] for number in range(1, cuts + 1))


def test_no_acknowledged_entry_is_lost_when_the_power_is_cut() -> None:
    assert lost_in(300, SETTINGS) == 0


def test_with_a_careless_setting_entries_would_be_lost_and_this_test_sees_it() -> None:
    assert lost_in(40, CARELESS) > 0


@pytest.mark.soak
def test_no_acknowledged_entry_is_lost_in_ten_thousand_cuts() -> None:
    assert lost_in(10_000, SETTINGS) == 0
