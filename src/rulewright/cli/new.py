"""`rulewright new`: writes a small rulebook, or a Python package, as the start of a game."""

import re
from pathlib import Path

import click

from rulewright.rulebook.templates import template
from rulewright.rules import BadInput, shown


def new(name: str, kind: str, python: bool) -> None:
    """Write a small working game under a name that is not taken yet."""
    title = " ".join(name.removesuffix(".md").split())
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", slug) or not re.fullmatch(r"[^\"\\\x00-\x1f]{1,60}", title):
        raise BadInput(f"bad name: {shown(name)} (a name begins with a letter and has at most 40 letters and digits)")
    title = title[:1].upper() + title[1:]
    if python:
        _write_package(slug, title)
        return
    file = Path(f"{slug}.md")
    _refuse_taken(file)
    file.write_text(template(kind, title))
    click.echo(f"{file} is a playable game. Try:")
    for command in (f"check {file}", f"play {file}", f"serve --rulebook {file} --open"):
        click.echo(f"  rulewright {command}")


def _write_package(slug: str, title: str) -> None:
    from rulewright.cli.new_package import package_files

    folder = Path(slug)
    _refuse_taken(folder)
    for path, text in package_files(slug, title).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    click.echo(f"{folder} is a package with a game and its tests. Try:")
    click.echo(f"  pip install --editable {folder}")
    click.echo(f"  rulewright check {slug}")


def _refuse_taken(path: Path) -> None:
    if path.exists():
        raise BadInput(f"{path} already exists: choose another name, or remove it first")
