"""The shapes that most answers have: a table of one quantity by row and column, and a chart of named series."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal, TypeVar

from rulewright.lab.answers import Cell, Chart, ReportTable, Series

Row = TypeVar("Row", bound=Cell)
Name = TypeVar("Name")


def table_of(
    title: str, corner: str, columns: Iterable[object], rows: Mapping[Row, Iterable[Cell]], *, percent: bool = False
) -> ReportTable:
    """A table with one row for each entry of `rows`; with `percent` all columns but the first are chances."""
    unit = " %" if percent else ""
    heads = (corner, *(f"{column}{unit}" for column in columns))
    return ReportTable(title, heads, tuple((name, *cells) for name, cells in rows.items()))


def chart_of(
    kind: Literal["lines", "bars", "heat"],
    title: str,
    x_title: str,
    x: Iterable[str | int],
    y_title: str,
    series: Mapping[Name, Iterable[int | float | Fraction | None]],
    *,
    percent: bool = False,
) -> Chart:
    """A chart with one line, one set of bars, or one row of a heat map for each entry of `series`."""
    named = tuple(Series(str(name), tuple(values)) for name, values in series.items())
    return Chart(title, kind, x_title, y_title, tuple(x), named, percent)


def transposed(columns: Mapping[Name, Iterable[Cell]], rows: Iterable[Row]) -> dict[Row, tuple[Cell, ...]]:
    """The rows of a table whose numbers are at hand by column, in the order of the rows."""
    return dict(zip(rows, zip(*columns.values(), strict=True), strict=True))
