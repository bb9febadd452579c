"""Attempts at a table: slow ones are performed by a worker, so that they do not block the server."""

import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from time import thread_time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from rulewright.game import Game
from rulewright.game.pinned import is_pinned
from rulewright.server.errors import Busy
from rulewright.server.fair_queue import Caller, Urgency
from rulewright.server.jobs import perform_attempt
from rulewright.table.events import Attempted
from rulewright.table.perform import Attempt, AttemptAtTable, Performing, perform
from rulewright.table.state import TableState

if TYPE_CHECKING:
    from rulewright.server.context import Context

_SECONDS = {"action": 5.0, "roll": 3.0, "notation": 2.0}
_MANY_DICE = re.compile(r"[!r]|\d{3}", re.IGNORECASE)
"""Occurs in every notation that may throw thousands of dice: exploding ones, rerolls, large numbers."""
_QUICK = 0.05
"""CPU seconds beyond which an action is performed by a worker from then on."""
_LONGEST_PARAMS = 20_000
"""Bytes of an action's parameters beyond which a worker performs it: they may be the text of a file."""
_MOST_CHARACTERS = 30
"""Characters at a table up to which its actions are performed by the server itself."""
_TRIES = 20

T = TypeVar("T")
_Key = tuple[int, bytes]


class _Deferred(Exception):
    """Raised when an attempt must first be performed by a worker."""

    def __init__(self, key: _Key, made: AttemptAtTable) -> None:
        super().__init__(key)
        self.key = key
        self.made = made


async def write_played(context: "Context", caller: Caller, write: Callable[[Performing], T]) -> T:
    """Runs `write`, which may write an event, in a thread, and returns its result.

    If `write` has a slow part, a worker performs that, and `write` runs again with the result. These count as slow:
    rolls of the catalogue, notations with many dice, and actions that have been slow before, in a large scene, with a
    file or long parameters, or of a pinned rulebook. Slow actions at a table run one at a time, since an event written
    meanwhile would make the work useless.
    """
    played: dict[_Key, Attempted | Exception] = {}

    def performing(made: AttemptAtTable) -> Attempted:
        if not is_slow(context, made.game, made.state, made.attempt):
            return _timed(context, made)
        key = (made.state.seq, msgspec.json.encode((made.attempt, made.hidden)))
        found = played.get(key)
        if found is None:
            raise _Deferred(key, made)
        if isinstance(found, Exception):
            raise found
        return found

    async with AsyncExitStack() as alone:
        is_alone = False
        for _ in range(_TRIES):
            try:
                return await context.in_thread(caller, write, performing)
            except _Deferred as deferred:
                if deferred.made.attempt.what == "action" and not is_alone:
                    lock = context.action_lock(caller.table)
                    is_alone, has_waited = True, lock.locked()
                    await alone.enter_async_context(lock)
                    if has_waited:
                        continue
                played[deferred.key] = await _performed(context, caller, deferred)
    raise Busy("too many actions at this table at once; try again")


def is_slow(context: "Context", game: Game, state: TableState, attempt: Attempt) -> bool:
    """Whether a worker performs an attempt: it took long before, or may take long."""
    if attempt.what == "notation":
        return _MANY_DICE.search(attempt.name) is not None
    return (
        attempt.what == "roll"
        or (game.slug, attempt.name) in context.slow_actions
        or is_pinned(game.slug)  # which may come from any client
        or len(state.scene["characters"]) > _MOST_CHARACTERS
        or (game.from_file is not None and attempt.name == game.from_file.action)
        or len(msgspec.json.encode(attempt.params)) > _LONGEST_PARAMS
    )


def _timed(context: "Context", made: AttemptAtTable) -> Attempted:
    began = thread_time()
    try:
        return perform(made)
    finally:
        if made.attempt.what == "action" and thread_time() - began > _QUICK:
            context.slow_actions.add((made.game.slug, made.attempt.name))


async def _performed(context: "Context", caller: Caller, deferred: _Deferred) -> Attempted | Exception:
    """The result of an attempt, or its refusal, which `write` raises."""
    made, what = deferred.made, deferred.made.attempt.what
    apart = Caller(caller.address, f"{caller.table} {what}s")  # does not wait for other kinds of jobs
    try:
        return await context.workers.run(
            perform_attempt, made.game.slug, *made[1:], seconds=_SECONDS[what], caller=apart, urgency=Urgency.PLAY
        )
    except ValueError as refused:
        return refused
