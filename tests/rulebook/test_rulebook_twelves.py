"""Twelves in a page: the same odds and outcomes as the game in Python, on every golden case that it covers."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from twelves_page_cases import CASES, PAGE, covered

from rulewright.rulebook import game_of_text

GAME = game_of_text(PAGE.read_text())


@pytest.mark.parametrize("case", covered(), ids=lambda case: case["id"])
def test_a_golden_case_of_twelves_has_the_same_answer(case: dict[str, Any]) -> None:
    if "odds" in case:
        found = GAME.odds(case["roll"], case["params"], case["options"])
        expected: dict[bytes, Fraction] = {}
        for outcome, chance in case["odds"]:
            outcome.pop("by", None)  # a duel of the page says who won, not how
            key = msgspec.json.encode(outcome, order="sorted")
            expected[key] = expected.get(key, Fraction(0)) + Fraction(chance)
        plain = {
            msgspec.json.encode(msgspec.to_builtins(outcome), order="sorted"): found.chance(outcome)
            for outcome in found
        }
        assert plain == expected
    else:
        played = GAME.play(case["roll"], case["params"], case["options"], faces=case["dice"])
        assert msgspec.to_builtins(played.outcome) == case["outcome"]


def test_an_attack_has_the_odds_of_the_golden_case() -> None:
    (case,) = [case for case in CASES if case["id"] == "TW-odds-14"]
    scene, options = GAME.scene(), GAME.table_options()
    for action, params in (
        ("join", {"character": {"name": "Ada", "attack_score": case["params"]["score"]}}),
        ("join", {"character": {"name": "Bo", "npc": True}}),
        ("set-damage", {"who": "Bo", "value": case["params"]["target_damage"]}),
    ):
        scene, _ = GAME.act(action, scene, params, options).outcome
    found = GAME.action_odds("attack", scene, {"who": "Ada", "target": "Bo"}, options)
    mine = {(one.result, one.dealt, one.target_damage): found.chance(one) for one in found}
    expected = {(one["result"], one["dealt"], one["target_damage"]): Fraction(chance) for one, chance in case["odds"]}
    assert mine == expected


def test_the_page_covers_most_cases_of_rolls() -> None:
    rolls = [case for case in CASES if "roll" in case]
    assert (len(covered()) + 1, len(rolls)) == (24, 27)
