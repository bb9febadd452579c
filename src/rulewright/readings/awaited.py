"""Awaited: read a rule as far as the first die that has not fallen, to learn which dice come next."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, NoReturn

from msgspec import Struct

from rulewright.dice import Faces, Throw
from rulewright.readings.paths.replay import Recorded

_MOST_DICE = 200


class Awaited(Struct, frozen=True):
    """What dice are thrown for next, and the sides of those that are thrown whatever they show."""

    purpose: str
    sides: tuple[int, ...]


def dice_awaited(
    rule: Callable[..., Any], options: Any, faces: Sequence[int | str] = (), choices: Sequence[Any] = ()
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
    """A decision that has not been taken yet."""


class _Typed(Recorded):
    """Dice that show the faces given, and go no further."""

    def throw_on(self, name: str, throw: Throw[Any], fallen: list[int]) -> NoReturn:
        least, most = (_asked(throw, fallen, lowest) for lowest in (True, False))
        same = (one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(least, most, strict=False)))
        raise _Missing(Awaited(name, tuple(same)))

    def decide(self, who: str, question: str, choices: Sequence[Any]) -> NoReturn:
        raise _Undecided


class _Enough(Exception):
    """More dice than anyone would want to be told of."""


def _asked(throw: Throw[Any], fallen: Sequence[int], lowest: bool) -> list[int]:
    """The sides of the dice that a throw asks for after those that fell, when all of them show their least or most."""
    asked: list[int] = []
    typed = Faces(fallen)

    def face(sides: int, /) -> int:
        if typed.left:
            return typed(sides)
        if len(asked) == _MOST_DICE:
            raise _Enough
        asked.append(sides)
        return 1 if lowest else sides

    with suppress(_Enough):
        throw.roll(face)
    return asked
