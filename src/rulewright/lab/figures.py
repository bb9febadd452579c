"""Summary figures of odds: the chance of a field's value, a mean, a quantile; written in one word each.

- `winner=a`: the chance that the field `winner` is a; `result=success,critical`: one of several
- `margin>=5`: the chance that a number is at least (`<=` at most) so much
- `mean:total`: the mean of a number
- `never-ends`: the chance of a state from which no end can be reached; means and quantiles are those of the rest
- `median:total`, `q90:total`: the least value that at least 50% or 90% of outcomes do not exceed
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from rulewright.dice import Odds
from rulewright.game.plain_data import plain
from rulewright.readings import Chances
from rulewright.rules import BadInput, NeverEnds, shown

_CHANCE = re.compile(r"(?P<field>[\w-]+)(?P<sign>>=|<=|=)(?P<values>.+)")
_NUMBER = re.compile(r"(?P<kind>mean|median|q(?P<part>[1-9][0-9]?)):(?P<field>[\w-]+)")
_ALONE = "result"
"""The field name of an outcome that is a single value."""
NEVER_ENDS_FIGURE = "never-ends"
"""The figure for play that never ends."""
_MOST_WORDS = 8


def fields_of(outcome: Any) -> dict[str, Any]:
    """An outcome as plain fields; one that is a single value has the field `result`."""
    shown = plain(outcome)
    return shown if isinstance(shown, dict) else {_ALONE: shown}


Rows = Sequence[tuple[Mapping[str, Any], int | float]]
"""Outcomes as plain fields, with their weights."""


def rows_of(odds: Odds[Any] | Chances[Any]) -> Rows:
    """Every outcome of some odds as plain fields; play that never ends has none."""
    return [
        (fields_of(outcome), weight) for outcome, weight in odds.weights.items() if not isinstance(outcome, NeverEnds)
    ]


class Figure(Struct, frozen=True):
    """One number that sums up odds."""

    text: str
    kind: Literal["chance", "mean", "quantile", "never"]
    field: str
    sign: str = "="
    values: tuple[Any, ...] = ()
    part: Fraction = Fraction(1, 2)

    @property
    def is_chance(self) -> bool:
        """Whether it is a chance, shown as a percentage."""
        return self.kind in ("chance", "never")

    def of(self, odds: Odds[Any] | Chances[Any], rows: Rows | None = None) -> Any:
        """The figure's value: a fraction for exact odds, a float64 for chances in float64.

        For several figures of the same odds, pass `rows_of(odds)` so that it is computed once.
        """
        if self.kind == "never":
            return _over(odds, sum(weight for one, weight in odds.weights.items() if isinstance(one, NeverEnds)))
        rows = rows_of(odds) if rows is None else rows
        self.check(fields for fields, _ in rows)
        if self.kind == "chance":
            return _over(odds, sum(weight for fields, weight in rows if self._holds(fields[self.field])))
        ended: Any = sum(weight for _, weight in rows)
        if self.kind == "mean":
            sums: Any = sum(fields[self.field] * weight for fields, weight in rows)
            return Fraction(sums, ended) if isinstance(odds, Odds) else float(sums / ended)
        number = _quantile(sorted((fields[self.field], weight) for fields, weight in rows), self.part * ended)
        return _over(odds, number * odds.total)

    def check(self, outcomes: Iterable[Mapping[str, Any]]) -> None:
        """Refuses a field that outcomes do not have, or that is not a number where one is needed."""
        for fields in outcomes if self.kind != "never" else ():
            if self.field not in fields:
                raise BadInput(f"unknown figure: {shown(self.text)} (fields of the outcome: {', '.join(fields)})")
            value = fields[self.field]
            if (self.kind != "chance" or self.sign != "=") and (not isinstance(value, int) or isinstance(value, bool)):
                raise BadInput(f"bad figure: {shown(self.text)}: {self.field} is not a whole number")

    def _holds(self, value: Any) -> bool:
        if self.sign == "=":
            return value in self.values or json.dumps(value) in self.values
        return bool(value >= self.values[0] if self.sign == ">=" else value <= self.values[0])


def _over(odds: Odds[Any] | Chances[Any], weight: Any) -> Any:
    """A weight as a share of the whole."""
    return Fraction(weight, odds.total) if isinstance(odds, Odds) else float(weight)


def _quantile(numbers: Sequence[tuple[int, int | float]], wanted: Fraction) -> int:
    """The least number that the given share of the weight does not exceed; the last one if rounding falls short."""
    below: int | float = 0
    for number, weight in numbers:
        below += weight
        if below >= wanted:
            return number
    return numbers[-1][0]


def figure(text: str) -> Figure:
    """A figure from its text."""
    if text == NEVER_ENDS_FIGURE:
        return Figure(text, "never", "")
    number = _NUMBER.fullmatch(text)
    if number is not None:
        if number["kind"] == "mean":
            return Figure(text, "mean", number["field"])
        return Figure(text, "quantile", number["field"], part=Fraction(int(number["part"] or 50), 100))
    chance = _CHANCE.fullmatch(text)
    if chance is None:
        allowed = "FIELD=VALUE, FIELD>=N, mean:FIELD, median:FIELD, q90:FIELD or never-ends"
        raise BadInput(f"bad figure: {shown(text)} must be {allowed}")
    values = tuple(_value(one) for one in chance["values"].split(","))
    if chance["sign"] != "=" and (len(values) > 1 or not isinstance(values[0], int)):
        raise BadInput(f"bad figure: {shown(text)} compares with one whole number")
    return Figure(text, "chance", chance["field"], chance["sign"], values)


def _value(text: str) -> Any:
    """The number if the text is a whole number, else the text itself, true and false included."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


def usual_figures(*several: Odds[Any]) -> list[Figure]:
    """The default figures: the chance of each word, of each yes and of no end, the mean and spread of each number.

    Only fields that every outcome has are summed up: two games may have some in common.
    """
    outcomes = [fields for odds in several for fields, _ in rows_of(odds)]
    shared = set.intersection(*map(set, outcomes)) if outcomes else set()
    found: dict[str, dict[Any, None]] = {}
    for fields in outcomes:
        for field, value in fields.items():
            if field in shared:
                found.setdefault(field, {})[value if isinstance(value, str | int | None) else json.dumps(value)] = None
    never = any(isinstance(outcome, NeverEnds) for odds in several for outcome in odds.weights)
    texts: list[str] = []
    for field, values in found.items():
        if all(isinstance(value, bool) for value in values):
            texts.append(f"{field}=true")
        elif all(isinstance(value, int) for value in values):
            texts += [f"mean:{field}", f"q10:{field}", f"median:{field}", f"q90:{field}"]
        elif all(isinstance(value, str) for value in values) and len(values) <= _MOST_WORDS:
            texts += [f"{field}={value}" for value in sorted(values) if "," not in value]
    return [figure(text) for text in (*texts, *([NEVER_ENDS_FIGURE] if never else ()))]


def movement(one: Figure, several: Sequence[Odds[Any]]) -> tuple[bool, Fraction]:
    """A sort key for how much a figure differs between odds; chances come before numbers."""
    values = [one.of(odds) for odds in several]
    return one.is_chance and max(values) > min(values), max(values) - min(values)
