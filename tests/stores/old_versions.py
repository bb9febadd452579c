"""Stores as earlier versions wrote them, for the tests of upgrades.

The statements are copies on purpose: they must not change when the schema does.
`python tests/stores/old_versions.py FILE` writes such a SQLite file, to look at.
"""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import psycopg

ENTRIES = [("camp", 1, b"first", None), ("camp", 2, b"second \xff", "k"), ("raid", 1, b"", None)]
VALUES = [("camp", "seat", "Ann", b"1"), ("", "host", "név", b"\x00")]


def write_sqlite_v1(path: Path) -> None:
    """A SQLite store of version 1."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(
            "CREATE TABLE entries (id INTEGER PRIMARY KEY AUTOINCREMENT, table_name TEXT NOT NULL, "
            "seq INTEGER NOT NULL CHECK (seq > 0), data BLOB NOT NULL, key TEXT, "
            "UNIQUE (table_name, seq), UNIQUE (table_name, key))"
        )
        connection.execute(
            "CREATE TABLE kept_values (table_name TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, "
            "value BLOB NOT NULL, PRIMARY KEY (table_name, kind, name))"
        )
        connection.executemany("INSERT INTO entries (table_name, seq, data, key) VALUES (?, ?, ?, ?)", ENTRIES)
        connection.executemany("INSERT INTO kept_values VALUES (?, ?, ?, ?)", VALUES)
        connection.execute("PRAGMA user_version = 1")
        connection.execute(f"PRAGMA application_id = {0x52554C45}")


def write_postgres_v1(where: str) -> None:
    """A PostgreSQL store of version 1."""
    with psycopg.connect(where) as connection:
        connection.execute("CREATE TABLE rulewright_schema (version integer NOT NULL)")
        connection.execute("INSERT INTO rulewright_schema VALUES (1)")
        connection.execute(
            'CREATE TABLE rulewright_entries (table_name text COLLATE "C" NOT NULL, '
            'seq bigint NOT NULL CHECK (seq > 0), data bytea NOT NULL, key text COLLATE "C", '
            "PRIMARY KEY (table_name, seq), UNIQUE (table_name, key))"
        )
        connection.execute(
            'CREATE TABLE rulewright_values (table_name text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, '
            'name text COLLATE "C" NOT NULL, value bytea NOT NULL, PRIMARY KEY (table_name, kind, name))'
        )
        connection.execute(
            "CREATE TABLE rulewright_writers (writer uuid PRIMARY KEY, wrote bigint NOT NULL, "
            "at timestamptz NOT NULL DEFAULT now())"
        )
        with connection.cursor() as cursor:
            cursor.executemany("INSERT INTO rulewright_entries VALUES (%s, %s, %s, %s)", ENTRIES)
            cursor.executemany("INSERT INTO rulewright_values VALUES (%s, %s, %s, %s)", VALUES)


if __name__ == "__main__":
    write_sqlite_v1(Path(sys.argv[1]))
