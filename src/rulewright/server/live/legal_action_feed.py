"""Sends the legal actions to one follower: only the latest, computed while events keep coming."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from rulewright.server.live.frames import OffersFrame
from rulewright.table.state import TableState
from rulewright.table.views.viewer import Viewer

_LOG = logging.getLogger("rulewright.server")
_CALM = 0.03
"""Seconds between a change and the work on it: its event is sent first, and only the last of several changes counts."""
_WAIT = 2.0
"""Seconds before a failed computation is tried again."""


class LegalActionFeed:
    """The legal actions after each change; those of a state that is already outdated are never sent."""

    def __init__(
        self, work_out: Callable[[TableState, Viewer], Awaitable[OffersFrame]], wake: Callable[[], None]
    ) -> None:
        self._work_out = work_out
        self._wake = wake
        self._latest: tuple[TableState, Viewer] | None = None
        self._task: asyncio.Task[OffersFrame | None] | None = None

    def change(self, state: TableState, viewer: Viewer) -> None:
        """Requests the legal actions of a state in which they may have changed."""
        self._latest = state, viewer
        self._start()

    def _start(self) -> None:
        if self._task is None and self._latest is not None:
            given, self._latest = self._latest, None
            self._task = asyncio.create_task(self._frame(*given))
            self._task.add_done_callback(lambda done: self._wake())

    async def _frame(self, state: TableState, viewer: Viewer) -> OffersFrame | None:
        """The frame of a state; None if it could not be computed before a later state arrived."""
        await asyncio.sleep(_CALM)
        if self._latest is not None:
            (state, viewer), self._latest = self._latest, None
        while self._latest is None:
            try:
                return await self._work_out(state, viewer)
            except Exception as error:
                _LOG.info("the legal actions could not be computed and are tried again: %s", error)
                await asyncio.sleep(_WAIT)
        return None

    def take(self) -> OffersFrame | None:
        """The frame of the latest change, if it is computed and was not taken before."""
        if self._task is None or not self._task.done():
            return None
        found, self._task = self._task.result(), None
        if self._latest is not None:
            self._start()
            return None
        return found

    def close(self) -> None:
        """Cancels all computations."""
        if self._task is not None:
            self._task.cancel()
