"""Answers of the lab as data: tables, charts and sentences, for the terminal, a report or a page to render.

A `Question` is one that a game's designer left open, with the function that computes its answer; those of a game are
found through the entry-point group `rulewright.reports`.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, Literal

from msgspec import Struct

from rulewright.game.percent import percent

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


def question(number: int, title: str, text: str) -> Callable[[Callable[[], Answer]], Question]:
    """A decorator that turns the function that answers a question into that `Question`."""
    return lambda answer: Question(number, title, text, answer)


def questions_in(*modules: ModuleType) -> tuple[Question, ...]:
    """The questions defined in some modules, ordered by number."""
    found = [one for module in modules for one in vars(module).values() if isinstance(one, Question)]
    return tuple(sorted(found, key=lambda one: one.number))


_GROUP = "rulewright.reports"


def questions_of(slug: str) -> tuple[Question, ...]:
    """The open questions of a game, in order; empty if no report is installed for it."""
    found = entry_points(group=_GROUP, name=slug)
    return tuple(question for entry in found for question in entry.load())


def as_typed(value: Any) -> str:
    """A value as it is typed: text without quotes, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def signed(change: Fraction | float) -> str:
    """A change of a chance in percentage points with its sign; "0" only if there is no change."""
    if change == 0:
        return "0"
    return f"{'+' if change > 0 else '-'}{percent(change if change > 0 else -change).removesuffix('%')}"
