"""What only a store in a file has to cope with: permissions, damage, a full disk, other processes."""

import os
import pwd
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from rulewright.table.stores import Conflict, LogEntry, StoreFault
from rulewright.table.stores.group_commit import Connection, Work, commit_together
from rulewright.table.stores.protocol import StoreClosed
from rulewright.table.stores.sqlite import SQLiteStore, default_path
from rulewright.table.stores.sqlite_sql import append


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@contextmanager
def opened(path: Path, patience: float = 10.0) -> Iterator[SQLiteStore]:
    store = SQLiteStore(path, patience)
    try:
        yield store
    finally:
        store.close()


def test_everything_is_there_after_closing_and_opening(path: Path) -> None:
    with opened(path) as store:
        store.append("one", 0, [b"a", b"b"], key="k")
        store.put("one", "seat", "Ann", b"1")
    with opened(path) as store:
        assert store.read("one") == [LogEntry(1, b"a"), LogEntry(2, b"b")]
        assert (store.find("one", "k"), store.get("one", "seat", "Ann")) == (2, b"1")
    assert [file.name for file in path.parent.iterdir()] == ["tables.sqlite"]


def test_commits_are_synced_and_readers_do_not_wait(path: Path) -> None:
    with opened(path) as store:
        settings = [
            store._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        ]
        assert settings == ["wal", 2]  # 2 is FULL


def test_the_file_and_a_new_folder_are_their_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "new" / "tables.sqlite"
    with opened(path) as store:
        store.append("one", 0, [b"a"])
        assert path.parent.stat().st_mode & 0o777 == 0o700
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
        assert len(list(path.parent.iterdir())) == 3  # the file, its log and the log's index


def test_the_default_file_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path().name == "tables.sqlite"
    assert default_path().parent.name == "rulewright"
    if sys.platform == "linux":
        assert default_path() == tmp_path / "rulewright" / "tables.sqlite"


def test_works_are_committed_together_and_refused_one_by_one(path: Path) -> None:
    """A refusal undoes what its own work had written, and nothing else."""

    def write_and_fail(connection: Connection) -> None:
        append(connection, "failed", 0, [b"x"], "")
        raise ValueError("after writing")

    with opened(path) as store:
        first, conflict, failed, last = commit_together(
            store._connection,
            [
                lambda connection: append(connection, "one", 0, [b"a"], ""),
                lambda connection: append(connection, "one", 0, [b"b"], ""),
                write_and_fail,
                lambda connection: append(connection, "one", 1, [b"c"], ""),
            ],
        )
        assert (first[0], last[0]) == (1, 2)
        assert (type(conflict), type(failed)) == (Conflict, ValueError)
        assert store.read("one") == [LogEntry(1, b"a"), LogEntry(2, b"c")]
        assert store.tables() == ["one"]


def waiting_appends(store: SQLiteStore, count: int) -> list[Thread]:
    """Threads that append while the file is held: the writer has taken the first alone, and the others wait for it."""
    writer, taken = store._writer, Event()
    commit = writer._commit

    def committing(works: Sequence[Work]) -> list[Any]:
        taken.set()
        return commit(works)

    writer._commit = committing
    threads = [Thread(target=store.append, args=(f"t{number}", 0, [b"a"])) for number in range(count)]
    threads[0].start()
    taken.wait()
    for thread in threads[1:]:
        thread.start()
    while writer._waiting.qsize() < count - 1:
        time.sleep(0.001)
    return threads


