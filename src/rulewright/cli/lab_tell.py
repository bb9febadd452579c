"""What the commands of the lab have in common: reading a name, telling an answer, drawing and writing it."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from rulewright.answers import Answer, Question
from rulewright.cli.plot import check_picture
from rulewright.game import Game
from rulewright.lab.report import Answered, answer_lines, write_report
from rulewright.plain import plain
from rulewright.rules import BadInput

__all__ = ["check_folder", "draw", "name_and_words", "print_json", "tell", "write"]


def name_and_words(game: Game, words: Sequence[str], noun: str, names: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Split the words of a command into the name that comes first and the NAME=VALUE pairs after it."""
    listed = ", ".join(dict.fromkeys(names)) or "none"
    if not words:
        raise BadInput(f"missing {noun}: {game.slug} has {listed}")
    if "=" in words[0]:
        raise BadInput(f"missing {noun} before {words[0][:60]}: {game.slug} has {listed}")
    return words[0], tuple(words[1:])


def tell(title: str, found: Answer, plot: str | None = None, out: str | None = None) -> None:
    """Show an answer to a person, and write what was asked for."""
    click.echo(click.style(title, bold=True))
    for line in answer_lines(found):
        click.echo(f"  {line}".rstrip())
    draw(found, plot)
    if out is not None:
        write(Path(out), title, [(Question(1, title, "", lambda: found), found)])


def draw(found: Answer, plot: str | None) -> None:
    """Draw the first picture of an answer, if that was asked for."""
    if plot is None:
        return
    from rulewright.lab.chart import draw_chart

    path = check_picture(plot)
    if not found.charts:
        raise BadInput(f"nothing to draw for {plot[:100]}: there is no picture of this")
    try:
        draw_chart(found.charts[0], path)
    except OSError as error:
        raise BadInput(f"cannot write {plot[:100]}: {error.strerror}") from None


def check_folder(name: str) -> Path:
    """A folder that a report can be written into, which need not be there yet."""
    folder = Path(name)
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        raise BadInput(f"cannot write to {name[:100]}: {str(there)[:100]} is not a folder")
    if not os.access(there, os.W_OK):
        raise BadInput(f"cannot write to {name[:100]}: {str(there)[:100]} may not be written to")
    return folder


def write(folder: Path, title: str, answered: Sequence[Answered], aside: bool = False) -> None:
    """Write a report into a folder and say so, aside if what is printed is for scripts."""
    try:
        written = write_report(folder, title, answered)
    except OSError as error:
        raise BadInput(f"cannot write to {str(folder)[:100]}: {error.strerror}") from None
    click.echo(f"{len(written)} files in {folder}", err=aside)


def print_json(found: Any) -> None:
    """Print any answer as JSON."""
    click.echo(json.dumps(plain(found)))
