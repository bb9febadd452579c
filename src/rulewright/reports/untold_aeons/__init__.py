"""The open questions of the draft, answered with computed numbers."""

from rulewright.lab.answers import Question
from rulewright.reports.untold_aeons.checks import blank_rows, karma_worth, starting_xp, untrained
from rulewright.reports.untold_aeons.damage import critical_hits, dive_for_cover, rapid_fire
from rulewright.reports.untold_aeons.duels import (
    characteristic_price,
    every_roll_counts,
    first_turn,
    intellect_and_xp,
)
from rulewright.reports.untold_aeons.limits import bleeding, sanity_pace, threshold
from rulewright.reports.untold_aeons.reactions import defences

__all__ = ["QUESTIONS"]

QUESTIONS = (
    Question(
        1,
        "Double base or double the successes on a critical?",
        "UA-152 proposes to double the other part and asks for the maths: means, spread, and where the two rulings"
        " break even, for shots and for melee.",
        critical_hits,
    ),
    Question(
        2,
        "How many starting XP?",
        "UA-49 leaves the number blank. What does each budget buy in one skill, and what spread over many?",
        starting_xp,
    ),
    Question(
        3,
        "Should Intellect bring XP?",
        "UA-50 proposes it and takes it back. What are points of the other characteristics worth in XP?",
        intellect_and_xp,
    ),
    Question(
        4,
        "Is the price of characteristics right?",
        "UA-53 asks fifty XP per level where skills cost ten. What does each buy on a roll and in a duel?",
        characteristic_price,
    ),
    Question(
        5,
        "Bleeding per minute or per round?",
        "UA-94 leaves it open. How long does a Severely Injured character live, and does help come in time?",
        bleeding,
    ),
    Question(
        6,
        "Above the limit, or at it?",
        "UA-65 and UA-86 disagree. What does the ruling change when checks or hits of one size follow each other?",
        threshold,
    ),
    Question(
        7,
        "Does every roll change something?",
        "UA-87 wants it so. How often does an exchange or a shot change nothing, and how long do duels last?",
        every_roll_counts,
    ),
    Question(
        8,
        "Are the three defences balanced?",
        "Which reaction of UA-109 is best for whom, what does it cost to use only one, and is Dodge ever right?",
        defences,
    ),
    Question(
        9,
        "What is the first turn worth?",
        "UA-105 lets one side begin. Who wins mirror duels, and what is Fast worth against Slow?",
        first_turn,
    ),
    Question(
        10,
        "When does rapid fire pay?",
        "From which skill and which N does UA-133 beat a single shot, and what does Toughness do to many small hits?",
        rapid_fire,
    ),
    Question(
        11,
        "Does diving for cover pay?",
        "How much damage does UA-130 avoid per shot, against the action it takes to get up?",
        dive_for_cover,
    ),
    Question(
        12,
        "What is a karma point worth?",
        "Gain in success from each use of UA-19 and UA-21, where a reroll overtakes two dice, and what the other side"
        " can do with the point.",
        karma_worth,
    ),
    Question(
        13,
        "How fast does sanity go?",
        "How many sanity checks until Shaken and insane, with rest between them or without, and how many notches?",
        sanity_pace,
    ),
    Question(
        14,
        "Untrained, or Knowledge?",
        "How much better is skill 1 than skill 0 (UA-38), and from which level does Knowledge pay as a stand-in?",
        untrained,
    ),
    Question(
        15,
        "How often would the blank rows come up?",
        "UA-143 and UA-147 are blank, as are UA-26, UA-128, shotguns and passions. How often is the net 3 or more?",
        blank_rows,
    ),
)
