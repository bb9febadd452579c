"""The SQL inside one SQLite connection: settings, schema upgrades, and each kind of write.

The caller runs these functions inside a transaction that is the only writer, so values that they read do not change
until it ends.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from rulewright.table.stores.group_commit import Connection
from rulewright.table.stores.protocol import Conflict, Kept, KeptEntry, KeptValue, KeyUsed, NewerStore, Occupied
from rulewright.table.stores.schema import SQLITE, newer

SETTINGS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA wal_autocheckpoint = 0")
"""A commit returns only when it is in the write-ahead log and the log is on the disk.

`Checkpoints` moves the log into the file, since a commit that did so would delay itself and every commit behind it.
"""

OURS = 0x52554C45
"""The mark in the file that tells our files from another program's: RULE in ASCII."""


_LAST_AND_USED = """SELECT
    (SELECT coalesce(max(seq), 0) FROM entries WHERE table_name = ?1),
    (SELECT seq FROM entries WHERE table_name = ?1 AND key = ?2)"""


def version(connection: Connection) -> int:
    """The version of the schema in a file; 0 for an empty one."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def check_version(connection: Connection) -> None:
    """Raises for a file that another process has upgraded in the meantime."""
    if version(connection) > len(SQLITE):
        raise NewerStore(newer(version(connection)))


def upgrade(connection: Connection, versions: Sequence[Sequence[str]] = SQLITE) -> None:
    """Runs the statements of every version that the file lacks."""
    for number, statements in enumerate(versions, 1):
        if number > version(connection):
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
    connection.execute(f"PRAGMA application_id = {OURS}")


def append(connection: Connection, table: str, after: int, data: Sequence[bytes], key: str) -> tuple[int, int]:
    """Writes entries; see `Store.append`. Returns the number and the id of the last entry."""
    last, used = connection.execute(_LAST_AND_USED, (table, key)).fetchone()
    if used is not None:
        raise KeyUsed(table, key, used)
    if last != after:
        raise Conflict(table, last)
    end = after + len(data)
    rows = [(table, seq, entry, key or None if seq == end else None) for seq, entry in enumerate(data, after + 1)]
    connection.executemany("INSERT INTO entries (table_name, seq, data, key) VALUES (?, ?, ?, ?)", rows)
    (newest,) = connection.execute("SELECT last_insert_rowid()").fetchone()
    return end, newest


def put(connection: Connection, table: str, kind: str, name: str, value: bytes) -> None:
    """Stores a value."""
    connection.execute("INSERT OR REPLACE INTO kept_values VALUES (?, ?, ?, ?)", (table, kind, name, value))


def swap(connection: Connection, table: str, kind: str, name: str, old: bytes | None, new: bytes | None) -> bool:
    """Changes a value if it is still `old`."""
    place = (table, kind, name)
    row = connection.execute(
        "SELECT value FROM kept_values WHERE (table_name, kind, name) = (?, ?, ?)", place
    ).fetchone()
    if (row and row[0]) != old:
        return False
    if new is not None:
        put(connection, *place, new)
    else:
        connection.execute("DELETE FROM kept_values WHERE (table_name, kind, name) = (?, ?, ?)", place)
    return True


def remove(connection: Connection, table: str) -> None:
    """Removes a table."""
    connection.execute("DELETE FROM entries WHERE table_name = ?", (table,))
    connection.execute("DELETE FROM kept_values WHERE table_name = ?", (table,))


def fill(connection: Connection, tables: Collection[str], contents: Iterable[Kept], over: bool) -> None:
    """Writes whole tables; see `Store.fill`."""
    for table in sorted(tables):
        if over:
            remove(connection, table)
        elif connection.execute(
            "SELECT 1 FROM entries WHERE table_name = ?1 UNION ALL SELECT 1 FROM kept_values WHERE table_name = ?1",
            (table,),
        ).fetchone():
            raise Occupied(table)
    for kind, run in groupby(contents, type):
        if kind is KeptEntry:
            entries = (one for one in run if isinstance(one, KeptEntry))
            connection.executemany(
                "INSERT INTO entries (table_name, seq, data, key) VALUES (?, ?, ?, ?)",
                ((one.table, one.seq, one.data, one.key or None) for one in entries),
            )
        else:
            values = (one for one in run if isinstance(one, KeptValue))
            connection.executemany(
                "INSERT INTO kept_values VALUES (?, ?, ?, ?)",
                ((one.table, one.kind, one.name, one.value) for one in values),
            )
