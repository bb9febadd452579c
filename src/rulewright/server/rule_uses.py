"""Finds the rolls that use a numbered rule, in their own function or in the functions they call."""

from collections.abc import Callable, Iterator
from inspect import getclosurevars, unwrap
from types import CodeType, FunctionType
from typing import Any

from rulewright.game import Game
from rulewright.game.fight_step import FightRules
from rulewright.rules import Repeat
from rulewright.rules.rule import cites, citing

_FLOW = ("solver_step", "step", "decided", "settled", "answer")
"""The methods that a fight repeats until its end; the others are for the table."""


def rolls_using(game: Game) -> dict[str, tuple[str, ...]]:
    """By rule number: the rolls that use it, first those whose own function cites it."""
    reached = {roll.name: _reached(roll.rule) for roll in game.rolls}
    own = {roll.name: roll.rule for roll in game.rolls}
    found = {}
    for number in (*game.inventory.rules, *game.inventory.rulings):
        carriers = {*citing(number), *(rule for rule in own.values() if number in cites(rule))}
        rolls = [name for name, functions in reached.items() if carriers & functions or own[name] in carriers]
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
    """The functions, classes, repeated steps and fights that a function or class refers to."""
    inner = unwrap(one)
    if isinstance(one, type):
        methods = [getattr(method, "fget", method) for method in vars(one).values()]
        return [method for method in methods if isinstance(method, FunctionType)]
    if not isinstance(inner, FunctionType):
        return []
    named = [inner.__globals__.get(name) for name in _names(inner.__code__)]
    return [inner, *(function for value in named for function in _functions_of(value))]


def _functions_of(value: Any) -> list[Any]:
    """A function or class itself, or the functions that a repeated step or a fight is made of."""
    if isinstance(value, Repeat):
        step = value.step
        closed_over = getclosurevars(step).nonlocals.values() if isinstance(step, FunctionType) else ()
        return [step, *(function for inner in closed_over for function in _functions_of(inner))]
    if isinstance(value, FightRules):
        flow = [getattr(type(value), method) for method in _FLOW]
        return [*flow, value.begin_turn, value.acts, value.perform, *value.plans.values()]
    return [value] if callable(value) else []


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
