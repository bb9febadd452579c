"""Which store is meant by what."""

import subprocess
import sys
from pathlib import Path

import pytest

from postgres_server import PostgresServer
from rulewright.rules import BadInput
from rulewright.table.stores import StoreFault, open_store
from rulewright.table.stores.choose import VARIABLE
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.stores.postgres import PostgresStore
from rulewright.table.stores.sqlite import SQLiteStore, default_path


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_a_path_is_a_file(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "my tables.db"))
    assert isinstance(store, SQLiteStore)
    store.close()
    assert (tmp_path / "my tables.db").is_file()


def test_memory_forgets() -> None:
    assert isinstance(open_store("memory:"), MemoryStore)


def test_an_address_is_a_database(postgres: PostgresServer) -> None:
    store = open_store(postgres.new_database())
    assert isinstance(store, PostgresStore)
    store.close()


def test_without_a_name_it_is_the_users_own_file() -> None:
    store = open_store(None)
    store.append("one", 0, [b"a"])
    store.close()
    assert default_path().is_file()


def test_without_a_name_the_environment_names_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "named.sqlite"))
    open_store(None).close()
    assert (tmp_path / "named.sqlite").is_file()
    open_store("memory:").close()
    assert not default_path().exists()


@pytest.mark.parametrize("where", ["", "  ", "mysql://me:secret@host/x", "sqlite:///x", "memory:x", "a\0b"])
def test_anything_else_is_refused_with_what_is_allowed(where: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        open_store(where)
    assert "(allowed: the path of a file, postgresql://USER@HOST/DATABASE, or memory:)" in str(refused.value)
    assert "secret" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(StoreFault, match="PostgreSQL database x at /nowhere"):
        open_store("postgresql:///x?host=/nowhere")


def test_a_file_does_not_wait_for_the_library_of_databases(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom rulewright.table.stores import open_store\n"
        f"open_store({str(tmp_path / 'a.sqlite')!r}).close()\nprint('psycopg' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
