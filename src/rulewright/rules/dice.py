"""The verbs a rule may use. Each reading (play, odds, ...) implements them in its own way."""

from collections.abc import Callable, Hashable, Sequence
from typing import Concatenate, ParamSpec, Protocol, TypeVar, overload

from rulewright.dice import Deck, Throw

O_co = TypeVar("O_co", covariant=True)
S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)
R = TypeVar("R", bound=Hashable)
P = ParamSpec("P")


class Dice(Protocol[O_co]):
    """The first argument of a rule: the dice, and the rulings the table plays by."""

    @property
    def options(self) -> O_co:
        """The table's rulings."""
        ...

    def pool(self, name: str, throw: Throw[S], /) -> S:
        """Throws dice under a label and returns their score."""
        ...

    @overload
    def draw(self, name: str, count: int, deck: Deck[C], /) -> tuple[C, ...]: ...

    @overload
    def draw(self, name: str, count: tuple[int, ...], deck: Deck[C], /) -> tuple[tuple[C, ...], ...]: ...

    def draw(self, name: str, count: int | tuple[int, ...], deck: Deck[C], /) -> tuple[object, ...]:
        """Draws cards without replacement: the hand in the deck's order, or several hands for several numbers."""
        ...

    def choose(self, who: str, question: str, choices: Sequence[C], /) -> C:
        """Lets `who` decide between choices."""
        ...

    def call(self, rule: "Callable[Concatenate[Dice[O_co], P], R]", /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Uses another rule. When odds are worked out, equal results are merged here."""
        ...

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Names a term for the breakdown, with the numbers of the rules it comes from."""
        ...


def refuses_nothing_more(dice: Dice[object]) -> None:
    """Says that a rule refuses nothing from here on: a reading that only asks whether it does need not go on.

    For rules that work something out at length without throwing a die; a die says the same.
    """
    stop = getattr(dice, "refuses_nothing_more", None)
    if stop is not None:
        stop()
