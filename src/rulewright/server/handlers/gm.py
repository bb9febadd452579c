"""What the game master settles: requests, options, settings, seats, invitations, keys, time and the end."""

import re
from datetime import timedelta
from typing import Any

from rulewright.server import requests
from rulewright.server.handlers.play import written
from rulewright.server.responses import Cut, Done, Invited, KeyTold, Removed
from rulewright.server.route_types import Call, Entered
from rulewright.table import act, undo
from rulewright.table.errors import Forbidden, Unknown
from rulewright.table.keys import Key, name_of

_HASH = re.compile(r"[0-9a-f]{64}")


def request(call: Call, wanted: requests.Request) -> Done:
    """Ask characters for an action."""
    event = act.ask(call.tables, call.place, wanted.action, wanted.params, wanted.of, wanted.words)
    return written(call, event)


def rule(call: Call, wanted: requests.Options) -> Done:
    """Change options of the game at this table; null goes back to the default."""
    return written(call, act.rule(call.tables, call.place, wanted.options))


def settle(call: Call, wanted: requests.Settings) -> Done:
    """Change the table's settings."""
    return written(call, act.settle(call.tables, call.place, wanted.settings))


def reveal(call: Call, wanted: requests.Reveal) -> Done:
    """Show a hidden roll to everyone."""
    return written(call, act.reveal(call.tables, call.place, wanted.seq))


def branch(call: Call, wanted: requests.Branch) -> Entered:
    """Another table that begins as this one stood after an event."""
    place, key = undo.branch(call.tables, call.place, wanted.at, wanted.title)
    return Entered(place.table, place.seat, key)


def close(call: Call, wanted: requests.Nothing) -> Done:
    """Close the table and make the seed of its dice known."""
    return written(call, undo.close(call.tables, call.place))


def reopen(call: Call, wanted: requests.Nothing) -> Done:
    """Go on with a closed table."""
    return written(call, undo.reopen(call.tables, call.place))


def remove(call: Call, wanted: requests.Nothing) -> Removed:
    """Forget the table for ever."""
    call.tables.remove(call.place)
    call.house.hub.look_again(call.place.table)
    return Removed()


# --- seats


def change_seat(call: Call, wanted: requests.Seat) -> Done:
    """Give a seat another name or role."""
    return written(call, call.tables.seat(call.place, call.path["seat"], wanted.name, wanted.role)[0])


def leave(call: Call, wanted: requests.Nothing) -> Removed:
    """Take a seat away, with every key to it."""
    call.tables.leave(call.place, call.path["seat"])
    call.house.hub.look_again(call.place.table)
    return Removed()


def assign(call: Call, wanted: requests.Assign) -> Done:
    """Say who plays a character, and whether everyone sees the whole sheet."""
    return written(call, call.tables.assign(call.place, call.path["name"], wanted.seat, wanted.shown)[0])


# --- invitations and keys


def invite(call: Call, wanted: requests.Invite) -> Invited:
    """An invitation: a word for the fragment of a link."""
    invitation, name = call.tables.invite(call.place, wanted.role, wanted.uses, wanted.hours, wanted.character)
    return Invited(invitation, name)


def invitations(call: Call, wanted: requests.Nothing) -> list[dict[str, Any]]:
    """Every open invitation, without the words that open it."""
    found = call.tables.keys.invitations(call.place.table)
    return [
        {
            "name": name,
            "role": one.role,
            "uses": one.uses,
            "expires": one.expires,
            "character": one.character,
        }
        for name, one in found.items()
    ]


def take_back_invitation(call: Call, wanted: requests.Nothing) -> Removed:
    """Make an invitation worthless at once."""
    name = call.path["name"]
    if not _HASH.fullmatch(name) or not call.tables.keys.take_back(call.place.table, "invitation", name):
        raise Unknown("no such invitation (any more)")
    return Removed()


def cut_key(call: Call, wanted: requests.CutKey) -> Cut:
    """A further key to one's own seat."""
    expires = call.tables.stamp(timedelta(hours=wanted.hours)) if wanted.hours else ""
    text = call.tables.keys.cut(call.place.table, Key(call.place.seat, wanted.label, expires))
    return Cut(text, name_of(text))


def keys(call: Call, wanted: requests.Nothing) -> list[KeyTold]:
    """The keys to one's own seat; for the game masters, to every seat."""
    masters = call.tables.state(call.place.table).seat(call.place.seat).masters
    found = call.tables.keys.keys(call.place.table)
    return [
        KeyTold(name, key.seat, key.label, key.expires)
        for name, key in found.items()
        if masters or key.seat == call.place.seat
    ]


def take_back_key(call: Call, wanted: requests.Nothing) -> Removed:
    """Make a key worthless at once: one to one's own seat, or any for the game masters."""
    known = call.tables.keys.keys(call.place.table)
    name = call.path["name"]
    if name not in known:
        raise Unknown("no such key (any more)")
    state, seat = call.tables.state(call.place.table), known[name].seat
    theirs = state.seats.get(seat)
    if seat != call.place.seat and (not state.seat(call.place.seat).masters or (theirs and theirs.role == "gm")):
        raise Forbidden("this key opens somebody else's seat")
    call.tables.keys.take_back(call.place.table, "key", name)
    call.house.hub.look_again(call.place.table)
    return Removed()
