"""Whatever is done at a table: every store has the same log, it folds to the live state, and time can be gone back."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from a_table import GAMES, Clock, company, legal_tries
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from postgres_server import PostgresServer
from rulewright.rules import BadInput, Refused
from rulewright.table import act as doing
from rulewright.table import undo as going_back
from rulewright.table.errors import Forbidden, NotFound
from rulewright.table.events import AnswerAwaited, write_event
from rulewright.table.fold import fold, fold_all
from rulewright.table.perform import Attempt
from rulewright.table.seeds.fair_dice import player_commitment
from rulewright.table.seeds.player_seeds import commit_seed, drop_seeds, show_seed
from rulewright.table.state import TableState
from rulewright.table.stores import Store
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.stores.postgres import PostgresStore
from rulewright.table.stores.sqlite import SQLiteStore
from rulewright.table.tables import Tables, TableSeat

REFUSED = (BadInput, Refused, Forbidden, NotFound)


@pytest.fixture
def kept(postgres: PostgresServer) -> Iterator[list[Store]]:
    folder = Path(tempfile.mkdtemp())
    opened: list[Store] = [SQLiteStore(folder / "tables.sqlite"), PostgresStore(postgres.new_database())]
    yield opened
    for store in opened:
        store.close()
    shutil.rmtree(folder)


def machine(others: list[Store]) -> type[RuleBasedStateMachine]:
    class Play(RuleBasedStateMachine):
        """The same things done at the same table in every store, by the same clock, with the same seed."""

        @initialize(slug=st.sampled_from(GAMES))
        def open(self, slug: str) -> None:
            memory = MemoryStore()
            self.place: TableSeat = company(slug, memory).gm
            self.alice = TableSeat(self.place.table, "s2")
            for store in others:
                for table in store.tables():
                    store.remove(table)
                store.fill([self.place.table], memory.contents())
            self.tables = [Tables(store, now=Clock()) for store in (memory, *others)]

        def teardown(self) -> None:
            if hasattr(self, "tables"):
                self.check_prefixes()

        @property
        def state(self) -> TableState:
            return self.tables[0].state(self.place.table)

        def everywhere(self, work: Callable[[Tables], Any]) -> Any:
            """Do it in every store: all refuse alike, or all write the same."""
            answers = []
            for tables in self.tables:
                try:
                    answers.append(write_event(work(tables)))
                except REFUSED as refused:
                    answers.append(f"{type(refused).__name__}: {refused}".encode())
            assert len(set(answers)) == 1, answers
            return answers[0]

        @rule(seed=st.integers(0, 10**6), typed=st.booleans())
        def act(self, seed: int, typed: bool) -> None:
            game = self.tables[0].game(self.state)
            tried = next(legal_tries(game, self.state, Random(seed)), None)
            if tried is not None:
                wanted = Attempt("action", tried.name, tried.params, faces=(1,) if typed else None)
                self.everywhere(lambda tables: doing.submit(tables, self.place, wanted))

        @rule(text=st.sampled_from(["3d6", "4d6kh3", "2d12!", "nonsense"]))
        def roll(self, text: str) -> None:
            self.everywhere(lambda tables: doing.submit(tables, self.alice, Attempt("notation", text)))

        @rule(last=st.booleans())
        def answer(self, last: bool) -> None:
            for pending, waits in self.state.pending.items():
                choices = waits.body.need.choices
                chosen = (choices[-1 if last else 0],) if choices else ()
                self.everywhere(partial(doing.answer, place=self.place, pending=pending, choices=chosen))
                return

        @rule()
        def withdraw(self) -> None:
            for pending in self.state.pending:
                self.everywhere(partial(doing.withdraw, place=self.place, pending=pending))
                return

        @rule(seed=st.text("ab", min_size=15, max_size=18))
        def add_a_seed(self, seed: str) -> None:
            commitment = player_commitment(self.alice.seat, seed)
            self.everywhere(lambda tables: commit_seed(tables, self.alice, commitment))
            self.everywhere(lambda tables: show_seed(tables, self.alice, seed))
            self.everywhere(lambda tables: drop_seeds(tables, self.place))

        @rule(back=st.integers(1, 12))
        def undo_and_redo(self, back: int) -> None:
            before = self.state
            self.everywhere(lambda tables: going_back.undo(tables, self.place, max(2, before.seq - back)))
            if self.state.seq > before.seq:
                self.everywhere(lambda tables: going_back.redo(tables, self.place))
                assert self.state.play == before.play

        @rule()
        def undo(self) -> None:
            self.everywhere(lambda tables: going_back.undo(tables, self.place))

        @rule()
        def redo(self) -> None:
            self.everywhere(lambda tables: going_back.redo(tables, self.place))

        @invariant()
        def the_log_folds_to_the_live_state(self) -> None:
            if not hasattr(self, "tables"):
                return
            for tables in self.tables:
                live = tables.state(self.place.table)
                assert fold_all(tables.log(self.place.table).events()) == live
                assert live == self.state

        def check_prefixes(self) -> None:
            """The state after any event is the fold of the log up to it, for a process that reads it afresh too."""
            every, state = [TableState()], TableState()
            for event in self.tables[0].log(self.place.table).events():
                state = fold(state, event)
                every.append(state)
            for tables in self.tables:
                afresh = Tables(tables.store).log(self.place.table)
                asked = range(1, len(every)) if tables is self.tables[0] else (2, len(every) // 2, len(every) - 1)
                assert [afresh.at(seq) for seq in asked] == [every[seq] for seq in asked]

    return Play


def test_every_store_has_the_same_evening(kept: list[Store]) -> None:
    run_state_machine_as_test(machine(kept), settings=settings(max_examples=10, stateful_step_count=12))


def test_a_store_in_memory_has_the_same_evening_again_and_again() -> None:
    run_state_machine_as_test(machine([]), settings=settings(max_examples=60, stateful_step_count=20))


@pytest.mark.soak
def test_every_store_has_the_same_long_evening(kept: list[Store]) -> None:
    run_state_machine_as_test(machine(kept), settings=settings(max_examples=300, stateful_step_count=40))


def test_something_waits_in_those_evenings() -> None:
    table = company("untold-aeons")
    assert table.game.opening is not None
    action, params = table.game.opening.first
    event = doing.submit(table.tables, table.gm, Attempt("action", action, dict(params)))
    assert isinstance(event.body, AnswerAwaited)
