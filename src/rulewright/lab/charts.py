"""Charts as SVG or PNG."""

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("agg")

from matplotlib import pyplot
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import MaxNLocator, PercentFormatter

from rulewright._atomic_file import atomic_write
from rulewright.game.percent import percent
from rulewright.lab.answers import Chart, Series

_INK = "#2b2a27"
_COLOURS = ("#3d4f9f", "#b5532a", "#2f7a6d", "#8a6d1f", "#7a3b69", "#4d4d4d", "#a03030", "#5b7f3a")
_STYLES = ("-", "--", "-.", ":")
_FROM_PAPER_TO_INK = LinearSegmentedColormap.from_list("ink", ["#fbfaf6", "#8f9bcb", "#3d4f9f", "#1d2750"])
_MOST_NUMBERED_CELLS = 150
_MOST_TICKS = 25
_LETTERS_ALONG_THE_BOTTOM = 80
_LONG_NAME = 24
_LONGEST_NAME = 64
_LETTERS_OF_A_LEGEND = 70
_SAME_PLACES = 9  # numbers that agree to this many digits differ by rounding alone


def chart_svg(chart: Chart) -> str:
    """One chart as an SVG element."""
    written = io.StringIO()
    with drawn(chart) as figure:
        figure.savefig(written, format="svg", metadata={"Date": None})
    text = written.getvalue()
    return text[text.index("<svg") :]


def draw_chart(chart: Chart, path: Path) -> None:
    """Writes one chart to a .svg or .png file, which is replaced atomically."""
    with atomic_write(path) as beside, drawn(chart) as figure:
        figure.savefig(beside, metadata={"Date": None} if path.suffix.lower() == ".svg" else None, dpi=120)


@contextmanager
def drawn(chart: Chart) -> Iterator[Any]:
    """Yields a chart as a matplotlib figure and closes it."""
    with pyplot.rc_context({"font.size": 10, "svg.hashsalt": "rulewright", "svg.fonttype": "none", "text.color": _INK}):
        figure, axes = pyplot.subplots(figsize=(7.5, 4.2), layout="constrained")
        try:
            horizontal = chart.kind == "bars" and max((len(str(name)) for name in chart.x), default=0) > _LONG_NAME
            draw = _horizontal_bars if horizontal else {"lines": _lines, "bars": _bars, "heat": _heat}[chart.kind]
            draw(axes, chart)
            axes.set_xlabel(chart.y_title if horizontal else chart.x_title)
            axes.set_ylabel(chart.x_title if horizontal else chart.y_title)
            axes.set_title(chart.title, loc="left", fontsize=11)
            yield figure
        finally:
            pyplot.close(figure)


def _numbers(values: tuple[Any, ...]) -> list[float]:
    return [float("nan") if value is None else float(value) for value in values]


def _lines(axes: Any, chart: Chart) -> None:
    """Draws lines; numeric x values are drawn to scale, others one step apart."""
    numbers = [value for value in chart.x if isinstance(value, int)]
    places = numbers if len(numbers) == len(chart.x) else list(range(len(chart.x)))
    drawn = _merged(chart.series)
    for number, series in enumerate(drawn):
        style = _STYLES[number % len(_STYLES)]
        colour = _COLOURS[number % len(_COLOURS)]
        axes.plot(places, _numbers(series.values), style, color=colour, marker="o", ms=3, label=series.name)
    _label_x(axes, chart, places)
    _finish(axes, chart, len(drawn))


def _merged(every: tuple[Series, ...]) -> list[Series]:
    """The series with equal ones merged into one that has all their names."""
    drawn: dict[tuple[float | None, ...], tuple[Series, list[str]]] = {}
    for series in every:
        place = tuple(None if value is None else round(float(value), _SAME_PLACES) for value in series.values)
        drawn.setdefault(place, (series, []))[1].append(series.name)
    return [Series(" = ".join(names), series.values) for series, names in drawn.values()]


