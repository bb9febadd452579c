"""How a rule is written: the four verbs, its numbers, and how it says no."""

from rulewright.rules.dice import Dice
from rulewright.rules.errors import BadInput, Refused
from rulewright.rules.rule import Repeat, cites, repeat, rule, rule_name

__all__ = ["BadInput", "Dice", "Refused", "Repeat", "cites", "repeat", "rule", "rule_name"]
