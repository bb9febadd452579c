"""A column: one whole number, or truth value, for each of many runs of a rule.

It does what a plain number does, for all runs at once. A use that needs one plain number (an index, a text, a truth
value to branch on) splits the runs: see `run`. Where its hash is requested, as by a dictionary, plain numbers replace
the column, since the caller may keep it. Unsupported operations raise `Unfit`.
"""

import operator
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rulewright.readings.fall_back_to_paths import Unfit

if TYPE_CHECKING:
    from rulewright.readings.vector.run import ColumnDice


Array = npt.NDArray[Any]

LARGEST = 1 << 62
"""The largest absolute value in a column."""
LARGEST_GIVEN = 1 << 30
"""The largest absolute value of an argument or result of a rule; see `lows_and_highs`."""
_TOO_LARGE = "numbers that need more than 30 bits"
SMALL_TABLE = 1 << 12
"""Cells up to which a lookup table is made even for a few rows."""


class Column:
    """One whole number, or truth value, for each current run."""

    __slots__ = ("bound", "dice", "given", "number", "step", "values")

    def __init__(self, dice: "ColumnDice", values: Array, bound: int, number: int, given: int | None) -> None:
        self.dice = dice
        self.values = values
        self.bound = bound  # no absolute value is larger
        self.number = number
        self.given = given  # the argument or answer it comes from, until the row of each run is looked up
        self.step = len(dice.steps)

    def now(self) -> Array:
        """The values for the current runs."""
        steps = self.dice.steps
        if self.given is not None:
            self.values = self.values.take(self.dice.picks(self.given))
            self.given = None
        elif self.step != len(steps):
            for rows in steps[self.step :]:
                self.values = self.values.take(rows)
        else:
            return self.values
        self.step = len(steps)
        return self.values

    def numbers(self) -> Array:
        """The values with truth values as 0 and 1."""
        values = self.now()
        return values if values.dtype != np.bool_ else values.astype(np.int64)

    def furthest(self) -> int:
        """The largest absolute value."""
        self.bound = int(abs(self.numbers()).max())
        return self.bound

    def one(self) -> int:
        """One plain number; only the runs that have this value go on."""
        return self.dice.one_value(self.now())

    @property  # type: ignore[misc]  # this property has no setter
    def __class__(self) -> Any:  # so that isinstance() sees a whole number
        return bool if self.values.dtype == np.bool_ else int

    @property
    def numerator(self) -> int:
        """The number itself, as `Fraction` expects of an integer."""
        return self.one()

    denominator = 1

    def __bool__(self) -> bool:
        values = self.now()
        return self.dice.one_way(values if values.dtype == np.bool_ else values != 0)

    def __hash__(self) -> int:
        # A caller that asks for a hash may keep the number, so it must be a plain one.
        return self.dice.know(self)

    def __int__(self) -> int:
        return self.one()

    __index__ = __int__

    def __float__(self) -> float:
        return float(self.one())

    def __repr__(self) -> str:
        return repr(self.one())

    def __format__(self, how: str) -> str:
        return format(self.one(), how)

    def __neg__(self) -> Any:
        return self.dice.column(-self.numbers(), self.bound)

    def __pos__(self) -> Any:
        return self.dice.column(self.numbers(), self.bound)

    def __abs__(self) -> Any:
        return self.dice.column(abs(self.numbers()), self.bound)

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other


def _arithmetic(name: str, operate: Callable[[Any, Any], Any], bound: Callable[[int, int], int]) -> None:
    """Gives columns an operator that makes a number of two."""

    def forwards(column: Column, other: Any) -> Any:
        kind = type(other)
        if kind is Column:
            most = bound(column.bound, other.bound)
            if most >= LARGEST:
                most = bound(column.furthest(), other.furthest())
            return column.dice.column(operate(column.numbers(), other.numbers()), most)
        if kind is int or kind is bool:
            most = bound(column.bound, abs(other))
            if most >= LARGEST:
                most = bound(column.furthest(), abs(other))
            return column.dice.column(operate(column.numbers(), int(other)), most)
        return operate(column.one(), other)

    def backwards(column: Column, other: Any) -> Any:
        if type(other) is int or type(other) is bool:
            most = bound(abs(other), column.bound)
            if most >= LARGEST:
                most = bound(abs(other), column.furthest())
            return column.dice.column(operate(int(other), column.numbers()), most)
        return operate(other, column.one())

    setattr(Column, f"__{name}__", forwards)
    setattr(Column, f"__r{name}__", backwards)


