"""Where in a rule something happened: its file and line, for messages."""

import re
import sys
from collections.abc import Callable
from dis import get_instructions
from pathlib import Path
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any

from rulewright.rules import BadRule

_VERBS = {
    "pool": 'dice.pool("attack", 2 * d(6))',
    "draw": 'dice.draw("hand", 5, deck)',
    "call": "dice.call(rule, its, arguments)",
    "choose": 'dice.choose("player", "which way?", ("left", "right"))',
    "note": 'dice.note("bonus", 2)',
}
MOST_QUESTIONS = 5_000
"""No path of a rule asks more: each of them is weighed by a product of as many numbers."""

_ENDLESS = (
    f"the rule asks for dice more than {MOST_QUESTIONS:,} times on one path; a loop without a fixed end is written as "
    "repeat(step, until=...), where step takes the state and returns the next one"
)
_OWN = str(Path(__file__).parents[2])  # the engine's packages; games and rules of users lie elsewhere
_ENGINE = tuple(f"{_OWN}/{package}/" for package in ("readings", "dice", "rules"))
_CHANGES = frozenset(
    [
        "append",
        "extend",
        "insert",
        "remove",
        "pop",
        "popitem",
        "clear",
        "sort",
        "reverse",
        "update",
        "setdefault",
        "add",
        "discard",
        "appendleft",
        "popleft",
        "extendleft",
        "rotate",
        "subtract",
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
    ]
)
_STORES = frozenset(("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_ATTR", "DELETE_ATTR"))


def bad_rule_here(reason: str) -> BadRule:
    """The error for what the rule that is being run does now."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_ENGINE):
        frame = frame.f_back
    return BadRule(reason) if frame is None else BadRule(reason, frame.f_code.co_filename, frame.f_lineno)


def endless_here() -> BadRule:
    """The error for a rule that asks and asks, now."""
    return bad_rule_here(_ENDLESS)


def endless(rule: Callable[..., Any], line: int) -> BadRule:
    """The error for a rule that asks and asks at this line."""
    return bad_rule(_ENDLESS, rule, line)


def bad_rule_at(reason: str, traceback: TracebackType | None, out: int = 0) -> BadRule:
    """The error for what a rule did when this traceback was made: the innermost line that is not the engine's.

    With `out`, the line so many calls further out.
    """
    lines = []
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if not file.startswith(_ENGINE):
            lines.append((file, traceback.tb_lineno))
        traceback = traceback.tb_next
    return BadRule(reason, *lines[max(-1 - out, -len(lines))]) if lines else BadRule(reason)


def bad_rule(reason: str, rule: Callable[..., Any], line: int | None = None) -> BadRule:
    """The error for a rule, at the line where it is defined if no other is given."""
    code = code_of(rule)
    return BadRule(reason) if code is None else BadRule(reason, code.co_filename, line or code.co_firstlineno)


def code_of(rule: Callable[..., Any]) -> CodeType | None:
    """The code of a rule that is a plain function."""
    return rule.__code__ if isinstance(rule, FunctionType) else None


def changing_line(code: CodeType) -> int | None:
    """The first line of a rule that changes something in place, as far as its code tells."""
    line = None
    for one in get_instructions(code):
        line = (one.positions and one.positions.lineno) or line
        if one.opname in _STORES or (one.opname in ("LOAD_METHOD", "LOAD_ATTR") and one.argval in _CHANGES):
            return line
    return None


def explain(error: TypeError | RecursionError, rule: Any) -> None:
    """Raise `BadRule` instead if a rule calls itself without an end, or uses the dice wrongly."""
    if not callable(rule):
        raise TypeError(f"the rule comes first, odds(rule, 3), not odds({rule!r:.60}, ...)") from None
    if isinstance(error, RecursionError):
        reason = "the rule calls itself without an end; what goes on until something happens is written as repeat(...)"
        raise bad_rule_at(reason, error.__traceback__, out=1) from None
    if misused := re.match(r"\w+\.(pool|draw|call|choose|note)\(\) (missing|takes)", str(error)):
        reason = f"dice.{misused[1]} is used as {_VERBS[misused[1]]}"
    elif _innermost(error.__traceback__).startswith(_ENGINE[1]):
        reason = str(error)
    else:
        return
    raise bad_rule_at(reason, error.__traceback__) from None


def _innermost(traceback: TracebackType | None) -> str:
    """The file in which an error was raised."""
    file = ""
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        traceback = traceback.tb_next
    return file
