"""Rules in one file, without a package around them: `rulewright odds docs/examples/saves.py save target=12`."""

from typing import Annotated, Any

from rulewright import Dice, between, d, keep_highest


def save(dice: Dice[Any], target: Annotated[int, between(3, 18, "what to reach")] = 12) -> str:
    """Three of four d6 must reach the target."""
    return "safe" if dice.pool("save", keep_highest(3, 4 * d(6))) >= target else "hurt"
