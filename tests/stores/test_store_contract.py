"""What every store must do, shown on each of them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from rulewright.rules import BadInput
from rulewright.table.stores import Conflict, KeyUsed, LogEntry, Store, StoreFault
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.stores.postgres import PostgresStore
from rulewright.table.stores.protocol import Kept, KeptEntry, KeptValue, Occupied
from rulewright.table.stores.sqlite import SQLiteStore

Open = Callable[[], Store]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def open_one(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens the same store any number of times."""
    make: Open
    if request.param == "memory":
        memory = MemoryStore()
        make = lambda: memory  # noqa: E731
    elif request.param == "sqlite":
        make = lambda: SQLiteStore(tmp_path / "tables.sqlite")  # noqa: E731
    else:
        where = request.getfixturevalue("postgres").new_database()
        make = lambda: PostgresStore(where)  # noqa: E731
    opened: list[Store] = []

    def open_and_remember() -> Store:
        opened.append(make())
        return opened[-1]

    yield open_and_remember
    for store in opened:
        store.close()


@pytest.fixture
def store(open_one: Open) -> Store:
    return open_one()


def data(store: Store, table: str) -> list[bytes]:
    return [entry.data for entry in store.read(table)]


def test_a_log_keeps_what_was_appended_in_order(store: Store) -> None:
    assert store.append("one", 0, [b"a"]) == 1
    assert store.append("one", 1, [b"b", b"c"]) == 3
    assert store.read("one") == [LogEntry(1, b"a"), LogEntry(2, b"b"), LogEntry(3, b"c")]
    assert store.last("one") == 3


def test_a_log_is_read_in_parts(store: Store) -> None:
    store.append("one", 0, [b"a", b"b", b"c", b"d"])
    assert store.read("one", after=1) == [LogEntry(2, b"b"), LogEntry(3, b"c"), LogEntry(4, b"d")]
    assert store.read("one", after=1, most=2) == [LogEntry(2, b"b"), LogEntry(3, b"c")]
    assert store.read("one", most=0) == []
    assert store.read("one", after=4) == []
    assert store.read("one", after=99) == []


def test_a_table_that_is_not_there_is_an_empty_log(store: Store) -> None:
    assert store.read("nowhere") == []
    assert store.last("nowhere") == 0
    assert store.tables() == []


def test_tables_do_not_see_each_other(store: Store) -> None:
    store.append("b", 0, [b"in b"])
    store.append("a", 0, [b"in a"], key="k")
    store.append("b", 1, [b"again"], key="k")
    assert data(store, "a") == [b"in a"]
    assert data(store, "b") == [b"in b", b"again"]
    assert store.tables() == ["a", "b"]


@pytest.mark.parametrize("after", [0, 1, 3, 4])
def test_an_append_anywhere_but_at_the_end_is_a_conflict_that_says_where_the_end_is(store: Store, after: int) -> None:
    store.append("one", 0, [b"a", b"b"])
    with pytest.raises(Conflict) as refused:
        store.append("one", after, [b"x", b"y"])
    assert refused.value.last == 2
    assert data(store, "one") == [b"a", b"b"]


def test_a_key_is_used_once_in_a_table(store: Store) -> None:
    store.append("one", 0, [b"a", b"b"], key="k")
    store.append("one", 2, [b"c"])
    for after in (0, 2, 3):
        with pytest.raises(KeyUsed) as refused:
            store.append("one", after, [b"x"], key="k")
        assert refused.value.seq == 2
    assert data(store, "one") == [b"a", b"b", b"c"]


def test_a_key_that_met_a_conflict_can_be_used_again(store: Store) -> None:
    with pytest.raises(Conflict):
        store.append("one", 5, [b"a"], key="k")
    assert store.append("one", 0, [b"a"], key="k") == 1


def test_an_entry_is_found_by_its_key(store: Store) -> None:
    store.append("one", 0, [b"a", b"b"], key="k")
    store.append("one", 2, [b"c"])
    assert store.find("one", "k") == 2
    assert store.find("one", "other") == 0
    assert store.find("two", "k") == 0
    assert store.find("one", "") == 0


