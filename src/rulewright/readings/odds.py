"""Odds: read a rule for its exact odds.

The rule is run once for every path through its dice. The first run takes the first answer at
every throw; each later run replays the answers so far and takes the next one at the last throw
that has any left. A path's weight is the product of the weights of its answers, over the product
of their totals; paths that throw different dice have different totals, so outcomes are gathered
per total and brought together only at the end. A called rule is priced once for the same
arguments and then answered like a throw: that is where equal results are merged.
"""

from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from rulewright.dice import Odds, Throw
from rulewright.readings.best import best_play
from rulewright.readings.budget import Budget
from rulewright.readings.chain import absorb
from rulewright.readings.policy import Policy, Undecided
from rulewright.rules import Repeat

__all__ = ["PricedDice", "Pricing", "odds"]

O = TypeVar("O")  # noqa: E741 - options
S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)
R = TypeVar("R", bound=Hashable)
P = ParamSpec("P")


def odds(
    rule: Callable[..., R],
    *args: Any,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    **kwargs: Any,
) -> Odds[R]:
    """The exact odds of every result of a rule.

    Decisions follow `policy`: a function, or a mapping from question to choice. Raises
    `OverBudget` when the answer would cost more than `budget` allows.
    """
    return Pricing(options, policy, budget).odds(rule, args, kwargs)


class Pricing(Generic[O]):
    """One computation of odds: the rulings, the policy, the budget, and the rules priced so far."""

    def __init__(self, options: O, policy: Policy | None = None, budget: Budget | None = None) -> None:
        self.options = options
        self.policy = policy
        self.budget = Budget() if budget is None else budget
        self._open: Container[str] = ()
        self._priced: dict[Hashable, Odds[Any]] = {}

    def odds(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Odds[R]:
        """The odds of a rule for these arguments, worked out once."""
        key = (rule, args, tuple(sorted(kwargs.items()))) if kwargs else (rule, args)
        try:
            priced = self._priced.get(key)
        except TypeError:  # arguments that cannot be remembered
            return self._work_out(rule, args, kwargs)
        if priced is None:
            priced = self._priced[key] = self._work_out(rule, args, kwargs)
        return priced

    def _work_out(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Odds[R]:
        if isinstance(rule, Repeat):
            return self._repeated(rule, args, kwargs)
        return self._follow_paths(rule, args, kwargs)

    def leaving_open(self, sides: Container[str]) -> "Pricing[O]":
        """The same computation with the decisions of `sides` left open, whatever the policy says."""
        other = Pricing(self.options, self.policy, self.budget)
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

    def _follow_paths(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Odds[R]:
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
                return _together(per_total)
            answers, depth, before = dice.answers, len(dice.answers), dice.before[-1][0]
            for answers[-1], share in dice.left[-1]:  # the paths that differ in the last answer only
                if timed:
                    spend(paths)
                    paths = 0
                paths += 1
                dice.weight = before * share
                dice.at = 0
                outcome = run()
                if dice.at != depth:  # this one goes on
                    break
                weights[outcome] = weights.get(outcome, 0) + dice.weight
            else:
                spend(paths)
                if not dice.next():
                    return _together(per_total)
                outcome = run()
                paths = 1

    def _repeated(self, repeat: Repeat[Any, Any, Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Odds[Any]:
        state, context = args[0], args[1:]
        try:
            return absorb(state, self.step(repeat, context, kwargs), repeat.until)
        except Undecided as undecided:
            if undecided.who not in repeat.aims:
                raise
        solution = best_play(self, repeat, state, context, kwargs)
        return Odds.of_fractions((end, Fraction(chance)) for end, chance in solution.chances.items())

    def step(
        self, repeat: Repeat[Any, Any, Any], context: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Callable[[Any], Odds[Any]]:
        """The odds of one step of a repeated rule, from any state."""
        return lambda state: self._follow_paths(repeat.step, (state, *context), kwargs)


class PricedDice(Generic[O]):
    """Answers a rule along one path after another."""

    __slots__ = ("_pricing", "answers", "at", "before", "left", "options", "total", "weight")

    def __init__(self, pricing: Pricing[O]) -> None:
        self.options = pricing.options
        self.weight = 1  # of this path
        self.total = 1
        self.at = 0  # how many answers this run has been given
        self.answers: list[Any] = []
        self.left: list[Iterator[tuple[Any, int]]] = []  # for each answer, those still to come
        self.before: list[tuple[int, int]] = []  # for each answer, weight and total of the path up to it
        self._pricing = pricing

    def pool(self, name: str, throw: Throw[S], /) -> S:
        """The next score on this path."""
        at = self.at
        self.at = at + 1
        try:
            score: S = self.answers[at]
        except IndexError:
            return self._branch(throw.odds())
        return score

    def call(self, rule: Callable[Concatenate[Any, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """The next result of the called rule on this path."""
        at = self.at
        self.at = at + 1
        try:
            result: R = self.answers[at]
        except IndexError:
            return self._branch(self._pricing.odds(rule, args, kwargs))
        return result

    def choose(self, who: str, question: str, choices: Sequence[C], /) -> C:
        """What the policy says."""
        return self._pricing.decide(who, question, choices)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Nobody reads the breakdown of a path."""

    def _branch(self, odds: Odds[S]) -> S:
        branches = iter(odds.weights.items())
        answer, weight = next(branches)
        self.answers.append(answer)
        self.left.append(branches)
        self.before.append((self.weight, self.total))
        self.weight *= weight
        self.total *= odds.total
        return answer

    def check_end(self) -> None:
        """A rule that asks for other dice when it gets the same answers cannot be priced."""
        if self.at != len(self.answers):
            raise RuntimeError("a rule must ask for the same dice when it is given the same answers")

    def next(self) -> bool:
        """Turn to the next path; false when all have been run."""
        self.at = 0
        left = self.left
        while left:
            for answer, weight in left[-1]:
                self.answers[-1] = answer
                self.weight = self.before[-1][0] * weight
                return True
            left.pop()
            self.answers.pop()
            self.total = self.before.pop()[1]
        return False


def _together(per_total: dict[int, dict[R, int]]) -> Odds[R]:
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
