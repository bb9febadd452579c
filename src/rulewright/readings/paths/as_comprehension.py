"""The rest of a rule after its only throw, as one comprehension in place of a loop.

    roll = dice.pool("dice", ...)                 rolls, weights, total = ...
    level = roll // 5                  becomes    rows = [(level, roll > 9) for roll in rolls for level in [roll // 5]]
    return Level(level, roll > 9)                 return dice.rows(Level, rows, weights, total)

Where nearly all fields of the outcome are parts of the score as they are, each field is a column of its own, which is
quicker. Only assignments, and branches that end with a return, can be written in this way.
"""

import ast
from collections.abc import Callable, Sequence
from copy import deepcopy

_Written = Callable[..., list[ast.stmt]]


class Straight:
    """Writes what comes after one throw."""

    def __init__(self, answers: Sequence[str], text: _Written, direct_tuples: ast.NodeTransformer) -> None:
        self._answers = answers
        self._text = text
        self._direct_tuples = direct_tuples
        self._assigned: list[tuple[str, ast.expr]] = []

    def written(self, rest: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The rest of a rule, without notes, as one comprehension; empty if it has other statements."""
        read: set[str] = set()
        for at, statement in enumerate(rest):
            match statement:
                case ast.Assign(targets=[ast.Name(id=variable)], value=value):
                    read |= _names(value)
                    if variable in read.difference(self._answers, [name for name, _ in self._assigned]):
                        return []  # a variable of the rule, which a comprehension would hide
                    self._assigned.append((variable, self._direct_tuples.visit(deepcopy(value))))
                case _:
                    outcome = _as_expression(rest[at:])
                    return [] if outcome is None else self._returned(self._direct_tuples.visit(outcome))
        return []

    def _returned(self, outcome: ast.expr) -> list[ast.stmt]:
        kind, row = _row_of(outcome)
        if kind is None:
            found = row if self._is_answer(row) else self._for_each(row)
            return self._text("return DICE.listed(FOUND, _shares_, _total_)", FOUND=found)
        fields = row.elts if isinstance(row, ast.Tuple) else []
        if sum(map(self._is_answer, fields)) >= max(1, len(fields) - 1):
            columns = [field if self._is_answer(field) else self._for_each(field) for field in fields]
            text = "return DICE.tuples(KIND, FIELDS, _shares_, _total_)"
            return self._text(text, KIND=kind, FIELDS=ast.Tuple(columns, ast.Load()))
        return self._text("return DICE.rows(KIND, ROWS, _shares_, _total_)", KIND=kind, ROWS=self._for_each(row))

    def _is_answer(self, value: ast.expr) -> bool:
        """Whether a value is a part of the score as it is."""
        return isinstance(value, ast.Name) and value.id in self._answers and not self._assigned

    def _for_each(self, value: ast.expr) -> ast.expr:
        """The list of an expression's values for all answers."""
        read = _names(value).union(*[_names(one) for _, one in self._assigned])
        used = [name for name in self._answers if name in read]
        names = ", ".join(used) or "_one_"
        through = f"DICE.zip({names})" if len(used) > 1 else names if used else "_shares_"
        loops = [f"for {names} in {through}"]
        loops += [f"for {name} in [VALUE{at}]" for at, (name, _) in enumerate(self._assigned)]
        parts = {f"VALUE{at}": one for at, (_, one) in enumerate(self._assigned)}
        (made,) = self._text(f"[VALUE {' '.join(loops)}]", VALUE=value, **parts)
        assert isinstance(made, ast.Expr)
        return ast.copy_location(made.value, value)


def _names(value: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}


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


def _row_of(outcome: ast.expr) -> tuple[ast.expr | None, ast.expr]:
    """The kind of named tuple that an expression makes and the plain tuple of its fields; no kind for others."""
    match outcome:
        case ast.Call(func=ast.Name(id="_new_"), args=[kind, row]):
            return kind, row
        case ast.IfExp(test=test, body=one, orelse=other):
            (own, own_row), (others, other_row) = _row_of(one), _row_of(other)
            if own is not None and others is not None and ast.dump(own) == ast.dump(others):
                return own, ast.copy_location(ast.IfExp(test, own_row, other_row), outcome)
    return None, outcome
