"""A streak: check after check, with the Stress and High that each leaves behind."""

from typing import Annotated, NamedTuple

from msgspec import Struct

from rulewright.games.dpi.check import Situation, edge_of, grants
from rulewright.games.dpi.data import METERS
from rulewright.games.dpi.high import HighPolicy, refuse_late, roll_by_policy
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.stress_and_sanity import overflow
from rulewright.rules import Dice, between, meaning, repeat, rule


class Streak(Situation, frozen=True):
    """Several checks one after the other."""

    checks: Annotated[int, between(1, 200, "number of checks")] = 3
    high: Annotated[int, between(0, METERS.high_most, "High held at the start")] = 0
    high_policy: Annotated[HighPolicy, meaning("what High is spent on; best succeeds most often")] = "keep"


class StreakEnd(Struct, frozen=True):
    """The successes, Stress, High and Sanity lost of a streak."""

    successes: int
    stress: int
    high: int
    sanity_lost: int


class StreakState(NamedTuple):
    """A streak in progress."""

    left: int
    successes: int
    stress: int
    high: int
    sanity_lost: int


@rule("DPI-12", "DPI-15", "DPI-94", "DPI-97", "DPI-98", "DPI-A6")
def next_check(dice: Dice[Options], run: StreakState, streak: Streak) -> StreakState:
    """High by policy, a check, then its Stress and High; Stress above 5 costs Sanity."""
    edge = edge_of(dice.options, streak, 0, 0)
    result, stress, high = roll_by_policy(dice, "player", streak.high_policy, edge, run.stress, run.high)
    more_stress, more_high = grants(dice.options, result, combat=False)
    stress, lost = overflow(stress, more_stress)
    return StreakState(
        run.left - 1,
        run.successes + (result in ("success", "crit")),
        stress,
        min(METERS.high_most, high + more_high),
        run.sanity_lost + lost,
    )


streak_on = repeat(next_check, until=lambda run: run.left == 0, aims={"player": lambda run: run.successes})


@rule("DPI-94", "DPI-97", "DPI-98")
def streak(dice: Dice[Options], streak: Streak) -> StreakEnd:
    """Check after check, with the Stress and High that each leaves behind."""
    refuse_late(dice.options, streak.high_policy)
    end = dice.call(streak_on, StreakState(streak.checks, 0, streak.stress, streak.high, 0), streak)
    return StreakEnd(end.successes, end.stress, end.high, end.sanity_lost)
