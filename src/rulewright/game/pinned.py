"""Games by their text: a table pins the exact text that it plays, so that no later version of the file changes it.

Such a game is named `slug@digits`, after the text itself: 32 hexadecimal digits of its SHA-256. A name can be resolved
in this process as long as the `PinnedText` that `pin` returned for it is referenced.
"""

from collections import deque
from hashlib import sha256
from weakref import WeakValueDictionary

from msgspec import Struct

MARK = "@"
_DIGITS = 32
_MOST_KEPT = 16
"""How many of the last texts are kept although no caller references them."""


class PinnedText(Struct, frozen=True, weakref=True):
    """The text of a game, and the name by which it is found."""

    slug: str
    text: str


_LIVE: WeakValueDictionary[str, PinnedText] = WeakValueDictionary()
_LATEST: deque[PinnedText] = deque(maxlen=_MOST_KEPT)


def pinned_slug(slug: str, text: str) -> str:
    """The name of a game with this slug and exactly this text."""
    return f"{slug}{MARK}{sha256(text.encode('utf-8', 'replace')).hexdigest()[:_DIGITS]}"


def is_pinned(slug: str) -> bool:
    """Whether a name is that of a pinned text."""
    return MARK in slug


def pin(slug: str, text: str) -> PinnedText:
    """Pin a text and return it with its name; the game can be found by that name while the result is referenced."""
    name = pinned_slug(slug, text)
    found = _LIVE.get(name)
    if found is None:
        found = _LIVE[name] = PinnedText(name, text)
    _LATEST.append(found)
    return found


def pinned(slug: str) -> PinnedText | None:
    """The pinned text with this name; None if nothing in this process references it."""
    return _LIVE.get(slug)
