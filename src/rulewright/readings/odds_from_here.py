"""Odds of the rest of a rule, after some dice have been rolled and some decisions taken."""

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.dice import Odds, Throw
from rulewright.readings.budget import Budget
from rulewright.readings.odds import odds
from rulewright.readings.paths.replay import Recorded
from rulewright.rules import Refused

Decided = tuple[str, str, Any]
"""A decision not taken yet: who decides, the question, and the choice it was priced with."""


def odds_from_here(
    rule: Callable[[Any], Any],
    options: Any,
    faces: Sequence[int],
    choices: Sequence[Any],
    budget: Budget,
) -> tuple[Odds[Any], list[Decided]]:
    """The exact odds of a rule after these faces and choices, and the choices assumed for later decisions.

    Decisions beyond `choices` are priced with the first choice on offer.
    """
    decided: dict[tuple[str, str], Decided] = {}

    def first(who: str, question: str, offered: Sequence[Any]) -> Any:
        decided.setdefault((who, question), (who, question, offered[0]))
        return offered[0]

    def whole(dice: Any) -> Any:
        return rule(_Resumed(dice, faces, choices))

    return odds(whole, options=options, policy=first, budget=budget), list(decided.values())


class _Resumed(Recorded):
    """Answers with the recorded faces and choices, then hands over to the dice that price the rest."""

    def __init__(self, dice: Any, faces: Sequence[int], choices: Sequence[Any]) -> None:
        super().__init__(dice.options, faces, choices)
        self._dice = dice

    def throw_on(self, name: str, throw: Throw[Any], fallen: list[int]) -> Any:
        if fallen:
            raise Refused("only some dice of this throw have been rolled: its odds are known when all have")
        return self._dice.pool(name, throw)

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> Any:
        choice = super().choose(who, question, choices)
        if choice not in choices:
            raise Refused(f"{choice} is not an answer to {question}: {', '.join(map(str, choices))}")
        return choice

    def decide(self, who: str, question: str, choices: Sequence[Any]) -> Any:
        return self._dice.choose(who, question, choices)

    def call(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        recorded = self.faces.left or self.choices
        return super().call(rule, *args, **kwargs) if recorded else self._dice.call(rule, *args, **kwargs)
