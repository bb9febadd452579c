"""`rulewright check FILE.md`: every fault of a rulebook with its line and column, for people and for editors."""

from pathlib import Path
from typing import Any

import click

from rulewright.cli.json_output import print_json
from rulewright.rulebook import BookFault, Rulebook
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.files import read_book, read_house_game

_SEVERITY = {"error": 1, "warning": 2}


def check(name: str, as_json: bool) -> bool:
    """Print every fault of a rulebook and return whether none of them is an error."""
    house = read_house_game(Path(name))
    faults = faults_of(read_book(Path(name)), name) if house is None else house[1]
    if as_json:
        print_json(diagnostics(name, faults))
    else:
        for fault in faults:
            click.echo(f"{name}:{fault.line}:{fault.column}: {fault.severity}: {fault.message}")
            if fault.suggestion:
                click.echo(f"    {fault.suggestion}")
        if not faults:
            click.echo(f"{name}: no faults found")
    return not any(fault.severity == "error" for fault in faults)


def faults_of(book: Rulebook, name: str) -> list[BookFault]:
    """Every fault of a rulebook: those of its text, then those that any game can have."""
    faults = check_rulebook(book)
    if any(fault.severity == "error" for fault in faults):
        return faults
    from rulewright.testing.rulebooks import checks_of_book

    found = dict.fromkeys(one for check in checks_of_book(book, name) for one in check.faults())
    return faults + [BookFault(one.line, 1, f"{one.what}: {one.reason}") for one in found]


def diagnostics(name: str, faults: list[BookFault]) -> dict[str, Any]:
    """Faults as diagnostics for editors: lines and characters count from 0, severity 1 is an error and 2 a warning."""
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
