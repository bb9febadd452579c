"""Generates the body of a function from the statements of a roll or an action."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import msgspec

from rulewright.dice import Deck
from rulewright.rulebook import expressions as e
from rulewright.rulebook import statements as s
from rulewright.rulebook.cards import hand_of
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import (
    Flag,
    Kind,
    Range,
    Value,
    WordKind,
    absent,
    joined,
    or_none,
    python_name,
    refuse_unfit,
    size,
)
from rulewright.rulebook.result_tables import Cell, ResultColumn, ResultTable
from rulewright.rulebook.roll_rules import DICE, RollRule, Rolls
from rulewright.rulebook.throw_layout import ThrowLayout
from rulewright.rulebook.translate import Scope, Written, called, condition, load, number, part_of, store, written

MOST_PATHS = 1_000_000_000
MOST_REPEATS = 100


def expressions_in(statement: Any) -> Iterator[e.Expression]:
    """Every expression in a statement, at any depth."""
    if isinstance(statement, e.Expression):
        yield statement
    elif isinstance(statement, s.Show):
        for token in statement.names:
            yield e.Name(token.text, token.place)
    elif isinstance(statement, tuple) and not isinstance(statement, TextPlace):
        for one in statement:
            yield from expressions_in(one)
    elif is_dataclass(statement):
        for field in fields(statement):
            yield from expressions_in(getattr(statement, field.name))


class Writer:
    """Generates one body. `tracks` are the local variables of tracks that may be changed, by owner and field."""

    def __init__(
        self,
        rolls: Rolls,
        decks: Mapping[str, Deck[Any]],
        scope: Scope,
        rule: str,
        tracks: Mapping[tuple[str, str], tuple[str, Kind]] = {},
        deciders: Mapping[str, ast.expr] = {},
    ) -> None:
        self.rolls, self.module, self.decks, self.scope, self.rule = rolls, rolls.module, decks, scope, rule
        self.tracks, self.deciders = tracks, deciders
        self.outcome: dict[str, Written] = {}
        self.locals: set[str] = set()
        self.paths = 1
        self.changed: set[tuple[str, str]] = set()
        self.again: ast.expr | None = None
        self._thrown = False
        self._drawn: dict[str, list[tuple[str, int]]] = {}
        self.rows: list[tuple[str, ResultTable]] = []
        """For a trace: the variable with the row that applied, for each table."""
        self.traces = False

    def body(self, statements: Sequence[s.Statement]) -> list[ast.stmt]:
        """The nodes of the statements in order; the values they show are in `outcome` afterwards."""
        found: list[ast.stmt] = []
        shows: list[s.Show] = []
        for at, statement in enumerate(statements):
            if isinstance(statement, s.Show):
                shows.append(statement)
                continue
            later = [one for after in statements[at + 1 :] for one in expressions_in(after)]
            found += self._one(statement, later)
            if self.paths > MOST_PATHS:
                raise Wrong(
                    statement.place,
                    f"up to here the dice can fall in {self.paths:,} different ways: "
                    f"at most {MOST_PATHS:,} are allowed",
                    "throw fewer dice, or use a roll of its own for a part: x = roll other()",
                )
        for show in shows:
            for token in show.names:
                if token.text in self.outcome:
                    raise Wrong(token.place, f"{quoted(token.text)} is part of the outcome already")
                self.outcome[token.text] = written(e.Name(token.text, token.place), self.scope)
        return found

    def _one(self, statement: s.Statement, later: Sequence[e.Expression]) -> list[ast.stmt]:
        match statement:
            case s.Let(name, value, place):
                found = written(value, self.scope)
                return [self._assign(name, found.node, found.kind, place)]
            case s.ThrowStatement():
                return self._throw(statement, later)
            case s.Use():
                return self._use(statement, later)
            case s.Tries():
                return self._tries(statement)
            case s.Drawn():
                return self._draw(statement)
            case s.AskStatement():
                return self._ask(statement)
            case s.Needs(needed, reason, place):
                if self._thrown:
                    raise Wrong(place, "needs comes before anything is thrown", "move the line up")
                test = ast.UnaryOp(ast.Not(), condition(needed, self.scope))
                words = [ast.Constant(reason or "this is not allowed now"), ast.Constant(self.rule or None)]
                return [ast.If(test, [ast.Raise(called("_Refused", *words))], [])]
            case s.ChangeStatement():
                return self._change(statement)
            case ResultTable():
                return self._table(statement)
            case s.Again(when, place):
                if self.again is not None:
                    raise Wrong(place, "a roll has one line again when")
                if not self._thrown or self.tracks:
                    raise Wrong(
                        place, "again when comes after a throw, in a roll", "without a throw it would never end"
                    )
                self.again = condition(when, self.scope)
                return [ast.If(self.again, [ast.Return(ast.Constant(None))], [])]
        raise AssertionError(statement)

    # --- names ---

    def _new(self, name: str, place: TextPlace) -> str:
        if name in self.locals or name in self.scope.parts or name in self.scope.measured:
            raise Wrong(place, f"{quoted(name)} already has a value", "choose another name")
        self.locals.add(name)
        return python_name(name)

    def _assign(self, name: str, node: ast.expr, kind: Kind, place: TextPlace) -> ast.stmt:
        variable = self._new(name, place)
        self.scope.add_local(name, variable, kind)
        return store(variable, node)

    def _dice(self, verb: str, *given: ast.expr, **named: ast.expr) -> ast.expr:
        keywords = [ast.keyword(name, value) for name, value in named.items()]
        return ast.Call(ast.Attribute(load(DICE), verb, ast.Load()), list(given), keywords)

    # --- chance ---

    def _throw(self, statement: s.ThrowStatement, later: Sequence[e.Expression]) -> list[ast.stmt]:
        variable = self._new(statement.name, statement.place)
        layout = ThrowLayout(statement.name, variable, statement.thrown, later, self.scope)
        constant = layout.constant
        if constant is None:
            made = layout.node(self.module.add("throw", layout.maker()))
        else:
            made = load(self.module.add("throw", layout.maker()(*constant)))
        self.module.fields |= {"total", "doubled", "rank", "score", *layout.symbols}
        self.module.fields |= {f"c{at}" for at in range(len(layout.counts))}
        words = ast.Constant(statement.name.replace("_", " "))
        self.scope.measured[statement.name] = layout.measured
        self.scope.values.pop(statement.name, None)
        self._thrown = True
        self.paths *= layout.states
        found: list[ast.stmt] = [store(variable, self._dice("pool", words, made))]
        adjusted = layout.adjusted(variable)
        return found if adjusted is None else [*found, adjusted]

    def _given(self, statement: s.Use, roll: RollRule) -> list[ast.expr]:
        """The values that another roll is given, in the order of its parameters; each must fit."""
        given = dict(statement.given)
        known = [parameter.name for parameter in roll.parameters]
        for name, value in given.items():
            if name not in known:
                raise Wrong(value.place, f"{roll.name} takes no {quoted(name)}", did_you_mean(name, known))
        nodes: list[ast.expr] = []
        for parameter in roll.parameters:
            if parameter.name not in given:
                nodes.append(ast.Constant(parameter.default))
                continue
            value = given[parameter.name]
            found = self._as_word(value, parameter.kind)
            refuse_unfit(found.kind, parameter.kind, parameter.name, value.place)
            nodes.append(found.node)
        return nodes

    def _as_word(self, value: e.Expression, kind: Kind) -> Written:
        """The node of a value; a word that the parameter allows need not be declared."""
        if (
            isinstance(value, e.Name)
            and isinstance(kind, WordKind)
            and value.name in kind.words
            and value.name not in self.scope.names
        ):
            return Written(ast.Constant(value.name), WordKind((value.name,)))
        return written(value, self.scope)

    def _use(self, statement: s.Use, later: Sequence[e.Expression]) -> list[ast.stmt]:
        roll = self.rolls.rule(statement.roll, statement.place)
        given = self._given(statement, roll)
        variable = self._new(statement.name, statement.place)
        wanted = _fields_read(statement.name, roll, later)
        rule = roll.rule if set(wanted) == set(roll.outcome) and len(wanted) > 1 else self.rolls.part(roll, wanted)
        self.module.fields |= {python_name(field) for field in roll.outcome}
        reads = {field: _reader(variable, field, alone=len(wanted) == 1) for field in wanted}
        kinds = {field: roll.outcome[field] for field in wanted}
        test = None if statement.when is None else condition(statement.when, self.scope)
        if test is not None:
            kinds = {field: or_none(kind) for field, kind in kinds.items()}
        self.scope.parts[statement.name] = {field: Value(kinds[field], read) for field, read in reads.items()}
        first = next(iter(roll.outcome))
        self.scope.values.pop(statement.name, None)
        if first in wanted:
            self.scope.values[statement.name] = self.scope.parts[statement.name][first]
        self._thrown = True
        states = 1
        for field in wanted:
            states *= size(roll.outcome[field])
        self.paths *= min(roll.states, states)
        node = self._dice("call", load(self.module.add("r", rule)), *given)
        rolled: ast.stmt = store(variable, node)
        if test is None:
            return [rolled]
        missing = {python_name(field): absent(kind) for field, kind in kinds.items()}
        nothing: ast.expr = ast.Constant(next(iter(missing.values())))
        if len(wanted) > 1:
            kept = msgspec.defstruct("Absent", [(field, Any) for field in missing], frozen=True)
            nothing = load(self.module.add("absent", kept(**missing)))
        return [ast.If(test, [rolled], [store(variable, nothing)])]

    def _tries(self, statement: s.Tries) -> list[ast.stmt]:
        """A loop over uses of another roll that ends when one of them meets the condition."""
        roll = self.rolls.rule(statement.use.roll, statement.use.place)
        given = self._given(statement.use, roll)
        node, most = number(statement.most, self.scope)
        if most.least < 0 or most.most > MOST_REPEATS:
            raise Wrong(
                statement.most.place,
                f"this can be {most.least} to {most.most} repeats: 0 to {MOST_REPEATS} are allowed",
            )
        until = self._ends(statement, roll)
        variable = self._new(statement.name, statement.place)
        step = self.module.add("r", until)
        self.scope.add_local(statement.name, variable, Range(0, most.most))
        self._thrown = True
        self.paths *= most.most + 1
        # A counter that stops growing is one number between throws, so that paths which agree in it are merged.
        going = f"_going_{variable}"
        again = self._dice("call", load(step), *given)
        grown = store(variable, ast.BinOp(load(variable), ast.Add(), ast.Constant(1)))
        ended = store(going, ast.Constant(False))
        inner = ast.If(again, [ended], [grown])
        loop = ast.For(
            ast.Name("_turn", ast.Store()),
            called("_range", node),
            [ast.If(load(going), [inner], [])],
            [],
        )
        return [
            store(variable, ast.Constant(0)),
            store(going, ast.Constant(True)),
            loop,
        ]

    def _ends(self, statement: s.Tries, roll: RollRule) -> Any:
        """The rule that says whether one use of a roll ends the repeats."""
        scope = Scope(self.scope.words)
        names = [python_name(parameter.name) for parameter in roll.parameters]
        wanted = (
            tuple(field for field in roll.outcome if _reads_field(statement.until, field)) or tuple(roll.outcome)[:1]
        )
        for field in wanted:
            scope.values[field] = Value(roll.outcome[field], _reader("_all", field, alone=len(wanted) == 1))
        self.module.fields |= {python_name(field) for field in roll.outcome}
        rule = self.rolls.part(roll, wanted)
        use = self._dice("call", load(self.module.add("r", rule)), *map(load, names))
        body: list[ast.stmt] = [
            store("_all", use),
            ast.Return(condition(statement.until, scope)),
        ]
        return self.module.function(
            python_name(roll.name), [DICE, *names], body, rules=(self.rule,) if self.rule else ()
        )

    def _draw(self, statement: s.Drawn) -> list[ast.stmt]:
        deck = self.decks[statement.deck]
        node, count = number(statement.count, self.scope)
        before = self._drawn.setdefault(statement.deck, [])
        variable = self._new(statement.name, statement.place)
        hand = hand_of(statement.name, variable, deck, count, statement.place, drawn=sum(most for _, most in before))
        rest: ast.expr = load(self.module.add("deck", deck))
        if before:
            rest = called("_without", rest, *(load(hand) for hand, _ in before))
        before.append((variable, count.most))
        self.scope.measured[statement.name] = hand.measured
        self._thrown = True
        self.paths *= hand.states
        words = ast.Constant(statement.name.replace("_", " "))
        return [store(variable, self._dice("draw", words, node, rest))]

    def _ask(self, statement: s.AskStatement) -> list[ast.stmt]:
        who = self.deciders.get(statement.who)
        if who is None:
            known = ", ".join(self.deciders) or "no one"
            raise Wrong(statement.place, f"{quoted(statement.who)} decides nothing here", f"those who decide: {known}")
        words = ast.Tuple([ast.Constant(word) for word in statement.words], ast.Load())
        choice = self._dice("choose", who, ast.Constant(statement.question), words)
        first: ast.expr = ast.Constant(statement.words[0])
        kind: Kind = WordKind(statement.words)
        if set(statement.words) == {"yes", "no"}:
            choice, kind = ast.Compare(choice, [ast.Eq()], [ast.Constant("yes")]), Flag()
            first = ast.Constant(statement.words[0] == "yes")
        self.paths *= len(statement.words)
        decided = self._assign(statement.name, choice, kind, statement.place)
        if not isinstance(who, ast.Name):
            return [decided]
        # A fighter who follows a plan takes the first word, which is the default.
        planned = store(python_name(statement.name), first)
        return [ast.If(ast.Compare(who, [ast.Eq()], [ast.Constant("")]), [planned], [decided])]

    # --- tracks and tables ---

    def _track(self, owner: str, field: str, place: TextPlace) -> tuple[str, Kind]:
        known = self.tracks.get((owner, field))
        if known is None:
            listed = [f"{one}.{other}" for one, other in self.tracks]
            raise Wrong(
                place,
                f"{quoted(f'{owner}.{field}')} is not a track that can be changed here",
                did_you_mean(f"{owner}.{field}", listed),
            )
        self.changed.add((owner, field))
        return known

    def _changed(self, owner: str, field: str, sign: str, value: e.Expression, place: TextPlace) -> ast.stmt:
        """The node that sets a track to its new value; a number is clamped to its range."""
        variable, kind = self._track(owner, field, place)
        found = self._as_word(value, kind)
        node = found.node
        if isinstance(kind, Range):
            if not isinstance(found.kind, Range):
                raise Wrong(value.place, f"{field} is {kind}, and this is {found.kind}")
            least, most = found.kind
            if sign:
                node = ast.BinOp(load(variable), ast.Add() if sign == "+" else ast.Sub(), node)
                change = (least, most) if sign == "+" else (-most, -least)
                least, most = kind.least + change[0], kind.most + change[1]
            if most > kind.most:
                node = called("_min", ast.Constant(kind.most), node)
            if least < kind.least:
                node = called("_max", ast.Constant(kind.least), node)
        else:
            if sign:
                raise Wrong(place, f"{field} is {kind}, and is not counted up or down", "write the new word alone")
            refuse_unfit(found.kind, kind, field, value.place)
        return store(variable, node)

    def _change(self, statement: s.ChangeStatement) -> list[ast.stmt]:
        sign = "+" if statement.by else ""
        change = self._changed(statement.owner, statement.field, sign, statement.value, statement.place)
        if statement.when is None:
            return [change]
        return [ast.If(condition(statement.when, self.scope), [change], [])]

    def _table(self, table: ResultTable) -> list[ast.stmt]:
        """The nodes of a table: the first row that fits gives its words to the outcome and makes its changes."""
        columns = [self._own_track(column) for column in table.columns]
        kinds: dict[str, Kind] = {}
        bodies: list[list[ast.stmt]] = []
        names = [column.name for column in columns if not column.owner]
        for name, column in [(column.name, column) for column in columns if not column.owner]:
            if names.count(name) > 1 or name in self.locals or name in self.scope.parts or name in self.scope.measured:
                raise Wrong(column.place, f"{quoted(name)} already has a value", "choose another name for the column")
        for row in table.rows:
            body: list[ast.stmt] = []
            for column, cell in zip(columns, row.cells, strict=True):
                if column.owner:
                    if cell.value is not None:
                        body.append(self._changed(column.owner, column.name, cell.sign, cell.value, cell.place))
                    continue
                found = self._result(cell, column)
                before = kinds.get(column.name)
                kinds[column.name] = found.kind if before is None else joined(before, found.kind, cell.place)
                body.append(store(python_name(column.name), found.node))
            if self.traces:
                body.append(store(f"_row{len(self.rows)}", ast.Constant(len(bodies))))
            bodies.append(body)
        if self.traces:
            self.rows.append((f"_row{len(self.rows)}", table))
        tests = [None if row.when is None else condition(row.when, self.scope) for row in table.rows]
        found_body = bodies[-1]
        for test, body in reversed(list(zip(tests[:-1], bodies[:-1], strict=True))):
            assert test is not None
            found_body = [ast.If(test, body or _nothing(), found_body)]
        for name, kind in kinds.items():
            self.locals.add(name)
            self.scope.add_local(name, python_name(name), kind)
            self.outcome[name] = Written(load(python_name(name)), kind)
        return found_body

    def _own_track(self, column: ResultColumn) -> ResultColumn:
        """A column named like a track of the acting character changes it, as `who.light` does."""
        return replace(column, owner="who") if not column.owner and ("who", column.name) in self.tracks else column

    def _result(self, cell: Cell, column: ResultColumn) -> Written:
        if cell.value is None:
            words = "write a word or a number in every row; only a track, such as target.hp, may be left as it is"
            raise Wrong(cell.place, f"the column {quoted(column.name)} is empty in this row", words)
        value = cell.value
        if isinstance(value, e.Name) and value.name not in self.scope.names:
            return Written(ast.Constant(value.name), WordKind((value.name,)))
        found = written(value, self.scope)
        if isinstance(value, e.Name) and isinstance(found.kind, WordKind):
            message = f"{quoted(value.name)} is a word here and the name of a value above"
            raise Wrong(cell.place, message, f'write "{value.name}" for the word, or name a part, {value.name}.result')
        if not cell.sign:
            return found
        if not isinstance(found.kind, Range):
            raise Wrong(cell.place, f"this is {found.kind}, and has no sign")
        if cell.sign == "+":
            return found
        return Written(ast.UnaryOp(ast.USub(), found.node), Range(-found.kind.most, -found.kind.least))


def _nothing() -> list[ast.stmt]:
    return [ast.Expr(ast.Constant(None))]


def _reader(variable: str, field: str, alone: bool) -> Any:
    return (lambda: load(variable)) if alone else (lambda: part_of(variable, python_name(field)))


def _fields_read(name: str, roll: RollRule, later: Sequence[e.Expression]) -> tuple[str, ...]:
    """The fields of an outcome that later lines read; the first field if they read it as a whole, or not at all."""
    found: set[str] = set()
    for whole in later:
        for one in e.parts_of(whole):
            if isinstance(one, e.Field) and one.owner == name:
                if one.name not in roll.outcome:
                    raise Wrong(
                        one.place,
                        f"the outcome of {roll.name} has no {quoted(one.name)}",
                        did_you_mean(one.name, roll.outcome),
                    )
                found.add(one.name)
            elif isinstance(one, e.Name) and one.name == name:
                found.add(next(iter(roll.outcome)))
    return tuple(field for field in roll.outcome if field in found) or tuple(roll.outcome)[:1]


def _reads_field(value: e.Expression, field: str) -> bool:
    return any(isinstance(one, e.Name) and one.name == field for one in e.parts_of(value))
