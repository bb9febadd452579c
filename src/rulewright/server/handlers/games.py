"""Games without a table: descriptions, odds, rolls, derived values, characters, comparisons and best play."""

from collections.abc import Callable
from typing import Any, TypeVar

from rulewright.game import find_game, working_games
from rulewright.game.pinned import is_pinned
from rulewright.game.random_character import RandomCharacter
from rulewright.server import requests, responses
from rulewright.server.creation import creation_state, finished_sheet
from rulewright.server.describe_game import (
    GameDescription,
    GameSummary,
    RuleDescription,
    brief_description,
    describe_game,
    describe_rules,
    summarize_game,
)
from rulewright.server.errors import TimedOut
from rulewright.server.fair_queue import Urgency
from rulewright.server.jobs import (
    derived_value,
    notation_odds,
    notation_roll,
    over_budget,
    random_sheet_of,
    roll_odds,
    roll_of_game,
)
from rulewright.server.lab_jobs import best_play, compare_rolls, sweep_roll
from rulewright.server.route_types import Call

ROLL_SECONDS = 2.0
"""Time for one roll."""
_DERIVE_SECONDS = 10.0
_MOST_SECONDS = 30.0

T = TypeVar("T")


def games(call: Call, request: requests.EmptyRequest) -> list[GameSummary]:
    """Every installed game that can be loaded."""
    found, _ = working_games()
    return [summarize_game(game.slug) for game in found]


async def game(call: Call, request: requests.GameRequest) -> GameDescription:
    """One game, in full or only with the parts needed to play it."""
    found = await _of_game(call, describe_game)
    return brief_description(found) if request.brief else found


async def rules(call: Call, request: requests.EmptyRequest) -> tuple[RuleDescription, ...]:
    """The numbered rules of a game."""
    return await _of_game(call, describe_rules)


async def _of_game(call: Call, ask: Callable[[str], T]) -> T:
    """Calls a function of a slug, in a worker if the game is a pinned rulebook, which may come from any client."""
    slug = call.path["slug"]
    if is_pinned(slug):
        return await call.work(ask, slug, seconds=_DERIVE_SECONDS)
    return await call.in_thread(ask, slug)


async def odds(call: Call, request: requests.OddsRequest) -> responses.OddsResponse:
    """The odds of a roll: exact, else in float64, else simulated."""
    given = (call.path["slug"], request.roll, request.params, request.options)
    seconds = min(_MOST_SECONDS, 3 * request.seconds)  # a third for each method
    return await run_odds(call, roll_odds, *given, seconds=seconds)


async def run_odds(
    call: Call, job: Callable[..., responses.OddsResponse], *arguments: Any, seconds: float
) -> responses.OddsResponse:
    """Odds from a worker."""
    try:
        return await call.work(job, *arguments, seconds=seconds, urgency=Urgency.ADVICE)
    except TimedOut:
        return over_budget(seconds)


async def roll_once(call: Call, request: requests.GameRollRequest) -> responses.RollResponse:
    """A roll without a table: nothing is stored."""
    given = (call.path["slug"], request.roll, request.params, request.options, request.faces, request.choices)
    return await call.work(roll_of_game, *given, seconds=ROLL_SECONDS)


async def derive(call: Call, request: requests.DeriveRequest) -> Any:
    """A derived value."""
    given = (call.path["slug"], request.what, request.params, request.options)
    return await call.work(derived_value, *given, seconds=_DERIVE_SECONDS)


async def sheet(call: Call, request: requests.SheetRequest) -> responses.SheetResponse:
    """A finished character, or the refusal."""
    return await call.work(finished_sheet, call.path["slug"], request.wanted, request.options, seconds=_DERIVE_SECONDS)


async def creation(call: Call, request: requests.SheetRequest) -> responses.CreationResponse:
    """The steps of creation, given the choices made so far."""
    return await call.work(creation_state, call.path["slug"], request.wanted, request.options, seconds=_DERIVE_SECONDS)


async def random_sheet(call: Call, request: requests.RandomSheetRequest) -> RandomCharacter:
    """A random legal character."""
    slug = call.path["slug"]
    if not is_pinned(slug):
        find_game(slug)
    return await call.work(random_sheet_of, slug, request.options, request.seed, seconds=10.0)


async def free_odds(call: Call, request: requests.NotationOddsRequest) -> responses.OddsResponse:
    """The odds of dice notation."""
    return await run_odds(call, notation_odds, request.notation, seconds=5.0)


async def free_roll(call: Call, request: requests.NotationRollRequest) -> responses.RollResponse:
    """Rolls dice notation, or reads it with typed faces."""
    return await call.work(notation_roll, request.notation, request.faces, seconds=ROLL_SECONDS)


async def compare(call: Call, request: requests.CompareRequest) -> responses.CompareResponse:
    """The same roll under several rulings."""
    sides = [(side.label, side.roll, side.params, side.options) for side in request.sides]
    return await call.work(compare_rolls, call.path["slug"], sides, seconds=request.seconds)


async def sweep(call: Call, request: requests.SweepRequest) -> responses.SweepResponse:
    """A figure of a roll over the values of one parameter or two."""
    axes = [(axis.name, list(axis.values)) for axis in request.axes]
    given = (call.path["slug"], request.roll, request.params, request.options, axes, request.figure)
    return await call.work(sweep_roll, *given, seconds=request.seconds)


async def advise(call: Call, request: requests.OddsRequest) -> responses.BestPlayResponse:
    """Best play of a duel: its first decisions, and the value of each choice."""
    given = (call.path["slug"], request.roll, request.params, request.options)
    return await call.work(best_play, *given, seconds=request.seconds)
