"""Splits a value into its whole numbers and everything else, which is its shape.

Two values of one shape differ in whole numbers only, so many of them make a few columns of numbers.
"""

from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

Shape = Hashable
"""`int` and `bool` stand for a number, a tuple for a type with the shapes of its parts, or for a constant."""
_ALWAYS = "always"


def take_apart(value: Any, numbers: list[Any]) -> Shape:
    """The shape of a value; its integers and booleans are appended to `numbers`, in order."""
    kind = value.__class__  # columns have this attribute too
    if kind is int or kind is bool:
        numbers.append(value)
        return kind
    if isinstance(value, tuple):
        return (kind, *[take_apart(part, numbers) for part in value])
    if isinstance(value, Struct):
        return (kind, *[take_apart(getattr(value, field), numbers) for field in value.__struct_fields__])
    return (_ALWAYS, kind, value)


def constant(value: Any) -> Shape:
    """The shape of this value alone: even its numbers are part of it."""
    return (_ALWAYS, type(value), value)


def put_together(shape: Any, numbers: Iterator[Any]) -> Any:
    """The value of this shape with these numbers."""
    if shape is int or shape is bool:
        return next(numbers)
    kind = shape[0]
    if kind is _ALWAYS:
        return shape[2]
    values = [next(numbers) if part is int or part is bool else put_together(part, numbers) for part in shape[1:]]
    if issubclass(kind, tuple):
        return tuple.__new__(kind, values)
    return kind(**dict(zip(kind.__struct_fields__, values, strict=True)))


def put_all_together(shape: Any, columns: Iterator[list[Any]], count: int) -> list[Any]:
    """`count` values of this shape, each of whose numbers is given as a list."""
    if shape is int or shape is bool:
        return next(columns)
    kind, *parts = shape
    if kind is _ALWAYS:
        return [parts[1]] * count
    values = [put_all_together(part, columns, count) for part in parts]
    rows = zip(*values, strict=True) if parts else [()] * count
    if issubclass(kind, tuple):
        return [tuple.__new__(kind, row) for row in rows]
    return [kind(**dict(zip(kind.__struct_fields__, row, strict=True))) for row in rows]


@lru_cache(maxsize=512)
def kinds_in(shape: Any) -> tuple[type, ...]:
    """For each number of a shape whether it is a whole number or a truth value."""
    if shape is int or shape is bool:
        return (shape,)
    kind, *parts = shape
    return () if kind is _ALWAYS else tuple(found for part in parts for found in kinds_in(part))


@lru_cache(maxsize=512)
def places_in(shape: Any) -> tuple[tuple[int, ...], ...]:
    """For each number of a shape its place: the place of the part that it is in, its place in that part, and so on."""
    if shape is int or shape is bool:
        return ((),)
    kind, *parts = shape
    if kind is _ALWAYS:
        return ()
    return tuple((at, *place) for at, part in enumerate(parts) for place in places_in(part))


def settled(shape: Any, numbers: Iterator[Any]) -> Shape:
    """The shape with some of its numbers made constant; a number that may still vary is given as None."""
    if shape is int or shape is bool:
        number = next(numbers)
        return shape if number is None else (_ALWAYS, shape, number)
    kind, *parts = shape
    if kind is _ALWAYS:
        return (kind, *parts)
    known = (kind, *[settled(part, numbers) for part in parts])
    if all(isinstance(part, tuple) and part[0] is _ALWAYS for part in known[1:]):
        return (_ALWAYS, kind, put_together(known, iter(())))
    return known
