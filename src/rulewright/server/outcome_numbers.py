"""The numbers in a roll's outcomes as data: mean, spread, quantiles, and the chance of every value."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from rulewright.dice import fraction_text
from rulewright.game.outcomes import Row, number_summaries

_MOST_VALUES = 1_000
_PARTS = (5, 25, 50, 75, 95)

Plain = dict[str, Any]


def numbers_of(rows: Sequence[Row], exact: bool) -> list[Plain]:
    """Every number that all outcomes have; one that is not exact is told without fractions."""
    listed = {one.name: one for one in number_summaries(rows) if one.always}
    found = []
    for name, one in listed.items():
        chances = _chances(rows, name)
        squares = sum((value * value * chance for value, chance in chances), Fraction(0))
        found.append(
            {
                "name": name,
                "mean": fraction_text(one.mean) if exact else "",
                "value": float(one.mean),
                "least": one.least,
                "most": one.most,
                "spread": sqrt(squares - one.mean * one.mean),
                "quantiles": {f"{part}%": _quantile(chances, Fraction(part, 100)) for part in _PARTS},
                "values": _values(chances, exact),
            }
        )
    return found


def _chances(rows: Sequence[Row], name: str) -> list[tuple[int, Fraction]]:
    """A number's values in order, each with its chance."""
    merged: dict[int, Fraction] = {}
    for outcome, chance in rows:
        fields = outcome if isinstance(outcome, dict) else {"result": outcome}
        value = next(value for field, value in fields.items() if field.replace("_", " ") == name)
        merged[value] = merged.get(value, Fraction(0)) + chance
    return sorted(merged.items())


def _quantile(chances: Sequence[tuple[int, Fraction]], part: Fraction) -> int:
    """The least value that at least this part of all outcomes does not exceed."""
    below = Fraction(0)
    for value, chance in chances:
        below += chance
        if below >= part:
            return value
    return chances[-1][0]


def _values(chances: Sequence[tuple[int, Fraction]], exact: bool) -> list[Plain]:
    """Each value with its chance and the chance of at least as much; nothing when there are very many."""
    if len(chances) > _MOST_VALUES:
        return []
    found: list[Plain] = []
    reached = sum((chance for _, chance in chances), Fraction(0))
    for value, chance in chances:
        found.append(
            {
                "number": value,
                "chance": fraction_text(chance) if exact else "",
                "value": float(chance),
                "at_least": fraction_text(reached) if exact else "",
                "reached": float(reached),
            }
        )
        reached -= chance
    return found
