"""A rule without an `if` or a loop goes the same way whatever the dice show: it is run once, for all scores.

Each whole number of the score is a `Column` with one value for each score, and what the rule computes
is computed for all of them. Whatever cannot be done with a column (to branch on it, to look it up)
means that the ways part after all, and the rule is followed path by path.
"""

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dis import hasjabs, hasjrel
from functools import lru_cache
from itertools import repeat
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec import Struct

from rulewright.dice import Pool, Throw
from rulewright.dice.sums import named

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

__all__ = ["Parted", "all_at_once", "goes_straight"]

_JUMPS = bytes(code for code in (*hasjrel, *hasjabs) if code < 256)  # larger ones are the compiler's own
_NUMBERS = frozenset((int, bool))
_FEW = 10  # scores that are as quickly followed one by one


class Parted(Exception):
    """The ways part, or there is nothing to gain."""


def goes_straight(rule: Callable[..., Any]) -> bool:
    """Whether a rule's own code has neither a branch nor a loop."""
    return isinstance(rule, FunctionType) and _has_no_jump(rule.__code__)


@lru_cache(maxsize=4096)
def _has_no_jump(code: CodeType) -> bool:
    operations = code.co_code[::2]
    return operations.translate(None, _JUMPS) == operations


class Column:
    """A whole number, or truth, for each score."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[int]) -> None:
        self.values = values

    def _parts(self, *_: object) -> NoReturn:
        raise Parted

    __class__ = property(_parts)  # not even its kind is known
    __bool__ = __hash__ = __index__ = __int__ = __float__ = __iter__ = __str__ = __format__ = _parts

    def __neg__(self) -> "Column":
        return Column(list(map(operator.neg, self.values)))

    def __abs__(self) -> "Column":
        return Column(list(map(abs, self.values)))


def _operator(name: str, operate: Callable[[Any, Any], Any]) -> None:
    def forwards(column: Column, other: Any) -> Column:
        return Column(list(map(operate, column.values, _values(other))))

    def backwards(column: Column, other: Any) -> Column:
        return Column(list(map(operate, _values(other), column.values)))

    setattr(Column, f"__{name}__", forwards)
    setattr(Column, f"__r{name}__", backwards)


for _name in ("add", "sub", "mul", "floordiv", "mod", "lt", "le", "gt", "ge", "eq", "ne"):
    _operator(_name, getattr(operator, _name))


def _values(value: Any) -> Iterable[Any]:
    """One value for each score."""
    kind = type(value)
    if kind is Column:
        values: Sequence[int] = value.values
        return values
    if kind is int or kind is bool or kind is str or value is None:
        return repeat(value)
    raise Parted


def all_at_once(
    pricing: "Pricing[Any]", rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> tuple[dict[Any, Any], int]:
    """The weights of a rule's outcomes, and their total."""
    dice = _StraightDice(pricing)
    outcome = rule(dice, *args, **kwargs)
    if dice.weights is None:
        raise Parted
    outcomes = _outcomes(outcome)
    weights = dict(zip(outcomes, dice.weights, strict=False))
    if len(weights) != len(dice.weights):
        weights = dict.fromkeys(weights, 0)
        for one, weight in zip(_outcomes(outcome), dice.weights, strict=False):
            weights[one] += weight
    if not weights:  # an outcome without any part
        raise Parted
    pricing.budget.spend(len(dice.weights))
    return weights, dice.total


def _outcomes(outcome: Any) -> Iterable[Any]:
    """The outcome for each score."""
    kind = type(outcome)
    if issubclass(kind, tuple):
        return named(kind, zip(*map(_values, outcome), strict=False))
    if issubclass(kind, Struct):
        return map(kind, *[_values(getattr(outcome, field)) for field in kind.__struct_fields__])
    return _values(outcome)


class _StraightDice:
    """Answers one throw, or one called rule, with all of its answers."""

    __slots__ = ("_pricing", "options", "total", "weights")

    def __init__(self, pricing: "Pricing[Any]") -> None:
        self.options = pricing.options
        self.weights: Collection[Any] | None = None
        self.total = 1
        self._pricing = pricing

    def pool(self, name: str, throw: Throw[Any], /) -> Any:
        if not isinstance(throw, Pool):
            return self._all(throw.odds())
        kind, parts, weights, total = throw.columns()
        self._weigh(weights, total)
        return Column(parts[0]) if kind is int else tuple.__new__(kind, map(Column, parts))

    def call(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return self._all(self._pricing.odds(rule, args, kwargs))

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> Any:
        return self._pricing.decide(who, question, choices)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Nobody reads the breakdown of all scores."""

    def _all(self, odds: Any) -> Any:
        self._weigh(odds.weights.values(), odds.total)
        scores = list(odds.weights)
        kind = type(scores[0])
        if issubclass(kind, tuple):
            return tuple.__new__(kind, map(_column, zip(*scores, strict=True)))
        return _column(scores)

    def _weigh(self, weights: Collection[Any], total: int) -> None:
        if self.weights is not None or len(weights) < _FEW:
            raise Parted
        self.weights = weights
        self.total = total


def _column(values: Sequence[Any]) -> Column:
    if not _NUMBERS.issuperset(map(type, values)):
        raise Parted
    return Column(values)
