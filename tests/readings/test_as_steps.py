"""Rules with decisions in a loop are solved from one throw or decision to the next, as in the tree of all paths."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from rulewright.dice import Deck, d, in_order
from rulewright.readings import Budget, OverBudget, solve
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.paths.as_steps import as_steps
from rulewright.readings.paths.merged import Ended
from rulewright.rules import Repeat

DIE = 1 * d(3)


def yahtzee(dice: Any) -> bool:
    """Five alike in three throws."""
    hand = dice.pool("first throw", in_order(5 * d(6)))
    for again in ("second throw", "third throw"):
        some = {kept for number in range(6) for kept in combinations(hand, number)}
        kept = dice.choose("player", "which dice to keep", sorted(some))
        hand = tuple(sorted(kept + dice.pool(again, in_order((5 - len(kept)) * d(6))), reverse=True))
    return len(set(hand)) == 1


def test_a_turn_of_yahtzee_has_its_known_chance() -> None:
    best: Any = solve(yahtzee, aims={"player": int}, exact=True)
    assert best.values["player"] == Fraction(347897, 7558272)
    assert best.chances[True] == Fraction(347897, 7558272)
    kept = {one.best for one in best.decisions if (6, 4, 4, 4, 1) in dict(one.worth)}
    assert kept == {(4, 4, 4)}
    assert repr(best.decisions[0].state).startswith(f"line {yahtzee.__code__.co_firstlineno + 5}: ")


def push(dice: Any, rounds: int) -> int:
    """Roll on or stop; a one loses everything."""
    total = 0
    for _ in range(rounds):
        if dice.choose("player", "roll on?", ("stop", "on")) == "stop":
            return total
        score = dice.pool("die", DIE)
        if score == 1:
            return 0
        total += score
    return total


def duel(dice: Any, rounds: int) -> int:
    """Two sides decide in turn, one of them against the other."""
    lead = 0
    for _ in range(rounds):
        risk = dice.choose("attacker", "risk", (0, 1))
        guard = dice.choose("defender", "guard", (0, 1))
        lead += dice.pool("die", DIE) * (1 + risk) - 2 - guard - 2 * risk * guard
    return lead


def draws(dice: Any, rounds: int) -> int:
    """A deck that shrinks."""
    deck, total = Deck([1, 2, 3, 4]), 0
    for _ in range(rounds):
        (card,) = dice.draw("card", 1, deck)
        if dice.choose("player", "take?", (True, False)):
            total = card - total
        deck = deck.without((card,))
    return total


AIMS: dict[str, Any] = {
    "player": lambda total: total,
    "attacker": lambda lead: lead,
    "defender": lambda lead: -lead,
}


@pytest.mark.parametrize("rule", [push, duel, draws])
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_steps_agree_with_the_tree_of_all_paths(rule: Any, rounds: int) -> None:
    aims = {who: aim for who, aim in AIMS.items() if (who == "player") == (rule is not duel)}
    whole = solve(rule, rounds, aims=aims, exact=True)
    step, start = as_steps(rule, (rounds,), {}, None)
    worth: dict[str, Any] = {who: lambda end, aim=aim: aim(end.outcome) for who, aim in aims.items()}
    in_steps = solve(Repeat(step, lambda state: isinstance(state, Ended), worth), start, exact=True)
    assert in_steps.values == whole.values


def test_a_long_loop_with_decisions_is_solved() -> None:
    best = solve(push, 60, aims={"player": lambda total: total}, exact=True)
    assert best.values["player"] == Fraction(61, 27)  # 5 is kept; 4, 3, 2 are worth 13/3, 11/3, 28/9


def lists(dice: Any) -> int:
    """A list cannot be a state."""
    seen: list[int] = []
    for _ in range(12):
        if dice.choose("player", "roll?", (True, False)):
            seen += [dice.pool("die", DIE)]
    return sum(seen)


def test_what_cannot_be_taken_apart_is_still_over_budget() -> None:
    with pytest.raises(Unfit):
        as_steps(lists, (), {}, None)
    with pytest.raises(OverBudget):
        solve(lists, aims={"player": lambda total: total}, budget=Budget(30_000))
