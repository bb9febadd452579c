"""`rulewright tour`: every installed game by its own examples."""

import click

from rulewright.cli.game_info import games_that_load
from rulewright.cli.odds import show_odds
from rulewright.cli.roll import RollCommand, show_roll
from rulewright.game import Example, Game
from rulewright.game.plain_data import plain
from rulewright.game.typed_input import typed


def tour() -> None:
    """Print the examples of each game."""
    click.echo("Rulewright: a rule is written once and then played, priced, solved and simulated.\n")
    for game in games_that_load():
        click.echo(click.style(f"=== {game.name} ===", bold=True))
        click.echo(click.wrap_text(game.inventory.summary, 78) + "\n")
        for example in game.examples:
            _show(game, example)
    click.echo("Continue with `rulewright --help`, `rulewright games`, or any command above.")


def _show(game: Game, example: Example) -> None:
    click.echo(example.words)
    click.echo(click.style(f"$ {command_for(game, example)}", dim=True))
    command = RollCommand(game, example.roll, dict(example.params), dict(example.options))
    if example.command == "roll":
        show_roll(command, game.play(example.roll, example.params, example.options))
    else:
        exact = game.odds(example.roll, example.params, example.options)
        show_odds(command, [(plain(outcome), chance) for outcome, chance in exact.items()])
    click.echo()


def command_for(game: Game, example: Example) -> str:
    """The command that shows an example."""
    options = [f"--option {pair}" for pair in typed(example.options)]
    return " ".join(["rulewright", example.command, game.slug, example.roll, *typed(example.params), *options])
