"""Repeated steps that always end in play, even if a rulebook's rule does not."""

from typing import Any

from rulewright.rules import Refused, Repeat

MOST_REPEATS = 1_000
"""Repeats after which play stops: out of reach even for a roll that is repeated half of the time."""


class EndingRepeat(Repeat[Any, Any, Any]):
    """A repeated step that stops after many repeats in play: with the result of `never`, or else by refusing.

    Its odds are those of any repeated step, with `NEVER_ENDS` where no end can be reached.
    """

    def __call__(self, dice: Any, state: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Repeat the step and return the final state."""
        for _ in range(MOST_REPEATS):
            if self.until(state):
                return state
            state = dice.call(self.step, state, *args, **kwargs)
        if self.never is None:
            raise Refused(f"thrown again {MOST_REPEATS:,} times without an end: the rule may never end")
        return self.never(state)
