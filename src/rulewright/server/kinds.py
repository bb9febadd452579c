"""What a parameter can be, in a form that an interface can draw: a stepper, a choice, a list, an object."""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from rulewright.plain import plain
from rulewright.rules.parameters import Parameter, takes

__all__ = ["Kind", "Taken", "kind_of", "taken"]


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
    bare, metas, nullable = _bare(hint)
    extra = {name: value for meta in reversed(metas) for name, value in (meta.extra or {}).items()}
    kind = _shape(bare, metas, extra)
    return msgspec.structs.replace(kind, nullable=nullable)


def _bare(hint: Any) -> tuple[Any, list[Meta], bool]:
    """A type without its annotations and without None."""
    metas: list[Meta] = []
    nullable = False
    while True:
        if get_origin(hint) is Annotated:
            hint, *extras = get_args(hint)
            metas += [extra for extra in extras if isinstance(extra, Meta)]
        elif get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
            nullable = True
            hint = Union[tuple(part for part in get_args(hint) if part is not NoneType)]  # noqa: UP007 - built at run time
        else:
            return hint, metas, nullable


def _shape(bare: Any, metas: list[Meta], extra: Mapping[str, Any]) -> Kind:
    origin, parts = get_origin(bare), get_args(bare)
    named = {"names": extra.get("names") or extra.get("suggests") or "", "of": extra.get("of", "")}
    if extra.get("choices"):
        return Kind("choice", values=tuple(extra["choices"]))
    if origin is Literal:
        return Kind("choice", values=parts)
    if bare is bool:
        return Kind("boolean")
    if bare is int or bare is float:
        least, most = _limit(metas, "ge", "gt"), _limit(metas, "le", "lt")
        return Kind("integer" if bare is int else "number", least, most)
    if bare is str:
        return Kind("text", _limit(metas, "min_length"), _limit(metas, "max_length"), **named)
    if origin in (tuple, list):
        items = kind_of(parts[0]) if parts else Kind("any")
        if named["names"]:
            items = msgspec.structs.replace(items, **named)
        fixed = None if Ellipsis in parts or origin is list else len(parts)
        return Kind("list", _limit(metas, "min_length") or fixed, _limit(metas, "max_length") or fixed, items=items)
    if isinstance(bare, type) and issubclass(bare, Struct):
        return Kind("object", fields=tuple(map(taken, takes(bare))))
    if origin is dict or bare is dict:
        return Kind("object", items=kind_of(parts[1]) if len(parts) == 2 else Kind("any"))
    return Kind("any")


def _limit(metas: list[Meta], *names: str) -> Any:
    for meta in metas:
        for name in names:
            if getattr(meta, name) is not None:
                return getattr(meta, name)
    return None
