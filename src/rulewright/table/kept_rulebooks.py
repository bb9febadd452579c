"""Stores rulebooks that were played or shared from the studio, each under the hash of its text."""

from collections.abc import Callable
from datetime import timedelta

import msgspec
from msgspec import Struct

from rulewright.game.pinned import MARK, PinnedText, pin, pinned
from rulewright.rules.decoding import ready
from rulewright.table.stores import Store

PLACE, KIND = "rulebooks", "rulebook"
_DAY = 10
"""How many characters of a timestamp are its date."""


class _StoredRulebook(Struct, frozen=True):
    day: str
    """When it was last requested."""
    text: str


class KeptRulebooks:
    """The rulebooks in a store. Each is named by the hash of its text, so equal texts are stored once."""

    def __init__(self, store: Store, timestamp: Callable[..., str]) -> None:
        self._store = store
        self._timestamp = timestamp

    def keep(self, slug: str, text: str) -> PinnedText:
        """Keeps a text; returns it with its name."""
        found = pin(slug, text)
        self._put(found)
        return found

    def find(self, slug: str) -> PinnedText | None:
        """A text by its name; the date of the request is recorded, so that it is not removed as unused."""
        held = pinned(slug)
        raw = self._store.get(PLACE, KIND, slug)
        if raw is None:
            return held
        kept = msgspec.json.decode(raw, type=ready(_StoredRulebook))
        found = held or pin(slug.partition(MARK)[0], kept.text)
        if kept.day != self._timestamp()[:_DAY]:
            self._put(found)
        return found if found.slug == slug else None

    def forget(self, days: int) -> None:
        """Removes texts that were not requested for that many days; a table has its own copy of its text."""
        oldest = self._timestamp(-timedelta(days=days))[:_DAY]
        for name in self._store.names(PLACE, KIND):
            raw = self._store.get(PLACE, KIND, name)
            if raw is not None and msgspec.json.decode(raw, type=ready(_StoredRulebook)).day < oldest:
                self._store.swap(PLACE, KIND, name, raw, None)

    def _put(self, found: PinnedText) -> None:
        value = msgspec.json.encode(_StoredRulebook(self._timestamp()[:_DAY], found.text))
        self._store.put(PLACE, KIND, found.slug, value)
