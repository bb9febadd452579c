"""Finds the rolls that use a numbered rule, in their own function or in the functions they call."""

from collections.abc import Callable, Iterator
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any

from rulewright.game import Game
from rulewright.rules import Repeat
from rulewright.rules.rule import citing


def rolls_using(game: Game) -> dict[str, tuple[str, ...]]:
    """By rule number: the rolls that use it, first those whose own function cites it."""
    reached = {roll.name: _reached(roll.rule) for roll in game.rolls}
    own = {roll.name: roll.rule for roll in game.rolls}
    found = {}
    for number in (*game.inventory.rules, *game.inventory.rulings):
        carriers = set(citing(number))
        rolls = [name for name, functions in reached.items() if carriers & functions]
        found[number] = tuple(sorted(rolls, key=lambda name: own[name] not in carriers))
    return found


def _reached(start: Callable[..., Any]) -> set[Any]:
    """Every function and class of the same package that a function refers to, transitively."""
    package = start.__module__.rpartition(".")[0]
    found: set[Any] = set()
    waiting: list[Any] = [start]
    while waiting:
        one = waiting.pop()
        if one in found or not str(getattr(one, "__module__", "")).startswith(package):
            continue
        found.add(one)
        waiting += _named_in(one)
    return found


def _named_in(one: Any) -> list[Any]:
    """The functions, classes and repeated steps that a function or class refers to."""
    inner = unwrap(one)
    if isinstance(one, type):
        methods = [getattr(method, "fget", method) for method in vars(one).values()]
        return [method for method in methods if isinstance(method, FunctionType)]
    if not isinstance(inner, FunctionType):
        return []
    named = [inner.__globals__.get(name) for name in _names(inner.__code__)]
    steps = [value.step if isinstance(value, Repeat) else value for value in named]
    return [inner, *(value for value in steps if callable(value))]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
