"""Template rulebooks: small working games, one for each common way to throw dice."""

import re
import tomllib
from importlib.resources import files
from typing import NamedTuple

TEMPLATES = ("roll-and-add", "roll-under", "pool", "highest-die", "opposed", "step-dice", "twelves-page")
"""Their names, the simplest first."""


class Template(NamedTuple):
    """A template rulebook: its name, and the title and the summary that it begins with."""

    name: str
    title: str
    summary: str
    text: str


def templates() -> list[Template]:
    """Every template rulebook."""
    texts = [(name, template_text(name)) for name in TEMPLATES]
    heads = [(name, tomllib.loads(text.split("+++\n")[1]), text) for name, text in texts]
    return [Template(name, head["name"], head["summary"], text) for name, head, text in heads]


def template_text(name: str) -> str:
    """The text of a template rulebook."""
    return files(__name__).joinpath(f"{name}.md").read_text()


def template(name: str, title: str) -> str:
    """The text of a template rulebook with another title."""
    text = re.sub(r'^name = ".*"$', lambda found: f'name = "{title}"', _without_slug(name), count=1, flags=re.MULTILINE)
    return re.sub(r"^# .*$", lambda found: f"# {title}", text, count=1, flags=re.MULTILINE)


def _without_slug(name: str) -> str:
    """The text of a template without its slug, which is then made from the title."""
    return re.sub(r'^slug = ".*"\n', "", template_text(name), count=1, flags=re.MULTILINE)
