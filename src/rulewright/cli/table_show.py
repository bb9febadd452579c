"""A table in the terminal: its characters, whose turn it is, pending actions, and the log."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click
from msgspec import UNSET

from rulewright.cli.table_dice import fair_line, imported_line
from rulewright.cli.table_trackers import tracked
from rulewright.game import Opening, find_game
from rulewright.game.words import Words
from rulewright.table.views.shapes import EventView, FightView, TableView
from rulewright.table.views.wording import IMPORTED, printable

Seen = Mapping[str, Any]


def table_rows(rows: Iterable[Seen]) -> list[tuple[str, ...]]:
    """One row for each table."""
    return [
        (
            one["table"],
            one["game"],
            str(one["events"]),
            moment(one["last"]),
            printable(one["title"])
            + (" (closed)" if one["closed"] else "")
            + (f" ({IMPORTED.lower()})" if one["imported"] else ""),
        )
        for one in rows
    ]


def moment(at: str) -> str:
    """A moment of the log for a person: `2026-11-15 20:30`."""
    return printable(at[:16].replace("T", " "))


def described(table: str, view: TableView, last: Sequence[EventView]) -> list[str]:
    """A table as a seat sees it, with the last events."""
    lines = [click.style(printable(view.title), bold=True) + f"  ({view.game}, table {table}, event {view.seq})"]
    if view.closed:
        lines.append("  closed")
    lines += [line for line in (fair_line(view), imported_line(view)) if line]
    lines += [f"  {seat}  {printable(one.name)}, {one.role}" for seat, one in view.seats.items()]
    lines += people(view)
    if view.fight:
        lines.append(fight_line(view.fight, find_game(view.game).words))
    lines += _pending_lines(view)
    for event in last:
        lines += event_lines(event)
    return lines


def people(view: TableView) -> list[str]:
    """Every character with the game's trackers of their sheet, then its trackers of the scene."""
    trackers = find_game(view.game).trackers
    lines = []
    for name, one in view.characters.items():
        line = tracked(trackers, "sheet", one.sheet)
        lines.append(f"  {click.style(printable(name), bold=True)}" + (f": {line}" if line else ""))
    scene = tracked(trackers, "scene", view.scene)
    return [*lines, f"  {scene}"] if scene else lines


def sheet_rows(sheet: Seen, words: Words) -> list[tuple[str, str]]:
    """The whole sheet in the words of its game, one row for each field that is not empty."""
    filled = {name: value for name, value in sheet.items() if value not in (None, "", [], {})}
    return [(printable(words.name(name)), printable(words.value(value))) for name, value in filled.items()]


def fight_line(fight: FightView, words: Words) -> str:
    """Whose turn it is and what is left of the turn, or who has won."""
    if fight.over:
        return "  the fight is over" + (f": {printable(fight.winner)}" if fight.winner else "")
    own = {words.name(name): count for name, count in fight.left.items()}
    left = ", ".join(f"{count} {name.removesuffix('s') if count == 1 else name}" for name, count in own.items())
    turn = f"{click.style(printable(fight.turn), bold=True)}'s turn" if fight.turn else "between turns"
    return f"  round {fight.round}, {turn}" + (f", {left} left" if left else "")


def _pending_lines(view: TableView) -> list[str]:
    """Each pending action, and the players it waits for."""
    lines = []
    for one in view.pending:
        names = ", ".join(printable(view.seats[seat].name) for seat in one.waits_for if seat in view.seats) or "no one"
        question = f", {printable(one.question)}" if one.question else ""
        lines.append(f"  waiting for {names}: {one.text}{question}")
    return lines


def event_lines(event: EventView) -> list[str]:
    """The lines of one event: who did what, the outcome, and the changes."""
    number = click.style(f"{event.seq:>4}", dim=True)
    result = event.result
    if event.kind == "waiting" or result is UNSET or not result.sentence:
        return [f"{number}  {event.sentence}", *ending_lines(event)]
    dice = " ".join(str(die.face) for die in event.dice or ())
    marks = f"; {', '.join(event.marks)}" if event.marks else ""
    line = f"{number}  {result.sentence}" + (click.style(f"  [{dice}{marks}]", dim=True) if dice else "")
    changed = [f"        {one.text}" for one in event.changed or () if one.kept]
    return [line, *changed, *ending_lines(event)]


def scene_lines(opening: Opening) -> list[str]:
    """The description of a ready-made scene, and what to try after the first action."""
    return [f"  {opening.words}", *(f"  {line}" for line in opening.then)]


def ending_lines(event: EventView) -> list[str]:
    """How the ready-made scene ended with an event, between empty lines."""
    return ["", f"  {click.style(printable(event.ending), italic=True)}", ""] if event.ending else []
