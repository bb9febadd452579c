"""A store in a PostgreSQL database: for hosting. Several server processes may share one database."""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Lock
from typing import Any, TypeVar
from uuid import UUID, uuid4

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from rulewright.table.stores import postgres_sql
from rulewright.table.stores.postgres_listen import Listening
from rulewright.table.stores.protocol import Kept, KeptEntry, KeptValue, StoreClosed, StoreFault
from rulewright.table.stores.sql import SqlStore

T = TypeVar("T")

_CONNECTIONS = 10  # connections of one process; further writers wait for one
_PROBE_SECONDS = 2  # seconds to test whether a lost server is back; the least that libpq allows
_RETRY_SECONDS = 1.0  # seconds between attempts to reach a lost server

# The pool logs every failed attempt, which does not belong on a terminal.
logging.getLogger("psycopg").addHandler(logging.NullHandler())


class PostgresStore(SqlStore):
    """Logs and values in the database that `where` names, a `postgresql://` address.

    `patience` is how many seconds to wait for a lost server to come back; at least two, since it is tried once a
    second.
    """

    def __init__(self, where: str, patience: float = 30.0) -> None:
        super().__init__(postgres_sql.SQL)
        self._where = where
        self._name = _shown(where)
        self._patience = patience
        self._listening = Listening(where, self._watches)
        self._numbers = count(1)
        self._writers: list[UUID] = []
        self._lock = Lock()
        self._is_down = False
        self._looking = Lock()
        with self._faults():
            with postgres_sql.connect(where) as connection:
                self._prepare(connection)
            self._pool = ConnectionPool(
                where,
                kwargs=postgres_sql.CONNECTION,
                min_size=1,
                max_size=_CONNECTIONS,
                configure=_configure,
                reconnect_timeout=_RETRY_SECONDS,
                open=True,
            )

    def contents(self) -> Iterator[Kept]:
        """A consistent snapshot of everything; later writes are not in it."""
        if self._pool.closed:
            raise StoreClosed
        with self._faults(), postgres_sql.connect(self._where) as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            with connection.cursor("entries") as rows:
                rows.execute(self._sql.entries, binary=True)
                for row in rows:
                    yield KeptEntry(*row)
            with connection.cursor("kept_values") as rows:
                rows.execute(self._sql.values, binary=True)
                for row in rows:
                    yield KeptValue(*row)

    def fill(self, tables: Collection[str], contents: Iterable[Kept], over: bool = False) -> None:
        """Writes whole tables; see `Store.fill`."""
        super().fill(tables, list(contents), over)  # after a lost connection it is read a second time

    def room(self) -> int | None:
        """None: the disk belongs to the database server."""
        return None

    def close(self) -> None:
        """Closes all connections."""
        self._listening.close()
        self._pool.close()

    def _prepare(self, connection: Connection) -> None:
        if connection.info.parameter_status("server_encoding") != "UTF8":
            raise StoreFault(f"{self._name} cannot store all characters; nothing was changed; use a database with UTF8")
        with connection.transaction():
            postgres_sql.upgrade(connection)
            connection.execute("DELETE FROM rulewright_writers WHERE at < now() - interval '30 days'")

    def _start_watching(self) -> None:
        with self._faults():
            self._listening.start()

    def _read(self, query: str, parameters: tuple[str | int, ...] = ()) -> list[Any]:
        return self._try(lambda connection: connection.execute(query, parameters, binary=True).fetchall())

    def _write(self, table: str | None, work: Callable[[Any], T]) -> T:
        """Writes to a table, or to any, in one transaction, exactly once even if the connection is lost.

        The transaction also records its own number. When the connection is lost, a commit may or may not
        have happened. The next attempt waits for the lock, so the lost transaction is over by then,
        and looks for the number: if it is there, the transaction was committed.
        """
        number = next(self._numbers)
        answers: list[T] = []

        def attempt(connection: Connection) -> T:
            with connection.transaction():
                postgres_sql.lock(connection, table)
                postgres_sql.check_version(connection)
                if answers and postgres_sql.wrote(connection, writer, number):
                    return answers[-1]
                answer = work(connection)
                postgres_sql.note(connection, writer, number)
                answers.append(answer)
            return answer

        with self._writer() as writer:
            return self._try(attempt)

    def _try(self, attempt: Callable[[Connection], T]) -> T:
        """Retries on one connection after another, until one works or patience runs out."""
        until = time.monotonic() + self._patience
        with self._faults():
            if self._is_down and not self._is_back():
                raise PoolTimeout
            while True:
                try:
                    connection = self._pool.getconn(min(_RETRY_SECONDS, self._patience))
                except PoolTimeout:
                    if time.monotonic() > until:
                        self._is_down = True  # until the server is back, further callers do not wait
                        raise
                    continue
                try:
                    self._is_down = False
                    return attempt(connection)
                except psycopg.OperationalError:
                    if not connection.closed:
                        raise
                finally:
                    self._pool.putconn(connection)

    def _is_back(self) -> bool:
        """Whether a lost server answers again; one thread checks at a time."""
        if not self._looking.acquire(blocking=False):
            return False
        try:
            psycopg.connect(self._where, **{**postgres_sql.CONNECTION, "connect_timeout": _PROBE_SECONDS}).close()
        except psycopg.Error:
            return False
        finally:
            self._looking.release()
        self._is_down = False
        return True

    @contextmanager
    def _writer(self) -> Iterator[UUID]:
        """A writer's name that no other thread uses meanwhile.

        After a failure it is not used again: a transaction may still be under way in its name.
        """
        with self._lock:
            writer = self._writers.pop() if self._writers else uuid4()
        yield writer
        with self._lock:
            self._writers.append(writer)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except PoolClosed as error:
            raise StoreClosed from error
        except PoolTimeout as error:
            raise StoreFault(
                f"{self._name} does not answer; everything acknowledged is kept, whether the last change was "
                "written is not known; start the server and try again"
            ) from error
        except psycopg.Error as error:
            raise StoreFault(f"{self._name}: nothing was written ({' '.join(str(error).split())})") from error


def _configure(connection: Connection) -> None:
    """Makes commits durable where the server's default is not, and ends transactions that a lost client left."""
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.execute("SET idle_in_transaction_session_timeout = '10s'")


def _shown(where: str) -> str:
    """The database's name for messages, without user and password."""
    try:
        parts = conninfo_to_dict(where)
    except psycopg.Error as error:
        raise StoreFault("not a PostgreSQL address (allowed: postgresql://USER@HOST:PORT/DATABASE)") from error
    return f"PostgreSQL database {parts.get('dbname', '')} at {parts.get('host', 'this machine')}"
