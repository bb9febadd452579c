"""A server that is killed under load loses nothing it has acknowledged, and writes nothing twice.

Players speak, roll, act and decide, and the game master takes things back, each until it is acknowledged,
whatever happens to the server. After every restart the log has everything acknowledged so far, in its
place, without a gap; now and then, and in the end, the table is folded anew from its first event.
"""

import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from serving import Process, Seat, free_port, joined, open_table

from postgres_server import PostgresServer
from rulewright.table.audit import audit
from rulewright.table.events import Event, MessageSent
from rulewright.table.fold import fold_all
from rulewright.table.stores import open_store
from rulewright.table.table_file import read_dice, read_log
from rulewright.table.tables import Tables
from rulewright.table.verify import verify

HEROES = ("Ines", "Hale", "", "")
FOLD_EVERY = 25
Body = dict[str, Any]


class Player:
    """Does one thing after another, each with a key of its own, and again until it is acknowledged or refused."""

    def __init__(self, seat: Seat, hero: str, seed: int) -> None:
        self.seat, self.hero = seat, hero
        self.acknowledged: dict[int, str] = {}
        """What was said at each event that was acknowledged, "" for anything else than words."""
        self.ended = threading.Event()
        self.wrong: list[str] = []
        self._random = Random(seed)
        self._client = httpx.Client(verify=False, timeout=10)
        self._number = 0
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        while not self.ended.is_set():
            self._random.choice(self._deeds())()
        self._client.close()

    def _deeds(self) -> list[Any]:
        return [self._say, self._roll, *([self._act, self._act] if self.hero else [])]

    def _say(self) -> None:
        text = f"{self.seat.seat} says {self._number}"
        self._done("/messages", {"text": text}, text)

    def _roll(self) -> None:
        self._done("/rolls", {"notation": "3d6", "audience": self._random.choice(["everyone", "gm", "blind"])})

    def _act(self) -> None:
        """A check; where it waits for a decision, that is taken, and the dice that it leads to are rolled."""
        skill = self._random.choice(["perception", "stealth", "brawl"])
        event = self._done("/actions", {"action": "check", "params": {"who": self.hero, "skill": skill}})
        while event is not None and event["kind"] == "waiting":
            choices = sorted(event.get("choices", []), reverse=self._random.random() < 0.2)  # mostly "keep"
            event = self._done("/answers", {"pending": event["pending"], "choices": choices[:1]})

    def _done(self, path: str, body: Body, text: str = "") -> Any:
        """The event that came of it; None when it was refused, or the evening is over."""
        self._number += 1
        body = {**body, "key": f"k{self._number}"}
        while not self.ended.is_set():
            answer = self._asked(path, body)
            if answer is None or answer.status_code == 429:
                continue
            if answer.status_code == 200:
                written = answer.json()
                self.acknowledged[written["seq"]] = text
                return written["event"]
            if answer.status_code not in (404, 409):  # undone meanwhile, or refused by a rule
                self.wrong.append(f"{answer.status_code} {answer.text[:200]}")
                self.ended.set()
            return None
        return None

    def _asked(self, path: str, body: Body) -> httpx.Response | None:
        address = f"{self.seat.base}{self.seat.path}{path}"
        try:
            return self._client.post(address, json=body, headers=self.seat.headers)
        except httpx.HTTPError:
            time.sleep(0.01)  # it has been killed; ask again with the same key
            return None


class Master(Player):
    """The game master, who speaks, rolls, and takes back what was done last."""

    def _deeds(self) -> list[Any]:
        return [self._say, self._roll, self._undo]

    def _undo(self) -> None:
        """Going back has no key, so it is asked for once: it is unknown whether it happened if the answer is lost."""
        answer = self._asked("/undo", {})
        if answer is not None and answer.status_code == 200:
            self.acknowledged[answer.json()["seq"]] = ""


