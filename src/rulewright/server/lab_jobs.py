"""The designer's jobs: settings compared, a figure swept over parameters, and best play."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from time import monotonic
from typing import Any

from rulewright.dice import Odds, fraction_text
from rulewright.game import Game, find_game
from rulewright.game.error_words import as_sentence
from rulewright.game.fight_step import NO_WINNER
from rulewright.game.fights import Adviser
from rulewright.game.outcomes import is_bad, rows_of, scale
from rulewright.game.plain_data import plain
from rulewright.lab.advice import AdvisedDecision, advise_duel
from rulewright.lab.compare import ComparedSide, OddsComparison, compare_sides, conclusion
from rulewright.lab.duel_plans import PlanResult, compare_plans
from rulewright.lab.figure_words import figure_words, opposite_words
from rulewright.lab.figures import Figure, fields_of, figure, movement, usual_figures
from rulewright.lab.sweep import Grid, SweepAxis
from rulewright.readings import Budget, OverBudget
from rulewright.rules import BadInput, Refused
from rulewright.server import responses

MOST_CELLS = 400
"""How many settings one sweep may have."""
_OPTION = "option."
_SOLVING = 0.5
"""The share of the time that solving best play may take; if it needs more, the rest is for comparing plans."""
_SAMPLE = 16
"""How many settings of a sweep are tried to choose the figure that varies most."""

Plain = dict[str, Any]


def compare_rolls(
    slug: str, sides: Sequence[tuple[str, str, Plain, Plain]], seconds: float
) -> responses.CompareResponse:
    """The same roll under several rulings or parameters: bars, outcomes, differences, and a conclusion in words."""
    game = find_game(slug)
    named = [
        ComparedSide(label or f"side {number}", game, roll, params, options)
        for number, (label, roll, params, options) in enumerate(sides, 1)
    ]
    try:
        found = compare_sides(named, seconds=seconds)
    except OverBudget:
        return responses.CompareResponse("over budget", note=f"This takes longer than {seconds:g} seconds to work out.")
    return responses.CompareResponse(
        method="exact",
        conclusion=as_sentence(conclusion(found, lambda one: figure_words(one, game.words))),
        same=found.is_the_same,
        labels=list(found.labels),
        bars=[_bar(game, found, at) for at in range(len(found.labels))],
        rows=_outcomes(game, found),
        figures=[
            _compared(figure_words(one, game.words), values, one.is_chance, one.kind != "quantile" or one.part * 2 == 1)
            for one, values in found.figures
        ],
    )


def _outcomes(game: Game, found: OddsComparison) -> list[responses.ComparedFigure]:
    """Every outcome in the game's words, with its chance on every side."""
    count = range(len(found.labels))
    sides = [
        dict(rows_of([(outcome, chances[at]) for outcome, chances in found.outcomes], spoken=game.words))
        for at in count
    ]
    return [_compared(label, [side[label] for side in sides]) for label in sides[0]]


def _bar(game: Game, found: OddsComparison, at: int) -> list[responses.LabelledChance]:
    """The bar of one side, worst outcome first."""
    rows = [(outcome, chances[at]) for outcome, chances in found.outcomes if chances[at]]
    scaled = scale(rows, game.worst_to_best, game.words)
    return [
        responses.LabelledChance(one.label, fraction_text(one.chance), float(one.chance), tone=one.tone)
        for one in scaled
    ]


def _compared(
    label: str, values: Sequence[Fraction], is_chance: bool = True, is_middle: bool = True
) -> responses.ComparedFigure:
    change = _exact_number(values[-1] - values[0])
    return responses.ComparedFigure(label, [_exact_number(value) for value in values], change, is_chance, is_middle)


def _exact_number(value: Fraction) -> responses.ExactNumber:
    return responses.ExactNumber(fraction_text(value), float(value))


