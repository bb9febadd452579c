"""`rulewright book` and `rulewright check FILE.md`: a rulebook as a page and as plain data, and its faults."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rulewright.cli.json_output import print_json
from rulewright.game import Game, find_game
from rulewright.rulebook import BookFault, Rulebook
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.document import read_document
from rulewright.rulebook.files import RULEBOOKS, base_file, installed_under, read_book, read_house_game, read_text
from rulewright.rules import BadInput, shown


def book(name: str, out: str | None, since: str | None, as_json: bool) -> None:
    """Write `SLUG.html` and `SLUG.json` into a folder, or print the data."""
    text: Callable[[], str]
    if name.endswith(".md"):
        from rulewright.rulebook.weave import page, woven

        found = _without_faults(name)
        before = None if since is None else _without_faults(since)
        slug, text, data = found.document.front.slug, lambda: page(found, before), woven(found, before)
    else:
        from rulewright.rulebook.weave_game import game_page, woven_game

        _refuse_older(name, since)
        game = find_game(name)
        slug, text, data = game.slug, lambda: game_page(game), woven_game(game)
    if as_json:
        print_json(data)
        return
    folder = Path(out or ".")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{slug}.html").write_text(text())
    (folder / f"{slug}.json").write_text(json.dumps(data, indent=1) + "\n")
    click.echo(f"{folder / f'{slug}.html'} has the book, {folder / f'{slug}.json'} its rules and odds as data")


def diff(name: str, since: str | None, as_json: bool) -> None:
    """Print what changed between two rulebooks, or what house rules change: rules in words, and odds."""
    from rulewright.rulebook.versions import changes_of_games

    before, after = _both(name, since)
    found = changes_of_games(before, after)
    if as_json:
        print_json([{"what": one.what, "how": one.how} for one in found])
        return
    for one in found:
        click.echo(f"{click.style(one.what, bold=True)}: {one.how}")
    if not found:
        click.echo("nothing changed")


def _both(name: str, since: str | None) -> tuple[Game, Game]:
    """The game before and after; house rules are compared with the rulebook that they change."""
    if not name.endswith(".md"):
        raise BadInput(f"--diff needs a rulebook, a file whose name ends in .md, not {shown(name)}")
    path = Path(name)
    if since is None:
        text = read_text(path)
        house = installed_under(text)
        document, _ = read_document(text)
        if house is not None:
            return house[1], RULEBOOKS.game_of(path)
        if document is None or not document.front.over:
            raise BadInput("missing option: --diff needs --since OLD.md, or house rules that say over = ...")
        since = str(base_file(path, document.front.over))
    return RULEBOOKS.game_of(Path(since)), RULEBOOKS.game_of(path)


def _refuse_older(name: str, since: str | None) -> None:
    if since is not None:
        raise BadInput(f"--since needs a rulebook, a file whose name ends in .md, not {shown(name)}")


def _without_faults(name: str) -> Rulebook:
    book = read_book(Path(name))
    book.refuse_faults(name)
    return book


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
