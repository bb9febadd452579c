"""The SQL that only SQLite needs: settings, schema upgrades, and the id of a new entry."""

from collections.abc import Sequence

from rulewright.table.stores.protocol import NewerStore
from rulewright.table.stores.schema import SQLITE, newer
from rulewright.table.stores.sql import Sql, SqlConnection

SETTINGS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA wal_autocheckpoint = 0")
"""A commit returns only when it is in the write-ahead log and the log is on the disk.

`Checkpoints` moves the log into the file, since a commit that did so would delay itself and every commit behind it.
"""

OURS = 0x52554C45
"""The mark in the file that tells our files from another program's: RULE in ASCII."""

SQL = Sql("entries", "kept_values", "?", "INDEXED BY first_entries")
"""Without the hint SQLite would scan every entry of every log for the list of tables."""


def version(connection: SqlConnection) -> int:
    """The version of the schema in a file; 0 for an empty one."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def check_version(connection: SqlConnection) -> None:
    """Raises for a file that another process has upgraded in the meantime."""
    if version(connection) > len(SQLITE):
        raise NewerStore(newer(version(connection)))


def upgrade(connection: SqlConnection, versions: Sequence[Sequence[str]] = SQLITE) -> None:
    """Runs the statements of every version that the file lacks."""
    for number, statements in enumerate(versions, 1):
        if number > version(connection):
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
    connection.execute(f"PRAGMA application_id = {OURS}")


def append(connection: SqlConnection, table: str, after: int, data: Sequence[bytes], key: str) -> tuple[int, int]:
    """Writes entries; see `Store.append`. Returns the number and the id of the last entry."""
    end = SQL.append(connection, table, after, data, key)
    (newest,) = connection.execute("SELECT last_insert_rowid()").fetchone()
    return end, newest
