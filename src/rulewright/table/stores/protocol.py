"""The protocol of a store: it keeps a log for each table, and a few small values beside it.

A store knows nothing of events, seats or games. It keeps bytes in order, never gives the same number to two writers,
and returns from a write only when it is durable.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from rulewright.rules import BadInput, shown

LONGEST_NAME = 200
"""Characters in the name of a table, kind or value, or in a key: three such names fit in one index entry."""

_NOT_STORABLE = re.compile(r"[\x00\ud800-\udfff]")

Watch = Callable[[str, int], None]
"""Called with a table and the number of its last entry soon after a log has grown, by any process.

Several entries in quick succession may make one call. It comes from a thread of the store.
"""


class LogEntry(Struct, frozen=True):
    """One entry of a table's log: its number, counted from 1, and its data."""

    seq: int
    data: bytes


class KeptEntry(Struct, frozen=True, tag="entry", tag_field="kept"):
    """An entry with everything a store holds of it; the last entry of an append carries its key."""

    table: str
    seq: int
    data: bytes
    key: str = ""


class KeptValue(Struct, frozen=True, tag="value", tag_field="kept"):
    """A value beside a table's log with everything a store holds of it."""

    table: str
    kind: str
    name: str
    value: bytes


Kept = KeptEntry | KeptValue


class StoreFault(Exception):
    """Raised when a store cannot be opened, read or written; the message says what was kept and what to do."""


class StoreClosed(StoreFault):
    """Raised when a store is used after it was closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed; nothing was written; open it again")


class NewerStore(StoreFault):
    """Raised for a store that was written by a newer version."""


class Conflict(Exception):
    """Raised when the log has grown since it was read: nothing was written."""

    def __init__(self, table: str, last: int) -> None:
        super().__init__(f"the log of {table} already has {last} entries")
        self.last = last


class KeyUsed(Exception):
    """Raised when an entry with the same key was written before: nothing was written again."""

    def __init__(self, table: str, key: str, seq: int) -> None:
        super().__init__(f"{key} is entry {seq} of {table}")
        self.seq = seq


class Occupied(Exception):
    """Raised when the store already has a table of that name: nothing was written."""

    def __init__(self, table: str) -> None:
        super().__init__(f"the store already has a table {shown(table)!r}")
        self.table = table


def check_names(*names: str) -> None:
    """Raises `BadInput` for names that some store could not keep."""
    for name in names:
        if len(name) > LONGEST_NAME or _NOT_STORABLE.search(name):
            raise BadInput(
                f"cannot keep anything under the name {shown(name)!r} "
                f"(allowed: at most {LONGEST_NAME} characters, no NUL, no lone surrogate)"
            )


class Store(Protocol):
    """Logs and values of all tables. Every method may be called from any thread.

    Names are refused with `BadInput` by `check_names` where something is written. Every method
    raises `StoreFault` when the store fails or is closed.
    """

    def append(self, table: str, after: int, data: Sequence[bytes], key: str = "") -> int:
        """Writes entries `after + 1`, `after + 2`, ... of a table's log; returns the last one's number.

        All of them or none; they are durable when this returns. Raises `KeyUsed` when a non-empty
        `key` was used for this table before, else `Conflict` when the log does not end at `after`.
        The first entry makes the table.
        """
        ...

    def find(self, table: str, key: str) -> int:
        """The number of the last entry that was written with a key; 0 when there is none."""
        ...

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        """The entries of a table's log that follow `after`, in order, at most `most` of them."""
        ...

    def last(self, table: str) -> int:
        """The number of the last entry; 0 when there is no such table."""
        ...

    def tables(self) -> list[str]:
        """Every table that has a log, sorted."""
        ...

    def put(self, table: str, kind: str, name: str, value: bytes) -> None:
        """Stores a value beside a table's log, replacing the previous one."""
        ...

    def get(self, table: str, kind: str, name: str) -> bytes | None:
        """A value beside the log."""
        ...

    def swap(self, table: str, kind: str, name: str, old: bytes | None, new: bytes | None) -> bool:
        """Changes a value if it is still `old` (compare and swap); returns whether it did. None stands for no value."""
        ...

    def names(self, table: str, kind: str) -> list[str]:
        """The names of all values of one kind beside a table's log, sorted."""
        ...

    def remove(self, table: str) -> None:
        """Removes a table: its log and all values beside it."""
        ...

    def contents(self) -> Iterator[Kept]:
        """Everything in the store as it is at one moment: each log in order, then the values."""
        ...

    def fill(self, tables: Collection[str], contents: Iterable[Kept], over: bool = False) -> None:
        """Writes the contents of whole tables, all or nothing.

        Raises `Occupied` when one of the tables is there already, unless `over` says to replace it.
        """
        ...

    def room(self) -> int | None:
        """The free bytes on the disk of the store; None when that is unknown."""
        ...

    def watch(self, watch: Watch) -> Callable[[], None]:
        """Calls `watch` whenever a log grows; returns a function that ends this. `watch` must return at once."""
        ...

    def close(self) -> None:
        """Closes files and connections; a second call does nothing."""
        ...
