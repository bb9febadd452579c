"""A rule run for all scores of its first throw at once.

Each whole number of the score is a `Column` with one value for each score, and what the rule computes
is computed for all of them. Where the scores part (an `if`, an index) the run is given up and the rule
is run again for each part, so that it is run once for each way through its code and not once for each
score. What cannot be done with a column, and a second throw, is `Unfit`: the rule is followed path by path.
"""

import operator
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from dis import hasjabs, hasjrel, opmap
from itertools import compress, repeat
from types import CodeType
from typing import Any, NamedTuple, NoReturn

from msgspec import Struct

from rulewright.dice.sums import named
from rulewright.readings.unfit import Unfit

_JUMPS = bytes(code for code in (*hasjrel, *hasjabs) if code < 256)  # larger ones are the compiler's own
_UNFIT = bytes(opmap[name] for name in ("IS_OP", "BINARY_SUBSCR") if name in opmap)
_SUBSCRIPT = bytes((opmap["BINARY_OP"], 26)) if sys.version_info >= (3, 14) else None
_PLAIN = frozenset((int, bool))
FEW = 10  # scores that are as quickly followed one by one if the rule goes straight,
_FEW_IF_PARTED = 300  # or if they part
_SCORES_PER_WAY = 20


def fewest_scores(code: CodeType) -> int:
    """From how many scores on a rule with this code is worth running for all of them at once; 0 for never.

    An identity test would not see what a column holds, and a `try` could swallow its refusal.
    """
    operations = code.co_code[::2]
    if code.co_exceptiontable or operations.translate(None, _UNFIT) != operations:
        return 0
    if _SUBSCRIPT is not None and _SUBSCRIPT in code.co_code:
        return 0
    return FEW if operations.translate(None, _JUMPS) == operations else _FEW_IF_PARTED


class Parted(BaseException):
    """The scores part: for each of them the value by which they do. Not caught by a rule's `except Exception`."""

    def __init__(self, values: Sequence[Any]) -> None:
        super().__init__()
        self.values = values


