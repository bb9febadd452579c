"""Every check of a game, however it is written: an object, a package, a rulebook, or a Python file of rules."""

from pathlib import Path

from rulewright.game.definition import Game
from rulewright.game.discovery import game_files
from rulewright.game.python_file import game_of_python_file, is_python_file
from rulewright.testing.fault import Fault, NamedCheck
from rulewright.testing.games import checks_of_package, checks_of_rolls
from rulewright.testing.rulebooks import checks_of_rulebook


def checks_of(game: Game | str) -> list[NamedCheck]:
    """Every check of a game, an installed game by its slug, or a rulebook or Python file of rules by its path."""
    if not isinstance(game, str):
        return checks_of_package(game)
    rulebook = Path(game) if game.endswith(".md") else game_files().get(game)
    if rulebook is not None:
        return checks_of_rulebook(rulebook)
    if not is_python_file(game):
        return checks_of_package(game)
    found = game_of_python_file(game)
    return list(checks_of_rolls(found)) if found.slug == game else checks_of_package(found)


def check_game(game: Game | str) -> list[Fault]:
    """Every fault that `checks_of` finds in a game."""
    return list(dict.fromkeys(fault for check in checks_of(game) for fault in check.faults()))
