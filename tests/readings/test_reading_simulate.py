"""Simulate: many runs at once, as good as their exact odds say."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from made_up_rules import Piglet, Tree, assert_sampled_like, gambler, piglet, trees, trees_with_decisions, walk, winner

from rulewright.dice import Odds, d
from rulewright.readings import Budget, OverBudget, Undecided, odds
from rulewright.readings.simulate import Interval, Simulated, simulate
from rulewright.rules import Dice, Refused, repeat

RUNS = 20_000


@given(trees)
@settings(max_examples=40)
def test_any_rule_comes_out_as_its_odds_say(tree: Tree) -> None:
    found = simulate(walk, tree, runs=RUNS, seed=1)
    assert sum(found.counts.values()) == found.runs == RUNS
    assert_sampled_like(found.counts, odds(walk, tree))


@given(trees_with_decisions)
@settings(max_examples=40)
def test_decisions_follow_the_policy(tree: Tree) -> None:
    def last(who: str, question: str, choices: Sequence[int]) -> int:
        return choices[-1]

    assert_sampled_like(simulate(walk, tree, runs=RUNS, seed=2, policy=last).counts, odds(walk, tree, policy=last))


def test_without_a_policy_a_decision_is_undecided() -> None:
    def asks(dice: Dice[Any]) -> str:
        return dice.choose("Ann", "which?", ("this", "that"))

    with pytest.raises(Undecided, match="Ann must decide which"):
        simulate(asks, runs=10)


def test_the_same_seed_gives_the_same_counts() -> None:
    first = simulate(gambler(6, 1, 1), 2, runs=RUNS, seed=9)
    assert simulate(gambler(6, 1, 1), 2, runs=RUNS, seed=9).counts == first.counts
    assert simulate(gambler(6, 1, 1), 2, runs=RUNS, seed=10).counts != first.counts
    assert first.seed == 9


@pytest.mark.parametrize("runs", [1, 2, 7, 1_000_003])
def test_every_run_is_counted_once(runs: int) -> None:
    def three(dice: Dice[Any]) -> int:
        return dice.pool("three", 3 * d(6)) + dice.call(gambler(3, 1, 1), 1)

    assert sum(simulate(three, runs=runs, seed=4).counts.values()) == runs


@pytest.mark.parametrize("runs", [0, -5])
def test_at_least_one_run_is_needed(runs: int) -> None:
    with pytest.raises(ValueError, match=f"runs must be at least 1, not {runs}"):
        simulate(walk, 1, runs=runs)


def test_a_repeated_step_comes_out_as_its_odds_say() -> None:
    game = gambler(7, 9, 10, 2)
    assert_sampled_like(simulate(game, 3, runs=RUNS, seed=5).counts, odds(game, 3))


def test_called_rules_come_out_as_their_odds_say() -> None:
    game = gambler(4, 1, 2)

    def damage(dice: Dice[Any], dice_count: int) -> int:
        return dice.pool("damage", dice_count * d(6))

    def evening(dice: Dice[Any]) -> tuple[bool, int]:
        rich = dice.call(game, 2) == 4
        return rich, dice.call(damage, dice_count=2) if rich else dice.call(damage, dice_count=1)

    assert_sampled_like(simulate(evening, runs=RUNS, seed=6).counts, odds(evening))


def test_a_called_rule_too_big_to_be_priced_is_followed() -> None:
    def many(dice: Dice[Any]) -> int:
        return sum(dice.pool("one of many", 1 * d(12)) for _ in range(4))  # 20,736 paths

    def outer(dice: Dice[Any]) -> bool:
        return dice.call(many) >= 26

    exact = (4 * d(12)).odds().map(lambda total: total >= 26)
    assert_sampled_like(simulate(outer, runs=500, seed=7).counts, exact)


def test_best_play_comes_out_as_its_odds_say() -> None:
    def game(dice: Dice[Any]) -> str | None:
        return winner(dice.call(piglet, Piglet(0, 0)))

    assert_sampled_like(simulate(game, runs=RUNS, seed=8).counts, odds(game))
    assert_sampled_like(simulate(piglet, Piglet(0, 1), runs=RUNS, seed=8).counts, odds(piglet, Piglet(0, 1)))


def test_a_given_policy_is_followed_as_in_the_odds() -> None:
    policy = {"flip or hold": "flip"}
    sampled = simulate(piglet, Piglet(0, 0), runs=RUNS, seed=3, policy=policy).counts
    assert_sampled_like(sampled, odds(piglet, Piglet(0, 0), policy=policy))

    def gamble(dice: Dice[Any], state: str) -> str:
        if dice.choose("a", "which way?", ("safe", "risky")) == "safe":
            return "won"
        return "won" if dice.pool("risk", 1 * d(4)) == 4 else "lost"

    risky = repeat(gamble, until=lambda state: state != "start", aims={"a": lambda state: int(state == "won")})
    sampled_risky = simulate(risky, "start", runs=RUNS, seed=3, policy={"which way?": "risky"}).counts
    assert_sampled_like(sampled_risky, odds(risky, "start", policy={"which way?": "risky"}))


def test_best_play_works_within_a_budget_of_its_own() -> None:
    def step(dice: Dice[Any], height: int) -> int:
        far = dice.call(leap)
        return height + (1 if dice.choose("Ann", "careful?", ("yes", "no")) == "yes" else far)

    def leap(dice: Dice[Any]) -> int:
        return dice.pool("leap", 1 * d(3))

    up = repeat(step, until=lambda height: height >= 5_000, aims={"Ann": lambda height: int(height == 5_000)})
    assert simulate(up, 0, runs=10, seed=1).counts == {5_000: 10}  # 30,000 paths
    with pytest.raises(OverBudget):
        simulate(up, 0, runs=10, seed=1, budget=Budget(paths=100))


def counting(dice: Dice[Any], number: int) -> int:
    return number + 1


def test_a_repeated_step_is_given_up_after_so_many_rounds() -> None:
    up = repeat(counting, until=lambda number: number >= 10)
    assert simulate(up, 0, runs=5, max_steps=3).counts == {3: 5}
    assert simulate(up, 0, runs=5, max_steps=0).counts == {0: 5}
    assert simulate(up, 0, runs=5, max_steps=10).counts == {10: 5}
    assert simulate(up, 0, runs=5, max_steps=1_000).counts == {10: 5}


def test_runs_that_can_never_end_are_counted_where_the_odds_have_them() -> None:
    leads = {"start": "tick", "tick": "tock", "tock": "tick"}

    def clock(dice: Dice[Any], state: str) -> str:
        return leads[state]

    on = repeat(clock, until=lambda state: state == "end")
    for rounds in (1_000, 1_001):
        assert_sampled_like(simulate(on, "start", runs=10, seed=1, max_steps=rounds).counts, odds(on, "start"))


def test_runs_that_get_stuck_are_found_among_those_that_only_come_back() -> None:
    def stroll(dice: Dice[Any], place: str) -> str:
        face = dice.pool("way", 1 * d(3))
        if place == "maze":
            return "maze" if face == 1 else "cave"
        return {"square": ("square", "maze", "home"), "cave": ("maze", "maze", "cave")}[place][face - 1]

    home = repeat(stroll, until=lambda place: place == "home")
    assert_sampled_like(simulate(home, "square", runs=10_000, seed=1).counts, odds(home, "square"))


def test_with_time_enough_all_runs_are_made() -> None:
    assert simulate(walk, 5, runs=12_345, seed=1, budget=Budget(None, seconds=600)).runs == 12_345


def test_when_time_is_short_there_are_fewer_runs_and_the_answer_says_how_many() -> None:
    def step(dice: Dice[Any], at: tuple[int, int]) -> tuple[int, int]:
        return at[0] + 1, 3 * at[1] + dice.pool("step", 1 * d(100))  # no two runs stay together

    on = repeat(step, until=lambda at: at[0] == 100)
    found = simulate(on, (0, 0), runs=10_000_000, seed=1, budget=Budget(None, seconds=0))
    assert 1 <= found.runs < 10_000_000
    assert sum(found.counts.values()) == found.runs


def test_when_there_is_no_time_for_a_single_run_that_is_said() -> None:
    def step(dice: Dice[Any], number: int) -> int:
        return number + dice.pool("step", 1 * d(2))

    for_ever = repeat(step, until=lambda number: number < 0)
    with pytest.raises(OverBudget):
        simulate(for_ever, 0, runs=10, seed=1, budget=Budget(None, seconds=0), max_steps=10**9)


def test_the_options_reach_the_rule_and_every_rule_it_calls() -> None:
    def inner(dice: Dice[str]) -> str:
        return dice.options

    def outer(dice: Dice[str]) -> tuple[str, str]:
        return dice.options, dice.call(inner)

    assert simulate(outer, runs=3, options="house rules").counts == {("house rules", "house rules"): 3}


def test_a_refusal_passes_through() -> None:
    def refuse(dice: Dice[Any]) -> int:
        raise Refused("not now")

    with pytest.raises(Refused, match="not now"):
        simulate(refuse, runs=3)


# --- intervals, with numbers worked out by hand from Wilson's formula


@pytest.mark.parametrize(
    ("hits", "runs", "confidence", "expected"),
    [
        (8, 10, 0.95, (0.490162, 0.8, 0.943318)),
        (0, 10, 0.95, (0.0, 0.0, 0.277533)),
        (10, 10, 0.95, (0.722467, 1.0, 1.0)),
        (50, 100, 0.99, (0.375280, 0.5, 0.624720)),
    ],
)
def test_an_estimate_has_its_wilson_interval(
    hits: int, runs: int, confidence: float, expected: tuple[float, float, float]
) -> None:
    found = Simulated({"hit": hits, "miss": runs - hits}, runs, None)
    assert found.chance("hit", confidence) == pytest.approx(Interval(*expected), abs=1e-6)


def test_an_outcome_never_seen_may_still_happen() -> None:
    never = Simulated({"miss": 10}, 10, None).chance("hit")
    assert never == pytest.approx(Interval(0.0, 0.0, 0.277533), abs=1e-6)


def test_an_interval_can_be_had_for_any_question() -> None:
    found = Simulated({1: 2, 2: 3, 3: 5}, 10, None)
    assert found.where(lambda number: number >= 2) == pytest.approx(Interval(0.490162, 0.8, 0.943318), abs=1e-6)


def test_a_simulation_says_that_it_is_one() -> None:
    found = simulate(walk, 3, runs=4)
    assert found.method == "simulated"
    assert repr(found) == "Simulated({3: 4}, runs=4)"
    assert not isinstance(found, Odds)


@pytest.mark.parametrize("runs", [1, 3, 300, 401, 7_919])
def test_an_interval_holds_its_estimate_even_where_all_or_none_of_the_runs_hit(runs: int) -> None:
    for hits in (0, runs):
        low, estimate, high = Simulated({True: hits, False: runs - hits}, runs, None).chance(True)
        assert 0 <= low <= estimate <= high <= 1
        assert high - low > 0
