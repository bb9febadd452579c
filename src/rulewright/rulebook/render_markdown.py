"""Markdown as HTML: paragraphs, lists, tables, quotes, emphasis, code and links. Everything else is text."""

import html
import re
from collections.abc import Sequence

_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")
_EMPHASIS = re.compile(r"(?<![*\w])[*_]([^*_]+)[*_](?![*\w])")
_LINK = re.compile(r"\[([^\]]+)\]\(((?:https?://|#|[\w./-]+)[^\s()]*)\)")
_ITEM = re.compile(r"^\s*(?:[-*]|\d{1,3}[.)]) +(.*)$")


def inline(text: str) -> str:
    """One line of text as HTML; any HTML markup in it is escaped."""
    made = html.escape(text)
    made = _CODE.sub(r"<code>\1</code>", made)
    made = _STRONG.sub(r"<strong>\1</strong>", made)
    made = _EMPHASIS.sub(r"<em>\1</em>", made)
    return _LINK.sub(_linked, made)


def _linked(found: re.Match[str]) -> str:
    address = found[2]
    if ":" in address and not address.startswith(("http://", "https://")):
        return found[0]
    return f'<a href="{address}">{found[1]}</a>'


def html_of(lines: Sequence[str]) -> str:
    """Lines of Markdown as HTML."""
    made: list[str] = []
    group: list[str] = []
    kind = ""
    for line in [*lines, ""]:
        now = _kind(line, kind)
        if now != kind and group:
            made.append(_written(kind, group))
            group = []
        kind = now
        if now:
            group.append(line)
    return "\n".join(made)


def _kind(line: str, before: str) -> str:
    text = line.strip()
    if before == "code":
        return "" if text.startswith("```") else "code"
    if not text:
        return ""
    if text.startswith("```"):
        return "code"
    if text.startswith("|"):
        return "table"
    if text.startswith(">"):
        return "quote"
    if _ITEM.match(line):
        return "list"
    return "list" if before == "list" and line.startswith(" ") else "text"


def _written(kind: str, lines: list[str]) -> str:
    match kind:
        case "table":
            return _table(lines)
        case "list":
            return f"<ul>{''.join(f'<li>{inline(item)}</li>' for item in _items(lines))}</ul>"
        case "quote":
            return f"<blockquote>{inline(' '.join(line.strip().lstrip('> ') for line in lines))}</blockquote>"
        case "code":
            return f"<pre>{html.escape(chr(10).join(lines[1:]))}</pre>"
    return f"<p>{inline(' '.join(line.strip() for line in lines))}</p>"


def _items(lines: list[str]) -> list[str]:
    found: list[str] = []
    for line in lines:
        item = _ITEM.match(line)
        if item:
            found.append(item[1])
        else:
            found[-1] += f" {line.strip()}"
    return found


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if line.strip("|-: \t")]
    if not rows:
        return ""
    head = "".join(f"<th>{inline(cell)}</th>" for cell in rows[0])
    rest = "".join(f"<tr>{''.join(f'<td>{inline(cell)}</td>' for cell in row)}</tr>" for row in rows[1:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rest}</tbody></table>"
