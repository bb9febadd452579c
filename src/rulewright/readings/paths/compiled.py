"""A rule compiled into loops: one for each throw, over all of its answers, with the rest of the rule inside.

    def attack(dice, bonus):                             def attack(dice, bonus):
        hit = dice.pool("hit", 1 * D20)                      for hit, weight in ...1 * D20...:
        if hit + bonus < 12:                                     if hit + bonus < 12:
            return 0                         becomes                 found[0] += weight
        return dice.pool("harm", 2 * D6)                             continue
                                                                 for harm, share in ...2 * D6...:
                                                                     found[harm] += weight * share

So the code before a throw runs once and not for every path, and no function is called per path. A variable that an
earlier path has changed gets its value back, and mutable values are refused when the loops run. Throws inside a loop or
a helper are `Unfit`: such rules are followed path by path.
"""

import ast
from collections.abc import Callable, Sequence
from copy import deepcopy
from types import CodeType, FunctionType
from typing import Any

from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.paths.as_comprehension import Straight
from rulewright.readings.paths.syntax import Asks, Reads, code_of_definition, definition_of, stored_in

_ALL_ANSWERS = {"pool": "thrown", "draw": "drawn", "call": "called"}
"""For each verb of `Dice`, the method of `priced.Walk` that gives all answers."""
_LARGEST = 2_000  # statements: the code after an `if` with dice inside is written out for each branch


def loops_of(rule: FunctionType) -> CodeType:
    """The code of a rule as loops, to be run with the dice of `priced.Walk`."""
    definition = definition_of(rule)
    return code_of_definition(rule, _LoopWriter(rule, definition).written())


