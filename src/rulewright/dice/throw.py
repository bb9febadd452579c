"""Throws: they ask for faces, score them, and know their exact odds."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from rulewright.dice.odds import Odds

S = TypeVar("S", bound=Hashable)

_LONGEST_FACE = 9


class Draw(Protocol):
    """A source of faces: called with a die's number of sides, returns the face it shows."""

    def __call__(self, sides: int, /) -> int:
        """The face that a die with `sides` sides shows."""
        ...


class Throw(Protocol[S]):
    """Dice thrown together for one purpose. All three readings come from one definition."""

    def roll(self, draw: Draw, /) -> S:
        """Ask `draw` for each face in rolling order and return the score."""
        ...

    def odds(self) -> Odds[S]:
        """The exact odds of every score."""
        ...

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """For each face rolled, whether it counts towards the score."""
        ...


class TooLarge(ValueError):
    """Odds that would take too long or too much memory; the throw can be rolled."""


class FaceError(ValueError):
    """A typed face that the dice cannot show, or too few or too many faces."""


def card_name(card: object) -> str:
    """The name of a card as people type it: a text is its own, and parts follow one another, `queen hearts`."""
    if isinstance(card, Mapping):
        card = tuple(card.values())
    return " ".join(map(card_name, card)) if isinstance(card, tuple | list) else str(card)


class Faces:
    """Typed faces, handed out in order and checked against each die. A face may also be a text that people typed."""

    __slots__ = ("_given", "_used")

    def __init__(self, given: Iterable[int | str]) -> None:
        self._given: tuple[Any, ...] = tuple(given)
        self._used = 0

    def __call__(self, sides: int, /) -> int:
        """The next face; raises if a die with `sides` sides cannot show it."""
        if self._used == len(self._given):
            raise FaceError(f"too few dice: {len(self._given)} given, another d{sides} is needed")
        face = self._given[self._used]
        if isinstance(face, str) and _is_number(face):
            face = int(face)
        if not isinstance(face, int) or not 1 <= face <= sides:
            raise FaceError(f"bad face: die {self._used + 1} is a d{sides}, so 1 to {sides}, not {face}")
        self._used += 1
        return face

    def card(self, left: Sequence[object], /) -> int:
        """The position of the next card among those that are left; a text is its name or its position."""
        at = self._used
        if at < len(self._given) and isinstance(self._given[at], str):
            names = [card_name(card) for card in left]
            typed, low = self._given[at], [name.casefold() for name in names]
            if typed.casefold() in low:
                place = names.index(typed) if typed in names else low.index(typed.casefold())
                self._given = (*self._given[:at], place + 1, *self._given[at + 1 :])
            elif not _is_number(typed):
                listed = ", ".join(dict.fromkeys(names))
                raise FaceError(f"bad card: {typed[:60]} is not among the cards left: {listed}")
        return self(len(left))

    @property
    def used(self) -> int:
        """How many faces have been handed out."""
        return self._used

    @property
    def left(self) -> int:
        """How many faces have not been asked for."""
        return len(self._given) - self._used

    def finish(self) -> None:
        """Raise if faces are left that no die asked for."""
        if self._used < len(self._given):
            unused = ", ".join(map(str, self._given[self._used :][:20]))
            raise FaceError(
                f"too many dice: {len(self._given)} given, only {self._used} needed (unused dice: {unused})"
            )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST_FACE


def score_of(throw: Throw[S], *faces: int) -> S:
    """The score of the given faces; raises for faces the dice cannot show, and for too few or too many."""
    draw = Faces(faces)
    score = throw.roll(draw)
    draw.finish()
    return score
