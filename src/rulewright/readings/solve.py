"""Solve: reads a rule for its best play, or for where a repeated step ends."""

from collections.abc import Callable, Hashable, Mapping
from contextlib import nullcontext
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from rulewright.dice import Odds
from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.graph.chain import Flow, Number
from rulewright.readings.graph.search import Decision, Search
from rulewright.readings.odds import Pricing
from rulewright.readings.paths.bad_rule import explaining, refuse_no_rule, refuse_nothing
from rulewright.readings.paths.merged import Ended
from rulewright.readings.paths.purity import watched
from rulewright.readings.policy import Policy
from rulewright.readings.watchdog import within
from rulewright.rules import NEVER_ENDS, Repeat

X = TypeVar("X", bound=Hashable)

_MOST_PATHS_IN_A_TREE = 20_000
"""The most paths of a rule with decisions that are held as one tree."""


class Solution(Generic[X]):
    """Best play from a position: its value to each side, its ends, and the decisions on the way.

    `method` says whether the numbers are exact fractions or float64.
    """

    def __init__(
        self, method: str, values: dict[str, Number], flow: Callable[[], Flow], search: Search[X] | None
    ) -> None:
        self.method = method
        self.values = values
        self._flow = flow
        self._search = search

    @cached_property
    def flow(self) -> Flow:
        """Where play goes: its ends, and how often each state is visited."""
        return self._flow()

    @property
    def chances(self) -> dict[X, Number]:
        """The chance of each end, and of each state at which play stops because it never ends."""
        return self.flow.chances()

    @property
    def never_ends(self) -> Number:
        """The chance that play reaches a state from which no end can be reached."""
        chances = self.chances
        return sum((chances[state] for state in self.flow.never), Fraction(0))

    @cached_property
    def decisions(self) -> list[Decision[X]]:
        """Every decision, in order of play."""
        return [] if self._search is None else self._search.decisions()

    def decisions_at(self, state: X) -> list[Decision[X]]:
        """The decisions in the step from one state, in order of play."""
        return [] if self._search is None else self._search.decisions_at(state)

    def values_at(self, state: X) -> dict[str, Number]:
        """The value of a reachable state to each side."""
        return {} if self._search is None else self._search.values_at(state)

    def step_at(self, state: X) -> Odds[X]:
        """The odds of the step from a state under best play."""
        if self._search is None:
            raise ValueError("the step has no decisions: use the odds of the step")
        return self._search.step_at(state)


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

    `aims` maps each side to a function that values a result; a `Repeat` has its own. For a plain rule, play that never
    ends is worth 0 to each side. Decisions of sides
    without an aim follow `policy`. Numbers are float64, or exact fractions with `exact=True`; the
    solution's `method` says which.
    """
    pricing: Pricing[Any] = Pricing(options, policy, budget, exact)
    with explaining(rule):
        return within(pricing.budget, _best, rule, args, kwargs, aims, pricing)


def _best(
    rule: Callable[..., X],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    aims: Mapping[str, Callable[[X], int | Fraction]] | None,
    pricing: Pricing[Any],
) -> Solution[X]:
    refuse_no_rule(rule)
    exact = pricing.exact
    method = "exact" if exact else "float64"
    if isinstance(rule, Repeat):
        wanted = rule if aims is None else rule.with_aims(aims)
        if not wanted.aims:
            flow = _in(exact, pricing.flow(wanted, args, kwargs))
            return Solution(method, {}, lambda: flow, None)
        return _solved(pricing, wanted, args, kwargs, method, (wanted, args, kwargs))

    whole = _until_ended(partial(_once, rule, args, kwargs), aims or {})
    small = Pricing(pricing.options, pricing.policy, pricing.budget.at_most(_MOST_PATHS_IN_A_TREE), exact)
    called = (rule, args, kwargs)
    try:
        found = _solved(small, whole, (None,), {}, method, called)
    except OverBudget:
        in_steps = _in_steps(pricing, rule, args, kwargs, aims or {}, method)
        found = in_steps or _solved(pricing, whole, (None,), {}, method, called)

    def ends() -> Flow:
        weights = found.flow.weights
        outcomes = {state.outcome if isinstance(state, Ended) else state: weights[state] for state in weights}
        return found.flow._replace(weights=outcomes, never={NEVER_ENDS} & outcomes.keys())

    return Solution(method, found.values, ends, found._search)


def _once(rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], dice: Any, start: Any) -> Ended:
    """A whole rule as one step."""
    return Ended(rule(dice, *args, **kwargs))


def _until_ended(
    step: Callable[..., Any], aims: Mapping[str, Callable[[Any], int | Fraction]]
) -> Repeat[Any, Any, Any]:
    """A step that is repeated until its state is `Ended`, or play never ends."""

    def over(state: Any) -> bool:
        return state is NEVER_ENDS or isinstance(state, Ended)

    def worth_of(aim: Callable[[Any], int | Fraction]) -> Callable[[Any], int | Fraction]:
        return lambda state: 0 if state is NEVER_ENDS else aim(state.outcome)

    return Repeat(step, over, {who: worth_of(aim) for who, aim in aims.items()})


def _in_steps(
    pricing: Pricing[Any],
    rule: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    aims: Mapping[str, Callable[[Any], int | Fraction]],
    method: str,
) -> "Solution[Any] | None":
    """Best play of a rule with many paths, from one throw or decision to the next; None if that cannot be done."""
    from rulewright.readings.paths.as_steps import as_steps  # the parser, which few callers need

    try:
        step, start = as_steps(rule, args, kwargs, pricing.options)
        return _solved(pricing, _until_ended(step, aims), (start,), {}, method, None)
    except Unfit:
        return None


def _solved(
    pricing: Pricing[Any],
    repeat: Repeat[Any, Any, Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    method: str,
    called: tuple[Callable[..., Any], tuple[Any, ...], Mapping[str, Any]] | None,
) -> Solution[Any]:
    """Best play of a repeated step; `called` is the rule it was made from, which is checked for purity."""
    search: Search[Any] = Search(pricing, repeat, args[1:], kwargs, pricing.exact)
    with nullcontext(()) if called is None else watched(search.pricing, *called) as outcomes:
        refuse_nothing(called[0] if called else repeat, outcomes)
        search.run(args[0])
    return Solution(method, search.values_at(args[0]), lambda: search.flow(args[0]), search)


def _in(exact: bool, flow: Flow) -> Flow:
    """A flow in exact numbers, or in float64."""
    if exact:
        return flow
    return flow._replace(weights={state: weight / flow.total for state, weight in flow.weights.items()}, total=1)


class Solver(Generic[X]):
    """Best play of a `Repeat` from successive positions; results are cached.

    Up to `few` paths are followed one by one, more in columns; exact numbers are always computed path by path. The
    budget is for all positions together. Several solvers can share a `pricing`, given in place of `options`, `exact`
    and `budget`: rules that they have in common are then priced once.
    """

    def __init__(
        self,
        repeat: Repeat[Any, X, Any],
        *context: Any,
        options: Any = None,
        exact: bool = False,
        few: int = 0,
        budget: Budget | None = None,
        pricing: Pricing[Any] | None = None,
    ) -> None:
        if pricing is None:
            pricing = Pricing(options, budget=budget or Budget(None), exact=exact)
        self._search = Search(pricing, repeat, context, exact=pricing.exact)
        self._few = few

    def knows(self, position: X) -> bool:
        """Whether a position and everything after it has been solved."""
        return self._search.knows(position)

    def decisions(self, position: X) -> list[Decision[X]]:
        """The decisions in the next step from a position, in order of play."""
        self._work_out(position)
        return self._search.decisions_at(position)

    def first_decisions(self, position: X) -> list[tuple[Decision[X], Fraction]]:
        """The decisions that can come up first, each with the chance that it does."""
        self._work_out(position)
        return self._search.first_decisions(position)

    def values(self, position: X) -> dict[str, Number]:
        """The value of a position to each side."""
        self._work_out(position)
        return self._search.values_at(position)

    def _work_out(self, position: X) -> None:
        if not self.knows(position):
            self._search.run(position, self._few)
