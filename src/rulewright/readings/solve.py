"""Solve: read a rule for its best play, or for where a repeated step ends."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from rulewright.readings.best import Solution, best_play
from rulewright.readings.budget import Budget
from rulewright.readings.odds import Pricing
from rulewright.readings.policy import Policy
from rulewright.rules import Repeat

__all__ = ["solve"]

X = TypeVar("X", bound=Hashable)


def solve(
    rule: Callable[..., X],
    *args: Any,
    aims: Mapping[str, Callable[[X], int | Fraction]] | None = None,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    exact: bool = False,
    **kwargs: Any,
) -> Solution[X]:
    """Best play of a rule with decisions, or of a `Repeat`.

    `aims` maps each side to the worth of a result; a `Repeat` brings its own. Decisions of sides
    without an aim follow `policy`. Numbers are float64, or exact fractions with `exact=True`; the
    solution's `method` says which.
    """
    pricing = Pricing(options, policy, budget, exact)
    if isinstance(rule, Repeat):
        wanted = Repeat(rule.step, rule.until, rule.aims if aims is None else aims)
        if wanted.aims:
            return best_play(pricing, wanted, args[0], args[1:], kwargs, exact)
        return Solution({}, dict(pricing.odds(wanted, args, kwargs).items()), [], {}, "exact" if exact else "float64")

    def once(dice: Any, start: Any) -> Any:
        return _Result(rule(dice, *args, **kwargs))

    def is_result(state: Any) -> bool:
        return isinstance(state, _Result)

    def worth_of(aim: Callable[[X], int | Fraction]) -> Callable[[Any], int | Fraction]:
        return lambda state: aim(state.value)

    whole = Repeat(once, is_result, {who: worth_of(aim) for who, aim in (aims or {}).items()})
    solution = best_play(pricing, whole, None, (), {}, exact)
    ends = {state.value: chance for state, chance in solution.chances.items()}
    return Solution(solution.values, ends, solution.decisions, {}, solution.method)


@dataclass(frozen=True)
class _Result:
    """What a rule gave, told apart from the state before it ran."""

    value: Any
