"""The report of a run: printed as it grows, and saved as Markdown."""

from collections.abc import Iterable, Sequence
from os import cpu_count, getloadavg
from platform import python_version

__all__ = ["Report", "show_ratio", "show_seconds", "table"]


class Report:
    """Sections in order, and at the end each target with its measurement."""

    def __init__(self, quick: bool) -> None:
        self._parts: list[str] = []
        self._targets: list[tuple[str, str, str]] = []
        busy = f"load {getloadavg()[0]:.1f} on {cpu_count()} processors at the start"
        self.say(f"# Benchmarks\n\nPython {python_version()}, {'quick' if quick else 'full'} run, {busy}.")

    def say(self, text: str) -> None:
        print(text + "\n", flush=True)
        self._parts.append(text)

    def target(self, wanted: str, measured: str, met: bool | None) -> None:
        """Records a target; `met` is None when it could not be measured."""
        verdict = "not measured" if met is None else "met" if met else "NOT MET"
        self._targets.append((wanted, measured, verdict))

    def verdict(self) -> None:
        self.say("## Targets\n\n" + table("target|measured|verdict", self._targets))

    def text(self) -> str:
        return "\n\n".join(self._parts) + "\n"


def show_seconds(seconds: float) -> str:
    """A time with three figures and its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{_three_figures(seconds / size)} {unit}"
    return f"{_three_figures(seconds * 1e6)} us"


def show_ratio(ratio: float) -> str:
    return f"{_three_figures(ratio)}x"


def _three_figures(number: float) -> str:
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def table(head: str, rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table whose columns line up: text to the left, numbers to the right."""
    listed = [head.split("|"), *rows]
    columns = list(zip(*listed, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(cell[:1].isdigit() for cell in column[1:]) for column in columns]

    def line(cells: Sequence[str]) -> str:
        sized = zip(cells, widths, right, strict=True)
        return "| " + " | ".join(cell.rjust(width) if far else cell.ljust(width) for cell, width, far in sized) + " |"

    rule = ["-" * (width - 1) + (":" if far else "-") for width, far in zip(widths, right, strict=True)]
    return "\n".join([line(listed[0]), line(rule), *(line(row) for row in listed[1:])])
