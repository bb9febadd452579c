"""Which rolls put a numbered rule to use, in their own function or in those they are made of."""

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

from rulewright.game import Game
from rulewright.rules import Repeat
from rulewright.rules.rule import citing

__all__ = ["rolls_using"]


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
    """Every function of the same package that a function names, and those that they name in turn."""
    package = start.__module__.rpartition(".")[0]
    found: set[Any] = set()
    waiting: list[Any] = [start]
    while waiting:
        function = waiting.pop()
        if function in found:
            continue
        found.add(function)
        if isinstance(function, FunctionType):
            waiting += [one for one in _named_in(function) if one.__module__.startswith(package)]
    return found


def _named_in(function: FunctionType) -> Iterator[Any]:
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, Repeat):
            value = value.step
        if isinstance(value, type):
            yield from (method for method in vars(value).values() if isinstance(method, FunctionType))
            yield value
        elif isinstance(value, FunctionType):
            yield value


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
