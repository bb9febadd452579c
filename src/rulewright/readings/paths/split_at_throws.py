"""A rule's source taken apart at its throws: a flat list of operations with the variables alive before each.

Only `dice.pool`, `dice.draw` and `dice.call` split the code, and the `if`, `for`, `while` and `return` around them.
Code between throws is compiled unchanged, as a function of the variables it uses. Throws in other places raise `Unfit`.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any

from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.paths.syntax import Asks, definition_of


@dataclass(slots=True, eq=False)
class Operation:
    """One operation, the variables it reads and writes, and where it leads if not to the next one.

    `do` runs statements, `ask` evaluates the arguments of a throw or call and takes its answer, `test` jumps if its
    expression is false, `begin` evaluates the iterable of a loop, `step` takes its next item or jumps, `jump` jumps
    and `return` evaluates the outcome.
    """

    kind: str
    line: int
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    target: int = -1
    verb: str = ""
    alive: tuple[str, ...] = ()  # variables that are read from here on,
    after: tuple[str, ...] = ()  # and those read after this operation, except the ones it writes
    run: Callable[..., Any] = print


@lru_cache(maxsize=256)
def dissected(rule: FunctionType, deciding: bool = False) -> list[Operation]:
    """The operations of a rule; with `deciding`, decisions split the code like throws."""
    code = rule.__code__
    if code.co_freevars:
        raise Unfit("a rule that uses the variables of another function")
    definition = definition_of(rule)
    dice = code.co_varnames[0]
    dissection = _Dissection(dice, {*code.co_varnames, *code.co_cellvars}, deciding)
    dissection.block(definition.body)
    dissection.add("return", code.co_firstlineno, ast.Constant(None))
    dissection.compile(code.co_filename, rule.__globals__)
    _mark_alive(dissection.operations)
    return dissection.operations


class _Dissection:
    """The operations found so far, and the expressions and statements that are compiled in the end."""

    def __init__(self, dice: str, variables: set[str], deciding: bool) -> None:
        self.operations: list[Operation] = []
        self._asks = Asks(dice, deciding)
        self._variables = variables
        self._bodies: list[tuple[Operation, ast.expr | list[ast.stmt]]] = []
        self._loops: list[tuple[int, list[Operation]]] = []  # where `continue` leads, and the open `break`s
        self._made = 0

    # --- statements ---

    def block(self, statements: list[ast.stmt]) -> None:
        """Takes statements apart."""
        for statement in statements:
            if not self._parts(statement):
                self._do([statement])
            elif isinstance(statement, ast.Return):
                value = statement.value or ast.Constant(None)
                self.add("return", statement.lineno, self._asked(value))
            elif isinstance(statement, ast.If):
                self._if(statement)
            elif isinstance(statement, ast.While) and not statement.orelse:
                self._while(statement)
            elif isinstance(statement, ast.For) and not statement.orelse:
                self._for(statement.target, self._asked(statement.iter), statement.body, statement.lineno)
            elif isinstance(statement, ast.Break):
                self._loops[-1][1].append(self.add("jump", statement.lineno))
            elif isinstance(statement, ast.Continue):
                self.add("jump", statement.lineno).target = self._loops[-1][0]
            elif isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr) and statement.value:
                statement.value = self._asked(statement.value)
                self._do([statement])
            else:
                raise Unfit(f"dice inside a {type(statement).__name__}")

    def _parts(self, statement: ast.stmt) -> bool:
        """Whether a statement throws, or leaves its block."""
        if isinstance(statement, ast.Return | ast.Break | ast.Continue):
            return True
        if self._asks.within(statement):
            return True
        inner = [one for one in ast.walk(statement) if isinstance(one, ast.Return)]
        own_loop = isinstance(statement, ast.For | ast.While)
        leaves = [] if own_loop else [one for one in ast.walk(statement) if isinstance(one, ast.Break | ast.Continue)]
        return bool(inner or leaves)

    def _if(self, statement: ast.If) -> None:
        test = self.add("test", statement.lineno, self._asked(statement.test))
        self.block(statement.body)
        if statement.orelse:
            end = self.add("jump", statement.lineno)
            test.target = len(self.operations)
            self.block(statement.orelse)
            end.target = len(self.operations)
        else:
            test.target = len(self.operations)

    def _while(self, statement: ast.While) -> None:
        start = len(self.operations)
        test = self.add("test", statement.lineno, self._asked(statement.test))
        self._loop(start, test, statement.body)

    def _for(self, target: ast.expr, through: ast.expr, body: list[ast.stmt], line: int) -> None:
        number = self._new()
        all_of, at = f"_all{number}_", f"_at{number}_"
        begin = self.add("begin", line, through)
        begin.writes = (all_of, at)
        start = len(self.operations)
        step = self.add("step", line)
        step.reads, step.writes = (all_of, at), (at, f"_next{number}_")
        self._variables |= {all_of, at, f"_next{number}_"}
        taken = ast.Assign([target], ast.Name(f"_next{number}_", ast.Load()), **_line(line))
        self._loop(start, step, [ast.copy_location(taken, target), *body])

    def _loop(self, start: int, test: Operation, body: list[ast.stmt]) -> None:
        self._loops.append((start, []))
        self.block(body)
        self.add("jump", test.line).target = start
        _, breaks = self._loops.pop()
        test.target = len(self.operations)
        for one in breaks:
            one.target = test.target

    # --- expressions ---

    def _asked(self, node: Any) -> Any:
        """An expression with every throw made beforehand and replaced by a variable."""
        return self._asks.taken_out(
            node, self._ask, lambda one: self._sum(one) if isinstance(one, ast.Call) and self._is_sum(one) else None
        )

    def _ask(self, call: ast.Call) -> ast.expr:
        assert isinstance(call.func, ast.Attribute)
        answer = f"_answer{self._new()}_"
        self._variables.add(answer)
        keys: list[ast.expr | None] = [ast.Constant(one.arg) if one.arg else None for one in call.keywords]
        named = ast.Dict(keys, [one.value for one in call.keywords])
        question = ast.Tuple([ast.Tuple(call.args, ast.Load()), named], ast.Load())
        ask = self.add("ask", call.lineno, ast.copy_location(question, call))
        ask.verb, ask.writes = call.func.attr, (answer,)
        return ast.copy_location(ast.Name(answer, ast.Load()), call)

    def _is_sum(self, node: ast.Call) -> bool:
        match node:
            case ast.Call(
                func=ast.Name(id="sum"),
                args=[ast.GeneratorExp(generators=[one]) | ast.ListComp(generators=[one])],
                keywords=[],
            ):
                return not one.ifs and isinstance(one.target, ast.Name)
        return False

    def _sum(self, node: ast.Call) -> ast.expr:
        """`sum(one for name in through)` as a loop."""
        comprehension: Any = node.args[0]
        (generator,) = comprehension.generators
        total, own = f"_sum{self._new()}_", f"_each{self._new()}_"
        self._variables |= {total, own}
        element = _Renamed(generator.target.id, own).visit(comprehension.elt)
        self._do([ast.Assign([ast.Name(total, ast.Store())], ast.Constant(0))], node)
        add = ast.AugAssign(ast.Name(total, ast.Store()), ast.Add(), element)
        through = self._asked(generator.iter)
        self._for(ast.Name(own, ast.Store()), through, [ast.copy_location(add, node)], node.lineno)
        return ast.copy_location(ast.Name(total, ast.Load()), node)

    def _new(self) -> int:
        self._made += 1
        return self._made

    # --- operations ---

    def add(self, kind: str, line: int, expression: ast.expr | None = None) -> Operation:
        """Adds and returns an operation that evaluates an expression."""
        made = Operation(kind, line)
        self.operations.append(made)
        if expression is not None:
            made.reads = tuple(sorted(self._names(expression, ast.Load)))
            self._bodies.append((made, expression))
        return made

    def _do(self, statements: list[ast.stmt], at: ast.AST | None = None) -> None:
        for one in statements:
            if at is not None:
                ast.copy_location(one, at)
            if any(isinstance(inner, ast.Global | ast.Nonlocal | ast.Delete) for inner in ast.walk(one)):
                raise Unfit("a variable of another function")
            made = Operation("do", one.lineno)
            written = self._names(one, ast.Store)
            made.writes = tuple(sorted(written))
            kept = set() if isinstance(one, ast.Assign | ast.AnnAssign) else written  # others may keep a variable
            made.reads = tuple(sorted(self._names(one, ast.Load) | kept))
            self.operations.append(made)
            self._bodies.append((made, [one]))

    def _names(self, node: ast.AST, kind: type[ast.expr_context]) -> set[str]:
        return set(_names_in(node, kind)) & self._variables

    def compile(self, file: str, names: dict[str, Any]) -> None:
        """Compiles each body into a function of the variables it reads."""
        functions: list[ast.stmt] = []
        for number, (made, body) in enumerate(self._bodies):
            if isinstance(body, list):
                back = ast.Tuple([ast.Name(name, ast.Load()) for name in made.writes], ast.Load())
                statements = [*body, ast.copy_location(ast.Return(back), body[-1])]
            else:
                statements = [ast.copy_location(ast.Return(body), body)]
            arguments = ast.arguments(
                posonlyargs=[], args=[ast.arg(name) for name in made.reads], kwonlyargs=[], kw_defaults=[], defaults=[]
            )
            functions.append(ast.FunctionDef(f"_run{number}_", arguments, statements, [], **_line(made.line)))
        module = ast.fix_missing_locations(ast.Module(functions, []))
        space: dict[str, Any] = {}
        exec(compile(module, file, "exec"), space)
        for number, (made, _) in enumerate(self._bodies):
            function = space[f"_run{number}_"]
            made.run = FunctionType(function.__code__, names, function.__name__)


def _names_in(node: ast.AST, kind: type[ast.expr_context]) -> Iterator[str]:
    """The names in a node, except those local to a comprehension."""
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, kind):
            yield node.id
        return
    own: set[str] = set()
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        own = {name for one in node.generators for name in _names_in(one.target, ast.Store)}
    for inner in ast.iter_child_nodes(node):
        yield from (name for name in _names_in(inner, kind) if name not in own)


def _line(number: int) -> Any:
    """The position attributes of generated code that stands for a line of the source."""
    return {"lineno": number, "end_lineno": number, "col_offset": 0, "end_col_offset": 0}


class _Renamed(ast.NodeTransformer):
    """Renames a variable."""

    def __init__(self, old: str, new: str) -> None:
        self._old = old
        self._new = new

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self._new, node.ctx), node) if node.id == self._old else node


def _mark_alive(operations: list[Operation]) -> None:
    """Finds for each operation which variables are alive: read from there on before they are written."""
    alive: list[set[str]] = [set() for _ in range(len(operations) + 1)]
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(operations))):
            one = operations[at]
            after: set[str] = set()
            for following in _following(one, at):
                after |= alive[following]
            now = (after - set(one.writes)) | set(one.reads)
            if now != alive[at]:
                alive[at], changed = now, True
    for at, one in enumerate(operations):
        one.alive = tuple(sorted(alive[at]))
        later = {name for following in _following(one, at) for name in alive[following]}
        one.after = tuple(sorted(later - set(one.writes)))


def _following(one: Operation, at: int) -> Iterator[int]:
    if one.kind not in ("jump", "return"):
        yield at + 1
    if one.target >= 0:
        yield one.target
