"""A thread that listens to notifications of a PostgreSQL server, and catches up after a lost connection."""

from contextlib import suppress
from threading import Event, Lock, Thread

import psycopg
from psycopg import Connection, Notify

from rulewright.table.stores.postgres_sql import CHANNEL, connect
from rulewright.table.stores.protocol import StoreClosed
from rulewright.table.stores.watchers import Watches

_RETRY_SECONDS = 0.1  # seconds between checks whether to end, and between attempts to reconnect

_ENDS = """
    SELECT table_name, (SELECT max(seq) FROM rulewright_entries AS log WHERE log.table_name = first.table_name)
    FROM rulewright_entries AS first WHERE seq = 1"""


class Listening:
    """Notifies watches of every log that grows in the database that `where` names."""

    def __init__(self, where: str, watches: Watches) -> None:
        self._where = where
        self._watches = watches
        self._ends: dict[str, int] = {}
        self._caught_up: set[tuple[str, int]] = set()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._closed = Event()

    def start(self) -> None:
        """Begins to listen; existing entries are not announced. Raises when the server does not answer."""
        with self._lock:
            if self._closed.is_set():
                raise StoreClosed
            if self._thread is None:
                connection = self._connect()
                self._ends = dict(connection.execute(_ENDS).fetchall())
                self._thread = Thread(target=self._run, args=(connection,), name="rulewright-listen", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Ends the thread."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _connect(self) -> Connection:
        connection = connect(self._where)
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    def _run(self, connection: Connection | None) -> None:
        while connection is not None:
            with suppress(psycopg.Error), connection:
                self._catch_up(connection)
                while not self._closed.is_set():
                    for notify in connection.notifies(timeout=_RETRY_SECONDS):
                        self._receive(notify)
            connection = self._connect_again()

    def _connect_again(self) -> Connection | None:
        """A new connection as soon as the server answers; None when it is time to end."""
        while not self._closed.wait(_RETRY_SECONDS):
            with suppress(psycopg.Error):
                return self._connect()
        return None

    def _receive(self, notify: Notify) -> None:
        written, _, table = notify.payload.partition(" ")
        last = int(written)
        self._ends[table] = last
        if (table, last) in self._caught_up:  # it was written between listening and catching up
            self._caught_up.remove((table, last))
        else:
            self._watches.tell(table, last)

    def _catch_up(self, connection: Connection) -> None:
        """Announces the logs that grew while the connection was lost."""
        ends: dict[str, int] = dict(connection.execute(_ENDS).fetchall())
        self._caught_up = {(table, last) for table, last in ends.items() if last != self._ends.get(table)}
        self._ends = ends
        for table, last in self._caught_up:
            self._watches.tell(table, last)
