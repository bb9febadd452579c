"""A table for tests: a game master, two players, a spectator, and the game's own example."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from rulewright.game import Action, Game, find_game, installed_games
from rulewright.game.legal_actions import Offer, offers_of
from rulewright.table import act as doing
from rulewright.table.events import AnswerAwaited, Event
from rulewright.table.perform import Attempt, scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.stores import Store
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.event_view import view_log
from rulewright.table.views.table_view import view_table

GAMES = installed_games()
every_game = pytest.mark.parametrize("slug", GAMES)


def seen_table(tables: Tables, place: TableSeat, at: int | None = None, as_seat: str = "") -> dict[str, Any]:
    """The view of a table as the JSON that is sent."""
    seen: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view_table(tables, place, at, as_seat)))
    return seen


def seen_log(
    tables: Tables, place: TableSeat, after: int = 0, most: int = 1_000, as_seat: str = ""
) -> list[dict[str, Any]]:
    """The views of the events after one as the JSON that is sent."""
    seen: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(view_log(tables, place, after, most, as_seat)))
    return seen


class Clock:
    """A clock that goes on a second with every look at it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


class Company(Struct, frozen=True):
    """Everyone at a table."""

    tables: Tables
    gm: TableSeat
    ann: TableSeat
    ben: TableSeat
    watcher: TableSeat
    key: str

    @property
    def state(self) -> TableState:
        return self.tables.state(self.gm.table)

    @property
    def game(self) -> Game:
        return self.tables.game(self.state)

    def act(self, place: TableSeat, action: str, params: dict[str, Any], **how: Any) -> Event:
        """Do something, and take the first choice of every decision that comes up."""
        event = doing.submit(self.tables, place, Attempt("action", action, params, **how))
        while isinstance(event.body, AnswerAwaited) and event.body.need.choices:
            event = doing.answer(self.tables, self.gm, event.body.pending, choices=event.body.need.choices[:1])
        return event

    def events(self) -> list[Event]:
        return list(self.tables.log(self.gm.table).events())


def company(slug: str = "twelves", store: Store | None = None, with_example: bool = True, title: str = "") -> Company:
    """A table with its people; the first hero of the example is Ann's."""
    tables = Tables(MemoryStore() if store is None else store, now=Clock())
    gm, key = tables.open(slug, "Mira", "An evening")
    ann, _ = tables.join(tables.invite(gm, "player")[0], "Ann")
    ben, _ = tables.join(tables.invite(gm, "player")[0], "Ben")
    watcher, _ = tables.join(tables.invite(gm, "spectator")[0], "Wil")
    seated = Company(tables, gm, ann, ben, watcher, key)
    game = find_game(slug)
    if with_example and game.openings:
        opening = game.opening_called(title)
        for action, params in opening.steps:
            seated.act(gm, action, dict(params))
        tables.assign(gm, opening.heroes[0], ann.seat)
    return seated


def _offers_of_one(game: Game, action: Action, who: str, scene: Any, options: Any) -> list[Offer]:
    return offers_of(action, game.names, scene, options, lambda action, name: name == who)


def legal_tries(game: Game, state: TableState, random: Random) -> Iterator[Attempt]:
    """Things that characters may do now, in any order, each with legal values for what it picks."""
    scene, options = scene_of(game, state), table_options(state)
    each = [(action, who) for action in game.actions for who in (*scene.characters, "")]  # "": an action of none
    random.shuffle(each)
    for action, who in each:
        for offer in _offers_of_one(game, action, who, scene, options):
            ways = [way for way in offer.ways if not way.needs]
            if ways:
                yield Attempt("action", action.name, dict(random.choice(ways).params))
