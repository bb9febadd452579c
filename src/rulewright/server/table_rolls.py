"""Rolls of a game's catalogue at a table, played by a worker: some take long, and one of them must not stop a table."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from rulewright.game import Game
from rulewright.server.errors import Busy
from rulewright.server.fair_queue import Urgency
from rulewright.server.route_types import Call
from rulewright.table.dice_source import TableDice
from rulewright.table.events import ActionTaken, AnswerAwaited, RollMade
from rulewright.table.perform import Attempt, Performing, perform
from rulewright.table.state import TableState

_SECONDS = 1.0
_TRIES = 20

T = TypeVar("T")
_Played = ActionTaken | RollMade | AnswerAwaited
_Key = tuple[int, bytes]


class _Deferred(Exception):
    """A roll has to be played by a worker first."""

    def __init__(self, key: _Key, arguments: tuple[Any, ...]) -> None:
        super().__init__(key)
        self.key = key
        self.arguments = arguments


async def write_played(call: Call, write: Callable[[Performing], T]) -> T:
    """What `write` returns, which writes an event. It runs in a thread, again once a worker has played its roll."""
    played: dict[_Key, _Played | Exception] = {}

    def performing(game: Game, state: TableState, attempt: Attempt, dice: TableDice, pending: str) -> _Played:
        if attempt.what != "roll":
            return perform(game, state, attempt, dice, pending)
        key = (state.seq, msgspec.json.encode(attempt))
        found = played.get(key)
        if found is None:
            raise _Deferred(key, (game.slug, state, attempt, dice, pending))
        if isinstance(found, Exception):
            raise found
        return found

    for _ in range(_TRIES):
        try:
            return await call.context.in_thread(write, performing)
        except _Deferred as deferred:
            try:
                found: _Played = await call.work(
                    "table roll", *deferred.arguments, seconds=_SECONDS, urgency=Urgency.PLAY
                )
                played[deferred.key] = found
            except ValueError as refused:  # `write` decides what a bad answer means
                played[deferred.key] = refused
    raise Busy("too much happens at this table at once; try again")
