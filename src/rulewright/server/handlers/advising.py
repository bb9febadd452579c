"""Advice at the table: every legal choice tried many times, the best first."""

from typing import Any

from rulewright.rules import Refused
from rulewright.server import asked
from rulewright.server.computing import TooLong
from rulewright.server.route import Call
from rulewright.table.attempting import scene_of, table_options
from rulewright.table.errors import Forbidden
from rulewright.table.state import Keeper, TableState
from rulewright.table.views import Viewer, sees_whole

__all__ = ["advice"]

_SECONDS = 15.0


async def advice(call: Call, wanted: asked.Who) -> dict[str, Any]:
    """What is best now in a fight, for the one whose turn it is: simulated, with intervals."""
    state = await call.house.in_thread(call.tables.state, call.place.table)
    if not state.settings.advice:
        raise Forbidden("the game master has switched advice off at this table")
    status = call.tables.game(state).fight(*_scene_and_options(call, state))
    if status is None or status.over:
        raise Refused("no fight is going on: there is nothing to advise on")
    if wanted.who not in ("", status.turn):
        raise Refused(f"it is the turn of {status.turn}")
    _refuse_hidden(state, call.place.seat, status.turn, status.order)
    heroes, foes = _sides(state, status.order)
    if not heroes or not foes:
        raise Refused("everybody in this fight is on one side: there is nobody to win against")
    try:
        found: dict[str, Any] = await call.house.long.run(
            "advise turn", state.game, state.scene, state.options, heroes, foes, seconds=_SECONDS
        )
    except TooLong as slow:
        return {"method": "over budget", "note": str(slow)}
    return found


def _scene_and_options(call: Call, state: TableState) -> tuple[Any, Any]:
    return scene_of(call.tables.game(state), state), table_options(state)


def _sides(state: TableState, order: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Those whom players play or everyone sees, against the rest."""
    kept = {name: state.keepers.get(name, Keeper()) for name in order}
    heroes = [name for name, keeper in kept.items() if keeper.seat or keeper.shown]
    return heroes, [name for name in order if name not in heroes]


def _refuse_hidden(state: TableState, seat: str, turn: str, order: tuple[str, ...]) -> None:
    """Advice tells how strong a foe is, and what to do is told only to whoever does it."""
    viewer = Viewer.of(state, seat)
    if viewer.masters:
        return
    if not state.plays(seat, turn):
        raise Forbidden(f"it is the turn of {turn}, who is not yours to play")
    if not state.settings.foe_odds and not all(sees_whole(state, viewer, name) for name in order):
        raise Forbidden("advice would tell what hidden sheets say; the game master may allow foe_odds")
