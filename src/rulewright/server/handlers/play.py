"""The routes of play: act, roll, answer, speak, add a seed, undo and redo."""

from rulewright.rules import BadInput
from rulewright.server import requests
from rulewright.server.chat_commands import help_text, read_command
from rulewright.server.handlers.games import run_odds
from rulewright.server.handlers.view import chances
from rulewright.server.jobs import notation_odds
from rulewright.server.perform_in_worker import write_played
from rulewright.server.responses import EventResponse, HelpResponse, MessageOddsResponse, OddsResponse
from rulewright.server.route_types import Call
from rulewright.table import act as table_act
from rulewright.table import undo as table_undo
from rulewright.table.events import Event
from rulewright.table.perform import Attempt, AttemptKind, Performing
from rulewright.table.seeds import player_seeds
from rulewright.table.views.event_view import view_event
from rulewright.table.views.viewer import viewer_for


def event_response(call: Call, event: Event) -> EventResponse:
    """A written event as the caller may see it."""
    after = call.tables.log(call.place.table).at(event.seq)
    viewer = viewer_for(call.tables.known_state(call.place.table), call.place.seat)
    view = view_event(call.tables, call.place.table, after, event, viewer)
    return EventResponse(viewer.numbers.shown(event.seq), view)


def act(call: Call, request: requests.ActRequest) -> EventResponse:
    """Takes an action of the game, or begins it and waits for an answer."""
    return _submitted(call, request, "action", request.action)


def roll(call: Call, request: requests.RollRequest) -> EventResponse:
    """Makes a roll of the game's catalogue, or of dice notation."""
    if bool(request.roll) == bool(request.notation):
        raise BadInput("bad parameter: give either roll or notation")
    return _submitted(call, request, "roll" if request.roll else "notation", request.roll or request.notation)


def _submitted(call: Call, request: requests.AttemptRequest, what: AttemptKind, name: str) -> EventResponse:
    attempt = Attempt(what, name, request.params, request.faces, request.choices, request.audience)
    given = (request.key, request.expected)
    return event_response(call, table_act.submit(call.tables, call.place, attempt, *given, call.performing))


def answer(call: Call, request: requests.AnswerRequest) -> EventResponse:
    """Answers a pending action; without faces or choices the server rolls."""
    given = (request.pending, request.faces, request.choices, request.key, request.expected)
    approval = (request.params, request.standing)
    return event_response(call, table_act.answer(call.tables, call.place, *given, *approval, call.performing))


def withdraw(call: Call, request: requests.WithdrawRequest) -> EventResponse:
    """Withdraws a pending action."""
    return event_response(call, table_act.withdraw(call.tables, call.place, request.pending))


async def say(call: Call, request: requests.MessageRequest) -> EventResponse | HelpResponse | MessageOddsResponse:
    """Sends a message, or performs a command if the text begins with a slash."""
    if request.title or not request.text.lstrip().startswith("/"):
        return await call.in_thread(_send_message, call, request)
    state = await call.in_thread(call.tables.state, call.place.table)
    game = call.tables.game(state)
    command = read_command(game, state, call.place.seat, request.text)
    if command.verb == "help":
        return HelpResponse(help_text(game))
    if command.verb == "do":
        attempt = Attempt(
            command.what,
            command.name,
            command.params,
            audience="private" if request.to_gm or request.to else "everyone",
        )

        def write(performing: Performing) -> EventResponse:
            done = table_act.submit(call.tables, call.place, attempt, request.key, performing=performing)
            return event_response(call, done)

        return await write_played(call.context, call.caller, write)
    call.context.exact_seat_rate.take(f"{call.place.table} {call.place.seat}")
    if command.what == "notation":
        return MessageOddsResponse(await run_odds(call, notation_odds, command.name, seconds=5.0))
    is_action = command.what == "action"
    wanted = requests.ChancesRequest(
        action=command.name if is_action else "", roll="" if is_action else command.name, params=command.params
    )
    found = await chances(call, wanted)
    assert isinstance(found, OddsResponse), "only a pending decision has odds for each choice"
    return MessageOddsResponse(found)


def _send_message(call: Call, request: requests.MessageRequest) -> EventResponse:
    sent = (request.text, request.to_gm, request.key, request.to, request.title)
    return event_response(call, table_act.say(call.tables, call.place, *sent))


def commit_seed(call: Call, request: requests.SeedCommitmentRequest) -> EventResponse:
    """Commits to a seed of the caller's own for the dice."""
    return event_response(call, player_seeds.commit_seed(call.tables, call.place, request.commitment))


def show_seed(call: Call, request: requests.SeedRequest) -> EventResponse:
    """Shows the seed that the caller has committed to."""
    return event_response(call, player_seeds.show_seed(call.tables, call.place, request.seed))


def undo(call: Call, request: requests.UndoRequest) -> EventResponse:
    """Undoes the last action, or goes back to any event."""
    return event_response(call, table_undo.undo(call.tables, call.place, request.back_to, request.expected))


def redo(call: Call, request: requests.RedoRequest) -> EventResponse:
    """Reverses the last undo."""
    return event_response(call, table_undo.redo(call.tables, call.place, request.expected))
