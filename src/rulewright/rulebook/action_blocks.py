"""Action blocks: actions of a character on themselves or another, written once for the table and for the solver."""

import ast
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from rulewright.dice import Deck
from rulewright.rulebook import statements as s
from rulewright.rulebook.document import Block, BookLine
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import Kind, python_name
from rulewright.rulebook.parameters import BookParameter, read_parameters
from rulewright.rulebook.result_tables import ResultTable
from rulewright.rulebook.roll_rules import DICE, Rolls
from rulewright.rulebook.rolls import struct_of
from rulewright.rulebook.sheets import Sheets
from rulewright.rulebook.tokens import Tokens
from rulewright.rulebook.translate import Scope, called, load, store, written
from rulewright.rulebook.writing import Writer

By = Literal["owner", "player", "gm"]
MOST_COST = 10


class ActionBlock(NamedTuple):
    """The parsed block of an action."""

    name: str
    parameters: tuple[BookParameter, ...]
    statements: tuple[s.Statement, ...]
    target: str
    by: By
    in_turn: bool
    cost: int
    rule: str
    about: str
    place: TextPlace

    @property
    def owners(self) -> tuple[str, ...]:
        """The characters that it is about: who acts, and the target if there is one."""
        return ("who", "target") if self.target else ("who",)


class ActionRule(NamedTuple):
    """An action in the generated code.

    `perform` returns the combatants after it and the outcome, `changes` only the combatants, and `allowed` whether its
    `needs` are met. Each takes the fighter and the combatant who acts, then those of the target if there is one.
    """

    block: ActionBlock
    perform: Any
    changes: Any
    allowed: Any
    outcome: tuple[str, ...]
    states: int


def read_action(block: Block, known: s.Declared) -> ActionBlock:
    """Parse an action block: `action NAME(target: foe)`, settings, and lines."""
    tokens = Tokens(block.header.text, block.header.place)
    name = tokens.name("the name of the action")
    lines = s.Lines(known)
    lines.parameters += read_parameters(tokens)
    settings, rest = _settings(block.lines)
    lines.read(rest)
    target = next((one.target for one in lines.parameters if one.target), "")
    parameters = tuple(one for one in lines.parameters if not one.target)
    return ActionBlock(
        name.text, parameters, tuple(lines.statements), target, *settings, block.rule, block.about, name.place
    )


def _settings(lines: Sequence[BookLine]) -> tuple[tuple[By, bool, int], tuple[BookLine, ...]]:
    """Parse the settings `by: gm`, `when: any time` and `costs: 2`; return them and the other lines."""
    by: By = "owner"
    in_turn, cost = True, 1
    rest = []
    for line in lines:
        name, colon, value = line.text.partition(":")
        word, said = name.strip(), value.strip()
        place = line.place.after(len(name) + 1 + len(value) - len(value.lstrip()))
        if colon and word == "by":
            if said not in ("owner", "player", "gm"):
                raise Wrong(
                    place, "an action is taken by owner, player or gm", did_you_mean(said, ("owner", "player", "gm"))
                )
            by = said  # type: ignore[assignment]  # one of the three
        elif colon and word == "when":
            if said not in ("turn", "any time"):
                raise Wrong(place, "an action is taken when: turn or when: any time")
            in_turn = said == "turn"
        elif colon and word == "costs":
            if not said.isdigit() or int(said[:4]) > MOST_COST:
                raise Wrong(place, f"an action costs 0 to {MOST_COST} of a turn's actions")
            cost = int(said)
        else:
            rest.append(line)
    return (by, in_turn, cost), tuple(rest)


