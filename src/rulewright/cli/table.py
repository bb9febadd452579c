"""`rulewright table`: list, show, export, import, check, back up and remove tables."""

import click
from click.shell_completion import CompletionItem

from rulewright.cli.lazy_commands import implemented_in
from rulewright.cli.shared_flags import json_flag, out_flag, plot_flag


def complete_table(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a table in the store."""
    from rulewright.cli.table_commands import listed

    try:
        found = listed(context.params.get("store"))
    except Exception:  # completion shows no errors
        return []
    return [CompletionItem(one["table"], help=one["title"]) for one in found if one["table"].startswith(begun)]


named = click.argument("name", metavar="TABLE", shell_complete=complete_table)
named_or_file = click.argument("name", metavar="FILE|TABLE", type=click.Path(allow_dash=True))
store_flag = click.option(
    "--store",
    metavar="WHERE",
    help="The file or database with the tables [default: RULEWRIGHT_DATABASE, else a file in your data folder].",
)
out_argument = click.argument("file", required=False, type=click.Path(allow_dash=True))
seat_flag = click.option("--as", "seat", metavar="SEAT", default="", help="Only what this seat, such as s2, may see.")


@click.group()
def table() -> None:
    """List, show, export, import, check, back up and remove tables.

    TABLE is a name that `rulewright table list` shows, the beginning of one, or a title.

    \b
    Try:
      rulewright table list
      rulewright table story TABLE
      rulewright table verify FILE
    """


@table.command("list", short_help="List every table in the store.")
@store_flag
@json_flag
@implemented_in("table_commands", "show_list")
def list_() -> None:
    """List every table in the store: its name, title, game, seats and number of events."""


@table.command(short_help="Show a table.")
@named
@store_flag
@seat_flag
@click.option("--at", type=int, metavar="EVENT", help="As it was after this event.")
@json_flag
@implemented_in("table_commands")
def show() -> None:
    """Show a table: its characters, pending actions and last events."""


@table.command(short_help="Write a table to a file of JSON lines.")
@named
@out_argument
@store_flag
@seat_flag
@implemented_in("table_commands")
def export() -> None:
    """Write a whole table to FILE (or standard output); with --as, only what a seat may see of it."""


@table.command("import", short_help="Import a table's file as a new table.")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--title", default="", help="The title of the new table.")
@store_flag
@json_flag
@implemented_in("table_commands")
def import_() -> None:
    """Import the file of a whole table as a new table with a new key; no existing table changes."""


@table.command(short_help="Write the log of a table as a story in Markdown.")
@named
@out_argument
@store_flag
@seat_flag
@implemented_in("table_commands")
def story() -> None:
    """Write the story of a table to FILE (or standard output) in Markdown; with --as, what a seat knows of it."""


@table.command(short_help="Run every recorded action again and compare.")
@named_or_file
@store_flag
@json_flag
@implemented_in("table_commands")
def audit() -> None:
    """Run every recorded action again on its recorded dice and decisions, and show where the result differs.

    Exits with 1 when anything differs: the log was changed, or the rules were.
    """


@table.command(short_help="Prove every rolled die from the seeds.")
@named_or_file
@store_flag
@json_flag
@implemented_in("table_commands")
def verify() -> None:
    """Prove every die that was rolled and every result, and say what is proved and what is not.

    If one does not match, it is named and the exit status is 1. An exported file is enough, whole or as one seat
    sees it.
    """


@table.command(short_help="Show who was lucky in the last fight.")
@named_or_file
@click.option("--at", type=int, metavar="EVENT", help="Take the last fight before this event.")
@click.option(
    "--runs", type=click.IntRange(1, 100_000), default=200, show_default=True, help="Simulated fights for each chance."
)
@store_flag
@plot_flag
@out_flag
@json_flag
@implemented_in("table_luck")
def luck() -> None:
    """Show who was lucky in the last fight: how far each character's dice moved the chance to win.

    A small fight is solved for best play of both sides; a larger one is simulated, both sides by the game's first
    plan. Choices and dice are counted separately.

    \b
    Try:
      rulewright table luck docs/evening.jsonl
    """


@table.command(short_help="Write the whole store to one file.")
@click.argument("file", type=click.Path())
@store_flag
@json_flag
@implemented_in("table_commands")
def backup() -> None:
    """Write every table with its keys and seeds to FILE. The file contains secrets: do not share it."""


@table.command(short_help="Restore the tables of a backup.")
@click.argument("file", type=click.Path())
@click.option("--over", is_flag=True, help="Replace tables that already exist.")
@store_flag
@json_flag
@implemented_in("table_commands")
def restore() -> None:
    """Restore every table of a backup, all or nothing."""


@table.command(short_help="Delete a table.")
@named
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@store_flag
@json_flag
@implemented_in("table_commands")
def remove() -> None:
    """Delete a table with its log, keys and seed. This cannot be undone."""


@table.command(short_help="Close a table and reveal its seed.")
@named
@store_flag
@json_flag
@implemented_in("table_commands")
def close() -> None:
    """Close a table: play ends, and the seed of its open dice is revealed, so that every open die can be proved."""
