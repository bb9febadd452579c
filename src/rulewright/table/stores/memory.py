"""A store in memory: for trials, and the reference that the other stores are tested against."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from threading import Lock

from rulewright.table.stores.protocol import (
    Conflict,
    Kept,
    KeptEntry,
    KeptValue,
    KeyUsed,
    LogEntry,
    Occupied,
    StoreClosed,
    Watch,
    check_names,
)
from rulewright.table.stores.watchers import Watches


class MemoryStore:
    """Logs and values in memory."""

    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}
        self._keys: dict[tuple[str, str], int] = {}
        self._values: dict[tuple[str, str, str], bytes] = {}
        self._watches = Watches()
        self._lock = Lock()
        self._closed = False

    def append(self, table: str, after: int, data: Sequence[bytes], key: str = "") -> int:
        """Writes entries; see `Store.append`."""
        check_names(table, key)
        self._check_open()
        with self._lock:
            if key and (table, key) in self._keys:
                raise KeyUsed(table, key, self._keys[table, key])
            last = len(self._logs.get(table, ()))
            if last != after:
                raise Conflict(table, last)
            if not data:
                return last
            log = self._logs.setdefault(table, [])
            log.extend(data)
            last = len(log)
            if key:
                self._keys[table, key] = last
        self._watches.tell(table, last)
        return last

    def find(self, table: str, key: str) -> int:
        """The number of the last entry that was written with a key."""
        self._check_open()
        with self._lock:
            return self._keys.get((table, key), 0)

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        """Entries of a log; see `Store.read`."""
        self._check_open()
        with self._lock:
            found = self._logs.get(table, [])[after : None if most is None else after + most]
        return [LogEntry(after + place, data) for place, data in enumerate(found, 1)]

    def last(self, table: str) -> int:
        """The number of the last entry."""
        self._check_open()
        with self._lock:
            return len(self._logs.get(table, ()))

    def tables(self) -> list[str]:
        """Every table that has a log."""
        self._check_open()
        with self._lock:
            return sorted(self._logs)

    def put(self, table: str, kind: str, name: str, value: bytes) -> None:
        """Stores a value."""
        check_names(table, kind, name)
        self._check_open()
        with self._lock:
            self._values[table, kind, name] = value

    def get(self, table: str, kind: str, name: str) -> bytes | None:
        """A value, if there is one."""
        self._check_open()
        with self._lock:
            return self._values.get((table, kind, name))

    def swap(self, table: str, kind: str, name: str, old: bytes | None, new: bytes | None) -> bool:
        """Changes a value if it is still `old`."""
        check_names(table, kind, name)
        self._check_open()
        with self._lock:
            if self._values.get((table, kind, name)) != old:
                return False
            if new is None:
                self._values.pop((table, kind, name), None)
            else:
                self._values[table, kind, name] = new
            return True

    def names(self, table: str, kind: str) -> list[str]:
        """The names of all values of one kind."""
        self._check_open()
        with self._lock:
            return sorted(name for where, what, name in self._values if (where, what) == (table, kind))

    def remove(self, table: str) -> None:
        """Removes a table."""
        self._check_open()
        with self._lock:
            self._forget({table})

    def contents(self) -> Iterator[Kept]:
        """A snapshot of everything."""
        self._check_open()
        with self._lock:
            keys = {(table, seq): key for (table, key), seq in self._keys.items()}
            entries = [
                KeptEntry(table, seq, data, keys.get((table, seq), ""))
                for table, log in sorted(self._logs.items())
                for seq, data in enumerate(log, 1)
            ]
            values = [KeptValue(*place, value) for place, value in sorted(self._values.items())]
        yield from entries
        yield from values

    def fill(self, tables: Collection[str], contents: Iterable[Kept], over: bool = False) -> None:
        """Writes whole tables; see `Store.fill`."""
        check_names(*tables)
        self._check_open()
        everything = list(contents)
        with self._lock:
            here = self._logs.keys() | {place[0] for place in self._values}
            for table in sorted(tables):
                if table in here and not over:
                    raise Occupied(table)
            self._forget(set(tables))
            for kept in everything:
                if isinstance(kept, KeptValue):
                    self._values[kept.table, kept.kind, kept.name] = kept.value
                    continue
                self._logs.setdefault(kept.table, []).append(kept.data)
                if kept.key:
                    self._keys[kept.table, kept.key] = kept.seq
            grown = {table: len(self._logs[table]) for table in sorted(tables) if table in self._logs}
        for table, last in grown.items():
            self._watches.tell(table, last)

    def room(self) -> int | None:
        """None: the free memory is not known."""
        return None

    def watch(self, watch: Watch) -> Callable[[], None]:
        """Calls `watch` whenever a log grows; returns a function that ends this."""
        self._check_open()
        return self._watches.add(watch)

    def close(self) -> None:
        """Closes the store."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed

    def _forget(self, tables: set[str]) -> None:
        self._logs = {table: log for table, log in self._logs.items() if table not in tables}
        self._keys = {place: seq for place, seq in self._keys.items() if place[0] not in tables}
        self._values = {place: value for place, value in self._values.items() if place[0] not in tables}