def test_appending_nothing_writes_nothing(store: Store) -> None:
    assert store.append("one", 0, [], key="k") == 0
    assert store.tables() == []
    assert store.append("one", 0, [b"a"], key="k") == 1
    with pytest.raises(Conflict):
        store.append("one", 7, [])


def test_a_value_is_kept_replaced_and_found_by_its_whole_name(store: Store) -> None:
    store.put("one", "seat", "Ann", b"1")
    store.put("one", "seat", "Ann", b"2")
    store.put("one", "key", "Ann", b"3")
    store.put("two", "seat", "Ann", b"4")
    assert store.get("one", "seat", "Ann") == b"2"
    assert store.get("one", "key", "Ann") == b"3"
    assert store.get("two", "seat", "Ann") == b"4"
    assert store.get("one", "seat", "Bob") is None


def test_values_alone_make_no_table(store: Store) -> None:
    store.put("one", "seat", "Ann", b"1")
    assert store.tables() == []
    assert store.last("one") == 0


def test_names_are_sorted_by_letter_whatever_the_language(store: Store) -> None:
    for name in ("é", "b", "B", "a b", "a", "😀", "ﬀ", "_"):
        store.put("one", "seat", name, b"")
    store.put("one", "other", "x", b"")
    assert store.names("one", "seat") == sorted(["é", "b", "B", "a b", "a", "😀", "ﬀ", "_"])
    assert store.names("one", "none") == []


def test_a_swap_changes_a_value_only_if_it_is_still_the_old_one(store: Store) -> None:
    assert store.swap("one", "turn", "x", None, b"1")
    assert not store.swap("one", "turn", "x", None, b"2")
    assert not store.swap("one", "turn", "x", b"0", b"2")
    assert store.get("one", "turn", "x") == b"1"
    assert store.swap("one", "turn", "x", b"1", b"")
    assert store.get("one", "turn", "x") == b""
    assert not store.swap("one", "turn", "x", None, b"2")
    assert store.swap("one", "turn", "x", b"", None)
    assert store.get("one", "turn", "x") is None
    assert store.names("one", "turn") == []
    assert store.swap("one", "turn", "x", None, None)
    assert not store.swap("one", "turn", "x", b"1", None)


def test_a_removed_table_leaves_nothing_and_can_begin_again(store: Store) -> None:
    for table in ("one", "two"):
        store.append(table, 0, [b"a", b"b"], key="k")
        store.put(table, "seat", "Ann", b"1")
    store.remove("one")
    assert (store.last("one"), store.names("one", "seat"), store.tables()) == (0, [], ["two"])
    assert store.append("one", 0, [b"new"], key="k") == 1
    assert data(store, "two") == [b"a", b"b"]
    assert store.get("two", "seat", "Ann") == b"1"
    store.remove("nowhere")


def test_any_text_is_a_name_and_any_bytes_are_data(store: Store) -> None:
    odd = 'it\'s; DROP TABLE entries;-- "%s" ? :a \n\t é 😀 '
    every_byte = bytes(range(256))
    store.append(odd, 0, [every_byte, b""], key=odd)
    store.put(odd, odd, odd, every_byte)
    assert data(store, odd) == [every_byte, b""]
    assert store.tables() == [odd]
    assert store.names(odd, odd) == [odd]
    assert store.get(odd, odd, odd) == every_byte
    assert store.find(odd, odd) == 2


def test_the_longest_names_fit(store: Store) -> None:
    long = "😀" * 200
    store.append(long, 0, [b"a"], key=long)
    store.put(long, long, long, b"v")
    assert (store.find(long, long), store.get(long, long, long)) == (1, b"v")


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 201])
def test_a_name_that_not_every_store_could_keep_is_refused_by_all(store: Store, name: str) -> None:
    for write in (
        lambda: store.append(name, 0, [b"a"]),
        lambda: store.append("one", 0, [b"a"], key=name),
        lambda: store.put("one", name, "x", b""),
        lambda: store.swap("one", "x", name, None, b""),
        lambda: store.fill([name], []),
    ):
        with pytest.raises(BadInput, match="allowed: at most 200 characters"):
            write()
    assert store.tables() == []


