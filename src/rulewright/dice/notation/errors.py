"""The errors that refuse a notation."""

from rulewright.dice.throw import TooLarge

_SHOWN = 12  # characters of the offending text in a message


class NotationError(ValueError):
    """A dice notation that cannot be read or is too large: one line that says what, where, and what is allowed.

    `piece` is the text that cannot be read, and `at` the number of its first character, where there is one.
    """

    def __init__(self, message: str, piece: str = "", at: int = 0) -> None:
        super().__init__(message)
        self.piece = piece
        self.at = at


class NotExact(NotationError, TooLarge):
    """A notation that can be rolled, but whose exact odds would take too long or are not offered."""


def excerpt(text: str, at: int = 0) -> str:
    """A quoted piece of `text` from `at` on, short and always on one line."""
    piece = text[at : at + _SHOWN]
    more = "..." if at + _SHOWN < len(text) else ""
    return f"{piece!r}{more}"
