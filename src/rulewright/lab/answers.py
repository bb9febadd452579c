"""Answers of the lab as data: tables, charts and sentences, for the terminal, a report or a page to render.

A `Question` is one that a game's designer left open, with the function that computes its answer.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

Cell = str | int | float | Fraction | None
"""A fraction between 0 and 1 in a column whose name ends in % is shown as a percentage."""


class ReportTable(Struct, frozen=True):
    """Numbers in rows and columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Series(Struct, frozen=True):
    """One line, or one set of bars, of a chart; or one row of a heat map."""

    name: str
    values: tuple[int | float | Fraction | None, ...]


class Chart(Struct, frozen=True):
    """A picture of numbers: lines, bars, or a heat map with one series per row."""

    title: str
    kind: Literal["lines", "bars", "heat"]
    x_title: str
    y_title: str
    x: tuple[str | int, ...]
    series: tuple[Series, ...]
    percent: bool = False


class Answer(Struct, frozen=True):
    """The method, the numbers, and the conclusion that follows from them."""

    method: str
    conclusion: str
    tables: tuple[ReportTable, ...] = ()
    charts: tuple[Chart, ...] = ()


class Question(Struct, frozen=True):
    """One open question of a game's designer, and the function that answers it."""

    number: int
    title: str
    text: str
    answer: Callable[[], Answer]