def _side_by_side(draw: Callable[..., Any], chart: Chart) -> None:
    """Draws the bars of the series side by side."""
    thick = 0.8 / len(chart.series)
    for number, series in enumerate(chart.series):
        places = [at + (number - (len(chart.series) - 1) / 2) * thick for at in range(len(chart.x))]
        draw(places, _numbers(series.values), thick, color=_COLOURS[number % len(_COLOURS)], label=series.name)


def _bars(axes: Any, chart: Chart) -> None:
    _side_by_side(axes.bar, chart)
    axes.axhline(0, color=_INK, linewidth=0.8)
    _label_x(axes, chart, range(len(chart.x)))
    _finish(axes, chart, len(chart.series))


def _horizontal_bars(axes: Any, chart: Chart) -> None:
    """Draws horizontal bars, with room for long names beside them."""
    _side_by_side(axes.barh, chart)
    axes.axvline(0, color=_INK, linewidth=0.8)
    # Cut at the beginning: choices differ at their ends.
    names = [name if len(name) <= _LONGEST_NAME else f"…{name[1 - _LONGEST_NAME :]}" for name in map(str, chart.x)]
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.invert_yaxis()
    width, least = axes.figure.get_size_inches()
    axes.figure.set_size_inches(width, max(least, 1.2 + 0.28 * len(names)))
    _finish(axes, chart, len(chart.series), horizontal=True)


def _finish(axes: Any, chart: Chart, series: int, horizontal: bool = False) -> None:
    axes.grid(axis="x" if horizontal else "y", alpha=0.3)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    scale = axes.xaxis if horizontal else axes.yaxis
    if chart.percent:
        scale.set_major_formatter(PercentFormatter(1.0))
    elif all(value is None or value == int(value) for one in chart.series for value in one.values):
        scale.set_major_locator(MaxNLocator(integer=True))
    if series > 1:
        letters = max(len(one.name) for one in chart.series) + 6
        axes.figure.legend(loc="outside lower center", ncols=max(1, _LETTERS_OF_A_LEGEND // letters), frameon=False)


def _label_x(axes: Any, chart: Chart, places: Sequence[int]) -> None:
    """Labels the x axis: no more labels than fit, turned if they are long."""
    names = [str(value) for value in chart.x]
    every = -(-len(names) // _MOST_TICKS)
    axes.set_xticks(places[::every], names[::every])
    if max(map(len, names), default=0) * min(len(names), _MOST_TICKS) > _LETTERS_ALONG_THE_BOTTOM:
        axes.tick_params(axis="x", labelrotation=30)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")


def _heat(axes: Any, chart: Chart) -> None:
    """Draws one series per row; signed values in two colours that meet in white at zero."""
    grid = [_numbers(series.values) for series in chart.series]
    known = [value for row in grid for value in row if value == value]
    most = max(map(abs, known), default=0.0) or 1.0
    both_ways = any(value < 0 for value in known)
    limits = {"cmap": "PuOr", "vmin": -most, "vmax": most} if both_ways else {"cmap": _FROM_PAPER_TO_INK}
    shown = axes.imshow(grid, aspect="auto", **limits)
    _label_x(axes, chart, range(len(chart.x)))
    every = -(-len(chart.series) // _MOST_TICKS)
    axes.set_yticks(range(0, len(chart.series), every), [series.name for series in chart.series[::every]])
    if set(known) - {0.0, 1.0}:  # a chart of yes and no needs no colour scale
        axes.figure.colorbar(shown, ax=axes, format=PercentFormatter(1.0) if chart.percent else None)
    if len(known) <= _MOST_NUMBERED_CELLS:
        for row, values in enumerate(grid):
            for column, value in enumerate(values):
                if value == value:
                    _number_cell(axes, chart, shown, row, column, value)


def _number_cell(axes: Any, chart: Chart, shown: Any, row: int, column: int, value: float) -> None:
    """Writes the number of a cell, dark on light and light on dark."""
    red, green, blue, _ = shown.cmap(shown.norm(value))
    colour = _INK if 0.3 * red + 0.6 * green + 0.1 * blue > 0.5 else "white"
    text = percent(value) if chart.percent else f"{value:.3g}"
    axes.text(column, row, text, ha="center", va="center", fontsize=7, color=colour)
