"""Differences between two states of plain data, and how to apply them."""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from rulewright.rules.limits import Name, Stored

_encode = msgspec.json.Encoder().encode


class Change(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A path, its new value, and its old one; `gone` when the value was removed."""

    path: Annotated[tuple[Name, ...], Meta(max_length=100)]
    value: Stored = None
    before: Stored = None
    gone: bool = False


def difference(before: Any, after: Any, path: tuple[str, ...] = ()) -> tuple[Change, ...]:
    """The changes from one state to another. A list changes as a whole."""
    if before is after:
        return ()
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return () if _same(before, after) else (Change(path, after, before),)
    if _encode(before) == _encode(after):  # far faster than comparing every value
        return ()
    if list(after) != [*(name for name in before if name in after), *(name for name in after if name not in before)]:
        return (Change(path, after, before),)  # the same names in another order
    found = [Change((*path, name), None, value, gone=True) for name, value in before.items() if name not in after]
    for name, value in after.items():
        if name in before:
            found += difference(before[name], value, (*path, name))
        else:
            found.append(Change((*path, name), value))
    return tuple(found)


def _same(one: Any, other: Any) -> bool:
    """Whether two plain values are the same JSON: 1 differs from true and from 1.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def apply(state: Any, changes: Iterable[Change]) -> Any:
    """A copy of the state with the changes made."""
    for change in changes:
        state = _changed(state, change.path, change)
    return state


def _changed(state: Any, path: tuple[str, ...], change: Change) -> Any:
    if not path:
        return change.value
    name, rest = path[0], path[1:]
    copy = dict(state) if isinstance(state, dict) else {}
    if not rest and change.gone:
        copy.pop(name, None)
    else:
        copy[name] = _changed(copy.get(name), rest, change)
    return copy
