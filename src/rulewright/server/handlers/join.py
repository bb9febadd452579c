"""Opening, joining and importing a table."""

import asyncio
from functools import partial
from pathlib import Path

from rulewright.game import Opening, find_game
from rulewright.game.pinned import MARK, is_pinned
from rulewright.rules import BadInput
from rulewright.server import requests
from rulewright.server.auth import require_game
from rulewright.server.fair_queue import Caller
from rulewright.server.jobs import check_import
from rulewright.server.perform_in_worker import write_played
from rulewright.server.responses import SeatResponse, WelcomeResponse
from rulewright.server.route_types import Call
from rulewright.server.streams import at_intervals
from rulewright.table.act import show_heroes, submit, take_steps
from rulewright.table.import_table import CheckedFile, Import
from rulewright.table.perform import Attempt
from rulewright.table.tables import TableSeat

_IMPORT_SECONDS = 60.0
REST = 2.0
"""The pause after a batch of an import, as a multiple of the time that the batch took."""


async def open_table(call: Call, request: requests.OpenTableRequest) -> SeatResponse:
    """Opens a table with the caller as its GM. A table whose file the game refuses is removed again."""
    place, key, opening = await call.in_thread(_opened, call, request)
    try:
        if request.file:
            content = _from_file(request)
            caller = Caller(call.address, place.table)
            await write_played(call.context, caller, partial(submit, call.tables, place, content, "", None))
        if opening is not None:
            await call.in_thread(show_heroes, call.tables, place, opening)
    except BaseException:
        await asyncio.shield(call.in_thread(call.tables.forget, place.table))
        raise
    return SeatResponse(place.table, place.seat, key)


def _opened(call: Call, request: requests.OpenTableRequest) -> tuple[TableSeat, str, Opening | None]:
    """A new table with its ready-made scene, if one is asked for."""
    # A pinned game is known only as long as a reference to it is held.
    held = call.tables.rulebooks.find(request.game) if is_pinned(request.game) else None
    if held is not None:
        require_game(request.game)
    if request.file:
        _from_file(request)
    opening = _opening(request)
    place, key = call.tables.open(request.game, request.name, request.title, request.options)
    if opening is not None:
        take_steps(call.tables, place, opening)
    del held
    return place, key, opening


def _from_file(request: requests.OpenTableRequest) -> Attempt:
    """The action that brings the content of a file to a table."""
    game = find_game(request.game)
    if game.from_file is None:
        raise BadInput(f"bad parameter: {game.slug} takes no file")
    return Attempt("action", game.from_file.action, {game.from_file.parameter: request.file})


def _opening(request: requests.OpenTableRequest) -> Opening | None:
    """The ready-made scene that is asked for."""
    if not request.ready:
        return None
    game = find_game(request.game)
    if not game.openings:
        raise BadInput(f"bad parameter: ready must be false: {game.slug} has no opening")
    return game.opening_called(request.opening)


def join(call: Call, request: requests.JoinRequest) -> SeatResponse:
    """Exchanges an invitation for a seat and a key."""
    place, key = call.tables.join(request.invitation, request.name)
    return SeatResponse(place.table, place.seat, key)


def welcome(call: Call, request: requests.WelcomeRequest) -> WelcomeResponse:
    """The table, role and character of an invitation, without using it."""
    given, state = call.tables.invitation(request.invitation)
    require_game(state.game)
    game = call.tables.game(state)
    gm = next((seat.name for seat in state.seats.values() if seat.role == "gm"), "")
    character = given.character if given.character in state.scene["characters"] else ""
    seat = state.seat(given.seat).name if given.seat else ""
    return WelcomeResponse(state.settings.title, game.slug, game.name, gm, game.words.gm, given.role, character, seat)


async def import_file(call: Call, request: requests.EmptyRequest) -> SeatResponse:
    """Imports the file of a whole table as a new table: a worker checks it, then it is written batch by batch."""
    assert call.file is not None
    async with call.context.import_lock(call.address), call.context.imports:
        checked_lines = call.file.with_name("checked")
        checked = await call.work(check_import, str(call.file), str(checked_lines), seconds=_IMPORT_SECONDS)
        call.context.quotas.add(call.address, checked_lines.stat().st_size)
        return await asyncio.shield(_write_checked(call, checked, checked_lines))  # not cancelled with the request


async def _write_checked(call: Call, checked: CheckedFile, path: Path) -> SeatResponse:
    with path.open("rb") as lines:
        return await write_import(call, Import(call.tables, checked, lines))


async def write_import(call: Call, importing: Import) -> SeatResponse:
    """Writes a new table batch by batch, and creates its key."""
    async for _ in at_intervals(call.context, call.caller, importing.batches(), REST):
        pass
    key = await call.in_thread(importing.key)
    state = await call.in_thread(call.tables.state, importing.place.table)
    if state.rulebook:
        await call.in_thread(call.tables.rulebooks.keep, state.game.partition(MARK)[0], state.rulebook)
    return SeatResponse(importing.place.table, importing.place.seat, key)
