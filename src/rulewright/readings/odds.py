"""Odds: reads a rule for its exact odds.

A single rule is followed path by path, or for all scores of its first throw at once (see `paths.priced`).
A repeated step with more than a few states, and a rule priced for many arguments at once, is run in columns (see
`vector`), unless it does something that columns cannot do. The answers are the same.
"""

from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, Literal, ParamSpec, TypeVar, overload

from rulewright.dice import Odds, TooLarge
from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.chances import Chances
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.graph.chain import Flow
from rulewright.readings.graph.repeated import flow_of
from rulewright.readings.graph.search import Search
from rulewright.readings.paths.bad_rule import bad_rule_at, explain, no_choice_here, refuse_nothing
from rulewright.readings.paths.priced import weighed, weighed_by_paths
from rulewright.readings.policy import Policy, Undecided
from rulewright.readings.watchdog import within
from rulewright.rules import Repeat
from rulewright.rules.rule import Bound, PlayNeverEnds, or_never_ends

if TYPE_CHECKING:
    from rulewright.readings.graph.best_play import BestPlay
    from rulewright.readings.vector.answer_tables import PricedTables
    from rulewright.readings.vector.run import Call

O = TypeVar("O")  # noqa: E741 - options
S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)
R = TypeVar("R", bound=Hashable)
A = TypeVar("A")
P = ParamSpec("P")


@overload
def odds(
    rule: Callable[..., R],
    *args: Any,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    exact: Literal[True] = True,
    **kwargs: Any,
) -> Odds[R]: ...


@overload
def odds(
    rule: Callable[..., R],
    *args: Any,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    exact: Literal[False],
    **kwargs: Any,
) -> Chances[R]: ...


def odds(
    rule: Callable[..., R],
    *args: Any,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    exact: bool = True,
    **kwargs: Any,
) -> Odds[R] | Chances[R]:
    """The exact odds of every result of a rule, or its chances in float64 with `exact=False`.

    Decisions follow `policy`: a function, or a mapping from question to choice. Raises `OverBudget` when the answer
    would cost more than `budget` allows, and `BadRule` when the rule is written so that its odds would be wrong.
    """
    limits = Budget() if budget is None else budget
    try:
        pricing = Pricing(options, policy, limits, exact)
        priced: Odds[R] | Chances[R] = within(limits, pricing.work_out, rule, args, kwargs)
    except (TypeError, RecursionError, AttributeError) as error:
        explain(error, rule)
        raise
    if len(priced.weights) == 1:
        refuse_nothing(rule, priced.weights)
    return priced


