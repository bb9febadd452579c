"""Describes parameters for interfaces."""

from collections.abc import Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from rulewright.game.plain_data import plain
from rulewright.game.roles import Use
from rulewright.rules.hints import bare, extras, is_struct, limits
from rulewright.rules.parameters import Parameter, takes


class ValueKind(Struct, frozen=True, omit_defaults=True):
    """The kind of a value, as an interface draws it: a stepper, a choice, a list, an object.

    A *code* is a text or a number, such as "3d+1" or 4.
    """

    kind: Literal["integer", "number", "boolean", "text", "code", "choice", "list", "object", "any"]
    least: int | float | None = None
    most: int | float | None = None
    """Of a number; of a text or list, how long it may be."""
    values: tuple[Any, ...] = ()
    names: str = ""
    """The kind of thing that a text names in the scene: `character`, or one of the game's own; `of` names its owner."""
    of: str = ""
    use: Use | Literal[""] = ""
    """What it is for: the character it helps, what one acts with."""
    items: "ValueKind | None" = None
    fields: "tuple[ParameterDescription, ...]" = ()
    nullable: bool = False


class ParameterDescription(Struct, frozen=True):
    """A parameter: its name, what is allowed in words and as a kind, its default, and its meaning."""

    name: str
    allowed: str
    required: bool
    default: Any
    meaning: str
    value: ValueKind


def describe_parameter(parameter: Parameter) -> ParameterDescription:
    """The description of a parameter."""
    name, allowed, required, default, meaning, hint = parameter
    return ParameterDescription(name, allowed, required, plain(default), meaning, kind_of(hint))


def kind_of(hint: Any) -> ValueKind:
    """The kind of a type's values."""
    kind, metas, nullable = bare(hint)
    extra = extras(metas)
    return msgspec.structs.replace(_kind(kind, limits(metas), extra), nullable=nullable, use=extra.get("use", ""))


def _kind(kind: Any, far: Mapping[str, Any], extra: Mapping[str, Any]) -> ValueKind:
    origin, parts = get_origin(kind), get_args(kind)
    named = {"names": extra.get("names") or extra.get("suggests") or "", "of": extra.get("of", "")}
    if extra.get("choices"):
        return ValueKind("choice", values=tuple(extra["choices"]))
    if origin is Literal:
        return ValueKind("choice", values=parts)
    if kind is bool:
        return ValueKind("boolean")
    if kind is int or kind is float:
        least, most = far.get("ge", far.get("gt")), far.get("le", far.get("lt"))
        return ValueKind("integer" if kind is int else "number", least, most)
    if kind is str:
        return ValueKind("text", far.get("min_length"), far.get("max_length"), **named)
    if origin in (tuple, list):
        items = kind_of(parts[0]) if parts else ValueKind("any")
        if named["names"]:
            items = msgspec.structs.replace(items, **named)
        fixed = None if Ellipsis in parts or origin is list else len(parts)
        return ValueKind("list", far.get("min_length") or fixed, far.get("max_length") or fixed, items=items)
    if is_struct(kind):
        return ValueKind("object", fields=tuple(map(describe_parameter, takes(kind))))
    if origin is dict or kind is dict:
        return ValueKind("object", items=kind_of(parts[1]) if len(parts) == 2 else ValueKind("any"))
    if origin in (Union, UnionType):
        return _union(parts, named)
    return ValueKind("any")


def _union(parts: tuple[Any, ...], named: Mapping[str, str]) -> ValueKind:
    """The kind of a value that may be of several types: the simplest control that can give each sort of it."""
    kinds = [kind_of(part) for part in parts]
    found = {one.kind: one for one in kinds}
    if set(found) == {"integer", "number"}:
        return found["number"]
    if set(found) == {"integer", "list"}:
        return found["integer"]
    if set(found) == {"integer", "text"}:
        return ValueKind("code", most=found["text"].most, names=named["names"], of=named["of"])
    return ValueKind("any")
