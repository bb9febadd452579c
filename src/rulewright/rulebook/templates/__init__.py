"""Rulebooks to begin with: small working games, one for each common way to throw dice."""

import re
from importlib.resources import files

TEMPLATES = ("roll-and-add", "roll-under", "pool", "highest-die", "opposed", "step-dice", "twelves-page")


def template_text(name: str) -> str:
    """The text of a rulebook to begin with."""
    return files(__name__).joinpath(f"{name}.md").read_text()


def template(name: str, title: str) -> str:
    """The text of a rulebook to begin with, under a title of its own."""
    text = re.sub(r'^name = ".*"$', lambda found: f'name = "{title}"', _without_slug(name), count=1, flags=re.MULTILINE)
    return re.sub(r"^# .*$", lambda found: f"# {title}", text, count=1, flags=re.MULTILINE)


def _without_slug(name: str) -> str:
    """The text without a slug of its own, so that it is made of the title."""
    return re.sub(r'^slug = ".*"\n', "", template_text(name), count=1, flags=re.MULTILINE)
