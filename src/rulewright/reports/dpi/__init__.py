"""The open questions of the draft, answered with computed numbers."""

from rulewright.lab.answers import questions_in
from rulewright.reports.dpi import campaign, checks, fights

__all__ = ["QUESTIONS"]

QUESTIONS = questions_in(campaign, checks, fights)
