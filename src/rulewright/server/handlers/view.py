"""The views of a seat: the table, its log, legal actions, odds, the map, exports."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from rulewright.game.board import AimPreview
from rulewright.rules import BadInput, Refused
from rulewright.server import requests, responses
from rulewright.server.errors import TimedOut
from rulewright.server.fair_queue import Urgency
from rulewright.server.jobs import (
    action_odds,
    aim_on_board,
    draw_board,
    next_dice,
    over_budget,
    roll_odds_from,
    seat_luck,
)
from rulewright.server.packed_board import NOTHING_IN_REACH, PackedBoard
from rulewright.server.perform_in_worker import is_slow, write_played
from rulewright.server.route_types import Call, TextStream
from rulewright.server.streams import pages
from rulewright.table.errors import Forbidden
from rulewright.table.events import AnswerAwaited
from rulewright.table.export import export as export_lines
from rulewright.table.game_words import words_of
from rulewright.table.perform import Attempt, Performing
from rulewright.table.permissions import own_pending, require_permission
from rulewright.table.refusals import may_know, unknown_reason
from rulewright.table.state import TableState
from rulewright.table.story import story as story_lines
from rulewright.table.table_dice import TableDice
from rulewright.table.views.event_view import sees_dice, views_after
from rulewright.table.views.hidden_scene import Hidden, hidden_in
from rulewright.table.views.secret_fields import texts_in
from rulewright.table.views.shapes import EventView, TableView
from rulewright.table.views.table_view import view_table
from rulewright.table.views.viewer import Viewer, event_known_as, hidden_from, viewer_for

_LUCK_SECONDS = 5.0
_LEAST_SECONDS = 0.2
_BOARD_SECONDS = 4.0
_DICE_SECONDS = 2.0
_PAGE_BYTES = 1_000_000
"""Bytes of events after which a page of the log ends."""
_PAGE_READS = 4_000
"""Events that are read for a page at most, those that the seat does not see among them."""

T = TypeVar("T")


def view(call: Call, request: requests.ViewRequest) -> TableView:
    """The table, now or as it was after an event."""
    return view_table(call.tables, call.place, request.at, request.as_)


def log(call: Call, request: requests.LogRequest) -> responses.LogResponse:
    """A part of the log: it ends with the last event, or after `most` events, a million bytes, or much reading."""
    state = call.tables.state(call.place.table)
    last = viewer_for(state, call.place.seat, request.as_).numbers.shown(state.seq)
    page: list[Raw] = []
    size = 0
    for read, event in views_after(call.tables, call.place, request.after, request.as_):
        if page and (len(page) == request.most or size > _PAGE_BYTES or read > _PAGE_READS):
            break
        seen = msgspec.json.encode(event)
        size, end = size + len(seen), event.seq
        page.append(Raw(msgspec.json.encode(_brief_event(event)) if request.brief else seen))
    else:
        end = last
    return responses.LogResponse(cast("list[EventView]", page), last, end)


def _brief_event(event: EventView) -> EventView:
    """An event without parameters, decisions, and changes outside the fight, which the view has anyway.

    Empty lists are left out too, cited rules if there is no breakdown, changes that no tracker shows, and the parts of
    the attempt, which stands there as a sentence.
    """
    result = event.result and replace(event.result, action="", given="", attempt="")
    changes = [one for one in event.changes or () if tuple(one.path[:2]) == ("scene", "fight")]
    return replace(
        event,
        result=result,
        changed=[one for one in event.changed or () if one.kept] or UNSET,
        pending=event.pending or UNSET,
        params=UNSET,
        dice=event.dice or UNSET,
        choices=UNSET,
        breakdown=event.breakdown or UNSET,
        cites=event.cites if event.breakdown else UNSET,
        changes=changes or UNSET,
        owns=UNSET,
    )


def notes(call: Call, request: requests.ViewAsRequest) -> responses.NotesResponse:
    """The notes that a seat sees: its own, those shown to it, and for a GM all of them."""
    state = call.tables.state(call.place.table)
    viewer = viewer_for(state, call.place.seat, request.as_)
    kept = state.notes.values()
    seen = [one for one in kept if viewer.is_gm or one.audience == "everyone" or viewer.seat in (one.by, one.to)]
    return responses.NotesResponse(seen)


async def offers(call: Call, request: requests.ViewAsRequest) -> responses.OffersResponse:
    """The actions that a seat may take now, with every legal value."""
    state = await call.in_thread(call.tables.state, call.place.table)
    game, viewer = call.tables.game(state), viewer_for(state, call.place.seat, request.as_)
    return await call.context.legal_actions.seen_by(call.caller, game, state, viewer)


# --- odds


async def chances(
    call: Call, request: requests.ChancesRequest
) -> responses.OddsResponse | responses.ChoiceOddsResponse:
    """The odds of an action or roll now, or of each choice of a pending decision."""
    if sum(map(bool, (request.action, request.roll, request.pending))) != 1:
        raise BadInput("bad parameter: give one of action, roll and pending")
    state = await call.in_thread(call.tables.state, call.place.table)
    if request.pending:
        return await _pending_chances(call, state, request)
    attempt = Attempt("action" if request.action else "roll", request.action or request.roll, request.params)
    if request.action:
        require_permission(call.tables.game(state), state, call.place.seat, request.action, request.params)
        refuse_secret(call, state, request.action, request.params)
    found = await _attempt_odds(call, state, attempt, request.seconds)
    return _brief(found) if request.brief else found


def _brief(odds: responses.OddsResponse) -> responses.OddsResponse:
    """Odds reduced to the fields that a row of a list shows."""
    return replace(odds, rows=[], figures=[], outcomes=[], more=odds.more + len(odds.outcomes))


async def _pending_chances(
    call: Call, state: TableState, request: requests.ChancesRequest
) -> responses.ChoiceOddsResponse:
    begun = known_pending(call, state, request.pending)
    need = begun.need
    if not need.choices:
        raise BadInput(f"bad parameter: {request.pending} waits for dice, not for a decision")
    if need.approval:
        raise BadInput(f"bad parameter: {request.pending} waits for approval; ask for the odds of the action")
    refuse_secret(call, state, begun.name, begun.params)
    faces = tuple(die.face for die in begun.dice)
    seconds = max(_LEAST_SECONDS, request.seconds / len(need.choices))
    found = []
    for choice in need.choices:
        attempt = Attempt(begun.what, begun.name, begun.params, faces, (*begun.choices, choice))
        odds = await _attempt_odds(call, state, attempt, seconds)
        found.append(responses.ChoiceOdds(choice, _brief(odds) if request.brief else odds))
    return responses.ChoiceOddsResponse(need.name, need.who, found)


def known_pending(call: Call, state: TableState, pending: str) -> AnswerAwaited:
    """A pending action that the caller may answer and whose dice so far they may see."""
    found = own_pending(state, call.place.seat, pending)
    if not sees_dice(call.tables.game(state), found.body, found.by, Viewer.of(state, call.place.seat)):
        raise Forbidden("this would reveal the dice rolled so far, which are hidden")
    return found.body


async def _attempt_odds(call: Call, state: TableState, attempt: Attempt, seconds: float) -> responses.OddsResponse:
    """The odds of an attempt in the present state, after the dice and decisions so far."""
    given: tuple[Any, ...] = (attempt.name, attempt.params, attempt.faces or (), attempt.choices)
    try:
        if attempt.what == "action":
            at: tuple[Any, ...] = (state.game, state.scene, state.options)
            hidden = hidden_in(call.tables.game(state), state, Viewer.of(state, call.place.seat), odds=True)
            return await call.work(action_odds, *at, *given, hidden, seconds=seconds, urgency=Urgency.ADVICE)
        at = (state.game, state.options)
        return await call.work(roll_odds_from, *at, *given, seconds=seconds, urgency=Urgency.ADVICE)
    except TimedOut:
        return over_budget(seconds)
    except (Refused, BadInput) as refused:
        raise await _known_reason(call, state, attempt, refused) from None


def refuse_secret(call: Call, state: TableState, name: str, params: dict[str, Any]) -> None:
    """Raises `Forbidden` when odds would reveal the game's secrets or the hidden sheet of a named character.

    Odds that depend on a hidden sheet in another way are refused when they are worked out.
    """
    if not state.seat(call.place.seat).is_gm and call.tables.game(state).secrets.outcomes.get(name):
        raise Forbidden(f"the odds of this would reveal what only the {words_of(state).gm} knows")
    named = _hidden(call, state) & texts_in(params)
    if named:
        gm = words_of(state).gm
        raise Forbidden(f"the odds would reveal {min(named)}'s hidden sheet; the {gm} may allow the odds of foes")


def _hidden(call: Call, state: TableState) -> frozenset[str]:
    """The characters whose sheets the caller may neither see nor know the odds of."""
    return frozenset() if state.settings.foe_odds else hidden_from(state, Viewer.of(state, call.place.seat))


# --- the map


async def board(call: Call, request: requests.BoardRequest) -> PackedBoard:
    """The map of a fight for a character, now or after an event; odds only where the caller may know them.

    A caller without a character sees where everyone is, and nothing that depends on a sheet.
    """
    now, state = await call.in_thread(_moments, call, request.at)
    names = list(state.scene["characters"])
    own = request.who or next((name for name in names if now.plays(call.place.seat, name)), "")
    found = await _on_board(call, now, state, own or next(iter(names), ""), draw_board, bool(own))
    return found if own else replace(found, reach=NOTHING_IN_REACH, arms=[], falls=(), pairs=(), in_reach_of=(), ap=0)


async def aim(call: Call, request: requests.AimRequest) -> AimPreview:
    """A preview of an attack on a space; odds only where the caller may know them."""
    now, state = await call.in_thread(_moments, call, None)
    own = request.who or next((name for name in state.scene["characters"] if now.plays(call.place.seat, name)), "")
    return await _on_board(call, now, state, own, aim_on_board, True, request.weapon, request.at)


async def _on_board(
    call: Call, now: TableState, state: TableState, who: str, job: Callable[..., T], own: bool, *more: Any
) -> T:
    """Runs a job about the map for a character, with the sheets the caller may know; `own` requires that they play it.

    An earlier state is redacted for the caller's seat as it is now, since that seat may not have existed then.
    """
    game = call.tables.game(now)
    if game.board is None:
        raise Refused(f"{game.name} is not played on a map")
    names = list(state.scene["characters"])
    if who not in names or (own and not now.plays(call.place.seat, who)):
        raise Forbidden(f"{who} is not yours to play" if who else "you play no character on this map")
    hidden = frozenset() if now.settings.foe_odds else hidden_from(state, Viewer.of(now, call.place.seat))
    known = sorted(frozenset(names) - hidden)
    given = (state.game, state.scene, state.options, who, known, *more)
    return await call.work(job, *given, seconds=_BOARD_SECONDS, urgency=Urgency.PLAY)


def _moments(call: Call, at: int | None) -> tuple[TableState, TableState]:
    """The state of the table now, and after an event, given by the caller's own number for it."""
    now = call.tables.state(call.place.table)
    if at is None:
        return now, now
    return now, call.tables.log(call.place.table).at(event_known_as(now, Viewer.of(now, call.place.seat), at))


