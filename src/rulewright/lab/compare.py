"""Compares a roll under two or more rulings, parameters or games, outcome by outcome."""

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec import Struct

from rulewright.dice import Odds
from rulewright.game import Game
from rulewright.game.percent import percent
from rulewright.lab.answers import Answer, Cell, Chart, ReportTable, Series, as_typed, signed
from rulewright.lab.figures import Figure, fields_of, usual_figures
from rulewright.lab.sweep import Grid, SweepAxis
from rulewright.readings import Budget
from rulewright.rules import BadInput, shown

_MOST_SIDES = 8
_MOST_ROWS = 16
_MOST_BARS = 20


class ComparedSide(Struct, frozen=True):
    """One side of a comparison: a roll of a game, with its parameters and rulings."""

    label: str
    game: Game
    roll: str
    params: Mapping[str, Any]
    options: Mapping[str, Any]

    def odds(self, budget: Budget | None = None) -> Odds[Any]:
        """The exact odds of this side."""
        return self.game.odds(self.roll, self.params, self.options, budget)


class OddsComparison(Struct, frozen=True):
    """Exact odds side by side: the chance of every outcome and each figure, one number per side."""

    labels: tuple[str, ...]
    outcomes: tuple[tuple[dict[str, Any], tuple[Fraction, ...]], ...]
    figures: tuple[tuple[Figure, tuple[Fraction, ...]], ...]

    @property
    def is_the_same(self) -> bool:
        """Whether all sides have the same odds."""
        return all(len(set(chances)) == 1 for _, chances in self.outcomes)


def sides_of(
    game: Game, roll: str, params: Mapping[str, Sequence[Any]], options: Mapping[str, Sequence[Any]]
) -> list[ComparedSide]:
    """One side for every combination of the alternatives; a single value of an option is compared with the default."""
    defaults = {option.name: option.default for option in game.option_texts()}
    for name in options:
        if name not in defaults:
            raise BadInput(f"unknown option: {shown(name)} (allowed: {', '.join(defaults)})")
    lone = all(len(values) == 1 for values in (*params.values(), *options.values()))
    given = {
        name: [defaults[name], *values] if lone and name in defaults and values[0] != defaults[name] else list(values)
        for name, values in options.items()
    }
    axes = [SweepAxis("parameter", name, values) for name, values in params.items()]
    grid = Grid({}, {}, (*axes, *(SweepAxis("option", name, values) for name, values in given.items())))
    if grid.size > _MOST_SIDES:
        raise BadInput(f"too many sides: {grid.size:,} combinations, at most {_MOST_SIDES} can be compared")
    sides = []
    for number, values in enumerate(product(*(axis.values for axis in grid.axes))):
        point = grid.point(number)
        label = [
            f"{axis.name}={as_typed(value)}"
            for axis, value in zip(grid.axes, values, strict=True)
            if len(axis.values) > 1
        ]
        sides.append(ComparedSide(" ".join(label) or game.slug, game, roll, point.params, point.options))
    return sides


def compare_sides(
    sides: Sequence[ComparedSide], figures: Sequence[Figure] = (), seconds: float | None = None
) -> OddsComparison:
    """The exact odds of all sides, outcome by outcome, with summary figures."""
    if len(sides) < 2:
        raise BadInput(
            "nothing to compare: give an option or a parameter twice, an option that is not the default, "
            "or another game with --against"
        )
    priced = [side.odds(Budget(None, seconds)) for side in sides]
    by_text: dict[str, list[Fraction]] = {}
    named: dict[str, dict[str, Any]] = {}
    for at, odds in enumerate(priced):
        for outcome, chance in odds.items():
            fields = fields_of(outcome)
            text = json.dumps(fields, sort_keys=True)
            named[text] = fields
            by_text.setdefault(text, [Fraction(0)] * len(sides))[at] += chance
    wanted = list(figures) or usual_figures(*priced)
    return OddsComparison(
        tuple(side.label for side in sides),
        tuple((named[text], tuple(chances)) for text, chances in sorted(by_text.items())),
        tuple((one, tuple(one.of(odds) for odds in priced)) for one in wanted),
    )


