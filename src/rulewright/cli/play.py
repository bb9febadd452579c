"""`rulewright play`: one table in the terminal, all players at the same keyboard, no server."""

import click

from rulewright.cli.complete import complete_game


@click.command(short_help="Play in the terminal, all players at one keyboard.")
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="The file that stores the table [default: RULEWRIGHT_DATABASE, else a file in your data folder].",
)
@click.option("--new", is_flag=True, help="Open a new table, even if there is an unfinished one.")
@click.option("--demo", is_flag=True, help="Watch a fight that plays itself; nothing is saved.")
def play(game: str | None, file: str | None, new: bool, demo: bool) -> None:
    """Play a game in the terminal: start from a ready-made scene or make characters, act, roll, decide.

    Everything is saved as it happens. Leave with `quit`, Ctrl-D or Ctrl-C, and continue later.

    \b
    Try:
      rulewright play
      rulewright play twelves --file evening.sqlite
    """
    from rulewright.cli import play_begin, play_demo

    if demo:
        play_demo.demo(game)
    else:
        play_begin.begin(game, file, new)
