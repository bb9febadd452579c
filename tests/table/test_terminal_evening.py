"""The golden evening of each game at the terminal: characters by hand, every line, die and decision typed."""

import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from a_table import every_game

from rulewright.cli.play_console import Console, Leave
from rulewright.cli.play_forms import written
from rulewright.cli.play_odds import Patience
from rulewright.cli.play_session import Session
from rulewright.game import find_game
from rulewright.readings import Budget
from rulewright.table.audit import audit
from rulewright.table.events import ActionTaken
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables

sys.path.insert(0, str(Path(__file__).parents[1]))

from playthrough import FOLDER, Entry, act, entries, seats

DIE = re.compile(r"d\d+ for ")


class Typist:
    """Types the lines of a playthrough; dice and decisions when they are asked for, and steps back from the rest.

    Whenever the prompt returns, what has come of the line is compared with what was reckoned by hand.
    """

    def __init__(self, slug: str) -> None:
        text = (FOLDER / f"{slug}.txt").read_text()
        self.game, self.tables = find_game(slug), Tables(MemoryStore())
        self.place, _ = self.tables.open(slug, "Game master")
        self.left, self.kept = list(entries(text)), seats(text)
        self.done: Entry | None = None
        self.seen = self.state.seq
        self.answers: list[str] = []
        self.dice: list[str] = []
        self.choices: list[str] = []
        self.entered = False
        self.options, self.scene = self.game.table_options(), self.game.scene()

    @property
    def state(self) -> Any:
        return self.tables.state(self.place.table)

    def __call__(self, question: str) -> str:
        asked = question.strip()
        if asked == ">":
            return self._next_line()
        if self.answers:  # the steps of creation
            return self.answers.pop(0)
        if DIE.match(asked) and self.dice:
            return self.dice.pop(0)
        if asked.startswith("which?") and self.choices:
            return self.choices.pop(0)
        if asked.startswith("Enter") and not self.entered:
            self.entered = True
            return "t" if self.dice and "t types dice" in asked else ""
        assert self.done is not None
        assert self.done.refused, f"line {self.done.line}: {asked}"
        return "b"

    def _next_line(self) -> str:
        """Check the line before, and type the next one."""
        if self.done is not None:
            self._check(self.done)
        if not self.left:
            raise EOFError
        entry = self.done = self.left.pop(0)
        self.seen, self.entered = self.state.seq, False
        self.dice, self.choices = [str(face) for face in entry.dice], list(entry.choices)
        if not entry.action:
            self.options = self.game.table_options(entry.params)
            return "option " + entry.command.removeprefix("options ")
        after, _ = act(self.game, self.scene, self.options, entry)
        begins = self.game.fights is not None and entry.action == self.game.fights.begin
        if begins and not entry.refused and self._plain(after) == self.state.scene:  # it has begun by itself
            self.scene, self.done = after, None
            return self._next_line()
        self.scene = after
        if entry.action == self.game.joining and not entry.refused and entry.params["character"]["name"] in self.kept:
            made = entry.params["character"]
            steps = (written(made[one.field]) if one.field in made else "" for one in self.game.creation)
            self.answers = ["s", *steps, "", ""]
            return "new"
        return entry.command

    def _check(self, entry: Entry) -> None:
        assert not self.answers, f"line {entry.line}: not asked for {self.answers}"
        log = self.tables.log(self.place.table)
        bodies = [log.event(seq).body for seq in range(self.seen + 1, self.state.seq + 1)]
        acted = [body for body in bodies if isinstance(body, ActionTaken) and not body.automatic]
        assert len(acted) == (1 if entry.action and not entry.refused else 0), f"line {entry.line}: {entry.command}"
        if acted:
            entry.check(self.state.scene, self._plain(acted[0].outcome))

    @staticmethod
    def _plain(value: Any) -> Any:
        return msgspec.json.decode(msgspec.json.encode(value))


class Evening(Session):
    """A session that lists what is legal only where a line needs the list: it is slow, and tested elsewhere."""

    def __init__(self, typist: Typist) -> None:
        super().__init__(Console(typist), typist.tables, typist.place)
        self.typist = typist

    def _show(self) -> None:
        command = self.typist.left[0].command if self.typist.left else ""
        if any(one.name == command and one.parameters for one in self.game.actions):
            super()._show()


SAID = {
    "untold-aeons": (
        "The effect: paranoia.",
        "Nora faints.",
        "turn of the story for Nora: a hallucination",
        "UNCONSCIOUS",
    )
}
"""Sentences of the rarer moments that the evening prints."""


@every_game
def test_the_evening_is_the_same_at_the_keyboard(
    slug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Patience, "budget", lambda patience: Budget(paths=1))  # no odds: they are tested elsewhere
    typist = Typist(slug)
    with pytest.raises(Leave):
        Evening(typist).run()
    assert not typist.left
    assert typist.state.scene == typist._plain(typist.scene)
    assert audit(typist.tables.log(typist.place.table).events()).differences == ()
    shown = capsys.readouterr().out
    assert [words for words in SAID.get(slug, ()) if words not in shown] == []
