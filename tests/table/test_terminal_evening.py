"""The last act of the golden evening of Untold Aeons at the terminal: every line, die and decision typed."""

import shlex
import sys
from pathlib import Path

import pytest

from rulewright.cli.play_begin import begin
from rulewright.cli.play_console import Console
from rulewright.cli.play_odds import Patience
from rulewright.game import find_game
from rulewright.game.plain_data import plain
from rulewright.game.typed_input import pairs
from rulewright.readings import Budget
from rulewright.table.audit import audit
from rulewright.table.stores.sqlite import SQLiteStore
from rulewright.table.tables import Tables

sys.path.insert(0, str(Path(__file__).parents[1]))

from playthrough import FOLDER, _act

GAME = find_game("untold-aeons")


class Typist:
    """Types the lines of a playthrough; dice and decisions when they are asked for, and steps back from the rest."""

    def __init__(self, options: list[str], lines: list[str]) -> None:
        self.before = ["n", *(f"option {one}" for one in options)]
        self.lines = lines
        self.dice: list[str] = []
        self.choices: list[str] = []
        self.entered = False
        self.unanswered = 0

    def __call__(self, question: str) -> str:
        asked = question.strip()
        if self.before:
            return self.before.pop(0)
        if asked == ">":
            if not self.lines:
                raise EOFError
            command, *rest = self.lines.pop(0).split(" | ")
            extra = dict(part.split(" ", 1) for part in rest)
            self.dice = extra.get("dice", "").split(",") if "dice" in extra else []
            self.choices = [one.strip() for one in extra.get("choose", "").split(",")] if "choose" in extra else []
            self.entered = False
            return command
        if asked.startswith("d6 for ") and self.dice:
            return self.dice.pop(0)
        if asked.startswith("which?") and self.choices:
            return self.choices.pop(0)
        if asked.startswith("Enter") and not self.entered:
            self.entered = True
            return "t" if self.dice else ""
        if asked.startswith("Enter"):  # what is refused is asked for again
            return "b"
        self.unanswered += 1
        if self.unanswered > 5:
            raise AssertionError(f"{asked} {self.lines[:1]}")
        return "b"


def test_the_last_act_is_the_same_at_the_keyboard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patience, "budget", lambda patience: Budget(paths=1))  # no odds: they are tested elsewhere
    text = (FOLDER / f"{GAME.slug}.txt").read_text().splitlines()
    options = shlex.split(next(line for line in text if line.startswith("options ")))[1:]
    act = text[next(at for at, line in enumerate(text) if line.startswith("# Third act")) :]
    lines = [line[2:] for line in act if line.startswith("> ") and "Bert" not in line and "enemy-maneuver" not in line]
    lines.remove(next(line for line in lines if line.endswith("choose standing frozen")))  # it would be asked again
    file, typist = tmp_path / "evening.sqlite", Typist(options, list(lines))
    begin(GAME.slug, str(file), False, Console(typist))
    shown = capsys.readouterr().out
    rules, scene = GAME.table_options(pairs(options, "option")), GAME.scene()
    for line in lines:
        scene, _ = _act(GAME, scene, rules, line)
    store = SQLiteStore(file)
    tables = Tables(store)
    (table,) = store.tables()
    assert tables.state(table).scene == plain(scene)
    assert audit(tables.log(table).events()).differences == ()
    store.close()
    assert typist.unanswered < 5
    for words in ("The effect: paranoia.", "Nora faints.", "trigger: a hallucination", "UNCONSCIOUS"):
        assert words in shown
