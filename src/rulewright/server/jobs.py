"""What is worked out beside the table, in processes of its own: odds, legal actions, comparisons, advice.

Everything here takes and gives plain data, so that it can be sent from one process to another.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from rulewright.dice import Odds, fraction_text
from rulewright.dice.notation import notation
from rulewright.game import Game, find_game
from rulewright.game.fights import Move
from rulewright.game.outcomes import Row, rows_of, scale
from rulewright.game.plain_data import plain
from rulewright.game.random_character import random_character
from rulewright.game.undecided import Looked
from rulewright.lab.intervals import share
from rulewright.readings import Budget, Chances, OverBudget
from rulewright.readings.going_on import odds_from_here
from rulewright.rules import BadInput
from rulewright.server.lab_jobs import advised, compared, swept
from rulewright.server.outcome_numbers import numbers_of
from rulewright.table.errors import Forbidden
from rulewright.table.views.hidden_scene import as_players_know_it, without_places

_MOST_OUTCOMES = 400
_SIMULATED_RUNS = 100_000
_ADVICE_RUNS = 100
_COURSE_RUNS = 60
_MOST_COSTS = 200

Plain = dict[str, Any]


def roll_odds(slug: str, roll: str, params: Plain, options: Plain, seconds: float) -> Plain:
    """The odds of a roll of a game's catalogue: exact, else in float64, else simulated, each in a third of the time."""
    game, third = find_game(slug), seconds / 3
    try:
        found = game.odds_within(third, roll, params, options, runs=_SIMULATED_RUNS)
    except OverBudget:
        return over_budget(third)
    late = f"Exact odds take longer than {third:g} seconds"
    if isinstance(found, Odds):
        return _told([(plain(outcome), chance) for outcome, chance in found.items()], game.worst_to_best)
    if isinstance(found, Chances):
        rows = [(plain(outcome), Fraction(chance)) for outcome, chance in found.items()]
        return _told(rows, game.worst_to_best, "float64") | {"note": f"{late}: in float64, so about 15 digits."}
    rows = [(plain(outcome), Fraction(count, found.runs)) for outcome, count in found.counts.items()]
    told = _told(rows, game.worst_to_best, "simulated", found.runs)
    return told | {"note": f"{late}: {found.runs:,} simulated runs."}


def over_budget(seconds: float) -> Plain:
    """The answer when there is none in the time allowed."""
    return {
        "method": "over budget",
        "bar": [],
        "rows": [],
        "figures": [],
        "outcomes": [],
        "note": f"This takes longer than {seconds:g} seconds to work out; ask for less, or allow more.",
    }


def notation_odds(text: str, seconds: float) -> Plain:
    """The odds of dice notation."""
    dice = notation(text)
    rows: list[Row] = sorted(dice.odds().items())
    return _told(rows) | {"notation": str(dice), "note": " ".join(dice.caps)}


def action_odds(
    slug: str,
    scene: Any,
    options: Plain,
    action: str,
    params: Plain,
    faces: Sequence[int],
    choices: Sequence[Any],
    hidden: Sequence[str] | None,
    seconds: float,
) -> Plain:
    """The odds of an action in a scene, after what has fallen and been decided already.

    Odds that depend on a sheet in `hidden` or on what only the game master knows are not told; None
    for somebody who knows everything.
    """
    game = find_game(slug)
    entry = game.action(action)
    perform, given = entry.perform, entry.arguments(params)
    now, table = msgspec.convert(scene, type(game.scene())), game.table_options(options)
    if hidden is not None:
        now = as_players_know_it(now, hidden, game.secrets)
    costs: list[dict[str, int] | None] = []

    def rule(dice: Any) -> Any:
        after, outcome = perform(dice, now, **given)
        if len(costs) < _MOST_COSTS:
            costs.append(_cost(game, now, after, table))
        return _comparable(outcome)

    try:
        told = _from_here(game, rule, table, faces, choices, seconds)
    except Looked:
        raise Forbidden("the odds would tell what hidden sheets say; the game master may allow foe_odds") from None
    known = [cost for cost in costs if cost is not None]
    return told | {"cost": known[0] if known and all(cost == known[0] for cost in known) else {}}


def _cost(game: Game, now: Any, later: Any, options: Any) -> dict[str, int] | None:
    """What somebody on turn has less of afterwards: actions, AP. None when the turn or the fight is over then."""
    try:
        before, after = game.fight(now, options), game.fight(later, options)
    except Looked:
        return None
    if before is None or after is None or after.over or before.turn != after.turn:
        return None
    spent = {name: count - after.left.get(name, 0) for name, count in before.left.items()}
    return {name: count for name, count in spent.items() if count > 0}


class _Written(Struct, frozen=True):
    """An outcome that cannot be told apart from others by itself, as text."""

    text: bytes


def _comparable(outcome: Any) -> Any:
    """An outcome that equal ones can be merged with: some hold lists or objects."""
    try:
        hash(outcome)
    except TypeError:
        return _Written(msgspec.json.encode(plain(outcome), order="sorted"))
    return outcome


def _plainly(outcome: Any) -> Any:
    return msgspec.json.decode(outcome.text) if isinstance(outcome, _Written) else plain(outcome)


def roll_odds_from(
    slug: str, options: Plain, roll: str, params: Plain, faces: Sequence[int], choices: Sequence[Any], seconds: float
) -> Plain:
    """The odds of a roll of the catalogue, after what has fallen and been decided already."""
    game = find_game(slug)
    entry, table = game.roll(roll), game.table_options(options)
    given = entry.arguments(params, table)
    return _from_here(game, lambda dice: entry.rule(dice, **given), table, faces, choices, seconds)


