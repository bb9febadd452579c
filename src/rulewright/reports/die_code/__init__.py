"""The questions that the draft leaves open, and the functions that answer them."""

from rulewright.lab.answers import Question
from rulewright.reports.die_code.averages import cost_of_the_average, is_it_an_average
from rulewright.reports.die_code.bodies import does_size_matter, how_long_is_a_round, thousands, which_pace_pays
from rulewright.reports.die_code.checks import (
    levels_per_pool,
    penalties,
    pips_and_dice,
    rerolls,
    unequal_levels,
    which_column,
)

__all__ = ["QUESTIONS"]

QUESTIONS = (
    Question(
        1,
        "Which target column?",
        "How often do D dice and DC dice succeed on each rung of TN, TX, TY and TZ, and how many dice make it 50, 90"
        " or 99 per cent?",
        which_column,
    ),
    Question(
        2,
        "Does the average deserve its name?",
        "How many dice reach each rung's TN on average, against the number in column D, and what risk does the rule"
        " take away?",
        is_it_an_average,
    ),
    Question(
        3,
        "What does the average cost?",
        "Which success levels do you give up by not rolling?",
        cost_of_the_average,
    ),
    Question(
        4,
        "Reroll once or until clear?",
        "What are advantage and disadvantage worth under both readings, in points, in dice and in rungs?",
        rerolls,
    ),
    Question(
        5,
        "How should unequal levels cancel?",
        "Two advantages against one disadvantage: what does the surplus bring under each value of"
        " `advantage-stacking`?",
        unequal_levels,
    ),
    Question(
        6,
        "Penalty dice thrown or removed?",
        "The mean loss is the same, the spread is not. Where is throwing them kinder, and where harsher?",
        penalties,
    ),
    Question(7, "Are three pips a die?", "How do n dice and 3 pips compare with n + 1 dice?", pips_and_dice),
    Question(
        8,
        "Which success levels does a pool reach?",
        "How are levels spread for 1 to 15 dice without a target, and are 5 points a level the right measure?",
        levels_per_pool,
    ),
    Question(
        9,
        "Does size matter enough?",
        "How much does one step of size change the chance of success, in points and in dice?",
        does_size_matter,
    ),
    Question(10, "Is k 1000 or 1024?", "Which weights have another size under the other reading?", thousands),
    Question(
        11,
        "Which pace pays?",
        "Which mode gets 1 to 12 dice farthest, in and out of combat, and is Combat ever the one?",
        which_pace_pays,
    ),
    Question(
        12,
        "How long is a round?",
        "How fast is each mode in miles per hour for Move 6, by the length of a round?",
        how_long_is_a_round,
    ),
)
