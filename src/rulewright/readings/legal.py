"""Legal: read an action only as far as its first die, to learn whether it may be done at all."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from rulewright.rules import Refused

__all__ = ["refusal"]


def refusal(rule: Callable[..., Any], *args: Any, options: Any = None, **kwargs: Any) -> Refused | None:
    """Why a rule does not allow this, or None when it would go on to roll, ask or finish.

    A rule refuses before it throws anything, so that a refused action costs and changes nothing.
    """
    try:
        rule(_Probe(options), *args, **kwargs)
    except Refused as refused:
        return refused
    except _Reached:
        return None
    return None


class _Reached(Exception):
    """The first die or decision: from here on the action is under way."""


class _Probe:
    """Dice that nobody gets to throw."""

    def __init__(self, options: Any) -> None:
        self.options = options

    def pool(self, name: str, throw: Any, /) -> NoReturn:
        raise _Reached

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> NoReturn:
        raise _Reached

    def call(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return rule(self, *args, **kwargs)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Nobody reads the breakdown of something that was only looked at."""
