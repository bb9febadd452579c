"""Charts as SVG."""

import io
from typing import Any

import matplotlib as mpl

mpl.use("agg")

from matplotlib import pyplot
from matplotlib.ticker import PercentFormatter

from rulewright.answers import Chart

__all__ = ["chart_svg"]

_INK = "#2b2a27"
_COLOURS = ("#3d4f9f", "#b5532a", "#2f7a6d", "#8a6d1f", "#7a3b69", "#4d4d4d", "#a03030", "#5b7f3a")
_STYLES = ("-", "--", "-.", ":")


def chart_svg(chart: Chart) -> str:
    """One chart as an SVG element."""
    with pyplot.rc_context({"font.size": 10, "svg.hashsalt": "rulewright", "text.color": _INK}):
        figure, axes = pyplot.subplots(figsize=(7.5, 4.2), layout="constrained")
        try:
            {"lines": _lines, "bars": _bars, "heat": _heat}[chart.kind](axes, chart)
            axes.set_xlabel(chart.x_title)
            axes.set_ylabel(chart.y_title)
            axes.set_title(chart.title, loc="left", fontsize=11)
            written = io.StringIO()
            figure.savefig(written, format="svg", metadata={"Date": None})
        finally:
            pyplot.close(figure)
    text = written.getvalue()
    return text[text.index("<svg") :]


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
    _finish(axes, chart)


def _finish(axes: Any, chart: Chart) -> None:
    axes.set_xticks(range(len(chart.x)), [str(value) for value in chart.x])
    axes.grid(axis="y", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    if chart.percent:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    if len(chart.series) > 1:
        axes.legend(frameon=False)


def _heat(axes: Any, chart: Chart) -> None:
    grid = [_numbers(series.values) for series in chart.series]
    shown = axes.imshow(grid, aspect="auto", cmap="cividis")
    axes.set_xticks(range(len(chart.x)), [str(value) for value in chart.x])
    axes.set_yticks(range(len(chart.series)), [series.name for series in chart.series])
    axes.figure.colorbar(shown, ax=axes, format=PercentFormatter(1.0) if chart.percent else None)
