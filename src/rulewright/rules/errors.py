"""Errors that are part of the interface: a rule refuses, or the input is wrong."""

import msgspec

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


class BadInput(ValueError):
    """Input of the wrong type, out of range, or with an unknown name. The message says what is allowed."""


class BadParameter(BadInput):
    """A parameter of the wrong type or out of range."""

    def __init__(self, name: str, allowed: str, given: object) -> None:
        super().__init__(f"bad parameter: {name} must be {allowed}, not {shown_value(given)}")
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
