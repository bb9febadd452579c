"""Presence: the seats that follow each table, at this server process and at others."""

import os
from collections.abc import Iterator
from secrets import token_hex
from time import time

import msgspec

from rulewright.table.stores import Store

BEAT = 4.0
"""Seconds between two exchanges with other processes."""
_FRESH = 3 * BEAT
_KIND = "presence"


class Presence:
    """The seats that follow each table. With `shared`, processes exchange them through the store."""

    def __init__(self, store: Store, shared: bool) -> None:
        self._store = store
        self._shared = shared
        self._process = f"{os.getpid()}-{token_hex(4)}"
        self._here: dict[str, frozenset[str]] = {}
        self._elsewhere: dict[str, frozenset[str]] = {}

    def at(self, table: str) -> list[str]:
        """The seats that follow a table now, sorted."""
        return sorted(self._here.get(table, frozenset()) | self._elsewhere.get(table, frozenset()))

    def set(self, table: str, seats: frozenset[str]) -> bool:
        """Sets the seats that follow a table at this process; returns whether that changes who is present."""
        before = self.at(table)
        if seats:
            self._here[table] = seats
        else:
            self._here.pop(table, None)
            self._elsewhere.pop(table, None)
        return self.at(table) != before

    def beat(self) -> Iterator[str]:
        """Exchanges presence with the other processes; yields the tables where it has changed."""
        if not self._shared:
            return
        now = time()
        for table, seats in list(self._here.items()):
            before = self.at(table)
            self._store.put(table, _KIND, self._process, msgspec.json.encode((now, sorted(seats))))
            self._elsewhere[table] = self._others(table, now)
            if self.at(table) != before:
                yield table

    def _others(self, table: str, now: float) -> frozenset[str]:
        found: set[str] = set()
        for name in self._store.names(table, _KIND):
            kept = self._store.get(table, _KIND, name) if name != self._process else None
            if kept is None:
                continue
            at, seats = msgspec.json.decode(kept, type=tuple[float, list[str]])
            if now - at < _FRESH:
                found |= set(seats)
            else:
                self._store.swap(table, _KIND, name, kept, None)
        return frozenset(found)
