"""Blocks that declare things other blocks use: options, dice with symbols, decks, and random tables."""

import re
from typing import NamedTuple

from rulewright.dice import Deck
from rulewright.rulebook import expressions as e
from rulewright.rulebook import statements as s
from rulewright.rulebook.document import Block, BookLine
from rulewright.rulebook.faults import TextPlace, Wrong, quoted
from rulewright.rulebook.kinds import Flag, Kind, WordKind, python_name, refuse_name
from rulewright.rulebook.parameters import read_parameter
from rulewright.rulebook.result_tables import Cell, ResultColumn, ResultTable, Row, cells_of, is_rule_line, rows_of
from rulewright.rulebook.throws import MOST_SIDES, SymbolDie, WrittenThrow, read_throw
from rulewright.rulebook.tokens import Token, Tokens

MOST_CARDS = 500
MOST_SYMBOLS = 6
MOST_WORTH = 100
_SPAN = re.compile(r"^(\d{1,4})(?:\s*(?:-|\u2013|to)\s*(\d{1,4}))?$")
_WORD = re.compile(r"^[A-Za-z][A-Za-z0-9_]*$")


class OptionBlock(NamedTuple):
    """An option: its kind, its default, its meaning, and the effect of each value."""

    name: str
    kind: Kind
    default: int | str | bool
    meaning: str
    values: dict[str, str]
    rule: str
    place: TextPlace


def name_in_header(block: Block) -> Token:
    """The name that a block's first line gives."""
    token = Tokens(block.header.text, block.header.place).next
    if token.kind != "name":
        raise Wrong(block.header.place, f"this {block.kind} has no name", f"write ```{block.kind} NAME")
    refuse_name(token)
    return token


def table_lines(block: Block) -> list[BookLine]:
    """The rows of a block that is one table; blank lines and comments are left out."""
    lines = [line for line in block.lines if line.text.strip() and not line.text.strip().startswith("#")]
    for line in lines:
        if not line.text.strip().startswith("|"):
            raise Wrong(line.place, f"a {block.kind} block has only rows here", "rows look like | 1 | a cold wind |")
    if not lines:
        raise Wrong(block.place, f"this {block.kind} block is empty")
    return lines


def read_option(block: Block) -> OptionBlock:
    """Parse an option: a table of values, the first of which is the default, or `NAME: 1..9 = 3 "meaning"`."""
    tokens = Tokens(block.header.text, block.header.place)
    if tokens.second.text == ":":
        parameter = read_parameter(tokens)
        tokens.end()
        _refuse_python(parameter.name, parameter.place)
        return OptionBlock(
            parameter.name, parameter.kind, parameter.default, parameter.meaning, {}, block.rule, parameter.place
        )
    token = name_in_header(block)
    _refuse_python(token.text, token.place)
    tokens.take()
    meaning = tokens.take().text.strip('"') if tokens.next.kind == "text" else block.about
    tokens.end()
    head, rows = rows_of(table_lines(block), ("value", "meaning"))
    values: dict[str, str] = {}
    for (word, place), (text, _), *_ in rows:
        if not _WORD.match(word) or word in e.KEYWORDS - {"yes", "no"}:
            raise Wrong(place, f"{quoted(word)} is not a word", "a value is one word of letters, digits and _")
        if word in values:
            raise Wrong(place, f"{quoted(word)} is given twice")
        values[word] = text
    if len(values) < 2:
        raise Wrong(head[0][1], "an option has two values or more")
    if set(values) == {"yes", "no"}:
        return OptionBlock(token.text, Flag(), next(iter(values)) == "yes", meaning, values, block.rule, token.place)
    return OptionBlock(
        token.text, WordKind(tuple(values)), next(iter(values)), meaning, values, block.rule, token.place
    )


def _refuse_python(name: str, place: TextPlace) -> None:
    if python_name(name) != name:
        raise Wrong(place, f"{quoted(name)} cannot be the name of an option", f"choose another, such as {name}s")


def read_dice(block: Block) -> SymbolDie:
    """Parse a die with symbols: a row for each face, a column for each symbol."""
    token = name_in_header(block)
    head, rows = rows_of(table_lines(block), ("face",))
    symbols = tuple(refuse_name(Token("name", text, place)) if _WORD.match(text) else "" for text, place in head[1:])
    if not symbols or "" in symbols or len(set(symbols)) < len(symbols) or len(symbols) > MOST_SYMBOLS:
        raise Wrong(head[0][1], f"the head is | face | SYMBOL |, with 1 to {MOST_SYMBOLS} different symbols")
    faces: list[tuple[int, ...]] = []
    for (span, place), *cells in rows:
        least, most = _span(span, place)
        if least != len(faces) + 1 or most > MOST_SIDES:
            raise Wrong(place, f"the next face is {len(faces) + 1}, not {least}")
        worth = tuple(_worth(text, where) for text, where in cells)
        faces += [worth] * (most - least + 1)
    return SymbolDie(token.text, symbols, tuple(faces))


