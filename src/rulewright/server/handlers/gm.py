"""The GM's routes: requests, options, settings, seats, invitations, keys, branches, closing."""

import asyncio
import re

from rulewright.server import requests, responses
from rulewright.server.errors import BodyTooLarge
from rulewright.server.handlers.join import REST, write_import
from rulewright.server.handlers.play import event_response
from rulewright.server.route_types import IMPORT, Call
from rulewright.server.streams import at_intervals
from rulewright.table import branches, closing
from rulewright.table import gm as table_gm
from rulewright.table.errors import Forbidden, NotFound
from rulewright.table.keys import name_of
from rulewright.table.seeds import player_seeds

_HASH = re.compile(r"[0-9a-f]{64}")


def request_action(call: Call, request: requests.AskRequest) -> responses.EventResponse:
    """Asks characters for an action."""
    event = table_gm.request_action(
        call.tables, call.place, request.action, request.params, request.of, request.words, request.standing
    )
    return event_response(call, event)


def cancel_request(call: Call, request: requests.EmptyRequest) -> responses.EventResponse:
    """Cancels a request, by the number of its event."""
    number = call.path["name"]
    if not number.isdecimal() or len(number) > 12:
        raise NotFound("there is no such request")
    return event_response(call, table_gm.cancel_request(call.tables, call.place, int(number)))


def change_options(call: Call, request: requests.OptionsRequest) -> responses.EventResponse:
    """Changes options of the game at this table; null restores the default."""
    return event_response(call, table_gm.change_options(call.tables, call.place, request.options))


def change_settings(call: Call, request: requests.SettingsRequest) -> responses.EventResponse:
    """Changes the table's settings."""
    return event_response(call, table_gm.change_settings(call.tables, call.place, request.settings))


def drop_seeds(call: Call, request: requests.EmptyRequest) -> responses.EventResponse:
    """Drops the current round of seeds."""
    return event_response(call, player_seeds.drop_seeds(call.tables, call.place))


def reveal(call: Call, request: requests.RevealRequest) -> responses.EventResponse:
    """Reveals a hidden roll to everyone."""
    return event_response(call, table_gm.reveal(call.tables, call.place, request.seq))


async def branch(call: Call, request: requests.BranchRequest) -> responses.SeatResponse:
    """A new table that begins as this one was after an event: its bytes are counted, then written batch by batch."""
    tables, table = call.tables, call.place.table
    async with call.context.import_lock(call.address), call.context.imports:
        begun = await call.in_thread(branches.begin_branch, tables, call.place, request.at, request.title)
        size, copied = 0, branches.batches_up_to(tables, table, request.at)
        async for batch in at_intervals(call.context, call.caller, copied, REST):
            size += sum(map(len, batch))
            if size > IMPORT:
                raise BodyTooLarge(f"too large to branch: at most {IMPORT:,} bytes; branch from an earlier event")
        call.context.quotas.add(call.address, size)
        return await asyncio.shield(write_import(call, begun))  # not cancelled when the client disconnects


def close(call: Call, request: requests.EmptyRequest) -> responses.EventResponse:
    """Closes the table and publishes the seed of its dice."""
    return event_response(call, closing.close(call.tables, call.place))


def reopen(call: Call, request: requests.EmptyRequest) -> responses.EventResponse:
    """Reopens a closed table."""
    return event_response(call, closing.reopen(call.tables, call.place))


def remove(call: Call, request: requests.EmptyRequest) -> responses.RemovedResponse:
    """Removes the table for good."""
    call.tables.remove(call.place)
    call.context.hub.wake(call.place.table)
    return responses.RemovedResponse()


# --- seats


def change_seat(call: Call, request: requests.SeatRequest) -> responses.EventResponse:
    """Changes a seat's name or role."""
    return event_response(call, call.tables.seat(call.place, call.path["seat"], request.name, request.role)[0])


