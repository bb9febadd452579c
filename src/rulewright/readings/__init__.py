"""The readings of a rule: played, priced, solved and simulated.

Other packages import from here alone, and `simulate` from its own module, since it needs numpy; an import contract
holds them to it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulewright.readings.breakdown import Called, Chosen, Noted, Rolled, Step
from rulewright.readings.budget import Budget, Deadline, OverBudget
from rulewright.readings.chances import Chances
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.graph.search import Decision
from rulewright.readings.legal import refusal
from rulewright.readings.most_exact import first_within, odds_within
from rulewright.readings.odds import Pricing, odds
from rulewright.readings.odds_from_here import odds_from_here
from rulewright.readings.odds_of_many import odds_of_many
from rulewright.readings.paths.bad_rule import bad_rule_at
from rulewright.readings.paths.replay import Recorded
from rulewright.readings.play import ChoiceError, Need, Played, play
from rulewright.readings.policy import Policy, Undecided
from rulewright.readings.solve import Solution, Solver, solve
from rulewright.readings.watchdog import stopped_after, watching

if TYPE_CHECKING:
    from rulewright.readings.common_random_numbers import CommonRandomDice
    from rulewright.readings.graph.explicit_model import Node, nodes_of
    from rulewright.readings.graph.means import Measure, means_of_many
    from rulewright.readings.next_dice import Awaited, dice_awaited
    from rulewright.readings.notation_odds import odds_of_notation

__all__ = [
    "Awaited",
    "Budget",
    "Called",
    "Chances",
    "ChoiceError",
    "Chosen",
    "CommonRandomDice",
    "Deadline",
    "Decision",
    "Measure",
    "Need",
    "Node",
    "Noted",
    "OverBudget",
    "Played",
    "Policy",
    "Pricing",
    "Recorded",
    "Rolled",
    "Solution",
    "Solver",
    "Step",
    "Undecided",
    "Unfit",
    "bad_rule_at",
    "dice_awaited",
    "first_within",
    "means_of_many",
    "nodes_of",
    "odds",
    "odds_from_here",
    "odds_of_many",
    "odds_of_notation",
    "odds_within",
    "play",
    "refusal",
    "solve",
    "stopped_after",
    "watching",
]

_LOADED_LATER = {
    "Awaited": "next_dice",
    "CommonRandomDice": "common_random_numbers",
    "Measure": "graph.means",
    "Node": "graph.explicit_model",
    "dice_awaited": "next_dice",
    "means_of_many": "graph.means",
    "nodes_of": "graph.explicit_model",
    "odds_of_notation": "notation_odds",
}
"""Names that are imported on first use, with their modules: some need numpy, which is slow to import."""


def __getattr__(name: str) -> Any:
    """A name of `_LOADED_LATER`, imported when it is first used."""
    if name not in _LOADED_LATER:
        raise AttributeError(f"module 'rulewright.readings' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"rulewright.readings.{_LOADED_LATER[name]}"), name)
    return value
