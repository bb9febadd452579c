"""The same operations, whatever they are, have the same answers in every store."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from postgres_server import PostgresServer
from rulewright.table.stores import Conflict, KeyUsed, Store
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.stores.postgres import PostgresStore
from rulewright.table.stores.protocol import Occupied
from rulewright.table.stores.sqlite import SQLiteStore

TABLES = st.sampled_from(["a", "b", "ä b"])
KINDS = st.sampled_from(["seat", "key"])
NAMES = st.sampled_from(["x", "y", "Z", "é"])
KEYS = st.sampled_from(["", "", "k1", "k2", "k3"])
BYTES = st.binary(max_size=6)
VALUES = st.none() | st.sampled_from([b"", b"1", b"2"])


def answer(store: Store, method: str, *arguments: Any) -> Any:
    """What a call gives, or what it refuses with."""
    try:
        return getattr(store, method)(*arguments)
    except (Conflict, KeyUsed, Occupied) as refused:
        return type(refused), str(refused), vars(refused)


@pytest.fixture
def stores(postgres: PostgresServer) -> Iterator[list[Store]]:
    folder = Path(tempfile.mkdtemp())
    opened: list[Store] = [
        MemoryStore(),
        SQLiteStore(folder / "tables.sqlite"),
        PostgresStore(postgres.new_database()),
    ]
    yield opened
    for store in opened:
        store.close()
    shutil.rmtree(folder)


def machine(stores: list[Store], look_each_time: bool) -> type[RuleBasedStateMachine]:
    """Random operations on all stores; everything kept is compared after each of them, or when they are over.

    A look at everything is a new connection to the database, and costs more than the operation.
    """

    class SameAnswers(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            for store in stores:
                for table in ("a", "b", "ä b"):
                    store.remove(table)

        def same(self, method: str, *arguments: Any) -> Any:
            first, *others = (answer(store, method, *arguments) for store in stores)
            assert all(other == first for other in others), (method, arguments, first, others)
            return first

        @rule(table=TABLES, data=st.lists(BYTES, max_size=3), key=KEYS, off=st.sampled_from([0, 0, 0, 0, 1, -1]))
        def append(self, table: str, data: list[bytes], key: str, off: int) -> None:
            self.same("append", table, max(0, stores[0].last(table) + off), data, key)

        @rule(table=TABLES, after=st.integers(0, 6), most=st.none() | st.integers(0, 4))
        def read(self, table: str, after: int, most: int | None) -> None:
            self.same("read", table, after, most)

        @rule(table=TABLES, key=KEYS)
        def find(self, table: str, key: str) -> None:
            self.same("find", table, key)

        @rule(table=TABLES, kind=KINDS, name=NAMES, value=BYTES)
        def put(self, table: str, kind: str, name: str, value: bytes) -> None:
            self.same("put", table, kind, name, value)

        @rule(table=TABLES, kind=KINDS, name=NAMES, old=VALUES, new=VALUES)
        def swap(self, table: str, kind: str, name: str, old: bytes | None, new: bytes | None) -> None:
            self.same("swap", table, kind, name, old, new)

        @rule(table=TABLES, kind=KINDS, name=NAMES, new=VALUES)
        def swap_what_is_there(self, table: str, kind: str, name: str, new: bytes | None) -> None:
            assert self.same("swap", table, kind, name, self.same("get", table, kind, name), new) is True

        @rule(table=TABLES, kind=KINDS)
        def names(self, table: str, kind: str) -> None:
            self.same("names", table, kind)

        @rule(table=TABLES)
        def remove(self, table: str) -> None:
            self.same("remove", table)

        @rule(table=TABLES, over=st.booleans())
        def fill_with_what_is_there(self, table: str, over: bool) -> None:
            contents = [kept for kept in stores[0].contents() if kept.table == table]
            self.same("fill", [table], contents, over)

        @invariant()
        def the_same_is_kept_meanwhile(self) -> None:
            if look_each_time:
                self.the_same_is_kept()

        def teardown(self) -> None:
            self.the_same_is_kept()

        def the_same_is_kept(self) -> None:
            first, *others = ([*store.contents(), store.tables()] for store in stores)
            assert all(other == first for other in others)

    return SameAnswers


def test_random_operations_have_the_same_answers_in_every_store(stores: list[Store]) -> None:
    run_state_machine_as_test(machine(stores, False), settings=settings(max_examples=25, stateful_step_count=25))


@pytest.mark.soak
def test_many_random_operations_have_the_same_answers_in_every_store(stores: list[Store]) -> None:
    run_state_machine_as_test(
        machine(stores, True), settings=settings(max_examples=1000, stateful_step_count=50, derandomize=False)
    )
