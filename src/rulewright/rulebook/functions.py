"""Functions of the generated code: a checked tree compiled into a plain function whose source the readings can analyse.

A tree is made only of the nodes that `translate` and `writing` write. Before it is used the code is checked once
more: it may use only the functions it is given, the verbs of the dice and declared fields, and no builtins.
"""

import ast
import linecache
import weakref
from collections.abc import Collection, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any

from rulewright.rulebook import cards, throw_making
from rulewright.rules import Refused
from rulewright.rules.rule import carrying

VERBS = frozenset(("pool", "call", "choose", "draw", "note", "options"))
_NODES = (
    ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.If, ast.Return, ast.Raise, ast.For, ast.Expr, ast.Name,
    ast.Load, ast.Store, ast.Constant, ast.Attribute, ast.Call, ast.keyword, ast.BinOp, ast.Add, ast.Sub, ast.Mult,
    ast.FloorDiv, ast.UnaryOp, ast.USub, ast.Not, ast.BoolOp, ast.And, ast.Or, ast.Compare, ast.Eq, ast.NotEq, ast.Lt,
    ast.LtE, ast.Gt, ast.GtE, ast.IfExp, ast.Tuple,
)  # fmt: skip
FUNCTIONS: Mapping[str, Any] = {"_abs": abs, "_min": min, "_max": max, "_range": range, "_Refused": Refused}
FUNCTIONS = {**FUNCTIONS, **throw_making.FUNCTIONS, **cards.FUNCTIONS}


class Module:
    """The generated functions of one rulebook, and the names that they may use."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.names: dict[str, Any] = {"__builtins__": {}, "__name__": name, **FUNCTIONS}
        self.fields: set[str] = set()
        self._made = 0

    def add(self, stem: str, value: Any) -> str:
        """Add a value under a new name, which begins with an underscore as no name of the rulebook does."""
        name = f"_{stem}{len(self.names)}"
        self.names[name] = value
        return name

    def function(
        self,
        name: str,
        arguments: Sequence[str],
        body: Sequence[ast.stmt],
        defaults: Sequence[Any] = (),
        annotations: Mapping[str, Any] = {},
        doc: str = "",
        rules: tuple[str, ...] = (),
    ) -> FunctionType:
        """Compile a function with this body."""
        self._made += 1
        listed = ast.arguments(
            posonlyargs=[], args=[ast.arg(one) for one in arguments], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        definition = ast.FunctionDef(name, listed, list(body), [])
        if hasattr(definition, "type_params"):
            definition.type_params = []
        _refuse_foreign(definition, self.names, self.fields)
        source = ast.unparse(ast.fix_missing_locations(definition)) + "\n"
        file = f"<{self.name} {self._made} {name}>"
        # The readings analyse the source of a rule, so the function is compiled from the source that they will find.
        module = compile(ast.parse(source), file, "exec", dont_inherit=True)
        (code,) = (const for const in module.co_consts if isinstance(const, CodeType))
        made = FunctionType(code, self.names, name, tuple(defaults))
        made.__annotations__ = dict(annotations)
        made.__module__ = self.name
        made.__doc__ = doc
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        weakref.finalize(made, linecache.cache.pop, file, None)
        return carrying(made, rules)


def _refuse_foreign(definition: ast.FunctionDef, names: Collection[str], fields: Collection[str]) -> None:
    """Raise for a node, name or field that generated code must not have: that would be a bug of the compiler."""
    own = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {one.arg for one in definition.args.args}
    for node in ast.walk(definition):
        if type(node) not in _NODES:
            raise AssertionError(f"generated code has a {type(node).__name__}")
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)
            and node.id not in names
            and node.id not in own
        ):
            raise AssertionError(f"generated code names {node.id}")
        if (
            isinstance(node, ast.Attribute)
            and node.attr not in VERBS
            and (node.attr not in fields or node.attr[0] == "_")
        ):
            raise AssertionError(f"generated code reads the field {node.attr}")
        if isinstance(node, ast.Constant) and type(node.value) not in (int, str, bool, type(None)):
            raise AssertionError(f"generated code has the constant {type(node.value).__name__}")
