"""Chooses and opens the store that an address names."""

import os
from pathlib import Path

from rulewright._optional_parts import need_part
from rulewright.rules import BadInput, shown
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.stores.protocol import Store
from rulewright.table.stores.sqlite import SQLiteStore, default_path

VARIABLE = "RULEWRIGHT_DATABASE"
"""The environment variable that names the store when no argument does."""
_POSTGRES = ("postgresql://", "postgres://")


def need_library(where: str | None = None) -> None:
    """Raises `BadInput`, which says what to install, if the library of the store that `where` names is missing."""
    named = os.environ.get(VARIABLE) if where is None else where
    if named is not None and named.startswith(_POSTGRES):
        need_part("postgres", "a PostgreSQL database")


def open_store(where: str | None = None, there: bool = False, patience: float | None = None) -> Store:
    """The store that `where` names; without it the one that the environment names, or the user's own file.

    `memory:` is a store in memory, `postgresql://...` a database, anything else the path of a SQLite file, which is
    created if necessary; with `there` it must exist. `patience` is how many seconds to wait for a database that does
    not answer.
    """
    named = os.environ.get(VARIABLE) if where is None else where
    if named is None:
        return SQLiteStore(default_path())
    if named == "memory:":
        return MemoryStore()
    if named.startswith(_POSTGRES):
        need_library(named)
        from rulewright.table.stores.postgres import PostgresStore  # its library takes a while to import

        return PostgresStore(named) if patience is None else PostgresStore(named, patience)
    if "://" in named or not named.strip() or "\0" in named or named.startswith("memory:"):
        raise BadInput(
            f"cannot keep tables in {shown(named.split('@')[-1])!r} "
            "(allowed: the path of a file, postgresql://USER@HOST/DATABASE, or memory:)"
        )
    path = Path(named).expanduser()
    if there and not path.exists():
        raise BadInput(f"no such file: {shown(named)} (`rulewright play --file` and `rulewright serve` make one)")
    return SQLiteStore(path)
