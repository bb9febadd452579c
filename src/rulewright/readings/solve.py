"""Solve: read a rule for its best play, or for where a repeated step ends."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from rulewright.readings.best import Solution, best_play
from rulewright.readings.budget import Budget
from rulewright.readings.odds import Pricing
from rulewright.readings.paths.path_best import Decision, PathBestPlay
from rulewright.readings.policy import Policy
from rulewright.readings.watch import within_budget
from rulewright.rules import Repeat

X = TypeVar("X", bound=Hashable)


@within_budget
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
        return Solution({}, dict(pricing.odds(wanted, args, kwargs).items()), "exact" if exact else "float64")

    def once(dice: Any, start: Any) -> Any:
        return _Result(rule(dice, *args, **kwargs))

    def is_result(state: Any) -> bool:
        return isinstance(state, _Result)

    def worth_of(aim: Callable[[X], int | Fraction]) -> Callable[[Any], int | Fraction]:
        return lambda state: aim(state.value)

    whole = Repeat(once, is_result, {who: worth_of(aim) for who, aim in (aims or {}).items()})
    solution = best_play(pricing, whole, None, (), {}, exact)
    ends = {state.value: chance for state, chance in solution.chances.items()}
    return Solution(solution.values, ends, solution.method, solution._found)


class Solver(Generic[X]):
    """Best play of a `Repeat` in float64, from one position after another: what was worked out once is remembered."""

    def __init__(self, repeat: Repeat[Any, X, Any], *context: Any, options: Any = None) -> None:
        self._pricing = Pricing(options, budget=Budget(None), exact=False)
        self._repeat, self._context = repeat, context
        self._play = PathBestPlay(self._pricing, repeat, context, {}, False, tuple(repeat.aims))

    def knows(self, position: X) -> bool:
        """Whether everything that can come of a position has been worked out."""
        return self._play.knows(position)

    def decisions(self, position: X) -> list[Decision[X]]:
        """What is decided in the next step from a position, in order of play."""
        if not self.knows(position):
            play = self._pricing.best_in_columns(self._repeat, ((position, *self._context), {}))
            if play is None:
                self._play.run(position)
            else:
                self._play.take_over(play.worth_of_states())
        return self._play.decisions_at(position)


@dataclass(frozen=True)
class _Result:
    """What a rule gave, told apart from the state before it ran."""

    value: Any
