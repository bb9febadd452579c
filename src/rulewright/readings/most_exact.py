"""The most exact answer that the time allows: exact, else in float64, else simulated."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.dice import Odds
from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.chances import Chances
from rulewright.readings.odds import odds

if TYPE_CHECKING:
    from rulewright.readings.simulate import Simulated

A = TypeVar("A")
R = TypeVar("R", bound=Hashable)

Method = Callable[[Budget], A]
"""A method of computing an answer, which raises `OverBudget` if it takes too long."""


def first_within(seconds: float | None, *methods: Method[A], progress: Callable[[Budget], None] | None = None) -> A:
    """The answer of the first of `methods` that finishes; each may take `seconds`, and the last may raise."""
    *others, last = methods
    for method in others:
        try:
            return method(Budget(None, seconds, progress))
        except OverBudget:
            continue
    return last(Budget(None, seconds, progress))


def odds_within(
    seconds: float | None,
    rule: Callable[..., R],
    *args: Any,
    options: Any = None,
    runs: int = 1_000_000,
    exact: bool = True,
    progress: Callable[[Budget], None] | None = None,
    **kwargs: Any,
) -> "Odds[R] | Chances[R] | Simulated[R]":
    """The odds of a rule by the most exact method that finishes; `method` says which.

    Exact fractions, float64 and a simulation of `runs` runs may take `seconds` each; without `exact` the
    fractions are left out. Raises `OverBudget` if not even one run is finished.
    """

    def as_fractions(budget: Budget) -> Odds[R]:
        found: Odds[R] = odds(rule, *args, options=options, budget=budget, **kwargs)
        return found

    def in_float64(budget: Budget) -> Chances[R]:
        return odds(rule, *args, options=options, budget=budget, exact=False, **kwargs)

    def by_simulation(budget: Budget) -> "Simulated[R]":
        from rulewright.readings.simulate import simulate  # numpy, which exact odds do not need

        return simulate(rule, *args, options=options, runs=runs, seed=0, budget=budget, **kwargs)

    methods: list[Method[Odds[R] | Chances[R] | Simulated[R]]] = [in_float64, by_simulation]
    return first_within(seconds, *([as_fractions] if exact else []), *methods, progress=progress)
