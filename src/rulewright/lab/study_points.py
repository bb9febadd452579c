"""Computes the figures of a study's points: of one alone, or of many in one calculation."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rulewright.game.fight_step import NO_WINNER
from rulewright.game.fights import Bout
from rulewright.lab.duels import fight_out
from rulewright.lab.figures import NEVER_ENDS_FIGURE, figure, rows_of
from rulewright.lab.study import Result, Study, read_study
from rulewright.readings import Budget, Measure, OverBudget, Pricing, Undecided, Unfit, means_of_many, odds_of_many
from rulewright.rules import BadInput, Refused

_POINTS_PER_CACHE = 50
"""Points after which a worker drops its cache of priced rules, so that its memory stays bounded."""


# --- alone


def price_alone(study: Study, number: int) -> Result:
    """The figures of one point; no figures if it takes too long, since a study never mixes in estimates."""
    params, options = study.grid.point(number)
    try:
        if study.is_duel:
            return _fought(
                study, params, options, _shared(study.text, study.ruling_of(number), number // _POINTS_PER_CACHE)
            )
        found = study.game.odds(study.roll, params, options, Budget(None, study.seconds))
        return [value if study.exact else float(value) for value in _figures(study, found)]
    except (Refused, BadInput) as refused:
        return str(refused)
    except OverBudget:
        return f"not worked out in {study.seconds:g} seconds"


@lru_cache(maxsize=1)
def _shared(text: str, ruling: int, part: int) -> Pricing[Any]:
    """A cached pricing for duels of a study under the same rulings, so that the rules they share are priced once."""
    study = read_study(text)
    options = study.grid.point(ruling * study.points_per_ruling).options
    return Pricing(study.game.table_options(options), exact=study.exact)


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
        fall_back=False,
    )
    found: list[Fraction | float] = []
    for text in study.report:
        kind, _, side = text.partition(":")
        if kind in ("length", NEVER_ENDS_FIGURE):
            found.append(fought.length if kind == "length" else fought.never_ends)
        elif side == NO_WINNER:
            found.append(fought.wins[NO_WINNER] - fought.never_ends)
        else:
            found.append((fought.wins if kind == "wins" else fought.left)[side])
    return found


def _figures(study: Study, priced: Any) -> list[Fraction | float]:
    rows = rows_of(priced)
    return [figure(text).of(priced, rows) for text in study.report]


# --- together


def price_together(study: Study, first: int, end: int) -> list[Result] | None:
    """The figures of points under the same rulings, from `first` up to `end`; None if each has to be priced alone.

    Exact duels are priced alone, since their numbers have no common denominator; so are points of which the rule
    refuses one, or whose rule cannot be run in columns.
    """
    if study.is_duel and study.exact:
        return None
    table = study.game.table_options(study.grid.point(first).options)
    entry = study.game.roll(study.roll)
    pricing: Pricing[Any] = Pricing(table, None, Budget(None, study.seconds * (end - first)), study.exact)
    results: dict[int, Result] = {}
    asked: dict[int, Mapping[str, Any]] = {}
    for number in range(first, end):
        try:
            asked[number] = entry.arguments(study.grid.point(number).params, table)
        except (Refused, BadInput) as refused:
            results[number] = str(refused)
    price = _duels_together if study.is_duel else _rolls_together
    try:
        priced = price(study, list(asked.values()), pricing)
    except (Refused, BadInput, OverBudget, Undecided, Unfit):
        return None
    if priced is None:
        return None
    results.update(zip(asked, priced, strict=True))
    return [results[number] for number in range(first, end)]


def _rolls_together(study: Study, asked: Sequence[Mapping[str, Any]], pricing: Pricing[Any]) -> list[Result] | None:
    priced = pricing.odds_together(study.game.roll(study.roll).rule, [((), one) for one in asked])
    return None if priced is None else [_figures(study, one) for one in priced]


def _duels_together(study: Study, asked: Sequence[Mapping[str, Any]], pricing: Pricing[Any]) -> list[Result]:
    """The figures of duels; for a duel with several possible beginnings, their average weighted by chance."""
    duel = study.game.duel(study.roll)
    ways: dict[Any, list[tuple[int, float, Bout]]] = {}  # by fight: the point, the chance, the bout
    beginnings = odds_of_many(duel.begin, asked, options=pricing.options, budget=pricing.budget, exact=False)
    for at, begun in enumerate(beginnings):
        for bout, chance in begun.items():
            ways.setdefault(bout.fight, []).append((at, chance, bout))
    measures = _measures(study)
    names = [text for some in measures for text in some]
    means = [dict.fromkeys(study.report, 0.0) for _ in asked]
    for fight, bouts in ways.items():
        starts = [(bout.start, *bout.context) for _, _, bout in bouts]
        found = means_of_many(pricing, fight, starts, *(list(some.values()) for some in measures))
        for (at, chance, _), (*values, never) in zip(bouts, found, strict=True):
            for text, value in zip(names, values, strict=True):
                means[at][text] += chance * value
            if NEVER_ENDS_FIGURE in means[at]:
                means[at][NEVER_ENDS_FIGURE] += chance * never
    return [[mean[text] for text in study.report] for mean in means]


def _measures(study: Study) -> tuple[dict[str, Measure], dict[str, Measure], dict[str, Measure]]:
    """The terms whose sums are the figures of a duel: over final states, over states never left, and over steps."""
    duel = study.game.duel(study.roll)

    def wins(side: str) -> Measure:
        return lambda end, *context: (duel.winner(end) or NO_WINNER) == side

    def left(at: int) -> Measure:
        measured = duel.measured or (lambda end, *context: (0, 0))  # `left` is not reported for such a duel
        return lambda end, *context: measured(end, *context)[at]

    ended: dict[str, Measure] = {}
    rested: dict[str, Measure] = {}
    passed: dict[str, Measure] = {}
    for text in study.report:
        kind, _, side = text.partition(":")
        if kind == "length":
            passed[text] = lambda state, *context: duel.counts(state)
        elif kind == "wins":
            ended[text] = wins(side)
        elif kind == "left":
            rested[text] = left(duel.sides.index(side))
    return ended, rested, passed
