"""Solving that takes long shows progress, can be stopped, keeps within its memory, and says what was asked."""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rulewright.dice import d
from rulewright.readings import Budget, Need, OverBudget, odds, play, solve
from rulewright.readings.graph import columns as columns_module
from rulewright.readings.graph import layout as layout_module
from rulewright.rules import Dice, repeat


class Bout(NamedTuple):
    a: int
    b: int
    turn: bool = True


def blow(dice: Dice[Any], bout: Bout) -> Bout:
    who = "a" if bout.turn else "b"
    hard = dice.choose(who, "how", ("soft", "hard")) == "hard"
    harm = max(0, dice.pool("blow", 1 * d(6)) - (4 if hard else 2)) * (2 if hard else 1)
    if bout.turn:
        return Bout(bout.a, max(0, bout.b - harm), False)
    return Bout(max(0, bout.a - harm), bout.b, True)


fight_on = repeat(
    blow,
    until=lambda bout: bout.a == 0 or bout.b == 0,
    aims={"a": lambda bout: int(bout.b == 0), "b": lambda bout: int(bout.a == 0)},
)


def stroke(dice: Dice[Any], bout: Bout) -> Bout:
    harm = max(0, dice.pool("blow", 1 * d(6)) - 2)
    return Bout(bout.a, max(0, bout.b - harm), False) if bout.turn else Bout(max(0, bout.a - harm), bout.b, True)


plain_fight = repeat(stroke, until=lambda bout: bout.a == 0 or bout.b == 0)

SOLVES: dict[str, Callable[[Budget], Any]] = {
    "best play in columns": lambda budget: solve(fight_on, Bout(40, 40), budget=budget).values,
    "exact best play": lambda budget: solve(fight_on, Bout(8, 8), budget=budget, exact=True).values,
    "exact odds": lambda budget: odds(plain_fight, Bout(60, 60), budget=budget),
    "odds in float64": lambda budget: odds(plain_fight, Bout(60, 60), budget=budget, exact=False),
}


@pytest.mark.parametrize("name", SOLVES)
def test_a_long_solve_shows_progress_and_stops_when_it_is_interrupted(name: str) -> None:
    shown: list[int] = []
    SOLVES[name](Budget(None, progress=lambda budget: shown.append(budget.spent)))
    assert len(shown) > 3

    def interrupt(budget: Budget) -> None:
        if len(seen) == len(shown) // 2:
            raise KeyboardInterrupt
        seen.append(budget.spent)

    seen: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        SOLVES[name](Budget(None, progress=interrupt))


@pytest.mark.parametrize("name", SOLVES)
def test_a_long_solve_stops_at_its_time(name: str) -> None:
    with pytest.raises(OverBudget, match="0 seconds"):
        SOLVES[name](Budget(None, 0.0))


def test_rows_that_would_not_fit_into_memory_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout_module, "_MOST_NUMBERS", 1_000)
    with pytest.raises(OverBudget, match=r"allowed: 0\.0 GB; [0-9,]+ rows of \d+ numbers, \d\.\d GB were needed"):
        solve(fight_on, Bout(40, 40), budget=Budget(None))


def test_too_many_edges_are_refused_with_how_many_states_were_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns_module, "_MOST_EDGES", 1_000)
    with pytest.raises(
        OverBudget, match=r"1,000 edges between states, .* GB; [0-9,]+ states were met, [0-9,]+ of them"
    ):
        solve(fight_on, Bout(40, 40), budget=Budget(None))


def pile(dice: Dice[Any], held: frozenset[int]) -> frozenset[int]:
    """A state that no column can hold, and that never comes back."""
    more = dice.choose("a", "how", (0, 1)) if 0 in held else 0
    return frozenset((*sorted(held)[-3:], dice.pool("more", 1 * d(6)) + max(held) + more))


piled = repeat(pile, until=lambda held: max(held) > 10**6, aims={"a": lambda held: 1})
ONE_BY_ONE: dict[str, Callable[[Budget], Any]] = {
    "odds": lambda budget: odds(piled, frozenset((1,)), budget=budget),
    "odds in float64": lambda budget: odds(piled, frozenset((1,)), budget=budget, exact=False),
    "best play": lambda budget: solve(piled, frozenset((0,)), budget=budget).values,
    "exact best play": lambda budget: solve(piled, frozenset((0,)), budget=budget, exact=True).values,
}


@pytest.mark.parametrize("name", ONE_BY_ONE)
@pytest.mark.parametrize(
    ("budget", "allowed"),
    [
        (lambda: Budget(20_000), "20,000 paths"),
        (lambda: Budget(None, megabytes=10), "10 MB of memory"),
    ],
)
def test_states_met_one_by_one_are_bounded_and_counted(name: str, budget: Callable[[], Budget], allowed: str) -> None:
    size = r"[0-9,]{4,} states were met one by one, [0-9,]+ of them not expanded yet, with [0-9,]{4,} edges"
    with pytest.raises(OverBudget, match=rf"allowed: {allowed}\); {size} between them: about [0-9.]+ MB so far"):
        ONE_BY_ONE[name](budget())


def test_a_played_roll_asks_the_player_where_best_play_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["rulewright.readings.play"], "_PATHS_OF_BEST_PLAY", 1_000)
    with pytest.raises(Need, match="a decides how"):
        play(fight_on, Bout(41, 41), best=True)
    played = play(fight_on, Bout(3, 3), best=True)
    assert 0 in played.outcome[:2]
    assert not played.choices  # no player was asked
