"""The SQL that only PostgreSQL needs: connections, schema upgrades, locks, notifications, and notes of transactions."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, LiteralString
from uuid import UUID

import psycopg

from rulewright.table.stores.protocol import Kept, NewerStore
from rulewright.table.stores.schema import POSTGRES, newer
from rulewright.table.stores.sql import Sql, SqlConnection

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


class _PostgresSql(Sql):
    """The statements, and a notification of each log that grows."""

    def append(self, connection: SqlConnection, table: str, after: int, data: Sequence[bytes], key: str) -> int:
        """Writes entries; see `Store.append`."""
        end = super().append(connection, table, after, data, key)
        if data:
            self._announce(connection, table, end)
        return end

    def fill(self, connection: SqlConnection, tables: Collection[str], contents: Iterable[Kept], over: bool) -> None:
        """Writes whole tables; see `Store.fill`."""
        super().fill(connection, tables, contents, over)
        for table in sorted(tables):
            (last,) = connection.execute(self.last, (table,)).fetchone()
            if last:
                self._announce(connection, table, last)

    def _announce(self, connection: SqlConnection, table: str, last: int) -> None:
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{last} {table}"))


SQL = _PostgresSql("rulewright_entries", "rulewright_values", "%s")


def connect(where: str) -> psycopg.Connection:
    """A separate connection, for long work."""
    return psycopg.connect(where, **CONNECTION)


def upgrade(connection: SqlConnection, versions: Sequence[Sequence[LiteralString]] = POSTGRES) -> None:
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


def check_version(connection: SqlConnection) -> None:
    """Raises for a database that another process has upgraded in the meantime."""
    row = connection.execute("SELECT version FROM rulewright_schema").fetchone()
    if row and row[0] > len(POSTGRES):
        raise NewerStore(newer(row[0]))


def lock(connection: SqlConnection, table: str | None) -> None:
    """Locks a table, or all of them when it is None, against other writers until the transaction ends."""
    if table is None:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_EVERY_TABLE,))
    else:
        connection.execute(
            "SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock(hashtextextended(%s, 0))",
            (_EVERY_TABLE, table),
        )


def note(connection: SqlConnection, writer: UUID, number: int) -> None:
    """Records the number of a writer's transaction, as part of that transaction."""
    connection.execute(
        "INSERT INTO rulewright_writers (writer, wrote) VALUES (%s, %s) "
        "ON CONFLICT (writer) DO UPDATE SET wrote = excluded.wrote, at = now()",
        (writer, number),
    )


def wrote(connection: SqlConnection, writer: UUID, number: int) -> bool:
    """Whether a writer's last transaction has that number."""
    query = "SELECT 1 FROM rulewright_writers WHERE writer = %s AND wrote = %s"
    return connection.execute(query, (writer, number)).fetchone() is not None