def _division(operate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def divide(left: Any, right: Any) -> Any:
        if not np.all(right):
            raise Unfit("division by zero")
        return operate(left, right)

    return divide


def _comparison(name: str, operate: Callable[[Any, Any], Any]) -> None:
    """Gives columns an operator that compares two numbers."""

    def compare(column: Column, other: Any) -> Any:
        kind = type(other)
        if kind is int or kind is bool:
            return column.dice.column(operate(column.now(), other), 1)
        if kind is Column:
            return column.dice.column(operate(column.now(), other.now()), 1)
        if name in ("eq", "ne") and not isinstance(other, (int, float, complex)) and not hasattr(other, "numerator"):
            return NotImplemented
        return operate(column.one(), other)

    setattr(Column, f"__{name}__", compare)


def _by_value(name: str, operate: Callable[[Any, Any], Any]) -> None:
    """An operator that columns support only for plain numbers."""
    setattr(Column, f"__{name}__", lambda column, other: operate(column.one(), other))
    setattr(Column, f"__r{name}__", lambda column, other: operate(other, column.one()))


_arithmetic("add", operator.add, operator.add)
_arithmetic("sub", operator.sub, operator.add)
_arithmetic("mul", operator.mul, operator.mul)
_arithmetic("floordiv", _division(operator.floordiv), lambda left, _: left + 1)
_arithmetic("mod", _division(operator.mod), lambda _, right: right)
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _comparison(_name, getattr(operator, _name))
for _name, _operate in (("and", operator.and_), ("or", operator.or_), ("xor", operator.xor)):
    _by_value(_name, _operate)
for _name in ("truediv", "pow", "lshift", "rshift"):
    _by_value(_name, getattr(operator, _name))


def whole(number: Any, runs: int) -> Array:
    """A number that a rule returns, for each run."""
    if type(number) is Column:
        return number.now()
    if abs(number) >= LARGEST_GIVEN:
        raise Unfit(_TOO_LARGE)
    return repeated(np.array(number), runs)


def repeated(number: Array, runs: int) -> Array:
    """A column of one number, which is held once."""
    return np.ndarray(runs, number.dtype, number, 0, (0,))


# --- columns


def one_after_another(parts: Sequence[Array]) -> Array:
    """Columns as one; a number that is the same in all of them is held once (see `whole`)."""
    first = parts[0][:1]
    if all(part.strides == (0,) and part[:1] == first for part in parts):
        return repeated(first, sum([len(part) for part in parts]))
    return np.concatenate(parts)


def array_of(numbers: Sequence[int]) -> Array:
    """Whole numbers, or truth values, as an array."""
    try:
        column = np.array(numbers)
    except OverflowError:
        column = np.array(numbers, object)
    if column.dtype == np.bool_:
        return column
    if column.dtype != np.int64 or int(abs(column).max()) >= LARGEST_GIVEN:
        raise Unfit(_TOO_LARGE)
    return column


def lows_and_highs(rows: Array) -> tuple[list[int], list[int]]:
    """The lowest and the highest number of each row. All arguments and results of rules are checked here."""
    lows, highs = np.minimum.reduce(rows, axis=1).tolist(), np.maximum.reduce(rows, axis=1).tolist()
    if max(highs) >= LARGEST_GIVEN or min(lows) <= -LARGEST_GIVEN:
        raise Unfit(_TOO_LARGE)
    return lows, highs


def distinct_rows(columns: list[Array]) -> tuple[list[Array], Array]:
    """The distinct rows in order, and the index of each row among them."""
    rows = np.array(columns, np.int64)
    lows, highs = lows_and_highs(rows)
    sizes = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
    *strides, cells = accumulate(sizes[::-1], operator.mul, initial=1)
    if cells >= LARGEST:
        raise Unfit("numbers that are too far apart")
    packed = np.array(strides[::-1]) @ (rows - np.array(lows)[:, None])
    if cells > max(SMALL_TABLE, len(packed)):
        _, firsts, which = np.unique(packed, return_index=True, return_inverse=True)
    else:  # few cells: a table is much faster than sorting
        first_in = np.full(cells, -1)
        first_in[packed[::-1]] = np.arange(len(packed))[::-1]
        taken = first_in >= 0
        firsts, which = first_in[taken], (np.cumsum(taken) - 1)[packed]
    return [column[firsts] for column in columns], which
