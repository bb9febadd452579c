"""The worth of every choice in a position of a fight: solved where the fight is small, else simulated by plans.

A simulation gives every choice the same luck and spends its runs where they matter (`fight_race`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import BEST, NO_WINNER, RANDOM, Act, FightRules, Position, Roster
from rulewright.lab.intervals import certain, share
from rulewright.readings import Budget, OverBudget, Solver, odds, solve

Interval = tuple[float, float, float]

_SOLVER_SHARE = 0.5
_BRIEFLY = 0.2
"""Seconds that the odds of one act may take when its effects are explained."""
_SAMPLED = 100
"""How many positions after an act are sampled where their odds take too long."""


class Worth(Struct, frozen=True):
    """How often a side wins and loses after a choice: low, estimate and high; all equal if the fight was solved."""

    wins: Interval
    loses: Interval
    behind: Interval | None = None
    """How much more often the best choice wins than this one, with the same luck, where that was measured."""
    short: Interval | None = None
    """How much larger the final lead in health is after the best choice, with the same luck, where it was measured."""


class Weighed(Struct, frozen=True):
    """The worth of every choice of a side in a position; `runs` counts the best choice's fights, 0 if it was solved."""

    method: Literal["float64", "simulated"]
    runs: int
    worth: tuple[Worth, ...]
    afters: tuple[Mapping[Position[Any], float], ...] = ()
    """The positions that may follow each choice immediately, where it was simulated."""

    def after(self, choice: int) -> Mapping[Position[Any], float] | None:
        """The positions that may follow a choice immediately; None if they are not known."""
        return self.afters[choice] if self.afters else None


class PositionAndRules(NamedTuple):
    """A position of a fight, with everyone in it, and the rules and options it is fought by."""

    rules: FightRules[Any, Any]
    options: Any
    position: Position[Any]
    roster: Roster[Any]

    @property
    def is_small(self) -> bool:
        """Whether the fight can be solved from here."""
        return self.rules.is_small(self.options, self.position, self.roster)

    def healths(self, position: Position[Any] | None = None) -> Sequence[int]:
        """The health of everyone, now or in another position."""
        return self.rules.healths(self.options, position or self.position, self.roster)

    def best_play(self) -> "PositionAndRules":
        """A copy with best play of every side."""
        return self._replace(roster=replace(self.roster, plans=(BEST,) * len(self.roster.sides)))

    def by_plans(self, plans: Mapping[str, str]) -> "PositionAndRules":
        """A copy with each side's plan; see the function `by_plans`."""
        return self._replace(roster=by_plans(self.rules, self.roster, plans))


def weigh(at: PositionAndRules, plans: Mapping[str, str], acts: Sequence[Act], seconds: float) -> Weighed:
    """The worth of each of these acts to the side whose turn it is; without acts that of the position, as one choice.

    Solved, both sides play their best. Simulated, each side follows its plan.
    """
    if at.is_small:
        try:
            return _solved(at.best_play(), acts, seconds * _SOLVER_SHARE)
        except OverBudget:
            seconds *= 1 - _SOLVER_SHARE
    return _simulated(at.by_plans(plans), acts, seconds)


def by_plans(rules: FightRules[Any, Any], roster: Roster[Any], plans: Mapping[str, str]) -> Roster[Any]:
    """The roster with each side's plan; the game's first plan instead of best play, which needs a solver."""
    first = next(iter(rules.plans), RANDOM)
    usual = [plan if (plan := plans.get(side, first)) != BEST else first for side in roster.sides]
    return replace(roster, plans=tuple(usual))


def _solved(at: PositionAndRules, acts: Sequence[Act], seconds: float) -> Weighed:
    rules, options, position, roster = at
    side = roster.sides[position.at]
    bout = rules.bout(position, roster)
    solution = solve(bout.fight, position, roster, options=options, budget=Budget(None, seconds))
    undecided = sum(float(chance) for end, chance in solution.chances.items() if end.end in ("", NO_WINNER))
    wins = [float(solution.values[side])]
    if len(acts) > 1:
        wins = [float(worth) for _, worth in solution.decisions_at(position)[0].worth]
    return Weighed("float64", 0, tuple(Worth(certain(won), certain(max(0.0, 1 - won - undecided))) for won in wins))


def _simulated(at: PositionAndRules, acts: Sequence[Act], seconds: float) -> Weighed:
    begun, side = monotonic(), at.roster.sides[at.position.at]
    each = seconds / 4 / max(1, len(acts))
    afters = [_after(at, act, each) for act in acts] or [{at.position: 1.0}]
    return _raced(at, afters, side, seconds - (monotonic() - begun))


def weigh_after(
    at: PositionAndRules,
    plans: Mapping[str, str],
    afters: Sequence[Mapping[Position[Any], float]],
    side: str,
    seconds: float,
) -> Weighed:
    """The worth to a side of choices in the middle of an action: each leads to these positions, with their chances."""
    if at.is_small:
        chances = FightChances(at, plans, 0, budget=Budget(None, seconds * _SOLVER_SHARE))
        begun = monotonic()
        try:
            return Weighed("float64", 0, tuple(chances.worth(after, side) for after in afters))
        except OverBudget:
            seconds -= monotonic() - begun
    return _raced(at.by_plans(plans), afters, side, seconds)


