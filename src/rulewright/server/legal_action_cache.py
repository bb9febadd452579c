"""The legal actions at each table, worked out once for all viewers who know the same."""

import asyncio
from collections import OrderedDict
from typing import Any

from rulewright.server.workers import WorkerPool
from rulewright.table.state import TableState

_KEPT = 200
_SECONDS = 10.0

_Key = tuple[str, tuple[str, ...]]
_Cached = tuple[Any, Any, asyncio.Future[Any]]
"""A scene, its options, and the legal actions."""


class LegalActionCache:
    """The legal actions of the tables asked for last, worked out again when the scene or the options have changed."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._kept: OrderedDict[_Key, _Cached] = OrderedDict()

    async def at(self, table: str, state: TableState, hidden: tuple[str, ...]) -> list[dict[str, Any]]:
        """Every action that is legal now, for anyone, as far as viewers can know from whom some places are hidden."""
        key = (table, hidden)
        kept = self._kept.get(key)
        if kept is None or kept[0] is not state.scene or kept[1] is not state.options:
            job = self._pool.run("legal now", state.game, state.scene, state.options, hidden, seconds=_SECONDS)
            kept = (state.scene, state.options, asyncio.ensure_future(job))
            self._kept[key] = kept
            self._kept.move_to_end(key)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        try:
            found: list[dict[str, Any]] = await asyncio.shield(kept[2])
        except Exception:
            self._kept.pop(key, None)
            raise
        return found
