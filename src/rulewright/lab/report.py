"""Answers as reports: text for the terminal, Markdown with pictures beside it, one HTML page."""

import html
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from textwrap import wrap

from rulewright.answers import Answer, Cell, Question, Table, percent
from rulewright.dice import short_fraction

__all__ = ["Answered", "answer_lines", "cell", "html_report", "markdown_report", "write_report"]

Answered = tuple[Question, Answer]


def cell(value: Cell, column: str) -> str:
    """A table's cell in words."""
    if value is None:
        return ""
    if column.endswith("%") and isinstance(value, int | float | Fraction):
        return percent(value)
    if isinstance(value, Fraction):
        shown = f"{float(value):.4g}"
        return short_fraction(value, len(shown)) or shown
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _cells(table: Table) -> list[list[str]]:
    return [[cell(value, column) for value, column in zip(row, table.columns, strict=True)] for row in table.rows]


def answer_lines(answer: Answer, width: int | None = None) -> list[str]:
    """For the terminal: how it was worked out, the tables, and the conclusion, within so many letters if told."""
    lines = [*_wrapped(f"Method: {answer.method}", width), ""]
    for table in answer.tables:
        lines += [*_wrapped(table.title, width), *_aligned([list(table.columns), *_cells(table)], width), ""]
    return [*lines, *_wrapped(f"Conclusion: {answer.conclusion}", width)]


def _wrapped(words: str, width: int | None) -> list[str]:
    # Not at hyphens: most of what has one is a name that can be typed.
    return [words] if width is None else wrap(words, width, subsequent_indent="  ", break_on_hyphens=False)


def _aligned(rows: Sequence[Sequence[str]], width: int | None) -> list[str]:
    """Columns under their heads: words from the left, numbers to the right.

    If they do not fit beside one another, some come below the others, each time beside the first column.
    """
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    words = [at == 0 or any(row[at][:1].isalpha() for row in rows[1:]) for at in range(len(rows[0]))]
    blocks = [[0]]
    for at in range(1, len(widths)):
        if width is not None and len(blocks[-1]) > 1 and sum(widths[one] + 2 for one in (*blocks[-1], at)) > width:
            blocks.append([0])
        blocks[-1].append(at)
    lines: list[str] = []
    for block in blocks:
        lines += [""] if lines else []
        for row in rows:
            cells = (f"{row[at]:{'<' if words[at] else '>'}{widths[at]}}" for at in block)
            lines.append(f"  {'  '.join(cells)}".rstrip())
    return lines


def markdown_report(title: str, answered: Iterable[Answered], pictures: dict[tuple[int, int], str]) -> str:
    """Markdown; `pictures` names the file of each chart by question and chart number."""
    lines = [f"# {title}", ""]
    for question, answer in answered:
        lines += [f"## {question.number}. {question.title}", "", question.text, "", f"*Method:* {answer.method}", ""]
        for table in answer.tables:
            lines += [f"**{table.title}**", "", "| " + " | ".join(table.columns) + " |"]
            lines += ["|" + "---|" * len(table.columns)]
            lines += ["| " + " | ".join(row) + " |" for row in _cells(table)] + [""]
        for number, chart in enumerate(answer.charts):
            lines += [f"![{chart.title}]({pictures[question.number, number]})", ""]
        lines += [f"**{answer.conclusion}**", ""]
    return "\n".join(lines)


def html_report(title: str, answered: Iterable[Answered], drawn: dict[tuple[int, int], str]) -> str:
    """One page with the pictures inside; `drawn` has each chart as SVG."""
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>',
        f"<style>{_STYLE}</style></head>",
        f"<body><h1>{html.escape(title)}</h1>",
    ]
    for question, answer in answered:
        parts.append(f'<section id="q{question.number}"><h2>{question.number}. {html.escape(question.title)}</h2>')
        parts.append(f"<p>{html.escape(question.text)}</p><p><em>Method:</em> {html.escape(answer.method)}</p>")
        for table in answer.tables:
            head = "".join(f'<th scope="col">{html.escape(column)}</th>' for column in table.columns)
            body = "".join(
                "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>" for row in _cells(table)
            )
            parts.append(f"<table><caption>{html.escape(table.title)}</caption><tr>{head}</tr>{body}</table>")
        for number, chart in enumerate(answer.charts):
            picture = _with_own_names(drawn[question.number, number], f"q{question.number}-{number + 1}-")
            parts.append(f"<figure>{picture}<figcaption>{html.escape(chart.title)}</figcaption></figure>")
        parts.append(f"<p><strong>{html.escape(answer.conclusion)}</strong></p></section>")
    return "\n".join([*parts, "</body></html>", ""])


def _with_own_names(svg: str, prefix: str) -> str:
    """A picture whose parts have names that no other picture on the page has."""
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\1{prefix}", svg)


_STYLE = (
    "body{font:16px/1.5 Georgia,serif;max-width:75ch;margin:2rem auto;padding:0 1rem;color:#2b2a27;background:#fbfaf6}"
    "table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}caption{text-align:left;"
    "font-weight:bold}td,th{padding:2px 10px;border-bottom:1px solid #d8d4c8;text-align:right}"
    "td:first-child,th:first-child{text-align:left}figure{margin:1rem 0}svg{max-width:100%;height:auto}"
)


def write_report(folder: Path, title: str, answered: Sequence[Answered], name: str = "report") -> list[Path]:
    """Write NAME.md, NAME.html and NAME/*.svg; each file is put in place whole."""
    from rulewright.lab.chart import chart_svg  # matplotlib, which nobody waits for who wants no pictures

    drawn = {
        (question.number, number): chart_svg(chart)
        for question, answer in answered
        for number, chart in enumerate(answer.charts)
    }
    pictures = {key: f"{name}/question-{key[0]}-{key[1] + 1}.svg" for key in drawn}
    files = {folder / pictures[key]: svg for key, svg in drawn.items()}
    files[folder / f"{name}.md"] = markdown_report(title, answered, pictures)
    files[folder / f"{name}.html"] = html_report(title, answered, drawn)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f".{path.name}.unfinished")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    return list(files)
