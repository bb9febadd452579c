"""Twelves in a page: the same odds and outcomes as the game in Python, on every golden case that it covers."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from twelves_page_cases import PAGE, covered

from rulewright.rulebook import game_of_text

GAME = game_of_text(PAGE.read_text())


@pytest.mark.parametrize("case", covered(), ids=lambda case: case["id"])
def test_a_golden_case_of_twelves_has_the_same_answer(case: dict[str, Any]) -> None:
    if "odds" in case:
        found = GAME.odds(case["roll"], case["params"], case["options"])
        expected = {msgspec.json.encode(outcome, order="sorted"): Fraction(chance) for outcome, chance in case["odds"]}
        plain = {
            msgspec.json.encode(msgspec.to_builtins(outcome), order="sorted"): found.chance(outcome)
            for outcome in found
        }
        assert plain == expected
    else:
        played = GAME.play(case["roll"], case["params"], case["options"], faces=case["dice"])
        assert msgspec.to_builtins(played.outcome) == case["outcome"]


def test_the_page_covers_most_cases_of_rolls() -> None:
    assert len(covered()) >= 15