def test_ten_megabytes_are_kept(store: Store) -> None:
    large = bytes(range(256)) * 40_000
    store.append("one", 0, [large, b"small"])
    store.put("one", "snapshot", "x", large)
    assert data(store, "one") == [large, b"small"]
    assert store.swap("one", "snapshot", "x", large, large[:-1])
    assert store.get("one", "snapshot", "x") == large[:-1]


def test_what_one_writes_another_reads_at_once(open_one: Open) -> None:
    here, there = open_one(), open_one()
    here.append("one", 0, [b"a"], key="k")
    here.put("one", "seat", "Ann", b"1")
    assert data(there, "one") == [b"a"]
    assert there.get("one", "seat", "Ann") == b"1"
    with pytest.raises(KeyUsed):
        there.append("one", 1, [b"b"], key="k")
    with pytest.raises(Conflict):
        there.append("one", 0, [b"b"])
    assert there.append("one", 1, [b"b"]) == 2
    assert here.last("one") == 2


def told_until(news: "Queue[tuple[str, int]]", wanted: tuple[str, int]) -> list[tuple[str, int]]:
    heard = []
    while wanted not in heard:
        heard.append(news.get(timeout=10))
    return heard


def test_growth_is_reported_to_watches_of_every_process(open_one: Open) -> None:
    here, there = open_one(), open_one()
    here.append("old", 0, [b"not news"])
    news_here: Queue[tuple[str, int]] = Queue()
    news_there: Queue[tuple[str, int]] = Queue()
    here.watch(lambda table, last: news_here.put((table, last)))
    there.watch(lambda table, last: news_there.put((table, last)))
    here.append("one", 0, [b"a", b"b"])
    there.append("two", 0, [b"c"])
    for news in (news_here, news_there):
        both = {news.get(timeout=10), news.get(timeout=10)}
        assert both == {("one", 2), ("two", 1)}
    here.append("one", 2, [b"d"])
    for news in (news_here, news_there):
        assert news.get(timeout=10) == ("one", 3)


def test_a_table_that_was_removed_and_grew_again_is_news(open_one: Open) -> None:
    here, there = open_one(), open_one()
    news: Queue[tuple[str, int]] = Queue()
    there.watch(lambda table, last: news.put((table, last)))
    here.append("one", 0, [b"a"])
    assert news.get(timeout=10) == ("one", 1)
    here.remove("one")
    here.append("one", 0, [b"b"])
    assert news.get(timeout=10) == ("one", 1)


def test_an_ended_watch_hears_no_more_and_a_failing_one_disturbs_nobody(store: Store) -> None:
    ended: Queue[tuple[str, int]] = Queue()
    news: Queue[tuple[str, int]] = Queue()

    def fail(table: str, last: int) -> None:
        raise RuntimeError(table, last)

    end = store.watch(lambda table, last: ended.put((table, last)))
    store.watch(fail)
    store.watch(lambda table, last: news.put((table, last)))
    end()
    end()
    store.append("one", 0, [b"a"])
    assert news.get(timeout=10) == ("one", 1)
    assert ended.empty()


