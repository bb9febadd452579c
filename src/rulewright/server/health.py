"""Checks that the server can work: its store can be read and written in time, and the disk has room."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, time
from typing import TYPE_CHECKING

from rulewright.table.stores import StoreFault

if TYPE_CHECKING:
    from rulewright.server.context import Context

_LOG = logging.getLogger("rulewright.server")
_PATIENCE = 1.5
_FRESH = 0.5
"""Seconds for which a result is used again."""
_FAULT_LASTS = 5.0
"""Seconds after a failed request in which the store counts as failing."""


class Health:
    """The last check of the store. Only one check runs at a time; concurrent requests share its result."""

    def __init__(self, context: "Context") -> None:
        self._context = context
        self._thread = ThreadPoolExecutor(1, "rulewright-health")
        """Its own, so that a check waits for no request."""
        self._checking: asyncio.Task[str] | None = None
        self._found = ""
        self._at = -_FRESH
        self._fault_at = -_FAULT_LASTS

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def note_fault(self) -> None:
        """Notes that the store has just failed a request."""
        self._fault_at = monotonic()

    async def problem(self) -> str:
        """The problem in a few words; empty when there is none."""
        if self._checking is None or self._checking.done():
            if monotonic() - self._at < _FRESH:
                return self._found
            self._checking = asyncio.ensure_future(self._check())
        if monotonic() - self._fault_at < _FAULT_LASTS:
            return "the store has just failed; the server's log says why"
        done, _ = await asyncio.wait((self._checking,), timeout=_PATIENCE)
        return self._checking.result() if done else "the store does not answer"

    async def _check(self) -> str:
        try:
            self._found = await asyncio.get_running_loop().run_in_executor(self._thread, self._write_probe)
        except StoreFault as fault:
            _LOG.warning("the store cannot be used: %s", fault)
            self._found = "the store cannot be used; the server's log says why"
        self._at = monotonic()
        return self._found

    def _write_probe(self) -> str:
        store, least = self._context.store, self._context.settings.least_room
        room = store.room()
        if room is not None and room < least:
            return f"the disk is nearly full: {room // 1_000_000} MB are left, at least {least // 1_000_000} are needed"
        store.put("health", "probe", "last", str(int(time())).encode())
        return ""
