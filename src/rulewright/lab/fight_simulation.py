"""Many fights from given positions at once: those at the same position go on together, whichever choice led there."""

from collections import Counter
from collections.abc import Mapping
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from rulewright.game.fight_step import NOBODY, FightRules, Position, Roster
from rulewright.readings import Budget
from rulewright.readings.odds import Pricing
from rulewright.readings.simulate import Crowd

Counts = npt.NDArray[np.int64]
_MOST_STEPS = 5_000
_PATHS_PER_STEP = 1_000_000
_FEW = 12
"""Fights at a new position up to which their next step is rolled for each."""


class FightSimulation:
    """Fights by plans, with the odds of every step that was met.

    Fights that began with different choices are counted apart: the column of a count is the number of its choice.
    """

    def __init__(self, rules: FightRules[Any, Any], options: Any, roster: Roster[Any], seed: int = 0) -> None:
        self._rules, self._roster, self._options = rules, roster, options
        self._random = np.random.default_rng(seed)
        self._pricing: Pricing[Any] = Pricing(options)
        self._crowd = Crowd(self._random, options, None, None, Budget(), _MOST_STEPS)
        self._steps: dict[Position[Any], tuple[list[Position[Any]], npt.NDArray[np.float64]]] = {}

    def run(self, starts: Mapping[Position[Any], Counts], deadline: float | None = None) -> dict[str, Counts] | None:
        """How often each side won; None if the deadline came first. What does not end has no winner."""
        ended: dict[str, Counts] = {}
        standing = dict(starts)
        for _ in range(_MOST_STEPS):
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
            _add(ended, NOBODY, counts)
        return ended

    def counted(self, start: Position[Any], runs: int, side: str) -> Counter[tuple[str, int, int]]:
        """How often a fight ended with this winner, in this round, and with so many of a side fallen."""
        ended: Counter[tuple[str, int, int]] = Counter()
        standing: dict[tuple[Position[Any], int], Counts] = {(start, 1): np.array([runs])}
        for _ in range(_MOST_STEPS):
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
            ended[NOBODY, rounds, self._fallen(position, side)] += int(counts[0])
        return ended

    def _fallen(self, position: Position[Any], side: str) -> int:
        left = self._rules.healths(self._options, position, self._roster)
        return sum(own == side and not health for own, health in zip(self._roster.sides, left, strict=True))

    def _shared(self, position: Position[Any], counts: Counts) -> list[tuple[Position[Any], Counts]]:
        if position not in self._steps and counts.sum() <= _FEW:
            return self._sampled(position, counts)
        following, chances = self._step(position)
        if len(following) == 1:
            return [(following[0], counts)]
        drawn = self._random.multinomial(counts, chances)
        return [(after, drawn[:, at]) for at, after in enumerate(following) if drawn[:, at].any()]

    def _sampled(self, position: Position[Any], counts: Counts) -> list[tuple[Position[Any], Counts]]:
        """Where so few go that their steps are quicker to roll than to price."""
        found: dict[Position[Any], Counts] = {}
        for arm in np.flatnonzero(counts).tolist():
            went = self._crowd.run(self._rules.step, (position, self._roster), {}, int(counts[arm]))
            for following, runs in went.items():
                found.setdefault(following, np.zeros_like(counts))[arm] += runs
        return list(found.items())

    def _step(self, position: Position[Any]) -> tuple[list[Position[Any]], npt.NDArray[np.float64]]:
        found = self._steps.get(position)
        if found is None:
            self._pricing.budget = Budget(_PATHS_PER_STEP)
            odds = self._pricing.odds(self._rules.step, (position, self._roster), {})
            chances = np.array([weight / odds.total for weight in odds.weights.values()])
            found = self._steps[position] = list(odds.weights), chances / chances.sum()
        return found


def _add(into: dict[Any, Counts], key: Any, counts: Counts) -> None:
    into[key] = into[key] + counts if key in into else counts