class Killed:
    """A server that is killed again and again, and what has been found in its store."""

    def __init__(self, database: str, seed: int) -> None:
        self.database, self._random = database, Random(seed)
        self.server = Process(database, free_port())
        master = open_table(self.server.base, "untold-aeons")
        seats = [joined(master, f"Player {number}", character=hero) for number, hero in enumerate(HEROES)]
        self.first = master.get()["seq"]
        self.master = Master(master, "", seed)
        self.players = [self.master, *(Player(one, hero, seed) for one, hero in zip(seats, HEROES, strict=True))]
        self.took: list[float] = []
        self._events: list[Event] = []

    def run(self, times: int) -> None:
        """Kill it so often while all play, then look at everything once more."""
        for player in self.players:
            player.thread.start()
        try:
            for number in range(times):
                time.sleep(self._random.uniform(0.0, 0.25))
                self.server.kill()
                began = time.perf_counter()
                self.server.start()
                self.master.seat.get("/log", most=1)
                self.took.append(time.perf_counter() - began)
                self.check(whole=number % FOLD_EVERY == FOLD_EVERY - 1)
            time.sleep(0.2)
        finally:
            for player in self.players:
                player.ended.set()
            for player in self.players:
                player.thread.join()
        try:
            self.check(whole=True)
            self.check_counts()
            self.check_dice()
        finally:
            self.server.stop()
        assert self.server.errors.count("Traceback") == 0, self.server.errors

    def check(self, whole: bool) -> None:
        """Everything acknowledged until now is in its place and no number is left out; `whole` folds from the start."""
        acknowledged = [dict(player.acknowledged) for player in self.players]
        store = open_store(self.database)
        try:
            tables, table = Tables(store), self.master.seat.table
            state = tables.state(table)
            self._events += tables.log(table).events(len(self._events))
            if whole:
                assert fold_all(self._events[: state.seq]) == state
        finally:
            store.close()
        assert [event.seq for event in self._events] == list(range(1, len(self._events) + 1))
        for player, messages in zip(self.players, acknowledged, strict=True):
            for seq, text in messages.items():
                event = self._events[seq - 1]
                assert event.by == player.seat.seat
                assert not text or (isinstance(event.body, MessageSent) and event.body.text == text)

    def check_counts(self) -> None:
        """Nothing stands twice: beside what was acknowledged, each may have written what was under way at the end.

        An undo whose answer was lost with a server may have been written as well.
        """
        assert [player.wrong for player in self.players] == [[]] * len(self.players)
        written = Counter(event.by for event in self._events[self.first :])
        for player in self.players[1:]:
            assert len(player.acknowledged) > 1
            assert 0 <= written[player.seat.seat] - len(player.acknowledged) <= 1
        assert 0 <= written["s1"] - len(self.master.acknowledged) <= len(self.took) + 1
        said = Counter(event.body.text for event in self._events if isinstance(event.body, MessageSent))
        assert set(said.values()) <= {1}

    def check_dice(self) -> None:
        """Once the seed is known every die is proved, and the rules give the same again."""
        self.master.seat.post("/close")
        lines = self.master.seat.ask("GET", "/export", timeout=300).content.splitlines()
        found = verify(read_dice(lines))
        assert found.holds, f"event {found.seq}: {found.fault}"
        assert found.proved > 0
        assert audit(read_log(lines)[1]).differences == ()

    def summary(self) -> str:
        """The figures in a line."""
        ordered = sorted(self.took)
        acknowledged = sum(len(player.acknowledged) for player in self.players)
        restarts = f"median {ordered[len(ordered) // 2]:.2f} s, longest {ordered[-1]:.2f} s"
        kinds = Counter(type(event.body).__name__.lower() for event in self._events[self.first :])
        return (
            f"{len(ordered)} kills, {acknowledged:,} events acknowledged, none lost of {len(self._events):,} "
            f"({', '.join(f'{count:,} {kind}' for kind, count in kinds.most_common())}); "
            f"from restart to the first answer: {restarts}\n"
        )


def kill_under_load(database: str, times: int, seed: int) -> None:
    killed = Killed(database, seed)
    killed.run(times)
    sys.stdout.write(killed.summary())


def test_kill_9_loses_nothing_in_a_sqlite_file(tmp_path: Path) -> None:
    kill_under_load(str(tmp_path / "tables.sqlite"), 8, seed=1)


def test_kill_9_loses_nothing_in_postgresql(postgres: PostgresServer) -> None:
    kill_under_load(postgres.new_database(), 6, seed=2)


@pytest.mark.soak
def test_kill_9_at_a_thousand_moments_loses_nothing_in_a_sqlite_file(tmp_path: Path) -> None:
    kill_under_load(str(tmp_path / "tables.sqlite"), 1_000, seed=3)


@pytest.mark.soak
def test_kill_9_at_a_thousand_moments_loses_nothing_in_postgresql(postgres: PostgresServer) -> None:
    kill_under_load(postgres.new_database(), 1_000, seed=4)
