"""Odds: a rule read for its exact odds."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from made_up_rules import (
    PIGLET_CHANCES,
    Piglet,
    Tree,
    by_hand,
    gambler,
    piglet,
    riches,
    trees,
    trees_with_decisions,
    walk,
)

from rulewright.dice import Odds, d, doubles
from rulewright.readings import Budget, OverBudget, Undecided, odds
from rulewright.rules import BadRule, Dice, Refused, repeat, rule


def chances(found: Odds[Any]) -> dict[Any, Fraction]:
    assert all(type(weight) is int and weight > 0 for weight in found.weights.values())
    assert sum(found.weights.values()) == found.total
    return dict(found.items())


# --- weights of paths


def wild(dice: Dice[Any]) -> int:
    """A six throws two d10 more, and if those are doubles a d3: three different totals of paths."""
    first = dice.pool("first", 1 * d(6))
    if first < 6:
        return first
    hand = dice.pool("more", doubles(2 * d(10)))
    return 10 + (dice.pool("last", 1 * d(3)) if hand.doubled else 0)


def test_paths_that_throw_more_dice_keep_their_own_denominators() -> None:
    expected = {face: Fraction(1, 6) for face in range(1, 6)}
    expected[10] = Fraction(1, 6) * Fraction(9, 10)
    expected |= {10 + last: Fraction(1, 6) * Fraction(1, 10) * Fraction(1, 3) for last in (1, 2, 3)}
    assert chances(odds(wild)) == expected


@given(trees)
def test_the_odds_of_any_rule_are_those_of_its_branches_by_hand(tree: Tree) -> None:
    assert chances(odds(walk, tree)) == by_hand(tree)


@given(trees_with_decisions)
def test_decisions_follow_the_policy_in_any_rule(tree: Tree) -> None:
    def last(who: str, question: str, choices: Sequence[int]) -> int:
        return choices[-1]

    assert chances(odds(walk, tree, policy=last)) == by_hand(tree, decide=lambda branches: branches - 1)


def test_a_rule_without_dice_is_certain() -> None:
    assert chances(odds(walk, 3)) == {3: Fraction(1)}


def test_the_options_reach_the_rule_and_every_rule_it_calls() -> None:
    def inner(dice: Dice[int]) -> int:
        return dice.options

    def outer(dice: Dice[int]) -> tuple[int, int]:
        return dice.options, dice.call(inner)

    assert chances(odds(outer, options=7)) == {(7, 7): Fraction(1)}


def test_named_arguments_reach_the_rule() -> None:
    def sum_of(dice: Dice[Any], count: int, bonus: int) -> int:
        return dice.pool("sum", count * d(6)) + bonus

    assert odds(sum_of, 2, bonus=3) == odds(sum_of, count=2, bonus=3) == (2 * d(6)).odds().map(lambda n: n + 3)


# --- calling another rule


def hits(dice: Dice[Any], target: int) -> bool:
    return dice.pool("hit", 1 * d(20)) >= target


def test_equal_results_are_merged_where_a_rule_is_called_and_priced_once() -> None:
    def volley(dice: Dice[Any]) -> int:
        return sum(dice.call(hits, 11) for _ in range(5))

    budget = Budget()
    found = odds(volley, budget=budget)
    assert found.chance(5) == Fraction(1, 32)
    assert budget.spent == 20 + 2**5  # each face of the d20 once, then two results per shot


def test_other_arguments_are_priced_anew_and_equal_ones_in_any_order_are_not() -> None:
    def both(dice: Dice[Any], low: int, high: int) -> bool:
        return low <= dice.pool("between", 1 * d(20)) <= high

    def several(dice: Dice[Any]) -> bool:
        first = dice.call(both, low=3, high=9)
        again = dice.call(both, high=9, low=3)
        other = dice.call(both, low=3, high=10)
        return first and again and other

    budget = Budget()
    found = odds(several, budget=budget)
    assert found.chance(True) == Fraction(7, 20) ** 2 * Fraction(8, 20)
    assert budget.spent == 20 + 20 + 8


class Exchange(NamedTuple):
    hits: int
    wound: bool


def test_a_rule_that_calls_and_throws_itself_multiplies_the_chances() -> None:
    def exchange(dice: Dice[Any]) -> Exchange:
        struck = dice.call(hits, 16)
        return Exchange(int(struck), struck and dice.pool("wound", 1 * d(6)) == 6)

    assert chances(odds(exchange)) == {
        Exchange(0, False): Fraction(3, 4),
        Exchange(1, False): Fraction(1, 4) * Fraction(5, 6),
        Exchange(1, True): Fraction(1, 4) * Fraction(1, 6),
    }


# --- decisions


@rule("OD-01")
def push(dice: Dice[Any]) -> int:
    first = dice.pool("first", 1 * d(6))
    if dice.choose("Ann", "again?", ("no", "yes")) == "no":
        return first
    return dice.pool("second", 1 * d(6))


def test_a_policy_is_a_function_of_who_what_and_the_choices() -> None:
    asked: set[tuple[str, str, tuple[str, ...]]] = set()

    def yes(who: str, question: str, choices: Sequence[str]) -> str:
        asked.add((who, question, tuple(choices)))
        return "yes"

    assert odds(push, policy=yes) == d(6).odds()
    assert asked == {("Ann", "again?", ("no", "yes"))}


def test_a_policy_is_a_mapping_from_question_to_choice() -> None:
    budget = Budget()
    assert odds(push, policy={"again?": "no"}, budget=budget) == d(6).odds()
    assert budget.spent == 6


@pytest.mark.parametrize("policy", [None, {}, {"another question": "yes"}])
def test_a_decision_that_no_policy_takes_says_who_must_decide_what(policy: Any) -> None:
    with pytest.raises(Undecided, match=r"^Ann must decide again\? \(no, yes\)") as undecided:
        odds(push, policy=policy)
    assert (undecided.value.who, undecided.value.question) == ("Ann", "again?")
    assert undecided.value.choices == ("no", "yes")


def test_a_policy_cannot_take_what_is_not_on_offer() -> None:
    with pytest.raises((ValueError, Undecided)):
        odds(push, policy=lambda who, question, choices: "perhaps")


# --- repeated steps


@pytest.mark.parametrize(
    ("start", "goal", "win", "lose", "stay"), [(3, 7, 1, 1, 0), (2, 9, 18, 20, 0), (4, 6, 2, 1, 3)]
)
def test_a_repeated_step_is_priced_to_its_end(start: int, goal: int, win: int, lose: int, stay: int) -> None:
    rich = riches(start, goal, win, lose)
    assert chances(odds(gambler(goal, win, lose, stay), start)) == {goal: rich, 0: 1 - rich}


def test_a_called_repeat_is_one_throw_of_its_caller() -> None:
    game = gambler(4, 1, 1)

    def evening(dice: Dice[Any]) -> tuple[bool, bool]:
        return dice.call(game, 1) == 4, dice.call(game, 3) == 4

    expected = {
        (first, second): (Fraction(1, 4) if first else Fraction(3, 4)) * (Fraction(3, 4) if second else Fraction(1, 4))
        for first, second in product((True, False), repeat=2)
    }
    assert chances(odds(evening)) == expected


def test_a_repeat_over_at_its_start_is_certain() -> None:
    assert chances(odds(gambler(5, 1, 1), 5)) == {5: Fraction(1)}


def test_a_repeat_with_aims_is_priced_by_best_play() -> None:
    won = odds(piglet, Piglet(0, 0)).where(lambda game: game.a + game.turn >= 2 and game.mover == "a")
    assert won == PIGLET_CHANCES[0, 0, 0]


def test_a_given_policy_is_followed_by_sides_with_an_aim_too() -> None:
    def gamble(dice: Dice[Any], state: str) -> str:
        if dice.choose("a", "which way?", ("safe", "risky")) == "safe":
            return "won"
        return "won" if dice.pool("risk", 1 * d(4)) == 4 else "lost"

    game = repeat(gamble, until=lambda state: state != "start", aims={"a": lambda state: int(state == "won")})
    assert chances(odds(game, "start")) == {"won": Fraction(1)}
    risky = odds(game, "start", policy={"which way?": "risky"})
    assert chances(risky) == {"won": Fraction(1, 4), "lost": Fraction(3, 4)}


def test_the_arguments_after_the_state_stay_the_same_in_every_step() -> None:
    def climb(dice: Dice[Any], height: int, ladder: int, *, slip: int) -> int:
        return height + ladder if dice.pool("climb", 1 * d(2)) == 1 else height - slip

    up = repeat(climb, until=lambda height: height >= 10 or height <= 0)
    assert set(odds(up, 5, 5, slip=5)) == {0, 10}
    assert set(odds(up, 5, 5, slip=9)) == {-4, 10}


# --- what is not allowed


def test_a_rule_that_asks_for_other_dice_on_the_same_answers_is_caught() -> None:
    runs = iter(range(100))

    def moody(dice: Dice[Any]) -> int:
        total = dice.pool("first", 1 * d(6))
        return total if next(runs) % 2 else total + dice.pool("second", 1 * d(6))

    with pytest.raises(BadRule, match="the same"):
        odds(moody)


def test_a_refusal_passes_through() -> None:
    def refuse(dice: Dice[Any]) -> int:
        raise Refused("not now", "OD-02")

    def outer(dice: Dice[Any]) -> int:
        return dice.call(refuse)

    for refused_rule in (refuse, outer):
        with pytest.raises(Refused, match=r"^not now \(OD-02\)$"):
            odds(refused_rule)


def test_a_refusal_on_one_path_refuses_the_odds() -> None:
    def late(dice: Dice[Any]) -> int:
        if dice.pool("late", 1 * d(6)) == 6:
            raise Refused("too late")
        return 0

    with pytest.raises(Refused, match="too late"):
        odds(late)


# --- budgets


def many(dice: Dice[Any], throws: int) -> int:
    return sum(dice.pool("one of many", 1 * d(6)) for _ in range(throws))


def test_an_answer_that_costs_more_paths_than_allowed_is_given_up() -> None:
    budget = Budget(paths=215)
    with pytest.raises(OverBudget, match=r"^over budget after 216 paths \(allowed: 215 paths\)$") as over:
        odds(many, 3, budget=budget)
    assert over.value.budget is budget
    assert odds(many, 3, budget=Budget(paths=216)) == (3 * d(6)).odds()


def test_the_paths_of_called_and_repeated_rules_are_paid_for_too() -> None:
    def outer(dice: Dice[Any]) -> int:
        return dice.call(many, 3)

    with pytest.raises(OverBudget):
        odds(outer, budget=Budget(paths=100))
    with pytest.raises(OverBudget):
        odds(gambler(60, 1, 1), 30, budget=Budget(paths=100))
    with pytest.raises(OverBudget):
        odds(piglet, Piglet(0, 0), budget=Budget(paths=5))


def test_an_answer_that_takes_longer_than_allowed_is_given_up() -> None:
    with pytest.raises(OverBudget, match=r"\(allowed: 5,000,000 paths and 0.01 seconds\)$"):
        odds(many, 8, budget=Budget(seconds=0.01))


def test_few_paths_that_take_long_are_given_up_in_time_as_well() -> None:
    with pytest.raises(OverBudget):
        odds(many, 3, budget=Budget(seconds=0))


def test_a_budget_without_limits_never_ends_an_answer() -> None:
    budget = Budget(paths=None)
    assert budget.allowed == "no limit"
    assert odds(many, 3, budget=budget).total == 6**3
    assert budget.spent == 6**3


def test_a_budget_says_its_limits_in_words() -> None:
    assert Budget().allowed == "5,000,000 paths"
    assert Budget(paths=10, seconds=2.5).allowed == "10 paths and 2.5 seconds"
    assert Budget(paths=None, seconds=1).allowed == "1 seconds"