def _raced(at: PositionAndRules, afters: Sequence[Mapping[Position[Any], float]], side: str, seconds: float) -> Weighed:
    """The worth of choices that lead to these positions, simulated."""
    from rulewright.lab.fight_race import UNFINISHED, race  # imports numpy, which a solved fight does not need
    from rulewright.lab.fight_simulation import FightSimulation

    found = race(FightSimulation(at.rules, at.options, at.roster), afters, side, seconds)
    won = [int((ends == 1).sum()) for ends in found.ends]
    runs = max(map(len, found.ends))
    best = found.best([_done(at, after, side) for after in afters])
    return Weighed(
        "simulated",
        runs,
        tuple(
            Worth(
                _between(won[arm], unknown, len(ends)),
                _between(int((ends == -1).sum()), unknown, len(ends)),
                None if arm == best else found.difference(best, arm),
                None if arm == best else found.lead(best, arm),
            )
            for arm, ends in enumerate(found.ends)
            for unknown in (int((ends == UNFINISHED).sum()),)
        ),
        tuple(afters),
    )


def _done(at: PositionAndRules, afters: Mapping[Position[Any], float], side: str) -> float:
    """The mean health that a side's foes lose and its own members regain at once, to a tenth of a point."""
    before, found = at.healths(), 0.0
    for after, chance in afters.items():
        changes = zip(at.roster.sides, before, at.healths(after), strict=True)
        found += chance * sum(max(0, left - had if own == side else had - left) for own, had, left in changes)
    return round(found, 1)


def _between(least: int, unknown: int, runs: int) -> Interval:
    """The share of runs with its interval, widened on both sides by runs whose end is unknown."""
    known = share(least, max(1, runs - unknown))
    return share(least, runs)[0], known[1], share(least + unknown, runs)[2]


def _after(at: PositionAndRules, act: Act, seconds: float) -> dict[Position[Any], float]:
    """The chance of every position after an act; a sample of them where there are too many for the time.

    Decisions within the act follow the plans.
    """
    rules, options, position, roster = at

    def performed(dice: Any) -> Any:
        return rules.settled(options, rules.perform(dice, position, roster, act)[0], roster)

    try:
        found: Any = odds(performed, options=options, budget=Budget(None, seconds), exact=False, policy=_first_choice)
        chances = {after: float(chance) for after, chance in found.items()}
    except OverBudget:
        import numpy as np

        from rulewright.readings.simulate import Crowd

        crowd = Crowd(np.random.default_rng(0), options, _first_choice, None, Budget(), 1)
        chances = {after: float(count) for after, count in crowd.run(performed, (), {}, _SAMPLED).items()}
    return {after: chance / sum(chances.values()) for after, chance in chances.items()}


def _first_choice(who: str, question: str, choices: Sequence[Any]) -> Any:
    return choices[0]


def _worth(ends: Counter[str], side: str) -> Worth:
    runs = max(1, ends.total())
    return Worth(share(ends[side], runs), share(runs - ends[side] - ends[NO_WINNER], runs))


class FightChances:
    """How often a side wins from successive positions of a fight between the same fighters.

    A small fight is solved for best play of both sides, a larger one is simulated, each side by its plan.
    """

    def __init__(
        self, start: PositionAndRules, plans: Mapping[str, str], runs: int, seed: int = 0, budget: Budget | None = None
    ) -> None:
        self.method: Literal["float64", "simulated"] = "simulated"
        self._runs = runs
        if start.is_small:
            self.method = "float64"
            rules, options, position, roster = start.best_play()
            self._solver = Solver(rules.bout(position, roster).fight, roster, options=options, budget=budget)
        else:
            from rulewright.lab.fight_simulation import FightSimulation  # needs numpy, a solved fight may not

            rules, options, _, roster = start.by_plans(plans)
            self._simulation = FightSimulation(rules, options, roster, seed)

    def worth(self, positions: Mapping[Position[Any], float], side: str) -> Worth:
        """How often a side wins and loses from these positions, each with its chance."""
        if self.method == "float64":
            worth = [(chance, self._values(position)) for position, chance in positions.items()]
            won = sum(chance * values.get(side, 0.0) for chance, values in worth)
            decided = sum(chance * sum(values.values()) for chance, values in worth)
            return Worth(certain(won), certain(max(0.0, decided - won)))
        import numpy as np

        chances = np.array(list(positions.values()))
        counts = np.random.default_rng(0).multinomial(self._runs, chances / chances.sum())
        starts = {position: np.array([count]) for position, count in zip(positions, counts.tolist(), strict=True)}
        ends = self._simulation.run(starts) or {}
        return _worth(Counter({end: int(count[0]) for end, count in ends.items()}), side)

    def _values(self, position: Position[Any]) -> dict[str, float]:
        if position.end:
            return {} if position.end == NO_WINNER else {position.end: 1.0}
        return {side: float(value) for side, value in self._solver.values(position).items()}


def effects(at: PositionAndRules, act: Act, after: Mapping[Position[Any], float] | None = None) -> str:
    """The immediate effects of an act in numbers; `after` are the positions that may follow it, where known."""
    return effects_of(at, after or _after(at, act, _BRIEFLY))


def effects_of(at: PositionAndRules, afters: Mapping[Position[Any], float]) -> str:
    """Who is hurt or healed in these positions, and how often they are out of the fight."""
    found: dict[tuple[int, ...], float] = {}
    for after, chance in afters.items():
        left = tuple(at.healths(after))
        found[left] = found.get(left, 0.0) + chance
    before = at.healths()
    words = []
    for place, name in enumerate(at.roster.names):
        change = sum(chance * (left[place] - before[place]) for left, chance in found.items())
        out = sum(chance for left, chance in found.items() if before[place] and not left[place])
        if abs(change) >= 0.005:
            counted = at.rules.counted_in(at.roster.fighters[place])
            words.append(f"{name} {'loses' if change < 0 else 'regains'} {abs(change):.1f} {counted} on average")
        if out >= 0.0005:
            words[-1] += f" and is out {out:.1%} of the time"
    return "; ".join(words)
