"""Nothing that was acknowledged is lost when a writer is killed, at whatever moment."""

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from appending import data

from postgres_server import PostgresServer, running_postgres
from rulewright.table.stores import Store, open_store

PROGRAM = Path(__file__).with_name("appending.py")
AT_ONCE = 3


class Writer:
    """A program that appends and notes in a file what was acknowledged."""

    def __init__(self, where: str, name: str, folder: Path) -> None:
        self.name = name
        self._said = folder / name
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                [sys.executable, str(PROGRAM), where, name], stdout=said, stderr=subprocess.PIPE
            )

    def wait_for_more(self) -> None:
        """Wait until it has had one more acknowledged than now."""
        size = self._said.stat().st_size
        while self._said.stat().st_size == size:
            assert self._process.poll() is None
            time.sleep(0.01)

    def kill(self) -> None:
        """Kill it, whatever it does."""
        self._process.kill()

    def acknowledged(self) -> Counter[str]:
        """The last acknowledged place of each log that the killed writer wrote to."""
        _, errors = self._process.communicate(timeout=60)
        assert (self._process.returncode, errors) == (-signal.SIGKILL, b"")
        said: Counter[str] = Counter()
        for line in self._said.read_text().splitlines(keepends=True):
            if line.endswith("\n"):  # the kill may cut a line off
                table, seq = line.split()
                said[table] = int(seq)
        return said


def kill_many(where: str, kills: int, folder: Path) -> int:
    """Start writers, a few at once, and kill each at a random moment; gives how many entries there are."""
    chance = random.Random(kills)
    acknowledged: Counter[str] = Counter()
    for begin in range(0, kills, AT_ONCE):
        writers = [Writer(where, f"w{number}", folder) for number in range(begin, min(begin + AT_ONCE, kills))]
        writers[0].wait_for_more()
        for writer in writers:
            time.sleep(chance.uniform(0.0, 0.05))
            writer.kill()
        for writer in writers:
            acknowledged |= writer.acknowledged()
    store = open_store(where)
    try:
        return checked(store, acknowledged)
    finally:
        store.close()


def checked(store: Store, acknowledged: Counter[str]) -> int:
    """All that was acknowledged is there, in order, once."""
    assert acknowledged["repeated"] == 0
    total = 0
    for table in set(store.tables()) | acknowledged.keys() - {"repeated"}:
        log = store.read(table)
        total += len(log)
        assert len(log) >= acknowledged[table], table
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        if table == "shared":
            assert len({entry.data for entry in log}) == len(log)
        else:
            assert [entry.data for entry in log] == [data(table, entry.seq) for entry in log]
    return total


def test_killed_writers_of_a_file_lose_nothing(tmp_path: Path) -> None:
    assert kill_many(str(tmp_path / "tables.sqlite"), 12, tmp_path) > 12


def test_killed_writers_of_a_database_lose_nothing(postgres: PostgresServer, tmp_path: Path) -> None:
    assert kill_many(postgres.new_database(), 12, tmp_path) > 12


@pytest.mark.soak
def test_a_thousand_killed_writers_of_a_file_lose_nothing(tmp_path: Path) -> None:
    assert kill_many(str(tmp_path / "tables.sqlite"), 1000, tmp_path) > 1000


@pytest.mark.soak
def test_a_thousand_killed_writers_of_a_database_lose_nothing(postgres: PostgresServer, tmp_path: Path) -> None:
    assert kill_many(postgres.new_database(), 1000, tmp_path) > 1000


def pull_the_plug(times: int, folder: Path) -> None:
    """Stop a server at once again and again, under writers who go on when it is back."""
    chance = random.Random(times)
    with running_postgres() as server:
        where = server.new_database()
        writers = [Writer(where, f"w{number}", folder) for number in range(AT_ONCE)]
        for _ in range(times):
            for writer in writers:
                writer.wait_for_more()
            time.sleep(chance.uniform(0.0, 0.1))
            server.stop(signal.SIGQUIT)
            server.start()
        acknowledged: Counter[str] = Counter()
        for writer in writers:
            writer.wait_for_more()
            writer.kill()
            acknowledged |= writer.acknowledged()
        store = open_store(where)
        try:
            checked(store, acknowledged)
        finally:
            store.close()


def test_a_server_that_is_stopped_at_once_loses_nothing(tmp_path: Path) -> None:
    pull_the_plug(2, tmp_path)


@pytest.mark.soak
def test_a_server_that_is_stopped_at_once_a_hundred_times_loses_nothing(tmp_path: Path) -> None:
    pull_the_plug(100, tmp_path)
