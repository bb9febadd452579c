"""What people type: NAME=VALUE pairs, faces, files of JSON."""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from rulewright.rules import BadInput

__all__ = ["faces", "pairs", "read_json", "typed"]

_LARGEST_FILE = 20_000_000


def pairs(given: Iterable[str], noun: str) -> dict[str, Any]:
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
        place[last] = _value(text)
    return values


def _value(text: str) -> Any:
    """JSON where that works, otherwise text."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def typed(values: Mapping[str, Any]) -> list[str]:
    """The NAME=VALUE pairs that somebody would type for these values."""
    listed = []
    for name, value in values.items():
        if isinstance(value, dict) and value:
            listed += [f"{name}.{pair}" for pair in typed(value)]
        else:
            listed.append(f"{name}={value if isinstance(value, str) else json.dumps(value)}")
    return listed


def faces(text: str | None) -> tuple[int, ...] | None:
    """Typed dice: faces with commas or blanks between them."""
    if text is None:
        return None
    listed = []
    for part in text.replace(",", " ").split():
        if not part.isascii() or not part.isdigit() or len(part) > 9:
            raise BadInput(f"bad dice: {part[:20]} is not a face; write them like 3,5,6")
        listed.append(int(part))
    return tuple(listed)


def read_json(name: str) -> Any:
    """The JSON in a file, or on standard input for `-`."""
    if name == "-":
        text = sys.stdin.buffer.read(_LARGEST_FILE + 1)
    else:
        path = Path(name)
        try:
            with path.open("rb") as file:
                text = file.read(_LARGEST_FILE + 1)
        except OSError as error:
            raise BadInput(f"cannot read {name[:100]}: {error.strerror or 'not a file'}") from None
    if len(text) > _LARGEST_FILE:
        raise BadInput(f"file too large: {name[:100]} has more than {_LARGEST_FILE:,} bytes")
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise BadInput(f"malformed JSON in {name[:100]}: nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"malformed JSON in {name[:100]}: {error}") from None
