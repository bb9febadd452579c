"""A plain rule with decisions as a repeated step: from one throw or decision to the next.

Best play of a rule is found in the tree of all its paths, and a loop with decisions in it has as many as there are
sequences of results. Taken apart at its throws and decisions (see `dissect`), the variables alive there are the state
of a repeated step, and equal states are one, as in any `repeat`.
"""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, NamedTuple

from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.paths.immutable import refuse_changeable
from rulewright.readings.paths.merged import (
    DiceBetweenThrows,
    Ended,
    arguments_of,
    first_variables,
    ids_of_arguments,
    immutable_values,
    run_to_next_throw,
)
from rulewright.readings.paths.split_at_throws import dissected


class StopPoint(NamedTuple):
    """A throw or decision of a rule: its line, the variables alive after it, and its arguments."""

    line: int
    names: tuple[str, ...]
    at: int
    values: tuple[Any, ...]
    kinds: tuple[type, ...]  # 1 == True, but rules may tell them apart
    args: tuple[Any, ...]
    kwargs: tuple[tuple[str, Any], ...]

    @property
    def variables(self) -> dict[str, Any]:
        """The variables of the rule itself."""
        both = zip(self.names, self.values, strict=True)
        return {name: value for name, value in both if not name.startswith("_")}

    def __repr__(self) -> str:
        arguments = ", ".join(f"{value!r:.60}" for value in self.args)
        listed = "".join(f", {name}={value!r:.60}" for name, value in self.variables.items())
        return f"line {self.line}: {arguments}{listed}"


def as_steps(
    rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], options: Any
) -> tuple[Callable[..., Any], Any]:
    """The rule as a step whose last state is `Ended`, and the state it begins with. May raise `Unfit`."""
    if not isinstance(rule, FunctionType):
        raise Unfit("not a plain function")
    operations = dissected(rule, deciding=True)
    first = first_variables(rule, DiceBetweenThrows(options), args, kwargs)
    shared = ids_of_arguments(first)

    def place(at: int, variables: dict[str, Any]) -> StopPoint | Ended:
        reached = run_to_next_throw(operations, at, variables)
        if isinstance(reached, Ended):
            return reached
        throw = operations[reached]
        arguments, named = arguments_of(throw, variables)
        if throw.verb == "choose" and len(arguments) == 3:  # choices may be a list, which has no hash
            arguments = (*arguments[:2], tuple(arguments[2]))
        refuse_changeable((arguments, tuple(named.values())), shared)
        values = immutable_values(variables, throw.after, shared)
        kinds = tuple(map(type, values))
        return StopPoint(throw.line, throw.after, reached, values, kinds, arguments, tuple(named.items()))

    def step(dice: Any, state: StopPoint) -> StopPoint | Ended:
        throw = operations[state.at]
        variables = dict(zip(state.names, state.values, strict=True))
        variables[throw.writes[0]] = getattr(dice, throw.verb)(*state.args, **dict(state.kwargs))
        return place(state.at + 1, variables)

    return step, place(0, first)
