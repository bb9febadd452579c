"""The kinds of values in a rulebook: a whole number in a range, one of some words, or a yes or no."""

import ast
from collections.abc import Callable, Collection
from keyword import iskeyword, issoftkeyword
from typing import NamedTuple

from rulewright.rulebook.expressions import KEYWORDS
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.tokens import Token

LARGEST = 1_000_000_000


class Range(NamedTuple):
    """Whole numbers from `least` to `most`."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"a number from {self.least:,} to {self.most:,}"


class WordKind(NamedTuple):
    """One of these words."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"


class Flag(NamedTuple):
    """A yes or no."""

    def __str__(self) -> str:
        return "a yes or no"


Kind = Range | WordKind | Flag


class Value(NamedTuple):
    """A value that is known under a name: its kind, and the node that reads it."""

    kind: Kind
    read: Callable[[], ast.expr]


def joined(one: Kind, other: Kind, place: TextPlace) -> Kind:
    """The kind that contains the values of both kinds; raises if there is none."""
    if isinstance(one, Range) and isinstance(other, Range):
        return Range(min(one.least, other.least), max(one.most, other.most))
    if isinstance(one, WordKind) and isinstance(other, WordKind):
        return WordKind(tuple(dict.fromkeys(one.words + other.words)))
    if isinstance(one, Flag) and isinstance(other, Flag):
        return one
    raise Wrong(place, f"one way gives {one}, the other {other}", "both must be numbers, or words, or yes and no")


def size(kind: Kind) -> int:
    """How many values there are."""
    match kind:
        case Range(least, most):
            return most - least + 1
        case WordKind(words):
            return len(words)
    return 2


def python_name(name: str) -> str:
    """A name as it is written in the generated code and the structs: Python's keywords get an underscore."""
    return f"{name}_" if iskeyword(name) or issoftkeyword(name) else name


RESERVED = frozenset(("name", "who", "target", "scene", "dice", "options", "character"))


def refuse_name(token: Token, taken: Collection[str] = ()) -> str:
    """The text of a new name; raises for a name that the format uses itself or that is taken."""
    name = token.text
    if name in KEYWORDS or name.endswith("_") or len(name) > 40:
        raise Wrong(
            token.place,
            f"{quoted(name)} cannot be a name",
            "a name has at most 40 letters, and is not a word of the format",
        )
    if name in RESERVED:
        raise Wrong(
            token.place, f"{quoted(name)} is a name that the format uses itself", f"choose another, such as {name}s"
        )
    if name in taken:
        raise Wrong(token.place, f"{quoted(name)} is already the name of something else here")
    return name


def or_none(kind: Kind) -> Kind:
    """The kind of an outcome that may be missing."""
    match kind:
        case WordKind(words):
            return WordKind(tuple(dict.fromkeys((*words, "none"))))
        case Range(least, most):
            return Range(min(0, least), max(0, most))
    return kind


def absent(kind: Kind) -> int | str | bool:
    """The value that stands for a missing outcome."""
    return "none" if isinstance(kind, WordKind) else 0 if isinstance(kind, Range) else False


def refuse_unfit(found: Kind, wanted: Kind, name: str, place: TextPlace) -> None:
    """Raise for a value that may be outside the kind allowed for a name."""
    if isinstance(found, Range) and isinstance(wanted, Range):
        if found.least < wanted.least or found.most > wanted.most:
            raise Wrong(
                place,
                f"{name} takes {wanted.least} to {wanted.most}, and this can be {found.least:,} to {found.most:,}",
                f"limit it: max({wanted.least}, min({wanted.most}, ...))",
            )
    elif isinstance(found, WordKind) and isinstance(wanted, WordKind):
        for word in found.words:
            if word not in wanted.words:
                raise Wrong(
                    place, f"{name} is {wanted}, and this can be {quoted(word)}", did_you_mean(word, wanted.words)
                )
    elif not (isinstance(found, Flag) and isinstance(wanted, Flag)):
        raise Wrong(place, f"{name} takes {wanted}, and this is {found}")
