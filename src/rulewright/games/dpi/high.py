"""Policies for spending High: never, by a fixed plan, or by best play."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from rulewright.games.dpi.check import RESULTS, Result, result_of_roll, results_with_high
from rulewright.games.dpi.options import Options
from rulewright.rules import Dice, Refused, rule

HighPolicy = Literal["keep", "relieve", "boost", "late", "best"]
"""Spend nothing, lower Stress, add to the roll before it, add after it, or do whatever is best."""
HIGH_TO_SPEND = "High to spend"
"""The question after a roll."""


class RolledWithHigh(NamedTuple):
    """The result of a roll, and the High spent on it in all."""

    result: Result
    high_used: int


@rule("DPI-A9")
def refuse_late(options: Options, policy: str) -> None:
    """Refuses a policy that waits for the dice at a table where High is spent before the roll."""
    if policy == "late" and options.high_timing == "before":
        raise Refused("the policy late is not allowed: High must be spent before the roll at this table", "DPI-A9")


@rule("DPI-95", "DPI-96")
def spend_by_policy(policy: str, stress: int, high: int) -> tuple[int, int, int]:
    """Stress, High and points on the roll after the policy is followed before the dice."""
    if policy == "relieve":
        spent = min(stress, high)
        return stress - spent, high - spent, 0
    if policy == "boost":
        return stress, 0, high
    return stress, high, 0


def high_offered(results: tuple[Result, ...]) -> dict[str, int]:
    """The points of High worth offering after the roll, by words: the best result with the fewest points first.

    Only 0 where no number betters the result.
    """
    best = results.index(max(results, key=RESULTS.index))
    changes = [spent for spent in range(len(results)) if spent == 0 or results[spent] != results[spent - 1]]
    offered = [best, *(spent for spent in changes if spent != best)] if best else [0]
    return {f"{spent} for {results[spent]}": spent for spent in offered}


@rule("DPI-01", "DPI-02", "DPI-96", "DPI-A9")
def roll_with_high(
    dice: Dice[Options], edge: int, before: int, spare: int, ask: Callable[[tuple[str, ...]], str]
) -> RolledWithHigh:
    """Roll; then spare High may be spent if that improves the result, as `ask` decides."""
    if not spare:
        return RolledWithHigh(dice.call(result_of_roll, edge), before)
    return with_spare_high(dice.call(results_with_high, edge, spare), before, ask)


@rule("DPI-96", "DPI-A9")
def with_spare_high(results: tuple[Result, ...], before: int, ask: Callable[[tuple[str, ...]], str]) -> RolledWithHigh:
    """The result after High is spent; `results` has the one for each number of points, and `ask` chooses."""
    offered = high_offered(results)
    spent = offered[ask(tuple(offered))] if len(offered) > 1 else 0
    return RolledWithHigh(results[spent], before + spent)


@rule("DPI-95", "DPI-96", "DPI-A9")
def roll_by_policy(
    dice: Dice[Options], who: str, policy: str, edge: int, stress: int, high: int
) -> tuple[Result, int, int]:
    """The result, and the Stress and High left after High is spent by policy; `late` takes the best result.

    Where High may be spent after the roll, best play never adds it before: the same points have the same effect later.
    """
    waits = dice.options.high_timing == "any-time" and policy in ("late", "best")
    before = policy
    if policy == "best" and high:
        ways = [*(("relieve",) if stress else ()), *(() if waits else ("boost",))]
        before = dice.choose(who, "High before the roll", ("keep", *ways)) if ways else "keep"
    stress, high, on_roll = spend_by_policy(before, stress, high)

    def ask(offered: tuple[str, ...]) -> str:
        return dice.choose(who, HIGH_TO_SPEND, offered) if policy == "best" else offered[0]

    rolled = roll_with_high(dice, edge - stress + on_roll, 0, high if waits else 0, ask)
    return rolled.result, stress, high - rolled.high_used
