"""Typed parameters of rolls, derived values and actions, checked before anything runs.

A rule declares its parameters in its signature: plain typed arguments with defaults, or one frozen
struct whose fields are the parameters. Ranges and descriptions are given with `Annotated`.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from rulewright.rules.allowed import allowed
from rulewright.rules.decoding import ready
from rulewright.rules.errors import BadInput, shown
from rulewright.rules.hints import is_struct, unannotated
from rulewright.rules.invalid_values import bad_input_from

K = TypeVar("K", bound=Struct)


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of a struct that a rule takes as its parameters."""


class Parameter(NamedTuple):
    """One parameter in words: its name, allowed values, default, and meaning."""

    name: str
    allowed: str
    required: bool
    default: Any
    meaning: str
    kind: Any


def between(least: int, most: int, meaning: str) -> Meta:
    """Annotates a whole number with its range and its meaning.

    `Annotated[int, between(0, 20, "ability score")]`
    """
    return Meta(ge=least, le=most, description=meaning)


def meaning(words: str) -> Meta:
    """Annotates a parameter with its meaning.

    `Annotated[bool, meaning("whether the GM runs this character")]`
    """
    return Meta(description=words)


@lru_cache(maxsize=512)
def only_struct(function: Callable[..., Any], skip: int = 1) -> tuple[str, type[Struct]] | None:
    """The name and type of a function's only parameter if that is a struct (with the parameters as its fields)."""
    names = list(inspect.signature(function).parameters)[skip:]
    kind = get_type_hints(function, include_extras=True).get(names[0]) if len(names) == 1 else None
    return (names[0], kind) if is_struct(kind) else None


@lru_cache(maxsize=512)
def parameters_of(function: Callable[..., Any], skip: int = 1) -> type[Struct]:
    """The parameters of a function as a struct type, leaving out its first `skip` arguments."""
    only = only_struct(function, skip)
    if only is not None:
        return only[1]
    taken = list(inspect.signature(function).parameters.values())[skip:]
    hints = get_type_hints(function, include_extras=True)
    for one in taken:
        if one.name not in hints:
            raise BadInput(
                f"the parameter {one.name} of {function.__name__} has no type; write it like {one.name}: int"
            )
    fields = [
        (one.name, hints[one.name], NODEFAULT if one.default is inspect.Parameter.empty else one.default)
        for one in taken
    ]
    rename = {one.name: one.name.rstrip("_") for one in taken if one.name.endswith("_")}
    name = f"{getattr(function, '__name__', 'rule')} parameters"
    return msgspec.defstruct(name, fields, bases=(Parameters,), frozen=True, rename=rename or None)


def arguments(function: Callable[..., Any], given: Struct, skip: int = 1) -> dict[str, Any]:
    """The keyword arguments that call `function` with these parameters."""
    only = only_struct(function, skip)
    if only is not None:
        return {only[0]: given}
    return {name: getattr(given, name) for name in given.__struct_fields__}


def read(kind: type[K], values: Mapping[str, Any], noun: str = "parameter") -> K:
    """Plain values as a struct of this type; raises `BadInput` with the name and the allowed values."""
    try:
        return msgspec.convert(dict(values), ready(kind))
    except msgspec.ValidationError as error:
        raise bad_input_from(kind, values, str(error), noun) from None


Check = Callable[[Any, Mapping[str, Any], Any], None]
"""A check beyond types: called with the parsed values, the values as given and the table's options; it raises."""


def checked_arguments(
    function: Callable[..., Any], params: Mapping[str, Any], options: Any, check: Check | None
) -> dict[str, Any]:
    """The keyword arguments that call `function`, validated by their types and by `check`."""
    given = read(parameters_of(function), params)
    if check is not None:
        check(given, params, options)
    return arguments(function, given)


def check_fields(given: Any, known: Sequence[str], noun: str = "a character", inside: str = "") -> None:
    """Raises `BadInput` for a non-object and for unknown fields; `inside` names the enclosing object."""
    if not isinstance(given, Mapping):
        raise BadInput(f"{noun} is an object with any of {', '.join(known)}")
    for field in given:
        if field not in known:
            name = f"{inside}.{field}" if inside else str(field)
            raise BadInput(f"unknown parameter: {shown(name)} (allowed: {', '.join(known)})")


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number, which true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def takes(kind: type[Struct]) -> list[Parameter]:
    """Each parameter of a struct type, in words."""
    return list(_takes(kind))


@lru_cache(maxsize=4_096)
def _takes(kind: type[Struct]) -> tuple[Parameter, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        Parameter(
            field.encode_name,
            allowed(hints[field.name]),
            field.required,
            default_of(field),
            _meaning(hints[field.name]),
            hints[field.name],
        )
        for field in msgspec.structs.fields(kind)
    )


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """The default of a field; None for a required one."""
    if field.default is not NODEFAULT:
        return field.default
    return None if field.default_factory is NODEFAULT else field.default_factory()


def _meaning(hint: Any) -> str:
    """The meaning of a parameter: the description nearest to its name, which is the last."""
    words = [meta.description for meta in unannotated(hint)[1] if meta.description]
    return words[-1] if words else ""
