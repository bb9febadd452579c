"""The readings of a rule: played, priced, solved and simulated.

`simulate` is imported from its own module, since it needs numpy.
"""

from rulewright.readings.breakdown import Called, Chosen, Noted, Rolled, Step
from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.chances import Chances
from rulewright.readings.graph.search import Decision
from rulewright.readings.many import odds_of_many
from rulewright.readings.odds import odds
from rulewright.readings.play import ChoiceError, Need, Played, play
from rulewright.readings.policy import Policy, Undecided
from rulewright.readings.solve import Solution, Solver, solve
from rulewright.readings.within_time import first_within, odds_within

__all__ = [
    "Budget",
    "Called",
    "Chances",
    "ChoiceError",
    "Chosen",
    "Decision",
    "Need",
    "Noted",
    "OverBudget",
    "Played",
    "Policy",
    "Rolled",
    "Solution",
    "Solver",
    "Step",
    "Undecided",
    "first_within",
    "odds",
    "odds_of_many",
    "odds_within",
    "play",
    "solve",
]
