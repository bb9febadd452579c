"""Errors about rules: the file and line of the rule, and how to write it instead."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dis import get_instructions
from pathlib import Path
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any

from rulewright.rules import BadRule
from rulewright.rules.rule import rule_name

_VERBS = {
    "pool": 'dice.pool("attack", 2 * d(6))',
    "draw": 'dice.draw("hand", 5, deck)',
    "call": "dice.call(rule, its, arguments)",
    "choose": 'dice.choose("player", "which way?", ("left", "right"))',
    "note": 'dice.note("bonus", 2)',
}
MOST_QUESTIONS = 5_000
"""The most questions on one path of a rule: its weight is a product of as many numbers."""

_ENDLESS = (
    f"the rule asks for dice more than {MOST_QUESTIONS:,} times on one path; a loop without a fixed end is written as "
    "repeat(step, until=...), where step takes the state and returns the next one"
)
_STANDARD = str(Path(re.__file__).parents[1])
_OWN = str(Path(__file__).parents[2])  # the engine's packages; games and rules of users lie elsewhere
_ENGINE = tuple(f"{_OWN}/{package}/" for package in ("readings", "dice", "rules"))
CHANGES = frozenset(
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


def _rule_frame() -> FrameType | None:
    """The frame of the rule that is being run."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_engine(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def bad_rule_here(reason: str) -> BadRule:
    """The error at the line of the rule that is running now."""
    frame = _rule_frame()
    return BadRule(reason) if frame is None else BadRule(reason, frame.f_code.co_filename, frame.f_lineno)


def no_throw_here(given: Any) -> BadRule:
    """The error for a throw of something that is not dice, at the line that is running now."""
    return bad_rule_here(f"dice.pool takes a name and dice, {_VERBS['pool']}, not {given!r:.60}")


def no_choice_here(who: str, question: str) -> BadRule:
    """The error for a decision without a choice, at the line that is running now."""
    return bad_rule_here(f"{question} leaves {who} no choice: offer at least one")


def endless_here() -> BadRule:
    """The error for a rule that never stops asking, at the line running now, with the lines to write instead."""
    frame = _rule_frame()
    return bad_rule_here(_ENDLESS if frame is None else f"{_ENDLESS}{offered(frame.f_code, frame.f_lineno)}")


def endless(rule: Callable[..., Any], line: int) -> BadRule:
    """The error for a rule that never stops asking at this line, with the lines to write instead."""
    return bad_rule(f"{_ENDLESS}{offered(rule, line)}", rule, line)


def offered(rule: Callable[..., Any] | CodeType, line: int) -> str:
    """The rule with its loop written as `repeat`, as the end of a message; empty if it cannot be rewritten."""
    from rulewright.readings.paths.rewrite import rewritten  # imports the parser, which a single roll does not need

    lines = rewritten(rule, line)
    return f"; for example\n\n{lines}\n" if lines else ""


def is_engine(file: str) -> bool:
    """Whether a file is one of the engine's."""
    return file.startswith(_ENGINE)


def is_library(file: str) -> bool:
    """Whether a file is Python's own or numpy's: an error there is blamed on the caller, a rule or the engine."""
    return "/numpy/" in file or (file.startswith(_STANDARD) and "site-packages" not in file)


def comes_from_rule(error: BaseException) -> bool:
    """Whether a rule was running when the error was raised, in the rule or in what it called."""
    return any(True for _ in _lines_of_rules(error.__traceback__))


def bad_rule_at(reason: str, traceback: TracebackType | None) -> BadRule:
    """The error for the innermost line of a traceback that is neither the engine's nor a library's."""
    lines = list(_lines_of_rules(traceback))
    return BadRule(reason, *lines[-1]) if lines else BadRule(reason)


def _lines_of_rules(traceback: TracebackType | None) -> Iterator[tuple[str, int]]:
    """The file and number of each line of a traceback that is neither the engine's nor a library's, innermost last."""
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if not is_engine(file) and not is_library(file):
            yield file, traceback.tb_lineno
        traceback = traceback.tb_next


def bad_rule(reason: str, rule: Callable[..., Any], line: int | None = None) -> BadRule:
    """The error for a rule, at the line where it is defined if no other is given."""
    code = code_of(rule)
    return BadRule(reason) if code is None else BadRule(reason, code.co_filename, line or code.co_firstlineno)


def code_of(rule: Callable[..., Any]) -> CodeType | None:
    """The code of a rule that is a plain function."""
    return rule.__code__ if isinstance(rule, FunctionType) else None


def changing_line(code: CodeType) -> int | None:
    """The first line of a rule that changes something in place, as far as its bytecode shows."""
    line = None
    for one in get_instructions(code):
        line = (one.positions and one.positions.lineno) or line
        if one.opname in _STORES or (one.opname in ("LOAD_METHOD", "LOAD_ATTR") and one.argval in CHANGES):
            return line
    return None


