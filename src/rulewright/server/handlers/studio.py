"""The studio: rulebooks that are being written, and those stored to be played and shared.

A rulebook that is being written is not stored: each request brings its text, and a worker reads it. A stored text is
named after its hash, so a table or a link always leads to exactly that version.
"""

from msgspec import Struct

from rulewright.game.pinned import pin
from rulewright.rulebook.faults import BookFault
from rulewright.rulebook.templates import templates
from rulewright.rules import BadInput
from rulewright.server import requests, studio_jobs
from rulewright.server.creation import creation_state
from rulewright.server.errors import TimedOut
from rulewright.server.handlers.games import ROLL_SECONDS, run_odds
from rulewright.server.jobs import roll_odds, roll_of_game
from rulewright.server.responses import CreationResponse, OddsResponse, RollResponse
from rulewright.server.route_types import Call
from rulewright.server.studio_jobs import ChangesResponse, StudioResponse
from rulewright.table.errors import NotFound

_CHECK_SECONDS = 6.0
_COMPARE_SECONDS = 10.0
_MOST_KEPT = 100_000
"""Bytes of a text that can be played or shared."""


class Start(Struct, frozen=True):
    """A rulebook to start from."""

    name: str
    title: str
    summary: str
    text: str


class RulebookResponse(Struct, frozen=True):
    """A stored rulebook; `game` can be used like the slug of any game."""

    game: str
    name: str
    text: str


def starts(call: Call, request: requests.EmptyRequest) -> list[Start]:
    """Small working rulebooks, one for each common way to throw dice."""
    return [Start(*one) for one in templates()]


async def check_rulebook(call: Call, request: requests.TextRequest) -> StudioResponse:
    """A text checked and woven into a book with its odds."""
    draft = pin("draft", request.text)
    try:
        return await call.work(studio_jobs.check_text, draft.slug, seconds=_CHECK_SECONDS)
    except TimedOut:
        fault = BookFault(1, 1, f"this takes longer than {_CHECK_SECONDS:g} seconds to check", "make it smaller")
        return StudioResponse([fault], "", "", [], None, late=True)


async def draft_odds(call: Call, request: requests.TextOddsRequest) -> OddsResponse:
    """The odds of a roll of a text."""
    draft = pin("draft", request.text)
    given = (request.roll, request.params, request.options)
    return await run_odds(call, roll_odds, draft.slug, *given, seconds=request.seconds)


async def draft_roll(call: Call, request: requests.TextRollRequest) -> RollResponse:
    """A roll of a text: nothing is stored."""
    draft = pin("draft", request.text)
    given = (request.roll, request.params, request.options, request.faces, request.choices)
    return await call.work(roll_of_game, draft.slug, *given, seconds=ROLL_SECONDS)


async def draft_creation(call: Call, request: requests.TextSheetRequest) -> CreationResponse:
    """The steps of creation of a text, given the choices made so far."""
    draft = pin("draft", request.text)
    given = (request.wanted, request.options)
    return await call.work(creation_state, draft.slug, *given, seconds=ROLL_SECONDS)


async def compare_drafts(call: Call, request: requests.CompareTextsRequest) -> ChangesResponse:
    """The differences between two texts."""
    draft = pin("draft", request.text)
    return await call.work(studio_jobs.compare_texts, draft.slug, request.before, seconds=_COMPARE_SECONDS)


async def keep_rulebook(call: Call, request: requests.TextRequest) -> RulebookResponse:
    """Stores a text to be played and shared; faults that do not prevent play are accepted."""
    size = len(request.text.encode("utf-8", "replace"))
    if size > _MOST_KEPT:
        raise BadInput(f"too large: a stored rulebook has at most {_MOST_KEPT:,} bytes, not {size:,}")
    draft = pin("draft", request.text)
    slug, name = await call.work(studio_jobs.rulebook_slug, draft.slug, seconds=_CHECK_SECONDS)
    call.context.quotas.add(call.address, size)
    kept = await call.in_thread(call.tables.rulebooks.keep, slug, request.text)
    return RulebookResponse(kept.slug, name, kept.text)


def rulebook(call: Call, request: requests.EmptyRequest) -> RulebookResponse:
    """A stored rulebook, by its name."""
    found = call.tables.rulebooks.find(call.path["slug"])
    if found is None:
        raise NotFound("there is no such rulebook; it may have been removed")
    return RulebookResponse(found.slug, found.slug.partition("@")[0], found.text)
