"""Parses arguments of the command line: games, NAME=VALUE pairs, and files of JSON or TOML."""

import json
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from rulewright.game import Game, find_game, typed_input
from rulewright.game.python_file import game_of_python_file, is_python_file
from rulewright.game.typed_input import finite, no_constant
from rulewright.rules import BadInput

_LARGEST_FILE = 20_000_000
_LARGEST_VALUE = 1_000_000


def game_named(what: str) -> Game:
    """An installed game by its slug, or the game in a Python file by its path."""
    return game_of_python_file(what) if is_python_file(what) else find_game(what)


def name_and_words(game: Game, words: Sequence[str], noun: str, names: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Split the words of a command into the name that comes first and the NAME=VALUE pairs after it."""
    listed = ", ".join(dict.fromkeys(names)) or "none"
    if not words:
        raise BadInput(f"missing {noun}: {game.slug} has {listed}")
    if "=" in words[0]:
        raise BadInput(f"missing {noun} before {words[0][:60]}: {game.slug} has {listed}")
    return words[0], tuple(words[1:])


def pairs(given: Iterable[str], noun: str) -> dict[str, Any]:
    """NAME=VALUE pairs as an object; `a=@FILE` takes the value from a file."""
    return typed_input.pairs(given, noun, _value)


def object_of(kind: Any) -> type[msgspec.Struct] | None:
    """The type of a parameter whose parts are typed NAME.PART=VALUE; None if it is not a struct."""
    bare = _bare(kind)
    return bare if isinstance(bare, type) and issubclass(bare, msgspec.Struct) else None


def words_of(kind: Any) -> list[str]:
    """The values that a parameter's type allows; empty if they cannot be listed."""
    bare = _bare(kind)
    if get_origin(bare) is Literal:
        return ["null" if word is None else str(word) for word in get_args(bare)]
    return ["true", "false"] if bare is bool else []


def _bare(kind: Any) -> Any:
    """A type without its annotations."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _value(text: str) -> Any:
    """The content of a file for `@FILE`, else the typed value."""
    if text.startswith("@"):
        if text == "@":
            raise BadInput("missing file: a value from a file is written NAME=@FILE")
        return read_file(text[1:], _LARGEST_VALUE)
    return typed_input.value(text)


def read_file(name: str, largest: int = _LARGEST_FILE) -> Any:
    """The TOML in a file whose name ends in .toml, the JSON in any other, or on standard input for `-`."""
    text = _bytes_of(name, largest)
    kind = "TOML" if name.endswith(".toml") else "JSON"
    source = "standard input" if name == "-" else name[:100]
    if kind == "JSON" and not text.strip():
        raise BadInput(f"malformed {kind} in {source}: it is empty")
    try:
        return _toml(text) if kind == "TOML" else json.loads(text, parse_constant=no_constant)
    except RecursionError:
        raise BadInput(f"malformed {kind} in {source}: nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"malformed {kind} in {source}: {error}") from None


def _bytes_of(name: str, largest: int) -> bytes:
    if name == "-":
        text = sys.stdin.buffer.read(largest + 1)
    else:
        try:
            with Path(name).open("rb") as file:
                text = file.read(largest + 1)
        except (OSError, ValueError) as error:
            raise BadInput(f"cannot read {name[:100]}: {getattr(error, 'strerror', None) or 'not a file'}") from None
    if len(text) > largest:
        raise BadInput(f"file too large: {name[:100]} has more than {largest:,} bytes")
    return text


def _toml(text: bytes) -> Any:
    """TOML as plain values: its dates and times are text."""
    return msgspec.to_builtins(tomllib.loads(text.decode(), parse_float=finite))
