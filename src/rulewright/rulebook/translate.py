"""Turns expressions into nodes of Python's syntax tree, with the kind of value each has.

Only numbers, words as constants, and declared names of the rulebook's text reach Python: the tree is made of the few
nodes written here, and the range of every number is known beforehand.
"""

import ast
from collections.abc import Callable, Mapping
from typing import NamedTuple

from rulewright.rulebook import expressions as e
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import LARGEST, Flag, Kind, Range, Value, WordKind, joined

_COMPARISONS: Mapping[str, type[ast.cmpop]] = {
    "=": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
}
_SIGNS: Mapping[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult}
_FUNCTIONS = ("abs", "min", "max", "count")
MOST_PARTS = 20_000
"""The most parts of all expressions of a rulebook together; a computed value counts wherever it is used."""


class Written(NamedTuple):
    """An expression as a node, and the kind of its value."""

    node: ast.expr
    kind: Kind


Measured = Callable[[e.Expression], "Written | None"]
"""Translates an expression that reads a throw or a hand of cards; returns None for any other expression."""


class Scope:
    """The meaning of names at one place of a rulebook."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = words
        self.values: dict[str, Value] = {}
        self.parts: dict[str, dict[str, Value]] = {}
        self.measured: dict[str, Measured] = {}
        self._count = [0]

    def spend(self, place: TextPlace) -> None:
        """Count one part of an expression; raise if the rulebook has too many."""
        self._count[0] += 1
        if self._count[0] > MOST_PARTS:
            hint = "computed values are expanded wherever they are used: use fewer"
            raise Wrong(place, f"the expressions have more than {MOST_PARTS:,} parts", hint)

    def copy(self) -> "Scope":
        """A copy, to which other names can be added."""
        other = Scope(self.words)
        other.values, other.parts, other.measured = dict(self.values), dict(self.parts), dict(self.measured)
        other._count = self._count
        return other

    @property
    def names(self) -> set[str]:
        """Every name that is known here."""
        return {*self.values, *self.parts, *self.measured}

    def add_local(self, name: str, variable: str, kind: Kind) -> None:
        """Add a name for a variable of the generated function."""
        self.values[name] = Value(kind, lambda: ast.Name(variable, ast.Load()))


def load(name: str) -> ast.Name:
    """The node that reads a variable."""
    return ast.Name(name, ast.Load())


def store(variable: str, node: ast.expr) -> ast.stmt:
    """The node that gives a variable a value."""
    return ast.Assign([ast.Name(variable, ast.Store())], node)


def part_of(variable: str, field: str) -> ast.expr:
    """The node that reads a field of a variable."""
    return ast.Attribute(load(variable), field, ast.Load())


def called(name: str, *arguments: ast.expr) -> ast.Call:
    """The node that calls one of the functions of the generated code."""
    return ast.Call(load(name), list(arguments), [])


def written(value: e.Expression, scope: Scope) -> Written:
    """An expression as a node; raises for unknown names, and for values that do not fit together."""
    scope.spend(value.place)
    match value:
        case e.Number(number, place):
            return Written(ast.Constant(number), Range(number, number))
        case e.YesNo(answer):
            return Written(ast.Constant(answer), Flag())
        case e.Text(text):
            return Written(ast.Constant(text), WordKind((text,)))
        case e.Name():
            return _name(value, scope)
        case e.Field():
            return _field(value, scope)
        case e.Minus(inner, place):
            node, kind = written(inner, scope)
            least, most = _number(kind, place)
            return Written(ast.UnaryOp(ast.USub(), node), Range(-most, -least))
        case e.Not(inner, place):
            return Written(ast.UnaryOp(ast.Not(), condition(inner, scope)), Flag())
        case e.Both(word, parts):
            joiner = ast.And() if word == "and" else ast.Or()
            return Written(ast.BoolOp(joiner, [condition(part, scope) for part in parts]), Flag())
        case e.Choice(when, then, otherwise, place):
            test, one, other = condition(when, scope), written(then, scope), written(otherwise, scope)
            return Written(ast.IfExp(test, one.node, other.node), joined(one.kind, other.kind, place))
        case e.Sum():
            return _sum(value, scope)
        case e.Compared():
            return _compared(value, scope)
        case e.FunctionCall():
            return _call(value, scope)


def condition(value: e.Expression, scope: Scope) -> ast.expr:
    """The node of an expression that must be a yes or no."""
    node, kind = written(value, scope)
    if not isinstance(kind, Flag):
        raise Wrong(value.place, f"this is {kind}, where a condition is needed", "compare it: hp > 0, tier = wounded")
    return node


def number(value: e.Expression, scope: Scope) -> tuple[ast.expr, Range]:
    """The node and range of an expression that must be a number."""
    node, kind = written(value, scope)
    return node, _number(kind, value.place)


def _number(kind: Kind, place: TextPlace) -> Range:
    if not isinstance(kind, Range):
        raise Wrong(place, f"this is {kind}, where a number is needed")
    return kind


def _bounded(least: int, most: int, place: TextPlace) -> Range:
    if max(abs(least), abs(most)) > LARGEST:
        raise Wrong(place, f"this can become {max(abs(least), abs(most)):,}: numbers go up to {LARGEST:,}")
    return Range(least, most)


def _name(value: e.Name, scope: Scope) -> Written:
    known = scope.values.get(value.name)
    if known is not None:
        return Written(known.read(), known.kind)
    if value.name in scope.measured:
        found = scope.measured[value.name](value)
        if found is None:
            raise Wrong(value.place, f"{quoted(value.name)} cannot be read as a number")
        return found
    if value.name in scope.parts:
        listed = ", ".join(f"{value.name}.{part}" for part in list(scope.parts[value.name])[:6])
        raise Wrong(value.place, f"{quoted(value.name)} has parts: which one is meant?", f"write {listed}")
    if value.name in scope.words:
        return Written(ast.Constant(value.name), WordKind((value.name,)))
    near = did_you_mean(value.name, scope.names | scope.words)
    hint = near if near.startswith("did") else did_you_mean(value.name, scope.names)
    raise Wrong(value.place, f"nothing is called {quoted(value.name)} here", hint)


def _field(value: e.Field, scope: Scope) -> Written:
    if value.owner in scope.measured:
        found = scope.measured[value.owner](value)
        if found is None:
            raise Wrong(
                value.place, f"a throw has no {quoted(value.name)}", "it has total, highest, lowest and doubled"
            )
        return found
    if value.owner not in scope.parts:
        raise Wrong(value.place, f"{quoted(value.owner)} has no parts here", did_you_mean(value.owner, scope.parts))
    parts = scope.parts[value.owner]
    if value.name not in parts:
        raise Wrong(value.place, f"{quoted(value.owner)} has no {quoted(value.name)}", did_you_mean(value.name, parts))
    known = parts[value.name]
    return Written(known.read(), known.kind)


def _sum(value: e.Sum, scope: Scope) -> Written:
    left, one = number(value.left, scope)
    right, other = number(value.right, scope)
    if value.sign in ("/", "^"):
        return _divided(value, left, one, right, other)
    match value.sign:
        case "+":
            ends = [one.least + other.least, one.most + other.most]
        case "-":
            ends = [one.least - other.most, one.most - other.least]
        case _:
            ends = [a * b for a in one for b in other]
    return Written(ast.BinOp(left, _SIGNS[value.sign](), right), _bounded(min(ends), max(ends), value.place))


def _divided(value: e.Sum, left: ast.expr, one: Range, right: ast.expr, other: Range) -> Written:
    if other.least <= 0 <= other.most:
        raise Wrong(value.place, "this may divide by 0", "divide by something that is always above 0: max(1, x)")
    if value.sign == "/":
        ends = [a // b for a in one for b in other]
        return Written(ast.BinOp(left, ast.FloorDiv(), right), Range(min(ends), max(ends)))
    ends = [-(-a // b) for a in one for b in other]
    up = ast.UnaryOp(ast.USub(), ast.BinOp(ast.UnaryOp(ast.USub(), left), ast.FloorDiv(), right))
    return Written(up, Range(min(ends), max(ends)))


def _compared(value: e.Compared, scope: Scope) -> Written:
    left, one = written(value.left, scope)
    right, other = written(value.right, scope)
    if type(one) is not type(other):
        raise Wrong(value.place, f"{one} is compared with {other}")
    if isinstance(one, WordKind) and isinstance(other, WordKind):
        if value.sign not in ("=", "!="):
            raise Wrong(value.place, "words are compared with = and !=")
        if not set(one.words) & set(other.words):
            known, odd = (one, other) if len(one.words) >= len(other.words) else (other, one)
            raise Wrong(
                value.place,
                f"this is never {quoted(odd.words[0])}: it is {known}",
                did_you_mean(odd.words[0], known.words),
            )
    if isinstance(one, Flag) and value.sign not in ("=", "!="):
        raise Wrong(value.place, "a yes or no is compared with = and !=")
    return Written(ast.Compare(left, [_COMPARISONS[value.sign]()], [right]), Flag())


def _call(value: e.FunctionCall, scope: Scope) -> Written:
    if value.name == "count":
        return _counted(value, scope)
    if value.name not in _FUNCTIONS:
        raise Wrong(value.place, f"there is no function {quoted(value.name)}", did_you_mean(value.name, _FUNCTIONS))
    given = [number(one, scope) for one in value.arguments]
    nodes, ranges = [node for node, _ in given], [kind for _, kind in given]
    if value.name == "abs":
        if len(given) != 1:
            raise Wrong(value.place, "abs takes one number")
        least, most = ranges[0]
        ends = (abs(least), abs(most))
        return Written(called("_abs", *nodes), Range(0 if least <= 0 <= most else min(ends), max(ends)))
    if len(given) < 2:
        raise Wrong(value.place, f"{value.name} takes two numbers or more")
    pick = min if value.name == "min" else max
    kind = Range(pick(one.least for one in ranges), pick(one.most for one in ranges))
    return Written(called(f"_{value.name}", *nodes), kind)


def _counted(value: e.FunctionCall, scope: Scope) -> Written:
    """`count(throw >= 5)`: the number of dice of a throw, or cards of a hand, for which the comparison holds."""
    wanted = "count takes a comparison of the dice of a throw: count(throw >= 5)"
    if len(value.arguments) != 1 or not isinstance(value.arguments[0], e.Compared):
        raise Wrong(value.place, wanted)
    left = value.arguments[0].left
    owner = left.owner if isinstance(left, e.Field) else left.name if isinstance(left, e.Name) else ""
    found = scope.measured[owner](value) if owner in scope.measured else None
    if found is None:
        raise Wrong(left.place, wanted, did_you_mean(owner, scope.measured))
    return found