class Pricing(Generic[O]):
    """One computation of odds: the rulings, the policy, the budget, and the rules priced so far."""

    _open: Container[str] = ()
    _tables: "PricedTables | None" = None

    def __init__(
        self, options: O, policy: Policy | None = None, budget: Budget | None = None, exact: bool = True
    ) -> None:
        self.options = options
        self.policy = policy
        self.budget = Budget() if budget is None else budget
        self.exact = exact
        self._priced: dict[Hashable, Any] = {}

    def odds(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """The odds of a rule for these arguments, from the cache if they are in it."""
        if isinstance(rule, Bound):
            kwargs, rule = {**rule.arguments, **kwargs}, rule.rule
        key = (rule, args, tuple(sorted(kwargs.items()))) if kwargs else (rule, args)
        try:
            priced = self._priced.get(key)
        except TypeError:  # unhashable arguments are not cached
            return self.work_out(rule, args, kwargs)
        if priced is None:
            priced = self._priced[key] = self.work_out(rule, args, kwargs)
        return priced

    def odds_together(self, rule: Callable[..., R], calls: "Sequence[Call]") -> list[Any] | None:
        """The odds of a rule for each of these arguments, in columns; None if that cannot be done."""
        spent = self.budget.spent
        try:
            return self.in_columns(lambda tables: tables.odds_of(tables.of_many(rule, calls), len(calls)))
        except Undecided:  # best play may take the decision; if not, each call raises it again
            self.budget.spent = spent
            return None

    def in_columns(self, ask: "Callable[[PricedTables], A]") -> A | None:
        """The answer in columns, or None if the rule is unfit for them."""
        spent = self.budget.spent
        try:
            return ask(self.tables)
        except (Undecided, OverBudget):
            raise
        except Unfit:
            self.budget.spent = spent
            return None

    def work_out(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """The odds of a rule for these arguments, bypassing the cache."""
        try:
            if isinstance(rule, FunctionType):
                return self._of_rule(rule, args, kwargs)
            if isinstance(rule, Bound):
                return self.work_out(rule.rule, args, {**rule.arguments, **kwargs})
            if isinstance(rule, Repeat):
                return self._repeated(rule, args, kwargs)
            return self._of_rule(rule, args, kwargs)
        except TooLarge as large:
            over = OverBudget(self.budget)
            over.add_remedy(str(bad_rule_at(str(large), large.__traceback__)))
            raise over from None

    def _of_rule(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        try:
            weights, total = weighed(self, rule, args, kwargs)
        except PlayNeverEnds:
            weights, total = weighed_by_paths(self, or_never_ends(rule), args, kwargs)
        return Odds(weights, total) if self.exact else Chances(weights)

    @property
    def tables(self) -> "PricedTables":
        """The tables that give the odds of throws and rules as columns."""
        if self._tables is None:
            from rulewright.readings.vector.answer_tables import (
                PricedTables,  # imports numpy, which a single roll does not need
            )

            self._tables = PricedTables(self)
        return self._tables

    def leaving_open(self, sides: Container[str], exact: bool = True) -> "Pricing[O]":
        """A computation that leaves the decisions of `sides` open despite the policy: this one if it already does."""
        if sides == self._open and exact == self.exact:
            return self
        other = Pricing(self.options, self.policy, self.budget, exact)
        other._open = sides
        return other

    def decide(self, who: str, question: str, choices: Sequence[C]) -> C:
        """The policy's choice."""
        if not choices:
            raise no_choice_here(who, question)
        if self.policy is None or who in self._open:
            raise Undecided(who, question, choices)
        if callable(self.policy):
            decision: C = self.policy(who, question, choices)
        elif question in self.policy:
            decision = self.policy[question]
        else:
            raise Undecided(who, question, choices)
        if decision not in choices:
            listed = ", ".join(map(str, choices))
            raise ValueError(f"the policy takes {decision!r} at {question}, where the choices are {listed}")
        return decision

    def _repeated(self, repeat: Repeat[Any, Any, Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        flow = self.flow(repeat, args, kwargs)
        weights = flow.results(repeat)
        if self.exact:
            return Odds(weights, flow.total)
        return Chances({end: weight / flow.total for end, weight in weights.items()})

    def flow(self, repeat: Repeat[Any, Any, Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Flow:
        """Where a repeated step goes; sides with an aim play their best."""
        try:
            return flow_of(self, repeat, (args, kwargs))
        except Undecided as undecided:
            if undecided.who not in repeat.aims:
                raise
        search: Search[Any] = Search(self, repeat, args[1:], kwargs, self.exact)
        search.run(args[0], few=0, prune=True)
        return search.flow(args[0])

    def best_in_columns(self, repeat: Repeat[Any, Any, Any], call: "Call", prune: bool = False) -> "BestPlay | None":
        """Best play in float64, or None if columns cannot find it; `prune` leaves out states hardly ever reached."""
        from rulewright.readings.graph.best_play import best_play  # numpy

        left_open = self.leaving_open(tuple(repeat.aims), exact=False)
        return left_open.in_columns(lambda _: best_play(left_open, repeat, call, prune))

    def in_fractions(self) -> "Pricing[O]":
        """The same computation in exact numbers."""
        return self if self.exact else self.leaving_open(self._open, exact=True)

    def share_priced(self, other: "Pricing[O]") -> None:
        """Shares the cache of rules that another computation has priced."""
        self._priced.update(other._priced)

    def step(
        self, repeat: Repeat[Any, Any, Any], context: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Callable[[Any], Odds[Any]]:
        """The odds of one step of a repeated rule, from any state."""
        return lambda state: self._of_rule(repeat.step, (state, *context), kwargs)
