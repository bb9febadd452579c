"""The breakdown of a played rule: its throws, decisions, named terms, and the rules it called."""

from typing import Any

from msgspec import Struct


class Rolled(Struct, frozen=True, omit_defaults=True, tag="rolled", tag_field="kind"):
    """A throw: its label, the dice, each face, which faces count, and the score."""

    name: str
    dice: str
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    score: Any
    cards: tuple[Any, ...] = ()
    """Cards that were drawn, in order; the faces are then their places among the cards left in the deck."""
    sides: tuple[int, ...] = ()
    groups: tuple[str, ...] = ()
    """For each face the name of its die, if the rule names its dice."""
    lit: tuple[bool, ...] = ()
    """For each face whether it scores, if the rule names its dice."""


class Chosen(Struct, frozen=True, tag="chosen", tag_field="kind"):
    """A decision: who took it, the choices, and the one taken."""

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
    """A called rule: its steps and its result."""

    rule: str
    cites: tuple[str, ...]
    steps: "tuple[Step, ...]"
    result: Any


Step = Rolled | Chosen | Noted | Called
