"""Faults of a rulebook: where, what is wrong, and what to write instead."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal, NamedTuple

from msgspec import Struct

from rulewright.rules import BadInput, shown

MOST_FAULTS = 100


class TextPlace(NamedTuple):
    """A place in the text: line and column, both from 1."""

    line: int
    column: int

    def after(self, columns: int) -> "TextPlace":
        """A place further on in the same line."""
        return TextPlace(self.line, self.column + columns)


class BookFault(Struct, frozen=True):
    """One fault at a line and column, with the text to write instead if that is known."""

    line: int
    column: int
    message: str
    suggestion: str = ""
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        hint = f" ({self.suggestion})" if self.suggestion else ""
        return f"{self.line}:{self.column}: {self.message}{hint}"


class Wrong(Exception):
    """Raised at the first fault of a block; ends the parsing of that block."""

    def __init__(self, place: TextPlace, message: str, suggestion: str = "") -> None:
        super().__init__(message)
        self.fault = BookFault(place.line, place.column, message, suggestion)


class BadRulebook(BadInput):
    """A rulebook with faults; `faults` has all of them, the message the first."""

    def __init__(self, name: str, faults: Iterable[BookFault]) -> None:
        self.faults = tuple(faults)
        first = self.faults[0]
        more = f"; {len(self.faults) - 1} more" if len(self.faults) > 1 else ""
        super().__init__(f"{name} line {first.line}, column {first.column}: {first.message}{_hint(first)}{more}")


def _hint(fault: BookFault) -> str:
    return f" ({fault.suggestion})" if fault.suggestion else ""


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A suggestion of the nearest known name, or of all of them if they are few."""
    names = sorted(set(known))
    near = get_close_matches(given, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    return f"known here: {', '.join(names)}" if 0 < len(names) <= 12 else ""


def quoted(text: str) -> str:
    """A piece of the rulebook's text, as a message shows it."""
    return f"`{shown(text)}`"
