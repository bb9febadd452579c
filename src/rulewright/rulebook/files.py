"""Rulebooks in files: the format that discovery finds under the ending `md`."""

import re
from functools import lru_cache
from pathlib import Path
from threading import RLock

import msgspec

from rulewright._bounded_dict import BoundedDict
from rulewright.game import Game, find_game
from rulewright.rulebook.book import Rulebook
from rulewright.rulebook.document import MOST_BYTES, Document, read_document
from rulewright.rulebook.faults import BadRulebook, BookFault
from rulewright.rulebook.game import game_of
from rulewright.rulebook.house_rules import house_game
from rulewright.rules import BadInput, shown

_READING = RLock()
"""A lock held while a game is made from a text: Python 3.11 fails when two threads build syntax trees at once."""
_PINNED: BoundedDict[str, Game] = BoundedDict(256)
"""The games of the latest texts without a file, by slug."""


def read_text(path: Path) -> str:
    """The text of a rulebook file; raises for one that is too large or is not text."""
    try:
        with path.open("rb") as file:
            found = file.read(MOST_BYTES + 1)
        if len(found) > MOST_BYTES:
            raise BadInput(f"file too large: {shown(str(path))} has more than {MOST_BYTES:,} bytes")
        return found.decode()
    except UnicodeDecodeError:
        raise BadInput(f"cannot read {shown(str(path))}: it is not UTF-8 text") from None
    except OSError as error:
        raise BadInput(f"cannot read {shown(str(path))}: {error.strerror or 'not a file'}") from None


def read_book(path: Path) -> Rulebook:
    """The rulebook in a file; one that says `over` is read together with the rulebook it changes."""
    return book_with_base(path, read_text(path))


def _base_of(path: Path, text: str) -> str:
    """The text of the rulebook in the same folder that a text changes; empty if it changes none."""
    document, _ = read_document(text)
    over = "" if document is None else document.front.over
    return read_text(base_file(path, over)) if over else ""


def book_with_base(path: Path, text: str) -> Rulebook:
    """The rulebook with this text; a rulebook that it changes is looked for in the folder of `path`."""
    return Rulebook(text, _base_of(path, text))


def base_file(path: Path, over: str) -> Path:
    """The rulebook that house rules change: a file in the same folder with rules of its own."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*\.md", over):
        raise BadInput(f"bad setting in {shown(str(path))}: over must be a game, or a rulebook in the same folder")
    base, _ = read_document(read_text(path.parent / over))
    if base is None or base.front.over:
        raise BadInput(
            f"{shown(over)} is not a rulebook that {shown(str(path))} can change: it has no rules of its own"
        )
    return path.parent / over


def installed_under(text: str) -> tuple[Document, Game] | None:
    """The house rules in a text and the installed game that they change; None if they change a rulebook or nothing."""
    document, _ = read_document(text)
    if document is None or not re.fullmatch(r"[a-z][a-z0-9-]*", document.front.over):
        return None
    return document, find_game(document.front.over)


def read_house_game(path: Path) -> tuple[Game | None, list[BookFault]] | None:
    """The game of house rules over an installed one, or their faults; None for any other rulebook."""
    found = installed_under(read_text(path))
    return None if found is None else house_game(found[1], found[0])


class RulebookFormat:
    """Markdown files with a game in them; others are not games."""

    def slug_of(self, path: Path) -> str:
        """The slug in the front matter; empty without one."""
        return _slug(read_text(path)) if path.stat().st_size <= MOST_BYTES else ""

    def game_of(self, path: Path) -> Game:
        """The game in a rulebook; raises `BadRulebook` with the first fault."""
        text = read_text(path)
        base = "" if installed_under(text) else _base_of(path, text)
        with _READING:
            return _game(text, base, str(path))

    def game_of_text(self, text: str, slug: str) -> Game:
        """The game of a rulebook without a file, under another slug; raises `BadRulebook` with the first fault."""
        found = _PINNED.get(slug)
        if found is not None:
            return found
        with _READING:
            found = _PINNED[slug] = _PINNED.get(slug) or _pinned_game(text, slug)
            return found

    def has_read(self, slug: str) -> bool:
        """Whether the game of a text without a file has been read."""
        return slug in _PINNED


RULEBOOKS = RulebookFormat()


def rulebook_of_text(text: str) -> Rulebook:
    """The rulebook in a text that stands alone: it can change an installed game, but no other file."""
    book = Rulebook(text)
    if book.has_document and book.document.front.over and installed_under(text) is None:
        line = next(at for at, one in enumerate(text.split("\n"), 1) if one.strip().startswith("over"))
        hint = 'write over = "twelves", or put both texts into one'
        book.faults.append(BookFault(line, 1, "without a folder a rulebook can change only an installed game", hint))
    return book


def _pinned_game(text: str, slug: str) -> Game:
    house = installed_under(text)
    if house is None:
        book = rulebook_of_text(text)
        book.refuse_faults("the rulebook")
        game = game_of(book)
    else:
        found, faults = house_game(house[1], house[0])
        if found is None:
            raise BadRulebook("the rulebook", faults)
        game = found
    return msgspec.structs.replace(game, slug=slug)


@lru_cache(maxsize=64)
def _slug(text: str) -> str:
    if not text.startswith("+++"):
        return ""
    document, _ = read_document(text)
    return "" if document is None else document.front.slug


@lru_cache(maxsize=64)
def _game(text: str, base: str, name: str) -> Game:
    house = installed_under(text)
    if house is not None:
        game, faults = house_game(house[1], house[0])
        if game is None:
            raise BadRulebook(name, faults)
        return game
    book = Rulebook(text, base)
    book.refuse_faults(name)
    return game_of(book)
