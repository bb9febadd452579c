"""`rulewright book`: writes a rulebook as a page for screens and paper, and as plain data."""

import json
from collections.abc import Callable
from pathlib import Path

import click

from rulewright.cli.json_output import print_json
from rulewright.game import Game, find_game
from rulewright.rulebook import Rulebook
from rulewright.rulebook.document import read_document
from rulewright.rulebook.files import RULEBOOKS, base_file, installed_under, read_book, read_text
from rulewright.rules import BadInput


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


def _without_faults(name: str) -> Rulebook:
    book = read_book(Path(name))
    book.refuse_faults(name)
    return book
