"""The open questions of the draft, answered with computed numbers."""

from rulewright.lab.answers import questions_in
from rulewright.reports.untold_aeons import checks, damage, duels, limits, reactions

__all__ = ["QUESTIONS"]

QUESTIONS = questions_in(checks, damage, duels, limits, reactions)
