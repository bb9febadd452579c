"""What a value of a rulebook can be: a whole number in a range, one of some words, or a yes or no."""

import ast
from collections.abc import Callable
from keyword import iskeyword, issoftkeyword
from typing import NamedTuple

from rulewright.rulebook.faults import Place, Wrong, quoted
from rulewright.rulebook.tokens import Token

LARGEST = 1_000_000_000


class Range(NamedTuple):
    """Whole numbers from `least` to `most`."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"a number from {self.least:,} to {self.most:,}"


class Words(NamedTuple):
    """One of these words."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"


class Flag(NamedTuple):
    """A yes or no."""

    def __str__(self) -> str:
        return "a yes or no"


Kind = Range | Words | Flag


class Value(NamedTuple):
    """A value that is known under a name: its kind, and the node that reads it."""

    kind: Kind
    read: Callable[[], ast.expr]


def joined(one: Kind, other: Kind, place: Place) -> Kind:
    """The kind of a value that is one or the other."""
    if isinstance(one, Range) and isinstance(other, Range):
        return Range(min(one.least, other.least), max(one.most, other.most))
    if isinstance(one, Words) and isinstance(other, Words):
        return Words(tuple(dict.fromkeys(one.words + other.words)))
    if isinstance(one, Flag) and isinstance(other, Flag):
        return one
    raise Wrong(place, f"one way gives {one}, the other {other}", "both must be numbers, or words, or yes and no")


def size(kind: Kind) -> int:
    """How many values there are."""
    match kind:
        case Range(least, most):
            return most - least + 1
        case Words(words):
            return len(words)
    return 2


def python_name(name: str) -> str:
    """A name as the generated code and the structs have it: words of Python get an underscore."""
    return f"{name}_" if iskeyword(name) or issoftkeyword(name) else name


RESERVED = frozenset(("name", "who", "target", "scene", "dice", "options", "character"))


def refuse_name(token: Token, taken: object = ()) -> str:
    """A new name; refuses names that the format uses itself, and those that are taken."""
    from rulewright.rulebook.expressions import KEYWORDS

    name = token.text
    if name in KEYWORDS or name.endswith("_") or len(name) > 40:
        raise Wrong(
            token.place,
            f"{quoted(name)} cannot be a name",
            "a name has at most 40 letters, and is no word of the format",
        )
    if name in RESERVED:
        raise Wrong(
            token.place, f"{quoted(name)} is a name that the format uses itself", f"choose another, such as {name}s"
        )
    if name in taken:  # type: ignore[operator]  # any collection
        raise Wrong(token.place, f"{quoted(name)} is already the name of something else here")
    return name
