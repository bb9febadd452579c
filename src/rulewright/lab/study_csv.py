"""The points of a study as a CSV file."""

import csv
from fractions import Fraction
from pathlib import Path
from typing import TextIO

from rulewright._atomic_file import atomic_write
from rulewright.lab.answers import as_typed
from rulewright.lab.study import Progress, unwatched
from rulewright.lab.study_findings import watched_results
from rulewright.lab.study_store import ResultStore
from rulewright.rules import BadInput


def write_csv(store: ResultStore, path: Path, progress: Progress = unwatched) -> None:
    """Writes every point as a line: the values of its axes, its figures, and the reason if it was refused.

    A figure is a decimal number, as spreadsheets read it, with the exact fraction beside it.
    """
    try:
        with atomic_write(path) as beside, beside.open("w", encoding="utf-8", newline="") as file:
            _write_lines(store, file, progress)
    except OSError as error:
        raise BadInput(f"cannot write {str(path)[:100]}: {error.strerror}") from None


def _write_lines(store: ResultStore, file: TextIO, progress: Progress) -> None:
    study = store.study
    lines = csv.writer(file, lineterminator="\n")
    figures = [name for figure in study.report for name in (figure, f"{figure} as a fraction")]
    lines.writerow([*(axis.name for _, axis in study.axes), *figures, "refused"])
    values = [(at, list(map(as_typed, axis.values))) for at, axis in study.axes]
    for point, result in watched_results(store, progress):
        places = study.grid.places_at(point)
        here = [typed[places[at]] for at, typed in values]
        if isinstance(result, str):
            lines.writerow([*here, *[""] * len(figures), result])
        else:
            lines.writerow([*here, *(cell for value in result for cell in _cells(value)), ""])


def _cells(value: Fraction | float) -> tuple[str, str]:
    """A figure as a decimal number, and as a fraction if it is exact."""
    return f"{float(value):.12g}", "" if isinstance(value, float) else str(value)
