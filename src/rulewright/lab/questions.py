"""Finds a game's open questions through the entry-point group `rulewright.reports`."""

from importlib.metadata import entry_points

from rulewright.lab.answers import Question

_GROUP = "rulewright.reports"


def questions_of(slug: str) -> tuple[Question, ...]:
    """The open questions of a game, in order; empty if no report is installed for it."""
    found = entry_points(group=_GROUP, name=slug)
    return tuple(question for entry in found for question in entry.load())
