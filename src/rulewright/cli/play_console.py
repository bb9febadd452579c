"""Prompts and answers line by line, in a terminal or through a pipe."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, TypeVar

import click

from rulewright.cli.play_forms import matching
from rulewright.cli.terminal import columns
from rulewright.dice import FaceError
from rulewright.game.error_words import as_sentence, error_sentence
from rulewright.game.words import Words
from rulewright.readings import ChoiceError
from rulewright.rules import BadInput, Refused
from rulewright.table.errors import Forbidden, NotFound, Stale

REFUSALS = (BadInput, Refused, Forbidden, NotFound, Stale, ChoiceError, FaceError)
"""Errors that are shown in one line; the table has not changed."""

T = TypeVar("T")

_MOST_LISTED = 30
_LEAVING = ("q", "quit", "exit")


class Leave(Exception):
    """Raised when the players leave."""


class Back(Exception):
    """Raised when the player goes back."""


class Console:
    """Reads and writes lines."""

    def __init__(self, read: Callable[[str], str] | None = None) -> None:
        self._read = read or _read
        self.words = Words()
        """The words of the game that is played."""

    def say(self, *lines: str) -> None:
        """Show lines."""
        for line in lines:
            click.echo(line)

    def refuse(self, why: Exception | str) -> None:
        """Show in one line why an action was refused, with the number of the rule."""
        said = as_sentence(why) if isinstance(why, str) else error_sentence(why, self.words)
        rule = f" ({why.rule})" if isinstance(why, Refused) and why.rule else ""
        click.secho(f"  {said}{rule}", fg="red")

    def ask(self, question: str) -> str:
        """A line without surrounding blanks; raises `Leave` at `quit` and at the end of the input."""
        try:
            answer = self._read(f"{question} ").strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        if answer in _LEAVING:
            raise Leave
        return answer

    def ask_until(self, question: str, understand: Callable[[str], T], explain: Sequence[str] = ()) -> T:
        """Ask until the answer is understood; `?` explains, `b` goes back, `quit` leaves."""
        while True:
            answer = self.ask(question)
            if answer in ("b", "back"):
                raise Back
            if answer == "?" and explain:
                self.say(*explain, "  b goes back, quit leaves.")
                continue
            try:
                return understand(answer)
            except REFUSALS as wrong:
                self.refuse(wrong)

    def pick(
        self,
        question: str,
        choices: Sequence[Any],
        notes: Sequence[str] = (),
        default: int | None = None,
        asides: Mapping[str, Callable[[], None]] = MappingProxyType({}),
    ) -> Any:
        """Ask for one of several choices, by its number or in words; an aside is run, and the question asked again.

        Choices that are numbers get no number of their own: they are typed as they are.
        """
        words = ["none" if choice in ("", None) else self.words.value(choice) for choice in choices]
        numbers = not all(isinstance(choice, int) and not isinstance(choice, bool) for choice in choices)
        front = [f"{number:>2}" if numbers else "" for number in range(1, len(words) + 1)]
        shown = list(zip(front, words, strict=True))[:_MOST_LISTED]
        if any(notes):
            self.say(*columns([(*row, note) for row, note in zip(shown, notes, strict=False)]))
        else:
            self.say(*columns(shown))
        if len(words) > _MOST_LISTED:
            self.say(f"  and {len(words) - _MOST_LISTED:,} more; type any of them")

        allowed = f"a number from 1 to {len(shown)} or the words" if numbers else "one of these numbers"

        def understand(answer: str) -> Any:
            if answer in asides:
                asides[answer]()
                return self.pick(question, choices, notes, default, asides)
            if not answer and default is not None:
                return choices[default]
            if numbers and answer.isdigit() and 1 <= int(answer) <= len(shown):
                return choices[int(answer) - 1]
            for names in ([str(choice) for choice in choices], words):
                found = matching(answer, names)
                if found is not None:
                    return choices[found]
            raise BadInput(f"not one of them: type {allowed}, b to go back, quit to leave")

        return self.ask_until(question, understand, [f"  Type {allowed}."])


def _read(prompt: str) -> str:
    """A line of input; one that comes through a pipe is echoed."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - gives input() line editing and history
        return input(prompt)
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        click.echo()
        raise EOFError
    click.echo(line.rstrip("\n"))
    return line