def comparison_answer(comparison: OddsComparison) -> Answer:
    """A comparison as tables, a chart and a conclusion; figures are named as they are typed."""
    two = len(comparison.labels) == 2
    change = ("change",) if two else ()
    outcomes = by_words(comparison)
    tables = [
        ReportTable(
            "Figures",
            ("figure", *comparison.labels, *change),
            tuple(
                (
                    one.text,
                    *(figure_shown(one, value) for value in values),
                    *((figure_moved(one, values),) if two else ()),
                )
                for one, values in comparison.figures
            ),
        ),
        ReportTable(
            "Outcomes",
            ("outcome", *comparison.labels, *change),
            tuple(
                (label, *map(percent, chances), *((signed(chances[1] - chances[0]),) if two else ()))
                for label, chances in outcomes
            ),
        ),
    ]
    drawn = sorted(outcomes, key=lambda row: -max(row[1]))[:_MOST_BARS]
    kept = [row for row in outcomes if row in drawn]
    chart = Chart(
        "The chance of each outcome",
        "bars",
        "",
        "chance",
        tuple(label for label, _ in kept),
        tuple(Series(label, tuple(chances[at] for _, chances in kept)) for at, label in enumerate(comparison.labels)),
        percent=True,
    )
    method = "Exact odds on every side; nothing is estimated."
    return Answer(method, conclusion(comparison, lambda one: one.text), tuple(tables), (chart,))


def by_words(comparison: OddsComparison) -> list[tuple[str, tuple[Fraction, ...]]]:
    """Labels with chances: every outcome if they are few, else merged by their text fields."""
    fields = list(dict.fromkeys(name for outcome, _ in comparison.outcomes for name in outcome))
    words = [name for name in fields if all(isinstance(o.get(name), str | bool | None) for o, _ in comparison.outcomes)]
    named = words if words and len(comparison.outcomes) > _MOST_ROWS else fields
    merged: dict[str, list[Fraction]] = {}
    for outcome, chances in sorted(comparison.outcomes, key=lambda row: _in_order(row[0])):
        label = ", ".join(f"{name} {as_typed(outcome[name])}" for name in named if name in outcome)
        sums = merged.setdefault(label, [Fraction(0)] * len(chances))
        for at, chance in enumerate(chances):
            sums[at] += chance
    return [(label, tuple(chances)) for label, chances in merged.items()]


def _in_order(outcome: Mapping[str, Any]) -> tuple[list[str], list[float]]:
    numbers = [value for value in outcome.values() if isinstance(value, int | float)]
    return [str(value) for value in outcome.values() if not isinstance(value, int | float)], numbers


def figure_shown(one: Figure, value: Fraction) -> Cell:
    """A figure as the cell of a table."""
    return percent(value) if one.is_chance else value


def figure_moved(one: Figure, values: Sequence[Fraction]) -> str:
    """The change of a figure from the first side to the second."""
    change = values[1] - values[0]
    if one.is_chance or change == 0:
        return signed(change)
    return f"{float(change):+.4g}"


def conclusion(comparison: OddsComparison, named: Callable[[Figure], str]) -> str:
    """What follows from a comparison, with a name for each figure."""
    chances = [(one, values) for one, values in comparison.figures if one.is_chance]
    never = [named(one) for one, values in chances if one.sign == "=" and not any(values)]
    if never and len(never) == len(chances):
        return f"{' and '.join(never)} is 0 on every side; look at the outcomes for what comes up."
    if comparison.is_the_same:
        return "There is no difference: every outcome has the same chance on every side."
    spread = sorted(chances, key=lambda row: min(row[1]) - max(row[1]))
    words = []
    for one, values in spread[:2]:
        if max(values) > min(values):
            words.append(_movement(comparison.labels, named(one), values, percent))
    for one, values in comparison.figures:
        if one.kind == "mean" and max(values) > min(values):
            words.append(_movement(comparison.labels, named(one), values, lambda value: f"{float(value):.4g}"))
    if not words:
        return "None of these figures moves, but some outcomes do."
    return "; ".join(words) + "."


def _movement(labels: Sequence[str], name: str, values: Sequence[Fraction], say: Callable[[Fraction], str]) -> str:
    if len(values) == 2:
        return f"{name} goes from {say(values[0])} to {say(values[1])}"
    best, worst = max(range(len(values)), key=values.__getitem__), min(range(len(values)), key=values.__getitem__)
    return (
        f"{name} is highest with {labels[best]} ({say(values[best])}) "
        f"and lowest with {labels[worst]} ({say(values[worst])})"
    )
