"""The numbers in a roll's outcomes: mean, spread, quantiles, and the chance of every value."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from rulewright.dice import fraction_text
from rulewright.game import Words
from rulewright.game.outcomes import Row, number_summaries
from rulewright.server.responses import FigureStatistics, ValueChance

_MOST_VALUES = 1_000
_PERCENTS = (5, 25, 50, 75, 95)


def figure_statistics(rows: Sequence[Row], exact: bool, words: Words) -> list[FigureStatistics]:
    """The statistics of every number that all outcomes have, in the game's words; without fractions unless `exact`."""
    found = []
    for name, one in {one.name: one for one in number_summaries(rows) if one.always}.items():
        chances = _chances(rows, name)
        squares = sum((value * value * chance for value, chance in chances), Fraction(0))
        found.append(
            FigureStatistics(
                name=one.label(words),
                mean=fraction_text(one.mean) if exact else "",
                value=float(one.mean),
                least=one.least,
                most=one.most,
                spread=sqrt(squares - one.mean * one.mean),
                quantiles={f"{part}%": _quantile(chances, Fraction(part, 100)) for part in _PERCENTS},
                values=_values(chances, exact),
            )
        )
    return found


def _chances(rows: Sequence[Row], name: str) -> list[tuple[int, Fraction]]:
    """The values of a number in order, each with its chance."""
    merged: dict[int, Fraction] = {}
    for outcome, chance in rows:
        fields = outcome if isinstance(outcome, dict) else {"result": outcome}
        value = fields[name]
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


def _values(chances: Sequence[tuple[int, Fraction]], exact: bool) -> list[ValueChance]:
    """Each value with its chance and the chance of at least as much; empty when there are very many."""
    if len(chances) > _MOST_VALUES:
        return []
    found: list[ValueChance] = []
    reached = sum((chance for _, chance in chances), Fraction(0))
    for value, chance in chances:
        text, reached_text = (fraction_text(chance), fraction_text(reached)) if exact else ("", "")
        found.append(ValueChance(value, text, float(chance), reached_text, float(reached)))
        reached -= chance
    return found
