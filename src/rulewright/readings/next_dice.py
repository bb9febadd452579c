"""The dice to come: reads a rule as far as the first die that has no face yet, to learn which dice come next."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, NoReturn

from msgspec import Struct

from rulewright.dice import Faces, Throw, card_name
from rulewright.readings.paths.replay import Recorded

_MOST_DICE = 200


class Awaited(Struct, frozen=True):
    """The label of the next throw, and the sides of the dice that are certain to be thrown.

    If cards are drawn, `cards` names those that are left in the deck before the first of them, in their order.
    """

    purpose: str
    sides: tuple[int, ...]
    cards: tuple[str, ...] = ()


def dice_awaited(
    rule: Callable[..., Any], options: Any, faces: Sequence[int | str] = (), choices: Sequence[Any] = ()
) -> Awaited | None:
    """The dice that a rule still asks for after these faces and decisions; None when it ends or waits for a decision.

    Raises where the rule refuses, and for faces that its dice cannot show.
    """
    dice = _Typed(options, faces, choices)
    try:
        rule(dice)
    except _Missing as missing:
        return missing.awaited
    except _DecisionAhead:
        return None
    dice.faces.finish()
    return None


class _Missing(Exception):
    """Raised at a throw with missing faces."""

    def __init__(self, awaited: Awaited) -> None:
        super().__init__()
        self.awaited = awaited


class _DecisionAhead(Exception):
    """Raised at a decision that has not been taken yet."""


class _Typed(Recorded):
    """Dice that show the given faces and stop the rule after the last of them."""

    def throw_on(self, name: str, throw: Throw[Any], fallen: list[int]) -> NoReturn:
        least, most = (_Asked(throw, fallen, lowest) for lowest in (True, False))
        pairs = zip(least.sides, most.sides, strict=False)
        same = (one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        raise _Missing(Awaited(name, tuple(same), tuple(map(card_name, least.cards))))

    def decide(self, who: str, question: str, choices: Sequence[Any]) -> NoReturn:
        raise _DecisionAhead


class _Enough(Exception):
    """Raised when there are more dice than are worth listing."""


class _Asked:
    """The dice that a throw asks for after the given faces, if all of them show their lowest or highest face."""

    def __init__(self, throw: Throw[Any], fallen: Sequence[int], lowest: bool) -> None:
        self.sides: list[int] = []
        self.cards: Sequence[Any] = ()
        self._typed = Faces(fallen)
        self._lowest = lowest
        with suppress(_Enough):
            throw.roll(self)

    def __call__(self, sides: int, /) -> int:
        if self._typed.left:
            return self._typed(sides)
        if len(self.sides) == _MOST_DICE:
            raise _Enough
        self.sides.append(sides)
        return 1 if self._lowest else sides

    def card(self, left: Sequence[Any], /) -> int:
        """The place of a card; at the first missing one, keeps the cards left in the deck."""
        if not self._typed.left and not self.sides:
            self.cards = tuple(left)
        return self(len(left))
