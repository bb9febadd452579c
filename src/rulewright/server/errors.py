"""Errors as responses: one body for all, and the HTTP status of each."""

from typing import Any

from msgspec import Struct

from rulewright.dice import FaceError
from rulewright.dice.notation import NotationError
from rulewright.game import Words
from rulewright.game.error_words import as_sentence, error_sentence
from rulewright.game.pinned import pinned
from rulewright.readings import ChoiceError, Need, OverBudget, Undecided
from rulewright.rules import BadInput, Refused
from rulewright.table.errors import DamagedEvent, Forbidden, KeyRefused, NotFound, Stale
from rulewright.table.stores import StoreFault


class ErrorResponse(Struct, frozen=True, omit_defaults=True):
    """The body of every error: what is wrong and what is allowed, in one line."""

    error: str
    sentence: str = ""
    """The same as a sentence for players, in the words of the game where it is known."""
    rule: str = ""
    """The number of the rule that refuses."""
    last: int = 0
    """The last event of the table, if there are newer events than the caller has seen."""
    id: str = ""
    """The id under which the server's log has the details."""


class Unauthorized(Exception):
    """The request has no valid key."""


class RequestRefused(Exception):
    """The request was sent to another host name, or by another site."""


class BodyTooLarge(Exception):
    """The body is larger than the server accepts."""


class RateLimited(Exception):
    """Too many requests in too short a time."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"too many requests: try again in {wait:.0f} seconds")
        self.wait = wait


class TimedOut(Exception):
    """A job was ended because it exceeded its time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"this takes longer than {seconds:g} seconds to work out; ask for less")
        self.seconds = seconds


class Busy(Exception):
    """The server cannot take the request at the moment; another try may succeed."""


class TooSlow(Exception):
    """The body of a request does not arrive in time."""


class ClientGone(Exception):
    """The client has disconnected before the response was ready."""

    def __init__(self) -> None:
        super().__init__("the client has disconnected")


class UnreadGame(Exception):
    """The text of a table's game has to be read before the request can be handled."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug
        self.held = pinned(slug)  # keeps the text findable


_NO_GAME = Words()
_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (Unauthorized, 401),
    (KeyRefused, 401),
    (Forbidden, 403),
    (RequestRefused, 403),
    (NotFound, 404),
    (Refused, 409),
    (Stale, 409),
    (BodyTooLarge, 413),
    (RateLimited, 429),
    (BadInput, 400),
    (ChoiceError, 400),
    (FaceError, 400),
    (NotationError, 400),
    (Need, 400),
    (Undecided, 400),
    (OverBudget, 400),
    (TimedOut, 400),
    (TooSlow, 408),
    (Busy, 503),
    (StoreFault, 503),
    (DamagedEvent, 500),
    (ClientGone, 499),
)


def error_response(error: Exception, words: Words = _NO_GAME) -> tuple[int, ErrorResponse] | None:
    """The status and body for an error, in the words of a game; None for a fault of the server."""
    for kind, status in _STATUS:
        if isinstance(error, kind):
            return status, _response(error, words)
    return None


def _response(error: Any, words: Words) -> ErrorResponse:
    if isinstance(error, StoreFault):  # its message names files of the server
        return plain_error("the server cannot reach or write its store; try again in a while")
    rule = error.rule or "" if isinstance(error, Refused) else ""
    last = error.last if isinstance(error, Stale) else 0
    return ErrorResponse(" ".join(str(error).split()), error_sentence(error, words), rule, last)


def plain_error(text: str, logged: str = "") -> ErrorResponse:
    """The body for a text that is nobody's error."""
    return ErrorResponse(text, as_sentence(text), id=logged)
