"""Common random numbers: dice whose results come from given numbers between 0 and 1, one per throw or called rule.

A rule runs once, not once per path: faster for a position that few fights reach.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from typing import Any

from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.odds import Pricing
from rulewright.readings.policy import Undecided

_PATHS = 100_000
_SECONDS = 0.1
"""The budget for the exact table of a rule; a rule that takes more is run throw by throw."""
_Table = tuple[list[Any], list[float]]


class CommonRandomDice:
    """The dice of one run of a rule; all runs share the tables of possible results."""

    __slots__ = ("_luck", "_pricing", "_tables", "_too_long", "_used", "options")

    def __init__(
        self,
        pricing: Pricing[Any],
        tables: dict[Hashable, _Table],
        too_long: set[Hashable],
        luck: Callable[[int], float],
    ) -> None:
        self._pricing, self._tables, self._too_long, self._luck = pricing, tables, too_long, luck
        self.options = pricing.options
        self._used = 0

    def pool(self, name: str, throw: Any, /) -> Any:
        """The score of a throw."""
        return self._sampled(throw, lambda: throw.odds())

    def call(self, rule: Any, /, *args: Any, **kwargs: Any) -> Any:
        """The result of another rule."""
        key = (rule, args, tuple(sorted(kwargs.items()))) if kwargs else (rule, args)
        if key not in self._too_long:
            try:
                return self._sampled(key, lambda: self._priced(rule, args, kwargs))
            except (OverBudget, Undecided):
                self._too_long.add(key)
        return rule(self, *args, **kwargs)

    def _priced(self, rule: Any, args: Any, kwargs: Any) -> Any:
        self._pricing.budget = Budget(_PATHS, _SECONDS)
        return self._pricing.odds(rule, args, kwargs)

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> Any:
        """The first choice; decisions that matter are taken by a plan beforehand."""
        return choices[0]

    def draw(self, name: str, count: Any, deck: Any, /) -> Any:
        """Raises `Unfit`: rules that draw cards are priced exactly instead."""
        raise Unfit("cards")

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Does nothing: no breakdown is kept."""

    def _sampled(self, key: Hashable, odds: Callable[[], Any]) -> Any:
        try:
            table = self._tables.get(key)
        except TypeError:
            raise Unfit("a throw that cannot be hashed") from None
        if table is None:
            found = odds()
            bounds = [weight / found.total for weight in accumulate(found.weights.values())]
            table = self._tables[key] = list(found.weights), bounds
        values, bounds = table
        if len(values) == 1:
            return values[0]
        self._used += 1
        return values[min(bisect_right(bounds, self._luck(self._used - 1)), len(values) - 1)]
