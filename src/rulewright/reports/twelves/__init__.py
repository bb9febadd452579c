"""The questions that the draft leaves open, and the functions that answer them."""

from rulewright.lab.answers import questions_in
from rulewright.reports.twelves import checks, fights

__all__ = ["QUESTIONS"]

QUESTIONS = questions_in(checks, fights)