# --- typed dice


async def dice(call: Call, request: requests.NextDiceRequest) -> responses.NextDiceResponse:
    """The dice that an action or a pending action needs after the faces typed so far."""
    state, attempt, hidden = await call.in_thread(_begun, call, request)
    if hidden is None:
        return responses.NextDiceResponse()
    given = (state.game, state, attempt, hidden)
    try:
        if is_slow(call.context, call.tables.game(state), state, attempt):
            found = await call.work(next_dice, *given, seconds=_DICE_SECONDS, urgency=Urgency.PLAY)
        else:
            found = await call.in_thread(next_dice, *given)
    except (Refused, BadInput) as refused:
        raise await _known_reason(call, state, attempt, refused) from None
    if found is None:
        return responses.NextDiceResponse()
    return responses.NextDiceResponse(found.purpose, list(found.sides), list(found.cards))


def _begun(call: Call, request: requests.NextDiceRequest) -> tuple[TableState, Attempt, Hidden | None]:
    """The state, the action with the faces typed so far, and the parts of the scene hidden from the caller.

    The last is None if the caller may know nothing about the dice. Once some dice of a pending action lie on the table,
    everyone may know the rest of the throw; after faces that are only tried out, nothing hidden may be used.
    """
    if bool(request.action) == bool(request.pending):
        raise BadInput("bad parameter: give one of action and pending")
    state = call.tables.state(call.place.table)
    game, viewer = call.tables.game(state), Viewer.of(state, call.place.seat)
    is_thrown = False
    if request.action:
        require_permission(game, state, call.place.seat, request.action, request.params)
        attempt = Attempt("action", request.action, request.params, request.faces)
    else:
        pending = known_pending(call, state, request.pending)
        if pending.what != "action":
            raise BadInput(f"bad parameter: {request.pending} is not an action")
        faces = (*(die.face for die in pending.dice), *request.faces)
        attempt = Attempt("action", pending.name, pending.params, faces, pending.choices)
        is_thrown = bool(pending.dice) and not request.faces
    if not viewer.is_gm and game.secrets.outcomes.get(attempt.name):
        return state, attempt, None
    return state, attempt, Hidden() if is_thrown else hidden_in(game, state, viewer, odds=True)


