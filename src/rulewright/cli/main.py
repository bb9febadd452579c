"""The commands. Their `--json` output is a stable interface; see docs/command-line.md."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import click

from rulewright.cli.complete import (
    complete_derived,
    complete_game,
    complete_parameter,
    complete_rule,
    complete_what,
    completion_script,
)
from rulewright.cli.failures import exit_status, fail, fault_line
from rulewright.cli.json_output import print_json
from rulewright.cli.lab import advise, lab
from rulewright.cli.lazy_commands import implemented_in
from rulewright.cli.play import play
from rulewright.cli.serve import serve
from rulewright.cli.shared_flags import TIME, game_argument, json_flag, option_flag, plot_flag
from rulewright.cli.table import table
from rulewright.cli.template_name import TemplateName
from rulewright.cli.terminal import wrapped

F = TypeVar("F", bound=Callable[..., Any])

_EPILOG = """\b
Try:
  rulewright play
  rulewright games
  rulewright roll twelves check score=7 rank=2 tags=1
  rulewright odds twelves check score=7 advantage=1
  rulewright odds twelves duel a.weapon=2 b.potions=2 b.policy=best
  rulewright odds 4d6kh3
"""

_DIALECTS = ["union", "avrae", "roll20", "foundry", "rpg-dice-roller"]
_DIALECT = "The dialect of dice notation: `union` is what most people type, the others are programs."


@click.group(epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulewright", message="%(package)s %(version)s")
def commands() -> None:
    """Play tabletop games by their rules, and compute their exact odds."""


@commands.command()
@json_flag
def games(as_json: bool) -> None:
    """List the installed games and their rolls. A game that cannot be loaded is listed with the reason."""
    from rulewright.cli.game_info import games_that_load

    found = games_that_load()
    if as_json:
        print_json(
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
        click.echo(click.style(f"{game.slug}", bold=True) + f": {game.name}")
        click.echo(wrapped(game.inventory.summary))
        click.echo(f"  rolls: {', '.join(roll.name for roll in game.rolls)}\n")


@commands.command(short_help="Show the exact odds of a roll or of dice notation.")
@click.argument("what", metavar="GAME|FILE.md|FILE.py|NOTATION", shell_complete=complete_game)
@click.argument("words", nargs=-1, metavar="[ROLL] [NAME=VALUE]...", shell_complete=complete_parameter)
@option_flag
@click.option("--all", "every", is_flag=True, help="Show every outcome instead of summing up similar ones.")
@click.option(
    "--seconds",
    type=TIME,
    default=20.0,
    show_default=True,
    help="Seconds for exact odds; if they take longer, float64 is tried, then a simulation.",
)
@click.option(
    "--float", "in_float", is_flag=True, help="Use float64 from the start: faster for large duels, not exact."
)
@click.option("--dialect", type=click.Choice(_DIALECTS), default="union", help=_DIALECT)
@plot_flag
@json_flag
def odds(
    what: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    every: bool,
    seconds: float,
    in_float: bool,
    dialect: str,
    plot: str | None,
    as_json: bool,
) -> None:
    """Show the exact odds of a roll in a game or a rulebook, of a rule in a Python file, or of dice notation.

    GAME is a game that `rulewright games` lists, ROLL is one of its rolls, and NAME=VALUE sets a
    parameter; `rulewright rolls GAME ROLL` lists them. `a.weapon=2` sets one field of the object
    `a`. Parameters that are left out have their defaults. In a Python file ROLL is the name of a
    function whose first parameter is called `dice`: `rulewright odds ./mine.py save target=12`.
    The file is run, so use only files that you trust.

    \b
    Try:
      rulewright odds twelves check score=7 advantage=1
      rulewright odds twelves check score=7 tags=2 --option tag-bonus=rank-each
      rulewright odds twelves duel a.weapon=2 b.potions=2 b.policy=best
      rulewright odds 4d6kh3 --plot scores.svg
      rulewright odds '(2d20kh1+5)>=15'
    """
    from rulewright.cli import notation, odds

    if notation.is_notation(what, words):
        notation.odds(what, dialect, every, plot, as_json)
    else:
        odds.odds(what, words, option, every, seconds, in_float, plot, as_json)


@commands.command(short_help="Roll, and see where every number comes from.")
@click.argument("what", metavar="GAME|FILE.md|FILE.py|NOTATION", shell_complete=complete_game)
@click.argument("words", nargs=-1, metavar="[ROLL] [NAME=VALUE]...", shell_complete=complete_parameter)
@option_flag
@click.option("--dice", metavar="3,5,6", help="The faces that you rolled, in order; without them Rulewright rolls.")
@click.option("--seed", type=int, help="Roll the same dice every time.")
@click.option(
    "--dialect",
    type=click.Choice(_DIALECTS),
    default="union",
    help=_DIALECT,
)
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
    """Roll in a game or a rulebook, by a rule in a Python file, or dice notation; see where every number comes from.

    \b
    Try:
      rulewright roll twelves check score=7 rank=2 tags=1
      rulewright roll twelves check score=7 --dice 6,9
      rulewright roll 4d6kh3
    """
    from rulewright.cli import notation, roll

    if dice is not None and seed is not None:
        raise click.UsageError("--dice gives the faces and --seed rolls them: leave one of the two out.")
    if notation.is_notation(what, words):
        notation.roll(what, dialect, dice, seed, as_json)
    else:
        roll.roll(what, words, option, dice, seed, as_json)


@commands.command()
@game_argument
@click.argument("what", required=False, shell_complete=complete_what)
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...", shell_complete=complete_derived)
@option_flag
@json_flag
@implemented_in("derive")
def derive() -> None:
    """Compute a value that needs no dice.

    \b
    Try:
      rulewright derive twelves ability-for use=lockpicking
      rulewright derive twelves sheet damage=3 normal_boxes=4
    """


@commands.command(short_help="Make a character from a JSON or TOML file.")
@game_argument
@click.argument("file", type=click.Path(allow_dash=True))
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...")
@option_flag
@json_flag
@implemented_in("derive")
def create() -> None:
    """Make a character from a JSON or TOML file (`-` is standard input) and show the finished sheet.

    NAME=VALUE adds to the file or overrides it; `scenario=@FILE` takes a value from another file.

    \b
    Try:
      echo '{"name": "Ada", "scores": {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}}' |
        rulewright create twelves -
    """


@commands.command(short_help="Check a file of golden cases.")
@game_argument
@click.argument("file", type=click.Path(allow_dash=True))
@json_flag
def cases(slug: str, file: str, as_json: bool) -> None:
    """Check a file of golden cases, answers that must not change; exit status 1 if any differs.

    The file is a JSON list of objects: a roll with the odds or the outcome that it should have, a
    derived value, or a character. A case without an expected value is answered and not compared.

    \b
    Try:
      echo '[{"id": 1, "roll": "initiative", "odds": [[{"first": "a"}, "1/2"], [{"first": "b"}, "1/2"]]}]' |
        rulewright cases twelves -
    """
    from rulewright.cli import cases

    if not cases.cases(slug, file, as_json):
        sys.exit(1)


@commands.command(short_help="Check a game of your own.")
@click.argument("slug", metavar="GAME|FILE.md|FILE.py", shell_complete=complete_game)
@json_flag
def check(slug: str, as_json: bool) -> None:
    """Check a game of your own and list every fault, one line each; exit status 1 if there is any.

    Finds rule numbers that do not exist, missing descriptions and types, rolls whose odds cannot be
    found or that cannot be replayed, chance that does not come from the dice, fights that differ
    from their rules, secrets that players can see, and openings that cannot be played. In a
    rulebook it also finds rows that can never apply, examples that fail, and figures in the text
    that are no longer true, each with its line, its column and what to write instead; --json prints
    them in the form that editors read.

    \b
    Try:
      rulewright check twelves
      rulewright check lamps.md
    """
    from rulewright.cli import game_info

    if slug.endswith(".md"):
        from rulewright.cli import book

        if not book.check(slug, as_json):
            sys.exit(1)
    elif not game_info.check(slug, as_json):
        sys.exit(1)


@commands.command(short_help="Start a game of your own.")
@click.argument("name")
@click.option(
    "--like",
    "kind",
    type=TemplateName(),
    default="roll-and-add",
    show_default=True,
    help="The kind of dice roll in it, or `twelves-page` for a whole game.",
)
@click.option("--python", is_flag=True, help="Write a package in Python with tests, instead of a rulebook.")
@implemented_in("new")
def new() -> None:
    """Write a small working rulebook, NAME.md, or with --python a package in a folder of that name.

    A rulebook is a game in one Markdown file: docs/rulebook.md explains it.

    \b
    Try:
      rulewright new lamps
      rulewright new lamps --like pool
      rulewright new lamps --python
    """


@commands.command(short_help="Write a rulebook or a game as a web page, or its changes.")
@click.argument("file", metavar="FILE.md|GAME", shell_complete=complete_game)
@click.option("--out", metavar="FOLDER", help="Where to write the page and the data [default: here].")
@click.option(
    "--since",
    metavar="OLD.md",
    type=click.Path(exists=True, dir_okay=False),
    help="Mark the changes since this version.",
)
@click.option(
    "--diff",
    is_flag=True,
    help="Only print what changed since OLD.md, or what house rules change: rules in words, and odds.",
)
@json_flag
def book(file: str, out: str | None, since: str | None, diff: bool, as_json: bool) -> None:
    """Write a rulebook as one web page with its odds, to read or to print, and the same as JSON.

    The page shows the odds of each rule with a slider to try values, and where the rule is used;
    figures in the text are computed. --diff shows what house rules change. For an installed game
    the page is a reference: its numbered rules, its rolls with their odds, and its rulings.

    \b
    Try:
      rulewright book lanterns.md --out site
      rulewright book lanterns.md --since lanterns-0.2.md --diff
      rulewright book lanterns-hard.md --diff
      rulewright book twelves --out site
    """
    from rulewright.cli import book

    if diff:
        book.diff(file, since, as_json)
    else:
        book.book(file, out, since, as_json)


@commands.command(short_help="Show the numbered rules of a game in words.")
@game_argument
@click.argument("number", required=False, shell_complete=complete_rule)
@click.option("--search", metavar="WORD", help="Only rules and rulings that contain this word.")
@json_flag
@implemented_in("game_info")
def rules() -> None:
    """Show the numbered rules of a game in words, and where each is used.

    \b
    Try:
      rulewright rules twelves TW-18
      rulewright rules twelves --search advantage
    """


@commands.command(short_help="List the rolls of a game and their parameters.")
@game_argument
@click.argument("what", required=False, metavar="[ROLL]", shell_complete=complete_what)
@json_flag
@implemented_in("game_info")
def rolls() -> None:
    """List the rolls of a game: the parameters of each, the order of its dice, and the rule in one sentence.

    \b
    Try:
      rulewright rolls twelves
      rulewright rolls twelves check
    """


@commands.command(short_help="List the rulings that a table may choose between.")
@game_argument
@click.option("--all", "everything", is_flag=True, help="List all of them, not only those that matter most.")
@click.option("--search", metavar="WORD", help="List those that mention this word.")
@json_flag
@implemented_in("game_info")
def options() -> None:
    """List the rulings that a table may choose between: presets, and those that matter most with the lab's reason.

    \b
    Try:
      rulewright options twelves
      rulewright options twelves --search rest
      rulewright odds twelves check tags=2 rank=3 --option tag-bonus=rank-each
    """


commands.add_command(lab)
commands.add_command(advise)
commands.add_command(table)
commands.add_command(play)
commands.add_command(serve)


@commands.command(short_help="Take a short tour of every installed game.")
@implemented_in("tour")
def tour() -> None:
    """Take a short tour: rolls, odds and duels of every installed game."""


@commands.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that switches on tab completion.

    \b
    Put the line for your shell into its start-up file:
      bash   eval "$(rulewright completion bash)"
      zsh    eval "$(rulewright completion zsh)"
      fish   rulewright completion fish | source
    """
    click.echo(completion_script(shell, commands))


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; an error is one line and exit status 1 (refused by a rule), 2 (bad input) or 3 (a fault)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _add_rulebooks(given)
    try:
        commands.main(given, prog_name="rulewright", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.UsageError as error:
        where = "" if error.ctx is None else f" (see `{error.ctx.command_path} --help`)"
        fail(error.format_message() + where, given, 2)
    except click.ClickException as error:
        fail(error.format_message(), given, 2)
    except click.Abort:
        fail("interrupted", given, 130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has closed the pipe
        sys.exit(141)
    except Exception as error:
        from rulewright.rules import BadRule  # imported late: only a command that failed needs it

        if isinstance(error, BadRule):
            reason, _, instead = str(error).partition("\n\n")
            fail(reason, given, 3, instead.rstrip())
        status = exit_status(error)
        if status is None and "RULEWRIGHT_TRACEBACK" in os.environ:
            raise
        fail(fault_line(error) if status is None else str(error), given, status or 3)
    sys.exit(0)


def _add_rulebooks(given: Sequence[str]) -> None:
    """Install the rulebook files among the arguments as games for this run and for the processes it starts."""
    if any(word.endswith(".md") for word in given):
        from rulewright.game.discovery import add_game_files  # imported late: only rulebooks need it

        add_game_files(given)
