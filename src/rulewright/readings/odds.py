"""Odds: read a rule for its exact odds.

The rule is run once for every path through its dice. The first run takes the first answer at
every throw; each later run replays the answers so far and takes the next one at the last throw
that has any left. A path's weight is the product of the weights of its answers, over the product
of their totals; paths that throw different dice have different totals, so outcomes are gathered
per total and brought together only at the end. A called rule is priced once for the same
arguments and then answered like a throw: that is where equal results are merged.

A repeated step with more than a few states, and a rule asked about for many arguments at once, is
run in columns (see `columns`), unless it does something that columns cannot do. The answers are the same.
"""

from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import TYPE_CHECKING, Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, overload

from rulewright.dice import Odds, Throw
from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.chances import Chances
from rulewright.readings.paths.best import best_play
from rulewright.readings.paths.chain import TooMany, absorb, absorb_floats
from rulewright.readings.paths.replay import Replay
from rulewright.readings.policy import Policy, Undecided
from rulewright.readings.straight import all_at_once, goes_straight
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.vector.answers import PricedTables
    from rulewright.readings.vector.run import Call

__all__ = ["PricedDice", "Pricing", "odds"]

O = TypeVar("O")  # noqa: E741 - options
S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)
R = TypeVar("R", bound=Hashable)
A = TypeVar("A")
P = ParamSpec("P")


