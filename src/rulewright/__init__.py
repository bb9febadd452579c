"""Tabletop rules written once and played, priced, solved and simulated.

    >>> from rulewright import d, odds
    >>> odds(lambda dice: dice.pool("damage", 2 * d(6))).chance(7)
    Fraction(1, 6)

Everything a library user needs is imported from here, by name and when it is first used; docs/writing-a-rule.md
introduces it. Games of your own need more: `rulewright.rules`, `rulewright.dice` and `rulewright.game`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.dice import (
        Alike,
        Contest,
        Deck,
        Die,
        Evaluator,
        FaceError,
        Hands,
        Odds,
        Pool,
        Run,
        best_set,
        best_straight,
        compare_ranks,
        d,
        deal,
        dice_many,
        die_from,
        different_faces,
        doubles,
        draw,
        explode,
        face_counts,
        highest,
        highest_and_total,
        in_order,
        keep_highest,
        keep_lowest,
        keep_middle,
        largest_set,
        longest_straight,
        lowest,
        matches,
        nth_highest,
        nth_lowest,
        reroll,
        score_of,
        set_sizes,
        sum_of_different,
        symbol_die,
    )
    from rulewright.dice.notation import NotationError, notation
    from rulewright.game import Game, Roll, find_game, installed_games
    from rulewright.readings import (
        Budget,
        Chances,
        ChoiceError,
        Need,
        OverBudget,
        Played,
        Solution,
        Undecided,
        odds,
        odds_of_many,
        odds_within,
        play,
        solve,
    )
    from rulewright.readings.simulate import Simulated, simulate
    from rulewright.rules import (
        NEVER_ENDS,
        BadInput,
        BadRule,
        Dice,
        NeverEnds,
        Refused,
        between,
        meaning,
        option,
        repeat,
        rule,
    )

    __version__: str

__all__ = [
    "NEVER_ENDS",
    "Alike",
    "BadInput",
    "BadRule",
    "Budget",
    "Chances",
    "ChoiceError",
    "Contest",
    "Deck",
    "Dice",
    "Die",
    "Evaluator",
    "FaceError",
    "Game",
    "Hands",
    "Need",
    "NeverEnds",
    "NotationError",
    "Odds",
    "OverBudget",
    "Played",
    "Pool",
    "Refused",
    "Roll",
    "Run",
    "Simulated",
    "Solution",
    "Undecided",
    "__version__",
    "best_set",
    "best_straight",
    "between",
    "compare_ranks",
    "d",
    "deal",
    "dice_many",
    "die_from",
    "different_faces",
    "doubles",
    "draw",
    "explode",
    "face_counts",
    "find_game",
    "highest",
    "highest_and_total",
    "in_order",
    "installed_games",
    "keep_highest",
    "keep_lowest",
    "keep_middle",
    "largest_set",
    "longest_straight",
    "lowest",
    "matches",
    "meaning",
    "notation",
    "nth_highest",
    "nth_lowest",
    "odds",
    "odds_of_many",
    "odds_within",
    "option",
    "play",
    "repeat",
    "reroll",
    "rule",
    "score_of",
    "set_sizes",
    "simulate",
    "solve",
    "sum_of_different",
    "symbol_die",
]

_HOMES = ("dice", "rules", "readings", "game", "dice.notation", "readings.simulate")
"""The modules that export the public names, in the order in which a name is looked for; the last one loads numpy."""


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first used."""
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("rulewright")
    elif name in __all__:
        homes = (import_module(f"rulewright.{home}") for home in _HOMES)
        value = next(getattr(home, name) for home in homes if name in getattr(home, "__all__", (name,)))
    else:
        raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
