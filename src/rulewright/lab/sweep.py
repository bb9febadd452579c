"""Sweeps: parameters and options with several values each, and every combination of them as a numbered point.

Parameters are taken one by one at any depth: `a.weapon` is the field `weapon` of the object `a`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any, Literal, NamedTuple, get_args, get_origin

from msgspec import Struct

from rulewright.game import Roll
from rulewright.rules import BadInput, shown
from rulewright.rules.hints import is_struct, unannotated
from rulewright.rules.parameters import Parameter, takes

_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?:\.\.([0-9]{1,9}))?")


class GridPoint(NamedTuple):
    """One combination: the parameters of a roll, and the rulings that it is made under."""

    params: dict[str, Any]
    options: dict[str, Any]


class SweepAxis(Struct, frozen=True):
    """A parameter or an option and the values it takes."""

    place: Literal["parameter", "option"]
    name: str
    values: Sequence[Any]


class Grid(Struct, frozen=True):
    """Every combination of the values of some axes, the last axis changing fastest."""

    params: Mapping[str, Any]
    options: Mapping[str, Any]
    axes: tuple[SweepAxis, ...] = ()

    @property
    def size(self) -> int:
        """How many points there are."""
        return prod(len(axis.values) for axis in self.axes)

    def places_at(self, number: int) -> list[int]:
        """Which value of each axis a point has."""
        found = []
        for axis in reversed(self.axes):
            number, at = divmod(number, len(axis.values))
            found.append(at)
        return found[::-1]

    def values_at(self, number: int) -> tuple[Any, ...]:
        """The value of each axis at a point."""
        return tuple(axis.values[at] for axis, at in zip(self.axes, self.places_at(number), strict=True))

    def point(self, number: int) -> GridPoint:
        """A point by its number."""
        params, options = dict(self.params), dict(self.options)
        for axis, value in zip(self.axes, self.values_at(number), strict=True):
            if axis.place == "parameter":
                params = changed(params, axis.name, value)
            else:
                options[axis.name] = value
        return GridPoint(params, options)


def values_of(name: str, given: Any) -> Sequence[Any]:
    """The values of an axis: a list of them, or a range such as "5..12" or "0..100..10"."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        if not given:
            raise BadInput(f"empty range: {shown(name)} has no values")
        return tuple(given)
    found = _RANGE.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        return (given,)
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if high < low or step == 0:
        raise BadInput(f"empty range: {shown(name)} goes from {low} to {high} in steps of {step}")
    # A range stays a range: a sweep that is too large is refused before its values are listed.
    return range(low, high + 1, step)


def settings(roll: Roll, params: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every parameter that is not itself an object, by its dotted name, with its value or default."""
    return _settings(roll.parameters, params, "")


def _settings(listed: list[Parameter], given: Mapping[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    for one in listed:
        path = f"{before}{one.name}"
        kind, _ = unannotated(one.kind)
        if is_struct(kind):
            value = given.get(one.name)
            yield from _settings(takes(kind), value if isinstance(value, Mapping) else {}, f"{path}.")
        else:
            yield path, given.get(one.name, one.default)


def choices(roll: Roll) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every parameter that takes one of a few values, by its dotted name, with those values."""
    return _choices(roll.parameters, "")


def _choices(listed: list[Parameter], before: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for one in listed:
        path = f"{before}{one.name}"
        kind, _ = unannotated(one.kind)
        if is_struct(kind):
            yield from _choices(takes(kind), f"{path}.")
        elif get_origin(kind) is Literal:
            yield path, get_args(kind)


def changed(params: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of the parameters with one of them set, whether it was there or not."""
    name, dot, rest = path.partition(".")
    if not dot:
        return {**params, name: value}
    inner = params.get(name)
    return {**params, name: changed(inner if isinstance(inner, Mapping) else {}, rest, value)}


def dotted(given: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Parameters by their dotted names, whether written as `"a.weapon"` or as a table `a`."""
    for name, value in given.items():
        if isinstance(value, Mapping):
            yield from dotted(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value
