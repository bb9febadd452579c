"""`rulewright derive` and `rulewright create`: derived values and finished sheets."""

from typing import Any

import click

from rulewright.cli.arguments import pairs, read_file
from rulewright.cli.json_output import print_json
from rulewright.cli.terminal import columns
from rulewright.game import find_game
from rulewright.game.outcomes import inline
from rulewright.game.plain_data import plain
from rulewright.rules import BadInput


def derive(slug: str, what: str | None, words: tuple[str, ...], option: tuple[str, ...], as_json: bool) -> None:
    """Print a derived value."""
    game = find_game(slug)
    if what is None:
        listed = ", ".join(entry.name for entry in game.derivations) or "no derived values"
        raise BadInput(f"missing derived value: {game.slug} has {listed}")
    value = plain(game.derive(what, pairs(words, "parameter"), pairs(option, "option")))
    print_json(value) if as_json else click.echo("\n".join(_fields(value)))


def create(slug: str, file: str, words: tuple[str, ...], option: tuple[str, ...], as_json: bool) -> None:
    """Print a finished sheet; typed values override those of the file."""
    game = find_game(slug)
    wanted = read_file(file)
    if not isinstance(wanted, dict):
        raise BadInput("malformed character: the file must hold one object")
    sheet = plain(game.new_sheet(wanted | pairs(words, "parameter"), pairs(option, "option")))
    print_json(sheet) if as_json else click.echo("\n".join(_fields(sheet)))


def _fields(value: Any) -> list[str]:
    """An object as lines of names and values."""
    if not isinstance(value, dict):
        return [f"  {value}"]
    rows = []
    for name, part in value.items():
        shown = ("yes" if part else "no") if isinstance(part, bool) else inline(part)
        if isinstance(part, dict | list):
            shown = shown[1:-1] or "none"  # without the outer brackets
        rows.append((name.replace("_", " "), shown))
    return columns(rows)
