"""What a game says of its fights, so that they can be measured, advised on, and fought with nobody at the table."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from rulewright.rules import Repeat
from rulewright.rules.parameters import Check, checked_arguments


class FightStatus(Struct, frozen=True):
    """A running fight: the order, whose turn it is, what is left to them, and whether it is over.

    `due` says who has to do which action before the fight goes on.
    """

    order: tuple[str, ...]
    round: int
    turn: str
    left: Mapping[str, int]
    over: bool
    winner: str | None
    due: Mapping[str, str] = {}


class Bout(NamedTuple):
    """A duel ready to be fought: the step that is repeated, where it begins, and what stays the same."""

    fight: Repeat[Any, Any, Any]
    start: Hashable
    context: tuple[Any, ...]


def one_more_point(value: Any) -> Any:
    """A whole number and one; None for what cannot be raised."""
    return value + 1 if isinstance(value, int) and not isinstance(value, bool) else None


class Duel(Struct, frozen=True):
    """A roll that is a fight of one side against another to its end.

    `begin` is a rule that takes what the roll takes and gives the bout. `winner` names the side that
    has won in a final state, or nobody. `counts` says in which states one of the `unit`s begins that
    the length of a fight is told in, and `mover` whose roll comes next. `measured` is what each side
    has of `measure` in a state, given the bout's context. `best` are the parameters by which a side
    plays as well as can be, and `one_more` raises a parameter's value by the least that the game knows.
    """

    roll: str
    sides: tuple[str, str]
    begin: Callable[..., Bout]
    winner: Callable[[Any], str | None]
    unit: str
    counts: Callable[[Any], bool]
    mover: Callable[[Any], str]
    measure: str = ""
    measured: Callable[..., tuple[int, int]] | None = None
    best: Mapping[str, Mapping[str, Any]] = {}
    one_more: Callable[[Any], Any] = one_more_point


class Valued(Struct, frozen=True):
    """A choice somebody has, in words, and what it is worth to them."""

    choice: str
    worth: Fraction


class Adviser(Struct, frozen=True):
    """Every choice in a position, best first, by a solver of the game's own. Its function takes the options first."""

    name: str
    worth: str
    function: Callable[..., tuple[Valued, ...]]
    check: Check | None = None

    def advise(self, options: Any, params: Mapping[str, Any]) -> tuple[Valued, ...]:
        """Every choice in the position that the parameters tell, best first."""
        return self.function(options, **checked_arguments(self.function, params, options, self.check))


class Move(NamedTuple):
    """An action and what it takes."""

    action: str
    params: Mapping[str, Any]


Plan = Callable[[Any, Any, str, Sequence[str]], Iterable[Move]]
"""How somebody plays: (scene, options, who, foes still in the fight, the weakest first) -> what they would do next.

The most wanted move comes first; the first that no rule refuses is done.
"""

Decide = Callable[[Any, Any, Move, str, str, Sequence[Any]], Any]
"""How somebody decides in the middle of a move: (scene, options, move, who, question, choices) -> one choice."""
