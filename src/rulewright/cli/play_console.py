"""Prompts and answers line by line, in a terminal or through a pipe."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, TypeVar

import click

from rulewright.cli.terminal import columns
from rulewright.dice import FaceError
from rulewright.game.outcomes import inline
from rulewright.readings import ChoiceError
from rulewright.rules import BadInput, Refused
from rulewright.table.errors import Forbidden, NotFound, Stale

REFUSALS = (BadInput, Refused, Forbidden, NotFound, Stale, ChoiceError, FaceError)
"""Errors that are shown in one line; nothing has happened."""

T = TypeVar("T")

_MOST_LISTED = 30


class Leave(Exception):
    """Raised when the players leave."""


class Back(Exception):
    """Raised when the player goes back."""


class Console:
    """Reads and writes lines."""

    def __init__(self, read: Callable[[str], str] | None = None) -> None:
        self._read = read or _read

    def say(self, *lines: str) -> None:
        """Show lines."""
        for line in lines:
            click.echo(line)

    def refuse(self, why: object) -> None:
        """Show in one line why something was not done."""
        click.secho("  " + " ".join(str(why).split()), fg="red")

    def ask(self, question: str) -> str:
        """A line without surrounding blanks; raises `Leave` at the end of the input."""
        try:
            return self._read(f"{question} ").strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def ask_until(self, question: str, understand: Callable[[str], T]) -> T:
        """Ask until the answer is understood; `b` goes back, `q` leaves."""
        while True:
            answer = self.ask(question)
            if answer in ("b", "back"):
                raise Back
            if answer in ("q", "quit"):
                raise Leave
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
        """One of several, by its number or in words; an aside runs first, then the question is asked again."""
        words = [_word(choice) for choice in choices]
        numbered = [(f"{number:>2}", word) for number, word in enumerate(words[:_MOST_LISTED], 1)]
        if any(notes):
            self.say(*columns([(*row, note) for row, note in zip(numbered, notes, strict=False)]))
        else:
            self.say(*columns(numbered))
        if len(words) > _MOST_LISTED:
            self.say(f"  and {len(words) - _MOST_LISTED:,} more; type any of them")

        def understand(answer: str) -> Any:
            if answer in asides:
                asides[answer]()
                return self.pick(question, choices, notes, default, asides)
            if not answer and default is not None:
                return choices[default]
            if answer.isdigit() and 1 <= int(answer) <= len(numbered):
                return choices[int(answer) - 1]
            meant = _letters(answer)
            begun = [at for at, word in enumerate(words) if meant and _letters(word).startswith(meant)]
            same = [at for at in begun if _letters(words[at]) == meant] or begun
            if len(same) == 1:
                return choices[same[0]]
            allowed = f"a number from 1 to {len(numbered)} or the words, b to go back, q to leave"
            raise BadInput(f"not one of them: type {allowed}")

        return self.ask_until(question, understand)


def _letters(text: str) -> str:
    """Text reduced to what distinguishes choices: `[1, 0]` is `1,0`."""
    return "".join(letter for letter in text.lower() if letter not in "[]() ")


def _word(choice: Any) -> str:
    return "none" if choice in ("", None) else inline(choice)


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
