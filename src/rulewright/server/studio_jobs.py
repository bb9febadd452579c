"""The jobs of the studio: check a text and weave it into a book, and compare two texts.

A text is data: only the parser of rulebooks reads it, and none of it runs as Python.
"""

from time import monotonic
from typing import Any, Literal

from msgspec import Struct

from rulewright.game import Game, find_game
from rulewright.game.pinned import pin, pinned
from rulewright.game.plain_data import plain
from rulewright.rulebook.book import Rulebook
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.document import Block, Heading, Prose
from rulewright.rulebook.faults import BookFault
from rulewright.rulebook.fights import spoken
from rulewright.rulebook.files import installed_under, rulebook_of_text
from rulewright.rulebook.house_rules import house_game
from rulewright.rulebook.render_markdown import html_of
from rulewright.rulebook.versions import changed_odds, changes_of_games, odds_differences
from rulewright.rulebook.weave import block_name, figures_in, odds_rows, questions, table_of, tried
from rulewright.server.describe_game import GameDescription, describe_game
from rulewright.server.responses import LabelledChance

_SECONDS_PER_ROLL = 1.0


class TriedRoll(Struct, frozen=True):
    """The odds of a roll in the book: for each value of one parameter if it has one to slide over, else one bar."""

    roll: str
    bars: list[list[LabelledChance]]
    """Each worst outcome first."""
    parameter: str = ""
    meaning: str = ""
    values: list[Any] = []
    usual: int = 0
    """The index of the usual value."""


class BookPart(Struct, frozen=True, omit_defaults=True):
    """A part of the woven book at a line of the text; `html` has no markup but that of paragraphs, lists and tables."""

    kind: Literal["heading", "prose", "block"]
    line: int
    title: str = ""
    level: int = 0
    number: str = ""
    used_in: list[str] = []
    html: str = ""
    block: str = ""
    """The kind of a block."""
    source: str = ""
    odds: TriedRoll | None = None
    answers: list[tuple[str, str]] = []
    """Of a question: each figure and its value."""


class StudioResponse(Struct, frozen=True):
    """A text checked and woven; without a game where it has errors."""

    faults: list[BookFault]
    name: str
    version: str
    parts: list[BookPart]
    game: GameDescription | None
    late: bool = False
    """Whether the time ran out before everything was computed."""


class ChangedRoll(Struct, frozen=True):
    """A roll whose odds differ: the result and the values at which they differ most."""

    roll: str
    params: dict[str, Any]
    result: str
    before: float
    after: float


class ChangesResponse(Struct, frozen=True):
    """The differences between two texts: rules in words, odds in numbers."""

    rules: list[tuple[str, str]]
    rolls: list[ChangedRoll]


def check_text(slug: str, seconds: float) -> StudioResponse:
    """Checks a text and weaves it; odds that take longer than the time allowed are left out."""
    until = monotonic() + seconds
    text = _text(slug)
    house = installed_under(text)
    if house is not None:
        game, faults = house_game(house[1], house[0])
        parts = [_prose_part(part) for part in house[0].parts if not isinstance(part, Block)]
        described = None if game is None else describe_game(slug)
        return StudioResponse(faults, house[0].front.name, house[0].front.version, parts, described)
    book = rulebook_of_text(text)
    faults = check_rulebook(book, seconds / 2)
    if not book.has_document:
        return StudioResponse(faults, "", "", [], None)
    front = book.document.front
    if any(fault.severity == "error" for fault in book.faults):
        plain_parts = [_prose_part(part) for part in book.document.parts]
        return StudioResponse(faults, front.name, front.version, plain_parts, None)
    game = find_game(slug)
    parts = [_part(book, game, part, until) for part in book.document.parts]
    return StudioResponse(faults, front.name, front.version, parts, describe_game(slug), monotonic() > until)


def _text(slug: str) -> str:
    found = pinned(slug)
    assert found is not None, "the text of a draft is sent to the worker with its slug"
    return found.text


def _prose_part(part: Heading | Prose | Block) -> BookPart:
    """A part without computed content."""
    if isinstance(part, Heading):
        return BookPart("heading", part.line, part.title, part.level, part.number)
    if isinstance(part, Prose):
        return BookPart("prose", part.lines[0].place.line, html=html_of([line.text for line in part.lines]))
    return BookPart(
        "block",
        part.place.line,
        block_name(part),
        html=table_of(part),
        block=part.kind,
        source="\n".join(line.text for line in part.lines),
    )


def _part(book: Rulebook, game: Game, part: Heading | Prose | Block, until: float) -> BookPart:
    made = _prose_part(part)
    if isinstance(part, Heading):
        used = list(game.used_in(part.number)) if part.number else []
        return BookPart("heading", part.line, part.title, part.level, part.number, used)
    if isinstance(part, Prose):
        lines = [figures_in(book, line.text, line.place) if monotonic() < until else line.text for line in part.lines]
        return BookPart("prose", made.line, html=html_of(lines))
    odds: TriedRoll | None = None
    answers: list[tuple[str, str]] = []
    title = made.title
    if part.kind in ("roll", "table"):
        odds = _tried(game, spoken(made.title), until)
    elif part.kind == "question" and monotonic() < until:
        title = part.header.text or "Questions"
        answers = next((found for asked, found in questions(book) if asked == title), [])
    return BookPart(
        "block", made.line, title, html=made.html, block=part.kind, source=made.source, odds=odds, answers=answers
    )


def _tried(game: Game, roll: str, until: float) -> TriedRoll | None:
    seconds = min(_SECONDS_PER_ROLL, until - monotonic())
    if seconds <= 0:
        return None
    found = tried(game, roll, seconds)
    if found is not None:
        bars = [_bar(rows) for rows in found["odds"]]
        return TriedRoll(roll, bars, found["name"], found["meaning"], found["values"], found["usual"])
    rows = odds_rows(game, roll, {}, seconds)
    return None if rows is None else TriedRoll(roll, [_bar(rows)])


def _bar(rows: list[tuple[str, str, float]]) -> list[LabelledChance]:
    return [LabelledChance(label, chance, value) for label, chance, value in rows]


def rulebook_slug(slug: str) -> tuple[str, str]:
    """The slug and the name of a text without errors; raises `BadRulebook` with the first."""
    game = find_game(slug)
    text = _text(slug)
    house = installed_under(text)
    front = house[0].front if house is not None else rulebook_of_text(text).document.front
    return front.slug, game.name


def compare_texts(slug: str, before: str) -> ChangesResponse:
    """The changes from one text to another; both must be free of errors."""
    held = pin("before", before)
    old, new = find_game(held.slug), find_game(slug)
    odds = {change.what for change in changed_odds(old, new)}
    rules = [(one.what, one.how) for one in changes_of_games(old, new) if one.what not in odds]
    rolls = [
        ChangedRoll(one.roll, plain(one.params), one.result, float(one.before), float(one.after))
        for one in odds_differences(old, new)
    ]
    return ChangesResponse(rules, rolls)
