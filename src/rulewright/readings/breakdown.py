"""The breakdown of a played rule: its throws, decisions, named terms, and the rules it called."""

from typing import Any

from msgspec import Struct


class Rolled(Struct, frozen=True, omit_defaults=True, tag="rolled", tag_field="kind"):
    """Dice thrown for a purpose: what was thrown, each face, which of them count, and the score."""

    name: str
    dice: str
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    score: Any
    cards: tuple[Any, ...] = ()
    """Cards that were drawn, in their order: the faces are their places among those that were left."""
    sides: tuple[int, ...] = ()
    groups: tuple[str, ...] = ()
    """For each face the name of its die, if the rule names its dice."""
    lit: tuple[bool, ...] = ()
    """For each face of such dice whether it is worth something."""


class Chosen(Struct, frozen=True, tag="chosen", tag_field="kind"):
    """A decision: who took it, between what, and what they took."""

    who: str
    question: str
    choices: tuple[Any, ...]
    choice: Any


class Noted(Struct, frozen=True, tag="noted", tag_field="kind"):
    """A named term of the result, with the rules it comes from."""

    name: str
    value: Any
    cites: tuple[str, ...]


class Called(Struct, frozen=True, tag="called", tag_field="kind"):
    """Another rule that was used, step by step, and what it gave."""

    rule: str
    cites: tuple[str, ...]
    steps: "tuple[Step, ...]"
    result: Any


Step = Rolled | Chosen | Noted | Called
