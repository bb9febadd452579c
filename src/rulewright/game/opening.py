"""Ready-made scenes, as data beside a game's rules."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rulewright.rules import BadInput
from rulewright.rules.data import load_data


class Opening(Struct, frozen=True):
    """A ready-made scene: characters, what is going on, and the first action worth trying.

    `steps` are actions with their parameters, in order; `heroes` are the characters meant for
    players; `first` is the action that a newcomer should try; `then` has a sentence for each thing to try after it. A
    game with several openings gives each a `title` and other heroes. The scene ends with the fight against one of
    `against`; `won` and `lost` are its closing sentences.
    """

    words: str
    steps: tuple[tuple[str, Mapping[str, Any]], ...]
    heroes: tuple[str, ...]
    first: tuple[str, Mapping[str, Any]]
    title: str = ""
    then: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    won: str = ""
    lost: str = ""


class _OpeningFile(Struct, frozen=True, forbid_unknown_fields=True):
    """An opening as it is written: each action is a table with its parameters beside its name."""

    title: str
    words: str
    heroes: tuple[str, ...]
    first: dict[str, Any]
    steps: tuple[dict[str, Any], ...]
    then: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    won: str = ""
    lost: str = ""


def load_openings(package: str, *files: str) -> tuple[Opening, ...]:
    """The openings in files of a game's package, in the order they are offered; without names, in `opening.toml`."""
    return tuple(_load(package, file) for file in files or ("opening.toml",))


def _load(package: str, file: str) -> Opening:
    written = load_data(package, _OpeningFile, file)

    def action(given: dict[str, Any]) -> tuple[str, Mapping[str, Any]]:
        name = given.get("action")
        if not isinstance(name, str):
            raise BadInput(f'broken game: {file} of the package {package}: every step needs an action = "name"')
        return name, {parameter: value for parameter, value in given.items() if parameter != "action"}

    steps = tuple(map(action, written.steps))
    texts = {name: getattr(written, name) for name in ("words", "heroes", "title", "then", "against", "won", "lost")}
    return Opening(steps=steps, first=action(written.first), **texts)
