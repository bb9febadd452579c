"""Odds of rolls, best play and the common character that the answers share."""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from rulewright.dice import Odds
from rulewright.games.light_dark.best import Best, ChallengeBestPlay, best_fight
from rulewright.games.light_dark.challenges import LevelName
from rulewright.games.light_dark.check import ego_limit, push
from rulewright.games.light_dark.duel import ChallengeFight, FightEnd, fight
from rulewright.games.light_dark.effects import read_die, total_effect
from rulewright.games.light_dark.options import Options
from rulewright.lab.answers import Cell
from rulewright.readings import odds

PLAIN = Options()
LEVELS: tuple[LevelName, ...] = ("trivial", "dangerous", "serious", "formidable", "extreme")
COMMON: dict[str, Any] = {"attribute": 2, "hp": 8, "ego": 5}
"""A good Attribute, with the HP and Ego most common at the start."""
Rows = tuple[tuple[Cell, ...], ...]


def effect_odds(die: str, cap: int, options: Options = PLAIN) -> Odds[int]:
    """The odds of an Effect up to `cap`, which means that much or more."""
    return odds(total_effect, read_die(die), cap, options=options)


def pushes(light: int, dark: int, ego: int, options: Options = PLAIN) -> Odds[Any]:
    """The odds of the result and the Ego left."""
    return odds(push, light, dark, ego, options=options)


def ends(options: Options = PLAIN, **given: Any) -> Odds[FightEnd]:
    """The exact odds of the ends of a fight by a fixed plan."""
    return odds(fight, ChallengeFight(**COMMON | given), options=options)


def wins(options: Options = PLAIN, **given: Any) -> Fraction:
    """The chance to overcome a Challenge and still be up."""
    return ends(options, **given).where(lambda one: one.end == "overcome")


def best(options: Options = PLAIN, **given: Any) -> Best:
    """Best play in float64 from the start of a fight."""
    wanted = ChallengeBestPlay(**COMMON | given)
    if "ego" in given:  # every Ego is asked for in turn: solving the highest solves all below it
        fight = best_fight(options, replace(wanted, ego=ego_limit(options)), exact=False)
        fight.value(fight.start)
    else:
        fight = best_fight(options, wanted, exact=False)
    hero, foe = fight.start.combatants
    return fight.best(replace(fight.start, combatants=(replace(hero, ego=wanted.ego), foe)))
