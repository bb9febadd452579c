"""The golden cases of Twelves that the rulebook covers, with the names the rulebook has for their parameters."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
CASES = json.loads((ROOT / "tests" / "cases" / "twelves.json").read_text())
PAGE = ROOT / "src" / "rulewright" / "rulebook" / "templates" / "twelves-page.md"
COVERED = (
    "check", "collapse-check", "critical-survival", "initiative", "stabilise", "heal", "short-rest", "long-rest",
    "duel",
)  # fmt: skip
BEFORE = {"damage": "before", "state": "was", "dice": "dice4"}
"""The page tells the boxes before a rest from those after it."""


def _flat(roll: str, params: dict[str, Any]) -> dict[str, Any]:
    """Parts of an object under names of their own: `a.agi` is `a_agi`."""
    found: dict[str, Any] = {}
    if roll == "duel":
        return params
    if roll in ("heal", "short-rest", "long-rest"):
        return {BEFORE.get(name, name): value for name, value in params.items()}
    for name, value in params.items():
        if isinstance(value, dict):
            found |= {f"{name}_{part}": inner for part, inner in value.items()}
        else:
            found[name] = value
    return found


def covered() -> list[dict[str, Any]]:
    """Every case of a covered roll whose parameters and options the page has."""
    from rulewright.rulebook import game_of_text

    game = game_of_text(PAGE.read_text())
    options = {option.name for option in game.option_texts()}
    found = []
    for case in CASES:
        if case.get("roll") not in COVERED or not set(case["options"]) <= options:
            continue
        taken = {parameter.name for parameter in game.roll(case["roll"]).parameters}
        given = _flat(case["roll"], case["params"])
        if set(given) <= taken and all(not isinstance(value, list) for value in given.values()):
            found.append(case | {"params": given})
    return found
