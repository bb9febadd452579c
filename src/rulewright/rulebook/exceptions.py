"""Exceptions: a numbered rule that is changed, for everyone or for tables that choose an option.

A row of an exception replaces the row of the rule that has the same results; a row with results of its own comes
before all others. A line `NAME = ...` replaces the line of that name.
"""

import re
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from rulewright.rulebook import expressions as e
from rulewright.rulebook import statements as s
from rulewright.rulebook.declarations import OptionBlock
from rulewright.rulebook.document import Block, BookLine
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import Flag, refuse_name
from rulewright.rulebook.result_tables import ResultTable, Row, cells_of, is_rule_line, read_row
from rulewright.rulebook.rolls import RollBlock
from rulewright.rulebook.tokens import Tokens

_HEADER = re.compile(r"^(?P<number>[A-Z][A-Z0-9]{0,7}-[A-Z]?\d{1,4})(?P<rest>.*)$")


class ExceptionBlock(NamedTuple):
    """The parsed block of an exception."""

    number: str
    option: OptionBlock | None
    statements: tuple[s.Statement, ...]
    reason: str
    place: TextPlace


def read_exception(block: Block, numbers: Collection[str]) -> ExceptionBlock:
    """Parse `exception LA-3` or `exception LA-3 option veterans`, with rows and lines."""
    found = _HEADER.match(block.header.text)
    if not found:
        raise Wrong(block.header.place, "say which rule is changed", "write ```exception LA-3 option veterans")
    number = found["number"]
    if number not in numbers:
        raise Wrong(block.header.place, f"there is no rule {number}", did_you_mean(number, numbers))
    tokens = Tokens(found["rest"], block.header.place.after(len(number)))
    option = None
    if tokens.skip("option"):
        token = tokens.name("the name of the option")
        name = refuse_name(token)
        option = OptionBlock(name, Flag(), False, block.about or name.replace("_", " "), {}, block.rule, token.place)
    tokens.end()
    lines = s.Lines(s.Declared({}, (), ()))
    rows = [line for line in block.lines if line.text.strip().startswith("|")]
    lines.read(tuple(line for line in block.lines if line not in rows))
    statements = [one for one in lines.statements if isinstance(one, s.Let)]
    if len(statements) < len(lines.statements) or lines.parameters:
        raise Wrong(block.place, "an exception has rows and lines NAME = value")
    if rows:
        statements.append(_rows(rows))  # type: ignore[arg-type]  # a table
    if not statements:
        raise Wrong(block.place, "this exception changes nothing")
    return ExceptionBlock(number, option, tuple(statements), block.about, block.place)


def _rows(lines: list[BookLine]) -> ResultTable:
    """Parse rows without a head, whose columns are those of the rule."""
    filled = [cells_of(line) for line in lines if not is_rule_line(line)]
    if filled and filled[0] and filled[0][0][0] == "when":
        filled = filled[1:]
    rows = tuple(read_row(cells) for cells in filled if len(cells) > 1)
    if not rows:
        raise Wrong(lines[0].place, "a row needs a condition and a result")
    return ResultTable((), rows, lines[0].place)


def apply_exception(exception: ExceptionBlock, rolls: dict[str, RollBlock]) -> None:
    """Apply an exception to the rolls that stand under its rule."""
    under = [name for name, block in rolls.items() if block.rule == exception.number]
    if not under:
        raise Wrong(exception.place, f"no roll stands under {exception.number}")
    for change in exception.statements:
        done = [_put(change, exception, name, rolls) for name in under]
        if not any(done):
            what = f"no line {quoted(change.name)}" if isinstance(change, s.Let) else "no table"
            raise Wrong(change.place, f"the rolls under {exception.number} have {what} that could be changed")


def _put(change: s.Statement, exception: ExceptionBlock, name: str, rolls: dict[str, RollBlock]) -> bool:
    import msgspec

    block = rolls[name]
    made: list[s.Statement] = []
    done = False
    for statement in block.statements:
        if isinstance(change, s.Let) and isinstance(statement, s.Let) and statement.name == change.name:
            value = _either(exception, change.value, statement.value, change.place)
            made.append(s.Let(statement.name, value, change.place))
            done = True
        elif isinstance(change, ResultTable) and isinstance(statement, ResultTable) and not done:
            made.append(_merged(change, exception, statement))
            done = True
        else:
            made.append(statement)
    if done:
        rolls[name] = msgspec.structs.replace(block, statements=tuple(made))
    return done


def _either(exception: ExceptionBlock, new: e.Expression, old: e.Expression, place: TextPlace) -> e.Expression:
    if exception.option is None:
        return new
    return e.Choice(e.Name(exception.option.name, place), new, old, place)


def _merged(change: ResultTable, exception: ExceptionBlock, table: ResultTable) -> ResultTable:
    rows = list(table.rows)
    first: list[Row] = []
    for row in change.rows:
        if len(row.cells) != len(table.columns):
            raise Wrong(row.place, f"this row has {len(row.cells)} results, and the rule {len(table.columns)}")
        if row.when is None:
            raise Wrong(row.place, "otherwise cannot be changed", "write a condition")
        same = [at for at, old in enumerate(rows) if _results(old) == _results(row) and old.when is not None]
        if same:
            old = rows[same[0]]
            assert old.when is not None
            rows[same[0]] = replace(old, when=_either(exception, row.when, old.when, row.place), place=row.place)
        else:
            when = row.when
            if exception.option is not None:
                when = e.Both("and", (e.Name(exception.option.name, row.place), row.when), row.place)
            first.append(replace(row, when=when))
    return replace(table, rows=(*first, *rows))


def _results(row: Row) -> str:
    return e.without_places(tuple(cell.value for cell in row.cells))
