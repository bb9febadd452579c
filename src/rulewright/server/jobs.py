"""The jobs of the worker processes for odds, rolls and a table: legal actions, the map, luck, imports.

A job is a function of a module. Its arguments and its result are plain data or structs, so that they can be sent from
one process to another. The last argument of a job that can end by itself in time is the seconds allowed.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, BinaryIO, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulewright.dice import FaceError, Odds, d, fraction_text
from rulewright.dice.notation import notation
from rulewright.game import Game, Words, find_game
from rulewright.game.board import AimPreview
from rulewright.game.outcomes import Row, rows_of, scale
from rulewright.game.plain_data import plain
from rulewright.game.random_character import RandomCharacter, random_character
from rulewright.game.undecided import UndecidedRead
from rulewright.lab.intervals import share
from rulewright.readings import (
    Awaited,
    Budget,
    Called,
    Chances,
    Chosen,
    Noted,
    OverBudget,
    Played,
    Rolled,
    dice_awaited,
    odds_from_here,
    odds_of_notation,
    play,
)
from rulewright.rules import BadInput
from rulewright.rules.limits import LONGEST_EVENT
from rulewright.server.outcome_numbers import figure_statistics
from rulewright.server.packed_board import PackedBoard, pack_board
from rulewright.server.packed_offers import pack_offers
from rulewright.server.responses import LabelledChance, OddsResponse, RollResponse, SeatLuck
from rulewright.table.errors import Forbidden
from rulewright.table.events import Attempted
from rulewright.table.import_table import CheckedFile, check_file
from rulewright.table.perform import Attempt, AttemptAtTable, perform, table_options
from rulewright.table.state import TableState
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.table_dice import TableDice
from rulewright.table.tables import Tables
from rulewright.table.views.hidden_scene import Hidden, known_scene
from rulewright.table.views.seat_actions import legal_in, offers_for
from rulewright.table.views.viewer import Viewer
from rulewright.table.views.wording import outcome_texts

_MOST_OUTCOMES = 400
_SIMULATED_RUNS = 100_000
_MOST_COSTS = 200
_MOST_DICE_ADDED = 2_000
_GIVES_WAY = 0.01
"""The most seconds for which the work on legal actions yields to other processes."""

T = TypeVar("T")
Plain = dict[str, Any]
Method = Literal["exact", "float64", "simulated", "over budget"]

# --- odds


def roll_odds(slug: str, roll: str, params: Plain, options: Plain, seconds: float) -> OddsResponse:
    """The odds of a roll of a game's catalogue: exact, else in float64, else simulated, each in a third of the time."""
    game, third = find_game(slug), seconds / 3
    try:
        found = game.odds_within(third, roll, params, options, runs=_SIMULATED_RUNS)
    except OverBudget:
        return over_budget(third)
    late = f"Exact odds take longer than {third:g} seconds"
    if isinstance(found, Odds):
        return _odds_response([(plain(outcome), chance) for outcome, chance in found.items()], game)
    if isinstance(found, Chances):
        rows = [(plain(outcome), Fraction(chance)) for outcome, chance in found.items()]
        response = _odds_response(rows, game, "float64")
        return replace(response, note=f"{late}: rounded to about 15 digits.")
    rows = [(plain(outcome), Fraction(count, found.runs)) for outcome, count in found.counts.items()]
    response = _odds_response(rows, game, "simulated", found.runs)
    return replace(response, note=f"{late}: {found.runs:,} simulated runs.")


def over_budget(seconds: float) -> OddsResponse:
    """The response when there are no odds within the time allowed."""
    note = f"This takes longer than {seconds:g} seconds to work out; ask for less, or allow more."
    return OddsResponse("over budget", [], [], [], [], note=note)


def notation_odds(text: str, seconds: float) -> OddsResponse:
    """The odds of dice notation."""
    dice = notation(text)
    found = odds_of_notation(dice, seconds=min(1.0, seconds))
    response = _odds_response(sorted(found.odds.items()), method=found.method, runs=found.runs)
    return replace(response, notation=str(dice), note=" ".join(dice.caps))


def action_odds(
    slug: str,
    scene: Any,
    options: Plain,
    action: str,
    params: Plain,
    faces: Sequence[int],
    choices: Sequence[Any],
    hidden: Hidden,
    seconds: float,
) -> OddsResponse:
    """The odds of an action in a scene, after the dice and decisions so far.

    Raises `Forbidden` when they depend on hidden values.
    """
    game = find_game(slug)
    table, now = game.table_options(options), hidden.marked_in(_scene(game, scene), game.secrets)
    performed = game.action_rule(action, now, params)
    costs: list[dict[str, int] | None] = []

    def rule(dice: Any) -> Any:
        after, outcome = performed(dice)
        if len(costs) < _MOST_COSTS:
            costs.append(_cost(game, now, after, table))
        return _hashable(outcome)

    try:
        found = _from_here(game, rule, table, faces, choices, seconds)
    except UndecidedRead:
        gm = game.words.gm
        raise Forbidden(f"the odds would reveal hidden sheets; the {gm} may allow the odds of foes") from None
    known = [cost for cost in costs if cost is not None]
    return replace(found, cost=known[0] if known and all(cost == known[0] for cost in known) else {})


