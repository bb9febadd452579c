"""Policies: how decisions are taken when no player is asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Policy = Callable[[str, str, Sequence[Any]], Any] | Mapping[str, Any]
"""A function (who, question, choices) -> choice, or a mapping from question to choice."""


class Undecided(Exception):
    """Raised when a rule asks for a decision that no policy covers."""

    def __init__(self, who: str, question: str, choices: Sequence[Any]) -> None:
        super().__init__(f"{who} must decide {question} ({', '.join(map(str, choices))}): give a policy, or solve")
        self.who = who
        self.question = question
        self.choices = tuple(choices)
