"""Attempts at a table: slow ones are performed by a worker, so that they do not block the server."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from time import thread_time
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from rulewright.game import Game
from rulewright.game.pinned import is_pinned
from rulewright.server.errors import Busy
from rulewright.server.fair_queue import Caller, Urgency
from rulewright.table.events import ActionTaken, AnswerAwaited, RollMade
from rulewright.table.perform import Attempt, Performing, perform
from rulewright.table.state import TableState
from rulewright.table.table_dice import TableDice

if TYPE_CHECKING:
    from rulewright.server.context import Context

_SECONDS = {"action": 5.0, "roll": 3.0}
_QUICK = 0.05
"""CPU seconds beyond which an action is performed by a worker from then on."""
_MOST_CHARACTERS = 30
"""Characters at a table up to which its actions are performed by the server itself."""
_TRIES = 20

T = TypeVar("T")
_Played = ActionTaken | RollMade | AnswerAwaited
_Key = tuple[int, bytes]


class _Deferred(Exception):
    """Raised when an attempt must first be performed by a worker."""

    def __init__(self, key: _Key, attempt: Attempt, arguments: tuple[Any, ...]) -> None:
        super().__init__(key)
        self.key = key
        self.attempt = attempt
        self.arguments = arguments


async def write_played(context: "Context", caller: Caller, write: Callable[[Performing], T]) -> T:
    """Runs `write`, which may write an event, in a thread, and returns its result.

    If `write` has a slow part, a worker performs that, and `write` runs again with the result. Rolls of the catalogue
    are slow, and actions that have been slow before, in a large scene, or of a pinned rulebook. Slow actions at a table
    run one at a time, since an event written meanwhile would make the work useless.
    """
    played: dict[_Key, _Played | Exception] = {}
    slow = context.slow_actions

    def timed(game: Game, state: TableState, attempt: Attempt, dice: TableDice, pending: str) -> _Played:
        began = thread_time()
        try:
            return perform(game, state, attempt, dice, pending)
        finally:
            if thread_time() - began > _QUICK:
                slow.add((game.slug, attempt.name))

    def performing(game: Game, state: TableState, attempt: Attempt, dice: TableDice, pending: str) -> _Played:
        is_slow = (
            (game.slug, attempt.name) in slow
            or is_pinned(game.slug)  # which may come from any client
            or len(state.scene["characters"]) > _MOST_CHARACTERS
        )
        if attempt.what == "notation" or (attempt.what == "action" and not is_slow):
            return timed(game, state, attempt, dice, pending)
        key = (state.seq, msgspec.json.encode(attempt))
        found = played.get(key)
        if found is None:
            raise _Deferred(key, attempt, (game.slug, state, attempt, dice, pending))
        if isinstance(found, Exception):
            raise found
        return found

    async with AsyncExitStack() as alone:
        is_alone = False
        for _ in range(_TRIES):
            try:
                return await context.in_thread(write, performing)
            except _Deferred as deferred:
                if deferred.attempt.what == "action" and not is_alone:
                    lock = context.action_lock(caller.table)
                    is_alone, has_waited = True, lock.locked()
                    await alone.enter_async_context(lock)
                    if has_waited:
                        continue
                played[deferred.key] = await _performed(context, caller, deferred)
    raise Busy("too many actions at this table at once; try again")


async def _performed(context: "Context", caller: Caller, deferred: _Deferred) -> _Played | Exception:
    """The result of an attempt, or its refusal, which `write` raises."""
    what = deferred.attempt.what
    apart = Caller(caller.address, f"{caller.table} {what}s")  # does not wait for other kinds of jobs
    try:
        found: _Played = await context.workers.run(
            "perform", *deferred.arguments, seconds=_SECONDS[what], caller=apart, urgency=Urgency.PLAY
        )
    except ValueError as refused:
        return refused
    return found
