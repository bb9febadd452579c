"""The write-ahead log of a SQLite file is moved into the file beside the commits, or by a commit when it grows long."""

import sqlite3
from pathlib import Path
from threading import Event

import pytest

from rulewright.table.stores import checkpoints
from rulewright.table.stores.sqlite import SQLiteStore

COMMITS, PAGES, EVERY = 100, 4, 5
"""A commit of one entry writes at least so many pages of 4 kB here."""


def write(path: Path, made: Event | None = None) -> int:
    """Write entries one after another, waiting for each checkpoint if they are `made`; the pages of the log."""
    store = SQLiteStore(path)
    try:
        for number in range(COMMITS):
            store.append("t", number, [b"x" * 12_000])
            if made is not None and (number + 1) % EVERY == 0:
                assert made.wait(30)
                made.clear()
        assert store.last("t") == COMMITS
        return path.with_name(f"{path.name}-wal").stat().st_size // 4_096
    finally:
        store.close()


def test_checkpoints_beside_the_commits_keep_the_log_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, checkpoint = Event(), checkpoints._checkpoint

    def note(connection: sqlite3.Connection) -> int:
        try:
            return checkpoint(connection)
        finally:
            made.set()

    monkeypatch.setattr(checkpoints, "_checkpoint", note)
    monkeypatch.setattr(checkpoints, "_EVERY", 1_000_000)
    assert write(tmp_path / "never.sqlite") > COMMITS * PAGES
    monkeypatch.setattr(checkpoints, "_EVERY", EVERY)
    assert write(tmp_path / "often.sqlite", made) < COMMITS * PAGES


def test_a_commit_makes_the_checkpoint_of_a_long_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SQLiteStore(tmp_path / "t.sqlite")
    monkeypatch.setattr(checkpoints, "_EVERY", 1)
    monkeypatch.setattr(checkpoints, "_LONGEST", 0)
    reader = sqlite3.connect(tmp_path / "t.sqlite", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM entries").fetchone()  # from now on the log cannot be moved as a whole
    for number in range(20):
        store.append("t", number, [b"x" * 12_000])
    assert store._checkpoints._is_too_long
    reader.execute("ROLLBACK")
    store.append("t", 20, [b"x"])
    assert not store._checkpoints._is_too_long
    reader.close()
    store.close()


def test_a_checkpoint_that_fails_undoes_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(connection: sqlite3.Connection) -> int:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(checkpoints, "_checkpoint", fail)
    monkeypatch.setattr(checkpoints, "_EVERY", 1)
    store = SQLiteStore(tmp_path / "t.sqlite")
    for number in range(5):
        assert store.append("t", number, [b"x"]) == number + 1
    store.close()
