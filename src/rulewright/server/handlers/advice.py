"""Advice at the table: every legal choice simulated many times, the best first."""

from collections.abc import Set
from typing import Any

from rulewright.rules import BadInput, Refused
from rulewright.server import requests
from rulewright.server.errors import TimedOut
from rulewright.server.fair_queue import Urgency
from rulewright.server.fight_jobs import advise_now, fight_course
from rulewright.server.handlers.view import known_pending, refuse_secret
from rulewright.server.responses import AdviceResponse, CourseResponse
from rulewright.server.route_types import Call
from rulewright.table.errors import Forbidden
from rulewright.table.events import AnswerAwaited
from rulewright.table.game_words import words_of
from rulewright.table.last_fight import last_fight, sides
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.views.viewer import Viewer, sees_fight, sees_whole

_SECONDS = 15.0


async def advice(call: Call, request: requests.AdviceRequest) -> AdviceResponse:
    """The best action of the acting character, or the best choice of a pending decision; estimates with intervals."""
    state = await call.in_thread(call.tables.state, call.place.table)
    if not state.settings.advice:
        raise Forbidden(f"the {words_of(state).gm} has switched advice off at this table")
    game, viewer = call.tables.game(state), Viewer.of(state, call.place.seat)
    status = game.fight(scene_of(game, state), table_options(state))
    if status is None or not sees_fight(state, viewer, status.order) or status.over:
        raise Refused("there is no fight to advise on")
    decision = _decision(call, state, request.pending) if request.pending else None
    who = status.turn if decision is None else decision.need.who
    if request.who not in ("", who):
        raise Refused(f"this decision is {who}'s")
    if not viewer.is_gm and not state.plays(viewer.seat, who):
        raise Forbidden(f"this decision is {who}'s, and {who} is not yours to play")
    _refuse_hidden(state, viewer, state.scene["characters"].keys() & set(status.order), "advice")
    heroes, foes = _opponents(state, status.order)
    given = (state.game, state.scene, state.options, heroes, foes, decision and pending_move(decision))
    try:
        return await call.work(advise_now, *given, seconds=_SECONDS, urgency=Urgency.ADVICE)
    except TimedOut as slow:
        return AdviceResponse("over budget", str(slow))


async def course(call: Call, request: requests.EmptyRequest) -> CourseResponse:
    """The last fight from its beginning: the heroes' chance to win after every action, and whose luck it was."""
    state = await call.in_thread(call.tables.state, call.place.table)
    log, viewer = call.tables.log(call.place.table), Viewer.of(state, call.place.seat)
    fought = await call.in_thread(last_fight, log, call.tables.game(state), state, viewer)
    if fought.status is None or not fought.actions:
        raise Refused("there has been no fight at this table yet")
    _refuse_hidden(state, viewer, fought.fighters, "the chances")
    heroes, foes = _opponents(state, fought.status.order)
    given = (state.game, state.options, heroes, foes, fought.actions)
    try:
        return await call.work(fight_course, *given, seconds=_SECONDS, urgency=Urgency.ADVICE)
    except TimedOut as slow:
        return CourseResponse("over budget", str(slow))


def _decision(call: Call, state: TableState, pending: str) -> AnswerAwaited:
    """A pending decision whose odds the caller may know."""
    found = known_pending(call, state, pending)
    if found.what != "action" or not found.need.choices:
        raise BadInput(f"bad parameter: {pending} is not an action that waits for a decision")
    refuse_secret(call, state, found.name, found.params)
    return found


def pending_move(pending: AnswerAwaited) -> dict[str, Any]:
    """A pending action as plain data, for a worker."""
    faces = [die.face for die in pending.dice]
    return {"action": pending.name, "params": pending.params, "faces": faces, "choices": list(pending.choices)}


def _opponents(state: TableState, order: tuple[str, ...]) -> tuple[list[str], list[str]]:
    heroes, foes = sides(state, order)
    if not heroes or not foes:
        raise Refused("everyone in this fight is on the same side: there is no one to win against")
    return heroes, foes


def _refuse_hidden(state: TableState, viewer: Viewer, fighters: Set[str], what: str) -> None:
    """Raises `Forbidden` when chances would reveal how strong a hidden foe is, or was before it was removed."""
    if not state.settings.foe_odds and not all(sees_whole(state, viewer, name) for name in fighters):
        raise Forbidden(f"{what} would reveal hidden sheets; the {words_of(state).gm} may allow the odds of foes")