def _from_here(
    game: Game,
    rule: Callable[[Any], Any],
    options: Any,
    faces: Sequence[int],
    choices: Sequence[Any],
    seconds: float,
) -> Plain:
    taken = [tuple(one) if isinstance(one, list) else one for one in choices]
    try:
        found, decided = odds_from_here(rule, options, faces, taken, Budget(None, seconds))
    except OverBudget:
        return over_budget(seconds)
    told = _told([(_plainly(outcome), chance) for outcome, chance in found.items()], game.worst_to_best)
    if decided:
        assumed = "; ".join(f"{who}, {question}: {choice}" for who, question, choice in decided)
        told["note"] = f"Decisions to come are taken as the first on offer ({assumed})."
    return told


def _told(rows: Sequence[Row], words: Sequence[str] = (), method: str = "exact", runs: int = 0) -> Plain:
    """Odds as every answer has them: a bar, rows in words, the numbers, and the outcomes themselves.

    `words` are those of the game, worst first; a simulation says how many `runs` it made.
    """
    ordered = sorted(rows, key=lambda row: -row[1])[:_MOST_OUTCOMES]
    exact = method == "exact"
    return {
        "method": method,
        "bar": _segments(scale(rows, words), exact, runs),
        "rows": _segments(rows_of(rows), exact, runs),
        "figures": numbers_of(rows, exact=exact),
        "outcomes": [[outcome, fraction_text(chance) if exact else float(chance)] for outcome, chance in ordered],
        "more": max(0, len(rows) - _MOST_OUTCOMES),
        "note": "",
        "runs": runs,
    }


def _segments(rows: Sequence[tuple[str, Fraction]], exact: bool, runs: int) -> list[Plain]:
    return [_segment(label, chance, exact, runs) for label, chance in rows[:_MOST_OUTCOMES]]


def _segment(label: str, chance: Fraction, exact: bool, runs: int) -> Plain:
    """A labelled chance; one that so many runs have estimated comes with the interval it lies in."""
    told = {"label": label, "chance": fraction_text(chance) if exact else "", "value": float(chance)}
    if not runs:
        return told
    low, _, high = share(round(chance * runs), runs)
    return told | {"low": low, "high": high}


def legal_now(slug: str, scene: Any, options: Plain, unknown: Sequence[str], seconds: float) -> list[Plain]:
    """Every action somebody may do now, in a scene of which some places are unknown to them, as far as they know."""
    game = find_game(slug)
    known = without_places(msgspec.convert(scene, type(game.scene())), unknown)
    offers = game.legal_now(known, game.table_options(options))
    return [plain(offer) | {"summary": game.action(offer.action).summary} for offer in offers]


def random_sheet(slug: str, options: Plain, seed: int | None, seconds: float) -> Plain:
    """A random legal character."""
    found = random_character(find_game(slug), options, Random(seed))
    return {"wanted": plain(found.wanted), "sheet": found.sheet}


def fight_course(
    slug: str, options: Plain, heroes: list[str], foes: list[str], moments: list[Plain], seconds: float
) -> Plain:
    """How a fight went for the heroes: their chance to win after every deed, and whose luck it was."""
    from rulewright.lab.win_chance import FightMoment, course

    game = find_game(slug)
    kind = type(game.scene())
    done = [
        FightMoment(
            one["seq"],
            one["who"],
            Move(one["action"], one["params"]),
            msgspec.convert(one["before"], kind),
            msgspec.convert(one["after"], kind),
            one["is_rolled"],
        )
        for one in moments
    ]
    told: Plain = plain(course(_setup(game, options, heroes, foes), done, "heroes", _COURSE_RUNS))
    return told | {"method": "simulated"}


def advised_now(
    slug: str, scene: Any, options: Plain, heroes: list[str], foes: list[str], waiting: Plain | None, seconds: float
) -> Plain:
    """Every legal choice on a turn, or of a decision that something waits for, simulated: estimates with intervals."""
    from rulewright.lab.table_advice import PendingMove, advise_pending, advise_turn

    game = find_game(slug)
    setup, at = _setup(game, options, heroes, foes), msgspec.convert(scene, type(game.scene()))
    if waiting is None:
        found = advise_turn(setup, at, _ADVICE_RUNS, budget=Budget(None, seconds))
    else:
        found = advise_pending(
            setup, at, msgspec.convert(waiting, PendingMove), _ADVICE_RUNS, budget=Budget(None, seconds)
        )
    told: Plain = plain(found)
    return told | {"method": "simulated", "is_clear": found.is_clear}


def _setup(game: Game, options: Plain, heroes: list[str], foes: list[str]) -> Any:
    """A fight of heroes against foes, each side by the game's first plan."""
    from rulewright.lab.fights import FightSetup, FightSide

    if game.health is None or not game.plans:
        raise BadInput(f"no advice: {game.slug} does not say how its fights are played")
    plan = next(iter(game.plans))
    sides = {"heroes": FightSide(tuple(heroes), plan), "foes": FightSide(tuple(foes), plan)}
    return FightSetup(game, game.table_options(options), (), sides)


JOBS: Mapping[str, Callable[..., Any]] = {
    "roll odds": roll_odds,
    "roll odds from": roll_odds_from,
    "notation odds": notation_odds,
    "action odds": action_odds,
    "legal now": legal_now,
    "random sheet": random_sheet,
    "compare": compared,
    "sweep": swept,
    "best play": advised,
    "advise": advised_now,
    "course": fight_course,
}
"""What a working process can be asked for; the last argument is the seconds allowed."""
