"""The commands of the lab: comparisons, duels, studies, fights, luck, advice, and the designer's open questions."""

import click

from rulewright.cli.complete import complete_advice, complete_duel, complete_game, complete_parameter, complete_question
from rulewright.cli.lazy_commands import implemented_in
from rulewright.cli.shared_flags import game_argument, json_flag, option_flag, out_flag, plot_flag, seconds_flag


@click.group(short_help="Find out what the numbers of a game do.")
def lab() -> None:
    """Find out what the numbers of a game do: compare rulings, fight duels, run studies.

    \b
    Try:
      rulewright lab compare twelves check score=7 tags=2 rank=3 --option tag-bonus=rank-each
      rulewright lab duel twelves duel a.weapon=2 --points
      rulewright lab study docs/studies/weapons.toml
    """


@lab.command(short_help="Answer the questions that a game's draft leaves open.")
@game_argument
@click.argument("number", required=False, type=int, shell_complete=complete_question)
@out_flag
@json_flag
@implemented_in("lab_commands")
def answer() -> None:
    """Answer the questions that a game's draft leaves open: all of them, or one by its NUMBER.

    \b
    Try:
      rulewright lab answer twelves 4
      rulewright lab answer twelves --out report
    """


@lab.command(short_help="Compare the same roll under different rulings.")
@game_argument
@click.argument("words", nargs=-1, metavar="ROLL [NAME=VALUE]...", shell_complete=complete_parameter)
@option_flag
@click.option(
    "--rules",
    multiple=True,
    type=click.Path(),
    metavar="FILE",
    help="A TOML or JSON file of options; give it twice to compare two files.",
)
@click.option(
    "--against", metavar="GAME", shell_complete=complete_game, help="Compare with the same roll in another game."
)
@click.option(
    "--figure",
    "figures",
    multiple=True,
    metavar="FIGURE",
    help="A figure to compare: result=success, mean:total, q90:total. Can be repeated.",
)
@seconds_flag
@plot_flag
@out_flag
@json_flag
@implemented_in("lab_compare")
def compare() -> None:
    """Compare the exact odds of a roll under different rulings or parameters.

    An option that is not its default is compared with the default. Give an option or a parameter
    twice to compare its values. A range of a parameter (score=1..12) sweeps it; the chart of two
    ranges is a heat map of the change.

    \b
    Try:
      rulewright lab compare twelves check score=7 tags=2 rank=3 --option tag-bonus=rank-each
      rulewright lab compare twelves check score=7 advantage=0 advantage=1
      rulewright lab compare twelves check score=1..12 tags=2 rank=1..5 --option tag-bonus=rank-each --plot map.svg
    """


@lab.command(short_help="Show who wins a duel, how long it takes, and what a point is worth.")
@game_argument
@click.argument("words", nargs=-1, metavar="DUEL [NAME=VALUE]...", shell_complete=complete_duel)
@option_flag
@click.option("--points", is_flag=True, help="Also show what one more point of each parameter is worth.")
@seconds_flag
@plot_flag
@out_flag
@json_flag
@implemented_in("lab_commands")
def duel() -> None:
    """Show who wins a duel, how long it takes and what each side has left.

    The answer is exact. If that takes longer than --seconds, it is worked out in float64, and if
    that takes too long as well, simulated. Without DUEL the error names the duels of the game.

    \b
    Try:
      rulewright lab duel twelves duel a.weapon=2 --points
      rulewright lab duel untold-aeons melee-duel a.brawl=4 b.brawl=3 max_turns=12
    """


@lab.command(short_help="Write a duel as a model for another solver.")
@game_argument
@click.argument("words", nargs=-1, metavar="DUEL [NAME=VALUE]...", shell_complete=complete_duel)
@option_flag
@click.option(
    "--to", type=click.Choice(["drn"]), default="drn", show_default=True, expose_value=False, help="The format."
)
@seconds_flag
@click.option("--out", metavar="FILE", help="The file to write; standard output if left out.")
@implemented_in("lab_commands")
def export() -> None:
    """Write a duel as a Markov decision process in DRN, the format of the model checker Storm.

    States in which a side has won are labelled SIDE_wins. At most one side may decide.

    \b
    Try:
      rulewright lab export twelves duel a.potions=1 a.policy=best --out duel.drn
      storm --explicit-drn duel.drn --prop 'Pmax=? [F "a_wins"]'
    """


