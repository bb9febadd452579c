"""The questions that the draft leaves open, and the functions that answer them."""

from rulewright.lab.answers import questions_in
from rulewright.reports.light_dark import dice, fights, forks

__all__ = ["QUESTIONS"]

QUESTIONS = questions_in(dice, fights, forks)
