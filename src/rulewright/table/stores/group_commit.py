"""Group commit: one writing thread takes all waiting work and commits it together, with one sync."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Protocol, TypeVar

from rulewright.table.stores.protocol import StoreClosed
from rulewright.table.stores.sql import SqlConnection

T = TypeVar("T")


class Connection(SqlConnection, Protocol):
    """The part of a connection that commits need."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...


Work = Callable[[Connection], Any]


def commit_together(connection: Connection, works: Sequence[Work], check: Work = lambda connection: None) -> list[Any]:
    """Runs all works in one transaction; returns each one's result, or the exception that rolled back that one.

    When this raises, as it does when `check` or the only work raises, nothing was written by any of them.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        check(connection)
        answers = [works[0](connection)] if len(works) == 1 else [_do(connection, work) for work in works]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return answers


def _do(connection: Connection, work: Work) -> Any:
    connection.execute("SAVEPOINT work")
    try:
        answer = work(connection)
    except Exception as refusal:
        if not connection.in_transaction:  # the whole transaction has been rolled back
            raise
        connection.execute("ROLLBACK TO work")
        answer = refusal
    connection.execute("RELEASE work")
    return answer


class GroupCommit:
    """The writing thread and its queue. `commit` takes works and returns results like `commit_together`."""

    def __init__(self, commit: Callable[[Sequence[Work]], list[Any]]) -> None:
        self._commit = commit
        self._waiting: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="rulewright-writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Connection], T]) -> T:
        """Runs work in the writing thread; returns its result once it is durable, or raises its exception."""
        done: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise StoreClosed
            self._waiting.put((work, done))
        return done.result()

    def close(self) -> None:
        """Finishes the waiting work and ends the thread."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_ = True
        while open_:
            taken = [self._waiting.get()]
            while True:
                try:
                    taken.append(self._waiting.get_nowait())
                except Empty:
                    break
            open_ = None not in taken
            self._write([one for one in taken if one is not None])

    def _write(self, taken: Sequence[tuple[Work, Future[Any]]]) -> None:
        if not taken:
            return
        try:
            answers = self._commit([work for work, _ in taken])
        except Exception as fault:
            answers = [fault] * len(taken)
        for (_, done), answer in zip(taken, answers, strict=True):
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)
