"""Dice and decks that carry a score, pools of them, and their exact odds."""

from rulewright.dice.deck import Deck, Hands, cards_of, deal, draw
from rulewright.dice.die import Die, Pool, d
from rulewright.dice.evaluator import Countable, Evaluated, Evaluator
from rulewright.dice.fractions import fraction_of_text, fraction_text, short_fraction
from rulewright.dice.groups import groups_of
from rulewright.dice.highest_and_total import HighestAndTotal, Ranked, highest_and_total
from rulewright.dice.keep import (
    Doubles,
    DoublesThrow,
    Keep,
    doubles,
    highest,
    keep_highest,
    keep_lowest,
    keep_middle,
    lowest,
    nth_highest,
    nth_lowest,
)
from rulewright.dice.lookup import symbol_die, table
from rulewright.dice.nested import dice_many, die_from
from rulewright.dice.odds import Odds
from rulewright.dice.reroll import explode, reroll
from rulewright.dice.sets import (
    Alike,
    Contest,
    Run,
    best_set,
    best_straight,
    compare_ranks,
    different_faces,
    face_counts,
    in_order,
    largest_set,
    longest_straight,
    matches,
    set_sizes,
    sum_of_different,
)
from rulewright.dice.statistics import Comparison, Statistics
from rulewright.dice.throw import Draw, FaceError, Faces, Throw, TooLarge, card_name, score_of

__all__ = [
    "Alike",
    "Comparison",
    "Contest",
    "Countable",
    "Deck",
    "Die",
    "Doubles",
    "DoublesThrow",
    "Draw",
    "Evaluated",
    "Evaluator",
    "FaceError",
    "Faces",
    "Hands",
    "HighestAndTotal",
    "Keep",
    "Odds",
    "Pool",
    "Ranked",
    "Run",
    "Statistics",
    "Throw",
    "TooLarge",
    "best_set",
    "best_straight",
    "card_name",
    "cards_of",
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
    "fraction_of_text",
    "fraction_text",
    "groups_of",
    "highest",
    "highest_and_total",
    "in_order",
    "keep_highest",
    "keep_lowest",
    "keep_middle",
    "largest_set",
    "longest_straight",
    "lowest",
    "matches",
    "nth_highest",
    "nth_lowest",
    "reroll",
    "score_of",
    "set_sizes",
    "short_fraction",
    "sum_of_different",
    "symbol_die",
    "table",
]
