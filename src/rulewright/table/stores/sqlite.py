"""A store in one SQLite file: the embedded default. Several processes may use the same file."""

import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, TypeVar

from platformdirs import user_data_path

from rulewright.table.stores import sqlite_sql
from rulewright.table.stores.checkpoints import Checkpoints
from rulewright.table.stores.durable_file import make_file, sync_folder
from rulewright.table.stores.group_commit import GroupCommit, Work, commit_together
from rulewright.table.stores.protocol import (
    Kept,
    KeptEntry,
    KeptValue,
    NewerStore,
    StoreClosed,
    StoreFault,
    check_names,
)
from rulewright.table.stores.schema import SQLITE, newer
from rulewright.table.stores.sql import SqlStore
from rulewright.table.stores.watchers import Watches

T = TypeVar("T")

_POLL = 0.02  # seconds between checks for entries of other processes

_FAULTS = {
    sqlite3.SQLITE_FULL: "the disk is full; this change was not written, earlier ones are kept; free some space",
    sqlite3.SQLITE_IOERR: "the disk failed; this change was not acknowledged, earlier ones are kept; check the disk",
    sqlite3.SQLITE_BUSY: "another program has locked the file; this change was not written; end it or try again",
    sqlite3.SQLITE_CORRUPT: "the file is damaged; nothing was changed; keep a copy and restore a backup",
    sqlite3.SQLITE_NOTADB: "this is not a SQLite file; nothing was changed; name another file",
    sqlite3.SQLITE_READONLY: "no permission to write the file or its folder; nothing was changed; name another file",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; nothing was changed; check its folder and permissions",
}


def default_path() -> Path:
    """Where tables are kept by default: the user's data folder."""
    return user_data_path("rulewright", appauthor=False) / "tables.sqlite"


