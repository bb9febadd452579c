"""Prices a rule with dice in a loop by merging equal states at each throw.

`for _ in range(12): hits += dice.call(one)` has as many paths as there are sequences of results, but after
each call only `hits` matters. The rule is taken apart at its throws (see `dissect`); the variables that are
alive at a throw are the state, and paths in the same state go on as one. A mutable state raises `Unfit`: then the rule
is followed path by path.
"""

import inspect
from collections.abc import Collection, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from rulewright.readings.paths.bad_rule import MOST_QUESTIONS, endless
from rulewright.readings.paths.changeable import refuse_changeable
from rulewright.readings.paths.dissect import Operation, dissected
from rulewright.readings.paths.replay import cards_to_draw, odds_of_throw
from rulewright.readings.unfit import Unfit
from rulewright.rules import NEVER_ENDS

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing


def merged(
    pricing: "Pricing[Any]", rule: FunctionType, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> dict[int, dict[Any, Any]]:
    """For each total the weight of each outcome. Raises `Unfit` where states cannot be merged."""
    operations = dissected(rule)
    return _Walk(pricing, rule, operations, beginning(rule, _Quiet(pricing), args, kwargs)).run()


class _Quiet:
    """The dice between two throws, which throw nothing."""

    def __init__(self, pricing: "Pricing[Any]") -> None:
        self.options = pricing.options
        self.choose = pricing.decide

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept."""

    def pool(self, *_: Any) -> NoReturn:
        raise Unfit("dice that are given to another function")

    call = draw = pool


class _Unbound:
    """A variable without a value; a rule that uses it is left to show its mistake path by path."""

    def _unfit(self, *_: object) -> NoReturn:
        raise Unfit("a variable without a value")

    __lt__ = __gt__ = __bool__ = __add__ = __radd__ = __iter__ = __call__ = _unfit


_UNBOUND = _Unbound()


class MergePoint(NamedTuple):
    """A throw or decision that paths have reached: which one, and the variables alive there, by value and type."""

    at: int
    values: tuple[Any, ...]
    kinds: tuple[type, ...]  # 1 is not True to every rule


class Ended(NamedTuple):
    """The end of a rule."""

    outcome: Any


def to_the_next(operations: list[Operation], at: int, names: dict[str, Any]) -> int | Ended:
    """Runs as far as the next throw, or the end, and returns its place. Changes the variables."""
    jumps = 0
    while True:
        one = operations[at]
        if one.kind == "ask":
            return at
        at += 1
        if one.kind == "jump":
            at = one.target
            jumps += 1
            if jumps > MOST_QUESTIONS:
                raise Unfit("a long loop without dice")
        elif one.kind == "step":
            _step(one, names)
            at = one.target if names[one.writes[1]] is _UNBOUND else at
        else:
            found = one.run(*[names.get(name, _UNBOUND) for name in one.reads])
            if one.kind == "test":
                at = at if found else one.target
            elif one.kind == "begin":
                names[one.writes[0]] = found if isinstance(found, range | tuple) else tuple(found)
                names[one.writes[1]] = 0
            elif one.kind == "return":
                return Ended(found)
            else:
                names.update(zip(one.writes, found, strict=True))


def _step(one: Operation, names: dict[str, Any]) -> None:
    """Takes the next item of a loop, if any is left."""
    through, at = (names[name] for name in one.reads)
    names[one.writes[0]] = at + 1
    names[one.writes[1]] = through[at] if at < len(through) else _UNBOUND


def asked(one: Operation, names: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments that a throw is made with."""
    args, kwargs = one.run(*[names.get(name, _UNBOUND) for name in one.reads])
    return args, kwargs


def values_of(names: dict[str, Any], wanted: Sequence[str], shared: Collection[int]) -> tuple[Any, ...]:
    """The values of variables. Raises `Unfit` for a mutable one."""
    values = tuple([names.get(name, _UNBOUND) for name in wanted])
    for value in values:
        refuse_changeable(value, shared)
    return values


def beginning(rule: FunctionType, dice: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The variables that a rule begins with."""
    bound = inspect.signature(rule).bind(dice, *args, **kwargs)
    bound.apply_defaults()
    return dict(bound.arguments)


def shared_by_all(given: dict[str, Any]) -> set[int]:
    """The ids of the rule's arguments, which all paths share anyway."""
    return {id(_UNBOUND), *map(id, given.values())}


class _Walk:
    """All paths of a rule, throw by throw."""

    def __init__(
        self, pricing: "Pricing[Any]", rule: FunctionType, operations: list[Operation], given: dict[str, Any]
    ) -> None:
        self._pricing = pricing
        self._rule = rule
        self._operations = operations
        self._start = given
        self._shared = shared_by_all(given)
        self._ended: dict[int, dict[Any, Any]] = {}
        self._standing: dict[tuple[MergePoint, int], Any] = {}  # by the total of their weights

    def run(self) -> dict[int, dict[Any, Any]]:
        """For each total the weight of each outcome."""
        self._go_on(0, self._start, 1, 1)
        for _ in range(MOST_QUESTIONS):
            if not self._standing:
                return self._ended
            standing, self._standing = self._standing, {}
            for (place, total), weight in standing.items():
                self._answer(place.at, total, place.values, weight)
        at = next(iter(self._standing))[0].at
        raise endless(self._rule, self._operations[at].line)

    def _answer(self, at: int, total: int, values: tuple[Any, ...], weight: Any) -> None:
        """Goes on from a throw with each of its answers."""
        one = self._operations[at]
        names = dict(zip(one.alive, values, strict=True))
        args, kwargs = asked(one, names)
        if one.verb == "pool":
            if len(args) != 2 or kwargs:
                raise Unfit("a throw without a name")
            odds = odds_of_throw(args[1])
        elif one.verb == "draw":
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
            names[one.writes[0]] = answer
            if exact:
                self._go_on(at + 1, dict(names), weight * share, total * odds.total)
            else:
                self._go_on(at + 1, dict(names), weight * (share / odds.total), 1)

    def _go_on(self, at: int, names: dict[str, Any], weight: Any, total: int) -> None:
        """Runs as far as the next throw, or the end."""
        found = to_the_next(self._operations, at, names)
        if isinstance(found, Ended):
            weights = self._ended.setdefault(total, {})
            weights[found.outcome] = weights.get(found.outcome, 0) + weight
        else:
            values = values_of(names, self._operations[found].alive, self._shared)
            standing = (MergePoint(found, values, tuple(map(type, values))), total)
            self._standing[standing] = self._standing.get(standing, 0) + weight
