"""Type hints taken apart: the bare type, its annotations, and the limits and texts in them."""

from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeGuard, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

_LIMITS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def unannotated(hint: Any) -> tuple[Any, tuple[Meta, ...]]:
    """A type without its annotations, and the annotations in the order in which they are written."""
    if get_origin(hint) is not Annotated:
        return hint, ()
    kind, *annotations = get_args(hint)
    return kind, tuple(one for one in annotations if isinstance(one, Meta))


class Bare(NamedTuple):
    """A type without its annotations and without None, the annotations, and whether None is allowed."""

    kind: Any
    metas: tuple[Meta, ...]
    nullable: bool


def bare(hint: Any) -> Bare:
    """A type without annotations and None, at any depth."""
    kind, metas = unannotated(hint)
    if get_origin(kind) not in (Union, UnionType) or NoneType not in get_args(kind):
        return Bare(kind, metas, nullable=False)
    rest = bare(Union[tuple(part for part in get_args(kind) if part is not NoneType)])  # noqa: UP007 - built at run time
    return Bare(rest.kind, metas + rest.metas, nullable=True)


def limits(metas: Iterable[Meta]) -> dict[str, Any]:
    """The limits of a value; the first annotation that sets a limit counts."""
    found: dict[str, Any] = {}
    for meta in metas:
        for name in _LIMITS:
            limit = getattr(meta, name)
            if limit is not None:
                found.setdefault(name, limit)
    return found


def extras(metas: Iterable[Meta]) -> dict[str, Any]:
    """The `extra` entries of annotations; the first annotation that sets an entry counts."""
    found: dict[str, Any] = {}
    for meta in metas:
        found = (meta.extra or {}) | found
    return found


def is_struct(kind: Any) -> TypeGuard[type[Struct]]:
    """Whether a type is a struct."""
    return isinstance(kind, type) and issubclass(kind, Struct)


def fields_of(kind: Any) -> dict[str, Any]:
    """The types of a struct's fields by their encoded names; empty for anything but a struct."""
    if not is_struct(kind):
        return {}
    hints = get_type_hints(kind, include_extras=True)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(kind)}
