"""Chances as percentages, rounded honestly."""

from fractions import Fraction
from math import floor


def percent(chance: Fraction | float) -> str:
    """A chance with one decimal, never "100%" unless certain and never "0%" unless impossible."""
    if chance < 0:
        return f"-{percent(-chance)}"
    if chance == 0:
        return "0%"
    if chance == 1:
        return "100%"
    tenths = floor(float(chance) * 1000 + 0.5)  # halves go up, as on the page
    if tenths == 0:
        return "<0.1%"
    return ">99.9%" if tenths == 1000 else f"{tenths / 10:.1f}%"


def points(*changes: Fraction | float, joined: str = " and ") -> str:
    """Differences of chances, in percentage points."""
    return f"{joined.join(percent(change).removesuffix('%') for change in changes)} percentage points"
