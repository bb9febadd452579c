"""The names of template rulebooks as an option, read only when they are needed: rulebooks take long to import."""

import click


class TemplateName(click.Choice[str]):
    """One of the template rulebooks."""

    def __init__(self) -> None:
        self.case_sensitive = True

    @property
    def choices(self) -> tuple[str, ...]:
        """Every name."""
        from rulewright.rulebook.templates import TEMPLATES

        return TEMPLATES

    @choices.setter
    def choices(self, names: tuple[str, ...]) -> None:
        raise AttributeError("the names are those of the templates")
