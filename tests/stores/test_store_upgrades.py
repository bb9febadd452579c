"""A store of an older version is brought up to date and keeps everything; a newer one is not touched."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from old_versions import ENTRIES, VALUES, write_postgres_v1, write_sqlite_v1

from postgres_server import PostgresServer
from rulewright.table.stores import NewerStore, Store, StoreFault, sqlite, sqlite_sql
from rulewright.table.stores.postgres import PostgresStore
from rulewright.table.stores.postgres_sql import upgrade as upgrade_postgres
from rulewright.table.stores.protocol import KeptEntry, KeptValue
from rulewright.table.stores.schema import POSTGRES, SQLITE
from rulewright.table.stores.sqlite import SQLiteStore

KEPT = {KeptEntry(table, seq, data, key or "") for table, seq, data, key in ENTRIES} | {
    KeptValue(*value) for value in VALUES
}
LATEST = len(SQLITE)


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def objects(path: Path) -> set[tuple[object, ...]]:
    return set(rows(path, "SELECT type, name, sql FROM sqlite_master"))


def works(store: Store) -> None:
    """Everything is still there, and the store can be written."""
    assert set(store.contents()) == KEPT
    assert store.tables() == ["camp", "raid"]
    assert store.append("camp", 2, [b"third"]) == 3


def test_both_kinds_of_store_count_the_same_versions() -> None:
    assert len(POSTGRES) == LATEST


def test_an_old_file_is_upgraded_and_a_copy_of_it_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    write_sqlite_v1(path)
    store = SQLiteStore(path)
    works(store)
    store.close()
    copy = tmp_path / f"tables.sqlite.before-v{LATEST}"
    assert rows(copy, "PRAGMA user_version") == [(1,)]
    assert set(rows(copy, "SELECT table_name, seq, data, key FROM entries")) == set(ENTRIES)
    assert set(rows(copy, "SELECT * FROM kept_values")) == set(VALUES)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert rows(path, "PRAGMA user_version") == [(LATEST,)]
    assert not list(tmp_path.glob("*.part*"))


def test_an_upgraded_file_has_the_schema_of_a_new_one(tmp_path: Path) -> None:
    write_sqlite_v1(tmp_path / "old.sqlite")
    for name in ("old.sqlite", "new.sqlite"):
        SQLiteStore(tmp_path / name).close()
    old, new = (
        {(kind, name, " ".join(str(text).split()).replace("( ", "(").replace(" )", ")")) for kind, name, text in found}
        for found in (objects(tmp_path / "old.sqlite"), objects(tmp_path / "new.sqlite"))
    )
    assert old == new


def test_a_file_that_is_up_to_date_is_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        SQLiteStore(tmp_path / "tables.sqlite").close()
    assert [path.name for path in tmp_path.iterdir()] == ["tables.sqlite"]


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables.sqlite"
    write_sqlite_v1(path)
    before = objects(path)
    broken = (*SQLITE, ("CREATE TABLE half_done (a)", "CREATE TABLE entries (twice)"))
    monkeypatch.setattr(sqlite, "SQLITE", broken)
    monkeypatch.setattr(sqlite_sql.upgrade, "__defaults__", (broken,))
    with pytest.raises(StoreFault, match="table entries already exists"):
        SQLiteStore(path)
    monkeypatch.undo()
    assert objects(path) == before
    assert rows(path, "PRAGMA user_version") == [(1,)]
    store = SQLiteStore(path)
    works(store)
    store.close()


def test_a_file_of_a_newer_version_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    SQLiteStore(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {LATEST + 1}")
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    with pytest.raises(NewerStore, match=f"version {LATEST + 1} .* up to {LATEST}; nothing was changed; use a newer"):
        SQLiteStore(path)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before


def test_a_process_that_is_left_behind_by_an_upgrade_writes_no_more(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    store = SQLiteStore(path)
    store.append("one", 0, [b"a"])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {LATEST + 1}")
    with pytest.raises(NewerStore):
        store.append("one", 1, [b"b"])
    with pytest.raises(NewerStore):
        store.put("one", "seat", "Ann", b"")
    assert store.last("one") == 1
    store.close()


def test_an_old_database_is_upgraded(postgres: PostgresServer) -> None:
    where = postgres.new_database()
    write_postgres_v1(where)
    store = PostgresStore(where)
    works(store)
    store.close()
    with psycopg.connect(where) as connection:
        assert connection.execute("SELECT version FROM rulewright_schema").fetchall() == [(LATEST,)]


def test_an_upgraded_database_has_the_schema_of_a_new_one(postgres: PostgresServer) -> None:
    described = []
    for old in (True, False):
        where = postgres.new_database()
        if old:
            write_postgres_v1(where)
        PostgresStore(where).close()
        with psycopg.connect(where) as connection:
            indexes = connection.execute(
                "SELECT indexname, regexp_replace(indexdef, 'test_\\d+', '') FROM pg_indexes "
                "WHERE schemaname = current_schema ORDER BY 1"
            ).fetchall()
            columns = connection.execute(
                "SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default "
                "FROM information_schema.columns WHERE table_schema = current_schema ORDER BY 1, 2"
            ).fetchall()
        described.append((indexes, columns))
    assert described[0] == described[1]
    assert len(described[0][0]) >= 5


def test_a_database_upgrade_that_fails_changes_nothing(postgres: PostgresServer) -> None:
    where = postgres.new_database()
    write_postgres_v1(where)
    with psycopg.connect(where, autocommit=True) as connection:
        broken = (*POSTGRES, ("CREATE TABLE half_done (a int)", "CREATE TABLE rulewright_entries (twice int)"))
        with pytest.raises(psycopg.errors.DuplicateTable), connection.transaction():
            upgrade_postgres(connection, broken)
        assert connection.execute("SELECT version FROM rulewright_schema").fetchall() == [(1,)]
        assert connection.execute("SELECT to_regclass('half_done')").fetchone() == (None,)
    store = PostgresStore(where)
    works(store)
    store.close()


def test_a_database_of_a_newer_version_is_refused(postgres: PostgresServer) -> None:
    where = postgres.new_database()
    store = PostgresStore(where)
    store.append("one", 0, [b"a"])
    with psycopg.connect(where) as connection:
        connection.execute("UPDATE rulewright_schema SET version = %s", (LATEST + 1,))
    with pytest.raises(NewerStore, match="use a newer Rulewright"):
        PostgresStore(where)
    for write in (lambda: store.append("one", 1, [b"b"]), lambda: store.put("one", "seat", "Ann", b"")):
        with pytest.raises(NewerStore, match="use a newer Rulewright"):
            write()
    assert store.last("one") == 1
    store.close()


def test_servers_that_start_together_upgrade_once(postgres: PostgresServer) -> None:
    where = postgres.new_database()
    write_postgres_v1(where)
    stores: list[Store] = []
    threads = [Thread(target=lambda: stores.append(PostgresStore(where))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores) == 4
    works(stores[0])
    for store in stores:
        store.close()
