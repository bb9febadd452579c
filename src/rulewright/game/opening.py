"""A table to begin with, as data beside a game's rules."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rulewright.rules import BadInput
from rulewright.rules.data import load_data


class Opening(Struct, frozen=True):
    """A table to begin with: examples of characters, and the first action worth trying.

    `steps` are actions with their parameters, in order; `heroes` are the characters meant for
    players; `first` is the action that a newcomer should try.
    """

    words: str
    steps: tuple[tuple[str, Mapping[str, Any]], ...]
    heroes: tuple[str, ...]
    first: tuple[str, Mapping[str, Any]]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """An opening as it is written: each action is a table with its parameters beside its name."""

    words: str
    heroes: tuple[str, ...]
    first: dict[str, Any]
    steps: tuple[dict[str, Any], ...]


def load_opening(package: str) -> Opening:
    """The opening in a game's `opening.toml`."""
    written = load_data(package, _File, "opening.toml")
    steps = tuple(_action(package, step) for step in written.steps)
    return Opening(written.words, steps, written.heroes, _action(package, written.first))


def _action(package: str, written: dict[str, Any]) -> tuple[str, Mapping[str, Any]]:
    name = written.get("action")
    if not isinstance(name, str):
        raise BadInput(f'broken game: opening.toml of the package {package}: every step needs an action = "name"')
    return name, {parameter: value for parameter, value in written.items() if parameter != "action"}
