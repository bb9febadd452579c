"""Values to try a parameter with: its default, its least and its most, every choice; and values that it must refuse."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

from rulewright.rules.hints import bare, is_struct, limits
from rulewright.rules.parameters import Parameter, takes

_SMALL = 3
"""The values to try for a number without limits."""


def values_of(parameter: Parameter) -> list[Any]:
    """Legal values of a parameter, the most ordinary first; none if its type does not say."""
    found = [parameter.default] if not parameter.required else []
    found += _legal(parameter.kind)
    different: list[Any] = []
    for value in found:
        if value not in different:
            different.append(value)
    return different


def _legal(hint: Any) -> Iterator[Any]:
    kind, metas, nullable = bare(hint)
    far = limits(metas)
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    elif kind is bool:
        yield from (False, True)
    elif kind in (int, float):
        least = far.get("ge", far["gt"] + 1 if "gt" in far else None)
        most = far.get("le", far["lt"] - 1 if "lt" in far else None)
        within = _SMALL if least is None else max(least, min(_SMALL, most if most is not None else _SMALL))
        yield kind(within)
        yield from (kind(end) for end in (least, most) if end is not None)
    elif is_struct(kind):
        yield from _structs(kind)
    elif kind is str:
        yield "a"
    elif nullable:
        yield None


def _structs(kind: Any) -> Iterator[dict[str, Any]]:
    """A struct with only its required fields, if a value for each of them can be made."""
    values: dict[str, Any] = {}
    for part in takes(kind):
        if part.required:
            found = values_of(part)
            if not found:
                return
            values[part.name] = found[0]
    yield values


def sets_of(parameters: list[Parameter], most: int = 12) -> list[dict[str, Any]]:
    """Sets of legal values: the ordinary ones, then one parameter at a time at each of its other values."""
    ordinary: dict[str, Any] = {}
    others: list[tuple[str, Any]] = []
    for parameter in parameters:
        values = values_of(parameter)
        if parameter.required:
            if not values:
                return []
            ordinary[parameter.name] = values[0]
        others += [(parameter.name, value) for value in values[1:]]
    return [ordinary, *({**ordinary, name: value} for name, value in others)][:most]


def refused_values(parameters: list[Parameter], ordinary: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Values that must be refused, each with a label: an unknown name, a wrong type, a number beyond its limits."""
    yield "an unknown parameter", {**ordinary, "no_such_parameter": 1}
    for parameter in parameters:
        kind, metas, _ = bare(parameter.kind)
        far = limits(metas)
        if kind in (int, bool, float):
            yield f"{parameter.name} as a text", {**ordinary, parameter.name: "no number"}
        if kind is int and "le" in far:
            yield f"{parameter.name} above its most", {**ordinary, parameter.name: far["le"] + 1}
        if kind is int and "ge" in far:
            yield f"{parameter.name} below its least", {**ordinary, parameter.name: far["ge"] - 1}
        if get_origin(kind) is Literal:
            yield f"{parameter.name} as no choice", {**ordinary, parameter.name: "no such choice"}
        if parameter.required:
            yield f"no {parameter.name}", {name: value for name, value in ordinary.items() if name != parameter.name}
