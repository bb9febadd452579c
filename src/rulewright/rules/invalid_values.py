"""Errors for values that do not fit their type: which name is wrong, and what is allowed there."""

import re
from collections.abc import Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from rulewright.rules.allowed import allowed, allowed_for_players, allowed_in_words, choices_of, field_names
from rulewright.rules.errors import BadInput, WrongValue, shown, shown_value
from rulewright.rules.hints import fields_of, is_struct, unannotated

_PATH = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<at>\d+|\.\.\.)\]")
_MISSING = re.compile(r"missing required field `([^`]*)`")


def bad_input_from(kind: type[Struct], values: Mapping[str, Any], message: str, noun: str) -> BadInput:
    """A `BadInput` in our words from msgspec's message."""
    if message.startswith("Object contains unknown field"):
        path, owner = _unknown(kind, values, "") or ("", kind)
        return BadInput(
            f"unknown {noun}: {shown(path)} (allowed: {field_names(owner)})", WrongValue("unknown", shown(path))
        )
    found = _PATH.search(message)
    path = found["path"] if found else ""
    missing = _MISSING.search(message)
    if missing:
        name, hint, _ = _walk(kind, values, f"{path}.{missing[1]}")
        others = [] if path else [other for other in _required(kind) if other not in values and other != missing[1]]
        also = f"; also missing: {', '.join(others)}" if others else ""
        return BadInput(f"missing {noun}: {name} must be {allowed(hint)}{also}", _wrong("missing", name, hint))
    name, hint, value = _walk(kind, values, path)
    label = "bad option value" if noun == "option" else f"bad {noun}"
    return BadInput(
        f"{label}: {shown(name)} must be {allowed(hint)}, not {shown_value(value)}", _wrong("bad", name, hint)
    )


def _wrong(problem: Literal["missing", "bad"], name: str, hint: Any) -> WrongValue:
    return WrongValue(problem, shown(name), allowed_for_players(hint), choices_of(hint))


def _required(kind: type[Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind) if field.required]


def _walk(hint: Any, value: Any, path: str) -> tuple[str, Any, Any]:
    """The end of a path: its dotted name, the type there, and the value given.

    An item of a list has no name: the list is reported, unless the path goes on into an object.
    """
    name = ""
    place = (name, hint, value)
    for step in _STEP.finditer(path):
        if allowed_in_words(hint) is not None:
            break
        hint = _meant(hint, value)
        if step["at"] == "..." and isinstance(value, Mapping):
            hint = _item(hint, step["at"])
            key, value = _unfit(hint, value)
            name = f"{name}.{key}" if name else key
            place = (name, hint, value)
            continue
        if step["at"] is not None:
            value = value[int(step["at"])] if isinstance(value, list | tuple) and step["at"] != "..." else value
            hint = _item(hint, step["at"])
            continue
        name = f"{name}.{step['name']}" if name else step["name"]
        fields, tags = fields_of(hint), _tags(hint)
        hint = fields.get(step["name"], Literal[tuple(tags)] if tags else object)
        value = value.get(step["name"]) if isinstance(value, Mapping) else value
        place = (name, hint, value)
    return place


def _unfit(hint: Any, values: Mapping[str, Any]) -> tuple[str, Any]:
    """The first item of an object that does not fit the type `hint`: msgspec's path does not say which item it is."""
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
    """The member of a union that a value was meant for, by its tag or else by its shape; `hint` if it is no union."""
    hint, _ = unannotated(hint)
    if get_origin(hint) not in (Union, UnionType):
        return hint
    kinds = [unannotated(part)[0] for part in get_args(hint)]
    structs = [kind for kind in kinds if is_struct(kind)]
    if isinstance(value, Mapping):
        for kind in structs:
            config = kind.__struct_config__
            if config.tag is not None and value.get(str(config.tag_field)) == config.tag:
                return kind
        return structs[0] if len(structs) == 1 else hint
    if isinstance(value, list | tuple):
        return next((kind for kind in kinds if get_origin(kind) in (list, tuple)), hint)
    return hint


def _tags(hint: Any) -> list[str]:
    """The tags of a struct type, or of the structs in a union."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    configs = [kind.__struct_config__ for kind in kinds if is_struct(kind)]
    return [str(config.tag) for config in configs if config.tag is not None]


def _unknown(hint: Any, value: Any, path: str) -> tuple[str, Any] | None:
    """The first unknown field, and the type it was looked for in."""
    hint = _meant(hint, value)
    if isinstance(value, Mapping) and is_struct(hint):
        fields = fields_of(hint)
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
