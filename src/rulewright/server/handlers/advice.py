"""Advice at the table: every legal choice tried many times, the best first."""

from typing import Any

from msgspec import to_builtins

from rulewright.rules import BadInput, Refused
from rulewright.server import requests
from rulewright.server.handlers.view import refuse_secret, waits_for
from rulewright.server.route_types import Call
from rulewright.server.workers import TooLong
from rulewright.table.errors import Forbidden
from rulewright.table.events import Waiting
from rulewright.table.last_fight import last_fight, sides
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.views.viewer import Viewer, hidden_from, sees_fight

_SECONDS = 15.0


async def advice(call: Call, wanted: requests.Advice) -> dict[str, Any]:
    """What is best now in a fight: for the one whose turn it is, or who decides. Simulated, with intervals."""
    state = await call.house.in_thread(call.tables.state, call.place.table)
    if not state.settings.advice:
        raise Forbidden("the game master has switched advice off at this table")
    status = call.tables.game(state).fight(*_scene_and_options(call, state))
    viewer = Viewer.of(state, call.place.seat)
    if status is None or not sees_fight(state, viewer, status.order) or status.over:
        raise Refused("no fight is going on: there is nothing to advise on")
    decision = _decision(call, state, wanted.pending) if wanted.pending else None
    who = status.turn if decision is None else decision.need.who
    if wanted.who not in ("", who):
        raise Refused(f"it is for {who} to decide")
    _refuse_hidden(state, call.place.seat, who, status.order)
    heroes, foes = sides(state, status.order)
    if not heroes or not foes:
        raise Refused("everybody in this fight is on one side: there is nobody to win against")
    try:
        found: dict[str, Any] = await call.house.long.run(
            "advise", state.game, state.scene, state.options, heroes, foes, _told(decision), seconds=_SECONDS
        )
    except TooLong as slow:
        return {"method": "over budget", "note": str(slow)}
    return found


def _decision(call: Call, state: TableState, pending: str) -> Waiting:
    """An action of a fight that waits for somebody to decide, and of which this seat may know the odds."""
    waits = waits_for(call, state, pending)
    if waits.what != "action" or not waits.need.choices:
        raise BadInput(f"bad parameter: {pending} is no action that waits for a decision")
    refuse_secret(call, state, waits.name, waits.params)
    return waits


def _told(waits: Waiting | None) -> dict[str, Any] | None:
    """An action that waits, as plain data for a working process."""
    if waits is None:
        return None
    faces = [die.face for die in waits.dice]
    return {"action": waits.name, "params": waits.params, "faces": faces, "choices": list(waits.choices)}


async def course(call: Call, wanted: requests.Nothing) -> dict[str, Any]:
    """The last fight from its beginning: the heroes' chance to win after every deed, and whose luck it was."""
    state = await call.house.in_thread(call.tables.state, call.place.table)
    log, viewer = call.tables.log(call.place.table), Viewer.of(state, call.place.seat)
    fought = await call.house.in_thread(last_fight, log, call.tables.game(state), state, viewer)
    status = fought.status
    if status is None or not fought.done:
        raise Refused("no fight has been fought at this table yet")
    _refuse_course(state, call.place.seat, fought.fighters)
    heroes, foes = sides(state, status.order)
    if not heroes or not foes:
        raise Refused("everybody in this fight is on one side: there is nobody to win against")
    try:
        found: dict[str, Any] = await call.house.long.run(
            "course", state.game, state.options, heroes, foes, to_builtins(fought.done), seconds=_SECONDS
        )
    except TooLong as slow:
        return {"method": "over budget", "note": str(slow)}
    return found


def _refuse_course(state: TableState, seat: str, fighters: frozenset[str]) -> None:
    viewer = Viewer.of(state, seat)
    if not state.settings.foe_odds and hidden_from(state, viewer) & fighters:
        raise Forbidden("the chances would tell what hidden sheets say; the game master may allow foe_odds")


def _scene_and_options(call: Call, state: TableState) -> tuple[Any, Any]:
    return scene_of(call.tables.game(state), state), table_options(state)


def _refuse_hidden(state: TableState, seat: str, who: str, order: tuple[str, ...]) -> None:
    """Advice tells how strong a foe is, and what to do is told only to whoever does it."""
    viewer = Viewer.of(state, seat)
    if viewer.masters:
        return
    if not state.plays(seat, who):
        raise Forbidden(f"it is for {who} to decide, who is not yours to play")
    if not state.settings.foe_odds and hidden_from(state, viewer) & set(order):
        raise Forbidden("advice would tell what hidden sheets say; the game master may allow foe_odds")
