"""Games without a table: descriptions, odds, rolls, derived values, characters, comparisons and best play."""

from collections.abc import Callable
from typing import Any, TypeVar

from rulewright.game import Game, find_game, working_games
from rulewright.game.pinned import is_pinned
from rulewright.game.plain_data import plain
from rulewright.game.random_character import RandomCharacter
from rulewright.server import requests
from rulewright.server.creation import creation_steps
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
from rulewright.server.jobs import over_budget
from rulewright.server.responses import (
    BestPlayResponse,
    CompareResponse,
    CreationResponse,
    OddsResponse,
    RollResponse,
    SheetResponse,
    SweepResponse,
)
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
    found = await _of_game(call, "describe", lambda game: describe_game(game.slug))
    return brief_description(found) if request.brief else found


async def rules(call: Call, request: requests.EmptyRequest) -> tuple[RuleDescription, ...]:
    """The numbered rules of a game."""
    return await _of_game(call, "rules", lambda game: describe_rules(game.slug))


async def _of_game(call: Call, job: str, ask: Callable[[Game], T], *arguments: Any) -> T:
    """Runs a job about a game, in a worker if the game is a pinned rulebook, which may come from any client."""
    slug = call.path["slug"]
    if is_pinned(slug):
        found: T = await call.work(job, slug, *arguments, seconds=_DERIVE_SECONDS)
        return found
    return await call.context.in_thread(lambda: ask(find_game(slug)))


async def odds(call: Call, request: requests.OddsRequest) -> OddsResponse:
    """The odds of a roll: exact, else in float64, else simulated."""
    given = (call.path["slug"], request.roll, request.params, request.options)
    return await run_odds(call, "roll odds", *given, min(_MOST_SECONDS, 3 * request.seconds))  # a third for each method


async def run_odds(call: Call, job: str, *arguments: Any) -> OddsResponse:
    """Odds from a worker; the last argument is the seconds allowed."""
    *given, seconds = arguments
    try:
        found: OddsResponse = await call.work(job, *given, seconds=seconds, urgency=Urgency.ADVICE)
    except TimedOut:
        return over_budget(seconds)
    return found


async def roll_once(call: Call, request: requests.GameRollRequest) -> RollResponse:
    """A roll without a table: nothing is stored."""
    given = (call.path["slug"], request.roll, request.params, request.options, request.faces, request.choices)
    found: RollResponse = await call.work("roll", *given, seconds=ROLL_SECONDS)
    return found


async def derive(call: Call, request: requests.DeriveRequest) -> Any:
    """A derived value."""
    given = (call.path["slug"], request.what, request.params, request.options)
    return await call.work("derive", *given, seconds=_DERIVE_SECONDS)


async def sheet(call: Call, request: requests.SheetRequest) -> SheetResponse:
    """A finished character, or the refusal."""
    given = (request.wanted, request.options)
    return await _of_game(call, "sheet", lambda game: SheetResponse(plain(game.new_sheet(*given))), *given)


async def creation(call: Call, request: requests.SheetRequest) -> CreationResponse:
    """The steps of creation, given the choices made so far."""
    given = (request.wanted, request.options)
    return await _of_game(call, "creation", lambda game: creation_steps(game, *given), *given)


async def random_sheet(call: Call, request: requests.RandomSheetRequest) -> RandomCharacter:
    """A random legal character."""
    slug = call.path["slug"]
    if not is_pinned(slug):
        find_game(slug)
    found = await call.work("random sheet", slug, request.options, request.seed, seconds=10.0)
    return RandomCharacter(**found)


async def free_odds(call: Call, request: requests.NotationOddsRequest) -> OddsResponse:
    """The odds of dice notation."""
    return await run_odds(call, "notation odds", request.notation, 5.0)


async def free_roll(call: Call, request: requests.NotationRollRequest) -> RollResponse:
    """Rolls dice notation, or reads it with typed faces."""
    given = (request.notation, request.faces)
    found: RollResponse = await call.work("notation roll", *given, seconds=ROLL_SECONDS)
    return found


async def compare(call: Call, request: requests.CompareRequest) -> CompareResponse:
    """The same roll under several rulings."""
    sides = [(side.label, side.roll, side.params, side.options) for side in request.sides]
    found: CompareResponse = await call.work("compare", call.path["slug"], sides, seconds=request.seconds)
    return found


async def sweep(call: Call, request: requests.SweepRequest) -> SweepResponse:
    """A figure of a roll over the values of one parameter or two."""
    axes = [(axis.name, list(axis.values)) for axis in request.axes]
    given = (call.path["slug"], request.roll, request.params, request.options, axes, request.figure)
    found: SweepResponse = await call.work("sweep", *given, seconds=request.seconds)
    return found


async def advise(call: Call, request: requests.OddsRequest) -> BestPlayResponse:
    """Best play of a duel: its first decisions, and the value of each choice."""
    given = (call.path["slug"], request.roll, request.params, request.options)
    found: BestPlayResponse = await call.work("best play", *given, seconds=request.seconds)
    return found
