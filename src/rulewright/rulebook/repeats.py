"""Repeated steps that end when they are played, whatever a rulebook says."""

from typing import Any

from rulewright.rules import Refused, Repeat

MOST = 1_000
"""Repeats after which a played step is given up: a roll that is thrown again half of the time never reaches it."""


class EndingRepeat(Repeat[Any, Any, Any]):
    """A repeated step that is given up after many repeats in play: by its `never`, or else with a refusal.

    Its odds are those of any repeated step: where no end can be reached they say so.
    """

    def __call__(self, dice: Any, state: Any, /, *args: Any, **kwargs: Any) -> Any:
        """The state in which it is over."""
        for _ in range(MOST):
            if self.until(state):
                return state
            state = dice.call(self.step, state, *args, **kwargs)
        if self.never is None:
            raise Refused(f"thrown again {MOST:,} times without an end: the rule may never end")
        return self.never(state)
