"""Limits of parameters and stored values: shared bounded types, and a walk that finds each part of a type without one.

Values come from callers who cannot be trusted, so each number has a least and a most, and each text, list and
object a greatest length.
"""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from msgspec import Meta

from rulewright.rules.allowed import in_words
from rulewright.rules.hints import fields_of, is_struct, limits, unannotated

_COLLECTIONS = (tuple, list, dict, set, frozenset)

Name = Annotated[str, Meta(max_length=200)]
"""A name: of a character, a skill, a weapon."""
Text = Annotated[str, Meta(max_length=4_000)]
"""A sentence or some."""
Names = Annotated[tuple[Name, ...], Meta(max_length=100)]
"""Some names."""
Tally = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
"""A number on a sheet that actions add to without a limit of the rules."""
Total = Annotated[int, Meta(ge=0, le=1_000_000_000)]
"""A `Tally` that is never below 0."""

_Scalar = (
    Annotated[int, Meta(ge=-(2**53), le=2**53)]
    | Annotated[float, Meta(ge=-(2.0**53), le=2.0**53)]
    | Annotated[str, Meta(max_length=10_000)]
    | bool
    | None
)
_Key = Annotated[str, Meta(max_length=200)]
_MOST_ITEMS = Meta(max_length=1_000)
# A type cannot contain itself without a struct, so that each level is written out.
_Inner1 = _Scalar | Annotated[list[_Scalar], _MOST_ITEMS] | Annotated[dict[_Key, _Scalar], _MOST_ITEMS]
_Inner2 = _Scalar | Annotated[list[_Inner1], _MOST_ITEMS] | Annotated[dict[_Key, _Inner1], _MOST_ITEMS]
_Inner3 = _Scalar | Annotated[list[_Inner2], _MOST_ITEMS] | Annotated[dict[_Key, _Inner2], _MOST_ITEMS]
_Inner4 = _Scalar | Annotated[list[_Inner3], _MOST_ITEMS] | Annotated[dict[_Key, _Inner3], _MOST_ITEMS]
_Inner5 = _Scalar | Annotated[list[_Inner4], _MOST_ITEMS] | Annotated[dict[_Key, _Inner4], _MOST_ITEMS]
if TYPE_CHECKING:
    PlainValue = Any  # what a value is, is checked by the function that reads it
else:
    PlainValue = Annotated[
        _Scalar | Annotated[list[_Inner5], _MOST_ITEMS] | Annotated[dict[_Key, _Inner5], _MOST_ITEMS],
        in_words(
            "a plain value: numbers within 2**53, texts of at most 10,000 characters, "
            "lists and objects of at most 1,000 items and 6 levels"
        ),
    ]
"""Any plain value within limits of size and depth, for what a function reads further by itself."""
PlainValues = Annotated[dict[_Key, PlainValue], Meta(max_length=100)]
"""Plain values by name."""


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