async def _known_reason(
    call: Call, state: TableState, attempt: Attempt, refused: Refused | BadInput
) -> Refused | BadInput:
    """A refusal, without its reason if that may come from sheets hidden from the caller."""
    viewer = Viewer.of(state, call.place.seat)

    def dice() -> TableDice:
        return TableDice((), attempt.faces or (), None, 0)

    def known(performing: Performing) -> bool:
        return may_know(call.tables.game(state), state, viewer, attempt, dice, refused, performing)

    if await write_played(call.context, call.caller, known):
        return refused
    return Refused(unknown_reason(words_of(state).gm))


# --- the whole table


def presence(call: Call, request: requests.EmptyRequest) -> responses.PresenceResponse:
    """The seats that follow the table now."""
    return responses.PresenceResponse(call.context.presence.at(call.place.table))


def export(call: Call, request: requests.ViewAsRequest) -> TextStream:
    """The table as JSON lines: the whole log for the GM, a redacted one for a player."""
    lines = pages(export_lines(call.tables, call.place, request.as_))
    return TextStream(next(lines), lines, "application/jsonl; charset=utf-8", "table.jsonl")


def story(call: Call, request: requests.ViewAsRequest) -> TextStream:
    """The log as a story in Markdown."""
    lines = pages(f"{line}\n".encode() for line in story_lines(call.tables, call.place, request.as_))
    return TextStream(next(lines), lines, "text/markdown; charset=utf-8", "story.md")


async def luck(call: Call, request: requests.ViewAsRequest) -> list[responses.SeatLuck]:
    """The dice of every seat so far, as far as the caller sees them, with the expected mean."""
    state = await call.in_thread(call.tables.state, call.place.table)
    viewer = viewer_for(state, call.place.seat, request.as_)
    dice = await call.context.luck.at(call, viewer, state)
    given = sorted((seat, sides, *counts) for seat, kinds in dice.items() for sides, counts in kinds.items())
    return await call.work(seat_luck, given, seconds=_LUCK_SECONDS, urgency=Urgency.ADVICE)
