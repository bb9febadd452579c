"""Limits: every number, text, list and object that comes from a caller has one, in every game and every request."""

import inspect
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import pytest
from msgspec import Meta, Struct

from rulewright.game import find_game, installed_games
from rulewright.rules import BadInput, Refused
from rulewright.rules.hints import extras, fields_of, is_struct, limits, unannotated
from rulewright.rules.limits import LONGEST_EVENT, Name, Names, PlainValues, Stored, Tally, Text, Total
from rulewright.rules.parameters import parameters_of
from rulewright.server import requests
from rulewright.table.events import Event, MessageSent, read_event, write_event
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables

_COLLECTIONS = (tuple, list, dict, set, frozenset)


class Unlimited(NamedTuple):
    """A part of a type without a limit: where it is, what it is, and what it lacks."""

    where: str
    kind: str
    lacks: str

    def __str__(self) -> str:
        return f"{self.where}: {self.kind} without {self.lacks}"


def unlimited(hint: Any, where: str) -> list[Unlimited]:
    """Every part of a type that a value could make as large as it likes; `where` names the type itself."""
    return list(_parts(hint, where, ()))


def _parts(hint: Any, where: str, inside: tuple[Any, ...]) -> Iterator[Unlimited]:
    kind, metas = unannotated(hint)
    far = limits(metas)
    if kind in (Any, int) and "max_bytes" in extras(metas):
        return  # at most as long as the event that it is in
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal or kind in (bool, NoneType):
        return
    if origin in (Union, UnionType):
        # A limit of the whole is one of each part it applies to.
        for part in parts:
            yield from _parts(Annotated[part, *metas] if metas else part, where, inside)
    elif kind in (int, float):
        if not {"ge", "gt"} & set(far):
            yield Unlimited(where, kind.__name__, "a least")
        if not {"le", "lt"} & set(far):
            yield Unlimited(where, kind.__name__, "a most")
    elif kind is str:
        if "max_length" not in far:
            yield Unlimited(where, "str", "a greatest length")
    elif kind in _COLLECTIONS or origin in _COLLECTIONS:
        yield from _items(kind, where, inside, far)
    elif is_struct(kind):
        if kind not in inside:
            for name, field in fields_of(kind).items():
                yield from _parts(field, f"{where}.{name}", (*inside, kind))
    else:
        yield Unlimited(where, getattr(kind, "__name__", str(kind)), "a known type")


def _items(kind: Any, where: str, inside: tuple[Any, ...], far: dict[str, Any]) -> Iterator[Unlimited]:
    origin, parts = get_origin(kind) or kind, get_args(kind)
    fixed = origin is tuple and parts and Ellipsis not in parts
    if not fixed and "max_length" not in far:
        yield Unlimited(where, origin.__name__, "a greatest length")
    if not parts:
        yield Unlimited(f"{where}[]", "item", "a known type")
    for part in parts:
        if part is not Ellipsis:
            yield from _parts(part, f"{where}[]", inside)


class Sword(Struct):
    edge: int
    owner: Name = ""


class Rack(Struct):
    swords: tuple[Sword, ...] = ()
    inner: "Rack | None" = None


@pytest.mark.parametrize(
    ("hint", "found"),
    [
        (int, ["x: int without a least", "x: int without a most"]),
        (Annotated[int, Meta(ge=0)], ["x: int without a most"]),
        (Annotated[float, Meta(lt=3)], ["x: float without a least"]),
        (str | None, ["x: str without a greatest length"]),
        (Annotated[str, Meta(min_length=1)], ["x: str without a greatest length"]),
        (tuple[Name, ...], ["x: tuple without a greatest length"]),
        (tuple[Tally, str], ["x[]: str without a greatest length"]),
        (list, ["x: list without a greatest length", "x[]: item without a known type"]),
        (Annotated[dict[str, Tally], Meta(max_length=3)], ["x[]: str without a greatest length"]),
        (Annotated[dict[Name, Any], Meta(max_length=3)], ["x[]: Any without a known type"]),
        (Literal["a"] | Name | int, ["x: int without a least", "x: int without a most"]),
        (
            Rack,
            [
                "x.swords: tuple without a greatest length",
                "x.swords[].edge: int without a least",
                "x.swords[].edge: int without a most",
            ],
        ),
    ],
)
def test_every_part_without_a_limit_is_named(hint: Any, found: list[str]) -> None:
    assert [str(one) for one in unlimited(hint, "x")] == found


@pytest.mark.parametrize(
    "hint", [Name, Names, Text, Tally, Total, PlainValues, Stored, bool, Literal["a", "b"], type(None)]
)
def test_a_type_with_limits_throughout_has_none_to_name(hint: Any) -> None:
    assert unlimited(hint, "x") == []


def test_a_limit_of_a_union_is_one_of_its_parts() -> None:
    assert unlimited(Annotated[int | None, Meta(ge=1, le=2)], "x") == []


def _sheets(slug: str) -> Any:
    """The type of a game's sheets: what its scene is generic over."""
    (base,) = type(find_game(slug).scene()).__orig_bases__
    return get_args(base)[0]


def _taken(slug: str) -> dict[str, Any]:
    """Every type that a game takes values of, or stores on a sheet."""
    game = find_game(slug)
    return {
        "options": game.options,
        "sheet": _sheets(slug),
        **{f"roll {roll.name}": parameters_of(roll.rule) for roll in game.rolls},
        **{f"action {action.name}": parameters_of(action.perform, skip=2) for action in game.actions},
        **{f"derived {derived.name}": parameters_of(derived.function) for derived in game.derivations},
    }


@pytest.mark.parametrize("slug", installed_games())
def test_every_value_that_a_game_takes_or_stores_has_a_limit(slug: str) -> None:
    assert [str(one) for where, kind in _taken(slug).items() for one in unlimited(kind, where)] == []


def test_every_value_of_a_request_has_a_limit() -> None:
    kinds = [kind for _, kind in inspect.getmembers(requests, inspect.isclass) if issubclass(kind, Struct)]
    assert len(kinds) > 30
    assert [str(one) for kind in kinds for one in unlimited(kind, kind.__name__)] == []


def test_every_value_of_an_event_has_a_limit() -> None:
    assert [str(one) for one in unlimited(Event, "event")] == []


def test_an_event_longer_than_its_limit_is_not_read() -> None:
    event = write_event(Event(1, "", "", MessageSent("hello")))
    assert read_event(event.ljust(LONGEST_EVENT)) == read_event(event)
    with pytest.raises(BadInput, match="too long"):
        read_event(event.ljust(LONGEST_EVENT + 1))


def test_no_event_is_written_that_could_not_be_read() -> None:
    tables = Tables(MemoryStore())
    place, _ = tables.open("twelves", "Ada")
    before = tables.state(place.table).seq
    with pytest.raises(Refused, match="more than a table can store"):
        tables.write(place, lambda state: [MessageSent("x" * 4_001)])
    assert tables.store.last(place.table) == before