def _scene(game: Game, plain_scene: Any) -> Any:
    """A scene in the game's own type."""
    return msgspec.convert(plain_scene, type(game.scene()))


def _cost(game: Game, now: Any, later: Any, options: Any) -> dict[str, int] | None:
    """The actions or AP that the acting character spends; None when the turn or the fight is over afterwards."""
    try:
        before, after = game.fight(now, options), game.fight(later, options)
    except UndecidedRead:
        return None
    if before is None or after is None or after.over or before.turn != after.turn:
        return None
    spent = {name: count - after.left.get(name, 0) for name, count in before.left.items()}
    return {name: count for name, count in spent.items() if count > 0}


class _JsonOutcome(Struct, frozen=True):
    """An outcome that cannot be hashed, as JSON."""

    text: bytes


def _hashable(outcome: Any) -> Any:
    """An outcome in a hashable form, so that equal ones are merged; some contain lists or objects."""
    try:
        hash(outcome)
    except TypeError:
        return _JsonOutcome(msgspec.json.encode(plain(outcome), order="sorted"))
    return outcome


def _plain_outcome(outcome: Any) -> Any:
    return msgspec.json.decode(outcome.text) if isinstance(outcome, _JsonOutcome) else plain(outcome)


def roll_odds_from(
    slug: str, options: Plain, roll: str, params: Plain, faces: Sequence[int], choices: Sequence[Any], seconds: float
) -> OddsResponse:
    """The odds of a roll of the catalogue, after the dice and decisions so far."""
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
) -> OddsResponse:
    taken = [tuple(one) if isinstance(one, list) else one for one in choices]
    try:
        found, decided = odds_from_here(rule, options, faces, taken, Budget(None, seconds))
    except OverBudget:
        return over_budget(seconds)
    rows = [(_plain_outcome(outcome), chance) for outcome, chance in found.items()]
    response = _odds_response(rows, game)
    if not decided:
        return response
    assumed = "; ".join(f"{who}, {question}: {choice}" for who, question, choice in decided)
    return replace(response, note=f"Later decisions are assumed to be the first choice ({assumed}).")


def _odds_response(
    rows: Sequence[Row], game: Game | None = None, method: Method = "exact", runs: int = 0
) -> OddsResponse:
    """Odds in the form of every response: a bar, rows in words, the numbers, and the outcomes themselves.

    `game` orders and words the outcomes; `runs` is the size of a simulation.
    """
    order, words = (game.worst_to_best, game.words) if game is not None else ((), Words())
    ordered = sorted(rows, key=lambda row: -row[1])[:_MOST_OUTCOMES]
    exact = method == "exact"
    return OddsResponse(
        method=method,
        bar=[
            replace(_labelled_chance(one.label, one.chance, exact, runs), tone=one.tone)
            for one in scale(rows, order, words)[:_MOST_OUTCOMES]
        ],
        rows=_labelled(rows_of(rows, spoken=words), exact, runs),
        figures=figure_statistics(rows, exact, words),
        outcomes=[(outcome, fraction_text(chance) if exact else float(chance)) for outcome, chance in ordered],
        more=max(0, len(rows) - _MOST_OUTCOMES),
        runs=runs,
    )


def _labelled(rows: Sequence[tuple[str, Fraction]], exact: bool, runs: int) -> list[LabelledChance]:
    return [_labelled_chance(label, chance, exact, runs) for label, chance in rows[:_MOST_OUTCOMES]]


def _labelled_chance(label: str, chance: Fraction, exact: bool, runs: int) -> LabelledChance:
    """A labelled chance; one that was simulated has a confidence interval."""
    found = LabelledChance(label, fraction_text(chance) if exact else "", float(chance))
    if not runs:
        return found
    low, _, high = share(round(chance * runs), runs)
    return replace(found, low=low, high=high)


# --- rolls without a table


def roll_of_game(
    slug: str, roll: str, params: Plain, options: Plain, faces: Sequence[int] | None, choices: Sequence[Any]
) -> RollResponse:
    """A roll of a game's catalogue."""
    game = find_game(slug)
    return _roll_response(game.play(roll, params, options, faces=faces, choices=choices), game.words, roll)


def notation_roll(text: str, faces: Sequence[int] | None) -> RollResponse:
    """A roll of dice notation."""
    pool = notation(text)
    return _roll_response(play(lambda dice: dice.pool("dice", pool), faces=faces), Words())


