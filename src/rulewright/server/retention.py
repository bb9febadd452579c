"""Removes tables that have not been played for a long time, and the remains of interrupted imports."""

import logging
from collections.abc import Iterator
from datetime import timedelta

from rulewright.table.errors import DamagedEvent, NotFound
from rulewright.table.import_table import IMPORTING, IMPORTS
from rulewright.table.tables import Tables

_LOG = logging.getLogger("rulewright.server")
_LONGEST_IMPORT = timedelta(hours=1)
EVERY = 3_600.0
"""Seconds between two checks of all tables."""


def forget_old_tables(tables: Tables, days: int) -> Iterator[str]:
    """Removes every table whose last event is older than `days`; yields each table that was checked."""
    oldest = tables.timestamp(-timedelta(days=days))
    for table in tables.store.tables():
        try:
            is_old = tables.log(table).event(tables.store.last(table)).at < oldest
        except (DamagedEvent, NotFound):
            is_old = False  # a damaged table is kept: it may be repaired from a backup
        if is_old:
            _LOG.warning("a table without an event for %d days was removed", days)
            tables.forget(table)
        yield table


def forget_old_rulebooks(tables: Tables, days: int) -> None:
    """Removes the rulebooks that have not been used for `days` days; 0 for never."""
    if days:
        tables.rulebooks.forget(days)


def forget_broken_imports(tables: Tables) -> None:
    """Removes the remains of imports that a crash interrupted."""
    oldest = tables.timestamp(-_LONGEST_IMPORT)
    for table in tables.store.names(IMPORTS, IMPORTING):
        since = tables.store.get(IMPORTS, IMPORTING, table)
        if since is not None and since.decode() < oldest:
            tables.forget(table)
            tables.store.swap(IMPORTS, IMPORTING, table, since, None)
