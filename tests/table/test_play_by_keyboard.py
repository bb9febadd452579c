"""Every action that is offered in a ready-made scene, and every step of creation, by keyboard alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from a_table import every_game

from rulewright.cli import play_advice
from rulewright.cli.play_console import Console, Leave
from rulewright.cli.play_create import create
from rulewright.cli.play_forms import written
from rulewright.cli.play_map import map_lines
from rulewright.cli.play_odds import Patience
from rulewright.cli.play_session import Session
from rulewright.game import Game, find_game
from rulewright.game.forms import Form, PicksForm, WordsForm
from rulewright.game.plain_data import plain
from rulewright.readings import Budget
from rulewright.rules import Refused
from rulewright.table import undo
from rulewright.table.act import set_up
from rulewright.table.events import ActionTaken
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables, TableSeat

NONSENSE = ("?", "zzz='", "-1")

ANSWERS = ("1", "2", "5", "1,1", "something new", "3d", "wits", "potion")
"""What is tried at a question in which a value is needed, one after the other."""


SCENARIO = Path(__file__).with_name("scenario.toml")


class Stuck(Exception):
    """A question that none of the answers satisfies."""


class Hand:
    """Types nonsense at every question first, and then what a player would who reads the screen."""

    def __init__(self, number: str) -> None:
        self.number = number
        self.asked: list[str] = []
        self.tried: dict[str, list[str]] = {}

    def __call__(self, question: str) -> str:
        question = question.strip()
        if question == ">":
            self.asked.append(question)
            if self.asked.count(">") > 1:
                raise EOFError
            return self.number
        if question not in self.tried:
            self.tried[question] = [*NONSENSE, *self.answers(question)]
        self.asked.append(question)
        if not self.tried[question] or len(self.asked) > 200:
            raise Stuck(question)
        return self.tried[question].pop(0)

    @staticmethod
    def answers(question: str) -> tuple[str, ...]:
        if question.startswith("change what?"):
            return ("notes", "Tags", "HP", "", "b")
        if ", now " in question:
            return (question.split(", now ", 1)[1].rstrip(":") or "something new", "b")
        if question.endswith("which file?"):
            return (str(SCENARIO), "b")
        if question.startswith(("Enter", "d4", "d6", "d12", "d20", "d100", "a card")):
            return ("", "b")
        if question.startswith("which?"):  # every decision of an action asks it in the same words
            return ANSWERS * 10
        return ANSWERS


def sessions(slug: str) -> Iterator[tuple[Session, Tables, TableSeat]]:
    """A session in each ready-made scene of a game."""
    for opening in find_game(slug).openings:
        tables = Tables(MemoryStore())
        place, _ = tables.open(slug, "Ann")
        set_up(tables, place, opening, place.seat)
        yield Session(Console(), tables, place), tables, place


@pytest.fixture(autouse=True)
def without_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patience, "budget", lambda patience: Budget(None, 0.0))


@every_game
def test_every_action_that_is_offered_can_be_done_and_takes_nonsense(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for session, tables, place in sessions(slug):
        session._show()
        monkeypatch.setattr(session, "_show", lambda: None)
        offered = [choice.offer for found in session._groups.values() for choice in found]
        base = tables.state(place.table).seq
        not_done, seen = {}, set()
        for number, offer in enumerate(offered, 1):
            if offer.action in seen or offer.action == find_game(slug).joining:
                continue
            seen.add(offer.action)
            hand = Hand(str(number))
            session.console._read = hand
            with pytest.raises(Leave):
                session.run()
            log = tables.log(place.table)
            facts = [log.event(seq).body for seq in range(base + 1, tables.state(place.table).seq + 1)]
            if not any(isinstance(fact, ActionTaken) and fact.action == offer.action for fact in facts):
                not_done[offer.action] = hand.asked[-3:]
            if tables.state(place.table).seq > base:
                undo.undo(tables, place, base)
            base = tables.state(place.table).seq
        assert not_done == {}


@every_game
def test_quit_leaves_at_the_first_question_of_every_action(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for session, tables, place in sessions(slug):
        session._show()
        monkeypatch.setattr(session, "_show", lambda: None)
        base = tables.state(place.table).seq
        offered = [choice.offer.action for found in session._groups.values() for choice in found]
        for number in (offered.index(action) + 1 for action in dict.fromkeys(offered)):
            lines = [str(number), "quit"]

            def read(question: str, lines: list[str] = lines) -> str:
                return lines.pop(0)  # IndexError if `quit` does not leave

            session.console._read = read
            with pytest.raises(Leave):
                session.run()
            if tables.state(place.table).seq > base:
                undo.undo(tables, place, base)
            base = tables.state(place.table).seq


@every_game
def test_every_command_takes_nothing_nonsense_and_a_name(
    slug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play_advice, "_RUNS", 1)
    monkeypatch.setattr(play_advice, "ADVICE_SECONDS", 0.1)
    for session, _, _ in sessions(slug):
        session._show()
        monkeypatch.setattr(session, "_show", lambda: None)
        who = next(iter(session.state.scene["characters"]))
        commands = [name for name in session._commands() if name not in ("new", "story", "foe")]
        lines = [f"{name} {rest}".strip() for name in commands for rest in ("", "zzz='", who)]

        def read(question: str, lines: list[str] = lines) -> str:
            return lines.pop(0) if lines else "quit"

        session.console._read = read
        with pytest.raises(Leave):
            session.run()
        assert lines == []
    assert "Traceback" not in capsys.readouterr().out


def test_the_recommended_rulings_are_taken_and_given_back_at_one_word(capsys: pytest.CaptureFixture[str]) -> None:
    session, tables, place = next(sessions("twelves"))
    lines = ["options", "options rest", "option recommended", "options", "option as written", "quit"]
    taken: list[dict[str, Any]] = []

    def read(question: str) -> str:
        taken.append(dict(tables.state(place.table).options))
        return lines.pop(0)

    session.console._read = read
    with pytest.raises(Leave):
        session.run()
    assert taken[3] == {"collapse-check": "plain", "short-rest-limit": 2, "rank-max": 7}
    assert taken[5] == {}
    out = capsys.readouterr().out
    assert "the lab:  plain. Strength 7 holds out its first turn in Critical" in out
    assert "[TW-A18, ours]" in out
    assert "18 more: `all` lists them, a word finds them" in out


def examples(game: Game) -> list[dict[str, Any]]:
    steps = [step for opening in game.openings for step in opening.steps]
    return [dict(params["character"]) for action, params in steps if action == game.joining]


@every_game
def test_every_example_character_can_be_typed_step_by_step_between_nonsense(slug: str) -> None:
    game = find_game(slug)
    steps = {f"{step.title}{' (or Enter)' if step.optional else ''}:": step for step in game.creation}
    for example in examples(game):
        waiting: dict[str, list[str]] = {}

        def read(question: str, waiting: dict[str, list[str]] = waiting, example: dict[str, Any] = example) -> str:
            question = question.strip()
            if question == "how?":
                return "s"
            if question not in steps:
                assert question.startswith("Enter accepts"), question
                return ""
            step = steps[question]
            wanted = written(example[step.field]) if step.field in example else ""
            nonsense = (
                ["?"] if takes_any_words(step.legal(game.table_options(), example).form) else ["?", "=", "'", "{"]
            )
            lines = waiting.setdefault(question, [*nonsense, wanted])
            assert lines, f"{question} does not take {wanted}"
            return lines.pop(0)

        made = create(Console(read), game, {})
        assert plain(game.new_sheet(made, {})) == plain(game.new_sheet(example, {}))


def takes_any_words(form: Form | None) -> bool:
    return isinstance(form, WordsForm) or (isinstance(form, PicksForm) and form.own is not None)


def test_attributes_are_rolled_at_their_step_of_creation(capsys: pytest.CaptureFixture[str]) -> None:
    """The best of each two dice is worth 0 up to 3, 1 up to 5, and 2 at 6, for dice that are rolled here too."""
    game = find_game("light-dark")
    answers = iter(["s", "Ash", "courier", "", "roll", "", "", "tough", "", ""])
    draft = create(Console(lambda question: next(answers)), game, {})
    dice = draft["dice"]
    best = [max(dice[at : at + 2]) for at in range(0, 8, 2)]
    made = plain(game.new_sheet(draft, {}))
    values = [(one > 3) + (one > 5) for one in best]
    assert list(made["attributes"].values()) == values
    shown = capsys.readouterr().out
    assert f"rolled: {', '.join(map(str, dice))}" in shown
    assert "(now strength {}, dexterity {}, insight {}, resolve {})".format(*values) in shown  # before the exchange


@pytest.mark.parametrize("typed", ["2, 4", "2 4", "climbing, medicine", "climbing medicine"])
def test_listed_skills_are_picked_by_number_or_name(typed: str) -> None:
    game = find_game("light-dark")
    answers = iter(["s", "Ash", "courier", "2 0 1 0", "", "", typed, "tough", "", ""])
    draft = create(Console(lambda question: next(answers)), game, {})
    made = plain(game.new_sheet(draft, {}))
    assert {name: one["dice"] for name, one in made["skills"].items()} == {"climbing": 1, "medicine": 1}


def test_where_there_are_only_distances_the_map_is_a_list_of_them() -> None:
    game = find_game("untold-aeons")
    tables = Tables(MemoryStore())
    place, _ = tables.open(game.slug, "Mira")
    with pytest.raises(Refused, match="no map, and no distances now"):
        map_lines(game, tables.state(place.table))
    set_up(tables, place, game.opening_called("The lighthouse"), place.seat)
    lines = map_lines(game, tables.state(place.table))
    assert lines[:2] == [
        "  Roy to Ada: 2 yards, point blank",
        "  Roy to First Drowned: 4 yards, range of the submachine gun",
    ]
    assert map_lines(game, tables.state(place.table), "Keeper")[0] == "  Keeper to Acolyte: 4 yards"
