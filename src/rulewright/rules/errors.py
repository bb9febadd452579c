"""Errors that are part of the interface: a rule refuses, or the input is wrong."""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct

_LONGEST = 60


def shown(text: str) -> str:
    """Typed text, fit for one line of a message: short, and without control characters."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text[: _LONGEST + 1])
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}..."


def shown_value(value: object) -> str:
    """A value as typed, fit for one line of a message."""
    try:
        text = msgspec.json.encode(value).decode()
    except (TypeError, ValueError, OverflowError, RecursionError):
        text = type(value).__name__
    return shown(text)


class WrongValue(Struct, frozen=True):
    """What is wrong with one value, for a sentence about it in a game's own words."""

    problem: Literal["missing", "bad", "unknown", "unreadable"]
    name: str
    """The name of the field; of a field inside another with dots between; or the text that cannot be read."""
    allowed: str = ""
    """What is allowed, in words."""
    choices: tuple[str, ...] | None = None
    """The allowed names, where it is one of these."""
    at: int = 0
    """Of dice notation that cannot be read: the number of the first character that cannot."""


class BadInput(ValueError):
    """Input of the wrong type, out of range, or with an unknown name. The message says what is allowed."""

    def __init__(self, message: str, wrong: WrongValue | None = None) -> None:
        super().__init__(message)
        self.wrong = wrong


class BadParameter(BadInput):
    """A parameter of the wrong type or out of range; `allowed` says what it must be, or lists the allowed names."""

    def __init__(self, name: str, allowed: str | Iterable[str], given: object) -> None:
        choices = None if isinstance(allowed, str) else tuple(map(str, allowed))
        words = allowed if isinstance(allowed, str) else f"one of {', '.join(choices or ()) or 'none yet'}"
        wrong = WrongValue("bad", name, words, choices)
        super().__init__(f"bad parameter: {name} must be {words}, not {shown_value(given)}", wrong)
        self.name = name


class Refused(Exception):
    """Raised when a rule of the game forbids something. The message is the reason; `rule` is its number."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule


class BadRule(Exception):
    """Raised for a rule that would give wrong answers: what is wrong, at which line, and what to write instead."""

    def __init__(self, reason: str, file: str = "", line: int = 0) -> None:
        super().__init__(f"{file} line {line}: {reason}" if file else reason)
        self.reason = reason
        self.file = file
        self.line = line