def remove_seat(call: Call, request: requests.EmptyRequest) -> responses.RemovedResponse:
    """Removes a seat and every key to it."""
    call.tables.remove_seat(call.place, call.path["seat"])
    call.context.hub.wake(call.place.table)
    return responses.RemovedResponse()


def assign(call: Call, request: requests.AssignRequest) -> responses.EventResponse:
    """Assigns a character to a seat, and sets whether everyone sees the whole sheet."""
    return event_response(call, call.tables.assign(call.place, call.path["name"], request.seat, request.shown)[0])


def claim(call: Call, request: requests.EmptyRequest) -> responses.EventResponse:
    """Assigns a free character, shown to everyone, to the caller, who plays none yet."""
    return event_response(call, call.tables.claim(call.place, call.path["name"])[0])


def assign_plan(call: Call, request: requests.PlanRequest) -> responses.EventResponse:
    """Sets the plan by which a character plays itself, or lets it follow the table's."""
    return event_response(call, table_gm.assign_plan(call.tables, call.place, call.path["name"], request.plan))


# --- invitations and keys


def invite(call: Call, request: requests.InviteRequest) -> responses.InvitationResponse:
    """A new invitation, to be sent in the fragment of a link."""
    invitation, name = call.tables.invite(call.place, request.role, request.uses, request.hours, request.character)
    return responses.InvitationResponse(invitation, name)


def invite_device(call: Call, request: requests.EmptyRequest) -> responses.InvitationResponse:
    """A new invitation for another device to the caller's own seat."""
    if call.key_expires():
        raise Forbidden("a key that expires invites no other device")
    return responses.InvitationResponse(*call.tables.invite_device(call.place))


def invitations(call: Call, request: requests.EmptyRequest) -> list[responses.InvitationDescription]:
    """Every open invitation to a new seat, without its secret."""
    return [
        responses.InvitationDescription(name, one.role, one.uses, one.expires, one.character)
        for name, one in call.tables.keys.invitations(call.place.table).items()
        if not one.seat  # invitations of further devices are private to their seat
    ]


def revoke_invitation(call: Call, request: requests.EmptyRequest) -> responses.RemovedResponse:
    """Revokes an invitation at once."""
    name = call.path["name"]
    if not _HASH.fullmatch(name) or not call.tables.keys.revoke(call.place.table, "invitation", name):
        raise NotFound("there is no such invitation; it may have been used or revoked")
    return responses.RemovedResponse()


def create_key(call: Call, request: requests.NewKeyRequest) -> responses.NewKeyResponse:
    """A further key to the caller's seat, which expires with the caller's own at the latest."""
    key = call.tables.create_key(call.place, request.label, request.hours, call.key_expires())
    return responses.NewKeyResponse(key, name_of(key))


def keys(call: Call, request: requests.EmptyRequest) -> list[responses.KeyDescription]:
    """The keys to the caller's seat; for the GM, to every seat."""
    is_gm = call.tables.state(call.place.table).seat(call.place.seat).is_gm
    return [
        responses.KeyDescription(name, key.seat, key.label, key.expires)
        for name, key in call.tables.keys.keys(call.place.table).items()
        if is_gm or key.seat == call.place.seat
    ]


def revoke_key(call: Call, request: requests.EmptyRequest) -> responses.RemovedResponse:
    """Revokes a key at once: one to the caller's seat, or any for the GM; and open invitations of other devices."""
    known = call.tables.keys.keys(call.place.table)
    name = call.path["name"]
    if name not in known:
        raise NotFound("there is no such key; it may have been revoked")
    state, seat = call.tables.state(call.place.table), known[name].seat
    owner = state.seats.get(seat)
    if seat != call.place.seat and (not state.seat(call.place.seat).is_gm or (owner and owner.role == "gm")):
        raise Forbidden("this is the key to another seat")
    call.tables.keys.revoke(call.place.table, "key", name)
    call.tables.keys.revoke_devices(call.place.table, seat)
    call.context.hub.wake(call.place.table)
    return responses.RemovedResponse()
