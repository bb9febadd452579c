"""Errors of commands: a message in one line, and an exit status."""

import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent
from typing import NoReturn

import click

from rulewright.cli.json_output import print_json


def exit_status(error: Exception) -> int | None:
    """The exit status of an expected error; None for a bug in Rulewright or in a game."""
    from rulewright.dice import FaceError
    from rulewright.dice.notation import NotationError
    from rulewright.readings import ChoiceError, Need, OverBudget, Undecided
    from rulewright.rules import BadInput, Refused
    from rulewright.table.errors import Forbidden, KeyRefused, NotFound, Stale
    from rulewright.table.stores.protocol import StoreFault

    if isinstance(error, Refused | Forbidden):
        return 1
    if isinstance(error, NotFound | KeyRefused | Stale | StoreFault):
        return 2
    if isinstance(error, BadInput | ChoiceError | FaceError | NotationError | Need | OverBudget | Undecided):
        return 2
    return None


@contextmanager
def time_limit(seconds: float, fault: str = "not worked out") -> Iterator[None]:
    """Report work that is over its budget as a `BadInput` that names the flag for more time."""
    from rulewright.readings import OverBudget
    from rulewright.rules import BadInput

    try:
        yield
    except OverBudget:
        raise BadInput(f"too large: {fault} in {seconds:g} seconds; allow more with --seconds") from None


def fault_line(error: Exception) -> str:
    """An unexpected exception in one line, with its place."""
    *_, last = traceback.extract_tb(error.__traceback__)
    where = f"{'/'.join(Path(last.filename).parts[-2:])} line {last.lineno}"
    return f"a fault in Rulewright or in the game: {error!r} in {where}; RULEWRIGHT_TRACEBACK=1 shows the traceback"


def fail(message: str, given: Sequence[str], status: int, instead: str = "") -> NoReturn:
    """Print a message in one line, and below it the lines of code to write instead, if any."""
    line = " ".join(message.split())
    click.echo(f"rulewright: {line}", err=True)
    if instead:
        click.echo(indent(instead, "    "), err=True)
    if "--json" in given:
        print_json({"error": f"{line}\n\n{instead}" if instead else line})
    sys.exit(status)
