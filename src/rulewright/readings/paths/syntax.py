"""The syntax tree of a rule: where it throws, and which variables it reads before it writes them."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from types import CodeType, FunctionType
from typing import Any

from rulewright.readings.fall_back_to_paths import Unfit

_NO_PLAIN_RULE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def definition_of(rule: FunctionType) -> ast.FunctionDef:
    """The definition of a rule; raises `Unfit` if its source is missing, has changed, or has a function inside."""
    code = rule.__code__
    if code.co_flags & _NO_PLAIN_RULE or not code.co_argcount:
        raise Unfit("not a plain function")
    try:
        lines, first = inspect.getsourcelines(rule)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError) as missing:
        raise Unfit("no source") from missing
    ast.increment_lineno(tree, first - 1)
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise Unfit("not a plain function")
    definition.decorator_list = []
    compiled = code_of_definition(rule, definition)
    if compiled.co_code != code.co_code or compiled.co_names != code.co_names:
        raise Unfit("the source has changed since it was read")
    dice = code.co_varnames[0]
    for one in ast.walk(definition):
        if isinstance(one, ast.Lambda | ast.NamedExpr) or (
            isinstance(one, ast.FunctionDef | ast.ClassDef) and one is not definition
        ):
            raise Unfit("a function inside the rule")
        if isinstance(one, ast.Name) and one.id == dice and not isinstance(one.ctx, ast.Load):
            raise Unfit("other dice")
    return definition


def code_of_definition(rule: FunctionType, definition: ast.FunctionDef) -> CodeType:
    """The code of a definition that takes the place of a rule, with the same variables of outer functions."""
    body: list[ast.stmt] = [definition]
    names = [definition.name]
    if rule.__code__.co_freevars:
        outer = [ast.arg(name) for name in rule.__code__.co_freevars]
        arguments = ast.arguments(posonlyargs=[], args=outer, kwonlyargs=[], kw_defaults=[], defaults=[])
        body = [ast.FunctionDef("_outer_", arguments, body, [])]
        names = ["_outer_", *names]
    module = ast.fix_missing_locations(ast.Module(body, []))
    code = compile(module, rule.__code__.co_filename, "exec", dont_inherit=True)
    for name in names:  # there may also be code objects of annotations
        inner = [const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name]
        if not inner:
            raise Unfit("a generic function")
        code = inner[-1]
    return code


class Asks:
    """Finds the throws and calls of a rule's dice, and with `deciding` its decisions."""

    def __init__(self, dice: str, deciding: bool = False) -> None:
        self._dice = dice
        self._verbs = ("pool", "draw", "call", "choose") if deciding else ("pool", "draw", "call")

    def is_ask(self, node: ast.AST) -> bool:
        """Whether a node is a throw, a call or, with `deciding`, a decision."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=verb)):
                return name == self._dice and verb in self._verbs
        return False

    def within(self, node: ast.AST) -> bool:
        """Whether a node contains such a call."""
        return any(self.is_ask(one) for one in ast.walk(node))

    def taken_out(
        self,
        node: Any,
        ask: Callable[[ast.Call], ast.expr],
        otherwise: Callable[[Any], ast.expr | None] = lambda node: None,
    ) -> Any:
        """An expression with something else in place of each throw, in the order in which they are made.

        Raises `Unfit` if they might not be made at all.
        """
        if not isinstance(node, ast.AST) or not self.within(node):
            return node
        instead = otherwise(node)
        if instead is not None:
            return instead
        if not self._makes_all(node):
            raise Unfit(f"dice that are thrown or not inside a {type(node).__name__}")
        for name, value in ast.iter_fields(node):
            parts = [self.taken_out(one, ask, otherwise) for one in value] if isinstance(value, list) else None
            setattr(node, name, self.taken_out(value, ask, otherwise) if parts is None else parts)
        return ask(node) if isinstance(node, ast.Call) and self.is_ask(node) else node

    def _makes_all(self, node: ast.AST) -> bool:
        """Whether the throws in an expression are made whenever it is evaluated."""
        if isinstance(node, ast.BoolOp | ast.IfExp):
            _, *others = [node.test, node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values
            return not any(map(self.within, others))
        if isinstance(node, ast.Compare):
            return len(node.comparators) == 1
        return isinstance(
            node,
            ast.Call
            | ast.BinOp
            | ast.UnaryOp
            | ast.Attribute
            | ast.Subscript
            | ast.Tuple
            | ast.List
            | ast.keyword
            | ast.Starred
            | ast.JoinedStr
            | ast.FormattedValue,
        )


class Reads:
    """Finds the variables that statements read before they have surely written them."""

    def __init__(self, variables: set[str]) -> None:
        self._variables = variables
        self._found: set[str] = set()

    def before_written(self, statements: Sequence[ast.stmt], bound: frozenset[str] = frozenset()) -> set[str]:
        """The variables that may be read before they have a value, if those in `bound` have one."""
        self._found = set()
        self._block(statements, bound)
        return self._found

    def _block(self, statements: Sequence[ast.stmt], bound: frozenset[str]) -> frozenset[str] | None:
        """The variables that surely have a value after these statements; None if the code after them is not reached."""
        for statement in statements:
            after = self._statement(statement, bound)
            if after is None:
                return None
            bound = after
        return bound

    def _statement(self, statement: ast.stmt, bound: frozenset[str]) -> frozenset[str] | None:
        match statement:
            case ast.Assign(targets=targets, value=value):
                self._expression(value, bound)
                for target in targets:
                    bound = self._target(target, bound)
            case ast.AugAssign(target=target, value=value):
                self._expression(value, bound)
                if isinstance(target, ast.Name):
                    self._read(target.id, bound)
                bound = self._target(target, bound)
            case ast.AnnAssign(target=target, value=given):
                if given is not None:
                    self._expression(given, bound)
                    bound = self._target(target, bound)
            case ast.If(test=test, body=body, orelse=orelse):
                self._expression(test, bound)
                one, other = self._block(body, bound), self._block(orelse, bound)
                return other if one is None else one if other is None else one & other
            case ast.For(target=target, iter=through, body=body, orelse=orelse):
                self._expression(through, bound)
                self._block(body, self._target(target, bound))
                self._block(orelse, bound)
            case ast.While(test=test, body=body, orelse=orelse):
                self._expression(test, bound)
                self._block(body, bound)
                self._block(orelse, bound)
            case ast.Return() | ast.Raise():
                self._expression(statement, bound)
                return None
            case ast.Break() | ast.Continue():
                return None
            case ast.Expr() | ast.Assert() | ast.Pass():
                self._expression(statement, bound)
            case _:
                raise Unfit(f"a {type(statement).__name__} in the rule")
        return bound

    def _target(self, target: ast.expr, bound: frozenset[str]) -> frozenset[str]:
        """The variables that an assignment to this target gives a value."""
        if isinstance(target, ast.Name):
            return bound | {target.id}
        if isinstance(target, ast.Tuple | ast.List):
            for one in target.elts:
                bound = self._target(one, bound)
            return bound
        if isinstance(target, ast.Starred):
            return self._target(target.value, bound)
        self._expression(target, bound)
        return bound

    def _expression(self, node: ast.AST, bound: frozenset[str]) -> None:
        if isinstance(node, ast.Name):
            self._read(node.id, bound)
        elif isinstance(node, _COMPREHENSIONS):
            for generator in node.generators:
                self._expression(generator.iter, bound)
                bound = self._target(generator.target, bound)
                for test in generator.ifs:
                    self._expression(test, bound)
            for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
                self._expression(part, bound)
        else:
            for one in ast.iter_child_nodes(node):
                self._expression(one, bound)

    def _read(self, name: str, bound: frozenset[str]) -> None:
        if name in self._variables and name not in bound:
            self._found.add(name)


def stored_in(statements: Sequence[ast.stmt]) -> set[str]:
    """The names that statements write."""
    return {
        one.id
        for statement in statements
        for one in ast.walk(statement)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }
