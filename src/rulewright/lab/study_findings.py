"""The findings of a study: each figure over each axis, where it is highest and lowest, and a chart."""

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.game.percent import percent
from rulewright.lab.answers import Answer, Cell, Chart, ReportTable, Series, as_typed
from rulewright.lab.figures import figure
from rulewright.lab.study import Progress, Result, Study, unwatched
from rulewright.lab.study_store import ResultStore
from rulewright.lab.sweep import SweepAxis

_MOST_AXIS_VALUES = 40
_REPORT_EVERY = 10_000


class _RunningMeans:
    """The mean of every figure at each place of a table, accumulated point by point."""

    def __init__(self, figures: int) -> None:
        self._sums: dict[Any, list[float]] = {}
        self._counts: dict[Any, int] = {}
        self._figures = range(figures)

    def add(self, place: Any, values: list[float]) -> None:
        """Adds a point to a place."""
        sums = self._sums.get(place)
        if sums is None:
            self._sums[place], self._counts[place] = list(values), 1
            return
        for at in self._figures:
            sums[at] += values[at]
        self._counts[place] += 1

    def at(self, place: Any, number: int) -> float | None:
        """The mean of a figure at a place; None where there is no point."""
        return self._sums[place][number] / self._counts[place] if place in self._counts else None


def findings(store: ResultStore, progress: Progress = unwatched) -> Answer:
    """A study as tables, a chart and a conclusion; averages over points are float64."""
    study = store.study
    varied = [(at, axis) for at, axis in study.axes if len(axis.values) > 1]
    means = _RunningMeans(len(study.report))
    highest: list[tuple[Any, int] | None] = [None] * len(study.report)
    lowest: list[tuple[Any, int] | None] = [None] * len(study.report)
    refused: dict[str, int] = {}
    counted = 0
    for point, result in watched_results(store, progress):
        if isinstance(result, str):
            refused[result] = refused.get(result, 0) + 1
            continue
        counted += 1
        numbers = list(map(float, result))
        places = study.grid.places_at(point)
        for at, _ in varied:
            means.add((at, places[at]), numbers)
        if len(varied) >= 2:
            (down, _), (across, _) = varied[:2]
            means.add((places[down], places[across], "both"), numbers)
        for at, value in enumerate(result):
            most, least = highest[at], lowest[at]
            if most is None or value > most[0]:
                highest[at] = (value, point)
            if least is None or value < least[0]:
                lowest[at] = (value, point)
    tables = [_extremes(study, highest, lowest)]
    tables += [_over(study, at, axis, means) for at, axis in varied if len(axis.values) <= _MOST_AXIS_VALUES]
    tables += [_refusals(refused)] if refused else []
    method = (
        f"{counted:,} points worked out ({'exact fractions' if study.exact else 'float64'}); "
        "averages over several points are float64."
    )
    return Answer(method, _conclusion(study, highest, lowest), tuple(tables), _pictures(study, varied, means))


def _is_chance(text: str) -> bool:
    return text.startswith("wins:") or (":" not in text and text != "length" and figure(text).is_chance)


def _shower(text: str) -> Callable[[Any], str]:
    return percent if _is_chance(text) else lambda value: f"{float(value):.4g}"


def _where(study: Study, point: int) -> str:
    values = study.grid.values_at(point)
    return ", ".join(f"{axis.name}={as_typed(values[at])}" for at, axis in study.axes if len(axis.values) > 1)


def _extremes(study: Study, highest: list[Any], lowest: list[Any]) -> ReportTable:
    rows: list[tuple[Cell, ...]] = []
    for text, high, low in zip(study.report, highest, lowest, strict=True):
        if high is not None:
            show = _shower(text)
            rows.append((text, show(low[0]), _where(study, low[1]), show(high[0]), _where(study, high[1])))
    return ReportTable("Lowest and highest", ("figure", "lowest", "at", "highest", "at"), tuple(rows))


def _over(study: Study, at: int, axis: SweepAxis, means: _RunningMeans) -> ReportTable:
    rows = []
    for place, value in enumerate(axis.values):
        found = [means.at((at, place), number) for number in range(len(study.report))]
        shown = [None if one is None else _shower(text)(one) for text, one in zip(study.report, found, strict=True)]
        rows.append((as_typed(value), *shown))
    return ReportTable(f"Over {axis.name}, on average of everything else", (axis.name, *study.report), tuple(rows))


def _refusals(refused: dict[str, int]) -> ReportTable:
    rows = sorted(refused.items(), key=lambda row: -row[1])[:10]
    return ReportTable("Points without an answer", ("why", "points"), tuple(rows))


def _pictures(study: Study, varied: list[tuple[int, SweepAxis]], means: _RunningMeans) -> tuple[Chart, ...]:
    text = study.report[0]
    if not varied:
        return ()
    if len(varied) == 1:
        ((at, axis),) = varied
        values = tuple(means.at((at, place), 0) for place in range(len(axis.values)))
        names = tuple(map(as_typed, axis.values))
        return (Chart(text, "lines", axis.name, text, names, (Series(text, values),), percent=_is_chance(text)),)
    (_, down), (_, across) = varied[:2]
    rows = tuple(
        Series(as_typed(value), tuple(means.at((place, other, "both"), 0) for other in range(len(across.values))))
        for place, value in enumerate(down.values)
    )
    title = text if len(varied) == 2 else f"{text}, on average of everything else"
    names = tuple(map(as_typed, across.values))
    return (Chart(title, "heat", across.name, down.name, names, rows, percent=_is_chance(text)),)


def _conclusion(study: Study, highest: list[Any], lowest: list[Any]) -> str:
    text, high, low = study.report[0], highest[0], lowest[0]
    if high is None:
        return "No point has an answer: a rule refuses every one of them."
    show = _shower(text)
    if high[0] == low[0]:
        return f"{text} is {show(high[0])} at every point."
    return f"{text} goes from {show(low[0])} at {_where(study, low[1])} to {show(high[0])} at {_where(study, high[1])}."


def watched_results(store: ResultStore, progress: Progress) -> Iterator[tuple[int, Result]]:
    """Every finished point with its figures, reporting progress now and then."""
    for done, result in enumerate(store.results()):
        if done % _REPORT_EVERY == 0:
            progress(done, store.study.grid.size)
        yield result
