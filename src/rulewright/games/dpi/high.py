"""What High is spent on: by a stated policy, or whatever serves best."""

from typing import Literal, NamedTuple

from rulewright.games.dpi.check import RESULTS, Result, result_of_roll, results_with_high
from rulewright.games.dpi.options import Options
from rulewright.rules import Dice, Refused, rule

HighPolicy = Literal["keep", "relieve", "boost", "late", "best"]
"""Spend nothing, lower Stress, add to the roll beforehand, add when the dice lie, or whatever serves best."""


class RolledWithHigh(NamedTuple):
    """A result, and the Stress and High left after what was spent on it."""

    result: Result
    stress: int
    high: int


@rule("DPI-A9")
def refuse_late(options: Options, policy: str) -> None:
    """Nobody waits for the dice where High is spent before the roll."""
    if policy == "late" and options.high_timing == "before":
        raise Refused("high_policy late is refused: High is spent before the roll (high-timing before)", "DPI-A9")


@rule("DPI-95", "DPI-96")
def spend_by_policy(policy: str, stress: int, high: int) -> tuple[int, int, int]:
    """Stress, High and points on the roll once the policy was followed before the dice."""
    if policy == "relieve":
        spent = min(stress, high)
        return stress - spent, high - spent, 0
    if policy == "boost":
        return stress, 0, high
    return stress, high, 0


def points_offered(results: tuple[Result, ...]) -> list[int]:
    """The points of High worth thinking about when the dice lie: none, and each that changes the result."""
    return [spent for spent in range(len(results)) if spent == 0 or results[spent] != results[spent - 1]]


@rule("DPI-95", "DPI-96", "DPI-A9")
def roll_by_policy(dice: Dice[Options], who: str, policy: str, edge: int, stress: int, high: int) -> RolledWithHigh:
    """Roll with Stress and with High spent by policy: `late` takes the best result with the fewest points.

    Where High may wait for the dice, best play never adds it beforehand: the same points do as much later.
    """
    waits = dice.options.high_timing == "any-time" and policy in ("late", "best")
    before = policy
    if policy == "best" and high:
        ways = [*(("relieve",) if stress else ()), *(() if waits else ("boost",))]
        before = dice.choose(who, "High before the roll", ("keep", *ways)) if ways else "keep"
    stress, high, on_roll = spend_by_policy(before, stress, high)
    if not (waits and high):
        return RolledWithHigh(dice.call(result_of_roll, edge - stress + on_roll), stress, high)
    results = dice.call(results_with_high, edge - stress, high)
    spent = results.index(max(results, key=RESULTS.index))
    if policy == "best" and spent:
        spent = dice.choose(who, "High when the dice lie", points_offered(results))
    return RolledWithHigh(results[spent], stress, high - spent)
