"""Best play where states come back: every pair of plans tried by hand, in columns, and path by path."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_rules import Piglet, piglet, winner
from made_up_steps import Traveller, journey, starts, stumbles, walks

from rulewright.dice import Die, Odds
from rulewright.readings import Budget, odds, solve
from rulewright.readings.graph.best_play import BestPlay, best_play
from rulewright.readings.graph.chain import explored, flow_of_chain
from rulewright.readings.graph.flow import float_flow
from rulewright.readings.odds import Pricing
from rulewright.readings.vector import run as run_module
from rulewright.rules import Dice, Repeat, repeat

Step = tuple[str, Any, list[Any]]
"""A step of a made-up game: a leaf with its state, dice with what follows, or a choice of a side."""
WORTH = {-1: 0, -2: 1, -3: 3}


@pytest.fixture(autouse=True)
def columns_however_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small examples would be left to the other way."""
    monkeypatch.setattr(run_module, "_ROWS_PER_RUN", 0)
    monkeypatch.setattr(run_module, "_ROWS_PER_RUN_IF_DECIDING", 0)


def in_columns(rule: Repeat[Any, Any, Any], *args: Any) -> BestPlay:
    left_open = Pricing(None, budget=Budget(None)).leaving_open(tuple(rule.aims), exact=False)
    return best_play(left_open, rule, (args, {}), prune=False)


class Game:
    """A game with as many states as wanted, each of which may lead to any other or to an end."""

    def __init__(self, seed: int, sides: str) -> None:
        self._random = Random(seed)
        self._sides = sides
        size = self._random.randint(1, 4)
        self.steps = [self._step(2, size) for _ in range(size)]
        self.forever = self._random.choice([-1, 0, 1, 2])

    def _step(self, depth: int, size: int) -> Step:
        kind = self._random.random()
        if depth == 0 or kind < 0.3:
            return "leaf", self._random.randint(-3, size - 1), []
        then = [self._step(depth - 1, size) for _ in range(self._random.randint(1, 3))]
        return ("dice", None, then) if kind < 0.6 else ("choice", self._random.choice(self._sides), then)

    def worth(self, state: int) -> int:
        return WORTH.get(state, self.forever)

    def rule(self) -> Repeat[Any, int, Any]:
        def step(dice: Dice[Any], state: int) -> int:
            kind, what, then = self.steps[state]
            while kind != "leaf":
                numbers = range(len(then))
                at = dice.pool("d", 1 * Die(numbers)) if kind == "dice" else dice.choose(what, "which", tuple(numbers))
                kind, what, then = then[at]
            return int(what)

        aims = {"a": self.worth, "b": lambda state: -self.worth(state)}
        return repeat(step, until=lambda state: state < 0, aims={side: aims[side] for side in self._sides})

    def _choices(self, side: str) -> list[int]:
        """How many choices each decision of a side has, found step by step."""

        def within(step: Step) -> Iterator[int]:
            kind, what, then = step
            if kind == "choice" and what == side:
                yield len(then)
            for one in then:
                yield from within(one)

        return [number for step in self.steps for number in within(step)]

    def value(self) -> Fraction | None:
        """What the best plan of `a` is worth against the best answer; None if there are too many to try."""
        plans = {side: [range(number) for number in self._choices(side)] for side in "ab"}
        count = 1
        for numbers in (*plans["a"], *plans["b"]):
            count *= len(numbers)
        if count > 600:
            return None
        return max(min(self._played(own, answer) for answer in product(*plans["b"])) for own in product(*plans["a"]))

    def _played(self, own: tuple[int, ...], answer: tuple[int, ...]) -> Fraction:
        taken = {"a": iter(own), "b": iter(answer)}

        def leads(step: Step, share: Fraction, is_followed: bool) -> Iterator[tuple[int, Fraction]]:
            kind, what, then = step
            if kind == "leaf":
                if is_followed:
                    yield what, share
                return
            chosen = next(taken[what]) if kind == "choice" else None
            for at, one in enumerate(then):
                part = share / len(then) if chosen is None else share
                yield from leads(one, part, is_followed and chosen in (None, at))

        rows = [Odds.of_fractions(leads(step, Fraction(1), True)) for step in self.steps]
        flow = flow_of_chain(explored(0, lambda state: rows[state], lambda state: state < 0))
        return Odds(flow.weights, flow.total).mean(self.worth)


@pytest.mark.parametrize("sides", ["a", "ab"])
@pytest.mark.parametrize("seeds", [range(start, start + 25) for start in range(0, 150, 25)])
def test_a_game_is_worth_what_the_best_pair_of_plans_gives(seeds: range, sides: str) -> None:
    for seed in seeds:
        game = Game(seed, sides)
        expected = game.value()
        if expected is None:
            continue
        assert solve(game.rule(), 0, exact=True).values["a"] == expected, seed
        assert in_columns(game.rule(), 0).values[0, 0] == pytest.approx(float(expected), abs=1e-9), seed


@settings(deadline=None, max_examples=40)
@given(starts, st.integers(1, 2), st.booleans())
def test_best_play_of_a_step_that_may_rest_is_that_of_paths(start: Traveller, pace: int, stumbling: bool) -> None:
    rule = journey((walks, stumbles) if stumbling else (walks,), rests=True, aims=True)
    exact = solve(rule, start, pace, exact=True)
    play = in_columns(rule, start, pace)
    assert play.values[:, play.graph.starts[0]].tolist() == pytest.approx(
        [float(value) for value in exact.values.values()], abs=1e-9
    )
    assert float_flow(play.chain()).weights == pytest.approx(
        {end: float(c) for end, c in exact.chances.items() if c}, abs=1e-9
    )


def test_a_choice_that_is_better_by_less_than_float64_can_tell_is_found_exactly() -> None:
    hardly = 10**14

    def step(dice: Dice[Any], state: str) -> str:
        if dice.choose("a", "which", ("even", "better")) == "even":
            return "won" if dice.pool("even", 1 * Die([0, 1])) else "lost"
        return "won" if dice.pool("better", 1 * coin) else "lost"

    class Coin:
        """Heads a little more often than tails."""

        def odds(self) -> Odds[int]:
            return Odds({1: hardly + 1, 0: hardly}, 2 * hardly + 1)

        def __rmul__(self, times: int) -> Any:
            return self

    coin = Coin()
    once = repeat(step, until=lambda state: state in ("won", "lost"), aims={"a": lambda state: int(state == "won")})
    assert solve(once, "open", exact=True).values["a"] == Fraction(hardly + 1, 2 * hardly + 1)
    assert solve(once, "open").values["a"] == pytest.approx(0.5)


def test_piglet_is_won_as_often_in_columns() -> None:
    play = in_columns(piglet, Piglet(0, 0))
    assert sum(
        chance for end, chance in float_flow(play.chain()).weights.items() if winner(end) == "a"
    ) == pytest.approx(4 / 7)
    assert odds(piglet, Piglet(0, 0)).where(lambda game: winner(game) == "a") == Fraction(4, 7)
