"""Typed parameters: what a roll, a derived value or an action takes, checked before anything runs.

A rule says what it takes in its signature: plain typed arguments with defaults, or one frozen
struct whose fields are the parameters. Ranges and words for people stand in `Annotated`.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from rulewright.rules.errors import BadInput

__all__ = [
    "BadParameter",
    "Parameter",
    "Parameters",
    "allowed",
    "arguments",
    "between",
    "meaning",
    "parameters_of",
    "read",
    "takes",
]

K = TypeVar("K", bound=Struct)


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of a struct that a rule takes as its parameters."""


class BadParameter(BadInput):
    """A parameter of the wrong type or out of range."""

    def __init__(self, name: str, allowed: str, given: object) -> None:
        super().__init__(f"bad parameter: {name} must be {allowed}, not {_shown(given)}")
        self.name = name


class Parameter(NamedTuple):
    """One parameter in words: its name, what is allowed, its default, and what it means."""

    name: str
    allowed: str
    required: bool
    default: Any
    meaning: str
    kind: Any


def between(least: int, most: int, meaning: str) -> Meta:
    """How far a whole number may go, and what it means.

    `Annotated[int, between(0, 20, "ability score")]`
    """
    return Meta(ge=least, le=most, description=meaning)


def meaning(words: str) -> Meta:
    """What a parameter means, in words.

    `Annotated[bool, meaning("whether the GM runs this character")]`
    """
    return Meta(description=words)


@lru_cache(maxsize=512)
def parameters_of(function: Callable[..., Any], skip: int = 1) -> type[Struct]:
    """The parameters of a function as a struct type, leaving out its first `skip` arguments."""
    taken = list(inspect.signature(function).parameters.values())[skip:]
    hints = get_type_hints(function, include_extras=True)
    if len(taken) == 1 and isinstance(hints[taken[0].name], type) and issubclass(hints[taken[0].name], Struct):
        kind: type[Struct] = hints[taken[0].name]
        return kind
    fields = [
        (one.name, hints[one.name], NODEFAULT if one.default is inspect.Parameter.empty else one.default)
        for one in taken
    ]
    rename = {one.name: one.name.rstrip("_") for one in taken if one.name.endswith("_")}
    name = f"{getattr(function, '__name__', 'rule')} parameters"
    return msgspec.defstruct(name, fields, bases=(Parameters,), frozen=True, rename=rename or None)


def arguments(function: Callable[..., Any], given: Struct, skip: int = 1) -> dict[str, Any]:
    """The keyword arguments that call `function` with these parameters."""
    taken = list(inspect.signature(function).parameters.values())[skip:]
    if len(taken) == 1 and type(given) is get_type_hints(function, include_extras=True)[taken[0].name]:
        return {taken[0].name: given}
    return {one.name: getattr(given, one.name) for one in taken}


def read(kind: type[K], values: Mapping[str, Any], noun: str = "parameter") -> K:
    """Check plain values against a struct type; refuses with the name and what is allowed."""
    try:
        return msgspec.convert(dict(values), kind)
    except msgspec.ValidationError as error:
        raise _refusal(kind, values, str(error), noun) from None


def takes(kind: type[Struct]) -> list[Parameter]:
    """Each parameter of a struct type, in words."""
    hints = get_type_hints(kind, include_extras=True)
    listed = []
    for field in msgspec.structs.fields(kind):
        required = field.required
        default = None if required else field.default
        hint = hints[field.name]
        listed.append(Parameter(field.encode_name, allowed(hint), required, default, _meaning(hint), hint))
    return listed


def allowed(hint: Any) -> str:
    """What a type allows, in words: "a whole number from 0 to 20"."""
    metas: list[Meta] = []
    while get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
        metas.extend(extra for extra in extras if isinstance(extra, Meta))
    least = next((m.ge for m in metas if m.ge is not None), None)
    most = next((m.le for m in metas if m.le is not None), None)
    longest = next((m.max_length for m in metas if m.max_length is not None), None)
    shortest = next((m.min_length for m in metas if m.min_length is not None), None)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return " or ".join(allowed(part) for part in get_args(hint))
    if origin is Literal:
        return "one of " + ", ".join(map(str, get_args(hint)))
    if hint is int:
        if least is not None and most is not None:
            return f"a whole number from {least} to {most}"
        if least is not None:
            return f"a whole number, at least {least}"
        return "a whole number"
    if origin in (tuple, list):
        item = allowed(get_args(hint)[0])
        bounds = f"{shortest or 0} to {longest} items" if longest is not None else "items"
        return f"a list of {bounds}, each {item}"
    if origin is dict:
        return "an object"
    if isinstance(hint, type) and issubclass(hint, Struct):
        return "an object with any of " + ", ".join(field.encode_name for field in msgspec.structs.fields(hint))
    return {bool: "true or false", str: "text", NoneType: "null"}.get(hint, "a value")


def _meaning(hint: Any) -> str:
    for extra in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
        if isinstance(extra, Meta) and extra.description:
            return extra.description
    return ""


_AT = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<path>[^`]*)`)?$", re.DOTALL)
_FIELD = re.compile(r"field `([^`]*)`")


def _refusal(kind: type[Struct], values: Mapping[str, Any], message: str, noun: str) -> BadInput:
    """A `BadInput` in our words from msgspec's message."""
    found = _AT.match(message)
    what, path = (found["what"], found["path"] or "") if found else (message, "")
    name = re.sub(r"\[[^\]]*\]", "", path)
    field = _FIELD.search(what)
    if "unknown field" in what and field:
        full = f"{name}.{field[1]}" if name else field[1]
        owner = _type_at(kind, name)
        return BadInput(f"unknown {noun}: {_shown(full)[1:-1]} (allowed: {_names(owner)})")
    if "missing required field" in what and field:
        full = f"{name}.{field[1]}" if name else field[1]
        return BadInput(f"missing {noun}: {full} must be {allowed(_type_at(kind, full))}")
    label = "bad option value" if noun == "option" else f"bad {noun}"
    return BadInput(f"{label}: {name} must be {allowed(_type_at(kind, name))}, not {_shown(_value_at(values, name))}")


def _names(kind: Any) -> str:
    if isinstance(kind, type) and issubclass(kind, Struct):
        return ", ".join(field.encode_name for field in msgspec.structs.fields(kind)) or "none"
    return "none"


def _type_at(kind: Any, path: str) -> Any:
    """The type hint of the field a dotted path leads to."""
    for part in path.split(".") if path else ():
        kind = _struct_in(kind)
        if kind is None:
            return object
        names = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
        if part not in names:
            return object
        kind = get_type_hints(kind, include_extras=True)[names[part]]
    return kind


def _struct_in(hint: Any) -> Any:
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint
    return next((found for found in map(_struct_in, get_args(hint)) if found is not None), None)


def _value_at(values: Any, path: str) -> Any:
    for part in path.split(".") if path else ():
        values = values.get(part) if isinstance(values, Mapping) else values
    return values


def _shown(value: object) -> str:
    """A value as typed, cut short when it is long."""
    try:
        text = msgspec.json.encode(value).decode()
    except (TypeError, ValueError, OverflowError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."
