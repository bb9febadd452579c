"""The allowed values of a type, in words that end a message: "a whole number from 0 to 20"."""

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Meta

from rulewright.rules.hints import extras, fields_of, is_struct, limits, unannotated


def in_words(words: str) -> Meta:
    """Annotates a type that is too large to list with words for its values, for messages and JSON schemas."""
    return Meta(extra={"allowed": words}, extra_json_schema={"x-allowed": words})


def allowed_in_words(hint: Any) -> str | None:
    """The words that `in_words` gave a type; None without them."""
    return extras(unannotated(hint)[1]).get("allowed")


def allowed(hint: Any) -> str:
    """The allowed values of a type in words: "a whole number from 0 to 20"."""
    kind, metas = unannotated(hint)
    words = allowed_in_words(hint)
    if words is not None:
        return words
    far = limits(metas)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(allowed(part) for part in parts))
    if origin is Literal:
        return "one of " + ", ".join("null" if word is None else str(word) for word in parts)
    if origin is tuple and parts and parts[-1] is not Ellipsis:
        return "a list of " + ", then ".join(allowed(part) for part in parts)
    if origin in (tuple, list, frozenset, set):
        return f"a list of {_length(far, 'items')}, each {allowed(parts[0])}"
    if is_struct(kind):
        return f"an object with any of {field_names(kind)}"
    if kind in (int, float):
        number, span = "a whole number" if kind is int else "a number", _span(far)
        comma = "," if span and not span.startswith("from") else ""
        return f"{number}{comma} {span}".strip()
    if kind is str:
        return f"text of {_length(far, 'characters')}" if far else "text"
    named = {bool: "true or false", NoneType: "null", dict: "an object"}
    return named.get(origin or kind, "a value")


def allowed_for_players(hint: Any) -> str:
    """The allowed values of a type for a person who fills in a form: "a number from 0 to 20"; empty is not named."""
    kind, metas = unannotated(hint)
    words = allowed_in_words(hint)
    if words is not None:
        return words
    far = limits(metas)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(allowed_for_players(part) for part in parts if part is not NoneType))
    if origin is Literal:
        return " or ".join(str(word) for word in parts if word is not None)
    most = far.get("max_length")
    if origin in (tuple, list, frozenset, set):
        return f"a list of at most {most} entries" if most is not None else "a list"
    if kind in (int, float):
        return f"a number {_span(far)}".strip()
    if kind is str:
        return f"a text of at most {most} letters" if most is not None else "a text"
    return {bool: "yes or no"}.get(kind, "several values")


def choices_of(hint: Any) -> tuple[str, ...] | None:
    """The names that a type allows besides null; None unless it lists them."""
    kind, _ = unannotated(hint)
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    named = [unannotated(part)[0] for part in parts if part is not NoneType]
    if allowed_in_words(hint) is not None or not all(get_origin(part) is Literal for part in named):
        return None
    words = [word for part in named for word in get_args(part) if word is not None]
    return tuple(words) if words and all(isinstance(word, str) for word in words) else None


def listed_values(hint: Any, most: int) -> list[Any]:
    """The values that a type allows besides null, if they are words or at most `most` whole numbers; else none."""
    kind, metas = unannotated(hint)
    origin, far = get_origin(kind), limits(metas)
    if allowed_in_words(hint) is not None:
        return []
    if origin in (Union, UnionType):
        parts = [part for part in get_args(kind) if part is not NoneType]
        return listed_values(parts[0], most) if len(parts) == 1 else []
    if origin is Literal:
        return [word for word in get_args(kind) if word is not None]
    if kind is int and "ge" in far and "le" in far and far["le"] - far["ge"] < most:
        return list(range(far["ge"], far["le"] + 1))
    return []


def field_names(kind: Any) -> str:
    """The field names of a struct type, separated by commas; its tag field comes first."""
    tag = kind.__struct_config__.tag_field
    return ", ".join([tag, *fields_of(kind)] if tag else fields_of(kind)) or "none"


def _length(far: dict[str, Any], noun: str) -> str:
    """The allowed length in words: "0 to 6 items", "at least 3 characters"."""
    least, most = far.get("min_length"), far.get("max_length")
    if least is not None and least == most:
        return f"{most} {noun}"
    if most is not None:
        return f"{least or 0} to {most} {noun}"
    return noun if least is None else f"at least {least} {noun}"


def _span(far: dict[str, Any]) -> str:
    """The allowed range of a number in words: "from 0 to 20", "above 3"."""
    if "ge" in far and "le" in far:
        return f"from {far['ge']} to {far['le']}"
    words = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below"}
    return " and ".join(f"{words[name]} {value}" for name, value in far.items() if name in words)
