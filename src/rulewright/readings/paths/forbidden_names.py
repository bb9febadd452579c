"""Finds in a rule's bytecode what it may not use: chance other than its dice, a clock, and names that outlive it."""

import sys
from collections import deque
from collections.abc import Mapping
from dis import get_instructions
from types import CodeType, FunctionType, ModuleType
from typing import Any

from rulewright.readings.paths.bad_rule import CHANGES, bad_rule
from rulewright.rules import BadRule

_CHANCE = frozenset(("random", "secrets", "numpy.random"))


_OUTSIDE: Mapping[str, frozenset[str]] = {
    "time": frozenset(
        ["time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time"]
    ),
    "datetime": frozenset(("now", "utcnow", "today")),
    "uuid": frozenset(("uuid1", "uuid4")),
    "os": frozenset(("urandom", "environ", "getenv", "getpid", "listdir")),
}


CONTAINERS = (list, dict, set, bytearray)


_LASTING = (*CONTAINERS, deque)


def is_filled(cell: Any) -> bool:
    """Whether a cell of a closure has a value yet."""
    try:
        cell.cell_contents  # noqa: B018 - an empty cell raises
    except ValueError:
        return False
    return True


def refuse_outside(rule: FunctionType, within: str = "", seen: set[CodeType] | None = None) -> None:
    """Raises `BadRule` if a rule, or a function of its module that it uses, rolls dice of its own or reads a clock."""
    seen = set() if seen is None else seen
    code = rule.__code__
    seen.add(code)
    line = code.co_firstlineno
    name = within or rule.__name__
    lasting, module = "", None
    for one in get_instructions(code):
        line = (one.positions and one.positions.lineno) or line
        if one.opname in ("STORE_GLOBAL", "DELETE_GLOBAL") or (
            one.opname in ("STORE_DEREF", "DELETE_DEREF") and one.argval in code.co_freevars
        ):
            raise bad_rule(
                f"{name} changes {one.argval}, which outlives it: a rule keeps nothing between runs", rule, line
            )
        if one.opname in ("LOAD_GLOBAL", "LOAD_NAME") or (
            one.opname == "LOAD_DEREF" and one.argval in code.co_freevars
        ):
            lasting, module = one.argval, _value_of(rule, one.argval)
            if _is_outside(module, ""):
                raise _asks_outside(name, one.argval, rule, line)
            if (
                isinstance(module, FunctionType)
                and module.__module__ == rule.__module__
                and module.__code__ not in seen
            ):
                refuse_outside(module, f"{name}, by {module.__name__},", seen)
        elif one.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            if isinstance(module, _LASTING) and one.argval in CHANGES:
                raise bad_rule(f"{name} changes {lasting}, which outlives it: make a changed copy", rule, line)
            if _is_outside(module, one.argval):
                raise _asks_outside(name, one.argval, rule, line)
            module = getattr(module, one.argval, None) if isinstance(module, ModuleType | type) else None


def _value_of(rule: FunctionType, name: str) -> Any:
    for free, cell in zip(rule.__code__.co_freevars, rule.__closure__ or (), strict=True):
        if free == name:
            return cell.cell_contents if is_filled(cell) else None
    return rule.__globals__.get(name, getattr(sys.modules["builtins"], name, None))


def _is_outside(value: Any, attribute: str) -> bool:
    """Whether a value, or this attribute of it, is a source of chance, a clock, or input and output."""
    if isinstance(value, ModuleType):
        return value.__name__ in _CHANCE or attribute in _OUTSIDE.get(value.__name__, ())
    if isinstance(value, type):
        clock = value.__module__ == "datetime" and attribute in _OUTSIDE["datetime"]
        return clock or value.__module__ in _CHANCE
    if attribute:
        return False
    if value is input or value is open:
        return True
    owner = getattr(value, "__self__", None)
    home = str(getattr(value, "__module__", None) or "")
    by_method = type(owner).__module__ in _CHANCE and callable(value)
    return by_method or home in _CHANCE or getattr(value, "__name__", "") in _OUTSIDE.get(home, ())


def _asks_outside(name: str, what: str, rule: FunctionType, line: int) -> BadRule:
    return bad_rule(
        f"{name} uses {what}: a rule asks nothing but its dice; write dice.pool(name, 1 * d(6)) for chance, and give "
        "it the rest as an argument",
        rule,
        line,
    )
