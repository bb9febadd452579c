"""Weaves a rulebook into one page: contents, each rule with its odds and its uses, and the changes since a version.

The page is a single, self-contained HTML file with a print style. `woven` gives the same as plain data.
"""

import html
import json
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from typing import Any

from rulewright.game import Game
from rulewright.game.outcomes import scale
from rulewright.game.plain_data import plain
from rulewright.readings import Budget, Deadline, OverBudget, Undecided
from rulewright.rulebook.book import Rulebook
from rulewright.rulebook.document import Block, Heading, Prose
from rulewright.rulebook.faults import TextPlace, Wrong
from rulewright.rulebook.fights import spoken
from rulewright.rulebook.figures import figure_of, read_figure, shown
from rulewright.rulebook.game import game_of
from rulewright.rulebook.render_markdown import html_of
from rulewright.rulebook.versions import VersionChange, changes
from rulewright.rules import BadInput, Refused
from rulewright.rules.allowed import listed_values

MOST_TRIED = 25
_SECONDS = 5.0

Odds = list[tuple[str, str, float]]
"""Each result with its chance as a fraction and as a number, worst first."""


def odds_rows(game: Game, roll: str, params: dict[str, Any], seconds: float = _SECONDS) -> Odds | None:
    """The odds of a roll as a page shows them; None where they take too long or a decision is open."""
    try:
        found = game.odds(roll, params, budget=Budget(paths=500_000, seconds=seconds, megabytes=500))
    except (OverBudget, Undecided, Refused, BadInput):  # a required parameter has no value here
        return None
    rows: list[tuple[Any, Fraction]] = [(plain(outcome), found.chance(outcome)) for outcome in found]
    return [(one.label, str(one.chance), float(one.chance)) for one in scale(rows, game.worst_to_best)]


