"""The commands. What each prints with `--json` is a contract; see docs/command-line.md."""

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import click

from rulewright.cli.complete import complete_game, complete_option, complete_parameter, complete_rule, complete_what

__all__ = ["main"]

F = TypeVar("F", bound=Callable[..., Any])

_EPILOG = """\b
Try:
  rulewright games
  rulewright roll twelves check score=7 rank=2 tags=1
  rulewright odds twelves check score=7 advantage=1
  rulewright odds twelves duel a.weapon=2 b.potions=2 b.policy=best
  rulewright odds 4d6kh3
"""

json_flag = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts instead of text for people.")
option_flag = click.option(
    "--option",
    "option",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_option,
    help="Play by another ruling of the table; see `rulewright options GAME`. Can be repeated.",
)
plot_flag = click.option("--plot", metavar="FILE", help="Also draw the odds as a picture, FILE.svg or FILE.png.")


@click.group(epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulewright", message="%(package)s %(version)s")
def commands() -> None:
    """Tabletop rules written once: played, priced, solved and simulated."""


@commands.command()
@json_flag
def games(as_json: bool) -> None:
    """List the installed games."""
    from rulewright.game import find_game, installed_games

    found = [find_game(slug) for slug in installed_games()]
    if as_json:
        _print_json(
            [
                {
                    "slug": game.slug,
                    "name": game.name,
                    "rolls": [roll.name for roll in game.rolls],
                    "options": {option.name: option.default for option in game.option_texts()},
                }
                for game in found
            ]
        )
        return
    for game in found:
        click.echo(click.style(f"{game.slug}", bold=True) + f": {game.inventory.summary}")
        click.echo(f"  rolls: {', '.join(roll.name for roll in game.rolls)}\n")


@commands.command(epilog=_EPILOG, short_help="Exact odds of a roll or of dice notation.")
@click.argument("what", metavar="GAME|NOTATION", shell_complete=complete_game)
@click.argument("words", nargs=-1, metavar="[ROLL] [NAME=VALUE]...", shell_complete=complete_parameter)
@option_flag
@click.option("--all", "every", is_flag=True, help="Show every outcome, not only their words.")
@click.option("--seconds", default=20.0, show_default=True, help="Time for exact odds; after that, a simulation.")
@click.option("--dialect", type=click.Choice(["union", "roll20"]), default="union", help="How to read dice notation.")
@plot_flag
@json_flag
def odds(
    what: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    every: bool,
    seconds: float,
    dialect: str,
    plot: str | None,
    as_json: bool,
) -> None:
    """Exact odds of a roll in a game, or of dice notation.

    GAME is one of `rulewright games`, ROLL one of its rolls, NAME=VALUE its parameters
    (`a.weapon=2` sets a field of the object `a`).
    """
    from rulewright.cli import ask

    if ask.is_notation(what, words):
        ask.free_odds(what, dialect, every, plot, as_json)
    else:
        ask.odds(what, words, option, every, seconds, plot, as_json)


@commands.command(epilog=_EPILOG, short_help="Roll, and see where every number comes from.")
@click.argument("what", metavar="GAME|NOTATION", shell_complete=complete_game)
@click.argument("words", nargs=-1, metavar="[ROLL] [NAME=VALUE]...", shell_complete=complete_parameter)
@option_flag
@click.option("--dice", metavar="3,5,6", help="The faces you rolled, in rolling order, instead of rolling here.")
@click.option("--seed", type=int, help="Roll the same dice every time.")
@click.option("--dialect", type=click.Choice(["union", "roll20"]), default="union", help="How to read dice notation.")
@json_flag
def roll(
    what: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    dice: str | None,
    seed: int | None,
    dialect: str,
    as_json: bool,
) -> None:
    """Roll in a game, or roll dice notation, and see where every number comes from."""
    from rulewright.cli import ask

    if ask.is_notation(what, words):
        ask.free_roll(what, dialect, dice, seed, as_json)
    else:
        ask.roll(what, words, option, dice, seed, as_json)


@commands.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("what", shell_complete=complete_what)
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...")
@option_flag
@json_flag
def derive(game: str, what: str, words: tuple[str, ...], option: tuple[str, ...], as_json: bool) -> None:
    r"""Work out a value that needs no dice.

    \b
    Try:
      rulewright derive twelves ability-for use=lockpicking
      rulewright derive twelves sheet damage=3 normal_boxes=4
    """
    from rulewright.cli import ask

    ask.derive(game, what, words, option, as_json)


@commands.command(short_help="Make a character from a JSON file.")
@click.argument("game", shell_complete=complete_game)
@click.argument("file", type=click.Path(allow_dash=True))
@option_flag
@json_flag
def create(game: str, file: str, option: tuple[str, ...], as_json: bool) -> None:
    r"""Make a character from a JSON file (`-` is standard input) and show the finished sheet.

    \b
    Try:
      echo '{"name": "Ada", "scores": {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}}' |
        rulewright create twelves -
    """
    from rulewright.cli import ask

    ask.create(game, file, option, as_json)


@commands.command(short_help="Run a file of golden cases.")
@click.argument("game", shell_complete=complete_game)
@click.argument("file", type=click.Path(allow_dash=True))
@json_flag
def cases(game: str, file: str, as_json: bool) -> None:
    """Run a file of golden cases; exit status 1 if any answer differs."""
    from rulewright.cli import ask

    if not ask.cases(game, file, as_json):
        sys.exit(1)


@commands.command(short_help="The numbered rules of a game in words.")
@click.argument("game", shell_complete=complete_game)
@click.argument("number", required=False, shell_complete=complete_rule)
@click.option("--search", metavar="WORD", help="Only rules and rulings that speak of this.")
@json_flag
def rules(game: str, number: str | None, search: str | None, as_json: bool) -> None:
    r"""The numbered rules of a game in words, and where each is used.

    \b
    Try:
      rulewright rules twelves TW-18
      rulewright rules twelves --search advantage
    """
    from rulewright.cli import ask

    ask.rules(game, number, search, as_json)


@commands.command(short_help="The rolls of a game and what they take.")
@click.argument("game", shell_complete=complete_game)
@click.argument("what", required=False, metavar="[ROLL]", shell_complete=complete_what)
@json_flag
def rolls(game: str, what: str | None, as_json: bool) -> None:
    r"""The rolls of a game: what each takes, the order of its dice, and the rule in one sentence.

    \b
    Try:
      rulewright rolls twelves
      rulewright rolls twelves check
    """
    from rulewright.cli import ask

    ask.rolls(game, what, as_json)


@commands.command(short_help="The table options of a game.")
@click.argument("game", shell_complete=complete_game)
@json_flag
def options(game: str, as_json: bool) -> None:
    """The table options of a game: what each value does, the default first."""
    from rulewright.cli import ask

    ask.options(game, as_json)


@commands.group()
def lab() -> None:
    """Find out what the numbers of a game do."""


@lab.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("number", required=False, type=int)
@click.option("--out", metavar="FOLDER", help="Also write report.md, report.html and pictures into this folder.")
def answer(game: str, number: int | None, out: str | None) -> None:
    r"""Work out the questions a game's designer left open.

    \b
    Try:
      rulewright lab answer twelves 4
      rulewright lab answer twelves --out report
    """
    from rulewright.cli import ask

    ask.answer(game, number, out)


@commands.command(short_help="A short tour of every installed game.")
def tour() -> None:
    """A short tour: roll, price and solve something real in every installed game."""
    from rulewright.cli.tour import tour as show_tour

    show_tour()


@commands.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    r"""Print the script that switches on tab completion.

    \b
    Put this into your shell's start-up file:
      bash   eval "$(rulewright completion bash)"
      zsh    eval "$(rulewright completion zsh)"
      fish   rulewright completion fish | source
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(commands, {}, "rulewright", "_RULEWRIGHT_COMPLETE").source())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; bad input is one line and status 2, a refusal by a rule one line and status 1."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        commands.main(given, prog_name="rulewright", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        _fail(error.format_message(), given, 2)
    except click.Abort:
        _fail("interrupted", given, 130)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; there is nobody left to tell
        sys.exit(141)
    except Exception as error:
        status = _status(error)
        if status is None:
            raise
        _fail(str(error), given, status)
    sys.exit(0)


def _status(error: Exception) -> int | None:
    """2 for bad input, 1 for what a rule refuses, None for what is our own fault."""
    from rulewright.dice import FaceError
    from rulewright.dice.notation import NotationError
    from rulewright.readings import ChoiceError, Need, OverBudget, Undecided
    from rulewright.rules import BadInput, Refused

    if isinstance(error, Refused):
        return 1
    if isinstance(error, BadInput | ChoiceError | FaceError | NotationError | Need | OverBudget | Undecided):
        return 2
    return None


def _fail(message: str, given: Sequence[str], status: int) -> NoReturn:
    line = " ".join(message.split())
    click.echo(f"rulewright: {line}", err=True)
    if "--json" in given:
        _print_json({"error": line})
    sys.exit(status)


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value))
