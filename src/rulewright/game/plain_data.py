"""Outcomes and odds as plain data, as they appear in every JSON answer."""

import json
from fractions import Fraction
from typing import Any

import msgspec

from rulewright.dice import Odds, fraction_text


def plain(value: Any) -> Any:
    """Structs, named tuples and fractions as plain data."""
    return msgspec.to_builtins(_unnamed(value), enc_hook=encode_exact)


_ATOMS = frozenset((str, int, bool, float, type(None)))


def _unnamed(value: Any) -> Any:
    """The value with every named tuple in it turned into an object, at any depth."""
    if type(value) in _ATOMS:
        return value
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _unnamed(part) for name, part in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [_unnamed(part) for part in value]
    if isinstance(value, dict):
        return {name: _unnamed(part) for name, part in value.items()}
    return _struct(value) if isinstance(value, msgspec.Struct) else value


def _struct(value: msgspec.Struct) -> dict[str, Any]:
    config = value.__struct_config__
    shown: dict[str, Any] = {}
    if config.tag is not None:
        shown[str(config.tag_field)] = config.tag
    for name, encoded in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
        shown[encoded] = _unnamed(getattr(value, name))
    return shown


def encode_exact(value: Any) -> str:
    """A fraction as text, such as "1/3"; the encoding hook of every JSON answer."""
    return fraction_text(value) if isinstance(value, Fraction) else str(value)


def odds_list(odds: Odds[Any]) -> list[list[Any]]:
    """Every outcome once with its chance, sorted by the outcome's JSON text with sorted keys."""
    listed = [(json.dumps(plain(outcome), sort_keys=True), fraction_text(chance)) for outcome, chance in odds.items()]
    return [[json.loads(text), chance] for text, chance in sorted(listed)]
