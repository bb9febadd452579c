"""Parses typed input: NAME=VALUE pairs and faces of dice, at a prompt or in a chat."""

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from rulewright.rules import BadInput


def value(text: str) -> Any:
    """A value as JSON if it parses, else as text."""
    try:
        return json.loads(text, parse_constant=no_constant, parse_float=finite)
    except (ValueError, RecursionError):
        return text


def finite(text: str) -> float:
    """Raise for 1e999, which Python would read as infinite."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a number")
    return number


def no_constant(name: str) -> NoReturn:
    """Raise for NaN and the infinities, which Python would read as numbers."""
    raise ValueError(f"{name} is not a number")


def pairs(given: Iterable[str], noun: str, value: Callable[[str], Any] = value) -> dict[str, Any]:
    """NAME=VALUE pairs as an object; `a.weapon=2` sets a field of the object `a`."""
    values: dict[str, Any] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise BadInput(f"bad {noun}: {pair[:60]} must be written NAME=VALUE")
        *outer, last = name.split(".")
        place = values
        for part in outer:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise BadInput(f"bad {noun}: {name[:60]} is a field of {part}, which has a value already")
        if last in place:
            raise BadInput(f"bad {noun}: {name[:60]} is given twice")
        place[last] = value(text)
    return values


def typed(values: Mapping[str, Any]) -> list[str]:
    """The NAME=VALUE pairs that give these values."""
    listed = []
    for name, value in values.items():
        if isinstance(value, dict) and value:
            listed += [f"{name}.{pair}" for pair in typed(value)]
        else:
            listed.append(f"{name}={value if isinstance(value, str) else json.dumps(value)}")
    return listed


def faces_or_cards(text: str | None) -> tuple[str, ...] | None:
    """Typed faces and names of cards, separated by commas or blanks; names of several words need commas."""
    if text is None:
        return None
    parts = text.split(",") if "," in text else text.split()
    return tuple(part for part in map(str.strip, parts) if part)


def faces(text: str | None) -> tuple[int, ...] | None:
    """Typed dice: faces with commas or blanks between them."""
    if text is None:
        return None
    listed = []
    for part in text.replace(",", " ").split():
        if not _is_face(part):
            raise BadInput(f"bad dice: {part[:20]} is not a face; write them like 3,5,6")
        listed.append(int(part))
    return tuple(listed)


def _is_face(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9
