"""The rolls of a rulebook as rules of the engine, which other rolls and actions use by their names."""

import ast
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from rulewright.rulebook.faults import TextPlace
from rulewright.rulebook.functions import Module
from rulewright.rulebook.kinds import Kind, python_name
from rulewright.rulebook.parameters import BookParameter
from rulewright.rulebook.translate import called, load, part_of

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
            body: list[ast.stmt] = [ast.Assign([ast.Name("_all", ast.Store())], use)]
            taken = [part_of("_all", python_name(field)) for field in wanted]
            if len(wanted) == 1:
                body.append(ast.Return(taken[0]))
            else:
                kept = msgspec.defstruct("Part", [(python_name(field), Any) for field in wanted], frozen=True)
                body.append(ast.Return(called(self.module.add("Part", kept), *taken)))
            rules = tuple(getattr(roll.rule, "__rules__", ()))
            self.parts[key] = self.module.function(python_name(roll.name), [DICE, *names], body, rules=rules)
        return self.parts[key]
