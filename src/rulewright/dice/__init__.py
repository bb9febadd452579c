"""What a rule may ask of chance: dice that carry a score, pools of them, and their exact odds."""

from rulewright.dice.again import explode, reroll
from rulewright.dice.die import Die, Pool, d
from rulewright.dice.keep import (
    Doubles,
    Keep,
    Ranked,
    doubles,
    highest,
    highest_and_total,
    keep_highest,
    keep_lowest,
    lowest,
)
from rulewright.dice.odds import Odds, fraction_of_text, fraction_text, short_fraction
from rulewright.dice.table import table
from rulewright.dice.throw import Draw, FaceError, Faces, Throw, score_of

__all__ = [
    "Die",
    "Doubles",
    "Draw",
    "FaceError",
    "Faces",
    "Keep",
    "Odds",
    "Pool",
    "Ranked",
    "Throw",
    "d",
    "doubles",
    "explode",
    "fraction_of_text",
    "fraction_text",
    "highest",
    "highest_and_total",
    "keep_highest",
    "keep_lowest",
    "lowest",
    "reroll",
    "score_of",
    "short_fraction",
    "table",
]
