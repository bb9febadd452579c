"""The legal actions at each table, computed by a worker once for all viewers with the same hidden values."""

import asyncio
from typing import cast

from msgspec import Raw, Struct

from rulewright._bounded_dict import BoundedDict
from rulewright.game import Game
from rulewright.server.fair_queue import Caller, Urgency
from rulewright.server.jobs import legal_now
from rulewright.server.live.frames import OffersFrame
from rulewright.server.packed_offers import PackedOffers
from rulewright.server.responses import OffersResponse
from rulewright.server.worker_pool import WorkerPool
from rulewright.table.state import TableState
from rulewright.table.views.hidden_scene import Hidden, hidden_in
from rulewright.table.views.shapes import OfferView
from rulewright.table.views.viewer import Viewer

_KEPT = 200
_SECONDS = 10.0
_TOGETHER = 0.003
"""Seconds for which lists of one state are collected into one job."""

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


class _Gathered(Struct, eq=False):
    """A batch: the lists of one state that are requested at nearly the same time, computed by one job."""

    state: TableState
    is_packed: bool
    groups: dict[Hidden, list[Viewer]] = {}
    """The viewers whose lists are requested, by what is hidden from them."""
    waiting: int = 0


class LegalActionCache:
    """The legal actions of recently used tables, computed again when something they depend on has changed."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._kept: BoundedDict[_Key, _Cached] = BoundedDict(_KEPT)
        self._gathering: dict[tuple[str, bool], tuple[_Gathered, asyncio.Future[dict[Hidden, _BySeat]]]] = {}

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
        """The legal actions of every seat with the same hidden values.

        The job is cancelled when no caller waits for it any more.
        """
        key = (caller.table, hidden, is_packed)
        kept = self._kept.get(key)
        if kept is None or not kept.fits(state):
            kept = _Cached(state, asyncio.ensure_future(self._computed(caller, game, state, hidden, is_packed)))
            self._kept[key] = kept
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

    async def _computed(
        self, caller: Caller, game: Game, state: TableState, hidden: Hidden, is_packed: bool
    ) -> _BySeat:
        """The legal actions of every seat with the same hidden values, in a batch with other lists of the state."""
        viewers = [Viewer.of(state, seat) for seat in state.seats]
        place = (caller.table, is_packed)
        gathered, job = self._gathering.get(place, (None, None))
        if gathered is None or job is None or gathered.state is not state:
            gathered = _Gathered(state, is_packed)
            job = asyncio.ensure_future(self._job(caller, place, gathered))
            self._gathering[place] = (gathered, job)
        gathered.groups[hidden] = [viewer for viewer in viewers if hidden_in(game, state, viewer) == hidden]
        gathered.waiting += 1
        try:
            return (await asyncio.shield(job))[hidden]
        finally:
            gathered.waiting -= 1
            if not gathered.waiting:
                self._close(place, gathered)
                job.cancel()

    async def _job(self, caller: Caller, place: tuple[str, bool], gathered: _Gathered) -> dict[Hidden, _BySeat]:
        await asyncio.sleep(_TOGETHER)
        self._close(place, gathered)
        given = (gathered.state, gathered.groups, gathered.is_packed)
        return await self._pool.run(legal_now, *given, seconds=_SECONDS, caller=caller, urgency=Urgency.PLAY)

    def _close(self, place: tuple[str, bool], gathered: _Gathered) -> None:
        """Closes a batch: no further list is added to it."""
        if place in self._gathering and self._gathering[place][0] is gathered:
            del self._gathering[place]
