"""Rulebooks to begin with: small working games, one for each common way to throw dice."""

import re
from importlib.resources import files

TEMPLATES = ("roll-and-add", "roll-under", "pool", "highest-die", "opposed", "step-dice")


def template(name: str, title: str) -> str:
    """The text of a rulebook to begin with, under a title of its own."""
    text = files(__name__).joinpath(f"{name}.md").read_text()
    text = re.sub(r'^name = ".*"$', lambda found: f'name = "{title}"', text, count=1, flags=re.MULTILINE)
    return re.sub(r"^# .*$", lambda found: f"# {title}", text, count=1, flags=re.MULTILINE)
