"""Checkpoints of a SQLite file: moves its write-ahead log into the file now and then, concurrently with commits."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from threading import Event, Thread

_EVERY = 200
"""Commits between two checkpoints, of about five pages each."""
_LONGEST = 8_000
"""Pages of the log from which a commit makes the checkpoint itself, while the commits behind it wait.

The log restarts after a checkpoint that has moved all of it. A concurrent one may never catch up with the commits.
"""


class Checkpoints:
    """A thread that makes a checkpoint after some commits."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._commits = 0
        self._is_too_long = False
        self._is_closed = False
        self._due = Event()
        self._thread: Thread | None = None

    def committed(self, connection: sqlite3.Connection) -> None:
        """Counts a commit that the writing thread has made on a connection."""
        self._commits += 1
        if self._is_too_long:
            self._is_too_long = _checkpoint(connection) > _LONGEST
        elif self._commits % _EVERY == 0:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="rulewright-checkpoints", daemon=True)
                self._thread.start()
            self._due.set()

    def _run(self) -> None:
        while not self._is_closed:
            self._due.wait()
            self._due.clear()
            with suppress(sqlite3.Error), closing(self._connect()) as connection:  # the next checkpoint may succeed
                self._is_too_long = not self._is_closed and _checkpoint(connection) > _LONGEST

    def close(self) -> None:
        """Ends the thread; the last connection that is closed makes a checkpoint."""
        self._is_closed = True
        self._due.set()
        if self._thread is not None:
            self._thread.join()


def _checkpoint(connection: sqlite3.Connection) -> int:
    """Moves the part of the log that no reader needs; returns how many pages the log then has."""
    _, pages, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return 0 if pages == moved else int(pages)
