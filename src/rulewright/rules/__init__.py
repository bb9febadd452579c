"""How a rule is written: the verbs, its numbers, its parameters, and how it refuses."""

from rulewright.rules.dice import Dice, refuses_nothing_more
from rulewright.rules.errors import BadInput, BadParameter, BadRule, Refused, shown
from rulewright.rules.inventory import Inventory
from rulewright.rules.options import option
from rulewright.rules.parameters import Parameters, between, meaning
from rulewright.rules.rule import NEVER_ENDS, NeverEnds, Repeat, cites, repeat, rule, rule_name

__all__ = [
    "NEVER_ENDS",
    "BadInput",
    "BadParameter",
    "BadRule",
    "Dice",
    "Inventory",
    "NeverEnds",
    "Parameters",
    "Refused",
    "Repeat",
    "between",
    "cites",
    "meaning",
    "option",
    "refuses_nothing_more",
    "repeat",
    "rule",
    "rule_name",
    "shown",
]