def _worth(text: str, place: TextPlace) -> int:
    if not re.fullmatch(r"[-+]?\d{1,3}|", text) or abs(int(text or 0)) > MOST_WORTH:
        raise Wrong(place, f"a face shows a number of symbols up to {MOST_WORTH}, not {quoted(text)}")
    return int(text or 0)


def _span(text: str, place: TextPlace) -> tuple[int, int]:
    found = _SPAN.match(text)
    if not found:
        raise Wrong(place, f"{quoted(text)} is not a face", "write 4, or 2-5")
    least, most = int(found[1]), int(found[2] or found[1])
    if most < least:
        raise Wrong(place, f"the range {least}-{most} is empty")
    return least, most


def read_deck(block: Block) -> tuple[str, Deck[int | str]]:
    """Parse a deck: a row for each card, with its number of copies."""
    token = name_in_header(block)
    _, rows = rows_of(table_lines(block), ("card", "copies"))
    cards: dict[int | str, int] = {}
    for (card, place), (copies, where), *_ in rows:
        if not _WORD.match(card) and not re.fullmatch(r"\d{1,3}", card):
            raise Wrong(place, f"{quoted(card)} is not a card", "a card is one word or a number")
        if not re.fullmatch(r"\d{1,3}", copies) or not int(copies):
            raise Wrong(where, "say how many copies there are, from 1 to 999")
        key = int(card) if card.isdigit() else card
        if key in cards:
            raise Wrong(place, f"{quoted(card)} is given twice")
        cards[key] = int(copies)
    if len({type(card) for card in cards}) > 1:
        raise Wrong(block.place, "the cards of a deck are all words or all numbers")
    if sum(cards.values()) > MOST_CARDS:
        raise Wrong(block.place, f"{sum(cards.values()):,} cards: at most {MOST_CARDS} are allowed")
    return token.text, Deck(cards, name=token.text)


def read_random_table(block: Block) -> tuple[Token, list[s.Statement]]:
    """Parse a random table into a roll: its dice, and a row for each span of numbers."""
    tokens = Tokens(block.header.text, block.header.place)
    token = name_in_header(block)
    tokens.take()
    thrown = read_throw(tokens, {})
    place = token.place
    lines = table_lines(block)
    rows: list[tuple[int, int, str, TextPlace]] = []
    for line in lines:
        if is_rule_line(line):
            continue
        cells = cells_of(line)
        if len(cells) != 2:
            raise Wrong(line.place, "a row of a random table has two cells", "| 2-5 | a cold wind |")
        (span, where), (text, _) = cells
        if not rows and not _SPAN.match(span) and span:
            continue  # the head
        least, most = _span(span, where)
        if rows and least != rows[-1][1] + 1:
            raise Wrong(where, f"the next number is {rows[-1][1] + 1}, not {least}")
        if not text:
            raise Wrong(where, "this row says nothing")
        rows.append((least, most, text, where))
    if not rows:
        raise Wrong(block.place, "this table has no rows")
    name = e.Name("throw", place)
    made = []
    for least, most, text, where in rows:
        last = rows[-1][2] == text and rows[-1][0] == least
        when = None if last else e.Compared("<=", name, e.Number(most, where), where)
        made.append(Row(when, (Cell(e.Text(text, where), "", where),), where))
    table = ResultTable((ResultColumn("", "result", place),), tuple(made), lines[0].place)
    _refuse_gaps(thrown, rows[0][0], rows[-1][1], block.place)
    return token, [s.ThrowStatement("throw", thrown, place), table]


def _refuse_gaps(thrown: WrittenThrow, first: int, last: int, place: TextPlace) -> None:
    """Raise for a table whose rows are not the numbers that its dice can show."""
    least = most = 0
    for group in thrown.groups:
        if not isinstance(group.count, e.Number) or not isinstance(group.sides, e.Number) or group.minus:
            raise Wrong(group.place, "the dice of a random table are written with numbers: d6, 2d6")
        least += group.count.value
        most += group.count.value * group.sides.value
    if thrown.keep is None and (first, last) != (least, most):
        raise Wrong(place, f"the dice show {least} to {most}, and the rows go from {first} to {last}")
