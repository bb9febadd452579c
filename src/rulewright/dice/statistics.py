"""Statistics of odds: mean and spread, at least and at most, quantiles, comparisons, tables and text charts."""

import csv
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from io import StringIO
from itertools import accumulate
from math import sqrt
from typing import Any, Generic, NamedTuple, TypeVar

from rulewright.dice.fractions import fraction_text

T = TypeVar("T", bound=Hashable)
N = TypeVar("N", float, Fraction)  # the type of chances

Number = int | float | Fraction

_MOST_ROWS = 200  # of a table for people
_BAR = 40  # characters of the longest bar


class Comparison(NamedTuple):
    """Two rolls against each other: the chance that the first is above the second, equal to it, or below."""

    above: Any
    equal: Any
    below: Any


class Statistics(Generic[T, N]):
    """Figures of outcomes with weights; outcomes that are not numbers need a function that says which number counts."""

    __slots__ = ()

    weights: Mapping[T, Any]
    total: Any

    def share(self, weight: Any) -> N:
        """A weight as a chance: a fraction if the odds are exact."""
        raise NotImplementedError

    def mean(self, value: Callable[[T], Any] | None = None) -> N:
        """The mean of the outcomes, or of `value(outcome)`."""
        return self._mean_of(self._values(value).items())

    def variance(self, value: Callable[[T], Any] | None = None) -> N:
        """The mean square distance from the mean."""
        values = self._values(value)
        mean = self._mean_of(values.items())
        return self._mean_of(((number - mean) ** 2, weight) for number, weight in values.items())

    def sd(self, value: Callable[[T], Any] | None = None) -> float:
        """The standard deviation."""
        return sqrt(self.variance(value))

    def median(self, value: Callable[[T], Any] | None = None) -> Any:
        """The middle: the lowest number that half of all rolls do not exceed."""
        return self.quantile(Fraction(1, 2), value)

    def quantile(self, share: Number, value: Callable[[T], Any] | None = None) -> Any:
        """The lowest number that at least this share of all rolls does not exceed: `quantile(0.9)`."""
        if not 0 <= share <= 1:
            raise ValueError(f"a quantile takes a share from 0 to 1, not {share}")
        values = sorted(self._values(value).items())
        wanted = share * self.total
        for (number, _), upto in zip(values, accumulate(weight for _, weight in values), strict=True):
            if upto >= wanted:
                return number
        return values[-1][0]

    def at_least(self, number: Number, value: Callable[[T], Any] | None = None) -> N:
        """The chance of at least this number."""
        return self.share(sum(weight for shown, weight in self._values(value).items() if shown >= number))

    def at_most(self, number: Number, value: Callable[[T], Any] | None = None) -> N:
        """The chance of at most this number."""
        return self.share(sum(weight for shown, weight in self._values(value).items() if shown <= number))

    def cumulative(self, value: Callable[[T], Any] | None = None) -> dict[Any, N]:
        """For each number, from the lowest on, the chance of at most that number."""
        values = sorted(self._values(value).items())
        uptos = accumulate(weight for _, weight in values)
        return {number: self.share(upto) for (number, _), upto in zip(values, uptos, strict=True)}

    def compare(self, other: "Statistics[Any, N]", value: Callable[[Any], Any] | None = None) -> Comparison:
        """The chances that this roll is above another, independent one, equal to it, or below."""
        ours: Mapping[Any, Any] = self._values(value)
        theirs: Mapping[Any, Any] = other._values(value)
        above: Any = 0
        equal: Any = 0
        lower: Any = 0  # weight of the other roll below this value
        for number in sorted({*ours, *theirs}):
            weight = ours.get(number, 0)
            above += weight * lower
            equal += weight * theirs.get(number, 0)
            lower += theirs.get(number, 0)
        over, same = (self.share(1) * other.share(1) * ways for ways in (above, equal))
        return Comparison(over, same, 1 - over - same)

    def rows(self) -> Iterator[tuple[T, N]]:
        """Each outcome with its chance, in order if outcomes have one."""
        try:
            listed: Any = sorted(self.weights.items(), key=_outcome)
        except TypeError:
            listed = self.weights.items()
        return ((outcome, self.share(weight)) for outcome, weight in listed)

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Each outcome as text, with its chance as a decimal number and as a fraction."""
        return {str(outcome): _written(chance) for outcome, chance in self.rows()}

    def to_csv(self) -> str:
        """A table for spreadsheets: the outcome (each part of it), its chance as a decimal and as a fraction."""
        fields: list[str] = list(getattr(next(iter(self.weights), None), "_fields", ("outcome",)))
        text = StringIO()
        table = csv.writer(text, lineterminator="\n")
        table.writerow([*fields, "chance", "numerator", "denominator"])
        for outcome, chance in self.rows():
            exact = Fraction(chance)
            parts: Any = outcome if hasattr(outcome, "_fields") else (outcome,)
            table.writerow([*parts, float(chance), exact.numerator, exact.denominator])
        return text.getvalue()

    def plot(self, width: int = _BAR) -> str:
        """A chart in text: a bar for each outcome, with its chance in percent."""
        rows = [(str(outcome), float(chance)) for outcome, chance in self.rows()]
        longest = max((len(name) for name, _ in rows), default=0)
        highest = max((chance for _, chance in rows), default=1.0)
        return "\n".join(
            f"{name:>{longest}} {100 * chance:6.2f}% {'#' * round(width * chance / highest)}" for name, chance in rows
        )

    def _repr_html_(self) -> str:
        """The odds as an HTML table, for notebooks."""
        rows = list(self.rows())
        highest = max((float(chance) for _, chance in rows), default=1.0)
        lines = [
            f"<tr><td>{escape(str(outcome))}</td><td>{100 * float(chance):.2f}%</td>"
            f'<td><div style="background:#69c;height:1em;width:{200 * float(chance) / highest:.0f}px"></div></td>'
            f"<td>{escape(_written(chance)['fraction']) if len(_written(chance)['fraction']) < _BAR else ''}</td></tr>"
            for outcome, chance in rows[:_MOST_ROWS]
        ]
        more = f"<p>and {len(rows) - _MOST_ROWS} more</p>" if len(rows) > _MOST_ROWS else ""
        head = "<tr><th>outcome</th><th>chance</th><th></th><th>fraction</th></tr>"
        return f"<table>{head}{''.join(lines)}</table>{more}"

    def _mean_of(self, values: Iterable[tuple[Any, Any]]) -> N:
        mean: N = self.share(1) * sum(number * weight for number, weight in values)
        return mean

    def _values(self, value: Callable[[T], Any] | None) -> Mapping[Any, Any]:
        """The weight of each number."""
        if value is None:
            for outcome in self.weights:
                if not isinstance(outcome, Number):
                    raise TypeError(
                        f"outcomes such as {outcome!r} are not numbers: say which number counts, "
                        "as in odds.mean(lambda outcome: outcome.margin)"
                    )
            return self.weights
        values: dict[Any, Any] = {}
        for outcome, weight in self.weights.items():
            number = value(outcome)
            values[number] = values.get(number, 0) + weight
        return values


def _outcome(row: tuple[Any, Any]) -> Any:
    return row[0]


def _written(chance: Any) -> dict[str, Any]:
    return {"chance": float(chance), "fraction": fraction_text(Fraction(chance))}
