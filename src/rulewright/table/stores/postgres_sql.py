"""The SQL inside one PostgreSQL connection: schema upgrades, and each kind of write.

The caller runs these functions inside a transaction that holds the locks of the tables it writes, so values that they
read do not change until the transaction ends.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, LiteralString
from uuid import UUID

import psycopg
from psycopg import Connection

from rulewright.table.stores.protocol import Conflict, Kept, KeptEntry, KeptValue, KeyUsed, NewerStore, Occupied
from rulewright.table.stores.schema import POSTGRES, newer

CHANNEL = "rulewright"
"""The channel of notifications: the number of the last entry, a space, and the table."""

CONNECTION: dict[str, Any] = {
    "autocommit": True,
    "connect_timeout": 10,
    # A server that is silently cut off is noticed in half a minute, not after hours.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
"""The settings of every connection."""

_UPGRADING = 0x52554C45  # the advisory lock held while the schema is upgraded
_EVERY_TABLE = 0x52554C46  # shared by writers to one table, exclusive for a writer that fills many

_STATE: LiteralString = """
    SELECT (SELECT seq FROM rulewright_entries WHERE table_name = %(table)s AND key = %(key)s),
           (SELECT coalesce(max(seq), 0) FROM rulewright_entries WHERE table_name = %(table)s)"""
_INSERT_ENTRY: LiteralString = "INSERT INTO rulewright_entries (table_name, seq, data, key) VALUES (%s, %s, %s, %s)"
_INSERT_VALUE: LiteralString = "INSERT INTO rulewright_values (table_name, kind, name, value) VALUES (%s, %s, %s, %s)"


def connect(where: str) -> Connection:
    """A separate connection, for long work."""
    return psycopg.connect(where, **CONNECTION)


def upgrade(connection: Connection, versions: Sequence[Sequence[LiteralString]] = POSTGRES) -> None:
    """Runs the statements of every version that the database lacks; of several concurrent callers one does it."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_UPGRADING,))
    connection.execute("CREATE TABLE IF NOT EXISTS rulewright_schema (version integer NOT NULL)")
    row = connection.execute("SELECT version FROM rulewright_schema").fetchone()
    found = row[0] if row else 0
    if found > len(versions):
        raise NewerStore(newer(found))
    for statements in versions[found:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute("DELETE FROM rulewright_schema")
    connection.execute("INSERT INTO rulewright_schema VALUES (%s)", (len(versions),))


def check_version(connection: Connection) -> None:
    """Raises for a database that another process has upgraded in the meantime."""
    row = connection.execute("SELECT version FROM rulewright_schema").fetchone()
    if row and row[0] > len(POSTGRES):
        raise NewerStore(newer(row[0]))


def lock(connection: Connection, table: str | None) -> None:
    """Locks a table, or all of them when it is None, against other writers until the transaction ends."""
    if table is None:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_EVERY_TABLE,))
    else:
        connection.execute(
            "SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock(hashtextextended(%s, 0))",
            (_EVERY_TABLE, table),
        )


def note(connection: Connection, writer: UUID, number: int) -> None:
    """Records the number of a writer's transaction, as part of that transaction."""
    connection.execute(
        "INSERT INTO rulewright_writers (writer, wrote) VALUES (%s, %s) "
        "ON CONFLICT (writer) DO UPDATE SET wrote = excluded.wrote, at = now()",
        (writer, number),
    )


def wrote(connection: Connection, writer: UUID, number: int) -> bool:
    """Whether a writer's last transaction has that number."""
    query = "SELECT 1 FROM rulewright_writers WHERE writer = %s AND wrote = %s"
    return connection.execute(query, (writer, number)).fetchone() is not None


def append(connection: Connection, table: str, after: int, data: Sequence[bytes], key: str) -> int:
    """Writes entries; see `Store.append`."""
    found = connection.execute(_STATE, {"table": table, "key": key or None}).fetchone()
    seq, last = found or (None, 0)
    if seq is not None:
        raise KeyUsed(table, key, seq)
    if last != after:
        raise Conflict(table, last)
    end = after + len(data)
    rows = [(table, seq, entry, key or None if seq == end else None) for seq, entry in enumerate(data, after + 1)]
    connection.cursor().executemany(_INSERT_ENTRY, rows)
    if data:
        _announce(connection, table, end)
    return end


def put(connection: Connection, table: str, kind: str, name: str, value: bytes) -> None:
    """Stores a value."""
    connection.execute(
        _INSERT_VALUE + " ON CONFLICT (table_name, kind, name) DO UPDATE SET value = excluded.value",
        (table, kind, name, value),
    )


def swap(connection: Connection, table: str, kind: str, name: str, old: bytes | None, new: bytes | None) -> bool:
    """Changes a value if it is still `old`."""
    place = (table, kind, name)
    row = connection.execute(
        "SELECT value FROM rulewright_values WHERE table_name = %s AND kind = %s AND name = %s", place, binary=True
    ).fetchone()
    if (row and row[0]) != old:
        return False
    if new is not None:
        put(connection, *place, new)
    else:
        connection.execute("DELETE FROM rulewright_values WHERE table_name = %s AND kind = %s AND name = %s", place)
    return True


def remove(connection: Connection, table: str) -> None:
    """Removes a table."""
    connection.execute("DELETE FROM rulewright_entries WHERE table_name = %s", (table,))
    connection.execute("DELETE FROM rulewright_values WHERE table_name = %s", (table,))


def fill(connection: Connection, tables: Collection[str], contents: Iterable[Kept], over: bool) -> None:
    """Writes whole tables; see `Store.fill`."""
    for table in sorted(tables):
        if over:
            remove(connection, table)
        elif connection.execute(
            "SELECT 1 FROM rulewright_entries WHERE table_name = %(table)s "
            "UNION ALL SELECT 1 FROM rulewright_values WHERE table_name = %(table)s",
            {"table": table},
        ).fetchone():
            raise Occupied(table)
    cursor = connection.cursor()
    for kind, run in groupby(contents, type):
        if kind is KeptEntry:
            entries = (one for one in run if isinstance(one, KeptEntry))
            cursor.executemany(_INSERT_ENTRY, ((one.table, one.seq, one.data, one.key or None) for one in entries))
        else:
            values = (one for one in run if isinstance(one, KeptValue))
            cursor.executemany(_INSERT_VALUE, ((one.table, one.kind, one.name, one.value) for one in values))
    for table in sorted(tables):
        row = connection.execute("SELECT max(seq) FROM rulewright_entries WHERE table_name = %s", (table,)).fetchone()
        if row and row[0]:
            _announce(connection, table, row[0])


def _announce(connection: Connection, table: str, last: int) -> None:
    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{last} {table}"))
