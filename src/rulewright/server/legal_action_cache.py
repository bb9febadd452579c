"""The legal actions at each table, worked out once for all viewers who know the same."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from rulewright.game import Game
from rulewright.server.fair_queue import Caller, Urgency
from rulewright.server.responses import OffersResponse
from rulewright.server.workers import WorkerPool
from rulewright.table.state import TableState
from rulewright.table.views.hidden_scene import Hidden, hidden_in
from rulewright.table.views.seat_actions import offers_for
from rulewright.table.views.viewer import Viewer

_KEPT = 200
_SECONDS = 10.0

_Key = tuple[str, Hidden]


class _Cached(Struct):
    """A scene, its options, the job that works out the legal actions, and how many wait for it."""

    scene: Any
    options: Any
    job: asyncio.Future[Any]
    waiting: int = 0


class LegalActionCache:
    """The legal actions of the tables asked for last, worked out again when the scene or the options have changed."""

    def __init__(self, pool: WorkerPool, in_thread: Callable[..., Awaitable[Any]]) -> None:
        self._pool = pool
        self._in_thread = in_thread
        self._kept: OrderedDict[_Key, _Cached] = OrderedDict()

    async def seen_by(self, caller: Caller, game: Game, state: TableState, viewer: Viewer) -> OffersResponse:
        """The actions that a viewer may take in a state."""
        legal = await self._at(caller, state, hidden_in(game, state, viewer))
        offers = await self._in_thread(offers_for, game, state, viewer, legal)
        return OffersResponse(viewer.numbers.shown(state.seq), offers)

    async def _at(self, caller: Caller, state: TableState, hidden: Hidden) -> list[dict[str, Any]]:
        """Every action that is legal now, for anyone, as far as viewers can know from whom this is hidden.

        When everyone who waits for it has gone, the job is cancelled.
        """
        key = (caller.table, hidden)
        kept = self._kept.get(key)
        if kept is None or kept.scene is not state.scene or kept.options is not state.options:
            given = (state.game, state.scene, state.options, hidden)
            job = self._pool.run("legal now", *given, seconds=_SECONDS, caller=caller, urgency=Urgency.PLAY)
            kept = _Cached(state.scene, state.options, asyncio.ensure_future(job))
            self._kept[key] = kept
            self._kept.move_to_end(key)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        kept.waiting += 1
        try:
            found: list[dict[str, Any]] = await asyncio.shield(kept.job)
        except BaseException:
            if kept.waiting == 1:
                kept.job.cancel()
            if (kept.job.done() or kept.waiting == 1) and self._kept.get(key) is kept:
                del self._kept[key]
            raise
        finally:
            kept.waiting -= 1
        return found
