"""The questions that the draft leaves open, and the functions that answer them."""

from rulewright.lab.answers import Question
from rulewright.reports.twelves.checks import (
    disadvantage_and_criticals,
    score_spread,
    share_of_doubles,
    worth_of_a_tag,
    worth_of_advantage,
)
from rulewright.reports.twelves.fights import (
    critical_is_survivable,
    death_spiral,
    first_move,
    how_many_boxes,
    rest_economy,
)

__all__ = ["QUESTIONS"]

QUESTIONS = (
    Question(
        1,
        "Does disadvantage help?",
        "Disadvantage rolls three dice, so doubles are more frequent: 35/288 against 1/12. From which needed dice total"
        " does disadvantage succeed more often than a plain roll, and which ruling cures it?",
        disadvantage_and_criticals,
    ),
    Question(
        2,
        "How much of success is luck with doubles?",
        "For every score and difficulty, which part of the successes are doubles below the target number?",
        share_of_doubles,
    ),
    Question(
        3,
        "What are advantage and disadvantage worth?",
        "Which change of the target number comes nearest to them, for scores 1 to 10?",
        worth_of_advantage,
    ),
    Question(
        4,
        "Is Critical survivable?",
        "How likely is it to pass the Strength checks for some turns, and which STR gives an even chance?",
        critical_is_survivable,
    ),
    Question(
        5,
        "Is there a death spiral?",
        "How often does a fresh fighter beat one with a single Wounded box, and what do the rulings change?",
        death_spiral,
    ),
    Question(6, "What is the first move worth?", "Who wins an even duel, by boxes and weapons?", first_move),
    Question(7, "How many Normal boxes?", "How long do duels last with 2 to 10 Normal boxes?", how_many_boxes),
    Question(
        8,
        "What is rest worth?",
        "How often does one long rest heal everything, and how many short rests does it take?",
        rest_economy,
    ),
    Question(9, "What should a Tag be worth?", "Success over Rank 1 to 10 under each `tag-bonus`.", worth_of_a_tag),
    Question(10, "Which spread of scores?", "Success per score over the ranges 1-10, 1-12 and 3-18.", score_spread),
)
