"""The rest of a rule after its only throw, with a column for each variable in place of a loop.

    tally = dice.pool("check", ...)                     (margin, net), weights, total = ...
    success = tally.margin > 0            becomes       success = [margin > 0 for margin in margin]
    return Check(success, tally.net)                    return dice.tuples(Check, (success, net), weights, total)

Only assignments, and branches that end with a return, can be written in this way.
"""

import ast
from collections.abc import Callable, Sequence
from copy import deepcopy

_Written = Callable[..., list[ast.stmt]]


class Straight:
    """Writes the columns after one throw."""

    def __init__(self, answers: Sequence[str], text: _Written, direct_tuples: ast.NodeTransformer) -> None:
        self._columns = dict.fromkeys(answers)
        self._text = text
        self._direct_tuples = direct_tuples

    def written(self, rest: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The rest of a rule, without notes, in columns; empty if it has other statements."""
        made: list[ast.stmt] = []
        for at, statement in enumerate(rest):
            match statement:
                case ast.Assign(targets=[ast.Name(id=variable)], value=value):
                    column = self._column(self._direct_tuples.visit(deepcopy(value)))
                    made += self._text(f"{variable} = COLUMN", COLUMN=column)
                    self._columns[variable] = None
                case _:
                    outcome = _as_expression(rest[at:])
                    return [] if outcome is None else made + self._returned(self._direct_tuples.visit(outcome))
        return []

    def _returned(self, outcome: ast.expr) -> list[ast.stmt]:
        kind, fields = _fields_of(outcome)
        columns = list(map(self._column, fields))
        if kind is None:
            return self._text("return DICE.listed(COLUMN, _shares_, _total_)", COLUMN=columns[0])
        text = "return DICE.tuples(KIND, FIELDS, _shares_, _total_)"
        return self._text(text, KIND=kind, FIELDS=ast.Tuple(columns, ast.Load()))

    def _column(self, value: ast.expr) -> ast.expr:
        """The column of an expression over other columns."""
        if isinstance(value, ast.Name) and value.id in self._columns:
            return value
        names = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
        used = [name for name in self._columns if name in names]
        if not used:
            text = "[VALUE for _one_ in _shares_]"
        elif len(used) == 1:
            text = f"[VALUE for {used[0]} in {used[0]}]"
        else:
            text = f"[VALUE for {', '.join(used)} in DICE.zip({', '.join(used)})]"
        (made,) = self._text(text, VALUE=value)
        assert isinstance(made, ast.Expr)
        return ast.copy_location(made.value, value)


def _as_expression(statements: Sequence[ast.stmt]) -> ast.expr | None:
    """The outcome of statements that only branch and return, as one expression."""
    match statements:
        case []:
            return ast.Constant(None)
        case [ast.Return(value=value), *_]:
            return deepcopy(value) or ast.Constant(None)
        case [ast.If(test=test, body=body, orelse=orelse) as branch, *rest]:
            one, other = _as_expression([*body, *rest]), _as_expression([*orelse, *rest])
            return one and other and ast.copy_location(ast.IfExp(deepcopy(test), one, other), branch)
    return None


def _fields_of(outcome: ast.expr) -> tuple[ast.expr | None, list[ast.expr]]:
    """The kind of named tuple that an expression makes and its fields; no kind and the expression for others."""
    match outcome:
        case ast.Call(func=ast.Name(id="_new_"), args=[kind, ast.Tuple(elts=fields)]):
            return kind, fields
        case ast.IfExp(test=test, body=one, orelse=other):
            (own, own_fields), (others, other_fields) = _fields_of(one), _fields_of(other)
            if own is not None and others is not None and ast.dump(own) == ast.dump(others):
                both = zip(own_fields, other_fields, strict=True)
                return own, [yes if ast.dump(yes) == ast.dump(no) else ast.IfExp(test, yes, no) for yes, no in both]
    return None, [outcome]