def test_many_who_append_leave_no_gaps_and_no_duplicates(open_one: Open) -> None:
    """Eight threads over two store objects; each claims the next place until it gets it."""
    stores = [open_one(), open_one()]
    wanted = {f"{writer}-{number}".encode() for writer in range(8) for number in range(10)}

    def write(writer: int) -> None:
        store = stores[writer % 2]
        for number in range(10):
            while True:
                try:
                    store.append("one", store.last("one"), [f"{writer}-{number}".encode()], key=f"{writer}-{number}")
                    break
                except Conflict:
                    pass

    threads = [Thread(target=write, args=(writer,)) for writer in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = stores[0].read("one")
    assert [entry.seq for entry in entries] == list(range(1, 81))
    assert {entry.data for entry in entries} == wanted
    for writer in range(8):
        mine = [entry.data for entry in entries if entry.data.startswith(f"{writer}-".encode())]
        assert mine == [f"{writer}-{number}".encode() for number in range(10)]


def test_many_who_swap_count_every_step_once(open_one: Open) -> None:
    stores = [open_one(), open_one()]
    stores[0].put("one", "count", "x", b"0")

    def add(store: Store) -> None:
        for _ in range(10):
            while True:
                old = store.get("one", "count", "x")
                assert old is not None
                if store.swap("one", "count", "x", old, str(int(old) + 1).encode()):
                    break

    threads = [Thread(target=add, args=(stores[number % 2],)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stores[0].get("one", "count", "x") == b"40"


def test_contents_are_everything_as_it_was_when_asked(store: Store) -> None:
    store.append("b", 0, [b"1", b"2"], key="k")
    store.append("a", 0, [b"3"])
    store.put("", "seat", "Ann", b"4")
    contents = store.contents()
    first = next(contents)
    store.append("b", 2, [b"later"])
    store.put("z", "seat", "Bob", b"later")
    assert [first, *contents] == [
        KeptEntry("a", 1, b"3"),
        KeptEntry("b", 1, b"1"),
        KeptEntry("b", 2, b"2", "k"),
        KeptValue("", "seat", "Ann", b"4"),
    ]


def test_filling_writes_whole_tables_or_nothing(open_one: Open) -> None:
    store, watched = open_one(), open_one()
    news: Queue[tuple[str, int]] = Queue()
    watched.watch(lambda table, last: news.put((table, last)))
    store.append("here", 0, [b"stays"], key="k")
    store.put("values", "seat", "Ann", b"stays")
    contents: list[Kept] = [
        KeptEntry("here", 1, b"new"),
        KeptEntry("new", 1, b"a"),
        KeptEntry("new", 2, b"b", "k"),
        KeptValue("values", "seat", "Bob", b"new"),
    ]
    for tables in ({"here", "new"}, {"values", "new"}):
        with pytest.raises(Occupied):
            store.fill(tables, contents)
    assert (data(store, "here"), store.tables(), store.names("values", "seat")) == ([b"stays"], ["here"], ["Ann"])
    store.append("other", 0, [b"untouched"])
    store.fill({"here", "new", "values"}, contents, over=True)
    assert (data(store, "here"), data(store, "new"), data(store, "other")) == ([b"new"], [b"a", b"b"], [b"untouched"])
    assert (store.find("here", "k"), store.find("new", "k"), store.names("values", "seat")) == (0, 2, ["Bob"])
    told_until(news, ("new", 2))


def test_contents_that_fail_halfway_leave_nothing(store: Store) -> None:
    def failing() -> Iterator[KeptEntry]:
        yield KeptEntry("new", 1, b"a")
        raise BadInput("the file ends here")

    with pytest.raises(BadInput, match="the file ends here"):
        store.fill({"new"}, failing())
    assert store.tables() == []
    assert store.append("new", 0, [b"b"]) == 1


def test_a_closed_store_refuses_everything_and_closes_twice(open_one: Open) -> None:
    store = open_one()
    store.append("one", 0, [b"a"])
    store.close()
    store.close()
    for use in (
        lambda: store.append("one", 1, [b"b"]),
        lambda: store.put("one", "x", "y", b""),
        lambda: store.swap("one", "x", "y", None, b""),
        lambda: store.remove("one"),
        lambda: store.fill(["two"], []),
        lambda: store.read("one"),
        lambda: store.last("one"),
        lambda: store.find("one", "k"),
        lambda: store.tables(),
        lambda: store.get("one", "x", "y"),
        lambda: store.names("one", "x"),
        lambda: list(store.contents()),
        lambda: store.watch(lambda table, last: None),
    ):
        with pytest.raises(StoreFault, match="the store is closed"):
            use()
