"""Games without a table: what there is, odds, rolls, derived values, characters, comparisons and advice."""

from typing import Any

import msgspec

from rulewright.dice.notation import notation
from rulewright.game import find_game, working_games
from rulewright.game.plain_data import plain
from rulewright.game.random_character import RandomCharacter
from rulewright.readings import Played, play
from rulewright.server import requests
from rulewright.server.creation import creation as worked_out
from rulewright.server.describe_game import Described, GameTold, RuleTold, described, numbered_rules, told
from rulewright.server.jobs import over_budget
from rulewright.server.responses import BestPlay, Compared, Created, Creation, OddsTold, RollTold, Swept
from rulewright.server.route_types import Call
from rulewright.server.workers import TooLong


def games(call: Call, wanted: requests.Nothing) -> list[GameTold]:
    """Every installed game that can be loaded."""
    games, _ = working_games()
    return [told(game.slug) for game in games]


def game(call: Call, wanted: requests.Nothing) -> Described:
    """One game in full."""
    return described(find_game(call.path["slug"]).slug)


def rules(call: Call, wanted: requests.Nothing) -> tuple[RuleTold, ...]:
    """The numbered rules of a game."""
    return numbered_rules(find_game(call.path["slug"]).slug)


async def odds(call: Call, wanted: requests.RollOdds) -> OddsTold:
    """The odds of a roll."""
    asks = (call.path["slug"], wanted.roll, wanted.params, wanted.options)
    return await priced(call, "roll odds", *asks, 3 * wanted.seconds)  # for exact odds, then float64, then a simulation


async def priced(call: Call, job: str, *arguments: Any) -> OddsTold:
    """Odds from a working process; the last argument is the seconds allowed."""
    *given, seconds = arguments
    try:
        found = await call.house.long.run(job, *given, seconds=seconds)
    except TooLong:
        found = over_budget(seconds)
    return OddsTold(**found)


def roll_once(call: Call, wanted: requests.RollOnce) -> RollTold:
    """A roll without a table: nothing is kept."""
    played = find_game(call.path["slug"]).play(
        wanted.roll, wanted.params, wanted.options, faces=wanted.faces, choices=wanted.choices
    )
    return _rolled(played)


def _rolled(played: Played[Any]) -> RollTold:
    return RollTold(
        plain(played.outcome), played.faces, tuple(plain(played.choices)), tuple(plain(played.breakdown)), played.cites
    )


def derive(call: Call, wanted: requests.Derive) -> Any:
    """A derived value."""
    return plain(find_game(call.path["slug"]).derive(wanted.what, wanted.params, wanted.options))


def sheet(call: Call, wanted: requests.Wanted) -> Created:
    """A finished character, or the refusal."""
    return Created(plain(find_game(call.path["slug"]).new_sheet(wanted.wanted, wanted.options)))


def creation(call: Call, wanted: requests.Wanted) -> Creation:
    """The steps of making a character, given what is settled so far."""
    return worked_out(find_game(call.path["slug"]), wanted.wanted, wanted.options)


async def random_sheet(call: Call, wanted: requests.RandomSheet) -> RandomCharacter:
    """A random legal character."""
    slug = find_game(call.path["slug"]).slug
    found = await call.house.long.run("random sheet", slug, wanted.options, wanted.seed, seconds=10.0)
    return RandomCharacter(**found)


async def free_odds(call: Call, wanted: requests.FreeOdds) -> OddsTold:
    """The odds of dice notation."""
    return await priced(call, "notation odds", wanted.notation, 5.0)


def free_roll(call: Call, wanted: requests.FreeRoll) -> RollTold:
    """Dice notation, rolled or typed in."""
    dice = notation(wanted.notation)
    return _rolled(play(lambda table: table.pool("dice", dice), faces=wanted.faces))


async def compare(call: Call, wanted: requests.Compare) -> Compared:
    """The same roll under several rulings."""
    sides = [(side.label, side.roll, side.params, side.options) for side in wanted.sides]
    found = await call.house.long.run("compare", call.path["slug"], sides, seconds=wanted.seconds)
    return msgspec.convert(found, Compared)


async def sweep(call: Call, wanted: requests.Sweep) -> Swept:
    """A figure of a roll over the values of one parameter or two."""
    axes = [(axis.name, list(axis.values)) for axis in wanted.axes]
    given = (call.path["slug"], wanted.roll, wanted.params, wanted.options, axes, wanted.figure)
    return msgspec.convert(await call.house.long.run("sweep", *given, seconds=wanted.seconds), Swept)


async def advise(call: Call, wanted: requests.RollOdds) -> BestPlay:
    """Best play of a duel: its first decisions, and what each choice is worth."""
    given = (call.path["slug"], wanted.roll, wanted.params, wanted.options)
    return msgspec.convert(await call.house.long.run("best play", *given, seconds=wanted.seconds), BestPlay)
