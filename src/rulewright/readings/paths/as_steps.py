"""A plain rule with decisions as a repeated step: from one throw or decision to the next.

Best play of a rule is found in the tree of all its paths, and a loop with decisions in it has as many as there are
sequences of results. Taken apart at its throws and decisions (see `dissect`), the variables alive there are the state
of a repeated step, and equal states are one, as in any `repeat`.
"""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, NamedTuple, NoReturn

from rulewright.readings.paths.changeable import refuse_changeable
from rulewright.readings.paths.dissect import dissected
from rulewright.readings.paths.merged import Ended, asked, beginning, shared_by_all, to_the_next, values_of
from rulewright.readings.unfit import Unfit


class StopPoint(NamedTuple):
    """A throw or decision of a rule: its line, the variables alive after it, and its arguments."""

    line: int
    names: tuple[str, ...]
    at: int
    values: tuple[Any, ...]
    kinds: tuple[type, ...]  # 1 is not True to every rule
    asking: tuple[Any, ...]
    named: tuple[tuple[str, Any], ...]

    @property
    def variables(self) -> dict[str, Any]:
        """The variables of the rule itself."""
        both = zip(self.names, self.values, strict=True)
        return {name: value for name, value in both if not name.startswith("_")}

    def __repr__(self) -> str:
        asked = ", ".join(f"{value!r:.60}" for value in self.asking)
        listed = "".join(f", {name}={value!r:.60}" for name, value in self.variables.items())
        return f"line {self.line}: {asked}{listed}"


def as_steps(
    rule: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], options: Any
) -> tuple[Callable[..., Any], Any]:
    """The rule as a step whose last state is `Ended`, and the state it begins with. May raise `Unfit`."""
    if not isinstance(rule, FunctionType):
        raise Unfit("not a plain function")
    operations = dissected(rule, deciding=True)
    given = beginning(rule, _Between(options), args, kwargs)
    shared = shared_by_all(given)

    def place(at: int, names: dict[str, Any]) -> StopPoint | Ended:
        found = to_the_next(operations, at, names)
        if isinstance(found, Ended):
            return found
        one = operations[found]
        asking, named = asked(one, names)
        if one.verb == "choose" and len(asking) == 3:  # choices may come in a list
            asking = (*asking[:2], tuple(asking[2]))
        refuse_changeable((asking, tuple(named.values())), shared)
        values = values_of(names, one.after, shared)
        return StopPoint(one.line, one.after, found, values, tuple(map(type, values)), asking, tuple(named.items()))

    def step(dice: Any, state: StopPoint) -> StopPoint | Ended:
        one = operations[state.at]
        names = dict(zip(state.names, state.values, strict=True))
        names[one.writes[0]] = getattr(dice, one.verb)(*state.asking, **dict(state.named))
        return place(state.at + 1, names)

    return step, place(0, given)


class _Between:
    """The dice between two throws or decisions."""

    def __init__(self, options: Any) -> None:
        self.options = options

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept."""

    def pool(self, *_: Any) -> NoReturn:
        raise Unfit("dice that are given to another function")

    call = draw = choose = pool
