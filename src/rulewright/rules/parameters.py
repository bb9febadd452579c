"""Typed parameters: what a roll, a derived value or an action takes, checked before anything runs.

A rule says what it takes in its signature: plain typed arguments with defaults, or one frozen
struct whose fields are the parameters. Ranges and words for people stand in `Annotated`.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from rulewright.rules.errors import BadInput, shown

__all__ = [
    "BadParameter",
    "Parameter",
    "Parameters",
    "allowed",
    "arguments",
    "between",
    "check_fields",
    "is_whole",
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
    taken, whole = _taken(function, skip)
    if type(given) is whole:
        return {taken[0]: given}
    return {name: getattr(given, name) for name in taken}


@lru_cache(maxsize=512)
def _taken(function: Callable[..., Any], skip: int) -> tuple[tuple[str, ...], Any]:
    """The names of a function's arguments after the first `skip`, and the type of the only one."""
    names = tuple(inspect.signature(function).parameters)[skip:]
    return names, get_type_hints(function, include_extras=True)[names[0]] if len(names) == 1 else None


def read(kind: type[K], values: Mapping[str, Any], noun: str = "parameter") -> K:
    """Check plain values against a struct type; refuses with the name and what is allowed."""
    try:
        return msgspec.convert(dict(values), kind)
    except msgspec.ValidationError as error:
        raise _refusal(kind, values, str(error), noun) from None


def check_fields(given: Any, known: Sequence[str], noun: str = "a character", inside: str = "") -> None:
    """Refuse what is no object, and fields that nobody knows; `inside` names the object they stand in."""
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
    hints = get_type_hints(kind, include_extras=True)
    return [
        Parameter(
            field.encode_name,
            allowed(hints[field.name]),
            field.required,
            default_of(field),
            _meaning(hints[field.name]),
            hints[field.name],
        )
        for field in msgspec.structs.fields(kind)
    ]


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """What a field is when it is left out; None for a required one."""
    if field.default is not NODEFAULT:
        return field.default
    return None if field.default_factory is NODEFAULT else field.default_factory()


def allowed(hint: Any) -> str:
    """What a type allows, in words: "a whole number from 0 to 20"."""
    hint, limits = _plain(hint)
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(allowed(part) for part in parts))
    if origin is Literal:
        return "one of " + ", ".join("null" if word is None else str(word) for word in parts)
    if origin is tuple and parts and parts[-1] is not Ellipsis:
        return "a list of " + ", then ".join(allowed(part) for part in parts)
    if origin in (tuple, list, frozenset, set):
        return f"a list of {_span(limits, 'length', 'items')}, each {allowed(parts[0])}"
    if isinstance(hint, type) and issubclass(hint, Struct):
        return f"an object with any of {_names(hint)}"
    if hint in (int, float):
        number, span = "a whole number" if hint is int else "a number", _span(limits, "value", "")
        comma = "," if span and not span.startswith("from") else ""
        return f"{number}{comma} {span}".strip()
    if hint is str:
        return f"text of {_span(limits, 'length', 'characters')}" if limits else "text"
    named = {bool: "true or false", NoneType: "null", dict: "an object"}
    return named.get(origin or hint, "a value")


def _plain(hint: Any) -> tuple[Any, dict[str, Any]]:
    """A type without its annotations, and the limits that stood in them."""
    limits: dict[str, Any] = {}
    while get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
        for extra in extras:
            if isinstance(extra, Meta):
                found = {name: getattr(extra, name) for name in _LIMITS if getattr(extra, name) is not None}
                limits = found | limits
    return hint, limits


_LIMITS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def _span(limits: dict[str, Any], of: str, noun: str) -> str:
    """The limits in words: "from 0 to 20", "0 to 6 items", "above 3"."""
    if of == "length":
        least, most = limits.get("min_length"), limits.get("max_length")
        if least is not None and least == most:
            return f"{most} {noun}"
        if most is not None:
            return f"{least or 0} to {most} {noun}"
        return noun if least is None else f"at least {least} {noun}"
    if "ge" in limits and "le" in limits:
        return f"from {limits['ge']} to {limits['le']}"
    words = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below"}
    return " and ".join(f"{words[name]} {value}" for name, value in limits.items() if name in words)


def _meaning(hint: Any) -> str:
    """What a parameter means: the words nearest to its name, which stand last."""
    extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    words = [extra.description for extra in extras if isinstance(extra, Meta) and extra.description]
    return words[-1] if words else ""


_PATH = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<at>\d+|\.\.\.)\]")
_MISSING = re.compile(r"missing required field `([^`]*)`")


