"""`rulewright check FILE.md`: every fault of a rulebook with its line and column, for people and for editors."""

import json
from pathlib import Path
from typing import Any

import click

from rulewright.rulebook import Fault, Rulebook, game_of
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.files import read_book, read_house_game

_SEVERITY = {"error": 1, "warning": 2}


def check(name: str, as_json: bool) -> bool:
    """Print every fault of a rulebook; returns whether there is no error."""
    house = read_house_game(Path(name))
    faults = faults_of(read_book(Path(name))) if house is None else house[1]
    if as_json:
        click.echo(json.dumps(diagnostics(name, faults)))
    else:
        for fault in faults:
            click.echo(f"{name}:{fault.line}:{fault.column}: {fault.severity}: {fault.message}")
            if fault.suggestion:
                click.echo(f"    {fault.suggestion}")
        if not faults:
            click.echo(f"{name}: no faults found")
    return not any(fault.severity == "error" for fault in faults)


def faults_of(book: Rulebook) -> list[Fault]:
    """Every fault of a rulebook: those of its text, then those that any game can have."""
    faults = check_rulebook(book)
    if any(fault.severity == "error" for fault in faults):
        return faults
    from rulewright.testing import check_game

    return faults + [_placed(book, one) for one in check_game(game_of(book))]


def _placed(book: Rulebook, fault: Any) -> Fault:
    """A fault of the game at the block it is about, or at the top of the file."""
    words = str(fault.what).replace("-", "_").split()
    for block in book.document.blocks:
        name = block.header.text.partition("(")[0].strip()
        if name and name in words:
            return Fault(block.place.line, 1, f"{fault.what}: {fault.reason}")
    kind = next((block for block in book.document.blocks if block.kind in words), None)
    return Fault(kind.place.line if kind else 1, 1, f"{fault.what}: {fault.reason}")


def diagnostics(name: str, faults: list[Fault]) -> dict[str, Any]:
    """Faults as editors take them: lines and characters count from 0, 1 is an error and 2 a warning."""
    return {
        "uri": Path(name).resolve().as_uri(),
        "diagnostics": [
            {
                "range": {
                    "start": {"line": fault.line - 1, "character": fault.column - 1},
                    "end": {"line": fault.line - 1, "character": fault.column},
                },
                "severity": _SEVERITY[fault.severity],
                "source": "rulewright",
                "message": fault.message,
                "suggestion": fault.suggestion,
            }
            for fault in faults
        ],
    }