class ScoreColumn:
    """A whole number, or truth, for each score."""

    __slots__ = ("values",)

    refusals = 0
    """How often any column refused something: a rule that catches the refusal is found out by it."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values

    def _unfit(self, *_: object) -> NoReturn:
        ScoreColumn.refusals += 1
        raise Unfit("something that only one plain number can do")

    __class__ = property(_unfit)  # not even its kind is known
    __float__ = __complex__ = __iter__ = __str__ = __repr__ = __format__ = __getattr__ = _unfit
    __round__ = __trunc__ = __floor__ = __ceil__ = __invert__ = __call__ = __len__ = __contains__ = _unfit

    def _one_value(self) -> Any:
        """The value of all scores; if they have more than one, they part."""
        values = self.values
        first = values[0]
        if values.count(first) != len(values):
            ScoreColumn.refusals += 1
            raise Parted(values)
        return first

    def __bool__(self) -> bool:
        values = self.values
        if all(values):
            return True
        if any(values):
            ScoreColumn.refusals += 1
            raise Parted([bool(value) for value in values])
        return False

    def __index__(self) -> int:
        return operator.index(self._one_value())

    def __int__(self) -> int:
        return int(self._one_value())

    def __hash__(self) -> int:
        return self._unfit()  # it would be kept, or compared with what is no column

    def __neg__(self) -> "ScoreColumn":
        return ScoreColumn([-value for value in self.values])

    def __pos__(self) -> "ScoreColumn":
        return ScoreColumn([+value for value in self.values])

    def __abs__(self) -> "ScoreColumn":
        return ScoreColumn(list(map(abs, self.values)))


def _operator(name: str, operate: Callable[[Any, Any], Any]) -> None:
    def forwards(column: ScoreColumn, other: Any) -> ScoreColumn:
        return ScoreColumn(list(map(operate, column.values, repeat(other) if type(other) is int else _values(other))))

    def backwards(column: ScoreColumn, other: Any) -> ScoreColumn:
        return ScoreColumn(list(map(operate, repeat(other) if type(other) is int else _values(other), column.values)))

    setattr(ScoreColumn, f"__{name}__", forwards)
    setattr(ScoreColumn, f"__r{name}__", backwards)


for _name in ("add", "sub", "mul", "floordiv", "mod", "lt", "le", "gt", "ge", "eq", "ne"):
    _operator(_name, getattr(operator, _name))
for _name in ("truediv", "pow", "divmod", "lshift", "rshift", "and", "or", "xor", "matmul"):
    setattr(ScoreColumn, f"__{_name}__", ScoreColumn._unfit)
    setattr(ScoreColumn, f"__r{_name}__", ScoreColumn._unfit)


def _values(value: Any) -> Iterable[Any]:
    """One value for each score."""
    kind = type(value)
    if kind is ScoreColumn:
        values: Sequence[Any] = value.values
        return values
    if kind is int or kind is bool or kind is str or value is None:
        return repeat(value)
    raise Unfit(f"columns beside a {kind.__name__}")


class Scores(NamedTuple):
    """All answers to a throw, or some of them: a column for each part of the score, the place and weight of each."""

    kind: type[Any]
    parts: Sequence[Sequence[Any]]
    places: Sequence[int]

    def answer(self) -> Any:
        """What the rule is given: one column, or a score whose parts are columns."""
        return (
            ScoreColumn(self.parts[0]) if self.kind is int else tuple.__new__(self.kind, map(ScoreColumn, self.parts))
        )

    def parted(self, values: Sequence[Any]) -> "list[Scores]":
        """For each different value those scores that have it, in the order in which they come up."""
        found = []
        for one in dict.fromkeys(values):
            chosen = [value == one for value in values]
            parts = [list(compress(part, chosen)) for part in self.parts]
            found.append(Scores(self.kind, parts, list(compress(self.places, chosen))))
        return found


def scores_of(answers: Sequence[Any]) -> Scores:
    """Answers in columns."""
    kind = type(answers[0])
    parts: Sequence[Sequence[Any]] = [answers]
    if issubclass(kind, tuple):
        if {kind}.issuperset(map(type, answers)):
            parts = list(zip(*answers, strict=True))
    else:
        kind = int
    for part in parts:
        if not _PLAIN.issuperset(map(type, part)):
            raise Unfit("scores that are no whole numbers")
    return Scores(kind, parts, range(len(answers)))


def weigh_all(
    run: Callable[[], Any], scores: Scores, shares: Collection[Any], outcome: Any, give: Callable[[Scores], None]
) -> dict[Any, Any]:
    """The weight of each outcome, in the order of the scores. The first run ended with `outcome`, or was `Parted`."""
    found = _outcome_of_each(run, scores, outcome, give) if type(outcome) is Parted else None
    outcomes = _outcomes(outcome) if found is None else found
    weights = dict(zip(outcomes, shares, strict=False))
    if len(weights) == len(shares):
        return weights
    weights = dict.fromkeys(weights, 0)
    for one, share in zip(_outcomes(outcome) if found is None else found, shares, strict=False):
        weights[one] += share
    return weights


def uncaught(run: Callable[[], Any]) -> Any:
    """What a run ends with, if the rule caught no refusal of a column."""
    refusals = ScoreColumn.refusals
    outcome = run()
    if ScoreColumn.refusals != refusals:
        raise Unfit("a rule that catches every exception")
    return outcome


def _outcome_of_each(
    run: Callable[[], Any], scores: Scores, parted: Parted, give: Callable[[Scores], None]
) -> list[Any]:
    """The outcome for each score, where the scores part: one run for each way."""
    size = len(scores.places)
    found: list[Any] = [None] * size
    waiting = scores.parted(parted.values)
    ways = 1
    while waiting:
        ways += 1
        if ways * _SCORES_PER_WAY > size:
            raise Unfit("hardly two scores go the same way")
        some = waiting.pop()
        give(some)
        try:
            outcome = uncaught(run)
        except Parted as again:
            waiting += some.parted(again.values)
            continue
        for place, one in zip(some.places, _outcomes(outcome), strict=False):
            found[place] = one
    return found


def _outcomes(outcome: Any) -> Iterable[Any]:
    """The outcome for each score, without an end if they are all the same."""
    kind = type(outcome)
    if issubclass(kind, tuple):
        return named(kind, zip(*map(_values, outcome), strict=False)) if outcome else repeat(outcome)
    if issubclass(kind, Struct):
        return map(kind, *[_values(getattr(outcome, field)) for field in kind.__struct_fields__])
    return _values(outcome)
