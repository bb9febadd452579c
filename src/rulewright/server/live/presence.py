"""Who is at a table now: those who follow it here, and those who follow it at another server process."""

import os
from collections.abc import Iterator
from secrets import token_hex
from time import time

import msgspec

from rulewright.table.stores import Store

BEAT = 4.0
"""Seconds between two looks at who is with other processes."""
_FRESH = 3 * BEAT
_KIND = "presence"


class Presence:
    """The seats that follow each table. With `shared`, processes tell each other through the store."""

    def __init__(self, store: Store, shared: bool) -> None:
        self._store = store
        self._shared = shared
        self._process = f"{os.getpid()}-{token_hex(4)}"
        self._here: dict[str, frozenset[str]] = {}
        self._there: dict[str, frozenset[str]] = {}

    def at(self, table: str) -> list[str]:
        """The seats that are there now."""
        return sorted(self._here.get(table, frozenset()) | self._there.get(table, frozenset()))

    def set(self, table: str, seats: frozenset[str]) -> bool:
        """Say who is here; whether that is news."""
        before = self.at(table)
        if seats:
            self._here[table] = seats
        else:
            self._here.pop(table, None)
            self._there.pop(table, None)
        return self.at(table) != before

    def beat(self) -> Iterator[str]:
        """Tell the other processes who is here and hear who is there; gives the tables where that is news."""
        if not self._shared:
            return
        now = time()
        for table, seats in list(self._here.items()):
            before = self.at(table)
            told = msgspec.json.encode((now, sorted(seats)))
            self._store.put(table, _KIND, self._process, told)
            self._there[table] = self._others(table, now)
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
