"""Finds games: installed ones through the entry-point group `rulewright.games`, and files of known formats.

The environment variable RULEWRIGHT_GAMES names files and folders; every file in them whose ending has a format under
the entry-point group `rulewright.formats` counts as an installed game.
"""

import os
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Protocol

from rulewright.game.definition import Game
from rulewright.game.pinned import is_pinned, pinned
from rulewright.rules import BadInput, shown

GROUP = "rulewright.games"
FORMATS = "rulewright.formats"
FILES = "RULEWRIGHT_GAMES"
PINNED = "md"
"""The format of pinned texts."""


class Format(Protocol):
    """A kind of file that a game can be written in."""

    def slug_of(self, path: Path) -> str:
        """The slug of the game in a file; empty if it has none."""

    def game_of(self, path: Path) -> Game:
        """The game in a file."""

    def game_of_text(self, text: str, slug: str) -> Game:
        """The game that a text describes, under another slug."""

    def has_read(self, slug: str) -> bool:
        """Whether the game that a text describes has been read under this slug."""


@lru_cache(maxsize=1)
def _entry_points() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


@lru_cache(maxsize=1)
def _formats() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=FORMATS)}


def _format(name: str) -> Format:
    found: Format = _formats()[name].load()
    return found


def game_files() -> dict[str, Path]:
    """The files that RULEWRIGHT_GAMES names, by the slug of their game; by their path if they have none."""
    found: dict[str, Path] = {}
    for name in filter(None, os.environ.get(FILES, "").split(os.pathsep)):
        given = Path(name)
        inside = sorted(given.iterdir()) if given.is_dir() else [given]
        for path in inside:
            if path.suffix[1:] in _formats() and path.is_file():
                slug = _format(path.suffix[1:]).slug_of(path)
                if slug or path is given:
                    found.setdefault(slug or str(path), path)
    return found


def add_game_files(names: Iterable[str]) -> None:
    """Add the files with a game among `names` to the installed games of this process and of those it starts."""
    files = [name for name in names if Path(name).suffix[1:] in _formats() and Path(name).is_file()]
    if files:
        known = filter(None, os.environ.get(FILES, "").split(os.pathsep))
        os.environ[FILES] = os.pathsep.join(dict.fromkeys([*files, *known]))


def installed_games() -> list[str]:
    """The slugs of all installed games."""
    return list(dict.fromkeys([*_entry_points(), *game_files()]))


def working_games() -> tuple[list[Game], list[str]]:
    """Every installed game that can be loaded, and the error message of each that cannot."""
    games, broken = [], []
    for slug in installed_games():
        try:
            game = find_game(slug)
            game.inventory.summary  # noqa: B018 - loads rules.toml
        except BadInput as fault:
            broken.append(str(fault))
        else:
            games.append(game)
    return games, broken


def find_game(slug: str) -> Game:
    """An installed game by its slug, one that RULEWRIGHT_GAMES names by its path, or one by its pinned text."""
    if is_pinned(slug):
        text = pinned(slug)
        if text is None:
            raise BadInput(f"unknown game: {shown(slug)} (its text is not here)")
        return _format(PINNED).game_of_text(text.text, slug)
    found = _entry_points()
    if slug in found:
        return _loaded(slug, found[slug])
    if os.environ.get(FILES):
        files = game_files()
        path = files.get(slug) or next((path for path in files.values() if str(path) == slug), None)
        if path is not None:
            return _format(path.suffix[1:]).game_of(path)
    if Path(slug).suffix[1:] in _formats():  # not looked up on the disk: a client would learn what is there
        raise BadInput(f"cannot read {shown(slug)}: there is no such file among the games")
    raise BadInput(f"unknown game: {shown(slug) or 'an empty name'} (installed: {', '.join(installed_games())})")


def is_read(slug: str) -> bool:
    """Whether `find_game` answers at once: a pinned text has to be read first."""
    return not is_pinned(slug) or _format(PINNED).has_read(slug)


@lru_cache
def _loaded(slug: str, entry: EntryPoint) -> Game:
    try:
        game = entry.load()
    except Exception as error:  # a plug-in may raise anything, and it is not the caller's fault
        raise BadInput(f"broken game: {slug} cannot be loaded: {type(error).__name__}: {shown(str(error))}") from error
    if not isinstance(game, Game):
        raise BadInput(f"broken game: the entry point {slug} gives no Game object")
    return game
