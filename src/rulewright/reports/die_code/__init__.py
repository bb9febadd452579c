"""The questions that the draft leaves open, and the functions that answer them."""

from rulewright.lab.answers import questions_in
from rulewright.reports.die_code import averages, bodies, checks

__all__ = ["QUESTIONS"]

QUESTIONS = questions_in(averages, bodies, checks)
