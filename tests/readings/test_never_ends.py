"""Play from which no end can be reached is an outcome of its own, in every reading."""

import sys
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import pytest

from rulewright.dice import Die, d
from rulewright.readings import Budget, odds, odds_of_many, play, solve
from rulewright.readings.graph import repeated as repeated_module
from rulewright.readings.odds import Pricing
from rulewright.readings.simulate import simulate
from rulewright.rules import NEVER_ENDS, Dice, repeat


class Duel(NamedTuple):
    hp: int
    dull: int = 0


def blow(dice: Dice[Any], duel: Duel) -> Duel:
    """Hit or miss; a miss dulls the blade, and a blade that was dulled three times does nothing any more."""
    if duel.dull == 3:
        return duel
    hit = dice.pool("hit", 1 * Die([0, 1]))
    return Duel(duel.hp - 1, duel.dull) if hit else Duel(duel.hp, duel.dull + 1)


fight_on = repeat(blow, until=lambda duel: duel.hp == 0)
called_off = repeat(blow, until=lambda duel: duel.hp == 0, never=lambda duel: Duel(duel.hp, 99))


def fight(dice: Dice[Any], hp: int) -> int:
    """How dull the blade is in the end."""
    return dice.call(fight_on, Duel(hp)).dull


def to_the_bitter_end(hp: int) -> Fraction:
    """The chance of three misses before so many hits, by hand: as in tossing coins."""
    tosses = hp + 2
    return sum((Fraction(comb(tosses, misses), 2**tosses) for misses in range(3, tosses + 1)), Fraction(0))


@pytest.mark.parametrize("hp", [1, 2, 5])
def test_odds_say_how_often_play_never_ends(hp: int) -> None:
    never = to_the_bitter_end(hp)
    assert odds(fight, hp).chance(NEVER_ENDS) == never  # type: ignore[arg-type]
    assert odds(fight_on, Duel(hp)).chance(NEVER_ENDS) == never  # type: ignore[arg-type]
    assert odds(fight, hp, exact=False).chance(NEVER_ENDS) == pytest.approx(float(never))  # type: ignore[arg-type]


@pytest.mark.parametrize("exact", [True, False])
def test_columns_say_the_same(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def priced() -> Any:
        return Pricing(None, exact=exact).odds(fight, (12,), {})

    few = priced()
    monkeypatch.setattr(repeated_module, "FEW_EDGES", 0)
    many = priced()
    assert dict(many.items()) == pytest.approx(dict(few.items()))


def test_questions_about_many_fights_have_it_too() -> None:
    asked = [(hp,) for hp in range(1, 40)]
    for found, (hp,) in zip(odds_of_many(fight, asked, exact=False), asked, strict=True):
        assert found.chance(NEVER_ENDS) == pytest.approx(float(to_the_bitter_end(hp)))  # type: ignore[arg-type]


def test_a_simulation_counts_it() -> None:
    found = simulate(fight, 2, runs=20_000, seed=3)
    low, _, high = found.chance(NEVER_ENDS, 0.999_999)  # type: ignore[arg-type]
    assert low <= to_the_bitter_end(2) <= high


def test_a_solution_says_how_likely_it_is() -> None:
    solution = solve(fight_on, Duel(2), exact=True)
    assert solution.never_ends == to_the_bitter_end(2)
    assert solution.chances[Duel(2, 3)] == Fraction(1, 8)  # where it stands is still known
    assert solve(repeat(blow, until=lambda duel: True), Duel(2)).never_ends == 0


def test_play_stops_there() -> None:
    played = play(fight, 2, faces=[1, 1, 1])
    assert played.outcome is NEVER_ENDS  # type: ignore[comparison-overlap]
    assert len(played.faces) == 3
    assert played.breakdown
    assert str(NEVER_ENDS) == "never ends"


def test_a_game_may_say_what_such_a_state_counts_as() -> None:
    def fought(dice: Dice[Any]) -> int:
        return dice.call(called_off, Duel(1)).dull

    assert odds(fought).chance(99) == Fraction(1, 8)
    assert play(fought, faces=[1, 1, 1]).outcome == 99
    assert simulate(fought, runs=100, seed=1).counts.keys() <= {0, 1, 2, 99}


def test_a_repeated_step_that_uses_one_which_never_ends_never_ends_itself() -> None:
    def round_of_fights(dice: Dice[Any], left: int) -> int:
        return left - 1 if dice.call(fight, 1) < 3 else left

    tournament = repeat(round_of_fights, until=lambda left: left == 0)
    found = odds(tournament, 2)
    assert found.chance(0) == Fraction(49, 64)
    assert found.chance(NEVER_ENDS) == Fraction(15, 64)  # type: ignore[arg-type]
    assert simulate(tournament, 2, runs=50, seed=2).counts.keys() <= {0, NEVER_ENDS}


def test_a_hit_that_needs_seven_on_a_six_sided_die_is_not_reported_as_a_victory() -> None:
    def swing(dice: Dice[Any], hp: int) -> int:
        return hp - 1 if dice.pool("attack", 1 * d(6)) >= 7 else hp

    def won(dice: Dice[Any]) -> bool:
        return dice.call(repeat(swing, until=lambda hp: hp == 0), 3) == 0

    assert list(odds(won).weights) == [NEVER_ENDS]  # type: ignore[comparison-overlap]


def test_a_step_with_many_paths_is_not_searched_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty steps with a million paths each: too many to look ahead, and looked at after 0, 1, 2, 4, 8, 16 of them."""
    searches: list[int] = []

    def noted(most: int) -> Budget:
        searches.append(most)
        return Budget(most)

    def count(dice: Dice[Any], at: int) -> int:
        return at + 1 if sum(dice.pool(f"die {number}", 1 * d(100)) for number in range(3)) >= 0 else at

    monkeypatch.setattr(sys.modules["rulewright.readings.play"], "Budget", noted)
    played = play(lambda dice: dice.call(repeat(count, until=lambda at: at == 20), 0), faces=[1] * 60)
    assert played.outcome == 20
    assert searches == [1_000] * 6


def test_play_that_never_ends_is_found_though_its_first_steps_have_many_paths() -> None:
    """It goes on for a while with too many paths to search, and then stays where it is for ever."""

    def wander(dice: Dice[Any], at: int) -> int:
        if at >= 70:
            return at
        return at + 1 if sum(dice.pool(f"die {number}", 1 * d(100)) for number in range(3)) >= 0 else -1

    played = play(lambda dice: dice.call(repeat(wander, until=lambda at: at < 0), 0), faces=[1] * 3 * 70)
    assert played.outcome is NEVER_ENDS
