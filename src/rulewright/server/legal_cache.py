"""What may be done now at each table, worked out once for everybody who knows the same."""

import asyncio
from collections import OrderedDict
from typing import Any

from rulewright.server.workers import Computing
from rulewright.table.state import Play, TableState

_MOST_KEPT = 200
_SECONDS = 10.0


class Offering:
    """The legal actions of the tables looked at last. Play that has not changed is not read again."""

    def __init__(self, computing: Computing) -> None:
        self._computing = computing
        self._kept: OrderedDict[tuple[str, tuple[str, ...]], tuple[Play, asyncio.Future[Any]]] = OrderedDict()

    async def at(self, table: str, state: TableState, unknown: tuple[str, ...]) -> list[dict[str, Any]]:
        """Every action that is legal now, for whomever, as far as those know who do not know some places."""
        where = (table, unknown)
        kept = self._kept.get(where)
        if kept is None or kept[0] is not state.play:
            at = (state.game, state.scene, state.options)
            job = self._computing.run("legal now", *at, unknown, seconds=_SECONDS)
            kept = (state.play, asyncio.ensure_future(job))
            self._kept[where] = kept
            self._kept.move_to_end(where)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        try:
            found: list[dict[str, Any]] = await asyncio.shield(kept[1])
        except Exception:
            self._kept.pop(where, None)
            raise
        return found
