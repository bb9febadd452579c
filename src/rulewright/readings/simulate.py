"""Simulate: runs a rule many times at once.

All runs start together. At each throw they are distributed over the scores by one multinomial draw, so that a million
runs cost hardly more than a thousand: the rule is run once for each path that at least one run takes. In a repeated
step, runs in the same state go on together. A called rule is priced exactly if that is cheap, and simulated if not.

With a time limit the runs start in batches, the first of a single run, and those that finish in time are counted.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from math import sqrt
from statistics import NormalDist
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from rulewright.dice import Odds, Throw, TooLarge
from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.chances import Chances
from rulewright.readings.graph.chain import Flow
from rulewright.readings.graph.search import Search
from rulewright.readings.graph.walk import walk
from rulewright.readings.odds import Pricing
from rulewright.readings.paths.bad_rule import explaining, refuse_no_rule, refuse_nothing
from rulewright.readings.paths.purity import watched_by
from rulewright.readings.paths.replay import Replay, odds_of_throw
from rulewright.readings.policy import Policy, Undecided
from rulewright.readings.watchdog import watching
from rulewright.rules import NEVER_ENDS, Repeat
from rulewright.rules.rule import PlayNeverEnds

S = TypeVar("S", bound=Hashable)
R = TypeVar("R", bound=Hashable)

_PATHS_PER_CALLED_RULE = 20_000
_LEAST_SECONDS = 1.0


class Interval(NamedTuple):
    """An estimated chance and the interval it lies in with the stated confidence."""

    low: float
    estimate: float
    high: float


class Simulated(Generic[R]):
    """How often each outcome came up in a number of runs. Estimates, never exact."""

    method = "simulated"

    def __init__(self, counts: Mapping[R, int], runs: int, seed: int | None) -> None:
        self.counts = counts
        self.runs = runs
        self.seed = seed

    def chance(self, outcome: R, confidence: float = 0.95) -> Interval:
        """The estimated chance of one outcome with its Wilson interval."""
        return self.where(lambda other: other == outcome, confidence)

    def where(self, holds: Callable[[R], bool], confidence: float = 0.95) -> Interval:
        """The estimated chance that `holds` is true of the outcome."""
        hits = sum(count for outcome, count in self.counts.items() if holds(outcome))
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        share, runs = hits / self.runs, self.runs
        centre = (share + z * z / (2 * runs)) / (1 + z * z / runs)
        half = z * sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs)) / (1 + z * z / runs)
        low, high = max(0.0, centre - half), min(1.0, centre + half)
        return Interval(min(low, share), share, max(high, share))  # rounding must not exclude the estimate itself

    def __repr__(self) -> str:
        return f"Simulated({dict(self.counts)!r}, runs={self.runs})"


def simulate(
    rule: Callable[..., R],
    *args: Any,
    runs: int = 100_000,
    seed: int | None = None,
    options: Any = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
    max_steps: int = 100_000,
    **kwargs: Any,
) -> Simulated[R]:
    """Runs a rule `runs` times and counts its outcomes.

    A repeated step is given up after `max_steps` rounds; a run that has not ended by then is counted at its current
    state. Sides that play their best need the solver, which works within `budget`. If its seconds are not enough (a
    simulation always has a time limit) there are fewer runs, and `OverBudget` is raised if there would be none at all.
    """
    refuse_no_rule(rule)
    if runs < 1:
        raise ValueError(f"runs must be at least 1, not {runs}")
    clock = _clock(budget)
    random = np.random.default_rng(seed)
    crowd = Crowd(np.random.default_rng(0), options, policy, budget, clock, max_steps)
    with explaining(rule), ExitStack() as stack:
        with watching(clock):  # a few uncounted runs with random numbers of their own
            refuse_nothing(rule, stack.enter_context(watched_by(crowd, rule, args, kwargs)))
        crowd.random = random
        counts = _counted(crowd, rule, args, kwargs, runs)
    return Simulated(counts, sum(counts.values()), seed)


def _counted(
    crowd: "Crowd", rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any], runs: int
) -> dict[R, int]:
    """How often each outcome came up, in `runs` runs or in those that finish in time."""
    clock = crowd.clock
    counts: dict[R, int] = {}
    done, batch = 0, runs if clock.seconds_left is None else 1
    while batch:
        started = monotonic()
        try:
            with watching(clock):
                found = crowd.run(rule, args, kwargs, batch)
        except OverBudget:
            if not done:
                raise
            break
        for outcome, count in found.items():
            counts[outcome] = counts.get(outcome, 0) + count
        done += batch
        batch = min(runs - done, _next_batch(batch, monotonic() - started, clock.seconds_left))
    return counts


def _clock(budget: Budget | None) -> Budget:
    """The time for all runs: the rest of the budget, but at least `_LEAST_SECONDS`."""
    if budget is None or budget.seconds_left is None:
        return Budget(None)
    return Budget(None, max(_LEAST_SECONDS, budget.seconds_left), budget.progress)


def _next_batch(batch: int, took: float, left: float | None) -> int:
    """The size of the next batch, estimated from the last one; zero if the time left is shorter than that one took."""
    if left is None or left < took:
        return 0
    return min(10 * batch, int(batch * left / took))


class Crowd:
    """Many runs of rules at once."""

    def __init__(
        self,
        random: np.random.Generator,
        options: Any,
        policy: Policy | None,
        budget: Budget | None,
        clock: Budget,
        max_steps: int,
    ) -> None:
        self.random = random
        self.clock = clock
        self.options = options
        self.pricing: Pricing[Any] = Pricing(options, policy)
        self.solving: Pricing[Any] = Pricing(options, policy, budget)
        self.max_steps = max_steps
        self._sources: dict[Hashable, _Source] = {}
        self._best: dict[Hashable, Mapping[Any, Odds[Any] | Chances[Any]]] = {}  # the steps of best play
        self._throws: dict[Throw[Any], _ReadyOdds | _RolledDice] = {}

    def run(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any], runs: int) -> dict[R, int]:
        """The counts of a rule's outcomes."""
        if isinstance(rule, Repeat):
            return self._repeat(rule, args[0], args[1:], kwargs, runs)
        paths = _CrowdDice(self, runs)
        counts: dict[R, int] = {}
        while True:
            self.clock.look_up()
            try:
                outcome: Any = rule(paths, *args, **kwargs)
            except PlayNeverEnds:
                outcome = NEVER_ENDS
            counts[outcome] = counts.get(outcome, 0) + paths.runs_here()
            if not paths.next():
                return counts

    def _repeat(
        self, repeat: Repeat[Any, Any, Any], start: Any, context: tuple[Any, ...], kwargs: Mapping[str, Any], runs: int
    ) -> dict[Any, int]:
        try:
            return self._walk(repeat, start, runs, cache(lambda at: self._odds(repeat.step, (at, *context), kwargs)))
        except Undecided as undecided:
            if undecided.who not in repeat.aims:
                raise
        key = (repeat, start, context, tuple(sorted(kwargs.items())))
        if key not in self._best:
            search: Search[Any] = Search(self.solving, repeat, context, kwargs)
            search.run(start)
            self._best[key] = search.steps(start)
        steps = self._best[key]
        return self._walk(repeat, start, runs, cache(lambda at: _ReadyOdds(steps[at])))

    def _walk(
        self, repeat: Repeat[Any, Any, Any], start: Any, runs: int, table_of: Callable[[Any], "_Source"]
    ) -> dict[Any, int]:
        def over(state: Any) -> bool:
            return state is NEVER_ENDS or repeat.until(state)

        ended, never = walk(start, runs, table_of, over, self.random, self.max_steps, self.clock.look_up)
        return Flow(ended, runs, never, dict).results(repeat)

    def share(
        self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: Mapping[str, Any], runs: int
    ) -> Sequence[tuple[R, int]]:
        """The results of `runs` calls of a rule, with their counts."""
        return self._odds(rule, args, kwargs).share(runs, self.random)

    def _odds(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> "_Source":
        """A rule prepared for sampling: its exact table, or the rule itself where that is too much work."""
        key = (rule, args, tuple(sorted(kwargs.items())))
        try:
            found = self._sources.get(key)
        except TypeError:  # unhashable arguments are not cached
            return self._source(rule, args, kwargs)
        if found is None:
            found = self._sources[key] = self._source(rule, args, kwargs)
        return found

    def _source(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> "_Source":
        if isinstance(rule, Repeat):
            return _Followed(self, rule, args, kwargs)
        self.clock.look_up()
        self.pricing.budget = Budget(_PATHS_PER_CALLED_RULE)
        try:
            return _ReadyOdds(self.pricing.odds(rule, args, kwargs))
        except OverBudget:
            return _Followed(self, rule, args, kwargs)

    # --- answers for the paths that `purity` checks ---

    def decide(self, who: str, question: str, choices: Sequence[Any]) -> Any:
        """The policy's choice."""
        return self.pricing.decide(who, question, choices)

    def scores(self, throw: Throw[Any]) -> list[Any]:
        """The score of one throw."""
        return [score for score, _ in self.throw(throw, 1)]

    def results(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> list[Any]:
        """The result of one call of a rule."""
        return [result for result, _ in self.share(rule, args, kwargs, 1)]

    def throw(self, throw: Throw[Any], runs: int) -> Sequence[tuple[Any, int]]:
        """The scores of `runs` throws of the same dice, with their counts."""
        if throw not in self._throws:
            try:
                self._throws[throw] = _ReadyOdds(odds_of_throw(throw))
            except TooLarge:
                self._throws[throw] = _RolledDice(throw, self.clock)
        return self._throws[throw].share(runs, self.random)


class _Followed:
    """A rule whose exact table would be too much work: its calls are simulated too."""

    __slots__ = ("_args", "_crowd", "_kwargs", "_rule", "outcomes")

    def __init__(
        self, crowd: Crowd, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> None:
        self._crowd = crowd
        self._rule = rule
        self._args = args
        self._kwargs = kwargs
        self.outcomes: list[Any] = []  # not known

    def share(self, runs: int, random: np.random.Generator) -> list[tuple[Any, int]]:
        return list(self._crowd.run(self._rule, self._args, self._kwargs, runs).items())


class _RolledDice:
    """Dice whose exact odds would be too much work: each throw of them is rolled."""

    __slots__ = ("_clock", "_throw")

    def __init__(self, throw: Throw[Any], clock: Budget) -> None:
        self._throw = throw
        self._clock = clock

    def share(self, runs: int, random: np.random.Generator) -> list[tuple[Any, int]]:
        draw: Any = random.integers
        counts: dict[Any, int] = {}
        for _ in range(runs):
            self._clock.look_up()
            score = self._throw.roll(lambda sides: int(draw(1, sides + 1)))
            counts[score] = counts.get(score, 0) + 1
        return list(counts.items())


class _ReadyOdds:
    """Exact odds prepared for sampling."""

    __slots__ = ("chances", "outcomes")

    def __init__(self, odds: Odds[Any] | Chances[Any]) -> None:
        self.outcomes = list(odds.weights)
        chances = np.array([weight / odds.total for weight in odds.weights.values()])
        self.chances = chances / chances.sum()

    def share(self, runs: int, random: np.random.Generator) -> list[tuple[Any, int]]:
        if len(self.outcomes) == 1:
            return [(self.outcomes[0], runs)]
        counts = random.multinomial(runs, self.chances).tolist()
        return [(outcome, count) for outcome, count in zip(self.outcomes, counts, strict=True) if count]


_Source = _ReadyOdds | _Followed


class _CrowdDice(Replay):
    """Answers a rule along every path that some of the runs take; the mark of an answer is the number of these runs."""

    __slots__ = ("_all", "_crowd", "options")

    def __init__(self, crowd: Crowd, runs: int) -> None:
        super().__init__()
        self.options = crowd.options
        self._crowd = crowd
        self._all = runs

    def pool(self, name: str, throw: Throw[S], /) -> S:
        score: S = self._answer(lambda runs: self._crowd.throw(throw, runs))
        return score

    def call(self, rule: Callable[..., R], /, *args: Any, **kwargs: Any) -> R:
        result: R = self._answer(lambda runs: self._crowd.share(rule, args, kwargs, runs))
        if result is NEVER_ENDS:
            raise PlayNeverEnds
        return result

    def choose(self, who: str, question: str, choices: Sequence[S], /) -> S:
        return self._crowd.pricing.decide(who, question, choices)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept."""

    def _answer(self, share: Callable[[int], Sequence[tuple[Any, int]]]) -> Any:
        if self.at == len(self.answers):
            self.branch(reversed(share(self.runs_here())))
        self.at += 1
        return self.answers[self.at - 1]

    def runs_here(self) -> int:
        """How many runs took this path."""
        return self.marks[-1] if self.marks else self._all
