"""Awaited: read a rule as far as the first die that has not fallen, to learn which dice come next."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from msgspec import Struct

from rulewright.dice import Faces, Throw

__all__ = ["Awaited", "dice_awaited"]

_MOST_DICE = 200


class Awaited(Struct, frozen=True):
    """What dice are thrown for next, and the sides of those that are thrown whatever they show."""

    purpose: str
    sides: tuple[int, ...]


def dice_awaited(
    rule: Callable[..., Any], options: Any, faces: Sequence[int] = (), choices: Sequence[Any] = ()
) -> Awaited | None:
    """The dice that a rule still asks for after these faces and decisions; None when it ends or waits for a decision.

    Refuses what the rule refuses, and faces that its dice cannot show.
    """
    dice = _Typed(options, faces, choices)
    try:
        rule(dice)
    except _Missing as missing:
        return missing.awaited
    except _Undecided:
        return None
    dice.faces.finish()
    return None


class _Missing(Exception):
    """A throw that has faces missing."""

    def __init__(self, awaited: Awaited) -> None:
        super().__init__()
        self.awaited = awaited


class _Undecided(Exception):
    """A decision that nobody has taken yet."""


class _Typed:
    """Dice that show the faces given, and go no further."""

    def __init__(self, options: Any, faces: Sequence[int], choices: Sequence[Any]) -> None:
        self.options = options
        self.faces = Faces(faces)
        self._choices = list(choices)

    def pool(self, name: str, throw: Throw[Any], /) -> Any:
        fallen: list[int] = []
        try:
            return throw.roll(lambda sides: self._face(sides, fallen))
        except _RunOut:
            least, most = (_asked(throw, fallen, lowest) for lowest in (True, False))
            same = (one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(least, most, strict=False)))
            raise _Missing(Awaited(name, tuple(same))) from None

    def _face(self, sides: int, fallen: list[int]) -> int:
        if not self.faces.left:
            raise _RunOut
        fallen.append(self.faces(sides))
        return fallen[-1]

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> Any:
        if not self._choices:
            raise _Undecided
        return self._choices.pop(0)

    def call(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return rule(self, *args, **kwargs)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Nobody reads the breakdown of a throw that has not been made."""


class _RunOut(Exception):
    """No typed face is left."""


def _asked(throw: Throw[Any], fallen: Sequence[int], lowest: bool) -> list[int]:
    """The sides of the dice that a throw asks for after those that fell, when all of them show their least or most."""
    asked: list[int] = []
    typed = Faces(fallen)

    def face(sides: int, /) -> int:
        if typed.left:
            return typed(sides)
        if len(asked) == _MOST_DICE:
            raise _RunOut
        asked.append(sides)
        return 1 if lowest else sides

    with suppress(_RunOut):
        throw.roll(face)
    return asked
