"""Help for the GM: foes that play by a plan, and an encounter's difficulty."""

from collections.abc import Callable
from typing import Any, TypeVar

from rulewright.rules import BadInput, Refused
from rulewright.server import requests
from rulewright.server.errors import TimedOut
from rulewright.server.fair_queue import Urgency
from rulewright.server.fight_jobs import advise_now, encounter_difficulty, propose_action
from rulewright.server.handlers.advice import pending_move
from rulewright.server.handlers.play import event_response
from rulewright.server.perform_in_worker import write_played
from rulewright.server.responses import DifficultyResponse, FoeResponse
from rulewright.server.route_types import Call
from rulewright.table import act as table_act
from rulewright.table.events import AnswerAwaited, Event
from rulewright.table.last_fight import sides
from rulewright.table.perform import Attempt, Performing, scene_of, table_options
from rulewright.table.state import Keeper, TableState

_SECONDS = 10.0
_MOST_DECISIONS = 20

T = TypeVar("T")


async def run_foe(call: Call, request: requests.FoeRequest) -> FoeResponse:
    """The next action of the acting foe by a plan, with the reason; performed if `take` or the settings say so."""
    state = await call.in_thread(call.tables.state, call.place.table)
    game = call.tables.game(state)
    status = game.fight(scene_of(game, state), table_options(state))
    if status is None or status.over:
        raise Refused("there is no fight going on")
    who = request.who or status.turn
    if state.keepers.get(who, Keeper()).seat:
        raise Refused(f"{who} is played by a player")
    heroes, foes = sides(state, status.order)
    plan = request.plan or state.plans.get(who) or state.settings.foe_plan
    given = (state.game, state.scene, state.options, heroes, foes, who, plan, state.seq)
    proposed = await _run(call, propose_action, *given)
    takes = state.settings.foes_at_once if request.take is None else request.take
    if not takes:
        return FoeResponse(proposed)
    attempt = Attempt("action", proposed.action, dict(proposed.params))

    def submit(performing: Performing) -> Event:
        return table_act.submit(call.tables, call.place, attempt, request.key, state.seq, performing)

    event = await write_played(call.context, call.caller, submit)
    seen = [event_response(call, event)]
    for _ in range(_MOST_DECISIONS):
        awaited = event.body
        if not isinstance(awaited, AnswerAwaited) or awaited.need.who not in foes or not awaited.need.choices:
            break
        event = await _answered(call, state, awaited, plan)
        seen.append(event_response(call, event))
    return FoeResponse(proposed, tuple(seen))


async def _answered(call: Call, before: TableState, awaited: AnswerAwaited, plan: str) -> Event:
    """The next event after a foe's decision: the best choice, or that of its plan."""
    rules, choice = call.tables.game(before).fights, awaited.need.choices[0]
    if rules is not None and plan in rules.plans:
        choice = rules.answer(plan, awaited.need.name, awaited.need.choices)
    if plan == "best":
        heroes, foes = sides(before, tuple(before.scene["characters"]))
        given = (before.game, before.scene, before.options, heroes, foes, pending_move(awaited))
        found = await _run(call, advise_now, *given)
        by_words = {str(one): one for one in awaited.need.choices}
        choice = by_words.get(found.tried[0].choice, choice)

    def answer(performing: Performing) -> Event:
        return table_act.answer(call.tables, call.place, awaited.pending, choices=(choice,), performing=performing)

    return await write_played(call.context, call.caller, answer)


async def difficulty(call: Call, request: requests.DifficultyRequest) -> DifficultyResponse:
    """How hard an encounter is: how often the party wins, how many of it fall, and how long it takes."""
    state = await call.in_thread(call.tables.state, call.place.table)
    names = tuple(state.scene["characters"])
    party, foes = sides(state, names)
    party = [name for name in party if not request.party or name in request.party]
    new = [[one.character, one.count] for one in request.foes]
    if not party:
        raise BadInput("no party: no character here is a player's or shown to everyone")
    if not foes and not new:
        raise BadInput("no foes: add some, or bring them to the table")
    given = (state.game, state.scene, state.options, party, [] if new and request.only_new else foes, new)
    return await _run(call, encounter_difficulty, *given)


async def _run(call: Call, job: Callable[..., T], *arguments: Any) -> T:
    try:
        return await call.work(job, *arguments, seconds=_SECONDS, urgency=Urgency.ADVICE)
    except TimedOut as slow:
        raise Refused(f"not worked out in time: {slow}") from None
