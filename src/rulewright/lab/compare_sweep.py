"""Compares rulings over a sweep: one figure of every side at every point of one or two parameters."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from rulewright.dice import Odds
from rulewright.game.percent import percent
from rulewright.lab.answers import Answer, Cell, Chart, ReportTable, Series, as_typed, signed
from rulewright.lab.compare import ComparedSide, figure_moved, figure_shown
from rulewright.lab.figures import Figure, movement, usual_figures
from rulewright.lab.sweep import Grid, SweepAxis
from rulewright.readings import Budget
from rulewright.rules import BadInput, Refused

_MOST_POINTS = 20_000
_SAMPLE = 16
"""Points that are sampled to find the figure that changes most."""


class SweptComparison(Struct, frozen=True):
    """One figure of every side over one or two swept parameters; None where a rule refuses."""

    figure: Figure
    labels: tuple[str, ...]
    axes: tuple[SweepAxis, ...]
    values: tuple[tuple[Fraction | None, ...], ...]


def compare_swept(
    sides: Sequence[ComparedSide],
    axes: Sequence[SweepAxis],
    figure: Figure | None,
    progress: Callable[[int, int], None] | None = None,
    seconds: float | None = None,
) -> SweptComparison:
    """A figure of each side at every point of a sweep, each worked out within `seconds`."""
    if not 1 <= len(axes) <= 2:
        raise BadInput("a comparison can be swept over one or two parameters; use a study for more")
    size = Grid({}, {}, tuple(axes)).size * len(sides)
    if size > _MOST_POINTS:
        raise BadInput(f"too large: {size:,} rolls to price, at most {_MOST_POINTS:,}; use a study for more")
    priced: list[list[Odds[Any] | None]] = []
    for side in sides:
        grid = Grid(side.params, side.options, tuple(axes))
        row: list[Odds[Any] | None] = []
        for number in range(grid.size):
            if progress is not None:
                progress(len(priced) * grid.size + number, size)
            point = grid.point(number)
            try:
                row.append(side.game.odds(side.roll, point.params, point.options, Budget(None, seconds)))
            except Refused:
                row.append(None)
        priced.append(row)
    wanted = figure or _most_telling(priced, sides[0].game.worst_to_best)
    values = tuple(tuple(None if odds is None else wanted.of(odds) for odds in row) for row in priced)
    return SweptComparison(wanted, tuple(side.label for side in sides), tuple(axes), values)


def _most_telling(priced: Sequence[Sequence[Odds[Any] | None]], worst_to_best: Sequence[str]) -> Figure:
    """The figure that changes most between sides, or over the sweep of one side; ties go to the best word."""
    points = [[odds for odds in point if odds is not None] for point in zip(*priced, strict=True)]
    known = [point for point in points if len(point) == len(priced)]
    if not known:
        raise BadInput("every point of the sweep is refused by a rule")
    some = known[:: len(known) // _SAMPLE or 1]
    if len(priced) == 1:
        some = [[odds for point in some for odds in point]]
    offered = usual_figures(*(odds for together in some for odds in together))
    if not offered:
        raise BadInput("nothing to show: these outcomes have no word and no number in common")

    def movement_then_word(one: Figure) -> tuple[Any, int]:
        word = str(one.values[0]) if one.values else ""
        return max(movement(one, together) for together in some), worst_to_best.index(
            word
        ) if word in worst_to_best else -1

    return max(offered, key=movement_then_word)


def swept_answer(found: SweptComparison) -> Answer:
    """A sweep as a table and a chart: lines over one parameter, a heat map of the change over two."""
    if len(found.axes) == 1:
        (axis,) = found.axes
        two = len(found.labels) == 2
        rows = []
        for at, value in enumerate(axis.values):
            row = [side[at] for side in found.values]
            rows.append(
                (as_typed(value), *(None if one is None else figure_shown(found.figure, one) for one in row))
                + ((_change(found.figure, row),) if two else ())
            )
        table = ReportTable(found.figure.text, (axis.name, *found.labels, *(("change",) if two else ())), tuple(rows))
        chart = Chart(
            found.figure.text,
            "lines",
            axis.name,
            found.figure.text,
            tuple(map(as_typed, axis.values)),
            tuple(Series(label, values) for label, values in zip(found.labels, found.values, strict=True)),
            percent=found.figure.is_chance,
        )
        return Answer("Exact odds at every point.", _swept_conclusion(found), (table,), (chart,))
    down, across = found.axes
    title, changes = _heat_values(found)
    width = len(across.values)
    lines = [changes[at * width : (at + 1) * width] for at in range(len(down.values))]
    table = ReportTable(
        title,
        (f"{down.name} \\ {across.name}", *map(as_typed, across.values)),
        tuple(
            (as_typed(value), *(None if one is None else _heat_cell(found, one) for one in row))
            for value, row in zip(down.values, lines, strict=True)
        ),
    )
    chart = Chart(
        title,
        "heat",
        across.name,
        down.name,
        tuple(map(as_typed, across.values)),
        tuple(Series(as_typed(value), tuple(row)) for value, row in zip(down.values, lines, strict=True)),
        percent=found.figure.is_chance,
    )
    return Answer("Exact odds at every point.", _swept_conclusion(found), (table,), (chart,))


def _heat_values(found: SweptComparison) -> tuple[str, tuple[Fraction | None, ...]]:
    """The title and values of a heat map: the figure for one side, its change from first to last for more."""
    if len(found.labels) == 1:
        return found.figure.text, found.values[0]
    changes = tuple(
        None if before is None or after is None else after - before
        for before, after in zip(found.values[0], found.values[-1], strict=True)
    )
    return f"{found.figure.text}: change from {found.labels[0]} to {found.labels[-1]}", changes


def _heat_cell(found: SweptComparison, value: Fraction) -> Cell:
    if not found.figure.is_chance:
        return value
    return percent(value) if len(found.labels) == 1 else signed(value)


def _change(figure: Figure, row: Sequence[Fraction | None]) -> str:
    before, after = row
    return "" if before is None or after is None else figure_moved(figure, (before, after))


def _swept_conclusion(found: SweptComparison) -> str:
    if len(found.labels) == 1:
        known = [value for value in found.values[0] if value is not None]
        return f"{found.figure.text} lies between {_show(found, min(known))} and {_show(found, max(known))}."
    _, changes = _heat_values(found)
    known_at = [(value, number) for number, value in enumerate(changes) if value is not None]
    if all(value == 0 for value, _ in known_at):
        return f"{found.figure.text} is the same everywhere."
    (least, low), (most, high) = min(known_at), max(known_at)
    grid = Grid({}, {}, found.axes)

    def where(number: int) -> str:
        return ", ".join(
            f"{axis.name}={as_typed(value)}" for axis, value in zip(found.axes, grid.values_at(number), strict=True)
        )

    rise = f"rises most at {where(high)} ({_show_change(found, most)})" if most > 0 else "never rises"
    fall = f"falls most at {where(low)} ({_show_change(found, least)})" if least < 0 else "never falls"
    return f"From {found.labels[0]} to {found.labels[-1]}, {found.figure.text} {rise} and {fall}."


def _show(found: SweptComparison, value: Fraction) -> str:
    return percent(value) if found.figure.is_chance else f"{float(value):.4g}"


def _show_change(found: SweptComparison, value: Fraction) -> str:
    return f"{signed(value)} points" if found.figure.is_chance else f"{float(value):+.4g}"