def usual_values(game: Game, roll: str) -> dict[str, Any]:
    """Values to show a roll with: those of the game's example, else a small value for each required parameter."""
    example = next((dict(one.params) for one in game.examples if one.roll == roll and not one.options), None)
    if example is not None:
        return example
    listed = {one.name: listed_values(one.kind, 1_000) for one in game.roll(roll).parameters if one.required}
    return {name: values[min(3, len(values) // 2)] for name, values in listed.items() if values}


def tried(game: Game, roll: str, seconds: float = MOST_TRIED * _SECONDS) -> dict[str, Any] | None:
    """The odds of a roll for each value of its first number or word, else at defaults; None if it takes too long."""
    until, usual = Deadline(seconds), usual_values(game, roll)
    for parameter in game.roll(roll).parameters:
        values = listed_values(parameter.kind, MOST_TRIED)
        if 1 < len(values) <= MOST_TRIED:
            odds = [odds_rows(game, roll, {**usual, parameter.name: one}, until.left(_SECONDS)) for one in values]
            if None not in odds:
                value = usual.get(parameter.name, parameter.default)
                at = values.index(value) if value in values else 0
                return {
                    "name": parameter.name,
                    "meaning": parameter.meaning,
                    "values": values,
                    "odds": odds,
                    "usual": at,
                }
    return None


def figures_in(book: Rulebook, text: str, place: TextPlace) -> str:
    """A line of prose with every figure in it computed."""
    for inline in book.document.inlines():
        if inline.place.line == place.line:
            text = text.replace(inline.whole, answer(book, inline.kind, inline.text, inline.place))
    return text


def answer(book: Rulebook, kind: str, text: str, place: TextPlace) -> str:
    """A figure as the page prints it; the fault in brackets where it cannot be computed."""
    try:
        figure = read_figure(book, kind, text, place)
        return shown(figure, figure_of(book, figure))
    except Wrong as wrong:
        return f"[{wrong.fault.message}]"


def questions(book: Rulebook) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every question of the book with its answers."""
    for block in book.document.of("question"):
        answers = []
        for text, place in block.lines:
            kind, _, rest = text.strip().partition(" ")
            if kind in ("odds", "mean"):
                answers.append((text.strip(), answer(book, kind, rest, place)))
        yield block.header.text or "Questions", answers


def woven(book: Rulebook, before: Rulebook | None = None) -> dict[str, Any]:
    """The book as plain data: rules, rolls with their odds, questions, and changes."""
    game = game_of(book)
    front = book.document.front
    return {
        "name": front.name,
        "slug": front.slug,
        "version": front.version,
        "sha256": book.hash,
        "rules": [
            {"number": number, "section": section, "text": text, "used_in": game.used_in(number)}
            for number, section, text in book.texts()
        ],
        "rolls": [
            {
                "name": roll.name,
                "summary": roll.summary,
                "parameters": [[one.name, one.allowed, plain(one.default), one.meaning] for one in roll.parameters],
                "odds": odds_rows(game, roll.name, {}) if roll.name != "duel" else None,
            }
            for roll in game.rolls
        ],
        "questions": [[title, answers] for title, answers in questions(book)],
        "changed": [list(one) for one in changes(before, book)] if before is not None else [],
    }


def page(book: Rulebook, before: Rulebook | None = None) -> str:
    """The book as one page of HTML."""
    game = game_of(book)
    front = book.document.front
    changed = changes(before, book) if before is not None else []
    body = "\n".join(_parts(book, game, changed))
    version = f'<p class="version">Version {html.escape(front.version)}</p>' if front.version else ""
    listed = [(_anchor(one), one.number, one.title) for one in book.document.headings if one.level > 1 or one.number]
    return whole_page(
        front.name, f"{version}<p>{html.escape(front.summary)}</p>", listed, _changed(changed) + f"<main>{body}</main>",
        front.colour,
    )  # fmt: skip


def whole_page(name: str, about: str, contents: list[tuple[str, str, str]], body: str, colour: str = "") -> str:
    """A page with its contents, each an anchor, a number and a title."""
    style, script = (
        files("rulewright.rulebook").joinpath(file).read_text().strip() for file in ("page.css", "page.js")
    )
    if colour:
        style = style.replace("#3b3a5c", colour)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(name)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>\n'
        f"<body><header><h1>{html.escape(name)}</h1>{about}</header>\n"
        f"{_contents(contents)}{body}<script>{script}</script></body></html>\n"
    )


def _contents(listed: list[tuple[str, str, str]]) -> str:
    rows = []
    for anchor, number, title in listed:
        shown_number = f"<b>{number}</b> " if number else ""
        rows.append(f'<li><a href="#{anchor}">{shown_number}{html.escape(title)}</a></li>')
    return f"<nav><h2>Contents</h2><ul>{''.join(rows)}</ul></nav>\n"


def _anchor(heading: Heading) -> str:
    return heading.number or f"line-{heading.line}"


def _changed(changed: list[VersionChange]) -> str:
    if not changed:
        return ""
    rows = "".join(f"<li><b>{html.escape(one.what)}</b>: {html.escape(one.how)}</li>" for one in changed)
    return f'<section class="changed"><h2>What changed</h2><ul>{rows}</ul></section>\n'


def _parts(book: Rulebook, game: Game, changed: list[VersionChange]) -> Iterator[str]:
    marked = {one.what for one in changed}
    for part in book.document.parts:
        if isinstance(part, Heading):
            if part.level == 1 and not part.number and part.title == book.document.front.name:
                continue
            yield _heading(part, game, part.number in marked)
        elif isinstance(part, Prose):
            yield html_of([figures_in(book, line.text, line.place) for line in part.lines])
        else:
            yield _block(book, game, part)


def uses_in_words(game: Game, number: str) -> str:
    """The rolls, actions and values that use a rule, each name once: "check, set hp"."""
    names = [use.partition(" ")[2] for use in game.used_in(number) if not use.startswith("rule ")]
    return ", ".join(dict.fromkeys(name.replace("-", " ") for name in names))


def _heading(heading: Heading, game: Game, is_new: bool) -> str:
    level = min(6, max(2, heading.level))
    number = f'<span class="number">{heading.number}</span> ' if heading.number else ""
    new = ' <span class="new">changed</span>' if is_new else ""
    used = uses_in_words(game, heading.number) if heading.number else ""
    note = f'<p class="used">Used in: {html.escape(used)}</p>' if used else ""
    return f'<h{level} id="{_anchor(heading)}">{number}{html.escape(heading.title)}{new}</h{level}>{note}'


def _block(book: Rulebook, game: Game, block: Block) -> str:
    source = "\n".join([f"{block.kind} {block.header.text}".strip(), *(line.text for line in block.lines)])
    title = html.escape(f"{block.kind} {block_name(block)}")
    shown_source = f"<details><summary>{title}</summary><pre>{html.escape(source)}</pre></details>"
    if block.kind in ("roll", "table"):
        odds = odds_figure(game, spoken(block_name(block)))
        return f'<section class="roll">{table_of(block)}{odds}{shown_source}</section>'
    if block.kind in ("action", "fight", "option", "exception", "sheet", "dice", "deck"):
        return f'<section class="{block.kind}">{table_of(block)}{shown_source}</section>'
    if block.kind == "question":
        for title, answers in questions(book):
            if title == (block.header.text or "Questions"):
                rows = "".join(
                    f"<tr><td>{html.escape(text)}</td><td>{html.escape(said)}</td></tr>" for text, said in answers
                )
                return f'<section class="question"><h4>{html.escape(title)}</h4><table>{rows}</table></section>'
    return f'<section class="example"><h4>Examples</h4><pre>{html.escape(source.partition(chr(10))[2])}</pre></section>'


def block_name(block: Block) -> str:
    """The name in the first line of a block."""
    return block.header.text.partition("(")[0].partition(" ")[0].strip()


def table_of(block: Block) -> str:
    """The table of a block as HTML; a sheet or a fight has a row for each line. Empty if there is no table."""
    if block.kind in ("sheet", "fight"):
        return _lines_as_rows(block)
    rows = [line.text for line in block.lines if line.text.strip().startswith("|")]
    if block.kind == "table" and rows and rows[0].strip("| ")[:1].isdigit():
        rows = ["| throw | result |", *rows]
    return html_of(rows) if rows else ""


def odds_figure(game: Game, roll: str) -> str:
    """The odds of a roll as bars, with a slider over one of its values where it has one; empty without odds."""
    found, usual = tried(game, roll), usual_values(game, roll)
    others = {name: value for name, value in usual.items() if found is None or name != found["name"]}
    given = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in others.items())
    caption = f"<figcaption>With {html.escape(given)}</figcaption>" if given else ""
    if found is not None:
        data = html.escape(json.dumps(found["odds"]))
        last = len(found["values"]) - 1
        label = f"{found['name'].replace('_', ' ')} {found['values'][found['usual']]}"
        slider = (
            f'<label>{html.escape(found["meaning"] or found["name"])}: <input type="range" min="0" max="{last}" '
            f'value="{found["usual"]}" data-values="{html.escape(json.dumps(found["values"]))}"> '
            f"<output>{html.escape(label)}</output></label>"
        )
        return (
            f'<figure class="odds" data-odds="{data}">{slider}{_bars(found["odds"][found["usual"]])}{caption}</figure>'
        )
    rows = odds_rows(game, roll, usual)
    return "" if rows is None else f'<figure class="odds">{_bars(rows)}{caption}</figure>'


def _bars(rows: Odds) -> str:
    made = "".join(
        f"<tr><th>{html.escape(label)}</th><td>{100 * value:.1f}%</td>"
        f'<td><span class="bar" style="width:{100 * value:.1f}%"></span></td></tr>'
        for label, _, value in reversed(rows)
    )
    return f"<table>{made}</table>"


def _value_in_words(line: str, name: str) -> str:
    """`1..5 = 3 "strength"` as "1 to 5, usually 3 (strength)"; words that only repeat the name are left out."""
    rest, _, meaning = line.partition('"')
    meaning = meaning.replace('"', "").strip()
    rest = rest.replace("..", " to ").replace(" = ", ", begins at " if "track" in rest else ", usually ")
    rest = rest.replace("track ", "").replace(" | ", " or ").strip()
    return rest if meaning in ("", name) else f"{rest} ({meaning})"


def _lines_as_rows(block: Block) -> str:
    """`might: 1..5 = 3 "strength"` as a row of the name and its values; a line without a name is a row of its own."""
    rows = []
    for line in block.lines:
        name, colon, rest = line.text.partition(":")
        if not line.text.strip() or line.text.strip().startswith(("#", "|")):
            continue
        if colon and name.strip().replace("_", "").replace(" ", "").isalnum():
            label = html.escape(name.strip().replace("_", " "))
            rest = rest.strip() if block.kind == "fight" else _value_in_words(rest, label)
            rows.append(f'<tr><th class="rowhead" scope="row">{label}</th><td>{html.escape(rest)}</td></tr>')
        else:
            rows.append(f'<tr><td colspan="2">{html.escape(line.text.strip())}</td></tr>')
    return f"<table>{''.join(rows)}</table>" if rows else ""
