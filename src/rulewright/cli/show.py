"""What the terminal shows to a person: bars, tables, breakdowns, honest percentages."""

import shutil
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import click

from rulewright.answers import percent
from rulewright.cli.plain import plain
from rulewright.readings import Called, Chosen, Noted, Played, Rolled, Step

__all__ = [
    "Row",
    "bars",
    "breakdown",
    "columns",
    "inline",
    "label_fields",
    "percent",
    "result_line",
    "rows_of",
    "summary",
]

Row = tuple[Any, Fraction]
"""An outcome as plain data and its chance."""

_MOST_ROWS = 16
_EIGHTHS = " ▏▎▍▌▋▊▉"


def bars(rows: Sequence[tuple[str, Fraction]], exact: bool = False) -> list[str]:
    """One line per label: its name, its percentage, a bar, and on request the exact fraction."""
    if not rows:
        return []
    names = max(len(name) for name, _ in rows)
    fractions = [str(chance) if exact and len(str(chance)) <= 24 else "" for _, chance in rows]
    room = shutil.get_terminal_size((80, 24)).columns - names - 12 - max(map(len, fractions)) - 2
    longest = max(chance for _, chance in rows)
    width = max(8, min(40, room))
    lines = []
    for (name, chance), shown in zip(rows, fractions, strict=True):
        bar = _bar(float(chance / longest) * width if longest else 0.0)
        gap = " " * (width - len(bar)) if shown else ""
        lines.append(f"  {name:<{names}}  {percent(chance):>6}  {click.style(bar, fg='blue')}{gap}  {shown}".rstrip())
    return lines


def _bar(length: float) -> str:
    eighths = round(length * 8)
    if eighths == 0:
        return "▏" if length > 0 else ""
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def columns(rows: Sequence[Sequence[str]], header: Sequence[str] | None = None) -> list[str]:
    """A table whose last column wraps to the width of the terminal."""
    table = [list(header), *map(list, rows)] if header else [list(row) for row in rows]
    widths = [max(len(row[at]) for row in table) for at in range(len(table[0]))]
    indent = sum(widths[:-1]) + 2 * len(widths)
    room = max(24, shutil.get_terminal_size((80, 24)).columns - indent)
    lines = []
    for number, row in enumerate(table):
        front = "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row[:-1], widths, strict=False))
        wrapped = click.wrap_text(row[-1], room).splitlines() or [""]
        first = f"{front}  {wrapped[0]}".rstrip()
        lines.append(click.style(first, bold=True) if header and number == 0 else first)
        lines.extend(" " * indent + more for more in wrapped[1:])
    return lines


def label_fields(outcomes: Iterable[Any]) -> list[str]:
    """The fields of an outcome that say how it went in words: text and yes/no."""
    fields: dict[str, bool] = {}
    for outcome in outcomes:
        if isinstance(outcome, dict):
            for name, value in outcome.items():
                fields[name] = fields.get(name, True) and isinstance(value, str | bool | None)
    return [name for name, words in fields.items() if words]


def _label(outcome: Any, fields: Sequence[str]) -> str:
    if not isinstance(outcome, dict):
        return str(outcome)
    words = []
    texts = sum(isinstance(outcome[name], str) for name in fields)
    for name in fields:
        value = outcome[name]
        if isinstance(value, list | dict):
            value = inline(value)[1:-1] or "nothing"
        if isinstance(value, bool):
            words.append(name.replace("_", " ") if value else f"not {name.replace('_', ' ')}")
        elif isinstance(value, int | float) or texts > 1:
            words.append(f"{name.replace('_', ' ')} {value}")
        else:
            words.append(str(value))
    return ", ".join(words)


def _in_order(outcome: Any) -> tuple[list[str], list[int]]:
    """Outcomes with the same words together, and then by their numbers."""
    values = list(outcome.values()) if isinstance(outcome, dict) else [outcome]
    words = [str(value) for value in values if not isinstance(value, int) or isinstance(value, bool)]
    return words, [value for value in values if isinstance(value, int) and not isinstance(value, bool)]


def rows_of(rows: Sequence[Row], every: bool = False) -> list[tuple[str, Fraction]]:
    """Labels with chances: every outcome if they are few or wanted, else merged by their words."""
    words = label_fields([outcome for outcome, _ in rows])
    in_order = every or not words
    rows = sorted(rows, key=lambda row: _in_order(row[0])) if in_order else rows
    fields = list(rows[0][0]) if rows and isinstance(rows[0][0], dict) else []
    if words and len(rows) > _MOST_ROWS and not every:
        fields = words
    merged: dict[str, Fraction] = {}
    for outcome, chance in rows:
        label = _label(outcome, fields)
        merged[label] = merged.get(label, Fraction(0)) + chance
    return list(merged.items()) if in_order else sorted(merged.items(), key=lambda row: -row[1])


def summary(rows: Sequence[Row]) -> list[str]:
    """The mean and range of every number in the outcomes."""
    lines = []
    numbers: dict[str, list[tuple[int, Fraction]]] = {}
    for outcome, chance in rows:
        named = outcome.items() if isinstance(outcome, dict) else [("result", outcome)]
        for name, value in named:
            if isinstance(value, int) and not isinstance(value, bool):
                numbers.setdefault(name, []).append((value, chance))
    for name, values in numbers.items():
        mean = sum((value * chance for value, chance in values), Fraction(0))
        low, high = min(value for value, _ in values), max(value for value, _ in values)
        exact = f" = {mean}" if mean.denominator > 1 and len(str(mean)) < 16 else ""
        shown = f"{float(mean):.4g}" if mean.denominator > 1 else str(mean)
        lines.append(f"  {name.replace('_', ' ')}: mean {shown}{exact}, from {low} to {high}")
    return lines


def inline(value: Any) -> str:
    """Any plain value in one line: `{AGI 9, STR 8}`, `[burglar]`, `none`."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} {inline(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(inline, value)) + "]"
    return "none" if value is None else str(value)


def result_line(outcome: Any) -> str:
    """A played outcome in one line, the words first."""
    shown = plain(outcome)
    if not isinstance(shown, dict):
        return str(shown)
    words = label_fields([shown])
    rest = [name for name in shown if name not in words]
    return _label(shown, words + rest)


def breakdown(played: Played[Any]) -> list[str]:
    """Every die, decision and term, with the numbers of the rules it comes from."""
    return list(_steps(played.breakdown, 1))


def _steps(steps: Sequence[Step], depth: int) -> Iterable[str]:
    pad = "  " * depth
    for step in steps:
        match step:
            case Rolled(name, dice, faces, kept, score):
                shown = " ".join(
                    str(face) if counts else click.style(f"({face})", dim=True)
                    for face, counts in zip(faces, kept, strict=True)
                )
                yield f"{pad}{name}: {dice} → {shown or 'no dice'}  = {result_line(score)}"
            case Chosen(who, question, _, choice):
                yield f"{pad}{who}, {question}: {choice}"
            case Noted(name, value, cites):
                yield f"{pad}{name}: {value}{_cited(cites)}"
            case Called(name, cites, inner, result):
                yield f"{pad}{name}{_cited(cites)} → {result_line(result)}"
                yield from _steps(inner, depth + 1)


def _cited(cites: Sequence[str]) -> str:
    return click.style(f"  [{', '.join(cites)}]", dim=True) if cites else ""
