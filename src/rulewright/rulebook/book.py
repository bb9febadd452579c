"""Parses a rulebook: checks every block, generates its code, and collects every fault with its place."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from rulewright.dice import Deck
from rulewright.rulebook import expressions as e
from rulewright.rulebook import statements as s
from rulewright.rulebook.action_blocks import ActionRule, Actions, read_action
from rulewright.rulebook.declarations import (
    OptionBlock,
    name_in_header,
    read_deck,
    read_dice,
    read_option,
    read_random_table,
)
from rulewright.rulebook.document import Block, Heading, Prose, joined_documents, read_document
from rulewright.rulebook.examples import ExampleBlock, read_examples
from rulewright.rulebook.exceptions import ExceptionBlock, apply_exception, read_exception
from rulewright.rulebook.faults import MOST_FAULTS, BadRulebook, BookFault, TextPlace, Wrong, quoted
from rulewright.rulebook.fight_blocks import FightBlock, FightRule, read_fight, write_fight
from rulewright.rulebook.functions import Module
from rulewright.rulebook.kinds import Flag, Range, Value, WordKind
from rulewright.rulebook.result_tables import ResultTable
from rulewright.rulebook.roll_rules import DICE, RollRule
from rulewright.rulebook.rolls import BookRolls, RollBlock, read_roll
from rulewright.rulebook.sheet_blocks import SheetBlock, read_sheet
from rulewright.rulebook.sheets import Sheets
from rulewright.rulebook.translate import Scope
from rulewright.rules import between, option

T = TypeVar("T")
P = ParamSpec("P")


class Rulebook:
    """The content of a rulebook: the declarations of its blocks, and the rolls generated from them.

    After a fault, parsing continues with the next block, so that all faults are found at once. With `base` the text is
    a book of house rules: it is read as if it stood at the end of that rulebook, under its own front matter.
    """

    def __init__(self, text: str, base: str = "") -> None:
        self.faults: list[BookFault] = []
        self.text, self.base = text, base
        self.hash = hashlib.sha256(f"{base}{text}".encode("utf-8", "replace")).hexdigest()
        document, faults = read_document(text)
        if document is not None and base:
            parent, more = read_document(base)
            faults += more
            if parent is not None:
                document = joined_documents(parent, document)
        self.faults += faults
        self.has_document = document is not None
        if document is None:
            return
        self.document = document
        self.module = Module(f"rulebook {document.front.slug} {self.hash[:8]}")
        self._taken: set[str] = set()
        self.options = self._each("option", read_option, lambda one: one.name)
        self.dice = self._each("dice", read_dice, lambda one: one.name)
        decks = self._each("deck", read_deck, lambda one: one[0])
        self.decks: dict[str, Deck[Any]] = {name: deck for name, (_, deck) in decks.items()}
        self.exceptions = [one for one in map(self._exception, document.of("exception")) if one is not None]
        self.options |= {one.option.name: one.option for one in self.exceptions if one.option is not None}
        self.known = s.Declared(self.dice, frozenset(self._names("roll", "table")), self.decks)
        self.roll_blocks = self._rolls()
        self.sheet_block = self._sheet()
        self.action_blocks = self._each("action", lambda block: read_action(block, self.known), lambda one: one.name)
        self.fight_block = self._fight()
        self.examples: list[ExampleBlock] = [
            one for block in document.of("example") for one in self.attempt(read_examples, block) or ()
        ]
        self.words = frozenset(self._words())
        self.scope = Scope(self.words)
        for one in self.options.values():
            self.module.fields.add(one.name)
            self.scope.values[one.name] = Value(one.kind, _option_reader(one.name))
        self.rolls = BookRolls(self.module, self.roll_blocks, self.decks, self.scope)
        self.rules: dict[str, RollRule] = {}
        for name, block in self.roll_blocks.items():
            found = self.attempt(self.rolls.rule, name, block.place)
            if found is not None:
                self.rules[name] = found

        self.sheets: Sheets | None = None
        self.fight: FightRule | None = None
        self.actions: dict[str, ActionRule] = {}
        self.writing: Actions | None = None
        if self.sheet_block is not None:
            self._characters(self.sheet_block)
        elif self.action_blocks:
            self.faults.append(_without_sheet(next(iter(self.action_blocks.values())).place))
        elif self.fight_block is not None:
            self.faults.append(_without_sheet(self.fight_block.place))

    def _characters(self, block: SheetBlock) -> None:
        """Read the sheet, and the blocks that use it."""
        out = None if self.fight_block is None else self.fight_block.out
        self.sheets = self.attempt(Sheets, block, self.module, self.scope, out, self.document.front.gm)
        if self.sheets is None:
            return
        actions = self.writing = Actions(self.rolls, self.decks, self.scope, self.sheets)
        for name, one in self.action_blocks.items():
            found = self.attempt(actions.write, one)
            if found is not None:
                self.actions[name] = found
        if self.fight_block is not None:
            self.fight = self.attempt(write_fight, self.fight_block, actions)

    # --- reading ---

    def attempt(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """The result of `read`; None if it fails, and the fault is recorded."""
        try:
            return read(*args, **kwargs)
        except Wrong as wrong:
            if wrong.fault not in self.faults and len(self.faults) < MOST_FAULTS:
                self.faults.append(wrong.fault)
        return None

    def _sheet(self) -> SheetBlock | None:
        blocks = self.document.of("sheet")
        for block in blocks[1:]:
            self.faults.append(
                BookFault(block.place.line, 1, "there is a sheet already", "put all fields into one block")
            )
        return self.attempt(read_sheet, blocks[0]) if blocks else None

    def _fight(self) -> FightBlock | None:
        blocks = self.document.of("fight")
        return self.attempt(read_fight, blocks, self.known) if blocks else None

    def _each(self, kind: str, read: Callable[[Block], T], name: Callable[[T], str]) -> dict[str, T]:
        found: dict[str, T] = {}
        for block in self.document.of(kind):
            one = self.attempt(read, block)
            if one is None:
                continue
            if name(one) in self._taken:
                self.faults.append(
                    BookFault(block.place.line, 1, f"{quoted(name(one))} is the name of another block already")
                )
                continue
            self._taken.add(name(one))
            found[name(one)] = one
        return found

    def _names(self, *kinds: str) -> Iterator[str]:
        for block in self.document.blocks:
            if block.kind in kinds:
                token = self.attempt(name_in_header, block)
                if token is not None:
                    yield token.text

    def _rolls(self) -> dict[str, RollBlock]:
        found: dict[str, RollBlock] = {}
        for block in self.document.blocks:
            if block.kind not in ("roll", "table"):
                continue
            one = self.attempt(self._roll, block)
            if one is None:
                continue
            if one.name in self._taken:
                self.faults.append(
                    BookFault(block.place.line, 1, f"{quoted(one.name)} is the name of another block already")
                )
            self._taken.add(one.name)
            found[one.name] = one
        for exception in self.exceptions:
            self.attempt(apply_exception, exception, found)
        return found

    def _roll(self, block: Block) -> RollBlock:
        if block.kind == "roll":
            return read_roll(block, self.known)
        token, statements = read_random_table(block)
        return RollBlock(token.text, (), tuple(statements), block.rule, block.about, token.place)

    def _exception(self, block: Block) -> ExceptionBlock | None:
        return self.attempt(read_exception, block, {heading.number for heading in self.document.headings})

    def _words(self) -> Iterator[str]:
        """Every word that a value can have; `none` stands for the outcome of a roll that was not made."""
        yield "none"
        for one in self.options.values():
            yield from one.kind.words if isinstance(one.kind, WordKind) else ()
        for block in self.roll_blocks.values():
            for parameter in block.parameters:
                yield from parameter.kind.words if isinstance(parameter.kind, WordKind) else ()
            for statement in block.statements:
                yield from _words_of(statement)
        if self.sheet_block is not None:
            for kind in self.sheet_block.stored.values():
                yield from kind.words if isinstance(kind, WordKind) else ()
            for let in self.sheet_block.derived:
                yield from _named_words(let.value)
        for action in self.action_blocks.values():
            for parameter in action.parameters:
                yield from parameter.kind.words if isinstance(parameter.kind, WordKind) else ()
            for statement in action.statements:
                yield from _words_of(statement)
        for deck in self.decks.values():
            yield from (card for card in deck.copies if isinstance(card, str))

    # --- derived from the blocks ---

    def refuse_faults(self, name: str) -> None:
        """Raises `BadRulebook` if anything is wrong."""
        errors = [fault for fault in self.faults if fault.severity == "error"]
        if errors:
            raise BadRulebook(name, sorted(errors, key=lambda fault: (fault.line, fault.column)))

    def worst_to_best(self) -> tuple[str, ...]:
        """The words of outcomes, worst first: tables begin with the best row.

        Words of different tables are ordered by where they stand in theirs: the best of one beside the best of another.
        """
        places: dict[str, float] = {}
        for block in self.roll_blocks.values():
            for table in [one for one in block.statements if isinstance(one, ResultTable)]:
                cells = [cell.value for row in table.rows for cell in row.cells[:1]]
                words = list(dict.fromkeys(word.name for word in cells if isinstance(word, e.Name)))
                for place, word in enumerate(words):
                    places.setdefault(word, place / max(1, len(words) - 1))
        later_first = list(places)[::-1]
        return tuple(sorted(later_first, key=lambda word: -places[word]))

    def options_type(self) -> type[Struct]:
        """The options as a struct."""
        fields = [(one.name, _option_type(one), one.default) for one in self.options.values()]
        return msgspec.defstruct(
            "Options",
            fields,
            frozen=True,
            forbid_unknown_fields=True,
            rename="kebab",
            namespace={"__doc__": "The rulings that a table can choose between."},
        )

    def texts(self) -> Iterator[tuple[str, str, str]]:
        """Every numbered rule: its number, the section it stands in, and its first paragraph."""
        section, number, title = self.document.front.name, "", ""
        said: dict[str, tuple[str, str]] = {}
        for part in self.document.parts:
            if isinstance(part, Heading):
                number, title = part.number, part.title
                if number:
                    said.setdefault(number, (section, title))
                else:
                    section = part.title
            elif isinstance(part, Prose) and number and said[number][1] == title:
                said[number] = (said[number][0], part.text)
        for known, (where, text) in said.items():
            yield known, where, text


def _without_sheet(place: TextPlace) -> BookFault:
    return BookFault(place.line, place.column, "there is no sheet for the characters", "add a block ```sheet")


def _named_words(value: e.Expression) -> Iterator[str]:
    """The words that an expression such as `normal if hp > 3 else wounded` chooses between."""
    if isinstance(value, e.Choice):
        for way in (value.then, value.otherwise):
            if isinstance(way, e.Name):
                yield way.name
            yield from _named_words(way)


def _words_of(statement: Any) -> Iterator[str]:
    if isinstance(statement, ResultTable):
        for row in statement.rows:
            for cell in row.cells:
                if isinstance(cell.value, e.Name):
                    yield cell.value.name
    if isinstance(statement, s.AskStatement):
        yield from statement.words
    if isinstance(statement, s.Let):
        yield from _named_words(statement.value)


def _option_reader(name: str) -> Callable[[], Any]:
    import ast

    return lambda: ast.Attribute(ast.Attribute(ast.Name(DICE, ast.Load()), "options", ast.Load()), name, ast.Load())


def _option_type(one: OptionBlock) -> Any:
    words = one.meaning or one.name.replace("_", " ")
    match one.kind:
        case Range(least, most):
            return Annotated[int, between(least, most, words), option(one.rule)]
        case WordKind(listed):
            return Annotated[Literal[listed], option(one.rule, words, **one.values)]
        case Flag():
            return Annotated[bool, option(one.rule, words)]
