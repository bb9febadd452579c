"""Values as they are typed, and changes of chances with their sign."""

import json
from fractions import Fraction
from typing import Any

from rulewright.game.percent import percent


def as_typed(value: Any) -> str:
    """A value as it is typed: text without quotes, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def signed(change: Fraction | float) -> str:
    """A change of a chance in percentage points with its sign; "0" only if there is no change."""
    if change == 0:
        return "0"
    return f"{'+' if change > 0 else '-'}{percent(change if change > 0 else -change).removesuffix('%')}"