def asking_line(rule: FunctionType) -> int:
    """The first line of a rule that asks for dice inside a loop, as far as its bytecode shows; else its first line."""
    code = rule.__code__
    asked: list[tuple[int, int]] = []
    line = code.co_firstlineno
    for one in get_instructions(code):
        line = (one.positions and one.positions.lineno) or line
        if one.opname in ("LOAD_METHOD", "LOAD_ATTR") and one.argval in _VERBS:
            asked.append((one.offset, line))
        elif "JUMP_BACKWARD" in one.opname:
            inside = [at for offset, at in asked if offset >= one.argval]
            if inside:
                return inside[0]
    return code.co_firstlineno


def refuse_no_rule(rule: Any) -> None:
    """Raises `TypeError` for a value given in place of a rule, with the form to write."""
    if callable(rule):
        return
    if hasattr(rule, "odds"):
        raise TypeError(
            f'a rule is a function that takes the dice: lambda dice: dice.pool("roll", {rule!r:.40}); dice alone '
            "have odds of their own, (2 * d(6)).odds()"
        ) from None
    if isinstance(rule, str):
        raise TypeError(
            f"a rule is a function; dice notation has odds of its own: notation({rule!r:.40}).odds()"
        ) from None
    raise TypeError(f"the rule comes first, odds(rule, 3), not odds({rule!r:.60}, ...)") from None


def refuse_nothing(rule: Callable[..., Any], outcomes: Collection[Any]) -> None:
    """Raises `BadRule` if every outcome of a rule is None."""
    if outcomes and all(outcome is None for outcome in outcomes):
        raise bad_rule(f"{rule_name(rule)} returns nothing: end it with return and its outcome", rule)


def refuse_uncountable(rule: Callable[..., Any], outcome: Any) -> None:
    """Raises `BadRule` if equal outcomes of this kind cannot be counted."""
    try:
        hash(outcome)
    except TypeError:
        raise bad_rule(
            f"{rule_name(rule)} returns a {type(outcome).__name__} ({outcome!r:.60}), which cannot be counted: return "
            "a number, a text, a tuple, a NamedTuple or a frozen struct of such",
            rule,
        ) from None


@contextmanager
def explaining(rule: Any) -> Iterator[None]:
    """Raises `BadRule` in place of an error from endless recursion or wrong use of the dice in the block."""
    try:
        yield
    except (TypeError, RecursionError, AttributeError) as error:
        explain(error, rule)
        raise


def explain(error: TypeError | RecursionError | AttributeError, rule: Any) -> None:
    """Raises `BadRule` instead of an error from endless recursion or wrong use of the dice."""
    refuse_no_rule(rule)
    missing = getattr(error, "obj", None)
    if isinstance(error, AttributeError):
        if not hasattr(missing, "pool") or not hasattr(missing, "choose"):
            return
        words = f"dice have no {error.name}: a rule asks by dice.pool, draw, call, choose or note, {_VERBS['pool']}"
        raise bad_rule_at(words, error.__traceback__) from None
    if isinstance(error, RecursionError):
        raise _calls_itself(error.__traceback__) from None
    if isinstance(rule, FunctionType) and str(error).startswith(f"{rule.__qualname__}() "):
        _refuse_arguments(rule, str(error))
    if misused := re.match(r"\w+\.(pool|draw|call|choose|note)\(\) (missing|takes)", str(error)):
        reason = f"dice.{misused[1]} is used as {_VERBS[misused[1]]}"
    elif re.search(r"takes 0 positional arguments", str(error)):
        reason = "a rule is given the dice first: write def rule(dice, ...), or lambda dice: ..."
    elif "argument must be callable" in str(error):
        reason = f"dice.call takes a rule and its arguments: {_VERBS['call']}"
    elif _innermost(error.__traceback__).startswith(_ENGINE[1]):
        reason = str(error)
    else:
        return
    raise bad_rule_at(reason, error.__traceback__) from None


def _refuse_arguments(rule: FunctionType, problem: str) -> None:
    """Raises `TypeError` with the parameters of a rule, if it was called with the wrong ones."""
    if not re.search(
        r"\(\) (missing \d+ required|takes (from )?\d+|got an unexpected keyword|got multiple values)", problem
    ):
        return
    code = rule.__code__
    dice, *taken = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] or ("",)
    if not dice:
        raise TypeError("a rule is given the dice first: write def rule(dice, ...), or lambda dice: ...") from None
    give = f"give it {', '.join(f'{one}=...' for one in taken)}" if taken else "give it nothing else"
    words = f"takes {', '.join(taken) or 'nothing'} after {dice}"
    raise TypeError(f"{rule.__name__} {words}: {give}, and not the dice; {problem}") from None


def _calls_itself(traceback: TracebackType | None) -> BadRule:
    """The error for endless recursion, at the line that is most frequent in the traceback."""
    ((place, _),) = Counter(_lines_of_rules(traceback)).most_common(1) or [(("", 0), 0)]
    return BadRule(
        "the rule calls itself without an end; write a loop that goes on until something happens as repeat(...)", *place
    )


def _innermost(traceback: TracebackType | None) -> str:
    """The file in which an error was raised."""
    file = ""
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        traceback = traceback.tb_next
    return file
