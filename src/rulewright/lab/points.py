"""A chunk of points of a study, priced in one call."""

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulewright.lab.duel import NOBODY, fight_out
from rulewright.lab.figures import figure, rows_of
from rulewright.lab.study import Result, Study
from rulewright.readings import Budget, OverBudget, Undecided, odds_of_many
from rulewright.rules import BadInput, Refused

__all__ = ["price"]

_WORTH_IT = 64  # points: fewer are quicker one by one

Figures = Callable[[Any], list[Fraction | float]]
"""The figures of a report from the odds of a point."""


def price(study: Study, first: int, end: int) -> list[Result]:
    """The figures of the points from `first` up to `end`.

    Points under the same rulings are worked out together where that can be done. Where it cannot, or
    where a rule refuses one of them, they are worked out one by one.
    """
    alike: dict[str, list[int]] = {}
    for number in range(first, end):
        alike.setdefault(json.dumps(study.grid.point(number).options), []).append(number)
    found: dict[int, Result] = {}
    for numbers in alike.values():
        found.update(zip(numbers, _together(study, numbers), strict=True))
    return [found[number] for number in range(first, end)]


def _together(study: Study, numbers: Sequence[int]) -> Sequence[Result]:
    """Points under the same rulings."""
    if len(numbers) < _WORTH_IT or "length" in study.report:  # which odds do not tell
        return [_alone(study, number) for number in numbers]
    rule, figures = _duel(study) if study.is_duel else _roll(study)
    try:
        table = study.game.table_options(study.grid.point(numbers[0]).options)
        entry = study.game.roll(study.roll)
        asked = [entry.arguments(study.grid.point(number).params, table) for number in numbers]
        budget = Budget(None, study.seconds * len(numbers))
        if study.exact:
            return [figures(odds) for odds in odds_of_many(rule, asked, options=table, budget=budget)]
        return [figures(odds) for odds in odds_of_many(rule, asked, options=table, budget=budget, exact=False)]
    except (Refused, BadInput, OverBudget, Undecided):
        return [_alone(study, number) for number in numbers]


def _alone(study: Study, number: int) -> Result:
    """One point; what takes too long has no answer, since a study does not mix in estimates."""
    params, options = study.grid.point(number)
    try:
        if study.is_duel:
            return _fought(study, params, options)
        odds = study.game.odds(study.roll, params, options, Budget(None, study.seconds))
        _, figures = _roll(study)
        return [value if study.exact else float(value) for value in figures(odds)]
    except (Refused, BadInput) as refused:
        return str(refused)
    except OverBudget:
        return f"not worked out in {study.seconds:g} seconds"


def _roll(study: Study) -> tuple[Callable[..., Any], Figures]:
    """The rule of a roll, and how its odds are summed up."""
    wanted = [figure(text) for text in study.report]

    def figures(odds: Any) -> list[Fraction | float]:
        rows = rows_of(odds)
        return [one.of(odds, rows) for one in wanted]

    return study.game.roll(study.roll).rule, figures


def _duel(study: Study) -> tuple[Callable[..., Any], Figures]:
    """A duel as a rule that tells who wins and what is left, and how its odds are summed up."""
    duel = study.game.duel(study.roll)
    measured = duel.measured if any(text.startswith("left:") for text in study.report) else None

    def ended(dice: Any, **arguments: Any) -> tuple[str, tuple[int, ...]]:
        bout = duel.begin(dice, **arguments)
        end = dice.call(bout.fight, bout.start, *bout.context)
        return duel.winner(end) or NOBODY, measured(end, *bout.context) if measured is not None else ()

    def figures(odds: Any) -> list[Fraction | float]:
        found = []
        for text in study.report:
            kind, _, side = text.partition(":")
            if kind == "wins":
                found.append(odds.where(lambda end, side=side: end[0] == side))
            else:
                found.append(odds.mean(lambda end, at=duel.sides.index(side): end[1][at]))
        return found

    return ended, figures


def _fought(study: Study, params: Mapping[str, Any], options: Mapping[str, Any]) -> list[Fraction | float]:
    fought = fight_out(
        study.game,
        study.roll,
        params,
        options,
        seconds=study.seconds,
        exact=study.exact,
        with_length="length" in study.report,
        or_simulate=False,
    )
    found: list[Fraction | float] = []
    for text in study.report:
        kind, _, side = text.partition(":")
        found.append(fought.length if kind == "length" else (fought.wins if kind == "wins" else fought.left)[side])
    return found
