"""What a parameter can be, in a form that an interface can draw: a stepper, a choice, a list, an object."""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from rulewright.game.plain_data import plain
from rulewright.rules.hints import bare, extras, is_struct, limits
from rulewright.rules.parameters import Parameter, takes


class Kind(Struct, frozen=True, omit_defaults=True):
    """The shape of a value."""

    kind: Literal["integer", "number", "boolean", "text", "choice", "list", "object", "any"]
    least: int | float | None = None
    most: int | float | None = None
    """Of a number; of a text or list, how long it may be."""
    values: tuple[Any, ...] = ()
    names: str = ""
    """What of the scene a text names: `character`, or a kind of the game's own; `of` says whose."""
    of: str = ""
    items: "Kind | None" = None
    fields: "tuple[Taken, ...]" = ()
    nullable: bool = False


class Taken(Struct, frozen=True):
    """A parameter: its name, what it allows in words and as a shape, its default, and what it means."""

    name: str
    allowed: str
    required: bool
    default: Any
    meaning: str
    value: Kind


def taken(parameter: Parameter) -> Taken:
    """A parameter for an interface."""
    name, allowed, required, default, meaning, hint = parameter
    return Taken(name, allowed, required, plain(default), meaning, kind_of(hint))


def kind_of(hint: Any) -> Kind:
    """The shape of a type's values."""
    kind, metas, nullable = bare(hint)
    return msgspec.structs.replace(_shape(kind, limits(metas), extras(metas)), nullable=nullable)


def _shape(kind: Any, far: Mapping[str, Any], extra: Mapping[str, Any]) -> Kind:
    origin, parts = get_origin(kind), get_args(kind)
    named = {"names": extra.get("names") or extra.get("suggests") or "", "of": extra.get("of", "")}
    if extra.get("choices"):
        return Kind("choice", values=tuple(extra["choices"]))
    if origin is Literal:
        return Kind("choice", values=parts)
    if kind is bool:
        return Kind("boolean")
    if kind is int or kind is float:
        least, most = far.get("ge", far.get("gt")), far.get("le", far.get("lt"))
        return Kind("integer" if kind is int else "number", least, most)
    if kind is str:
        return Kind("text", far.get("min_length"), far.get("max_length"), **named)
    if origin in (tuple, list):
        items = kind_of(parts[0]) if parts else Kind("any")
        if named["names"]:
            items = msgspec.structs.replace(items, **named)
        fixed = None if Ellipsis in parts or origin is list else len(parts)
        return Kind("list", far.get("min_length") or fixed, far.get("max_length") or fixed, items=items)
    if is_struct(kind):
        return Kind("object", fields=tuple(map(taken, takes(kind))))
    if origin is dict or kind is dict:
        return Kind("object", items=kind_of(parts[1]) if len(parts) == 2 else Kind("any"))
    return Kind("any")
