"""Charts as SVG or PNG."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("agg")

from matplotlib import pyplot
from matplotlib.ticker import PercentFormatter

from rulewright.answers import Chart, percent

__all__ = ["chart_svg", "draw_chart"]

_INK = "#2b2a27"
_COLOURS = ("#3d4f9f", "#b5532a", "#2f7a6d", "#8a6d1f", "#7a3b69", "#4d4d4d", "#a03030", "#5b7f3a")
_STYLES = ("-", "--", "-.", ":")
_MOST_NUMBERED_CELLS = 150
_MOST_TICKS = 25
_LETTERS_ALONG_THE_BOTTOM = 80


def chart_svg(chart: Chart) -> str:
    """One chart as an SVG element."""
    written = io.StringIO()
    with _drawn(chart) as figure:
        figure.savefig(written, format="svg", metadata={"Date": None})
    text = written.getvalue()
    return text[text.index("<svg") :]


def draw_chart(chart: Chart, path: Path) -> None:
    """One chart as a file, .svg or .png, put in place whole."""
    unfinished = path.with_name(f".{path.name}.unfinished{path.suffix}")
    try:
        with _drawn(chart) as figure:
            metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
            figure.savefig(unfinished, metadata=metadata, dpi=120)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _drawn(chart: Chart) -> Iterator[Any]:
    with pyplot.rc_context({"font.size": 10, "svg.hashsalt": "rulewright", "svg.fonttype": "none", "text.color": _INK}):
        figure, axes = pyplot.subplots(figsize=(7.5, 4.2), layout="constrained")
        try:
            {"lines": _lines, "bars": _bars, "heat": _heat}[chart.kind](axes, chart)
            axes.set_xlabel(chart.x_title)
            axes.set_ylabel(chart.y_title)
            axes.set_title(chart.title, loc="left", fontsize=11)
            yield figure
        finally:
            pyplot.close(figure)


def _numbers(values: tuple[Any, ...]) -> list[float]:
    return [float("nan") if value is None else float(value) for value in values]


def _lines(axes: Any, chart: Chart) -> None:
    for number, series in enumerate(chart.series):
        style = _STYLES[number % len(_STYLES)]
        colour = _COLOURS[number % len(_COLOURS)]
        axes.plot(
            range(len(chart.x)), _numbers(series.values), style, color=colour, marker="o", ms=3, label=series.name
        )
    _finish(axes, chart)


def _bars(axes: Any, chart: Chart) -> None:
    width = 0.8 / len(chart.series)
    for number, series in enumerate(chart.series):
        places = [at + (number - (len(chart.series) - 1) / 2) * width for at in range(len(chart.x))]
        axes.bar(places, _numbers(series.values), width, color=_COLOURS[number % len(_COLOURS)], label=series.name)
    axes.axhline(0, color=_INK, linewidth=0.8)
    _finish(axes, chart)


def _finish(axes: Any, chart: Chart) -> None:
    _label_x(axes, chart)
    axes.grid(axis="y", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    if chart.percent:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    if len(chart.series) > 1:
        axes.legend(frameon=False)


def _label_x(axes: Any, chart: Chart) -> None:
    """Labels along the bottom: not more than fit, and turned if they are long."""
    names = [str(value) for value in chart.x]
    every = -(-len(names) // _MOST_TICKS)
    axes.set_xticks(range(0, len(names), every), names[::every])
    if max(map(len, names), default=0) * min(len(names), _MOST_TICKS) > _LETTERS_ALONG_THE_BOTTOM:
        axes.tick_params(axis="x", labelrotation=30)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")


def _heat(axes: Any, chart: Chart) -> None:
    """One series per row; differences, which go both ways, in two colours that meet in white at nought."""
    grid = [_numbers(series.values) for series in chart.series]
    known = [value for row in grid for value in row if value == value]
    most = max(map(abs, known), default=0.0) or 1.0
    both_ways = any(value < 0 for value in known)
    limits = {"cmap": "PuOr", "vmin": -most, "vmax": most} if both_ways else {"cmap": "cividis"}
    shown = axes.imshow(grid, aspect="auto", **limits)
    _label_x(axes, chart)
    every = -(-len(chart.series) // _MOST_TICKS)
    axes.set_yticks(range(0, len(chart.series), every), [series.name for series in chart.series[::every]])
    axes.figure.colorbar(shown, ax=axes, format=PercentFormatter(1.0) if chart.percent else None)
    if len(known) <= _MOST_NUMBERED_CELLS:
        for row, values in enumerate(grid):
            for column, value in enumerate(values):
                if value == value:
                    _number_cell(axes, chart, shown, row, column, value)


def _number_cell(axes: Any, chart: Chart, shown: Any, row: int, column: int, value: float) -> None:
    """A number on its colour, dark on light and light on dark."""
    red, green, blue, _ = shown.cmap(shown.norm(value))
    colour = _INK if 0.3 * red + 0.6 * green + 0.1 * blue > 0.5 else "white"
    text = percent(value) if chart.percent and value >= 0 else f"{value:+.1%}" if chart.percent else f"{value:.3g}"
    axes.text(column, row, text, ha="center", va="center", fontsize=7, color=colour)
