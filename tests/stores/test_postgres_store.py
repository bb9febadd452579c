"""What only a store in a database has to cope with: a server that goes away, and commits in doubt."""

import signal
from collections.abc import Iterator
from queue import Queue
from threading import Thread, Timer

import psycopg
import pytest
from cutting_proxy import Cut, CuttingProxy, cutting_proxy

from postgres_server import PostgresServer, running_postgres
from rulewright.table.stores import Conflict, KeyUsed, LogEntry, StoreFault
from rulewright.table.stores.postgres import PostgresStore
from rulewright.table.stores.protocol import KeptEntry, KeptValue


@pytest.fixture
def doubtful(postgres: PostgresServer) -> Iterator[tuple[CuttingProxy, PostgresStore, PostgresStore]]:
    """A proxy that cuts connections, a store behind it, and the same store without it."""
    where = postgres.new_database()
    plain = PostgresStore(where)
    folder = postgres.folder
    with cutting_proxy(folder) as (proxy, other):
        store = PostgresStore(where.replace(str(folder), str(other)))
        yield proxy, store, plain
        store.close()
    plain.close()


CUTS: list[list[Cut]] = [["before"], ["after"], ["before", "after"], ["before", "before", "after"]]


@pytest.mark.parametrize("key", ["", "k"])
@pytest.mark.parametrize("cuts", CUTS, ids=str)
def test_an_append_whose_commit_was_in_doubt_is_written_once(
    doubtful: tuple[CuttingProxy, PostgresStore, PostgresStore], cuts: list[Cut], key: str
) -> None:
    proxy, store, plain = doubtful
    store.append("one", 0, [b"a"])
    proxy.cuts = list(cuts)
    assert store.append("one", 1, [b"b", b"c"], key) == 3
    assert proxy.cuts == []
    assert plain.read("one") == [LogEntry(1, b"a"), LogEntry(2, b"b"), LogEntry(3, b"c")]


@pytest.mark.parametrize("cuts", CUTS, ids=str)
def test_other_writes_in_doubt_happen_once_too(
    doubtful: tuple[CuttingProxy, PostgresStore, PostgresStore], cuts: list[Cut]
) -> None:
    proxy, store, plain = doubtful
    proxy.cuts = list(cuts)
    assert store.swap("one", "turn", "x", None, b"1") is True
    assert plain.get("one", "turn", "x") == b"1"
    proxy.cuts = list(cuts)
    assert store.swap("one", "turn", "x", b"1", None) is True
    assert plain.get("one", "turn", "x") is None
    proxy.cuts = list(cuts)
    store.fill({"two"}, [KeptEntry("two", 1, b"a"), KeptValue("two", "seat", "Ann", b"1")])
    assert plain.read("two") == [LogEntry(1, b"a")]
    proxy.cuts = list(cuts)
    store.remove("two")
    assert plain.tables() == []
    assert proxy.cuts == []


def test_of_two_equal_appends_in_doubt_one_is_acknowledged(
    doubtful: tuple[CuttingProxy, PostgresStore, PostgresStore],
) -> None:
    """Equal bytes at the place do not mean that they are one's own."""
    proxy, store, plain = doubtful
    proxy.cuts = ["before"]
    answers: Queue[int | type[Conflict]] = Queue()

    def append(through: PostgresStore) -> None:
        try:
            answers.put(through.append("one", 0, [b"tick"]))
        except Conflict:
            answers.put(Conflict)

    plain_append = Thread(target=append, args=(plain,))
    plain_append.start()
    append(store)
    plain_append.join()
    assert {answers.get(), answers.get()} == {1, Conflict}
    assert plain.last("one") == 1


def test_a_watch_catches_up_with_what_it_missed(
    doubtful: tuple[CuttingProxy, PostgresStore, PostgresStore],
) -> None:
    proxy, store, plain = doubtful
    plain.append("still", 0, [b"a"])
    plain.append("one", 0, [b"a"])
    news: Queue[tuple[str, int]] = Queue()
    store.watch(lambda table, last: news.put((table, last)))
    proxy.block()
    plain.append("one", 1, [b"b"])
    plain.append("two", 0, [b"c"])
    proxy.unblock()
    assert {news.get(timeout=10), news.get(timeout=10)} == {("one", 2), ("two", 1)}
    plain.append("one", 2, [b"d"])
    assert news.get(timeout=10) == ("one", 3)


def test_a_writer_waits_for_a_server_that_comes_back() -> None:
    with running_postgres() as server:
        where = server.new_database()
        store, other = PostgresStore(where), PostgresStore(where)
        news: Queue[tuple[str, int]] = Queue()
        store.watch(lambda table, last: news.put((table, last)))
        store.append("one", 0, [b"a"])
        assert news.get(timeout=10) == ("one", 1)
        server.stop(signal.SIGQUIT)
        back = Timer(0.3, server.start)
        back.start()
        assert other.append("one", 1, [b"b"], key="k") == 2
        back.join()
        assert news.get(timeout=10) == ("one", 2)
        with pytest.raises(KeyUsed):
            store.append("one", 2, [b"b"], key="k")
        assert store.read("one") == [LogEntry(1, b"a"), LogEntry(2, b"b")]
        store.close()
        other.close()


def test_a_server_that_stays_away_is_a_fault_and_the_store_works_when_it_is_back() -> None:
    with running_postgres() as server:
        store = PostgresStore(server.new_database(), patience=2.0)
        store.append("one", 0, [b"a"])
        server.stop()
        with pytest.raises(StoreFault, match="does not answer; everything acknowledged is kept"):
            store.append("one", 1, [b"b"])
        with pytest.raises(StoreFault, match=r"nothing was written \(connection"):
            list(store.contents())
        server.start()
        assert list(store.contents()) == [KeptEntry("one", 1, b"a")]
        assert store.last("one") == 1
        assert store.append("one", 1, [b"b"]) == 2
        store.close()


def test_commits_are_durable_even_where_the_default_is_not(postgres: PostgresServer) -> None:
    where = postgres.new_database()
    store = PostgresStore(f"{where}%20-csynchronous_commit%3Doff")
    assert store._read("SHOW synchronous_commit") == [("on",)]
    store.close()


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("postgresql://nobody:secret@/postgres?host=/nowhere", "PostgreSQL database postgres at /nowhere: nothing was"),
        ("postgresql://nobody:secret@[broken", "not a PostgreSQL address"),
        ("postgresql://nobody:secret@/x?nonsense=1", "not a PostgreSQL address"),
    ],
)
def test_a_database_that_cannot_be_reached_is_one_line_without_the_password(where: str, reason: str) -> None:
    with pytest.raises(StoreFault) as fault:
        PostgresStore(where)
    assert str(fault.value).startswith(reason)
    assert "\n" not in str(fault.value)
    assert "secret" not in str(fault.value)


def test_a_database_that_cannot_keep_every_letter_is_refused(postgres: PostgresServer) -> None:
    with psycopg.connect(postgres.where, autocommit=True) as connection:
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 STRATEGY = wal_log")
    with pytest.raises(StoreFault, match="use a database with UTF8"):
        PostgresStore(postgres.where.replace("/postgres?", "/latin?"))
    with psycopg.connect(postgres.where, autocommit=True) as connection:
        connection.execute("DROP DATABASE latin")
