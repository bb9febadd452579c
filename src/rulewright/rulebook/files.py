"""Rulebooks in files: the format that discovery finds under the ending `md`."""

from functools import lru_cache
from pathlib import Path

from rulewright.game import Game
from rulewright.rulebook.document import MOST_BYTES, read_document
from rulewright.rulebook.game import game_of_text
from rulewright.rules import BadInput, shown


def read_text(path: Path) -> str:
    """The text of a rulebook file; refuses one that is too large or no text."""
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


class RulebookFormat:
    """Markdown files with a game in them; others are no games."""

    def slug_of(self, path: Path) -> str:
        """The slug in the front matter; empty without one."""
        return _slug(read_text(path)) if path.stat().st_size <= MOST_BYTES else ""

    def game_of(self, path: Path) -> Game:
        """The game in a rulebook; raises `BadRulebook` with the first fault."""
        return _game(read_text(path), str(path))


RULEBOOKS = RulebookFormat()


@lru_cache(maxsize=64)
def _slug(text: str) -> str:
    if not text.startswith("+++"):
        return ""
    document, _ = read_document(text)
    return "" if document is None else document.front.slug


@lru_cache(maxsize=64)
def _game(text: str, name: str) -> Game:
    return game_of_text(text, name)
