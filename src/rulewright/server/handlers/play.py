"""What a seat does: act, roll, answer, speak, add a seed, undo and redo."""

from typing import Any, cast

from rulewright.rules import BadInput
from rulewright.server import requests
from rulewright.server.chat_commands import help_text, read_command
from rulewright.server.handlers.games import priced
from rulewright.server.handlers.view import chances
from rulewright.server.number_limits import check_numbers
from rulewright.server.responses import Done
from rulewright.server.route_types import Call
from rulewright.table import act as doing
from rulewright.table import undo as going_back
from rulewright.table.act import Try, try_it
from rulewright.table.events import Event
from rulewright.table.views.for_seat import looks_as, seen_event
from rulewright.table.views.shapes import EventSeen


def written(call: Call, event: Event) -> Done:
    """An event that was written, as the one who asked for it sees it."""
    log = call.tables.log(call.place.table)
    viewer = looks_as(call.tables.state(call.place.table), call.place)
    seen = seen_event(call.tables, call.place.table, log.at(event.seq), event, viewer)
    return Done(event.seq, cast(EventSeen | None, seen))


def act(call: Call, wanted: requests.Act) -> Done:
    """Carry out an action of the game, or begin it and wait."""
    check_numbers(call.tables.game(call.tables.state(call.place.table)), wanted.action, wanted.params)
    attempt = Try("action", wanted.action, wanted.params, wanted.faces, wanted.choices, wanted.audience)
    return written(call, try_it(call.tables, call.place, attempt, wanted.key, wanted.expected))


def roll(call: Call, wanted: requests.Roll) -> Done:
    """Roll: of the game's catalogue, or dice notation."""
    if bool(wanted.roll) == bool(wanted.notation):
        raise BadInput("bad parameter: give one of roll and notation")
    attempt = Try(
        "roll" if wanted.roll else "notation",
        wanted.roll or wanted.notation,
        wanted.params,
        wanted.faces,
        wanted.choices,
        wanted.audience,
    )
    return written(call, try_it(call.tables, call.place, attempt, wanted.key, wanted.expected))


def answer(call: Call, wanted: requests.Answer) -> Done:
    """Give what something waits for; without faces or choices the server rolls on."""
    event = doing.answer(
        call.tables, call.place, wanted.pending, wanted.faces, wanted.choices, wanted.key, wanted.expected
    )
    return written(call, event)


def withdraw(call: Call, wanted: requests.Pending) -> Done:
    """Call off something that waits."""
    return written(call, doing.withdraw(call.tables, call.place, wanted.pending))


async def say(call: Call, wanted: requests.Said) -> Done | dict[str, Any]:
    """Say something; a text that begins with a slash is a command."""
    if not wanted.text.lstrip().startswith("/"):
        return await call.house.in_thread(_said, call, wanted)
    state = await call.house.in_thread(call.tables.state, call.place.table)
    game = call.tables.game(state)
    command = read_command(game, state, call.place.seat, wanted.text)
    audience = "private" if wanted.to_gm else "everyone"
    if command.verb == "help":
        return {"help": help_text(game)}
    if command.verb == "do":
        if command.what == "action":
            check_numbers(game, command.name, command.params)
        attempt = Try(command.what, command.name, command.params, audience=audience)  # type: ignore[arg-type] # a word of the audience
        return await call.house.in_thread(_tried, call, attempt, wanted.key)
    call.house.exact_seat_rate.take(f"{call.place.table} {call.place.seat}")
    if command.what == "notation":
        return {"odds": await priced(call, "notation odds", command.name, 5.0)}
    is_action = command.what == "action"
    asks = requests.Chances(
        action=command.name if is_action else "", roll="" if is_action else command.name, params=command.params
    )
    return {"odds": await chances(call, asks)}


def _said(call: Call, wanted: requests.Said) -> Done:
    return written(call, doing.say(call.tables, call.place, wanted.text, wanted.to_gm, wanted.key))


def _tried(call: Call, attempt: Try, key: str) -> Done:
    return written(call, try_it(call.tables, call.place, attempt, key))


def add_seed(call: Call, wanted: requests.Seed) -> Done:
    """Add a seed of one's own to the dice."""
    return written(call, doing.seed(call.tables, call.place, wanted.seed))


def undo(call: Call, wanted: requests.Backwards) -> Done:
    """Take back the last thing done, or go back to any event."""
    return written(call, going_back.undo(call.tables, call.place, wanted.back_to, wanted.expected))


def redo(call: Call, wanted: requests.Expected) -> Done:
    """Take back the last undo."""
    return written(call, going_back.redo(call.tables, call.place, wanted.expected))
