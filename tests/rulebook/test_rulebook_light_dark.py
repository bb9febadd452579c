"""Light and Dark in a page: the golden cases of its action, its effects and its harm."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright.rulebook import game_of_text

ROOT = Path(__file__).parent.parent.parent
CASES = json.loads((ROOT / "tests" / "cases" / "light-dark.json").read_text())
GAME = game_of_text((ROOT / "rulebooks" / "light-dark-page.md").read_text())
ROLLS = ("attribute", "risky-action", "effect", "harm")


def _params(params: dict[str, Any]) -> dict[str, Any]:
    """Effect dice that are written as `2d6+1` as the page takes them."""
    found = dict(params)
    if "die" in found:
        count, sides, plus = re.fullmatch(r"(\d*)d(\d*)(?:\+(\d+))?", found.pop("die")).groups()  # type: ignore[union-attr]
        found |= {"count_of": int(count or 1), "sides": int(sides or 6), "plus": int(plus or 0)}
    return found


COVERED = [case for case in CASES if case.get("roll") in ROLLS and not case["options"] and "dice" not in case]


@pytest.mark.parametrize("case", COVERED, ids=lambda case: case["id"])
def test_a_golden_case_of_light_and_dark_has_the_same_odds(case: dict[str, Any]) -> None:
    found = GAME.odds(case["roll"], _params(case["params"]))
    expected = {msgspec.json.encode(outcome, order="sorted"): Fraction(chance) for outcome, chance in case["odds"]}
    mine = {msgspec.json.encode(msgspec.to_builtins(one), order="sorted"): found.chance(one) for one in found}
    assert mine == expected


def test_the_page_covers_the_odds_of_its_rolls_but_for_the_cascade() -> None:
    wanted = [case["id"] for case in CASES if case.get("roll") in ROLLS and "odds" in case]
    assert sorted(set(wanted) - {case["id"] for case in COVERED}) == ["LD-odds-06"]
    assert len(COVERED) == 9