def sweep_roll(
    slug: str,
    roll: str,
    params: Plain,
    options: Plain,
    axes: Sequence[tuple[str, list[Any]]],
    what: str,
    seconds: float,
) -> responses.SweepResponse:
    """One figure of a roll over every value of one parameter or two.

    A cell without a value has the reason: a rule refuses, or the time ran out.
    """
    game, until = find_game(slug), monotonic() + seconds
    grid = Grid(params, options, tuple(map(_axis, axes)))
    if grid.size > MOST_CELLS:
        raise BadInput(f"too many settings: {grid.size:,}, at most {MOST_CELLS} are worked out at once")
    priced = [_odds_at(game, roll, grid, number, until) for number in range(grid.size)]
    known = [one for one in priced if isinstance(one, Odds)]
    if not known:
        raise BadInput(next((one for one in priced if isinstance(one, str)), "nothing to sweep over"))
    some = known[:: len(known) // _SAMPLE or 1]
    offered = [one for one in usual_figures(*some) if _fits(one, some)]
    if not offered and not what:
        raise BadInput("nothing to show: these outcomes have no word and no number in common")
    wanted = figure(what) if what else max(offered, key=lambda one: movement(one, some))
    return responses.SweepResponse(
        method="exact" if len(known) == grid.size else "partly",
        figure=_swept(game, wanted),
        is_chance=wanted.is_chance,
        figures=[_swept(game, one) for one in {one.text: one for one in (wanted, *offered)}.values()],
        axes=[responses.SweepAxisValues(name, list(values)) for name, values in axes],
        cells=[_cell(one, wanted) for one in priced],
    )


_FLAGS: dict[str, Any] = {"true": True, "false": False}
"""Flags as they are written in a figure."""


def _is_bad(one: Figure, game: Game) -> bool:
    values = [_FLAGS.get(value, value) for value in one.values]
    return one.kind == "chance" and all(is_bad(one.field, value, game.worst_to_best) for value in values)


def _swept(game: Game, one: Figure) -> responses.SweptFigure:
    """A figure in the game's words; for a chance of something bad a player hopes for the opposite."""
    named = figure_words(one, game.words)
    if not one.is_chance:
        return responses.SweptFigure(one.text, named)
    return responses.SweptFigure(one.text, named, opposite_words(one, game.words), _is_bad(one, game))


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


def _odds_at(game: Game, roll: str, grid: Grid, number: int, until: float) -> Odds[Any] | str:
    """The odds at a point of a grid, or why there are none."""
    left = until - monotonic()
    if left <= 0:
        return "no time was left for this setting"
    params, options = grid.point(number)
    try:
        return game.odds(roll, params, options, Budget(None, left))
    except OverBudget:
        return "no time was left for this setting"
    except (Refused, BadInput) as refused:
        return str(refused)


def _cell(priced: Odds[Any] | str, wanted: Figure) -> responses.SweepCell:
    if isinstance(priced, str):
        return responses.SweepCell("", None, priced)
    try:
        value = wanted.of(priced)
    except BadInput as missing:
        return responses.SweepCell("", None, str(missing))
    return responses.SweepCell(fraction_text(value), float(value), "")


def best_play(slug: str, roll: str, params: Plain, options: Plain, seconds: float) -> responses.BestPlayResponse:
    """Best play of a duel: the first decisions, and the exact value of each choice.

    A game's adviser, named instead of a roll, gives one decision. Where solving takes too long, the plans that a side
    can follow are compared in the rest of the time.
    """
    game, solving = find_game(slug), seconds * _SOLVING
    own = {adviser.name: adviser for adviser in game.advisers}
    try:
        if roll in own:
            return responses.BestPlayResponse("exact", [_valued(own[roll], game.table_options(options), params)])
        found = advise_duel(game, roll, params, options, solving)
    except OverBudget:
        plans = map(_plan, compare_plans(game, roll, params, options, seconds - solving))
        note = f"Best play takes longer than {solving:g} seconds to work out."
        return responses.BestPlayResponse(
            "over budget", note=note, plans=sorted(plans, key=lambda one: -one.wins.estimate)
        )
    note = f"Aim: {found[0].aim}." if found else ""
    return responses.BestPlayResponse("exact", [_decision(one) for one in found], note)


def _plan(one: PlanResult) -> responses.PlanValue:
    wins = {side: _interval(chance) for side, chance in one.result.wins.items()}
    (other,) = (side for side in wins if side not in (one.who, NO_WINNER))
    return responses.PlanValue(one.who, one.plan, wins[one.who], wins[other], one.result.runs)


def _interval(chance: Any) -> responses.ChanceInterval:
    """A chance with its interval; for an exact chance all three numbers are equal."""
    if isinstance(chance, Fraction | float):
        return responses.ChanceInterval(*(float(chance),) * 3)
    return responses.ChanceInterval(*chance)


def _decision(one: AdvisedDecision) -> responses.DecisionAdvice:
    choices = [
        responses.ChoiceValue(
            plain(option.choice), _exact_number(option.worth), _exact_number(option.wins), _exact_number(option.loses)
        )
        for option in one.options
    ]
    return responses.DecisionAdvice(one.who, one.question, plain(dict(one.when)), _exact_number(one.chance), choices)


def _valued(adviser: Adviser, options: Any, params: Mapping[str, Any]) -> responses.DecisionAdvice:
    choices = [
        responses.ChoiceValue(plain(one.choice), _exact_number(one.worth)) for one in adviser.advise(options, params)
    ]
    return responses.DecisionAdvice("", adviser.worth, {}, _exact_number(Fraction(1)), choices)