class Actions:
    """Writes the actions of a rulebook."""

    def __init__(self, rolls: Rolls, decks: Mapping[str, Deck[Any]], scope: Scope, sheets: Sheets) -> None:
        self.rolls, self.module, self.decks, self.scope, self.sheets = rolls, rolls.module, decks, scope, sheets

    def write(self, block: ActionBlock) -> ActionRule:
        """Generate the functions of an action."""
        for parameter in block.parameters:
            if parameter.name in self.sheets.block.names:
                raise Wrong(
                    parameter.place, f"{quoted(parameter.name)} is a field of the sheet already", "choose another name"
                )
        writer, opening = self._begin(block)
        body = writer.body(block.statements)
        kinds: dict[str, Kind] = {name: found.kind for name, found in writer.outcome.items()}
        nodes = [found.node for found in writer.outcome.values()]
        # The changes of tracks belong to the outcome that players read.
        for owner, field in sorted(writer.changed):
            name = field if owner == "who" else f"{owner}_{field}"
            if name not in kinds:
                variable, kinds[name] = writer.tracks[(owner, field)]
                nodes.append(load(variable))
        made = struct_of(block.name.title().replace("_", ""), kinds, block.about or block.name)
        self.module.fields |= {python_name(field) for field in kinds}
        after = [self.after(owner, writer) for owner in block.owners]
        outcome = called(self.module.add("Outcome", made), *nodes)
        rules = (block.rule,) if block.rule else ()

        def returning(*nodes: ast.expr) -> Any:
            full = [*opening, *body, ast.Return(ast.Tuple(list(nodes), ast.Load()))]
            return self._function(block, python_name(block.name), full, doc=block.about, rules=rules)

        perform, changes = returning(*after, outcome), returning(*after)
        return ActionRule(block, perform, changes, self._allowed(block), tuple(kinds), writer.paths)

    def traced(self, block: ActionBlock) -> tuple[Any, list[ResultTable]]:
        """A rule that returns the matching row of each table of an action, for checks; and the tables."""
        writer, opening = self._begin(block)
        writer.traces = True
        body = writer.body(block.statements)
        rows = ast.Tuple([load(variable) for variable, _ in writer.rows], ast.Load())
        made = self._function(block, f"rows_of_{block.name}", [*opening, *body, ast.Return(rows)])
        return made, [table for _, table in writer.rows]

    def _begin(self, block: ActionBlock) -> tuple[Writer, list[ast.stmt]]:
        """A writer that knows the characters and parameters of an action, and the lines that read the tracks."""
        writer, opening = self.writer(block.owners, block.rule)
        for parameter in block.parameters:
            writer.locals.add(parameter.name)
            writer.scope.add_local(parameter.name, python_name(parameter.name), parameter.kind)
        return writer, opening

    def _function(self, block: ActionBlock, name: str, body: list[ast.stmt], **described: Any) -> Any:
        """A function with this body that takes the characters and parameters of an action."""
        arguments = [*self.arguments(block.owners), *(python_name(one.name) for one in block.parameters)]
        return self.module.function(name, arguments, body, [one.default for one in block.parameters], **described)

    def writer(self, owners: Sequence[str], rule: str) -> tuple[Writer, list[ast.stmt]]:
        """A writer that knows the parts of these characters, and the lines that read their tracks."""
        scope = self.scope.copy()
        tracks: dict[tuple[str, str], tuple[str, Kind]] = {}
        opening: list[ast.stmt] = []
        for owner in owners:
            variables = {track.name: f"_{owner}_{track.name}" for track in self.sheets.block.tracks}
            for track in self.sheets.block.tracks:
                tracks[(owner, track.name)] = (variables[track.name], track.kind)
                read = ast.Attribute(load(f"_{owner}_now"), python_name(track.name), ast.Load())
                opening.append(store(variables[track.name], read))
            scope.parts[owner] = self.sheets.parts(variables, f"_{owner}")
        scope.values = {**scope.parts["who"], **scope.values}
        deciders: dict[str, ast.expr] = {"who": load("_side"), "gm": ast.Constant("gm")}
        if "target" in owners:
            deciders["target"] = load("_their_side")
        return Writer(self.rolls, self.decks, scope, rule, tracks, deciders), opening

    def arguments(self, owners: Sequence[str]) -> list[str]:
        """The arguments of a function about these characters."""
        both = [name for owner in owners for name in (f"_{owner}", f"_{owner}_now")]
        return [DICE, *both, "_side", *(["_their_side"] if "target" in owners else [])]

    def after(self, owner: str, writer: Writer) -> ast.expr:
        """The node of the combatant after all changes, including whether they are out now."""
        if not any(changed == owner for changed, _ in writer.changed):
            return load(f"_{owner}_now")
        nodes = [load(f"_{owner}_{track.name}") for track in self.sheets.block.tracks]
        out: ast.expr = ast.Constant(False)
        if self.sheets.out is not None:
            scope = self.scope.copy()
            scope.values = {**scope.values, **writer.scope.parts[owner]}
            out = written(self.sheets.out, scope).node
        return called(self.module.add("Combatant", self.sheets.combatant), *nodes, out)

    def _allowed(self, block: ActionBlock) -> Any:
        """A function that returns whether the conditions of an action are met, with parameters at their defaults."""
        writer, opening = self._begin(block)
        before: list[s.Statement] = []
        for statement in block.statements:
            if not isinstance(statement, s.Let | s.Needs):
                break
            before.append(statement)
        body = [_returning_false(one) for one in writer.body(before)]
        return self._function(block, f"may_{block.name}", [*opening, *body, ast.Return(ast.Constant(True))])


def _returning_false(statement: ast.stmt) -> ast.stmt:
    """The statement, with a refusal in it replaced by `return False`."""
    if isinstance(statement, ast.If) and isinstance(statement.body[0], ast.Raise):
        return ast.If(statement.test, [ast.Return(ast.Constant(False))], [])
    return statement
