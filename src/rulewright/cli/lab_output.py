"""Functions shared by the lab commands: parse a name; print, draw and write an answer."""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from rulewright._optional_parts import need_part
from rulewright.cli.json_output import print_json
from rulewright.cli.plot import check_picture
from rulewright.game.plain_data import plain
from rulewright.lab.answers import Answer, Question
from rulewright.lab.report_formats import Answered, answer_lines, write_report
from rulewright.rules import BadInput

_NARROWEST = 40


def check_targets(plot: str | None, out: str | None = None, csv: str | None = None) -> None:
    """Raise for a chart, folder or file that cannot be written, before the work begins."""
    if plot is not None:
        check_picture(plot)
    if out is not None:
        need_part("plots", "a report with charts")
        _check_folder(Path(out))
    if csv is not None:
        _check_file(Path(csv))


def _check_file(path: Path) -> None:
    """Raise unless a file can be written: its folder must exist."""
    if path.is_dir() or not path.parent.is_dir():
        raise BadInput(f"cannot write {str(path)[:100]}: it must be a file in an existing folder")
    if not os.access(path.parent, os.W_OK):
        raise BadInput(f"cannot write {str(path)[:100]}: its folder is not writable")


def _check_folder(folder: Path) -> None:
    """Raise unless a report can be written into a folder, which need not exist yet."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        raise BadInput(f"cannot write to {str(folder)[:100]}: {str(there)[:100]} is not a folder")
    if not os.access(there, os.W_OK):
        raise BadInput(f"cannot write to {str(folder)[:100]}: {str(there)[:100]} is not writable")


def show_answer(
    title: str, found: Answer, plot: str | None = None, out: str | None = None, data: Mapping[str, Any] | None = None
) -> None:
    """Print an answer, or its `data` as JSON, and write the requested chart and report."""
    if data is None:
        click.echo(click.style(title, bold=True))
        for line in shown_lines(found, indent=2):
            click.echo(line)
    if plot is not None:
        _draw(found, plot)
    if out is not None:
        write(Path(out), title, [(Question(1, title, "", lambda: found), found)], aside=data is not None)
    if data is not None:
        print_json(plain(data))


def shown_lines(found: Answer, indent: int = 0) -> list[str]:
    """An answer as lines that fit the terminal; not wrapped if the output is not a terminal."""
    seen = sys.stdout.isatty() or "COLUMNS" in os.environ
    width = max(_NARROWEST, shutil.get_terminal_size().columns - indent) if seen else None
    return [f"{' ' * indent}{line}".rstrip() for line in answer_lines(found, width)]


def _draw(found: Answer, plot: str) -> None:
    """Write the first chart of an answer."""
    from rulewright.lab.charts import draw_chart

    path = check_picture(plot)
    if not found.charts:
        raise BadInput(f"nothing to draw for {plot[:100]}: this answer has no chart")
    try:
        draw_chart(found.charts[0], path)
    except OSError as error:
        raise BadInput(f"cannot write {plot[:100]}: {error.strerror}") from None


def write(folder: Path, title: str, answered: Sequence[Answered], aside: bool = False) -> None:
    """Write a report into a folder and print how many files it has, on standard error if `aside`."""
    try:
        written = write_report(folder, title, answered)
    except OSError as error:
        raise BadInput(f"cannot write to {str(folder)[:100]}: {error.strerror}") from None
    click.echo(f"{len(written)} files in {folder}", err=aside)
