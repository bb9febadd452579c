"""What an asker does not need of an end is forgotten by the engine."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from rulewright.dice import d
from rulewright.readings import odds, play, solve
from rulewright.readings.odds import Pricing
from rulewright.readings.simulate import simulate
from rulewright.rules import Dice, repeat


class Fight(NamedTuple):
    a: int
    b: int
    turn: bool = True


def blow(dice: Dice[Any], fight: Fight) -> Fight:
    risks = dice.choose("a" if fight.turn else "b", "risk", (False, True))
    fell = dice.pool("blow", 1 * d(6))
    harm = (4 if fell >= 5 else 0) if risks else fell // 3
    if fight.turn:
        return Fight(fight.a, max(0, fight.b - harm), False)
    return Fight(max(0, fight.a - harm), fight.b, True)


fight_on = repeat(
    blow,
    until=lambda fight: fight.a == 0 or fight.b == 0,
    aims={"a": lambda fight: 10 * (fight.b == 0) + fight.a, "b": lambda fight: 10 * (fight.a == 0) + fight.b},
)
START = Fight(9, 9)


def winner(fight: Fight) -> str:
    return "a" if fight.a else "b"


@pytest.mark.parametrize("exact", [True, False])
def test_ends_are_the_same_with_only_the_winner_kept(exact: bool) -> None:
    to_win = fight_on.with_aims({"a": lambda fight: int(fight.b == 0), "b": lambda fight: int(fight.a == 0)})
    kept = to_win.keeping(winner)
    assert kept is to_win.keeping(winner)  # so that it is priced once
    whole, short = (solve(rule, START, exact=exact) for rule in (to_win, kept))
    assert short.values == pytest.approx(whole.values)
    assert len(short.chances) == 2 < len(whole.chances)
    for side in "ab":
        wins = sum(chance for end, chance in whole.chances.items() if winner(end) == side)
        assert sum(chance for end, chance in short.chances.items() if end.value == side) == pytest.approx(wins)


def test_ends_that_are_worth_different_amounts_are_kept_apart() -> None:
    kept = solve(fight_on.keeping(winner), START, exact=True)
    whole = solve(fight_on, START, exact=True)
    assert kept.values == whole.values
    assert {end.worth for end in kept.chances if end.value == "a"} == {(10 + e.a, 0) for e in whole.chances if e.a}


def test_a_rule_reads_what_was_kept() -> None:
    once = repeat(lambda dice, left: left - dice.pool("step", 1 * d(6)), until=lambda left: left <= 0)

    def exactly(dice: Dice[Any], far: int) -> bool:
        return bool(dice.call(once.keeping(lambda left: left == 0), far).value)

    assert odds(exactly, 2).chance(True) == Fraction(7, 36)
    assert len(Pricing(None).odds(once.keeping(lambda left: left == 0), (40,), {}).weights) == 2
    assert play(exactly, 2, faces=[1, 1]).outcome is True
    low, _, high = simulate(exactly, 2, runs=20_000, seed=1).chance(True, 0.999_999)
    assert low <= 7 / 36 <= high


def test_a_fight_that_is_over_before_it_begins_is_kept_too() -> None:
    assert list(solve(fight_on.keeping(winner), Fight(0, 4)).chances) == [Fight(0, 4)]
