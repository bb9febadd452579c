"""Template rulebooks: small working games, one for each common way to throw dice."""

import re
from importlib.resources import files

TEMPLATES = ("roll-and-add", "roll-under", "pool", "highest-die", "opposed", "step-dice", "twelves-page")


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
