"""What a designer asks of a roll: settings compared, a figure swept over parameters, and best play."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from time import monotonic
from typing import Any

from rulewright.dice import Odds, fraction_text
from rulewright.game import Game, find_game
from rulewright.game.fights import Adviser
from rulewright.game.outcomes import scale
from rulewright.game.plain_data import plain
from rulewright.lab.advice import AdvisedDecision, advise_duel
from rulewright.lab.compare import ComparedSide, OddsComparison, by_words, compare_sides, comparison_answer
from rulewright.lab.figures import Figure, fields_of, figure, movement, usual_figures
from rulewright.lab.sweep import Grid, SweepAxis
from rulewright.readings import Budget, OverBudget
from rulewright.rules import BadInput, Refused

MOST_CELLS = 400
"""How many settings one sweep may have."""
_OPTION = "option."
_SAMPLE = 16
"""Among so many settings the figure is sought that says most about a sweep."""

Plain = dict[str, Any]


def compared(slug: str, sides: Sequence[tuple[str, str, Plain, Plain]], seconds: float) -> Plain:
    """The same roll under several rulings or parameters: bars, outcomes with their differences, and plain words."""
    game = find_game(slug)
    named = [
        ComparedSide(label or f"side {number}", game, roll, params, options)
        for number, (label, roll, params, options) in enumerate(sides, 1)
    ]
    try:
        found = compare_sides(named, seconds=seconds)
    except OverBudget:
        return {"method": "over budget", "note": f"This takes longer than {seconds:g} seconds to work out."}
    return {
        "method": "exact",
        "conclusion": comparison_answer(found).conclusion,
        "same": found.is_the_same,
        "labels": list(found.labels),
        "bars": [_bar(game, found, at) for at in range(len(found.labels))],
        "rows": [_row(label, chances) for label, chances in by_words(found)],
        "figures": [_row(one.text, values) | {"is_chance": one.is_chance} for one, values in found.figures],
    }


def _bar(game: Game, found: OddsComparison, at: int) -> list[Plain]:
    """The bar of one side, worst outcome first."""
    rows = [(outcome, chances[at]) for outcome, chances in found.outcomes if chances[at]]
    return [{"label": label} | _told(chance) for label, chance in scale(rows, game.worst_to_best)]


def _row(label: str, values: Sequence[Fraction]) -> Plain:
    """One number per side, and the change from the first side to the last."""
    return {"label": label, "sides": [_told(value) for value in values], "change": _told(values[-1] - values[0])}


def _told(value: Fraction) -> Plain:
    return {"chance": fraction_text(value), "value": float(value)}


def swept(
    slug: str,
    roll: str,
    params: Plain,
    options: Plain,
    axes: Sequence[tuple[str, list[Any]]],
    what: str,
    seconds: float,
) -> Plain:
    """One figure of a roll over every value of one parameter or two. What a rule refuses stays empty, with its reason.

    When the time is up, what has been worked out is told and the rest is left empty.
    """
    game, until = find_game(slug), monotonic() + seconds
    grid = Grid(params, options, tuple(map(_axis, axes)))
    if grid.size > MOST_CELLS:
        raise BadInput(f"too many settings: {grid.size:,}, at most {MOST_CELLS} are worked out at once")
    priced = [_priced(game, roll, grid, number, until) for number in range(grid.size)]
    known = [one for one in priced if isinstance(one, Odds)]
    if not known:
        raise BadInput(next((one for one in priced if isinstance(one, str)), "nothing to sweep over"))
    some = known[:: len(known) // _SAMPLE or 1]
    offered = [one for one in usual_figures(*some) if _fits(one, some)]
    if not offered and not what:
        raise BadInput("nothing to show: these outcomes have no word and no number in common")
    wanted = figure(what) if what else max(offered, key=lambda one: movement(one, some))
    return {
        "method": "exact" if len(known) == grid.size else "partly",
        "figure": wanted.text,
        "is_chance": wanted.is_chance,
        "figures": [one.text for one in offered],
        "axes": [{"name": name, "values": list(values)} for name, values in axes],
        "cells": [_cell(one, wanted) for one in priced],
    }


def _fits(one: Figure, priced: Sequence[Odds[Any]]) -> bool:
    """Whether every outcome has the field that a figure is about."""
    try:
        for odds in priced:
            one.check(fields_of(outcome) for outcome in odds.weights)
    except BadInput:
        return False
    return True


def _axis(given: tuple[str, list[Any]]) -> SweepAxis:
    name, values = given
    if name.startswith(_OPTION):
        return SweepAxis("option", name.removeprefix(_OPTION), values)
    return SweepAxis("parameter", name, values)


def _priced(game: Game, roll: str, grid: Grid, number: int, until: float) -> Odds[Any] | str:
    """The odds at a point, or why there are none."""
    left = until - monotonic()
    if left <= 0:
        return "there was no time left for this one"
    params, options = grid.point(number)
    try:
        return game.odds(roll, params, options, Budget(None, left))
    except OverBudget:
        return "there was no time left for this one"
    except (Refused, BadInput) as refused:
        return str(refused)


def _cell(priced: Odds[Any] | str, wanted: Figure) -> Plain:
    if isinstance(priced, str):
        return {"chance": "", "value": None, "why": priced}
    try:
        return _told(wanted.of(priced)) | {"why": ""}
    except BadInput as missing:
        return {"chance": "", "value": None, "why": str(missing)}


def advised(slug: str, roll: str, params: Plain, options: Plain, seconds: float) -> Plain:
    """Best play of a duel: the first decisions, and what each choice is worth, exactly.

    A game's own solver, asked for by its name, gives one decision with what each choice is worth.
    """
    game = find_game(slug)
    own = {adviser.name: adviser for adviser in game.advisers}
    try:
        if roll in own:
            return {"method": "exact", "decisions": [_valued(own[roll], game.table_options(options), params)]}
        found = advise_duel(game, roll, params, options, seconds)
    except OverBudget:
        return {"method": "over budget", "note": f"This takes longer than {seconds:g} seconds to work out."}
    return {"method": "exact", "decisions": [_decision(one) for one in found]}


def _decision(one: AdvisedDecision) -> Plain:
    options = [
        {
            "choice": option.choice,
            "wins": _told(option.wins),
            "loses": _told(option.loses),
            "worth": _told(option.worth),
        }
        for option in one.options
    ]
    when: Plain = plain(dict(one.when))
    return {"who": one.who, "question": one.question, "when": when, "chance": _told(one.chance), "options": options}


def _valued(adviser: Adviser, options: Any, params: Mapping[str, Any]) -> Plain:
    choices = [{"choice": one.choice, "worth": _told(one.worth)} for one in adviser.advise(options, params)]
    return {"who": "", "question": adviser.worth, "when": {}, "chance": _told(Fraction(1)), "options": choices}
