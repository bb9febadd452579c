"""The legal actions that one follower is sent: the latest only, worked out while events go on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from rulewright.server.live.frames import OffersFrame
from rulewright.table.state import TableState
from rulewright.table.views.viewer import Viewer

_LOG = logging.getLogger("rulewright.server")
_WAIT = 2.0
"""Seconds after which what failed is tried again."""


class LegalActionFeed:
    """The legal actions after each change; those of a state that has gone by in the meantime are never given."""

    def __init__(
        self, work_out: Callable[[TableState, Viewer], Awaitable[OffersFrame]], wake: Callable[[], None]
    ) -> None:
        self._work_out = work_out
        self._wake = wake
        self._latest: tuple[TableState, Viewer] | None = None
        self._task: asyncio.Task[OffersFrame | None] | None = None

    def change(self, state: TableState, viewer: Viewer) -> None:
        """The legal actions may be others now."""
        self._latest = state, viewer
        self._start()

    def _start(self) -> None:
        if self._task is None and self._latest is not None:
            given, self._latest = self._latest, None
            self._task = asyncio.create_task(self._frame(*given))
            self._task.add_done_callback(lambda done: self._wake())

    async def _frame(self, state: TableState, viewer: Viewer) -> OffersFrame | None:
        """The frame of a state; None when there is a later one and this could not be worked out."""
        while self._latest is None:
            try:
                return await self._work_out(state, viewer)
            except Exception as error:
                _LOG.info("legal actions were not worked out and are tried again: %s", error)
                await asyncio.sleep(_WAIT)
        return None

    def take(self) -> OffersFrame | None:
        """The legal actions of the latest change, once, when they are known."""
        if self._task is None or not self._task.done():
            return None
        found, self._task = self._task.result(), None
        if self._latest is not None:
            self._start()
            return None
        return found

    def close(self) -> None:
        """Stop working anything out."""
        if self._task is not None:
            self._task.cancel()
