"""Simulates many fights from given positions at once; fights at the same position are advanced together."""

from collections import Counter
from collections.abc import Callable, Mapping
from math import inf
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from rulewright.game.fight_step import NO_WINNER, FightRules, Position, Roster
from rulewright.readings import Budget, CommonRandomDice, OverBudget, Pricing, Unfit
from rulewright.readings.simulate import Crowd

Counts = npt.NDArray[np.int64]
Ranked = tuple[list[Position[Any]], npt.NDArray[np.float64]]
"""Positions with a number each: its chance, or the cumulative bound below which a random number selects it."""
MOST_STEPS = 5_000
_PATHS_PER_STEP = 1_000_000
_SECONDS_PER_STEP = 0.2
_FEW = 12
"""With at most this many fights at a new position, the next step is rolled for each of them."""


class FightSimulation:
    """Fights played by plans, with a cache of the odds of every step met so far.

    Fights that began with different choices are counted in different columns, one for each choice.
    """

    def __init__(self, rules: FightRules[Any, Any], options: Any, roster: Roster[Any], seed: int = 0) -> None:
        self._rules, self._roster, self._options = rules, roster, options
        self._random = np.random.default_rng(seed)
        self._pricing: Pricing[Any] = Pricing(options)
        self._crowd = Crowd(self._random, options, None, None, Budget(), MOST_STEPS)
        self._steps: dict[Position[Any], Ranked] = {}
        self._too_long: set[Position[Any]] = set()
        self._calls_too_long: set[Any] = set()
        self._tables: dict[Any, Any] = {}
        self._ranked: dict[tuple[Position[Any], str], Ranked] = {}

    def run(self, starts: Mapping[Position[Any], Counts], deadline: float | None = None) -> dict[str, Counts] | None:
        """How often each side won; None if the deadline came first. A fight that does not end has no winner."""
        ended: dict[str, Counts] = {}
        standing = dict(starts)
        for _ in range(MOST_STEPS):
            moved: dict[Position[Any], Counts] = {}
            for position, counts in standing.items():
                if position.end:
                    _add(ended, position.end, counts)
                    continue
                if deadline is not None and monotonic() > deadline:
                    return None
                for following, going in self._shared(position, counts):
                    _add(moved, following, going)
            standing = moved
            if not standing:
                return ended
        for counts in standing.values():
            _add(ended, NO_WINNER, counts)
        return ended

    def counted(self, start: Position[Any], runs: int, side: str) -> Counter[tuple[str, int, int]]:
        """How many fights ended with each combination of winner, round, and number of a side fallen."""
        ended: Counter[tuple[str, int, int]] = Counter()
        standing: dict[tuple[Position[Any], int], Counts] = {(start, 1): np.array([runs])}
        for _ in range(MOST_STEPS):
            moved: dict[tuple[Position[Any], int], Counts] = {}
            for (position, rounds), counts in standing.items():
                if position.end:
                    ended[position.end, rounds, self._fallen(position, side)] += int(counts[0])
                    continue
                for following, going in self._shared(position, counts):
                    _add(moved, (following, rounds + self._rules.begins_round(position, following)), going)
            standing = moved
            if not standing:
                break
        for (position, rounds), counts in standing.items():
            ended[NO_WINNER, rounds, self._fallen(position, side)] += int(counts[0])
        return ended

    def _fallen(self, position: Position[Any], side: str) -> int:
        left = self._rules.healths(self._options, position, self._roster)
        return sum(own == side and not health for own, health in zip(self._roster.sides, left, strict=True))

    def _shared(self, position: Position[Any], counts: Counts) -> list[tuple[Position[Any], Counts]]:
        if position not in self._steps and counts.sum() <= _FEW:
            return self._sampled(position, counts)
        step = self._step(position)
        if step is None:
            return self._sampled(position, counts)
        following, chances = step
        if len(following) == 1:
            return [(following[0], counts)]
        drawn = self._random.multinomial(counts, chances)
        return [(after, drawn[:, at]) for at, after in enumerate(following) if drawn[:, at].any()]

    def _sampled(self, position: Position[Any], counts: Counts) -> list[tuple[Position[Any], Counts]]:
        """The next positions of a group of fights so small that rolling its steps is quicker than computing odds."""
        found: dict[Position[Any], Counts] = {}
        for arm in np.flatnonzero(counts).tolist():
            went = self._crowd.run(self._rules.step, (position, self._roster), {}, int(counts[arm]))
            for following, runs in went.items():
                found.setdefault(following, np.zeros_like(counts))[arm] += runs
        return list(found.items())

    def is_known(self, position: Position[Any]) -> bool:
        """Whether the odds of the step from a position have been worked out."""
        return position in self._steps

    def lucky_step(self, position: Position[Any], luck: Callable[[int], float]) -> Position[Any] | None:
        """The position that follows with this luck, one number for each throw; None if the step cannot be rolled."""
        dice: Any = CommonRandomDice(self._pricing, self._tables, self._calls_too_long, luck)
        try:
            after: Position[Any] = self._rules.step(dice, position, self._roster)
        except Unfit:
            return None
        return after

    def ranked_step(self, position: Position[Any], side: str) -> Ranked | None:
        """The positions that may follow one, worst for a side first; None if their odds take too long."""
        found = self._ranked.get((position, side))
        if found is None:
            step = self._step(position)
            if step is None:
                return None
            following, chances = step
            found = self._ranked[position, side] = self.ranked(
                dict(zip(following, chances.tolist(), strict=True)), side
            )
        return found

    def ranked(self, chances: Mapping[Position[Any], float], side: str) -> Ranked:
        """Positions, worst for a side first, and the bounds between them on a line from 0 to 1."""
        order = sorted(chances, key=lambda position: self._advantage(position, side))
        return order, np.cumsum([chances[position] for position in order])

    def _advantage(self, position: Position[Any], side: str) -> float:
        """A sort key of how good a position is for a side: a win or loss first, then its lead in health."""
        if position.end and position.end != NO_WINNER:
            return inf if position.end == side else -inf
        return self.lead(position, side)

    def health(self, position: Position[Any]) -> int:
        """The total health of all fighters."""
        return sum(self._rules.healths(self._options, position, self._roster))

    def lead(self, position: Position[Any], side: str) -> float:
        """How much more health a side has left than the others."""
        left = self._rules.healths(self._options, position, self._roster)
        return sum(health if own == side else -health for own, health in zip(self._roster.sides, left, strict=True))

    def _step(self, position: Position[Any]) -> Ranked | None:
        """The positions that may follow one, with chances; None if they take too long. Both results are cached."""
        found = self._steps.get(position)
        if found is None and position not in self._too_long:
            self._pricing.budget = Budget(_PATHS_PER_STEP, _SECONDS_PER_STEP)
            try:
                odds = self._pricing.odds(self._rules.step, (position, self._roster), {})
            except OverBudget:
                self._too_long.add(position)
                return None
            chances = np.array([weight / odds.total for weight in odds.weights.values()])
            found = self._steps[position] = list(odds.weights), chances / chances.sum()
        return found


def _add(into: dict[Any, Counts], key: Any, counts: Counts) -> None:
    into[key] = into[key] + counts if key in into else counts
