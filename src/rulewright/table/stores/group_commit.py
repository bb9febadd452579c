"""Group commit: work that waits while another is committed is committed together, with one sync."""

from collections.abc import Callable, Sequence
from threading import Condition, Lock
from typing import Any, Protocol, TypeVar

from rulewright.table.stores.protocol import StoreClosed

T = TypeVar("T")


class Cursor(Protocol):
    """The rows of a statement."""

    def fetchone(self) -> Any:
        """The next row."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...


class Connection(Protocol):
    """The part of a connection that writing needs."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...

    def execute(self, sql: str, parameters: Any = ..., /) -> Cursor:
        """Runs one statement."""
        ...

    def executemany(self, sql: str, parameters: Any, /) -> Cursor:
        """Runs one statement for each row of parameters."""
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


class _Turn:
    """Work that waits to be committed, and its result; `woken` is released when it has one or has to commit itself."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.is_done = False
        self.answer: Any = None
        self.woken = Lock()
        self.woken.acquire()


class GroupCommit:
    """Takes turns at committing. `commit` takes works and returns results like `commit_together`.

    The thread that finds no commit under way commits its own work: to wake another for that takes longer than most
    commits. Work that arrives meanwhile is committed together next, by the first of the threads that wait.
    """

    def __init__(self, commit: Callable[[Sequence[Work]], list[Any]]) -> None:
        self._commit = commit
        self._changed = Condition(Lock())
        self._waiting: list[_Turn] = []
        self._is_busy = False
        self._closed = False

    def do(self, work: Callable[[Connection], T]) -> T:
        """Runs work in a commit; returns its result once it is durable, or raises its exception."""
        turn = _Turn(work)
        with self._changed:
            if self._closed:
                raise StoreClosed
            self._waiting.append(turn)
            has_to_wait, self._is_busy = self._is_busy, True
        if has_to_wait:
            turn.woken.acquire()
        if not turn.is_done:
            self._commit_waiting()
        if isinstance(turn.answer, BaseException):
            raise turn.answer
        answer: T = turn.answer
        return answer

    def close(self) -> None:
        """Waits until all work is committed; more is refused."""
        with self._changed:
            self._closed = True
            self._changed.wait_for(lambda: not self._is_busy)

    def _commit_waiting(self) -> None:
        """Commits all waiting work, the first of which is this thread's."""
        with self._changed:
            taken, self._waiting = self._waiting, []
        try:
            answers = self._commit([turn.work for turn in taken])
        except BaseException as fault:
            answers = [fault] * len(taken)
        for turn, answer in zip(taken, answers, strict=True):
            turn.answer, turn.is_done = answer, True
        for turn in taken[1:]:
            turn.woken.release()
        with self._changed:
            if self._waiting:
                self._waiting[0].woken.release()
            else:
                self._is_busy = False
                self._changed.notify_all()
