"""Legality: reads an action only as far as its first die, to learn whether it is allowed at all."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from rulewright.dice import Throw
from rulewright.readings.paths.replay import DrawsByPool
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
    """Raised at the first die or decision, or where the rule says that it refuses nothing more."""


class _NoDice:
    """Dice that are never thrown, and cards that are never drawn."""

    def __call__(self, sides: int, /) -> NoReturn:
        raise _FirstQuestion

    def card(self, left: Sequence[Any], /) -> NoReturn:
        raise _FirstQuestion


_NO_DICE = _NoDice()


class _Probe(DrawsByPool):
    """Runs a rule up to its first die or decision; a throw without dice does not count."""

    __slots__ = ("options",)

    def __init__(self, options: Any) -> None:
        self.options = options

    def pool(self, name: str, throw: Throw[Any], /) -> Any:
        """The score of a throw without dice."""
        return throw.roll(_NO_DICE)

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> NoReturn:
        raise _FirstQuestion

    def refuses_nothing_more(self) -> NoReturn:
        """Stops the run: from here on the rule refuses nothing."""
        raise _FirstQuestion

    def call(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """The result of another rule, run as part of its caller."""
        return rule(self, *args, **kwargs)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept."""