class _LoopWriter:
    """Writes the loops of one rule."""

    def __init__(self, rule: FunctionType, definition: ast.FunctionDef) -> None:
        code = rule.__code__
        self._definition = definition
        self._dice = code.co_varnames[0]
        self._given = set(code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount])
        self._variables = {*code.co_varnames[1:], *code.co_cellvars} - {self._dice}
        self._changed = stored_in(definition.body)
        self._asks = Asks(self._dice)
        self._direct_tuples = _DirectTuples(rule.__globals__, {*self._variables, *code.co_freevars})
        self._made = 0
        self._written = 0
        self._listed = False  # whether outcomes are listed, one for each answer of the only throw

    def written(self) -> ast.FunctionDef:
        """The rule as loops."""
        definition = self._definition
        self._refuse_other_uses_of_the_dice()
        if any(name[0] == name[-1] == "_" and len(name) > 2 for name in self._variables):
            raise Unfit("names like those of the loops")
        if unbound := Reads(self._variables).before_written(definition.body, frozenset(self._given)):
            raise Unfit(f"{min(unbound)}, which may have no value")
        body = [*self._text("_new_ = DICE.new"), *self._block(definition.body, 0)]
        made = ast.FunctionDef(definition.name, definition.args, body, [])
        return ast.copy_location(made, definition)

    def _refuse_other_uses_of_the_dice(self) -> None:
        nodes = list(ast.walk(self._definition))
        verbs = [one.value for one in nodes if isinstance(one, ast.Attribute)]
        if any(isinstance(one, ast.Name) and one.id == self._dice and one not in verbs for one in nodes):
            raise Unfit("dice that are given to another function")

    def _text(self, text: str, **parts: Any) -> list[ast.stmt]:
        """Statements written as text, with expressions in place of the names in capitals."""
        parts["DICE"] = ast.Name(self._dice, ast.Load())
        return [_Filled(parts).visit(one) for one in ast.parse(text).body]

    # --- statements ---

    def _block(self, statements: Sequence[ast.stmt], depth: int) -> list[ast.stmt]:
        """Statements as loops, to the end of the rule, inside the loops opened so far."""
        found: list[ast.stmt] = []
        for at, statement in enumerate(statements):
            rest = statements[at + 1 :]
            self._written += 1
            if self._written > _LARGEST:
                raise Unfit("too many ways through the rule")
            if isinstance(statement, ast.If) and self._parts(statement):
                return [*found, self._two_ways(statement, rest, depth)]
            if self._asks.within(statement):
                return found + self._asking(statement, rest, depth)
            if _loops_with_return(statement):
                return [*found, self._loop_with_return(statement, rest, depth)]
            if not self._is_note(statement):
                found += self._with_records(statement, lambda outcome: self._record(outcome, depth))
            if isinstance(statement, ast.Return | ast.Raise):
                return found
        return found + self._record(ast.Constant(None), depth)

    def _is_note(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="note"))):
                return name == self._dice
        return False

    def _with_records(self, statement: Any, record: "_Record") -> list[ast.stmt]:
        """A statement whose outcomes are recorded and not returned."""
        made = _RecordedOutcomes(record).visit(self._direct_tuples.visit(deepcopy(statement)))
        return made if isinstance(made, list) else [made]

    def _parts(self, statement: ast.If) -> bool:
        """Whether the code that follows has to be written out for each of two branches."""
        inside = any(map(self._asks.within, [*statement.body, *statement.orelse]))
        return not self._asks.within(statement.test) and (inside or _loops_with_return(statement))

    def _two_ways(self, statement: ast.If, rest: Sequence[ast.stmt], depth: int) -> ast.stmt:
        made = ast.If(
            self._direct_tuples.visit(deepcopy(statement.test)),
            self._block([*statement.body, *rest], depth),
            self._block([*statement.orelse, *rest], depth),
        )
        return ast.copy_location(made, statement)

    def _loop_with_return(self, loop: ast.stmt, rest: Sequence[ast.stmt], depth: int) -> ast.stmt:
        """A loop without dice that may end the rule; then the rest is left out."""
        others = [one for one in ast.walk(loop) if isinstance(one, ast.For | ast.While | ast.Break)]
        if not isinstance(loop, ast.For | ast.While) or len(others) > 1 or loop.orelse:
            raise Unfit("a loop that ends in several ways")
        (made,) = self._with_records(loop, lambda outcome: [*self._record(outcome, depth)[:-1], ast.Break()])
        assert isinstance(made, ast.For | ast.While)
        made.orelse = self._block(rest, depth)
        return made

    def _record(self, outcome: ast.expr, depth: int) -> list[ast.stmt]:
        """The statements that count an outcome and go on with the next answer."""
        if self._listed:
            return [*self._text("_add_(OUTCOME)", OUTCOME=outcome), ast.Continue()]
        if not depth:
            return [*self._text("DICE.certain(OUTCOME)", OUTCOME=outcome), ast.Return()]
        text = f"_outcome_ = OUTCOME\n_found{depth}_[_outcome_] = _found{depth}_.get(_outcome_, 0) + _weight{depth}_"
        return [*self._text(text, OUTCOME=outcome), ast.Continue()]

    # --- throws ---

    def _asking(self, statement: Any, rest: Sequence[ast.stmt], depth: int) -> list[ast.stmt]:
        """The loops for a statement that throws, with all that follows it."""
        if not isinstance(statement, ast.If | ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr | ast.Return):
            raise Unfit(f"dice inside a {type(statement).__name__}")
        match statement:
            case ast.Assign(targets=[ast.Name(id=variable)], value=ast.Call(func=ast.Attribute(attr="pool")) as throw):
                if not any(map(self._asks.within, [*throw.args, *throw.keywords])):
                    return self._over_scores(variable, throw, rest, depth)
        asks: list[tuple[ast.Call, str]] = []

        def ask(call: ast.Call) -> ast.expr:
            self._made += 1
            asks.append((call, f"_answer{self._made}_"))
            return ast.copy_location(ast.Name(asks[-1][1], ast.Load()), call)

        changed: Any = deepcopy(statement)
        if isinstance(changed, ast.If):
            changed.test = self._asks.taken_out(changed.test, ask)
        else:
            changed.value = self._asks.taken_out(changed.value, ask)
        return self._one_by_one(asks, [changed, *rest], depth)

    def _one_by_one(self, asks: Sequence[tuple[ast.Call, str]], rest: Sequence[ast.stmt], depth: int) -> list[ast.stmt]:
        """The loops for several throws, each inside the one before, with all that follows them."""
        if not asks:
            return self._block(rest, depth)
        (call, answer), *others = asks
        following = [*[ast.Expr(other) for other, _ in others], *rest]
        asked = self._asked(call, _ALL_ANSWERS[call.func.attr] if isinstance(call.func, ast.Attribute) else "")
        return self._loop(asked, [answer], following, depth, lambda: self._one_by_one(others, rest, depth + 1))

    def _asked(self, call: ast.Call, verb: str, *first: ast.expr) -> ast.expr:
        """The expression that asks the dice for all answers to a throw."""
        by = ast.Attribute(ast.Name(self._dice, ast.Load()), verb, ast.Load())
        return ast.copy_location(ast.Call(by, [*first, *call.args], call.keywords), call)

    def _loop(
        self,
        asked: ast.expr,
        answers: Sequence[str],
        rest: Sequence[ast.stmt],
        depth: int,
        body: Callable[[], list[ast.stmt]],
        is_parted: bool = False,
    ) -> list[ast.stmt]:
        """A loop over all answers; `rest` gives the remainder of its body."""
        at = depth + 1
        alive = Reads(self._variables).before_written(rest, frozenset(answers))
        changed = sorted(alive & stored_in(rest))
        lasting = sorted(alive - (self._given - self._changed))
        before = [f"DICE.refuse_changeable({', '.join(lasting)})"] if lasting else []
        before += [f"_was_{name}{at}_ = {name}" for name in changed]
        back = "\n".join([f"{name} = _was_{name}{at}_" for name in changed])
        self._listed = not depth and not any(map(self._asks.within, rest))
        one = f"({', '.join(answers)},)" if is_parted else answers[0]
        if self._listed and (columns := self._in_columns(answers, rest)):
            self._listed = False
            return self._text("\n".join([*before, f"{one}, _shares_, _total_ = ASKED"]), ASKED=asked) + columns
        before.append(f"_answers{at}_, _shares{at}_, _total{at}_ = ASKED")
        through = f"DICE.zip(*_answers{at}_)" if is_parted else f"_answers{at}_"
        if self._listed:
            before += ["_outcomes_ = []", "_add_ = _outcomes_.append", f"for {one} in {through}: 0"]
            *made, loop = self._text("\n".join(before), ASKED=asked)
            after = self._text(f"return DICE.listed(_outcomes_, _shares{at}_, _total{at}_)")
        else:
            if depth:
                before.append(f"_total{at}_ *= _total{depth}_")
                back = f"_weight{at}_ = _weight{depth}_ * _weight{at}_\n{back}"
            before.append(f"_found{at}_ = DICE.found(_total{at}_, _shares{at}_)")
            before.append(f"for {one}, _weight{at}_ in DICE.zip({through}, _shares{at}_): 0")
            *made, loop = self._text("\n".join(before), ASKED=asked)
            after = []
        assert isinstance(loop, ast.For)
        loop.body = self._text(back) + body()
        self._listed = False
        return [*made, loop, *after]

    def _over_scores(self, variable: str, throw: ast.Call, rest: Sequence[ast.stmt], depth: int) -> list[ast.stmt]:
        """A loop over the scores of a throw, or over their fields if the rest of the rule reads nothing else."""
        answers, asked, is_parted = [variable], self._asked(throw, "thrown"), False
        nodes = [node for one in rest for node in ast.walk(one)]
        reads = [
            node
            for node in nodes
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == variable
        ]
        if reads and len(reads) == sum(isinstance(node, ast.Name) and node.id == variable for node in nodes):
            own = {node.attr: f"_{variable}_{node.attr}_" for node in reads}
            rest = [_FieldsAlone(variable, own).visit(deepcopy(one)) for one in rest]
            fields = ast.Tuple([ast.Constant(field) for field in own], ast.Load())
            answers, asked, is_parted = list(own.values()), self._asked(throw, "fields", fields), True
        return self._loop(asked, answers, rest, depth, lambda: self._block(rest, depth + 1), is_parted)

    def _in_columns(self, answers: Sequence[str], rest: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The rest of a rule after its only throw, in columns; empty if it cannot be written so (see `straight`)."""
        rest = [statement for statement in rest if not self._is_note(statement)]
        if any(isinstance(node, ast.Name) and node.id == self._dice for one in rest for node in ast.walk(one)):
            return []
        return Straight(answers, self._text, self._direct_tuples).written(rest)


_Record = Callable[[ast.expr], list[ast.stmt]]


def _loops_with_return(statement: ast.stmt) -> bool:
    """Whether there is a loop inside that may end the rule."""
    loops = [one for one in ast.walk(statement) if isinstance(one, ast.For | ast.While)]
    return any(isinstance(one, ast.Return) for loop in loops for one in ast.walk(loop))


class _Filled(ast.NodeTransformer):
    """Puts expressions in place of names."""

    def __init__(self, parts: dict[str, Any]) -> None:
        self._parts = parts

    def visit_Name(self, node: ast.Name) -> Any:
        return self._parts.get(node.id, node)


class _RecordedOutcomes(ast.NodeTransformer):
    """Records outcomes in place of returning them."""

    def __init__(self, record: _Record) -> None:
        self._record = record

    def visit_Return(self, node: ast.Return) -> Any:
        made = self._record(node.value or ast.Constant(None))
        return [ast.copy_location(one, node) for one in made]


class _FieldsAlone(ast.NodeTransformer):
    """Puts a variable in place of each field of a score."""

    def __init__(self, variable: str, own: dict[str, str]) -> None:
        self._variable = variable
        self._own = own

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id == self._variable:
            return ast.copy_location(ast.Name(self._own[node.attr], ast.Load()), node)
        return self.generic_visit(node)


class _DirectTuples(ast.NodeTransformer):
    """Makes named tuples by `tuple.__new__`, without the Python call of their own constructor."""

    def __init__(self, names: dict[str, Any], variables: set[str]) -> None:
        self._names = names
        self._variables = variables

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id in self._variables:
            return node
        fields = _plain_fields(self._names.get(node.func.id))
        given = dict(zip(fields, node.args, strict=False))
        given.update((one.arg, one.value) for one in node.keywords if one.arg is not None)
        if (
            not fields
            or any(isinstance(one, ast.Starred) for one in node.args)
            or any(one.arg is None for one in node.keywords)
            or set(given) != set(fields)
            or len(node.args) + len(node.keywords) != len(fields)
        ):
            return node
        parts = ast.Tuple([given[field] for field in fields], ast.Load())
        return ast.copy_location(ast.Call(ast.Name("_new_", ast.Load()), [node.func, parts], []), node)


def _plain_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a plain named tuple; empty for other types."""
    if not isinstance(kind, type) or not issubclass(kind, tuple):
        return ()
    maker = next(base for base in kind.__mro__ if "__new__" in vars(base))
    return tuple(getattr(kind, "_fields", ())) if "_fields" in vars(maker) else ()