class SQLiteStore(SqlStore):
    """Logs and values in the SQLite file at `path`, which is created if it does not exist.

    `patience` is how many seconds to wait while another process writes.
    """

    def __init__(self, path: Path, patience: float = 10.0) -> None:
        super().__init__(sqlite_sql.SQL)
        self._path = path
        self._patience = patience
        self._growth = _NewEntries(self._read, self._watches)
        self._checkpoints = Checkpoints(self._connect)
        self._lock = Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        with self._faults():
            make_file(path)
            self._connection = self._connect()
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise
        self._writer = GroupCommit(self._commit)

    def append(self, table: str, after: int, data: Sequence[bytes], key: str = "") -> int:
        """Writes entries; see `Store.append`."""
        check_names(table, key)
        last, newest = self._writer.do(partial(sqlite_sql.append, table=table, after=after, data=data, key=key))
        self._growth.wrote(table, last, newest, len(data))
        return last

    def contents(self) -> Iterator[Kept]:
        """A consistent snapshot of everything; later writes are not in it."""
        with self._faults(), self._reader() as reader:
            reader.execute("BEGIN")
            try:
                for row in reader.execute(self._sql.entries):
                    yield KeptEntry(*row)
                for row in reader.execute(self._sql.values):
                    yield KeptValue(*row)
            finally:
                reader.execute("ROLLBACK")

    def fill(self, tables: Collection[str], contents: Iterable[Kept], over: bool = False) -> None:
        """Writes whole tables; see `Store.fill`."""
        super().fill(tables, contents, over)
        self._growth.look()

    def room(self) -> int | None:
        """The free bytes on the disk of the file."""
        with self._faults():
            return shutil.disk_usage(self._path.parent).free

    def close(self) -> None:
        """Finishes pending writes and closes the file."""
        self._growth.close()
        self._writer.close()
        self._checkpoints.close()
        with self._lock:
            self._closed = True
            for reader in self._idle:
                reader.close()
            self._idle.clear()
        self._connection.close()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=self._patience, isolation_level=None, check_same_thread=False)

    def _prepare(self) -> None:
        """Upgrades the file to the current schema; keeps a copy of the file before that."""
        connection = self._connection
        self._check_ours()  # before any setting is changed: another program's file stays as it is
        for setting in sqlite_sql.SETTINGS:
            connection.execute(setting)
        if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            raise StoreFault(f"{self._path}: this disk does not support a write-ahead log; use a local disk")
        connection.execute("BEGIN IMMEDIATE")
        try:
            if 0 < self._check_ours() < len(SQLITE):
                self._keep_copy()
            sqlite_sql.upgrade(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _check_ours(self) -> int:
        """The version of the file; 0 when it is empty. Raises when it is not ours or too new."""
        found = sqlite_sql.version(self._connection)
        (empty,) = self._connection.execute("SELECT count(*) = 0 FROM sqlite_master").fetchone()
        (mark,) = self._connection.execute("PRAGMA application_id").fetchone()
        if mark != sqlite_sql.OURS and not empty:
            raise StoreFault(f"{self._path} belongs to another program; nothing was changed; name another file")
        if found > len(SQLITE):
            raise NewerStore(f"{self._path}: {newer(found)}")
        return found

    def _keep_copy(self) -> None:
        kept = self._path.with_name(f"{self._path.name}.before-v{len(SQLITE)}")
        beside = kept.with_name(f"{kept.name}.part")
        beside.unlink(missing_ok=True)
        make_file(beside)
        try:
            with closing(self._connect()) as old, closing(sqlite3.connect(beside)) as copy:
                old.backup(copy)
            beside.replace(kept)
        finally:
            beside.unlink(missing_ok=True)
        sync_folder(kept.parent)

    def _commit(self, works: Sequence[Work]) -> list[Any]:
        """Commits works."""
        with self._faults():
            answers = commit_together(self._connection, works, sqlite_sql.check_version)
        with suppress(sqlite3.Error):  # everything is committed; the next checkpoint may succeed
            self._checkpoints.committed(self._connection)
        return [self._fault(answer) if isinstance(answer, sqlite3.Error) else answer for answer in answers]

    def _start_watching(self) -> None:
        self._growth.start()

    def _read(self, query: str, parameters: tuple[str | int, ...] = ()) -> list[Any]:
        with self._faults(), self._reader() as reader:
            return reader.execute(query, parameters).fetchall()

    def _write(self, table: str | None, work: Callable[[Any], T]) -> T:
        return self._writer.do(work)

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        """A connection that no other thread uses meanwhile; as many are kept as were ever needed at once."""
        with self._lock:
            if self._closed:
                raise StoreClosed
            reader = self._idle.pop() if self._idle else None
        reader = reader or self._connect()
        try:
            yield reader
        finally:
            with self._lock:
                if self._closed:
                    reader.close()
                else:
                    self._idle.append(reader)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> StoreFault:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _FAULTS:
            return StoreFault(f"{self._path}: {_FAULTS[code]} ({error})")
        if isinstance(error, OSError):
            return StoreFault(f"{self._path}: nothing was written ({error.filename}: {error.strerror})")
        return StoreFault(f"{self._path}: nothing was written ({error})")


class _NewEntries:
    """Tells the watches of new entries: those of this process at once, and those of others by a thread that polls."""

    def __init__(self, read: Callable[..., list[Any]], watches: Watches) -> None:
        self._read = read
        self._watches = watches
        self._end = Event()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._seen = 0
        self._told: set[int] = set()
        """Ids of entries of this process that were announced before the thread has found them."""

    def start(self) -> None:
        """Begins to poll; existing entries are not announced."""
        with self._lock:
            if self._end.is_set():
                raise StoreClosed
            if self._thread is None:
                ((self._seen,),) = self._read("SELECT coalesce(max(id), 0) FROM entries")
                self._thread = Thread(target=self._run, name="rulewright-watch", daemon=True)
                self._thread.start()

    def wrote(self, table: str, last: int, newest: int, count: int) -> None:
        """Calls the watches for entries that this process has just written; the last has the id `newest`."""
        with self._lock:
            if self._thread is None or newest <= self._seen:
                return
            if newest == self._seen + count:
                self._seen = newest  # nothing of other processes is among them, and the thread need not read them
            else:
                self._told.add(newest)
        self._watches.tell(table, last)

    def look(self) -> None:
        """Calls the watches for every new entry."""
        with self._lock, suppress(StoreFault):  # readers will get the error; the next poll may succeed
            if self._thread is not None:
                self._tell()

    def close(self) -> None:
        """Ends the thread."""
        self._end.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._end.wait(_POLL):
            self.look()

    def _tell(self) -> None:
        # The plus keeps SQLite from scanning all entries by table instead of the new ones by id.
        rows = self._read(
            "SELECT table_name, max(seq), max(id) FROM entries WHERE id > ? GROUP BY +table_name ORDER BY 3",
            (self._seen,),
        )
        for table, last, newest in rows:
            self._seen = newest
            if newest not in self._told:
                self._watches.tell(table, last)
        self._told = {one for one in self._told if one > self._seen}
