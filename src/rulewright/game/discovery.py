"""Finds installed games through the entry-point group `rulewright.games`."""

from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

from rulewright.game.definition import Game
from rulewright.rules import BadInput, shown

GROUP = "rulewright.games"


@lru_cache(maxsize=1)
def _entry_points() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def installed_games() -> list[str]:
    """The slugs of all installed games."""
    return list(_entry_points())


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
    """An installed game by its slug."""
    found = _entry_points()
    if slug not in found:
        raise BadInput(f"unknown game: {shown(slug)} (installed: {', '.join(found)})")
    try:
        game = found[slug].load()
    except Exception as error:  # a plug-in may raise anything, and it is not the caller's fault
        raise BadInput(f"broken game: {slug} cannot be loaded: {type(error).__name__}: {shown(str(error))}") from error
    if not isinstance(game, Game):
        raise BadInput(f"broken game: the entry point {slug} gives no Game object")
    return game