@lab.command(short_help="Run a study: every combination of parameters and rulings.")
@click.argument("file", type=click.Path())
@click.option("--results", metavar="FILE", help="The file for the results [default: FILE.results.sqlite].")
@click.option("--fresh", is_flag=True, help="Start over, even if there are results already.")
@click.option("--cores", type=click.IntRange(1, 1024), help="How many processes [default: one per core].")
@click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster instead, such as tcp://host:8786.")
@click.option("--csv", metavar="FILE", help="Also write every point as a line of a CSV file.")
@plot_flag
@out_flag
@json_flag
@implemented_in("lab_commands")
def study() -> None:
    """Run a study on every core: a roll or a duel for every combination of parameters and options.

    FILE is a TOML file that docs/lab.md explains. Ctrl-C stops the study; the same command continues it.

    \b
    Try:
      rulewright lab study docs/studies/weapons.toml
    """


@lab.command(short_help="Simulate a fight of several against several, by plans.")
@click.argument("file", type=click.Path())
@click.option("--runs", type=click.IntRange(1, 10_000_000), default=1_000, show_default=True, help="How many fights.")
@click.option("--seed", default=0, show_default=True, help="The same seed plays the same fights.")
@click.option("--cores", type=click.IntRange(1, 1024), help="How many processes [default: one per core].")
@plot_flag
@out_flag
@json_flag
@implemented_in("lab_commands")
def fight() -> None:
    """Simulate a fight of several against several many times, by the plans in FILE.

    FILE is a TOML file that docs/lab.md explains.

    \b
    Try:
      rulewright lab fight docs/studies/two-against-two.toml --runs 200
      rulewright lab fight docs/studies/two-against-two.toml --seed 7 --plot fight.svg
    """


@lab.command(short_help="Show who was lucky in a duel, roll by roll.")
@game_argument
@click.argument("words", nargs=-1, metavar="DUEL [NAME=VALUE]...", shell_complete=complete_duel)
@option_flag
@click.option("--dice", metavar="3,5,6", help="The faces that were rolled, in order.")
@click.option("--seed", type=int, help="Without --dice: roll the same dice every time.")
@seconds_flag
@plot_flag
@out_flag
@json_flag
@implemented_in("lab_commands")
def luck() -> None:
    """Show who was lucky in a duel: how far each roll moved the chance to win.

    For a fight that was played at a table use `rulewright table luck`.

    \b
    Try:
      rulewright lab luck twelves duel first=a --seed 3
      rulewright lab luck twelves duel first=a a.weapon=3 b.weapon=3 --dice 4,10,9,3,6,10,8,11,12,7
    """


@click.command(short_help="Show every choice in a decision, its value and the best one.")
@game_argument
@click.argument("words", nargs=-1, metavar="[DUEL] [NAME=VALUE]...", shell_complete=complete_advice)
@option_flag
@click.option(
    "--fight",
    "setup",
    type=click.Path(),
    metavar="FILE",
    help="Advise the character whose turn it is in this file's fight.",
)
@click.option(
    "--scene", type=click.Path(), metavar="FILE", help="The scene as JSON, instead of the opening of --fight."
)
@click.option(
    "--runs",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    help="Fights to simulate for each choice.",
)
@seconds_flag
@plot_flag
@out_flag
@json_flag
@implemented_in("advise")
def advise() -> None:
    """Show every choice in a decision, what it is worth, and the best one.

    In a duel the values are exact. With --fight they are solved in float64 if the fight is small,
    and otherwise simulated by the plans in FILE, with 95% intervals.

    \b
    Try:
      rulewright advise twelves duel first=a a.damage=2 a.potions=2 a.weapon=2 b.weapon=2
      rulewright advise light-dark fight attribute=2 ego=5 hp=8
      rulewright advise twelves --fight docs/studies/two-against-two.toml
    """
