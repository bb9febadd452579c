"""A chunk of points of a study, priced in one call."""

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from typing import Any

from rulewright.lab.duel import NOBODY, fight_out
from rulewright.lab.figures import figure, rows_of
from rulewright.lab.study import Result, Study
from rulewright.readings import Budget, OverBudget, Undecided, odds, odds_of_many
from rulewright.readings.lane import Unfit
from rulewright.readings.lanes import Call
from rulewright.readings.lengths import mean_lengths
from rulewright.readings.odds import Pricing
from rulewright.rules import BadInput, Refused

__all__ = ["price"]

_WORTH_IT = 64  # points: fewer are quicker one by one

Figures = Callable[[Any, float], list[Fraction | float]]
"""The figures of a report from the odds of a point, and from the mean length of its duel if that is asked for."""


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
    with_length = study.is_duel and "length" in study.report
    if len(numbers) < _WORTH_IT or (with_length and study.exact):  # exact odds do not tell a length
        return _one_by_one(study, numbers)
    rule, figures = _duel(study) if study.is_duel else _roll(study)
    try:
        table = study.game.table_options(study.grid.point(numbers[0]).options)
        entry = study.game.roll(study.roll)
        asked = [entry.arguments(study.grid.point(number).params, table) for number in numbers]
        budget = Budget(None, study.seconds * len(numbers))
        lengths = _lengths(study, asked, Pricing(table, None, budget, exact=False)) if with_length else repeat(0.0)
        if study.exact:
            return list(map(figures, odds_of_many(rule, asked, options=table, budget=budget), lengths))
        return list(map(figures, odds_of_many(rule, asked, options=table, budget=budget, exact=False), lengths))
    except (Refused, BadInput, OverBudget, Undecided, Unfit):
        return _one_by_one(study, numbers)


def _one_by_one(study: Study, numbers: Sequence[int]) -> list[Result]:
    """Points under the same rulings; rules that their duels have in common are priced once."""
    pricing: Pricing[Any] = Pricing(study.game.table_options(study.grid.point(numbers[0]).options))
    return [_alone(study, number, pricing) for number in numbers]


def _alone(study: Study, number: int, pricing: Pricing[Any]) -> Result:
    """One point; what takes too long has no answer, since a study does not mix in estimates."""
    params, options = study.grid.point(number)
    try:
        if study.is_duel:
            return _fought(study, params, options, pricing)
        found = study.game.odds(study.roll, params, options, Budget(None, study.seconds))
        _, figures = _roll(study)
        return [value if study.exact else float(value) for value in figures(found, 0.0)]
    except (Refused, BadInput) as refused:
        return str(refused)
    except OverBudget:
        return f"not worked out in {study.seconds:g} seconds"


def _roll(study: Study) -> tuple[Callable[..., Any], Figures]:
    """The rule of a roll, and how its odds are summed up."""
    wanted = [figure(text) for text in study.report]

    def figures(priced: Any, length: float) -> list[Fraction | float]:
        rows = rows_of(priced)
        return [one.of(priced, rows) for one in wanted]

    return study.game.roll(study.roll).rule, figures


def _duel(study: Study) -> tuple[Callable[..., Any], Figures]:
    """A duel as a rule that tells who wins and what is left, and how its odds are summed up."""
    duel = study.game.duel(study.roll)
    measured = duel.measured if any(text.startswith("left:") for text in study.report) else None

    def ended(dice: Any, **arguments: Any) -> tuple[str, tuple[int, ...]]:
        bout = duel.begin(dice, **arguments)
        end = dice.call(bout.fight, bout.start, *bout.context)
        return duel.winner(end) or NOBODY, measured(end, *bout.context) if measured is not None else ()

    def figures(priced: Any, length: float) -> list[Fraction | float]:
        found: list[Fraction | float] = []
        for text in study.report:
            kind, _, side = text.partition(":")
            if kind == "length":
                found.append(length)
            elif kind == "wins":
                found.append(priced.where(lambda end, side=side: end[0] == side))
            else:
                found.append(priced.mean(lambda end, at=duel.sides.index(side): end[1][at]))
        return found

    return ended, figures


def _lengths(study: Study, asked: Sequence[Mapping[str, Any]], pricing: Pricing[Any]) -> list[float]:
    """The mean length of each duel; one that may begin in several ways has a share of the length of each."""
    duel = study.game.duel(study.roll)
    ways: dict[Any, list[tuple[int, float, Call]]] = {}  # by fight: of which point, how likely, from where
    for at, arguments in enumerate(asked):
        for bout, chance in odds(duel.begin, options=pricing.options, budget=pricing.budget, **arguments).items():
            ways.setdefault(bout.fight, []).append((at, float(chance), ((bout.start, *bout.context), {})))
    lengths = [0.0] * len(asked)
    for fight, begun in ways.items():
        found = mean_lengths(pricing, fight, [call for _, _, call in begun], duel.counts)
        for (at, chance, _), length in zip(begun, found, strict=True):
            lengths[at] += chance * length
    return lengths


def _fought(
    study: Study, params: Mapping[str, Any], options: Mapping[str, Any], pricing: Pricing[Any]
) -> list[Fraction | float]:
    fought = fight_out(
        study.game,
        study.roll,
        params,
        options,
        seconds=study.seconds,
        exact=study.exact,
        pricing=pricing,
        with_length="length" in study.report,
        or_simulate=False,
    )
    found: list[Fraction | float] = []
    for text in study.report:
        kind, _, side = text.partition(":")
        found.append(fought.length if kind == "length" else (fought.wins if kind == "wins" else fought.left)[side])
    return found