def _refusal(kind: type[Struct], values: Mapping[str, Any], message: str, noun: str) -> BadInput:
    """A `BadInput` in our words from msgspec's message."""
    if message.startswith("Object contains unknown field"):
        path, owner = _unknown(kind, values, "") or ("", kind)
        return BadInput(f"unknown {noun}: {shown(path)} (allowed: {_names(owner)})")
    found = _PATH.search(message)
    path = found["path"] if found else ""
    missing = _MISSING.search(message)
    if missing:
        name, hint, _ = _walk(kind, values, f"{path}.{missing[1]}")
        return BadInput(f"missing {noun}: {name} must be {allowed(hint)}")
    name, hint, value = _walk(kind, values, path)
    label = "bad option value" if noun == "option" else f"bad {noun}"
    return BadInput(f"{label}: {shown(name)} must be {allowed(hint)}, not {_shown(value)}")


def _walk(hint: Any, value: Any, path: str) -> tuple[str, Any, Any]:
    """Where a path leads: the dotted name, the type there, and the value given.

    A place in a list has no name: what is told is the list, unless the path goes on into an object.
    """
    name = ""
    told = (name, hint, value)
    for step in _STEP.finditer(path):
        hint = _meant(hint, value)
        if step["at"] == "..." and isinstance(value, Mapping):
            hint = _item(hint, step["at"])
            key, value = _unfit(hint, value)
            name = f"{name}.{key}" if name else key
            told = (name, hint, value)
            continue
        if step["at"] is not None:
            value = value[int(step["at"])] if isinstance(value, list | tuple) and step["at"] != "..." else value
            hint = _item(hint, step["at"])
            continue
        name = f"{name}.{step['name']}" if name else step["name"]
        fields, tags = _fields(hint), _tags(hint)
        hint = fields.get(step["name"], Literal[tuple(tags)] if tags else object)
        value = value.get(step["name"]) if isinstance(value, Mapping) else value
        told = (name, hint, value)
    return told


def _unfit(hint: Any, values: Mapping[str, Any]) -> tuple[str, Any]:
    """The first item of an object that is not of a type: a path into it does not say which."""
    for key, value in values.items():
        try:
            msgspec.convert(value, hint)
        except msgspec.ValidationError:
            return str(key), value
    return "", values


def _item(hint: Any, at: str) -> Any:
    """The type of one item of a list or object."""
    parts = get_args(hint) or (object,)
    if get_origin(hint) is tuple and Ellipsis not in parts and at != "...":
        return parts[int(at)]
    return parts[-1] if get_origin(hint) is dict else parts[0]


def _meant(hint: Any, value: Any) -> Any:
    """Of several types the one that a value was meant for: by its tag, else by its shape."""
    hint, _ = _plain(hint)
    if get_origin(hint) not in (Union, UnionType):
        return hint
    kinds = [_plain(part)[0] for part in get_args(hint)]
    structs = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)]
    if isinstance(value, Mapping):
        for kind in structs:
            config = kind.__struct_config__
            if config.tag is not None and value.get(str(config.tag_field)) == config.tag:
                return kind
        return structs[0] if len(structs) == 1 else hint
    if isinstance(value, list | tuple):
        return next((kind for kind in kinds if get_origin(kind) in (list, tuple)), hint)
    return hint


def _fields(kind: Any) -> dict[str, Any]:
    """The fields of a struct type by the names that people write."""
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return {}
    hints = get_type_hints(kind, include_extras=True)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(kind)}


def _tags(hint: Any) -> list[str]:
    """The tags by which several kinds of objects are told apart."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    configs = [kind.__struct_config__ for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)]
    return [str(config.tag) for config in configs if config.tag is not None]


def _unknown(hint: Any, value: Any, path: str) -> tuple[str, Any] | None:
    """The first field that nothing knows, and the type it was looked for in."""
    hint = _meant(hint, value)
    if isinstance(value, Mapping) and isinstance(hint, type) and issubclass(hint, Struct):
        fields = _fields(hint)
        tag = hint.__struct_config__.tag_field
        for name, inner in value.items():
            here = f"{path}.{name}" if path else str(name)
            if name in fields:
                found = _unknown(fields[name], inner, here)
                if found:
                    return found
            elif name != tag:
                return here, hint
    if isinstance(value, Mapping) and get_origin(hint) is dict:
        for name, inner in value.items():
            found = _unknown(_item(hint, "..."), inner, f"{path}.{name}" if path else str(name))
            if found:
                return found
    if isinstance(value, list | tuple) and get_args(hint):
        for inner in value:
            found = _unknown(get_args(hint)[0], inner, path)
            if found:
                return found
    return None


def _names(kind: Any) -> str:
    """What an object of a type may name; the tag that says its kind comes first."""
    tag = kind.__struct_config__.tag_field
    return ", ".join([tag, *_fields(kind)] if tag else _fields(kind)) or "none"


def _shown(value: object) -> str:
    """A value as typed, cut short when it is long."""
    try:
        text = msgspec.json.encode(value).decode()
    except (TypeError, ValueError, OverflowError, RecursionError):
        text = type(value).__name__
    return shown(text)
