"""A game's declarations about its fights: advice, measurements and simulations use them."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from rulewright.rules import Dice, Repeat
from rulewright.rules.parameters import Check, checked_arguments

T = TypeVar("T")


class LineBand(Struct, frozen=True):
    """A range from the acting character: its name, and how far it goes."""

    name: str
    most: int


class FightLine(Struct, frozen=True):
    """A fight along a line: how far along it each character stands, and the ranges of the acting character."""

    unit: str
    places: Mapping[str, int]
    bands: tuple[LineBand, ...] = ()


class FightStatus(Struct, frozen=True):
    """A running fight: the turn order, whose turn it is, what is left of the turn, and whether the fight is over.

    `due` maps a character to the action that they must take before the fight goes on. `last_round` is the last one
    where their number is limited.
    """

    order: tuple[str, ...]
    round: int
    turn: str
    left: Mapping[str, int]
    over: bool
    winner: str | None
    due: Mapping[str, str] = {}
    line: FightLine | None = None
    last_round: int | None = None


class Same(Generic[T]):
    """A wrapper compared by identity, as a cache key for results about one scene or sheet."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        """Whether the other holds the same object."""
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class Bout(NamedTuple):
    """A duel ready to be fought: the step that is repeated, its first state, and its constant context."""

    fight: Repeat[Any, Any, Any]
    start: Hashable
    context: tuple[Any, ...]

    def fought(self, dice: Dice[Any]) -> Any:
        """The state at its end."""
        return dice.call(self.fight, self.start, *self.context)


def one_more_point(value: Any) -> Any:
    """A whole number plus one; None for a value that cannot be raised."""
    return value + 1 if isinstance(value, int) and not isinstance(value, bool) else None


class Duel(Struct, frozen=True):
    """A roll that is a fight of one side against another to its end.

    `begin` is a rule that takes the roll's parameters and returns the bout. `winner` returns the side that has won in a
    final state, or None. `counts` is true of states in which a `unit` of length (a round) begins, and `mover` returns
    the side that rolls next. `measured` returns how much of `measure` each side has in a state, given the bout's
    context. `best` are the parameters by which a side plays its best, and `one_more` raises a parameter's value by the
    smallest step. `limit` names the parameter that limits the length, and `undecided` says of a final state whether
    that limit ended it. `aim` is what a side that plays its best wants, in words.
    """

    roll: str
    sides: tuple[str, str]
    begin: Callable[..., Bout]
    winner: Callable[[Any], str | None]
    unit: str
    counts: Callable[[Any], bool]
    mover: Callable[..., str]
    measure: str = ""
    measured: Callable[..., tuple[int, ...]] | None = None
    best: Mapping[str, Mapping[str, Any]] = {}
    one_more: Callable[[Any], Any] = one_more_point
    limit: str = ""
    undecided: Callable[[Any], bool] = lambda state: False
    aim: str = "the chance to win"
    apart: str = ""
    """The kind of duel, such as a chase, if it is not a fight and has a step of its own beside the fight rules."""


class Valued(Struct, frozen=True):
    """A choice in words, and its value to the side that decides."""

    choice: str
    worth: Fraction


class Adviser(Struct, frozen=True):
    """Lists every choice in a position that parameters describe, best first. Its function takes the options first."""

    name: str
    worth: str
    function: Callable[..., tuple[Valued, ...]]
    check: Check | None = None

    def advise(self, options: Any, params: Mapping[str, Any]) -> tuple[Valued, ...]:
        """Every choice in the position that the parameters describe, best first."""
        return self.function(options, **checked_arguments(self.function, params, options, self.check))


class Move(NamedTuple):
    """An action with its parameters."""

    action: str
    params: Mapping[str, Any]


Plan = Callable[[Any, Any, str, Sequence[str]], Iterable[Move]]
"""How a character plays: (scene, options, who, foes still in the fight, weakest first) -> moves, most wanted first.

The first that no rule refuses is made.
"""
