"""A table for tests: a game master, two players, somebody who looks on, and the game's own example."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from rulewright.game import Game, find_game, installed_games
from rulewright.game.offers import offers_of
from rulewright.table import act as doing
from rulewright.table.act import Try
from rulewright.table.events import Event, Waiting
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.stores import Store
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Place, Tables

GAMES = installed_games()
every_game = pytest.mark.parametrize("slug", GAMES)


class Clock:
    """A clock that goes on a second with every look at it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


class Company(Struct, frozen=True):
    """Everybody at a table."""

    tables: Tables
    gm: Place
    ann: Place
    ben: Place
    watcher: Place
    key: str

    @property
    def state(self) -> TableState:
        return self.tables.state(self.gm.table)

    @property
    def game(self) -> Game:
        return self.tables.game(self.state)

    def act(self, place: Place, action: str, params: dict[str, Any], **how: Any) -> Event:
        """Do something, and take the first choice of every decision that comes up."""
        event = doing.try_it(self.tables, place, Try("action", action, params, **how))
        while isinstance(event.fact, Waiting) and event.fact.need.choices:
            event = doing.answer(self.tables, self.gm, event.fact.pending, choices=event.fact.need.choices[:1])
        return event

    def events(self) -> list[Event]:
        return list(self.tables.log(self.gm.table).events())


def company(slug: str = "twelves", store: Store | None = None, with_example: bool = True) -> Company:
    """A table with its people; the first hero of the example is Ann's."""
    tables = Tables(MemoryStore() if store is None else store, now=Clock())
    gm, key = tables.open(slug, "Mira", "An evening")
    ann, _ = tables.join(tables.invite(gm, "player")[0], "Ann")
    ben, _ = tables.join(tables.invite(gm, "player")[0], "Ben")
    watcher, _ = tables.join(tables.invite(gm, "spectator")[0], "Wil")
    everybody = Company(tables, gm, ann, ben, watcher, key)
    opening = find_game(slug).opening
    if with_example and opening is not None:
        for action, params in opening.steps:
            everybody.act(gm, action, dict(params))
        tables.assign(gm, opening.heroes[0], ann.seat)
    return everybody


def legal_tries(game: Game, state: TableState, random: Random) -> Iterator[Try]:
    """Things that somebody may do now, in any order, each with legal values for what it picks."""
    scene, options = scene_of(game, state), table_options(state)
    actions = list(game.actions)
    random.shuffle(actions)
    for action in actions:
        for offer in offers_of(action, game.names, scene, options):
            ways = [way for way in offer.ways if not way.needs]
            if ways:
                yield Try("action", action.name, dict(random.choice(ways).params))
