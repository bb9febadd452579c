"""The chances of plain checks that the answers share."""

from fractions import Fraction
from functools import lru_cache

from rulewright.games.die_code.check import Check, checked
from rulewright.games.die_code.codes import DieCode
from rulewright.games.die_code.data import LADDER, Difficulty
from rulewright.games.die_code.difficulty import Target
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolTerms
from rulewright.readings import odds

PLAIN = Options()
RUNGS: tuple[Difficulty, ...] = tuple(rung for rung in LADDER if rung != "automatic")


def hand(dice: int, pips: int = 0) -> PoolTerms:
    """A pool without modifiers."""
    return PoolTerms(DieCode(dice, pips))


@lru_cache(maxsize=4096)
def success(own: PoolTerms, target: int, options: Options = PLAIN) -> Fraction:
    """The exact chance that a hand meets a target."""
    return final_at_least(own, target, 0, options)


def final_at_least(own: PoolTerms, target: int, least: int, options: Options = PLAIN) -> Fraction:
    """The exact chance that at least `least` is left after subtracting the target."""
    return odds(checked, own, Target(target), False, options=options).where(lambda check: check.final >= least)


def levels(own: PoolTerms, target: int | None, options: Options = PLAIN) -> dict[int, Fraction]:
    """The exact chance of every success level."""
    found = odds(checked, own, None if target is None else Target(target), False, options=options).map(_level)
    return dict(sorted(found.items()))


def _level(check: Check) -> int:
    return check.success_level