def _roll_response(played: Played[Any], words: Words, roll: str = "") -> RollResponse:
    steps = msgspec.convert(plain(played.breakdown), tuple[Rolled | Chosen | Noted | Called, ...])
    outcome = plain(played.outcome)
    texts = outcome_texts(words, roll, outcome)
    return RollResponse(outcome, *texts, played.faces, tuple(plain(played.choices)), steps, played.cites)


def derived_value(slug: str, what: str, params: Plain, options: Plain) -> Any:
    """A value computed without dice."""
    return plain(find_game(slug).derive(what, params, options))


# --- the table


def perform_attempt(
    slug: str, state: TableState, attempt: Attempt, dice: TableDice, pending: str, hidden: Hidden | None
) -> Attempted:
    """The body of the event that an action or a roll leads to at a table."""
    return perform(AttemptAtTable(find_game(slug), state, attempt, dice, pending, hidden))


def next_dice(slug: str, state: TableState, attempt: Attempt, hidden: Hidden) -> Awaited | None:
    """The dice that come next in an action, or None where they depend on values hidden from the caller."""
    game = find_game(slug)
    chosen = [tuple(one) if isinstance(one, list) else one for one in attempt.choices]
    try:
        rule = game.action_rule(attempt.name, known_scene(game, state, hidden), attempt.params)
        return dice_awaited(rule, table_options(state), attempt.faces or (), chosen)
    except UndecidedRead:
        return None
    except FaceError as wrong:
        raise BadInput(str(wrong)) from None


def legal_now(
    state: TableState, groups: Mapping[Hidden, Sequence[Viewer]], is_packed: bool
) -> dict[Hidden, dict[str, bytes]]:
    """The legal actions as JSON, by seat, for groups of viewers from whom the same part of the scene is hidden."""
    game, pause = find_game(state.game), _giving_way()
    found: dict[Hidden, dict[str, bytes]] = {}
    for hidden, viewers in groups.items():
        legal = legal_in(game, state, known_scene(game, state, hidden), viewers, pause)
        offers = {viewer.seat: offers_for(game, state, viewer, legal) for viewer in viewers}
        found[hidden] = {
            seat: msgspec.json.encode(pack_offers(own) if is_packed else own) for seat, own in offers.items()
        }
    return found


def _giving_way() -> Callable[[], None]:
    """A function that lets other processes run first: an action at any table should not wait for this list.

    It yields for `_GIVES_WAY` seconds in all, since on a busy machine the list would otherwise never be ready.
    """
    left = _GIVES_WAY if hasattr(os, "sched_yield") else 0.0

    def pause() -> None:
        nonlocal left
        if left > 0:
            began = monotonic()
            os.sched_yield()
            left -= monotonic() - began

    return pause


def draw_board(slug: str, scene: Any, options: Plain, who: str, known: Sequence[str]) -> PackedBoard:
    """The map of a fight for a character, with odds against those whose sheets are known."""
    game = find_game(slug)
    assert game.board is not None
    drawn = game.board.drawn(game.table_options(options), _scene(game, scene), who, frozenset(known))
    return pack_board(drawn, who)


def aim_on_board(
    slug: str, scene: Any, options: Plain, who: str, known: Sequence[str], weapon: str, at: Any
) -> AimPreview:
    """A preview of an attack on a space."""
    game = find_game(slug)
    assert game.board is not None
    return game.board.aimed(game.table_options(options), _scene(game, scene), who, weapon, at, frozenset(known))


def seat_luck(given: Sequence[tuple[str, int, int, int]]) -> list[SeatLuck]:
    """The dice of seats with the expected mean, from seat, sides, number and sum of the faces."""
    return [_luck_of(*one) for one in given]


def _luck_of(seat: str, sides: int, number: int, total: int) -> SeatLuck:
    mean, expected = Fraction(total, number), Fraction(sides + 1, 2)
    chance = ""
    if number * sides <= _MOST_DICE_ADDED:
        chance = fraction_text((number * d(sides)).odds().where(lambda score: score >= total))
    return SeatLuck(seat, sides, number, fraction_text(mean), float(mean), fraction_text(expected), chance)


def check_import(source: str, target: str) -> CheckedFile:
    """Checks the file of a table, and writes its events to another file in the form in which they are stored."""
    with Path(source).open("rb") as lines, Path(target).open("wb") as checked:
        return check_file(Tables(MemoryStore()), _lines(lines), checked.write)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, each cut one byte after the longest that is allowed."""
    while line := file.readline(LONGEST_EVENT + 1):
        yield line.rstrip(b"\r\n")


# --- games


def random_sheet_of(slug: str, options: Plain, seed: int | None) -> RandomCharacter:
    """A random legal character."""
    found = random_character(find_game(slug), options, Random(seed))
    return replace(found, wanted=plain(found.wanted))
