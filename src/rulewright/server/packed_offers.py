"""Legal actions in a short form for live connections, where they are sent after every event and are not compressed.

A GM's offers differ little from character to character: every question and list of values is sent once and
referred to by its index, and ways that are all combinations of some values are sent as these values. Of a long list of
values, such as the spaces in reach, only the first are sent: no player picks from more. The meanings of actions and
parameters are in the description of the game.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby, product
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct, convert

from rulewright.game.legal_actions import Way
from rulewright.game.who_may import By
from rulewright.rules.decoding import ready
from rulewright.table.views.shapes import OfferView

MOST_VALUES = 200


class PackedWays(Struct, frozen=True, omit_defaults=True):
    """Legal ways to do an action: every combination of the values in `each`, the last parameter changing fastest.

    Null instead of values stands for the acting character. `may` has for each other parameter the place of its legal
    values in `values`.
    """

    each: dict[str, list[Any] | None]
    may: dict[str, int] = {}
    needs: list[str] = []


class PackedAsk(Struct, frozen=True, omit_defaults=True):
    """A parameter that is not picked, as in `Ask` without its meaning; default values are left out."""

    name: str
    kind: Literal["words", "number", "text", "list", "object"]
    required: bool = False
    default: Any = None
    least: int | None = None
    most: int | None = None
    items: tuple[Any, ...] = ()
    set_by: str = "actor"


class PackedAction(Struct, frozen=True, omit_defaults=True):
    """The common part of the offers of one action; `asks` are indexes in the list of all questions."""

    action: str
    by: By
    when: Literal["turn", "any time"]
    asks: list[int]
    approval: bool = False
    notes: dict[str, dict[str, str]] = {}


class PackedOffer(Struct, frozen=True, array_like=True):
    """An action that is legal now: its place in `actions`, who takes it, and the places of its ways in `ways`."""

    of: int
    who: str
    ways: list[int]


class PackedOffers(Struct, frozen=True):
    """The actions that are legal now, in the order of `GET .../offers`; at most 200 values in each list of `values`."""

    asks: list[PackedAsk]
    values: list[list[Any]]
    ways: list[PackedWays]
    actions: list[PackedAction]
    offers: list[PackedOffer]


_Kept = TypeVar("_Kept")


class _Places(Generic[_Kept]):
    """Distinct values in a list, and the index of each."""

    def __init__(self) -> None:
        self.kept: list[_Kept] = []
        self._at: dict[bytes, int] = {}

    def place(self, value: _Kept) -> int:
        """The index of a value, which is added if it is new; 1 and true are two values."""
        at = self._at.setdefault(msgspec.json.encode(value), len(self.kept))
        if at == len(self.kept):
            self.kept.append(value)
        return at


def pack_offers(offers: Iterable[OfferView]) -> PackedOffers:
    """Legal actions in their short form, with the first `MOST_VALUES` values of each list."""
    asks, values, ways, actions = (
        _Places[PackedAsk](),
        _Places[list[Any]](),
        _Places[PackedWays](),
        _Places[PackedAction](),
    )
    found = []
    for one in offers:
        questions = [asks.place(convert(ask, ready(PackedAsk), from_attributes=True)) for ask in one.asks]
        of = PackedAction(one.action, one.by, one.when, questions, one.approval, one.notes)
        places = []
        for way, picked in _alike(one.ways):
            may = {name: values.place(list(legal[:MOST_VALUES])) for name, legal in way.may.items()}
            for each in _products(picked):
                own = {name: None if those == [one.who] else those for name, those in each.items()}
                places.append(ways.place(PackedWays(own, may, list(way.needs))))
        found.append(PackedOffer(actions.place(of), one.who, places))
    return PackedOffers(asks.kept, values.kept, ways.kept, actions.kept, found)


def _alike(ways: list[Way]) -> Iterator[tuple[Way, list[dict[str, Any]]]]:
    """Groups of ways that differ only in their picked values: the first way, and the picks of each."""
    for _, found in groupby(ways, lambda way: msgspec.json.encode((way.may, way.needs, list(way.params)))):
        some = list(found)
        yield some[0], [way.params for way in some]


def _products(rows: list[dict[str, Any]]) -> Iterator[dict[str, list[Any]]]:
    """Picked values as products, in order: split at the first parameter that differs until all fit."""
    each = {name: _Places[Any]() for name in rows[0]}
    places = [tuple(each[name].place(value) for name, value in row.items()) for row in rows]
    if places == list(product(*(range(len(one.kept)) for one in each.values()))):
        yield {name: one.kept for name, one in each.items()}
        return
    differs = next((at for at, one in enumerate(each.values()) if len(one.kept) > 1), 0)
    split = [list(part) for _, part in groupby(range(len(rows)), lambda at: places[at][differs])]
    for part in split if len(split) > 1 else [[at] for at in range(len(rows))]:
        yield from _products([rows[at] for at in part])
