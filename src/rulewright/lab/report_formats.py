"""Answers as reports: text for the terminal, Markdown with SVG files, one HTML page."""

import html
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from textwrap import wrap

from rulewright._atomic_file import atomic_write
from rulewright.dice import short_fraction
from rulewright.game.percent import percent
from rulewright.lab.answers import Answer, Cell, Question, ReportTable

Answered = tuple[Question, Answer]

_DIGITS = 4
_SHORT = 5


def _cells(table: ReportTable) -> list[list[str]]:
    """A table's cells in words; the numbers of a column are all written the same way."""
    columns = [_column([row[at] for row in table.rows], name) for at, name in enumerate(table.columns)]
    return [list(row) for row in zip(*columns, strict=True)]


def _column(values: Sequence[Cell], name: str) -> list[str]:
    numbers = [value for value in values if isinstance(value, float | Fraction)]
    largest = max((abs(float(value)) for value in numbers), default=0.0)
    places = max(0, _DIGITS - len(f"{largest:.0f}"))
    short = all(isinstance(value, Fraction) and short_fraction(value, _SHORT) for value in numbers)

    def words(value: Cell) -> str:
        if value is None:
            return ""
        if isinstance(value, str):
            return value
        if name.endswith("%"):
            return percent(value)
        if isinstance(value, int):
            return f"{value:,}"
        return short_fraction(value, _SHORT) if short and isinstance(value, Fraction) else _decimal(value, places)

    return [words(value) for value in values]


def _decimal(value: float | Fraction, places: int) -> str:
    """A number with the given decimals, or with two digits if they would show zero for a non-zero number."""
    shown = f"{float(value):,.{places}f}"
    return f"{float(value):.2g}" if value and not shown.strip("-0.,") else shown


def answer_lines(answer: Answer, width: int | None = None) -> list[str]:
    """An answer as lines for the terminal, at most `width` characters wide if given."""
    lines = [*_wrapped(f"Method: {answer.method}", width), ""]
    for table in answer.tables:
        lines += [*_wrapped(table.title, width), *_aligned([list(table.columns), *_cells(table)], width), ""]
    return [*lines, *_wrapped(f"Conclusion: {answer.conclusion}", width)]


def _wrapped(words: str, width: int | None) -> list[str]:
    # Not at hyphens: most hyphenated words are names that the reader may type.
    return [words] if width is None else wrap(words, width, subsequent_indent="  ", break_on_hyphens=False)


def _aligned(rows: Sequence[Sequence[str]], width: int | None) -> list[str]:
    """Aligned columns: text to the left, numbers to the right.

    Columns that do not fit go into further blocks, each of which begins with the first column.
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
        if question.title != title:  # a report of one answer shows its title once
            lines += [f"## {question.number}. {question.title}", ""]
        lines += [question.text, ""] if question.text else []
        lines += [f"**Answer:** {answer.conclusion}", ""]
        for number, chart in enumerate(answer.charts):
            lines += [f"![{chart.title}]({pictures[question.number, number]})", ""]
        lines += [f"*Method:* {answer.method}", ""]
        for table in answer.tables:
            lines += [f"**{table.title}**", "", "| " + " | ".join(table.columns) + " |"]
            lines += ["|" + "---|" * len(table.columns)]
            lines += ["| " + " | ".join(row) + " |" for row in _cells(table)] + [""]
    return "\n".join(lines)


def html_report(title: str, answered: Iterable[Answered], drawn: dict[tuple[int, int], str]) -> str:
    """One page with the pictures inside; `drawn` has each chart as SVG."""
    answered = list(answered)
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>',
        f"<style>{_STYLE}</style></head>",
        f"<body><h1>{html.escape(title)}</h1>",
        *(_contents(answered) if len(answered) > 1 else ()),
    ]
    for question, answer in answered:
        parts.append(f'<section id="q{question.number}">')
        if question.title != title:
            parts.append(f"<h2>{question.number}. {html.escape(question.title)}</h2>")
        if question.text:
            parts.append(f"<p>{_prose(question.text)}</p>")
        parts.append(f'<p class="answer"><strong>Answer:</strong> {_prose(answer.conclusion)}</p>')
        for number, chart in enumerate(answer.charts):
            picture = _with_own_names(drawn[question.number, number], f"q{question.number}-{number + 1}-")
            parts.append(f'<figure role="img" aria-label="{html.escape(chart.title)}">{picture}</figure>')
        parts.append(f"<p><em>Method:</em> {_prose(answer.method)}</p>")
        for table in answer.tables:
            head = "".join(f'<th scope="col">{html.escape(column)}</th>' for column in table.columns)
            body = "".join(
                "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>" for row in _cells(table)
            )
            parts.append(f"<table><caption>{_prose(table.title)}</caption><tr>{head}</tr>{body}</table>")
        parts.append("</section>")
    return "\n".join([*parts, "</body></html>", ""])


def _contents(answered: Sequence[Answered]) -> list[str]:
    """Every question with a link to its answer."""
    links = [f'<li><a href="#q{question.number}">{html.escape(question.title)}</a></li>' for question, _ in answered]
    return ["<nav><ol>", *links, "</ol></nav>"]


def _prose(text: str) -> str:
    """Text as HTML; text in backticks becomes code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def _with_own_names(svg: str, prefix: str) -> str:
    """An SVG whose ids are unique on the page."""
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\1{prefix}", svg)


_STYLE = (
    "body{font:16px/1.5 Georgia,serif;max-width:75ch;margin:2rem auto;padding:0 1rem;color:#2b2a27;background:#fbfaf6}"
    "table{display:block;overflow-x:auto;border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}"
    "caption{text-align:left;font-weight:bold}td,th{padding:2px 10px;border-bottom:1px solid #d8d4c8;text-align:right}"
    "td:first-child,th:first-child{text-align:left}figure{margin:1rem 0}svg{max-width:100%;height:auto}"
    ".answer{border-left:3px solid #3d4f9f;padding-left:1rem}"
)


def write_report(folder: Path, title: str, answered: Sequence[Answered], name: str = "report") -> list[Path]:
    """Writes NAME.md, NAME.html and NAME/*.svg; each file is replaced atomically."""
    from rulewright.lab.charts import chart_svg  # imports matplotlib, which is slow

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
        with atomic_write(path) as beside:
            beside.write_text(text, encoding="utf-8")
    return list(files)
