"""How the server says no: one shape for every error, and the status that belongs to each."""

from typing import Any

from msgspec import Struct

from rulewright.dice import FaceError
from rulewright.dice.notation import NotationError
from rulewright.readings import ChoiceError, Need, OverBudget, Undecided
from rulewright.rules import BadInput, Refused
from rulewright.server.workers import TooLong
from rulewright.table.errors import Forbidden, Gone, Stale, Unknown


class Failure(Struct, frozen=True, omit_defaults=True):
    """What went wrong, in one line that says what is allowed."""

    error: str
    rule: str = ""
    """The number of the rule that refuses."""
    last: int = 0
    """The last event of the table, when it has gone on meanwhile."""
    id: str = ""
    """Under this name the log of the server knows more."""


class Locked(Exception):
    """There is no key, or none that opens anything."""


class NotAllowed(Exception):
    """A request from somewhere that may not ask."""


class TooLarge(Exception):
    """More than the server takes at once."""


class Limited(Exception):
    """Too much in too short a time."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"too many requests: try again in {wait:.0f} seconds")
        self.wait = wait


_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (Locked, 401),
    (Gone, 401),
    (Forbidden, 403),
    (NotAllowed, 403),
    (Unknown, 404),
    (Refused, 409),
    (Stale, 409),
    (TooLarge, 413),
    (Limited, 429),
    (BadInput, 400),
    (ChoiceError, 400),
    (FaceError, 400),
    (NotationError, 400),
    (Need, 400),
    (Undecided, 400),
    (OverBudget, 400),
    (TooLong, 400),
)


def failure_of(error: Exception) -> tuple[int, Failure] | None:
    """The status and the words for an error; None for one that is our own fault."""
    for kind, status in _STATUS:
        if isinstance(error, kind):
            return status, _words(error)
    return None


def _words(error: Any) -> Failure:
    line = " ".join(str(error).split())
    if isinstance(error, Refused):
        return Failure(line, rule=error.rule or "")
    if isinstance(error, Stale):
        return Failure(line, last=error.last)
    return Failure(line)
