"""Where tables are kept: one small protocol, and a store in memory, in a SQLite file and in PostgreSQL."""

from rulewright.table.stores.backup import backup, restore
from rulewright.table.stores.choose import open_store
from rulewright.table.stores.protocol import Conflict, KeyUsed, LogEntry, NewerStore, Store, StoreFault, Watch

__all__ = [
    "Conflict",
    "KeyUsed",
    "LogEntry",
    "NewerStore",
    "Store",
    "StoreFault",
    "Watch",
    "backup",
    "open_store",
    "restore",
]
