"""Legality: reads an action only as far as its first die, to learn whether it is allowed at all."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from rulewright.dice import Throw
from rulewright.readings.paths.replay import Recorded
from rulewright.rules import Refused


def refusal(rule: Callable[..., Any], *args: Any, options: Any = None, **kwargs: Any) -> Refused | None:
    """Why a rule refuses these arguments, or None when it would go on to roll, ask or finish.

    A rule refuses before it throws anything, so that a refused action costs and changes nothing.
    """
    try:
        rule(_Probe(options), *args, **kwargs)
    except Refused as refused:
        return refused
    except _FirstQuestion:
        return None
    return None


class _FirstQuestion(Exception):
    """Raised at the first die or decision: from here on the action is allowed."""


class _Probe(Recorded):
    """Dice that are never thrown."""

    def throw_on(self, name: str, throw: Throw[Any], fallen: list[int]) -> NoReturn:
        raise _FirstQuestion

    def decide(self, who: str, question: str, choices: Sequence[Any]) -> NoReturn:
        raise _FirstQuestion
