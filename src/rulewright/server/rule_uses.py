"""Which rolls put a numbered rule to use, in their own function or in those they are made of."""

from collections.abc import Callable, Iterator
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any

from rulewright.game import Game
from rulewright.rules import Repeat
from rulewright.rules.rule import citing


def rolls_using(game: Game) -> dict[str, tuple[str, ...]]:
    """By the number of a rule: the rolls that use it, those first whose own function carries the number."""
    reached = {roll.name: _reached(roll.rule) for roll in game.rolls}
    own = {roll.name: roll.rule for roll in game.rolls}
    found = {}
    for number in (*game.inventory.rules, *game.inventory.rulings):
        carriers = set(citing(number))
        rolls = [name for name, functions in reached.items() if carriers & functions]
        found[number] = tuple(sorted(rolls, key=lambda name: own[name] not in carriers))
    return found


def _reached(start: Callable[..., Any]) -> set[Any]:
    """Every function and class of the same package that a function names, and what they name in turn."""
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
    """What a function or a class names: other functions, classes, and steps that are repeated."""
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
