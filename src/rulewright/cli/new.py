"""`rulewright new`: writes a small rulebook, or a Python package, as the start of a game."""

import keyword
import re
import sys
from importlib.resources import files
from pathlib import Path
from unicodedata import combining, normalize

import click

from rulewright.rulebook.templates import template
from rulewright.rules import BadInput, shown

_PACKAGE = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "{package}/__init__.py": "game.py",
    "{package}/check.py": "check.py",
    "{package}/rules.toml": "rules.toml",
    "tests/test_{package}.py": "tests.py",
}
"""The files of a new package, each with its template in `package_template`."""


def new(name: str, kind: str, python: bool) -> None:
    """Write a small working game under a name that is not taken yet."""
    title = " ".join(name.removesuffix(".md").split())
    slug = re.sub(r"[^a-z0-9]+", "-", _without_accents(title.lower())).strip("-")
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", slug) or not re.fullmatch(r"[^\"\\\x00-\x1f]{1,60}", title):
        allowed = "a name begins with a letter from a to z and has at most 40 letters and digits"
        raise BadInput(f"bad name: {shown(name) or 'it is empty'} ({allowed})")
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


def _without_accents(text: str) -> str:
    """Text with the plain letter for each accented one."""
    return "".join(letter for letter in normalize("NFKD", text) if not combining(letter))


def _write_package(slug: str, title: str) -> None:
    package = slug.replace("-", "_")
    if keyword.iskeyword(package) or package in sys.stdlib_module_names or package == "rulewright":
        raise BadInput(f"bad name: {slug} already means something in Python; choose another name")
    folder = Path(slug)
    _refuse_taken(folder)
    prefix = "".join(word[0] for word in slug.split("-")).upper() + slug[-1].upper()
    for path, source in _PACKAGE.items():
        text = files("rulewright.cli").joinpath("package_template", f"{source}.txt").read_text()
        file = folder / path.format(package=package)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.format(slug=slug, package=package, title=title, prefix=prefix))
    click.echo(f"{folder} is a package with a game and its tests. Try:")
    click.echo(f"  pip install --editable {folder}")
    click.echo(f"  rulewright check {slug}")


def _refuse_taken(path: Path) -> None:
    if path.exists():
        raise BadInput(f"{path} already exists: choose another name, or remove it first")
