"""Builders for most answers: a table of one quantity by row and column, and a chart of named series."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal, TypeVar

from rulewright.lab.answers import Cell, Chart, ReportTable, Series

Row = TypeVar("Row", bound=Cell)
Name = TypeVar("Name")
Number = int | float | Fraction | None


def table_of(
    title: str, corner: str, columns: Iterable[object], rows: Mapping[Row, Iterable[Cell]], *, percent: bool = False
) -> ReportTable:
    """A table with one row for each entry of `rows`; with `percent` all columns but the first are chances."""
    unit = " %" if percent else ""
    heads = (corner, *(f"{column}{unit}" for column in columns))
    return ReportTable(title, heads, tuple((name, *cells) for name, cells in rows.items()))


def grid_of(
    title: str, corner: str, column: str, grid: Mapping[tuple[Row, Name], Cell], *, percent: bool = False
) -> ReportTable:
    """A table of a quantity by row and column; `column` is the head of a column, with {} for its value."""
    rows: dict[Row, list[Cell]] = {}
    for (row, _), cell in grid.items():
        rows.setdefault(row, []).append(cell)
    heads = dict.fromkeys(column.format(value) for _, value in grid)
    return table_of(title, corner, heads, rows, percent=percent)


def chart_of(
    kind: Literal["lines", "bars", "heat"],
    title: str,
    x_title: str,
    x: Iterable[str | int],
    y_title: str,
    series: Mapping[Name, Iterable[Number]],
    *,
    percent: bool = False,
) -> Chart:
    """A chart with one line, one set of bars, or one row of a heat map for each entry of `series`."""
    named = tuple(Series(str(name), tuple(values)) for name, values in series.items())
    return Chart(title, kind, x_title, y_title, tuple(x), named, percent)


def transposed(columns: Mapping[Name, Iterable[Cell]], rows: Iterable[Row]) -> dict[Row, tuple[Cell, ...]]:
    """The rows of a table whose numbers are given by column."""
    return dict(zip(rows, zip(*columns.values(), strict=True), strict=True))


def chart_of_table(
    kind: Literal["lines", "bars", "heat"],
    table: ReportTable,
    axis: str,
    title: str = "",
    columns: Iterable[str] = (),
) -> Chart:
    """A chart of a table's numbers, under the table's title unless it has its own.

    The first column is along x, and each other column, or each of `columns`, is a series; `axis` is the title of y.
    A heat map has one row for each row of the table, and `axis` is the title of x.
    """
    corner, *heads = table.columns
    wanted = {f"{name}{unit}" for name in columns for unit in ("", " %")} or set(heads)
    shown = {head: at for at, head in enumerate(heads, start=1) if head in wanted}
    percent = any(head.endswith(" %") for head in shown)
    names = [head.removesuffix(" %") for head in shown]
    if kind == "heat":
        rows = {row[0]: [_number(row[at]) for at in shown.values()] for row in table.rows}
        return chart_of(kind, title or table.title, axis, names, corner, rows, percent=percent)
    series = {name: [_number(row[at]) for row in table.rows] for name, at in zip(names, shown.values(), strict=True)}
    x = [row[0] if isinstance(row[0], int) else str(row[0]) for row in table.rows]
    return chart_of(kind, title or table.title, corner, x, axis, series, percent=percent)


def _number(cell: Cell) -> Number:
    if isinstance(cell, str):
        raise TypeError(f"a chart cannot show the text {cell!r}: choose other columns")
    return cell