def test_appends_that_wait_share_one_commit(path: Path) -> None:
    """While the file is held by someone else appends queue up; then they are committed at once."""
    with opened(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        commits: list[str] = []
        store._connection.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
        other.execute("BEGIN IMMEDIATE")
        threads = waiting_appends(store, 20)
        other.execute("ROLLBACK")
        for thread in threads:
            thread.join()
        assert len(store.tables()) == 20
        assert len(commits) == 2


def test_closing_waits_for_appends_that_wait(path: Path) -> None:
    with opened(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        threads = waiting_appends(store, 5)
        end = Thread(target=store.close)
        end.start()
        while not store._writer._closed:
            time.sleep(0.001)
        with pytest.raises(StoreClosed):
            store.append("late", 0, [b"a"])
        other.execute("ROLLBACK")
        for thread in (*threads, end):
            thread.join()
    with opened(path) as store:
        assert len(store.tables()) == 5


def test_entries_of_others_among_our_own_are_announced_and_each_entry_once(path: Path) -> None:
    with opened(path) as ours, opened(path) as theirs:
        reported: list[tuple[str, int]] = []
        stop = ours.watch(lambda table, last: reported.append((table, last)))
        for number in range(30):
            ours.append("ours", 2 * number, [b"a", b"b"])
            theirs.append("theirs", number, [b"c"])
            ours.append(f"after {number}", 0, [b"d"])
        while ("theirs", 30) not in reported:
            time.sleep(0.001)
        time.sleep(0.1)
        stop()
        own = [one for one in reported if one[0] != "theirs"]
        assert sorted(own) == sorted([("ours", 2 * n + 2) for n in range(30)] + [(f"after {n}", 1) for n in range(30)])
        assert [last for table, last in reported if table == "theirs"] == sorted(
            {last for table, last in reported if table == "theirs"}
        )


def test_a_log_of_a_hundred_thousand_entries_is_read_whole_and_from_its_end(path: Path) -> None:
    with opened(path) as store:
        store.append("one", 0, [b"%d" % number for number in range(1, 100_001)])
        log = store.read("one")
        assert len(log) == 100_000
        assert log[-1] == LogEntry(100_000, b"100000")
        assert store.read("one", after=99_998) == log[-2:]
        assert store.last("one") == 100_000


def test_no_question_goes_through_every_entry(path: Path) -> None:
    with opened(path) as store:
        store.append("one", 0, [b"a"] * 10, key="k")
        asked: list[str] = []
        with store._reader() as reader:  # given back, it is the next one to be used
            reader.set_trace_callback(asked.append)
        store.read("one", after=5, most=2)
        store.last("one")
        store.find("one", "k")
        store.tables()
        store.names("one", "seat")
        store.get("one", "seat", "Ann")
        store._growth._tell()
        reader.set_trace_callback(None)
        assert len(asked) == 7
        plans = [row[3] for question in asked for row in reader.execute(f"EXPLAIN QUERY PLAN {question}")]
        (scan,) = [plan for plan in plans if plan.startswith("SCAN")]
        assert scan.endswith("INDEX first_entries")


def test_a_file_that_is_held_too_long_is_a_fault_and_nothing_is_written(path: Path) -> None:
    with opened(path, patience=0.05) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFault, match="another program has locked the file; this change was not written"):
            store.append("one", 0, [b"a"])
        other.execute("ROLLBACK")
        assert store.append("one", 0, [b"a"]) == 1


def test_a_full_disk_is_a_fault_that_keeps_what_was_there(path: Path) -> None:
    with opened(path) as store:
        store.append("one", 0, [b"a"])
        store._connection.execute("PRAGMA max_page_count = 20")
        with pytest.raises(StoreFault, match="the disk is full; this change was not written, earlier ones are kept"):
            store.append("one", 1, [bytes(200_000)])
        assert store.read("one") == [LogEntry(1, b"a")]
        store._connection.execute("PRAGMA max_page_count = 100000")
        assert store.append("one", 1, [bytes(200_000)]) == 2


def test_a_disk_that_refuses_a_write_is_a_fault_that_keeps_what_was_there(path: Path) -> None:
    """The operating system itself refuses here: files may not grow."""
    program = (
        "import pathlib, resource, sys\n"
        "from rulewright.table.stores import StoreFault\n"
        "from rulewright.table.stores.sqlite import SQLiteStore\n"
        "store = SQLiteStore(pathlib.Path(sys.argv[1]))\n"
        "store.append('one', 0, [b'a'])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))\n"
        "try:\n    store.append('one', 1, [bytes(400_000)])\n"
        "except StoreFault as fault:\n    print(fault)\n"
        "print(store.append('one', 1, [b'b']))\n"
        "store.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    fault, last = done.stdout.splitlines()
    assert "earlier ones are kept" in fault
    assert last == "2"
    with opened(path) as store:
        assert store.read("one") == [LogEntry(1, b"a"), LogEntry(2, b"b")]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def test_a_damaged_file_is_a_fault(path: Path) -> None:
    with opened(path) as store:
        store.append("one", 0, [b"x" * 2000 for _ in range(100)])
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + os.urandom(len(whole) - 8192))
    with pytest.raises(StoreFault, match="the file is damaged; nothing was changed; keep a copy and restore a backup"):  # noqa: SIM117
        with opened(path) as store:
            store.read("one")


def test_a_file_that_is_no_database_is_a_fault_and_not_touched(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(StoreFault, match="not a SQLite file; nothing was changed; name another file"):
        SQLiteStore(path)
    assert path.read_text() == "Dear diary, " * 1000


def test_another_programs_database_is_a_fault_and_not_touched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE entries (diary TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreFault, match="belongs to another program; nothing was changed; name another file"):
        SQLiteStore(path)
    assert path.read_bytes() == before


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreFault, match="the file cannot be opened; nothing was changed"):
        SQLiteStore(tmp_path)


def test_a_file_in_the_place_of_a_folder_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    with pytest.raises(StoreFault, match="plain: File exists"):
        SQLiteStore(tmp_path / "plain" / "tables.sqlite")


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write everywhere, so root becomes nobody for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_folder_that_may_not_be_written_is_a_fault() -> None:
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o555)
        with as_nobody(), pytest.raises(StoreFault, match="Permission denied"):
            SQLiteStore(Path(name) / "tables.sqlite")
        os.chmod(name, 0o700)


def test_a_file_that_may_not_be_written_is_a_fault() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "tables.sqlite"
        with opened(path) as store:
            store.append("one", 0, [b"a"])
        os.chmod(path, 0o444)
        os.chmod(name, 0o555)
        with as_nobody(), pytest.raises(StoreFault, match="no permission to write the file"):
            SQLiteStore(path)
        os.chmod(name, 0o700)
