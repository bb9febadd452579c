"""Tables: rows under `| when | result |`, of which the first that fits applies."""

from dataclasses import dataclass

from rulewright.rulebook import expressions as e
from rulewright.rulebook.document import BookLine
from rulewright.rulebook.faults import TextPlace, Wrong
from rulewright.rulebook.kinds import refuse_name
from rulewright.rulebook.tokens import Tokens, tokens_of

MOST_ROWS = 40


@dataclass(frozen=True)
class Cell:
    """A cell of a row: an expression, words, or nothing; `sign` is + or - for a change."""

    value: e.Expression | None
    sign: str
    place: TextPlace


@dataclass(frozen=True)
class Row:
    """A row: its condition, None for `otherwise`, and its cells."""

    when: e.Expression | None
    cells: tuple[Cell, ...]
    place: TextPlace


@dataclass(frozen=True)
class ResultColumn:
    """A column of results: the name of an outcome, or a track (`target.hp`)."""

    owner: str
    name: str
    place: TextPlace


@dataclass(frozen=True)
class ResultTable:
    """Rows of which the first that fits applies."""

    columns: tuple[ResultColumn, ...]
    rows: tuple[Row, ...]
    place: TextPlace


def cells_of(line: BookLine) -> list[tuple[str, TextPlace]]:
    """The cells of a row, each with its place."""
    text, place = line
    lead = len(text) - len(text.lstrip())
    found = []
    at = lead + 1
    parts = text.strip()[1:].split("|")
    if parts and not parts[-1].strip():
        parts = parts[:-1]
    for part in parts:
        found.append((part.strip(), place.after(at + len(part) - len(part.lstrip()))))
        at += len(part) + 1
    return found


def is_rule_line(line: BookLine) -> bool:
    """Whether a row only separates the head from the rest: `|---|---|`."""
    return not line.text.strip().strip("|-: \t")


def rows_of(
    lines: list[BookLine], head: tuple[str, ...] = ()
) -> tuple[list[tuple[str, TextPlace]], list[list[tuple[str, TextPlace]]]]:
    """The head of a table and its rows, all with as many cells as the head."""
    place = lines[0].place
    filled = [cells_of(line) for line in lines if not is_rule_line(line)]
    if not filled or len(filled) > MOST_ROWS + 1:
        raise Wrong(place, f"a table has a head and 1 to {MOST_ROWS} rows")
    first, *rest = filled
    for cells in rest:
        if len(cells) != len(first):
            where = cells[-1][1] if cells else place
            raise Wrong(where, f"this row has {len(cells)} cells, and the head {len(first)}")
    if head and [text for text, _ in first[: len(head)]] != list(head):
        raise Wrong(place, f"the head of this table begins with | {' | '.join(head)} |")
    return first, rest


def read_table(lines: list[BookLine]) -> ResultTable:
    """Parse a table whose first column is `when`."""
    head, rows = rows_of(lines)
    if head[0][0] != "when" or len(head) < 2:
        raise Wrong(head[0][1], "the head of a table is | when | result |", "the first column is when")
    columns = tuple(_column(text, place) for text, place in head[1:])
    if not rows:
        raise Wrong(lines[0].place, "this table has no rows")
    found = [read_row(cells) for cells in rows]
    for row in found[:-1]:
        if row.when is None:
            raise Wrong(row.place, "no row after otherwise can ever apply", "otherwise comes last")
    if found[-1].when is not None:
        raise Wrong(found[-1].place, "some outcomes may fit no row", "add a last row | otherwise | ... |")
    return ResultTable(columns, tuple(found), lines[0].place)


def _column(text: str, place: TextPlace) -> ResultColumn:
    tokens = Tokens(text, place)
    first = tokens.name("the name of an outcome, or a track such as target.hp")
    if tokens.skip("."):
        column = ResultColumn(first.text, tokens.name("a track").text, place)
    else:
        column = ResultColumn("", refuse_name(first), place)
    tokens.end()
    return column


def read_row(cells: list[tuple[str, TextPlace]]) -> Row:
    """Parse a row, whose first cell is a condition or `otherwise`."""
    (text, place), *others = cells
    when = None if text == "otherwise" else e.whole(text, place)
    return Row(when, tuple(_cell(*cell) for cell in others), place)


def _cell(text: str, place: TextPlace) -> Cell:
    """Parse a cell: plain words are a text, anything else an expression; + or - before it makes it a change."""
    if not text or text == "-":
        return Cell(None, "", place)
    tokens = tokens_of(text, place)
    kinds = [token.kind for token in tokens[:-1]]
    if len(kinds) > 1 and set(kinds) == {"name"} and "if" not in text.split():
        return Cell(e.Text(" ".join(text.split()), place), "", place)
    sign = text[0] if text[0] in "+-" and len(kinds) > 1 else ""
    rest = text[1:] if sign else text
    return Cell(e.whole(rest, place.after(len(text) - len(rest))), sign, place)
