"""Rolls: blocks with parameters, throws and tables become ordinary rules of the engine."""

import ast
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from rulewright.dice import Deck
from rulewright.rulebook import statements as s
from rulewright.rulebook.document import Block
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.functions import Module
from rulewright.rulebook.kinds import Kind, Range, WordKind, python_name, size
from rulewright.rulebook.parameters import BookParameter, read_parameters
from rulewright.rulebook.result_tables import ResultTable
from rulewright.rulebook.roll_rules import DICE, EndingRepeat, RollRule, Rolls
from rulewright.rulebook.tokens import Tokens
from rulewright.rulebook.translate import Scope, called, load
from rulewright.rulebook.writing import Writer
from rulewright.rules import between, meaning

MOST_STATES = 1_000_000


class RollBlock(msgspec.Struct, frozen=True):
    """The parsed block of a roll: its name, its parameters, its statements, and the rule it stands under."""

    name: str
    parameters: tuple[BookParameter, ...]
    statements: tuple[Any, ...]
    rule: str
    about: str
    place: TextPlace


def read_roll(block: Block, known: s.Declared) -> RollBlock:
    """Parse a roll block: `roll NAME` or `roll NAME(score: 0..20 = 7)`, and its lines."""
    tokens = Tokens(block.header.text, block.header.place)
    name = tokens.name("the name of the roll")
    lines = s.Lines(known)
    lines.parameters += read_parameters(tokens)
    lines.read(block.lines)
    if any(parameter.target for parameter in lines.parameters):
        raise Wrong(block.place, "a roll has no target", "a target is for an action")
    return RollBlock(name.text, tuple(lines.parameters), tuple(lines.statements), block.rule, block.about, name.place)


def annotation(kind: Kind, words: str) -> Any:
    """The type of a parameter, annotated with its meaning."""
    match kind:
        case Range(least, most):
            return Annotated[int, between(least, most, words)]
        case WordKind(listed):
            return Annotated[Literal[listed], meaning(words)]
    return Annotated[bool, meaning(words)]


def field_type(kind: Kind) -> Any:
    """The type of a field of an outcome or a sheet."""
    match kind:
        case Range(least, most):
            return Annotated[int, msgspec.Meta(ge=least, le=most)]
        case WordKind(listed):
            return Literal[listed]
    return bool


def struct_of(name: str, kinds: Mapping[str, Kind], doc: str) -> type[msgspec.Struct]:
    """A frozen struct type with these fields; Python keywords get an underscore that is not encoded."""
    fields = [(python_name(field), field_type(kind)) for field, kind in kinds.items()]
    rename = {python_name(field): field for field in kinds if python_name(field) != field}
    return msgspec.defstruct(name, fields, frozen=True, rename=rename or None, namespace={"__doc__": doc})


class BookRolls(Rolls):
    """The rolls of a rulebook, each written when it is first asked for."""

    def __init__(
        self, module: Module, blocks: Mapping[str, RollBlock], decks: Mapping[str, Deck[Any]], scope: Scope
    ) -> None:
        super().__init__(module)
        self._blocks, self._decks, self._scope = blocks, decks, scope
        self._written: dict[str, RollRule] = {}
        self._writing: list[str] = []

    def rule(self, name: str, place: TextPlace) -> RollRule:
        """A roll by its name; raises for one that uses itself."""
        if name in self._written:
            return self._written[name]
        if name not in self._blocks:
            raise Wrong(place, f"there is no roll {quoted(name)}, or it has a fault", did_you_mean(name, self._blocks))
        if name in self._writing:
            way = " uses ".join([*self._writing[self._writing.index(name) :], name])
            raise Wrong(place, f"a roll cannot use itself: {way}", "to throw again, write again when ...")
        self._writing.append(name)
        try:
            self._written[name] = self._write(self._blocks[name])
        finally:
            self._writing.pop()
        return self._written[name]

    def _write(self, block: RollBlock) -> RollRule:
        writer = self._writer(block)
        body = writer.body(block.statements)
        if not writer.outcome:
            raise Wrong(
                block.place, f"the roll {quoted(block.name)} has no outcome", "add a table, or a line show NAME"
            )
        kinds = {name: found.kind for name, found in writer.outcome.items()}
        made = struct_of(block.name.title().replace("_", ""), kinds, block.about or block.name)
        self.module.fields |= {python_name(field) for field in kinds}
        body.append(
            ast.Return(called(self.module.add("Outcome", made), *(found.node for found in writer.outcome.values())))
        )
        names = [python_name(parameter.name) for parameter in block.parameters]
        annotations = {python_name(one.name): annotation(one.kind, one.meaning) for one in block.parameters}
        defaults = [one.default for one in block.parameters]
        rules = (block.rule,) if block.rule else ()
        if writer.again is not None:
            body = self._until_good(block, names, body, rules)
        rule = self.module.function(
            python_name(block.name), [DICE, *names], body, defaults, annotations, block.about or block.name, rules
        )
        states = 1
        for kind in kinds.values():
            states *= min(MOST_STATES, _states(kind))
        return RollRule(block.name, block.parameters, rule, kinds, made, min(states, writer.paths))

    def traced(self, name: str) -> tuple[Any, list[ResultTable]]:
        """A rule that returns the matching row of each table of a roll, for checks; and the tables."""
        block = self._blocks[name]
        writer = self._writer(block)
        writer.traces = True
        # A roll that is thrown again has no row.
        body = writer.body(block.statements)
        rows = ast.Tuple([load(variable) for variable, _ in writer.rows], ast.Load())
        names = [python_name(parameter.name) for parameter in block.parameters]
        made = self.module.function(f"rows_of_{block.name}", [DICE, *names], [*body, ast.Return(rows)])
        return made, [table for _, table in writer.rows]

    def _writer(self, block: RollBlock) -> Writer:
        scope = self._scope.copy()
        for parameter in block.parameters:
            scope.add_local(parameter.name, python_name(parameter.name), parameter.kind)
        deciders = {"who": ast.Constant("player"), "player": ast.Constant("player"), "gm": ast.Constant("gm")}
        writer = Writer(self, self._decks, scope, block.rule, deciders=deciders)
        writer.locals |= {parameter.name for parameter in block.parameters}
        return writer

    def _until_good(
        self, block: RollBlock, names: list[str], body: list[ast.stmt], rules: tuple[str, ...]
    ) -> list[ast.stmt]:
        """The body of a roll that is repeated until its outcome counts."""
        step = self.module.function(f"{block.name}_try", [DICE, "_before", *names], body, doc=block.about, rules=rules)
        again = EndingRepeat(step, _counts, {})
        use = ast.Attribute(load(DICE), "call", ast.Load())
        call = ast.Call(use, [load(self.module.add("again", again)), ast.Constant(None), *map(load, names)], [])
        return [ast.Return(call)]


def _counts(outcome: Any) -> bool:
    """Whether the roll has an outcome; False if it must be thrown again."""
    return outcome is not None


def _states(kind: Kind) -> int:
    return size(kind)
