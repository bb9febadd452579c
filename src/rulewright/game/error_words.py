"""Errors as sentences for players: fields by their names, and without the numbers of rules."""

import re

from rulewright.dice.notation import NotationError
from rulewright.game.words import Words, capital
from rulewright.rules import BadInput, Refused
from rulewright.rules.errors import WrongValue

_HYPHEN_MINUS = re.compile(r"(?<![\w)])-(?=\d)")
_PLAIN = Words()


def error_sentence(error: Exception, words: Words = _PLAIN) -> str:
    """What is wrong, in a sentence, by the words of the game."""
    wrong = wrong_value(error)
    if wrong is not None:
        return _wrong_value(wrong, words)
    return as_sentence(error.reason if isinstance(error, Refused) else str(error))


def wrong_value(error: Exception) -> WrongValue | None:
    """The value that an error is about, if it is about one."""
    if isinstance(error, NotationError):
        return WrongValue("unreadable", error.piece, at=error.at) if error.piece else None
    return error.wrong if isinstance(error, BadInput) else None


def as_sentence(text: str) -> str:
    """A line as a sentence: with a capital letter, a full stop, and real minus signs."""
    line = capital(_HYPHEN_MINUS.sub("\N{MINUS SIGN}", " ".join(text.split())))
    return f"{line}." if line and line[-1] not in ".!?" else line


def _either(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _wrong_value(wrong: WrongValue, words: Words) -> str:
    label = capital(" ".join(words.name(part) for part in wrong.name.split(".")))
    if wrong.problem == "unreadable":
        return f"“{wrong.name}” is not dice notation (character {wrong.at})."
    if wrong.problem == "unknown":
        return f"There is nothing called “{wrong.name}” here."
    if wrong.choices == ():
        return f"{label}: there is nothing to choose from yet."
    allowed = wrong.allowed if wrong.choices is None else _either([words.value(one) for one in wrong.choices])
    if wrong.problem == "missing":
        return as_sentence(f"{label} is missing: it must be {allowed}")
    return as_sentence(f"{label} must be {allowed}")
