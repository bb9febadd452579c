"""The questions that the draft leaves open, and the functions that answer them."""

from rulewright.lab.answers import Question
from rulewright.reports.light_dark.dice import (
    burst_or_shot,
    ego_ceiling,
    how_many_dark_dice,
    lifespan,
    skills_and_scale,
    snapshot_or_cascade,
)
from rulewright.reports.light_dark.fights import (
    ganging_up,
    order_of_effects,
    protection_worn,
    readying,
    what_can_be_beaten,
    when_effects_apply,
)
from rulewright.reports.light_dark.forks import forks_and_chains

__all__ = ["QUESTIONS"]

QUESTIONS = (
    Question(
        1,
        "Is a burst weaker than a plain shot?",
        "A plain shot is 1d6+2, a burst 2d6. How do they compare under each reading of 2d6?",
        burst_or_shot,
    ),
    Question(
        2,
        "How many Dark Dice should you take?",
        "Which number is best, by Ego and Light Dice, for one roll and for a fight? Should there be a limit?",
        how_many_dark_dice,
    ),
    Question(
        3,
        "Snapshot or cascade?",
        "What does it cost to compare Dark Dice with an Ego that falls, and how does best play change?",
        snapshot_or_cascade,
    ),
    Question(
        4,
        "Which levels can a starting character beat?",
        "Every level, weapon and armour, with a fixed plan and with best play.",
        what_can_be_beaten,
    ),
    Question(
        5,
        "Does it matter who strikes first?",
        "Is striking last a drawback of heavy weapons, and is striking first worth a 1d3?",
        order_of_effects,
    ),
    Question(6, "Does it pay to ready?", "With a free turn of readying, and with an exposed one.", readying),
    Question(7, "What is protection worth?", "How many Effects does each protection let you survive?", protection_worn),
    Question(8, "What is a gang worth?", "One to five Challenges at once, against the same one by one.", ganging_up),
    Question(
        9,
        "Is the ceiling of Ego too low?",
        "How often does a new character start at 6 or waste a point, and when is +1 Ego worth nothing?",
        ego_ceiling,
    ),
    Question(
        10,
        "How long does a character last?",
        "How many knock-outs can a character survive, and how much do lost Attributes matter?",
        lifespan,
    ),
    Question(
        11,
        "Where do forks lead?",
        "From level to level, and whether a chain of forks comes to an end.",
        forks_and_chains,
    ),
    Question(
        12,
        "When should a Challenge strike?",
        "The same fights under each `challenge-effect`.",
        when_effects_apply,
    ),
    Question(
        13,
        "Do Skills break the scale?",
        "What are the third and the fourth Light Die worth?",
        skills_and_scale,
    ),
)
