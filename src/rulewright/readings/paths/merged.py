"""Prices a rule with dice in a loop by merging equal states at each throw.

`for _ in range(12): hits += dice.call(attack)` has as many paths as there are sequences of results, but after
each call only `hits` matters. The rule is taken apart at its throws (see `dissect`); the variables that are
alive at a throw are the state, and paths in the same state are merged into one. A mutable state raises `Unfit`: then
the rule is followed path by path.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.paths.bad_rule import MOST_QUESTIONS, endless
from rulewright.readings.paths.immutable import refuse_changeable
from rulewright.readings.paths.replay import cards_to_draw, odds_of_throw
from rulewright.readings.paths.split_at_throws import Operation, dissected
from rulewright.rules import NEVER_ENDS

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing


def merged(
    pricing: "Pricing[Any]", rule: FunctionType, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> dict[int, dict[Any, Any]]:
    """For each total the weight of each outcome. Raises `Unfit` where states cannot be merged."""
    operations = dissected(rule)
    variables = first_variables(rule, DiceBetweenThrows(pricing.options, pricing.decide), args, kwargs)
    return _MergedPaths(pricing, rule, operations, variables).run()


class DiceBetweenThrows:
    """The dice given to the code between throws, which may not throw; `decide`, if given, takes decisions there."""

    def __init__(self, options: Any, decide: Callable[..., Any] | None = None) -> None:
        self.options = options
        self.choose = decide or self.pool

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept."""

    def pool(self, *_: Any) -> NoReturn:
        """Raises `Unfit`: a throw here is not one of the rule's own."""
        raise Unfit("dice that are given to another function")

    call = draw = pool


class _Unbound:
    """A variable without a value. Using it raises `Unfit`; read path by path, the rule then raises its own error."""

    def _unfit(self, *_: object) -> NoReturn:
        raise Unfit("a variable without a value")

    __lt__ = __gt__ = __bool__ = __add__ = __radd__ = __iter__ = __call__ = _unfit


_UNBOUND = _Unbound()


class MergePoint(NamedTuple):
    """A throw or decision that paths have reached: which one, and the variables alive there, with types."""

    at: int
    values: tuple[Any, ...]
    kinds: tuple[type, ...]  # 1 == True, but rules may tell them apart


class Ended(NamedTuple):
    """The end of a rule."""

    outcome: Any


def run_to_next_throw(operations: list[Operation], at: int, variables: dict[str, Any]) -> int | Ended:
    """Runs as far as the next throw, or the end, and returns where that is. Updates `variables`."""
    jumps = 0
    while True:
        operation = operations[at]
        if operation.kind == "ask":
            return at
        at += 1
        if operation.kind == "jump":
            at = operation.target
            jumps += 1
            if jumps > MOST_QUESTIONS:
                raise Unfit("a long loop without dice")
        elif operation.kind == "step":
            _next_item(operation, variables)
            at = operation.target if variables[operation.writes[1]] is _UNBOUND else at
        else:
            result = operation.run(*[variables.get(name, _UNBOUND) for name in operation.reads])
            if operation.kind == "test":
                at = at if result else operation.target
            elif operation.kind == "begin":
                variables[operation.writes[0]] = result if isinstance(result, range | tuple) else tuple(result)
                variables[operation.writes[1]] = 0
            elif operation.kind == "return":
                return Ended(result)
            else:
                variables.update(zip(operation.writes, result, strict=True))


def _next_item(operation: Operation, variables: dict[str, Any]) -> None:
    """Takes the next item of a loop, if any is left."""
    through, at = (variables[name] for name in operation.reads)
    variables[operation.writes[0]] = at + 1
    variables[operation.writes[1]] = through[at] if at < len(through) else _UNBOUND


def arguments_of(operation: Operation, variables: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments that a throw is made with."""
    args, kwargs = operation.run(*[variables.get(name, _UNBOUND) for name in operation.reads])
    return args, kwargs


def immutable_values(variables: dict[str, Any], wanted: Sequence[str], shared: Collection[int]) -> tuple[Any, ...]:
    """The values of variables. Raises `Unfit` for a mutable value."""
    values = tuple([variables.get(name, _UNBOUND) for name in wanted])
    for value in values:
        refuse_changeable(value, shared)
    return values


def first_variables(rule: FunctionType, dice: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The variables that a rule begins with."""
    bound = inspect.signature(rule).bind(dice, *args, **kwargs)
    bound.apply_defaults()
    return dict(bound.arguments)


def ids_of_arguments(variables: dict[str, Any]) -> set[int]:
    """The ids of the rule's arguments, which all paths share anyway."""
    return {id(_UNBOUND), *map(id, variables.values())}


class _MergedPaths:
    """All paths of a rule, throw by throw."""

    def __init__(
        self, pricing: "Pricing[Any]", rule: FunctionType, operations: list[Operation], variables: dict[str, Any]
    ) -> None:
        self._pricing = pricing
        self._rule = rule
        self._operations = operations
        self._start = variables
        self._shared = ids_of_arguments(variables)
        self._ended: dict[int, dict[Any, Any]] = {}
        self._reached: dict[tuple[MergePoint, int], Any] = {}  # by the total of their weights

    def run(self) -> dict[int, dict[Any, Any]]:
        """For each total the weight of each outcome."""
        self._run_on(0, self._start, 1, 1)
        for _ in range(MOST_QUESTIONS):
            if not self._reached:
                return self._ended
            reached, self._reached = self._reached, {}
            for (place, total), weight in reached.items():
                self._answer(place.at, total, place.values, weight)
        at = next(iter(self._reached))[0].at
        raise endless(self._rule, self._operations[at].line)

    def _answer(self, at: int, total: int, values: tuple[Any, ...], weight: Any) -> None:
        """Runs on from a throw with each of its answers."""
        operation = self._operations[at]
        variables = dict(zip(operation.alive, values, strict=True))
        args, kwargs = arguments_of(operation, variables)
        if operation.verb == "pool":
            if len(args) != 2 or kwargs:
                raise Unfit("a throw without a name")
            odds = odds_of_throw(args[1])
        elif operation.verb == "draw":
            if len(args) != 3 or kwargs:
                raise Unfit("a draw without a name")
            odds = cards_to_draw(*args[1:]).odds()
        else:
            odds = self._pricing.odds(args[0], args[1:], kwargs)
            if NEVER_ENDS in odds.weights:
                raise Unfit("a repeated step that never ends")
        self._pricing.budget.spend(len(odds.weights))
        exact = self._pricing.exact
        for answer, share in odds.weights.items():
            variables[operation.writes[0]] = answer
            if exact:
                self._run_on(at + 1, dict(variables), weight * share, total * odds.total)
            else:
                self._run_on(at + 1, dict(variables), weight * (share / odds.total), 1)

    def _run_on(self, at: int, variables: dict[str, Any], weight: Any, total: int) -> None:
        """Runs as far as the next throw, or the end, and adds the weight there."""
        result = run_to_next_throw(self._operations, at, variables)
        if isinstance(result, Ended):
            weights = self._ended.setdefault(total, {})
            weights[result.outcome] = weights.get(result.outcome, 0) + weight
        else:
            values = immutable_values(variables, self._operations[result].alive, self._shared)
            point = (MergePoint(result, values, tuple(map(type, values))), total)
            self._reached[point] = self._reached.get(point, 0) + weight
