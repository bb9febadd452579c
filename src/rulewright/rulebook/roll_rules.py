"""The rolls of a rulebook as rules of the engine, which other rolls and actions use by their names.

Repeated steps always end in play, even if a rulebook's rule does not.
"""

import ast
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from rulewright.rulebook.faults import TextPlace
from rulewright.rulebook.functions import Module
from rulewright.rulebook.kinds import Kind, python_name
from rulewright.rulebook.parameters import BookParameter
from rulewright.rulebook.translate import called, load, part_of, store
from rulewright.rules import Refused, Repeat

DICE = "_dice"
"""The variable with the dice in the generated code."""


class RollRule(NamedTuple):
    """A roll that others can use: its parameters, the rule, the kinds of its outcome, and the number of outcomes."""

    name: str
    parameters: tuple[BookParameter, ...]
    rule: Any
    outcome: Mapping[str, Kind]
    made: type
    states: int


class Rolls:
    """The rolls by name; each is compiled when it is first asked for."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.parts: dict[tuple[str, tuple[str, ...]], Any] = {}

    def rule(self, name: str, place: TextPlace) -> RollRule:
        """A roll by its name."""
        raise NotImplementedError

    def part(self, roll: RollRule, wanted: tuple[str, ...]) -> Any:
        """A rule that returns only some fields of a roll's outcome, so that outcomes equal in them are merged."""
        key = (roll.name, wanted)
        if key not in self.parts:
            names = [python_name(parameter.name) for parameter in roll.parameters]
            use = ast.Call(
                ast.Attribute(load(DICE), "call", ast.Load()),
                [load(self.module.add("r", roll.rule)), *map(load, names)],
                [],
            )
            body: list[ast.stmt] = [store("_all", use)]
            taken = [part_of("_all", python_name(field)) for field in wanted]
            if len(wanted) == 1:
                body.append(ast.Return(taken[0]))
            else:
                kept = msgspec.defstruct("Part", [(python_name(field), Any) for field in wanted], frozen=True)
                body.append(ast.Return(called(self.module.add("Part", kept), *taken)))
            rules = tuple(getattr(roll.rule, "__rules__", ()))
            self.parts[key] = self.module.function(python_name(roll.name), [DICE, *names], body, rules=rules)
        return self.parts[key]


MOST_REPEATS = 1_000
"""Repeats after which play stops: a roll that is repeated half of the time never gets there in practice."""


class EndingRepeat(Repeat[Any, Any, Any]):
    """A repeated step that stops after many repeats in play: with the result of `never`, or else by refusing.

    Its odds are those of any repeated step, with `NEVER_ENDS` where no end can be reached.
    """

    def __call__(self, dice: Any, state: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Repeat the step and return the final state."""
        for _ in range(MOST_REPEATS):
            if self.until(state):
                return state
            state = dice.call(self.step, state, *args, **kwargs)
        if self.never is None:
            raise Refused(f"thrown again {MOST_REPEATS:,} times without an end: the rule may never end")
        return self.never(state)
