"""The open questions of the draft, answered with computed numbers."""

from rulewright.lab.answers import Question
from rulewright.reports.dpi.campaign import deaths_and_traumas, economy, research_days, short_rests, stat_spreads
from rulewright.reports.dpi.checks import (
    doubles_and_difficulty,
    experience_pace,
    luck_of_novices,
    stress_trap,
    time_of_day,
)
from rulewright.reports.dpi.fights import armour_worth, fair_fight, fortitude_scale, price_of_shots, range_gaps

__all__ = ["QUESTIONS"]

QUESTIONS = (
    Question(1, "Is Stress a trap?", "How fast does Stress come by checks, and how long is the way back?", stress_trap),
    Question(
        2,
        "Do doubles undercut difficulty?",
        "What chance of a Cost or better is left at Impossible?",
        doubles_and_difficulty,
    ),
    Question(
        3,
        "How long to Master?",
        "How many checks lead from Novice to Master, per level and cumulatively?"
        " Which table fits a number of sessions?",
        experience_pace,
    ),
    Question(4, "Does the first level hurt?", "For which Luck does Apprentice lower a Novice's odds?", luck_of_novices),
    Question(
        5,
        "Score or bonus in Fortitude?",
        "How many hits does it take to fell 24 HP, by weapon and FT?",
        fortitude_scale,
    ),
    Question(
        6,
        "Are AP prices right?",
        "How much damage does an AP buy, and how much is suffered for it, by weapon and FT?",
        price_of_shots,
    ),
    Question(7, "Is a fair fight fair?", "Who wins with revolvers and 24 HP each, and what is High worth?", fair_fight),
    Question(
        8, "Does a Short Rest work?", "How often does an hour pass, and how long to full HP, by Luck?", short_rests
    ),
    Question(
        9,
        "What does the clock cost?",
        "How do night and day change Success, and is a Vampire by day playable?",
        time_of_day,
    ),
    Question(10, "What is armour worth?", "FT per dollar, further hits survived, and what moving costs.", armour_worth),
    Question(
        11, "What is a fair timer?", "How often is a timer done within 8 or 24 hours, by modifier?", research_days
    ),
    Question(
        12,
        "How long does an agent last?",
        "How many missions until final death, and how often do traumas repeat?",
        deaths_and_traumas,
    ),
    Question(13, "What do ranges leave open?", "Where can only one side strike, and where neither?", range_gaps),
    Question(14, "What can an agent afford?", "How many weeks of pay less upkeep does each loadout take?", economy),
    Question(
        15,
        "Which way to buy stats?",
        "How many spreads are legal under each reading, and what do they reach?",
        stat_spreads,
    ),
)
