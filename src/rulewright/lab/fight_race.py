"""Which of several choices in a fight wins most often: simulated fights with the same luck for every choice.

Every run has one sequence of random numbers, and each choice is played on with it. What follows a step is put in the
order of how well it is for the side that decides, so that good luck is good luck after every choice. The difference
between two choices is then measured run by run, with an interval that is much narrower than those of the two.
Runs are spent where they matter: a choice that is clearly worse than the best is not run any further.
"""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from rulewright.game.fight_step import NOBODY, Position
from rulewright.lab.fight_simulation import FightSimulation
from rulewright.readings import Budget, OverBudget

Ends = npt.NDArray[np.int8]
"""For each run 1 if the side has won, -1 if another has, 0 if nobody did, and UNFINISHED."""
UNFINISHED = 2
"""The end of a run that there was no time for; only a first batch has such."""

_FIRST_RUNS = 8
_MANY = 8
"""Fights at the same position from which on its odds are worked out, instead of each one's next step alone."""
_MOST_RUNS = 20_000
_ENOUGH = 2_000
"""Runs after which the last choice that is left is known well enough."""
_MOST_STEPS = 5_000
_OUT = 2.576
"""Standard errors by which a choice must be worse to be left out: 99%, as it is looked at after every batch."""


class Race(Struct, frozen=True):
    """The ends of every run of each choice; those that were left out early have fewer runs."""

    ends: tuple[Ends, ...]

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


def race(
    simulation: FightSimulation,
    starts: Sequence[Mapping[Position[Any], float]],
    side: str,
    seconds: float,
    seed: int = 1,
    most: int = _MOST_RUNS,
) -> Race:
    """Fights after each choice, whose chances of positions are `starts`, as many as the time allows."""
    random, begun = np.random.default_rng(seed), monotonic()
    ends: list[Ends] = [np.empty(0, np.int8) for _ in starts]
    left, runs = list(range(len(starts))), _FIRST_RUNS
    while True:
        batch = monotonic()
        is_first = not len(ends[0])
        found = _batch(simulation, [starts[arm] for arm in left], side, runs, random, begun + seconds, is_first)
        if found is None:
            break
        for arm, ended in zip(left, found, strict=True):
            ends[arm] = np.concatenate((ends[arm], ended))
        left = _not_clearly_worse(Race(tuple(ends)), left)
        done, now = len(ends[left[0]]), monotonic()
        spare = begun + seconds - now
        if done >= most or (len(left) == 1 < len(starts) and done >= _ENOUGH):
            break
        affordable = int(runs * spare / max(now - batch, 1e-6))
        if affordable < runs // 2:
            break
        runs = min(most - done, 4 * runs, max(affordable, 1))
    return Race(tuple(ends))


def _not_clearly_worse(found: Race, left: Sequence[int]) -> list[int]:
    best = max(left, key=lambda arm: int(np.sum(found.ends[arm] == 1)))
    return [arm for arm in left if arm == best or found.difference(best, arm, _OUT)[0] <= 0]


def _batch(
    simulation: FightSimulation,
    starts: Sequence[Mapping[Position[Any], float]],
    side: str,
    runs: int,
    random: np.random.Generator,
    deadline: float,
    keeps: bool,
) -> list[Ends] | None:
    """So many runs after each choice, each with the same luck after all of them.

    If the deadline comes first, what has ended if it `keeps` that, else None.
    """
    ends = np.zeros(len(starts) * runs, np.int8)
    luck = _Luck(random, runs)
    standing: dict[Position[Any], list[npt.NDArray[np.int64]]] = {}
    for arm, chances in enumerate(starts):
        following, bounds = simulation.ranked(chances, side)
        _spread(standing, following, bounds, np.arange(arm * runs, (arm + 1) * runs), luck.of(0))
    for _ in range(_MOST_STEPS):
        moved: dict[Position[Any], list[npt.NDArray[np.int64]]] = {}
        luck = _Luck(random, runs)
        for position, parts in standing.items():
            members = parts[0] if len(parts) == 1 else np.concatenate(parts)
            if position.end:
                ends[members] = 1 if position.end == side else 0 if position.end == NOBODY else -1
                continue
            if monotonic() > deadline:
                if not keeps:
                    return None
                for waits in (*standing.values(), *moved.values()):
                    for part in waits:
                        ends[part[ends[part] == 0]] = UNFINISHED
                return list(ends.reshape(len(starts), runs))
            if (
                len(members) < _MANY
                and not simulation.is_known(position)
                and _sampled(simulation, position, members, luck, moved)
            ):
                continue
            ranked = simulation.ranked_step(position, side)
            if ranked is not None:
                _spread(moved, *ranked, members, luck.of(0)[members % runs])
            elif not _sampled(simulation, position, members, luck, moved):
                raise OverBudget(Budget())
        standing = moved
        if not standing:
            break
    return list(ends.reshape(len(starts), runs))


class _Luck:
    """The random numbers of one step: for each run one, and further ones where a step throws more than once."""

    def __init__(self, random: np.random.Generator, runs: int) -> None:
        self._random, self.runs = random, runs
        self._numbers: list[npt.NDArray[np.float64]] = []

    def of(self, throw: int) -> npt.NDArray[np.float64]:
        """The number of every run for one throw of the step."""
        while len(self._numbers) <= throw:
            self._numbers.append(self._random.random(self.runs))
        return self._numbers[throw]


def _sampled(
    simulation: FightSimulation,
    position: Position[Any],
    members: npt.NDArray[np.int64],
    luck: _Luck,
    into: dict[Position[Any], list[npt.NDArray[np.int64]]],
) -> bool:
    """Send few members on one by one; False where only odds can tell what follows."""
    found = []
    for member in members.tolist():
        run = member % luck.runs
        after = simulation.lucky_step(position, lambda throw, run=run: float(luck.of(throw)[run]))  # type: ignore[misc]
        if after is None:
            return False
        found.append(after)
    for place, after in enumerate(found):
        into.setdefault(after, []).append(members[place : place + 1])
    return True


def _spread(
    into: dict[Position[Any], list[npt.NDArray[np.int64]]],
    following: Sequence[Position[Any]],
    bounds: npt.NDArray[np.float64],
    members: npt.NDArray[np.int64],
    luck: npt.NDArray[np.float64],
) -> None:
    """Send every member to the position that its luck leads to."""
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
