"""Finds which of several choices in a fight wins most often, by simulated fights with common random numbers.

Every run has its own luck for each turn of each fighter, the same after every choice, so that a choice which takes a
step more or less does not change the luck of the turns after it. The results of a step are sorted by how good they are
for the side that decides, so that good luck is good after every choice. The difference between two choices is measured
run by run, with an interval much narrower than those of the two choices: how much more often one wins, and how far
ahead its side is at the end, which shows a difference after fewer fights. Runs are spent where they matter: a choice
that is clearly worse than the best is not run any further.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from rulewright.game.fight_step import NO_WINNER, Position
from rulewright.lab.fight_simulation import MOST_STEPS, FightSimulation
from rulewright.readings import Budget, OverBudget

Ends = npt.NDArray[np.int8]
"""For each run 1 if the side has won, -1 if another side has, 0 if none has, or UNFINISHED."""
Leads = npt.NDArray[np.float64]
UNFINISHED = 2
"""The end of a run that was cut short for lack of time; only a first batch has such runs."""
_FIRST_RUNS = 4
_LEAST_PAIRS = 8
_MANY = 8
"""With at least this many fights at one position its odds are worked out; with fewer, each fight's next step is
rolled."""
_MOST_RUNS = 20_000
_ENOUGH = 2_000
"""Runs after which the only choice still in the race is known precisely enough."""
_OUT = 2.576
"""Standard errors by which a choice must be worse to be dropped: for 99%, since every batch repeats the test."""
_BATCH = 0.5
"""The share of the remaining time that a batch may take by the estimate: a batch that is late is lost."""

Members = list[npt.NDArray[np.int64]]
Turn = tuple[int, int, int]
"""The round of a fight, the place of the fighter whose turn it is, and the step of the turn."""


class Race(Struct, frozen=True):
    """The ends of every run of each choice; choices that were dropped early have fewer runs.

    `leads` has the health by which the side was ahead at the end of each; `health` is the total at the beginning.
    """

    ends: tuple[Ends, ...]
    leads: tuple[Leads, ...] = ()
    health: float = 1.0

    def difference(self, best: int, other: int, errors: float = 1.96) -> tuple[float, float, float]:
        """How much more often one choice won than another with the same luck: low, estimate and high.

        The interval is Agresti and Min's for matched pairs.
        """
        both = min(len(self.ends[best]), len(self.ends[other]))
        if any((self.ends[at] == UNFINISHED).any() for at in (best, other)):
            return -1.0, 0.0, 1.0
        one, two = (self.ends[at][:both] == 1 for at in (best, other))
        more, less = int(np.sum(one & ~two)), int(np.sum(two & ~one))
        middle = (more - less) / both
        pairs, gained, lost = both + 2, more + 0.5, less + 0.5
        half = errors * float(np.sqrt(gained + lost - (gained - lost) ** 2 / pairs)) / pairs
        return (gained - lost) / pairs - half, middle, (gained - lost) / pairs + half

    def lead(self, best: int, other: int, errors: float = 1.96) -> tuple[float, float, float]:
        """How much further ahead the side is after one choice than after another with the same luck, on average."""
        both = min(len(self.ends[best]), len(self.ends[other]))
        if both < _LEAST_PAIRS or any((self.ends[at] == UNFINISHED).any() for at in (best, other)):
            return -self.health, 0.0, self.health
        apart = self.leads[best][:both] - self.leads[other][:both]
        middle, freedom = float(apart.mean()), both - 1
        half = errors * (1 + 1.6 / freedom) * float(apart.std()) / float(np.sqrt(freedom))  # close to Student's t
        return middle - half, middle, middle + half

    def score(self, arm: int) -> float:
        """The score of a choice: its share of wins, plus its mean lead as a share of all health."""
        return float((self.ends[arm] == 1).mean() + self.leads[arm].mean() / self.health)

    def is_clearly_better(self, best: int, other: int, errors: float = 1.96) -> bool:
        """Whether one choice wins more often, or wins as often and is further ahead, by more than chance explains."""
        low, middle, _ = self.difference(best, other, errors)
        return low > 0 or (middle >= 0 and self.lead(best, other, errors)[0] > 0)

    def best(self, done: Sequence[float]) -> int:
        """The best choice; among choices that chance cannot separate from it, the one that does the most at once.

        `done` measures how much each does: among equals, a choice that brings the end of the fight nearer is better
        than waiting.
        """
        runs = max(map(len, self.ends))
        left = [arm for arm, ends in enumerate(self.ends) if len(ends) == runs]
        first = max(left, key=self.score)
        alike = [arm for arm in left if arm == first or not self.is_clearly_better(first, arm)]
        return max(alike, key=lambda arm: (done[arm], self.score(arm)))


def race(
    simulation: FightSimulation,
    starts: Sequence[Mapping[Position[Any], float]],
    side: str,
    seconds: float,
    seed: int = 1,
    most: int = _MOST_RUNS,
) -> Race:
    """Simulates as many fights after each choice as the time allows; `starts` has its positions with their chances."""
    random, deadline = np.random.default_rng(seed), monotonic() + seconds
    ends: list[Ends] = [np.empty(0, np.int8) for _ in starts]
    leads: list[Leads] = [np.empty(0) for _ in starts]
    health = max(1, max(simulation.health(position) for chances in starts for position in chances))
    left, runs = list(range(len(starts))), min(most, _FIRST_RUNS)
    while True:
        begun, ran = monotonic(), len(left)
        found = _batch(simulation, [starts[arm] for arm in left], side, runs, random, deadline, not len(ends[0]))
        if found is None:
            break
        for arm, ended, ahead in zip(left, *found, strict=True):
            ends[arm] = np.concatenate((ends[arm], ended))
            leads[arm] = np.concatenate((leads[arm], ahead))
        so_far = Race(tuple(ends), tuple(leads), health)
        best = max(left, key=so_far.score)
        left = [arm for arm in left if arm == best or not so_far.is_clearly_better(best, arm, _OUT)]
        done, now = len(ends[best]), monotonic()
        if done >= most or (done >= _ENOUGH and len(left) == 1 < len(starts)):
            break
        each = max(now - begun, 1e-6) / runs * len(left) / ran
        affordable = int(_BATCH * (deadline - now) / each)
        if affordable < 1:
            break
        runs = min(most - done, 2 * done, affordable)
    return Race(tuple(ends), tuple(leads), health)


def _batch(
    simulation: FightSimulation,
    starts: Sequence[Mapping[Position[Any], float]],
    side: str,
    runs: int,
    random: np.random.Generator,
    deadline: float,
    keeps: bool,
) -> tuple[Iterable[Ends], Iterable[Leads]] | None:
    """Simulates a batch of runs after each choice, each run with the same luck after all of them.

    If the deadline comes first, returns the runs that have ended if `keeps` is set, else None.
    """
    ends = np.full(len(starts) * runs, UNFINISHED, np.int8)
    leads = np.zeros(len(starts) * runs)
    each = (len(starts), runs)
    waiting: dict[Turn, dict[Position[Any], Members]] = {}
    turns: list[Turn] = []

    def go_on(now: Turn, moved: Mapping[Position[Any], Members]) -> None:
        for position, parts in moved.items():
            if position.end:
                lead = simulation.lead(position, side)
                for part in parts:
                    ends[part] = 1 if position.end == side else 0 if position.end == NO_WINNER else -1
                    leads[part] = lead
                continue
            turn = _turn_after(now, position)
            if turn not in waiting:
                waiting[turn] = {}
                heappush(turns, turn)
            waiting[turn].setdefault(position, []).extend(parts)

    luck = _RandomNumbers(random, runs)
    moved: dict[Position[Any], Members] = {}
    for arm, chances in enumerate(starts):
        following, bounds = simulation.ranked(chances, side)
        _spread(moved, following, bounds, np.arange(arm * runs, (arm + 1) * runs), luck.of(0))
    go_on((0, -1, 0), moved)
    for _ in range(MOST_STEPS):
        if not turns:
            break
        now = heappop(turns)
        luck = _RandomNumbers(random, runs)
        for position, parts in waiting.pop(now).items():
            if monotonic() > deadline:
                return (ends.reshape(each), leads.reshape(each)) if keeps else None
            members = parts[0] if len(parts) == 1 else np.concatenate(parts)
            go_on(now, _moved(simulation, position, side, members, luck))
    ends[ends == UNFINISHED] = 0
    return ends.reshape(each), leads.reshape(each)


def _turn_after(now: Turn, position: Position[Any]) -> Turn:
    """The turn of a position that follows one in the given turn."""
    round_, at, step = now
    if position.at == at and position.left:
        return round_, at, step + 1
    return round_ + (position.at <= at), position.at, 0


def _moved(
    simulation: FightSimulation,
    position: Position[Any],
    side: str,
    members: npt.NDArray[np.int64],
    luck: "_RandomNumbers",
) -> dict[Position[Any], Members]:
    """The positions after a step, each with the members that reach it."""
    moved: dict[Position[Any], Members] = {}
    few = len(members) < _MANY and not simulation.is_known(position)
    if few and _sampled(simulation, position, members, luck, moved):
        return moved
    ranked = simulation.ranked_step(position, side)
    if ranked is not None:
        _spread(moved, *ranked, members, luck.of(0)[members % luck.runs])
    elif not _sampled(simulation, position, members, luck, moved):
        raise OverBudget(Budget())
    return moved


class _RandomNumbers:
    """The random numbers of one step: one for each run, and further ones where a step throws more than once.

    They are stratified: the interval from 0 to 1 is divided into one equal part per run, with one number in each part.
    """

    def __init__(self, random: np.random.Generator, runs: int) -> None:
        self._random, self.runs = random, runs
        self._numbers: list[npt.NDArray[np.float64]] = []
        self._listed: list[list[float]] = []

    def of_run(self, run: int) -> Callable[[int], float]:
        """The number of one run for each throw of the step."""

        def number(throw: int) -> float:
            while len(self._listed) <= throw:
                self._listed.append(self.of(len(self._listed)).tolist())
            return self._listed[throw][run]

        return number

    def of(self, throw: int) -> npt.NDArray[np.float64]:
        """The number of every run for one throw of the step."""
        while len(self._numbers) <= throw:
            parts = self._random.permutation(self.runs)
            self._numbers.append((parts + self._random.random(self.runs)) / self.runs)
        return self._numbers[throw]


def _sampled(
    simulation: FightSimulation,
    position: Position[Any],
    members: npt.NDArray[np.int64],
    luck: _RandomNumbers,
    into: dict[Position[Any], Members],
) -> bool:
    """Rolls the next step of a few members one by one; False if the step cannot be rolled and needs odds."""
    found = []
    for member in members.tolist():
        after = simulation.lucky_step(position, luck.of_run(member % luck.runs))
        if after is None:
            return False
        found.append(after)
    for place, after in enumerate(found):
        into.setdefault(after, []).append(members[place : place + 1])
    return True


def _spread(
    into: dict[Position[Any], Members],
    following: Sequence[Position[Any]],
    bounds: npt.NDArray[np.float64],
    members: npt.NDArray[np.int64],
    luck: npt.NDArray[np.float64],
) -> None:
    """Moves every member to the position that its random number selects."""
    if len(following) == 1:
        into.setdefault(following[0], []).append(members)
        return
    places = np.minimum(np.searchsorted(bounds, luck, side="right"), len(following) - 1)
    order = np.argsort(places, kind="stable")
    sizes = np.bincount(places, minlength=len(following))
    start = 0
    for place in np.flatnonzero(sizes).tolist():
        end = start + int(sizes[place])
        into.setdefault(following[place], []).append(members[order[start:end]])
        start = end
