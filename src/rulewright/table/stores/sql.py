"""A store in an SQL database: the statements and the methods that SQLite and PostgreSQL have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Protocol, TypeVar

from rulewright.table.stores.protocol import (
    Conflict,
    Kept,
    KeptEntry,
    KeptValue,
    KeyUsed,
    LogEntry,
    Occupied,
    Watch,
    check_names,
)
from rulewright.table.stores.watchers import Watches

T = TypeVar("T")

_EVERYTHING = 1 << 62  # a limit of rows that no log reaches


class Cursor(Protocol):
    """The rows of a statement."""

    def fetchone(self) -> Any:
        """The next row."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...

    def executemany(self, sql: str, parameters: Any, /) -> Any:
        """Runs one statement for each row of parameters."""
        ...


class SqlConnection(Protocol):
    """The part of a connection that statements need."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Cursor:
        """Runs one statement."""
        ...

    def cursor(self) -> Cursor:
        """A new cursor."""
        ...


class Sql:
    """The statements of a database, given the names of its two tables and its mark for a parameter.

    The caller runs a write inside a transaction that holds the tables it writes, so values that it reads do not change
    until the transaction ends.
    """

    def __init__(self, entries: str, values: str, mark: str, first_entries: str = "") -> None:
        """`first_entries` is a hint of the index that has the first entry of each log."""
        there, place = f"table_name = {mark}", f"table_name = {mark} AND kind = {mark} AND name = {mark}"
        row = f"({mark}, {mark}, {mark}, {mark})"
        last = f"SELECT coalesce(max(seq), 0) FROM {entries} WHERE {there}"
        used = f"SELECT seq FROM {entries} WHERE {there} AND key = {mark}"
        self.last, self.used, self.last_and_used = last, used, f"SELECT ({last}), ({used})"
        self.read = f"SELECT seq, data FROM {entries} WHERE {there} AND seq > {mark} ORDER BY seq LIMIT {mark}"
        self.tables = f"SELECT table_name FROM {entries} {first_entries} WHERE seq = 1 ORDER BY table_name"
        self.get = f"SELECT value FROM {values} WHERE {place}"
        self.names = f"SELECT name FROM {values} WHERE {there} AND kind = {mark} ORDER BY name"
        self.entries = f"SELECT table_name, seq, data, coalesce(key, '') FROM {entries} ORDER BY table_name, seq"
        self.values = f"SELECT table_name, kind, name, value FROM {values} ORDER BY table_name, kind, name"
        self.occupied = f"SELECT 1 FROM {entries} WHERE {there} UNION ALL SELECT 1 FROM {values} WHERE {there}"
        self.insert_entry = f"INSERT INTO {entries} (table_name, seq, data, key) VALUES {row}"
        self.insert_value = f"INSERT INTO {values} (table_name, kind, name, value) VALUES {row}"
        self.replace_value = (
            f"{self.insert_value} ON CONFLICT (table_name, kind, name) DO UPDATE SET value = excluded.value"
        )
        self.delete_value = f"DELETE FROM {values} WHERE {place}"
        self.delete_table = (f"DELETE FROM {entries} WHERE {there}", f"DELETE FROM {values} WHERE {there}")

    def append(self, connection: SqlConnection, table: str, after: int, data: Sequence[bytes], key: str) -> int:
        """Writes entries; see `Store.append`."""
        last, used = connection.execute(self.last_and_used, (table, table, key)).fetchone()
        if used is not None:
            raise KeyUsed(table, key, used)
        if last != after:
            raise Conflict(table, last)
        end = after + len(data)
        rows = [(table, seq, entry, key or None if seq == end else None) for seq, entry in enumerate(data, after + 1)]
        connection.cursor().executemany(self.insert_entry, rows)
        return end

    def put(self, connection: SqlConnection, table: str, kind: str, name: str, value: bytes) -> None:
        """Stores a value."""
        connection.execute(self.replace_value, (table, kind, name, value))

    def swap(
        self, connection: SqlConnection, table: str, kind: str, name: str, old: bytes | None, new: bytes | None
    ) -> bool:
        """Changes a value if it is still `old`."""
        place = (table, kind, name)
        row = connection.execute(self.get, place).fetchone()
        if (row and row[0]) != old:
            return False
        if new is not None:
            self.put(connection, *place, new)
        else:
            connection.execute(self.delete_value, place)
        return True

    def remove(self, connection: SqlConnection, table: str) -> None:
        """Removes a table."""
        for statement in self.delete_table:
            connection.execute(statement, (table,))

    def fill(self, connection: SqlConnection, tables: Collection[str], contents: Iterable[Kept], over: bool) -> None:
        """Writes whole tables; see `Store.fill`."""
        for table in sorted(tables):
            if over:
                self.remove(connection, table)
            elif connection.execute(self.occupied, (table, table)).fetchone():
                raise Occupied(table)
        cursor = connection.cursor()
        for kind, run in groupby(contents, type):
            if kind is KeptEntry:
                entries = (one for one in run if isinstance(one, KeptEntry))
                rows = ((one.table, one.seq, one.data, one.key or None) for one in entries)
                cursor.executemany(self.insert_entry, rows)
            else:
                values = (one for one in run if isinstance(one, KeptValue))
                cursor.executemany(self.insert_value, ((one.table, one.kind, one.name, one.value) for one in values))


class SqlStore(ABC):
    """Logs and values in an SQL database."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql
        self._watches = Watches()

    @abstractmethod
    def _read(self, query: str, parameters: tuple[str | int, ...] = ()) -> list[Any]:
        """All rows of a query."""

    @abstractmethod
    def _write(self, table: str | None, work: Callable[[Any], T]) -> T:
        """Does work in a transaction that holds a table, or all of them; returns its result once that is durable."""

    @abstractmethod
    def _start_watching(self) -> None:
        """Begins to look for entries that other processes write."""

    def append(self, table: str, after: int, data: Sequence[bytes], key: str = "") -> int:
        """Writes entries; see `Store.append`."""
        check_names(table, key)
        return self._write(table, partial(self._sql.append, table=table, after=after, data=data, key=key))

    def find(self, table: str, key: str) -> int:
        """The number of the last entry that was written with a key."""
        rows = self._read(self._sql.used, (table, key))
        return rows[0][0] if rows else 0

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        """Entries of a log; see `Store.read`."""
        rows = self._read(self._sql.read, (table, after, _EVERYTHING if most is None else most))
        return [LogEntry(seq, data) for seq, data in rows]

    def last(self, table: str) -> int:
        """The number of the last entry."""
        ((last,),) = self._read(self._sql.last, (table,))
        return int(last)

    def tables(self) -> list[str]:
        """Every table that has a log."""
        return [table for (table,) in self._read(self._sql.tables)]

    def put(self, table: str, kind: str, name: str, value: bytes) -> None:
        """Stores a value."""
        check_names(table, kind, name)
        self._write(table, partial(self._sql.put, table=table, kind=kind, name=name, value=value))

    def get(self, table: str, kind: str, name: str) -> bytes | None:
        """A value, if there is one."""
        rows = self._read(self._sql.get, (table, kind, name))
        return rows[0][0] if rows else None

    def swap(self, table: str, kind: str, name: str, old: bytes | None, new: bytes | None) -> bool:
        """Changes a value if it is still `old`."""
        check_names(table, kind, name)
        return self._write(table, partial(self._sql.swap, table=table, kind=kind, name=name, old=old, new=new))

    def names(self, table: str, kind: str) -> list[str]:
        """The names of all values of one kind."""
        return [name for (name,) in self._read(self._sql.names, (table, kind))]

    def remove(self, table: str) -> None:
        """Removes a table."""
        self._write(table, partial(self._sql.remove, table=table))

    def fill(self, tables: Collection[str], contents: Iterable[Kept], over: bool = False) -> None:
        """Writes whole tables; see `Store.fill`."""
        check_names(*tables)
        self._write(None, partial(self._sql.fill, tables=tables, contents=contents, over=over))

    def watch(self, watch: Watch) -> Callable[[], None]:
        """Calls `watch` whenever a log grows, by this process or another; returns a function that ends this."""
        self._start_watching()
        return self._watches.add(watch)
