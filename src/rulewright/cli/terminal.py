"""Lines for the terminal: bars, tables, breakdowns."""

import shutil
from collections.abc import Iterable, Sequence
from fractions import Fraction
from textwrap import fill, wrap
from typing import Any

import click

from rulewright.dice import card_name, short_fraction
from rulewright.game.outcomes import result_line
from rulewright.game.percent import percent
from rulewright.game.plain_data import plain
from rulewright.readings import Called, Chosen, Noted, Played, Rolled, Step
from rulewright.rules import Inventory

_EIGHTHS = " ▏▎▍▌▋▊▉"
_LONGEST_FRACTION = 24


def bars(rows: Sequence[tuple[str, Fraction]], exact: bool = False) -> list[str]:
    """One line per label: its name, its percentage, a bar, and on request the exact fraction where it is short."""
    if not rows:
        return []
    names = max(len(name) for name, _ in rows)
    fractions = [short_fraction(chance, _LONGEST_FRACTION) if exact else "" for _, chance in rows]
    room = shutil.get_terminal_size((80, 24)).columns - names - 12 - max(map(len, fractions)) - 2
    longest = max(chance for _, chance in rows)
    width = max(8, min(40, room))
    lines = []
    for (name, chance), shown in zip(rows, fractions, strict=True):
        bar = _bar(float(chance / longest) * width if longest else 0.0)
        gap = " " * (width - len(bar)) if shown else ""
        lines.append(f"  {name:<{names}}  {percent(chance):>6}  {click.style(bar, fg='blue')}{gap}  {shown}".rstrip())
    if exact and "" in fractions:
        lines.append("  fractions too long to show are left out; --json has them")
    return lines


def most_likely(rows: Sequence[tuple[str, Fraction]], most: int) -> list[tuple[str, Fraction]]:
    """The most likely rows, in their original order."""
    chosen = sorted(range(len(rows)), key=lambda at: -rows[at][1])[:most]
    return [rows[at] for at in sorted(chosen)]


def the_rest(shown: Sequence[tuple[Any, ...]], rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """A line with the number of rows that are not shown and their total chance, if there are any."""
    if len(shown) == len(rows):
        return []
    if not shown:
        return [f"  {len(rows)} outcomes, each too unlikely for a line of its own; --all shows them"]
    left = sum(row[1] for row in rows) - sum(row[1] for row in shown)
    return [f"  and {len(rows) - len(shown)} more with {percent(left)} together; --all shows them"]


def wrapped(text: str, indent: str = "  ") -> str:
    """Text in lines that fit into the terminal, each indented."""
    width = shutil.get_terminal_size((80, 24)).columns
    return fill(text, max(24, width), initial_indent=indent, subsequent_indent=indent, break_long_words=False)


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
        # Not at hyphens: most hyphenated words are names that can be typed.
        wrapped = wrap(row[-1], room, break_on_hyphens=False) or [""]
        first = f"{front}  {wrapped[0]}".rstrip()
        lines.append(click.style(first, bold=True) if header and number == 0 else first)
        lines.extend(" " * indent + more for more in wrapped[1:])
    return lines


def rule_lines(inventory: Inventory, numbers: Iterable[str]) -> list[str]:
    """Rules in words by their numbers, marked as the draft's or ours, with the rules that ours interpret."""
    rows = []
    for one in numbers:
        behind = inventory.behind(one)
        rows.append((inventory.mark(one), inventory.text(one) + (f" ({behind})" if behind else "")))
    return columns(rows) if rows else []


def cited_lines(inventory: Inventory, numbers: Sequence[str]) -> list[str]:
    """The rules of a result in short: the draft's by number, ours with title and the rules they interpret."""
    known = [one for one in numbers if one in inventory.rules]
    rows = [("draft" if inventory.rulings else "rules", ", ".join(known))] if known else []
    ours = [one for one in numbers if one in inventory.rulings]
    rows += [("ours", f"{one} {inventory.rulings[one].title} ({inventory.behind(one)})") for one in ours]
    return [click.style(line, dim=True) for line in columns(rows)] if rows else []


def breakdown(played: Played[Any], inventory: Inventory | None = None) -> list[str]:
    """Every die, decision and term, with the numbers of the rules it comes from; rulings are marked as ours."""
    return list(_steps(played.breakdown, 1, inventory))


def _steps(steps: Sequence[Step], depth: int, inventory: Inventory | None, above: Sequence[str] = ()) -> Iterable[str]:
    """Each step as a line; rule numbers of the enclosing step are not repeated."""
    pad = "  " * depth
    for step in steps:
        match step:
            case Rolled(name, dice, score=score, cards=cards) if cards:
                drawn = ", ".join(map(card_name, cards))
                yield f"{pad}{name}: {dice} → {drawn}{'' if isinstance(score, tuple) else f'  = {result_line(score)}'}"
            case Rolled(name, dice, faces, kept, score):
                shown = " ".join(
                    str(face) if counts else click.style(f"({face})", dim=True)
                    for face, counts in zip(faces, kept, strict=True)
                )
                yield f"{pad}{name}: {dice} → {shown or 'no dice'}  = {result_line(score)}"
            case Chosen(who, question, _, choice):
                yield f"{pad}{who}, {question}: {choice}"
            case Noted(name, value, cites):
                yield f"{pad}{name}: {value}{_cited(cites, inventory)}"
            case Called(name, cites, inner, result):
                shown = f" → {result_line(result)}" if _is_short(plain(result)) else ""
                yield f"{pad}{name}{_cited([one for one in cites if one not in above], inventory)}{shown}"
                yield from _steps(inner, depth + 1, inventory, cites)


def _cited(cites: Sequence[str], inventory: Inventory | None) -> str:
    rulings = {} if inventory is None else inventory.rulings
    marked = ", ".join(f"{one} ours" if one in rulings else one for one in cites)
    return click.style(f"  [{marked}]", dim=True) if cites else ""


def _is_short(result: Any) -> bool:
    """Whether a rule's result fits on its line: not a list, nor a fight with all its characters."""
    if isinstance(result, dict):
        return not any(isinstance(one, dict) for part in result.values() if isinstance(part, list) for one in part)
    return not isinstance(result, list)
