"""Rewrites a rule with dice in a loop as `repeat`, for the error where equal states cannot be merged.

The loop's body becomes a step. Variables that it changes are the state; those it only reads are further arguments.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

from rulewright.readings.paths.syntax import Asks

_INDENT = "    "


def rewritten(rule: Callable[..., Any] | CodeType, line: int) -> str:
    """The lines of a rule with the loop at this line written as `repeat`; empty if that may not be correct."""
    if not isinstance(rule, FunctionType | CodeType):
        return ""
    try:
        lines, first = inspect.getsourcelines(rule)
        definition = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except (OSError, TypeError, SyntaxError):
        return ""
    if not isinstance(definition, ast.FunctionDef) or not definition.args.args:
        return ""
    ast.increment_lineno(definition, first - 1)
    loops = [one for one in ast.walk(definition) if isinstance(one, ast.For | ast.While)]
    asking = list(filter(Asks(definition.args.args[0].arg, deciding=True).within, loops))
    around = [one for one in asking if one.lineno <= line <= (one.end_lineno or 0)] or asking
    if not around:
        return ""
    try:
        return _Rewriting(definition, max(around, key=lambda one: one.lineno)).text()
    except _CannotSay:
        return ""


class _CannotSay(Exception):
    """Raised when the loop does something that a step cannot do."""


def _names(nodes: list[Any], kind: type[ast.expr_context] | None = None) -> Iterator[str]:
    """The names in these nodes, in their order in the text."""
    found = [one for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)]
    for one in sorted(found, key=lambda name: (name.lineno, name.col_offset)):
        if kind is None or isinstance(one.ctx, kind):
            yield one.id


class _Rewriting:
    """One loop of a rule, and the names in and around it."""

    def __init__(self, definition: ast.FunctionDef, loop: ast.For | ast.While) -> None:
        self._definition = definition
        self._loop = loop
        self._dice = definition.args.args[0].arg
        self._refuse_what_a_step_cannot_do()
        loop.body = [_Appended().visit(one) for one in loop.body]
        self._condition = [loop.test] if isinstance(loop, ast.While) else []
        inside = [*self._condition, *loop.body]
        changed = dict.fromkeys(_names(inside, ast.Store))
        target = loop.target.id if isinstance(loop, ast.For) and isinstance(loop.target, ast.Name) else ""
        changed.pop(target, None)
        own = {id(one) for one in ast.walk(loop)}
        outside = [one for one in ast.walk(definition) if isinstance(one, ast.Name) and id(one) not in own]
        read_outside = {one.id for one in outside if isinstance(one.ctx, ast.Load)}
        arguments = definition.args
        given = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        before = given | {one.id for one in outside if isinstance(one.ctx, ast.Store) and one.lineno < loop.lineno}
        self._target = target if target in set(_names(inside, ast.Load)) else ""
        self._state = [name for name in changed if name in read_outside or name in before]
        self._start = [name if name in before else "None" for name in self._state]
        read = dict.fromkeys(_names(inside, ast.Load))
        self._further = [
            name for name in read if name in before and name not in self._state and name not in (self._dice, target)
        ]

    def _refuse_what_a_step_cannot_do(self) -> None:
        loop = self._loop
        if loop.orelse or (isinstance(loop, ast.For) and not isinstance(loop.target, ast.Name)):
            raise _CannotSay
        for one in ast.walk(loop):
            if isinstance(one, ast.Return | ast.Yield | ast.Await | ast.Try | ast.With | ast.FunctionDef | ast.Lambda):
                raise _CannotSay
            if isinstance(one, ast.Subscript | ast.Attribute) and not isinstance(one.ctx, ast.Load):
                raise _CannotSay
            if one is not loop and isinstance(one, ast.For | ast.While) and _leaves(one):
                raise _CannotSay

    def text(self) -> str:
        """The step, the repeated step, and the rule that uses it."""
        name = f"{self._definition.name}_round"
        counts = isinstance(self._loop, ast.For)
        first = "left" if counts else "going"
        state = ", ".join((first, *self._state))
        unpacked = f"{state} = state" if self._state else f"({first},) = state"
        over = f"return {', '.join(('0' if counts else 'False', *self._state))}"
        onwards = f"return {', '.join(('left - 1' if counts else 'True', *self._state))}"
        if not self._state:
            over, onwards = f"{over},", f"{onwards},"
        further = [*(["items"] if self._target else []), *self._further]
        lines = [f"def {name}({', '.join((self._dice, 'state', *further))}):", f"{_INDENT}{unpacked}"]
        if self._target:
            lines.append(f"{_INDENT}{self._target} = items[-left]")
        for test in self._condition:
            lines += [f"{_INDENT}if not ({ast.unparse(test)}):", f"{_INDENT * 2}{over}"]
        body = [_Left(over, onwards).visit(one) for one in self._loop.body]
        for one in body:
            lines += textwrap.indent(ast.unparse(ast.fix_missing_locations(one)), _INDENT).splitlines()
        lines.append(f"{_INDENT}{onwards}")
        until = "state[0] == 0" if counts else "not state[0]"
        lines += ["", f"{name}s = repeat({name}, until=lambda state: {until})", ""]
        return "\n".join([*lines, *self._used(f"{name}s", further, counts)])

    def _used(self, repeated: str, further: list[str], counts: bool) -> list[str]:
        """The rule with the loop replaced by a call."""
        loop, start = self._loop, list(self._start)
        before: list[str] = []
        for at, name in enumerate(self._state):
            if name in _Appended.made_tuples(loop):
                start[at] = f"tuple({name})"
        if not counts:
            first = "True"
        elif self._target:
            before = [f"items = tuple({ast.unparse(loop.iter)})"]  # type: ignore[union-attr]  # it is a for loop
            first = "len(items)"
        else:
            first = _length(loop.iter)  # type: ignore[union-attr]  # the same
        packed = f"({', '.join((first, *start))},)" if not start else f"({', '.join((first, *start))})"
        call = f"{self._dice}.call({', '.join((repeated, packed, *further))})"
        into = f"{', '.join(('_', *self._state))} = " if self._state else ""
        lines = ast.parse("\n".join([*before, f"{into}{call}"])).body
        whole = _Replaced(loop, lines).visit(self._definition)
        whole.decorator_list = []
        return ast.unparse(ast.fix_missing_locations(whole)).splitlines()


def _length(through: ast.expr) -> str:
    match through:
        case ast.Call(func=ast.Name(id="range"), args=[only]):
            return ast.unparse(only)
    return f"len({ast.unparse(through)})"


def _leaves(loop: ast.AST) -> bool:
    return any(isinstance(one, ast.Break | ast.Continue) for one in ast.walk(loop))


class _Appended(ast.NodeTransformer):
    """Writes `rolls.append(one)` as `rolls = (*rolls, one)`: a state is a value, not a list that is changed."""

    _CHANGES = frozenset(("append", "extend", "insert", "remove", "pop", "sort", "update", "add", "clear", "reverse"))

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[one]):
                kept = ast.Tuple([ast.Starred(ast.Name(name, ast.Load()), ast.Load()), one], ast.Load())
                made = ast.Assign([ast.Name(name, ast.Store())], kept)
                for part in (made, made.targets[0], kept, kept.elts[0], kept.elts[0].value):  # type: ignore[attr-defined]
                    ast.copy_location(part, node)
                made.appended = name  # type: ignore[attr-defined]  # a mark for `made_tuples`
                return made
            case ast.Call(func=ast.Attribute(value=ast.Name(), attr=attr)) if attr in self._CHANGES:
                raise _CannotSay
        return node

    @staticmethod
    def made_tuples(loop: ast.AST) -> set[str]:
        """The names that are tuples in the new loop and may be lists before it."""
        return {one.appended for one in ast.walk(loop) if hasattr(one, "appended")}


class _Left(ast.NodeTransformer):
    """Writes `break` and `continue` as returns of a step."""

    def __init__(self, over: str, onwards: str) -> None:
        self._over = over
        self._onwards = onwards

    def visit_Break(self, node: ast.Break) -> ast.AST:
        return _returning(self._over)

    def visit_Continue(self, node: ast.Continue) -> ast.AST:
        return _returning(self._onwards)

    def visit_For(self, node: ast.For) -> ast.AST:
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        return node


def _returning(line: str) -> ast.AST:
    function: Any = ast.parse(f"def _():\n {line}").body[0]
    statement: ast.AST = function.body[0]
    return statement


class _Replaced(ast.NodeTransformer):
    """Puts other statements in place of a loop."""

    def __init__(self, loop: ast.AST, lines: list[ast.stmt]) -> None:
        self._loop = loop
        self._lines = lines

    def visit_For(self, node: ast.For) -> Any:
        return self._lines if node is self._loop else self.generic_visit(node)

    def visit_While(self, node: ast.While) -> Any:
        return self._lines if node is self._loop else self.generic_visit(node)