_FEW_EDGES = 600  # between the states of a repeated step: up to this many are quicker one path at a time
_MANY_CALLS = 24  # of one rule: from this many on they are quicker in columns


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

    Decisions follow `policy`: a function, or a mapping from question to choice. Raises
    `OverBudget` when the answer would cost more than `budget` allows.
    """
    priced: Odds[R] | Chances[R] = Pricing(options, policy, budget, exact).odds(rule, args, kwargs)
    return priced


class Pricing(Generic[O]):
    """One computation of odds: the rulings, the policy, the budget, and the rules priced so far."""

    def __init__(
        self, options: O, policy: Policy | None = None, budget: Budget | None = None, exact: bool = True
    ) -> None:
        self.options = options
        self.policy = policy
        self.budget = Budget() if budget is None else budget
        self.exact = exact
        self._open: Container[str] = ()
        self._priced: dict[Hashable, Any] = {}
        self._tables: PricedTables | None = None

    def odds(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """The odds of a rule for these arguments, worked out once."""
        key = (rule, args, tuple(sorted(kwargs.items()))) if kwargs else (rule, args)
        try:
            priced = self._priced.get(key)
        except TypeError:  # arguments that cannot be remembered
            return self._work_out(rule, args, kwargs)
        if priced is None:
            priced = self._priced[key] = self._work_out(rule, args, kwargs)
        return priced

    def odds_of_many(self, rule: Callable[..., R], calls: "Sequence[Call]") -> list[Any]:
        """The odds of a rule for each of these arguments: in columns if that can be done."""
        together = self.odds_together(rule, calls) if len(calls) >= _MANY_CALLS else None
        return [self.odds(rule, args, named) for args, named in calls] if together is None else together

    def odds_together(self, rule: Callable[..., R], calls: "Sequence[Call]") -> list[Any] | None:
        """The same in columns, or None if that cannot be done."""
        spent = self.budget.spent
        try:
            return self._in_columns(lambda tables: tables.odds_of_many(rule, calls))
        except Undecided:  # by best play, it may be; otherwise it is raised again when each is asked for alone
            self.budget.spent = spent
            return None

    def _in_columns(self, ask: "Callable[[PricedTables], A]") -> A | None:
        """What columns say, or None if they cannot say it."""
        spent = self.budget.spent
        try:
            return ask(self.tables)
        except (Undecided, OverBudget):
            raise
        except Exception:  # whatever columns cannot do; a mistake in the rule shows again one path at a time
            self.budget.spent = spent
            return None

    def _work_out(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        if isinstance(rule, Repeat):
            return self._repeated(rule, args, kwargs)
        if goes_straight(rule):
            try:
                weights, total = all_at_once(self, rule, args, kwargs)
            except Exception:  # whatever cannot be done at once; a mistake in the rule shows again below
                pass
            else:
                return Odds(weights, total) if self.exact else Chances({o: w / total for o, w in weights.items()})
        return self._follow_paths(rule, args, kwargs)

    @property
    def tables(self) -> "PricedTables":
        """The same odds as columns, for columns."""
        if self._tables is None:
            from rulewright.readings.vector.answers import PricedTables  # numpy, which a single roll does not wait for

            self._tables = PricedTables(self)
        return self._tables

    def leaving_open(self, sides: Container[str], exact: bool = True) -> "Pricing[O]":
        """A computation with the decisions of `sides` left open, whatever the policy says: this one if it does so."""
        if sides == self._open and exact == self.exact:
            return self
        other = Pricing(self.options, self.policy, self.budget, exact)
        other._open = sides
        return other

    def decide(self, who: str, question: str, choices: Sequence[C]) -> C:
        """What the policy says."""
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

    def _follow_paths(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        dice = PricedDice(self)
        run = partial(rule, dice, *args, **kwargs)
        spend, timed = self.budget.spend, self.budget.seconds is not None
        per_total: dict[int, dict[R, int]] = {}
        outcome = run()
        paths = 1  # followed but not paid for; against the clock each path is paid at once
        while True:
            dice.check_end()
            weights = per_total.setdefault(dice.total, {})
            weights[outcome] = weights.get(outcome, 0) + dice.weight
            if not dice.answers:
                spend(paths)
                return self._together(per_total)
            answers, depth, before = dice.answers, len(dice.answers), dice.before[-1][0]
            for answers[-1], share in dice.left[-1]:  # the paths that differ in the last answer only
                if timed:
                    spend(paths)
                    paths = 0
                paths += 1
                dice.weight = weight = before * share
                dice.at = 0
                outcome = run()
                if dice.at != depth:  # this one goes on
                    break
                weights[outcome] = weights.get(outcome, 0) + weight
            else:
                spend(paths)
                if not dice.next():
                    return self._together(per_total)
                outcome = run()
                paths = 1

    def _together(self, per_total: dict[int, dict[R, int]]) -> Odds[R] | Chances[R]:
        return _over_one_total(per_total) if self.exact else Chances(per_total[1])

    def _repeated(self, repeat: Repeat[Any, Any, Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        state, context = args[0], args[1:]
        try:
            return self._to_the_end(repeat, state, context, kwargs)
        except Undecided as undecided:
            if undecided.who not in repeat.aims:
                raise
        if not self.exact:
            return self._at_best(repeat, args, kwargs)
        solution = best_play(self, repeat, state, context, kwargs)
        return Odds.of_fractions((end, Fraction(chance)) for end, chance in solution.chances.items())

    def _at_best(self, repeat: Repeat[Any, Any, Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Chances[Any]:
        """Where a repeated step ends if every side follows its aim, in float64."""
        from rulewright.readings.vector.best import best_ends  # numpy

        found = self._with_decisions_open(repeat, lambda left_open: best_ends(left_open, repeat, (args, kwargs)))
        if found is not None:
            return Chances(dict(zip(*found, strict=True)))
        solution = best_play(self, repeat, args[0], args[1:], kwargs, exact=False)
        return Chances({end: float(chance) for end, chance in solution.chances.items()})

    def worth_of_states(self, repeat: Repeat[Any, Any, Any], call: "Call") -> dict[Any, tuple[float, ...]] | None:
        """What every state is worth to each side if all follow their aims, in columns, or None where that cannot be."""
        from rulewright.readings.vector.best import worth_of_states  # numpy

        return self._with_decisions_open(repeat, lambda left_open: worth_of_states(left_open, repeat, call))

    def _with_decisions_open(self, repeat: Repeat[Any, Any, Any], ask: "Callable[[Pricing[O]], A]") -> A | None:
        """What columns say in float64 with the decisions of every side left open, or None if they cannot say it."""
        spent = self.budget.spent
        left_open = self.leaving_open(tuple(repeat.aims), exact=False)
        try:
            return left_open._in_columns(lambda _: ask(left_open))
        except Undecided:  # a called rule decides something: it must run as a part of its caller
            self.budget.spent = spent
            return None

    def _to_the_end(
        self, repeat: Repeat[Any, Any, Any], state: Any, context: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Any:
        """Where a repeated step ends: one path at a time while there are few states, then in columns."""
        exactly = self if self.exact else Pricing(self.options, self.policy, self.budget)
        step_odds = exactly.step(repeat, context, kwargs)
        flow: Any = absorb if self.exact else lambda *chain: Chances(absorb_floats(*chain))
        spent = self.budget.spent
        try:
            return flow(state, step_odds, repeat.until, _FEW_EDGES)
        except TooMany:
            self.budget.spent = spent
            self._priced.update(exactly._priced)  # which need not be priced again in float64
        ends = self._in_columns(lambda tables: tables.ends(repeat, ((state, *context), kwargs)))
        return flow(state, step_odds, repeat.until) if ends is None else ends

    def step(
        self, repeat: Repeat[Any, Any, Any], context: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Callable[[Any], Odds[Any]]:
        """The odds of one step of a repeated rule, from any state."""
        return lambda state: self._follow_paths(repeat.step, (state, *context), kwargs)


class PricedDice(Replay, Generic[O]):
    """Answers a rule along one path after another."""

    __slots__ = ("_pricing", "before", "options", "total", "weight")

    def __init__(self, pricing: Pricing[O]) -> None:
        super().__init__()
        self.options = pricing.options
        self.weight = 1  # of this path
        self.total = 1
        self.before: list[tuple[int, int]] = []  # for each answer, weight and total of the path up to it
        self._pricing = pricing

    def pool(self, name: str, throw: Throw[S], /) -> S:
        """The next score on this path."""
        at = self.at
        self.at = at + 1
        score: S = self.answers[at] if at < len(self.answers) else self._weigh(throw.odds())
        return score

    def call(self, rule: Callable[Concatenate[Any, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """The next result of the called rule on this path."""
        at = self.at
        self.at = at + 1
        if at < len(self.answers):
            result: R = self.answers[at]
        else:
            result = self._weigh(self._pricing.odds(rule, args, kwargs))
        return result

    def choose(self, who: str, question: str, choices: Sequence[C], /) -> C:
        """What the policy says."""
        return self._pricing.decide(who, question, choices)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept of a path."""

    def _weigh(self, odds: Odds[S] | Chances[S]) -> S:
        weights, total = odds.weights, odds.total
        exact = self._pricing.exact
        answer: S = self.branch(weights.items() if exact else [(one, part / total) for one, part in weights.items()])
        self.before.append((self.weight, self.total))
        self.weight *= self.marks[-1]
        if exact:
            self.total *= total
        return answer

    def drop(self) -> None:
        """Forget the last question."""
        super().drop()
        self.weight, self.total = self.before.pop()

    def next(self) -> bool:
        """Turn to the next path; false when all have been run."""
        found = super().next()
        if found:
            self.weight = self.before[-1][0] * self.marks[-1]
        return found


def _over_one_total(per_total: dict[int, dict[R, int]]) -> Odds[R]:
    """Bring weights over different totals to one total."""
    if len(per_total) == 1:
        ((total, weights),) = per_total.items()
        return Odds(weights, total)
    total = lcm(*per_total)
    together: dict[R, int] = {}
    for own, weights in per_total.items():
        scale = total // own
        for outcome, weight in weights.items():
            together[outcome] = together.get(outcome, 0) + weight * scale
    return Odds(together, total)
