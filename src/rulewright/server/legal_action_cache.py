"""The legal actions at each table, computed by a worker once for all viewers from whom the same is hidden."""

import asyncio
from collections import OrderedDict
from typing import cast

from msgspec import Raw, Struct

from rulewright.game import Game
from rulewright.server.fair_queue import Caller, Urgency
from rulewright.server.live.frames import OffersFrame
from rulewright.server.packed_offers import PackedOffers
from rulewright.server.responses import OffersResponse
from rulewright.server.workers import WorkerPool
from rulewright.table.state import TableState
from rulewright.table.views.hidden_scene import Hidden, hidden_in
from rulewright.table.views.shapes import OfferView
from rulewright.table.views.viewer import Viewer

_KEPT = 200
_SECONDS = 10.0

_Key = tuple[str, Hidden, bool]
_BySeat = dict[str, bytes]
"""By seat, the JSON of its legal actions: this process only passes it on."""


class _Cached(Struct):
    """A state, the job that computes its legal actions, and the number of callers that wait for it."""

    state: TableState
    job: asyncio.Future[_BySeat]
    waiting: int = 0

    def fits(self, state: TableState) -> bool:
        """Whether the same actions are legal in another state, for the same seats."""
        kept = self.state
        return (
            kept.scene is state.scene
            and kept.options is state.options
            and kept.keepers is state.keepers
            and kept.seats is state.seats
            and kept.settings is state.settings
            and kept.closed == state.closed
        )


class LegalActionCache:
    """The legal actions of recently used tables, computed again when something they depend on has changed."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._kept: OrderedDict[_Key, _Cached] = OrderedDict()

    async def seen_by(self, caller: Caller, game: Game, state: TableState, viewer: Viewer) -> OffersResponse:
        """The actions that a viewer may take in a state."""
        found = await self._at(caller, game, state, hidden_in(game, state, viewer), False)
        offers = cast("list[OfferView]", Raw(found[viewer.seat]))  # already encoded
        return OffersResponse(viewer.numbers.shown(state.seq), offers)

    async def sent_to(self, caller: Caller, game: Game, state: TableState, viewer: Viewer) -> OffersFrame:
        """The actions that a viewer may take in a state, in the form of live connections."""
        found = await self._at(caller, game, state, hidden_in(game, state, viewer), True)
        return OffersFrame(viewer.numbers.shown(state.seq), cast("PackedOffers", Raw(found[viewer.seat])))

    async def _at(self, caller: Caller, game: Game, state: TableState, hidden: Hidden, is_packed: bool) -> _BySeat:
        """The legal actions of every seat from which the same is hidden.

        When no caller waits for it any more, the job is cancelled.
        """
        key = (caller.table, hidden, is_packed)
        kept = self._kept.get(key)
        if kept is None or not kept.fits(state):
            viewers = [Viewer.of(state, seat) for seat in state.seats]
            alike = [viewer for viewer in viewers if hidden_in(game, state, viewer) == hidden]
            job = self._pool.run(
                "legal now", state, hidden, alike, is_packed, seconds=_SECONDS, caller=caller, urgency=Urgency.PLAY
            )
            kept = _Cached(state, asyncio.ensure_future(job))
            self._kept[key] = kept
            self._kept.move_to_end(key)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        kept.waiting += 1
        try:
            return await asyncio.shield(kept.job)
        except BaseException:
            if kept.waiting == 1:
                kept.job.cancel()
            if (kept.job.done() or kept.waiting == 1) and self._kept.get(key) is kept:
                del self._kept[key]
            raise
        finally:
            kept.waiting -= 1
