"""Where a loop cannot be merged, the error offers the rule written with `repeat`, and that rule is right."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from rulewright.dice import d
from rulewright.readings import Budget, OverBudget, odds, play
from rulewright.readings.paths.rewrite import rewritten
from rulewright.rules import BadRule, repeat

DIE = 1 * d(3)


def collects(dice: Any, number: int) -> int:
    """A list that grows."""
    rolls: list[int] = []
    for _ in range(number):
        if len(rolls) < 100:
            rolls.append(dice.pool("one", DIE))
    return max(rolls, default=0) - len(rolls)


def weighs(dice: Any, number: int) -> int:
    """The loop's variable and an argument are used inside."""
    bonus, total = number - 1, 0
    for at in range(1, number + 1):
        score = dice.pool("one", DIE)
        if score == 1:
            continue
        total += at * score + bonus
    return total


def stops(dice: Any, number: int) -> tuple[int, int]:
    """A `break`, and a value that is set only inside."""
    hits = last = 0
    for _ in range(number):
        last = dice.pool("one", DIE)
        if last == 2:
            break
        hits += 1
    return hits, last


def climbs(dice: Any, number: int) -> int:
    """A `while` that looks at its state."""
    total = 0
    while total < number:
        total += dice.pool("one", DIE)
    return total


def through_names(dice: Any, number: int) -> str:
    """Anything that a loop can go through."""
    said = ""
    for name in ("ann", "ben", "cy")[:number]:
        said += name[0] * dice.pool("one", DIE)
    return said


def nested(dice: Any, number: int) -> int:
    """A loop inside a loop: the inner one is rewritten."""
    total = 0
    for _ in range(2):
        for _ in range(number):
            total += dice.pool("one", DIE)
        total -= 1
    return total


def _followed(rule: Callable[..., Any], number: int) -> dict[Any, float]:
    """The chances of all sequences of ten faces, each played: slow and plain."""
    found: dict[Any, float] = {}

    class Given:
        options = None

        def __init__(self, faces: tuple[int, ...]) -> None:
            self.faces = list(faces)

        def pool(self, name: str, throw: Any) -> int:
            return self.faces.pop(0)

    for faces in product((1, 2, 3), repeat=6):
        outcome = rule(Given(faces), number)
        found[outcome] = found.get(outcome, 0.0) + 3.0**-6
    return found


@pytest.mark.parametrize("rule", [collects, weighs, stops, climbs, through_names, nested], ids=lambda one: one.__name__)
def test_the_lines_that_are_offered_have_the_same_odds(rule: Callable[..., Any]) -> None:
    text = rewritten(rule, rule.__code__.co_firstlineno + 5)
    assert "repeat(" in text
    space: dict[str, Any] = {"repeat": repeat, "DIE": DIE, "Any": Any}
    exec(text, space)
    other = space[rule.__name__]
    for number in (1, 2, 3):
        expected = _followed(rule, number)
        found = odds(other, number)
        assert set(found) == set(expected)
        for outcome, chance in expected.items():
            assert float(found.chance(outcome)) == pytest.approx(chance)
        assert play(other, number).outcome in expected


def test_a_loop_that_merges_no_states_is_answered_with_the_lines_to_write() -> None:
    with pytest.raises(OverBudget) as over:
        odds(collects, 40, budget=Budget(paths=3_000))
    said = str(over.value)
    assert f"test_rewrite.py line {collects.__code__.co_firstlineno + 5}: collects throws again" in said
    assert "collects_rounds = repeat(collects_round, until=lambda state: state[0] == 0)" in said
    assert "rolls = (*rolls, dice.pool('one', DIE))" in said
    assert "_, rolls = dice.call(collects_rounds, (number, tuple(rolls)))" in said


def waits(dice: Any) -> int:
    throws = 1
    while dice.pool("wait", DIE) != 3:
        throws += 1
    return throws


def test_a_while_without_an_end_is_answered_with_the_lines_to_write() -> None:
    with pytest.raises(BadRule) as refused:
        odds(waits)
    said = str(refused.value)
    assert refused.value.line == waits.__code__.co_firstlineno + 2
    assert "waits_rounds = repeat(waits_round, until=lambda state: not state[0])" in said
    assert "if not (dice.pool('wait', DIE) != 3):" in said


def returns_inside(dice: Any) -> int:
    while True:
        if dice.pool("one", DIE) == 3:
            return 1


def changes_a_table(dice: Any) -> int:
    seen: dict[int, int] = {}
    while len(seen) < 3:
        seen[dice.pool("one", DIE)] = 1
    return len(seen)


@pytest.mark.parametrize("rule", [returns_inside, changes_a_table, len])
def test_what_cannot_be_rewritten_for_sure_is_not(rule: Any) -> None:
    assert rewritten(rule, 1) == ""
