"""What the terminal shows of a table: its people, whose turn it is, what waits, and what happened."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from rulewright.cli.table_trackers import tracked
from rulewright.game import find_game
from rulewright.game.outcomes import inline
from rulewright.table.views.wording import changed, details, done_by, given, headline, printable, sentence

Seen = Mapping[str, Any]


def table_rows(rows: Iterable[Seen]) -> list[tuple[str, ...]]:
    """One row for each table."""
    return [
        (
            one["table"],
            one["game"],
            str(one["events"]),
            moment(one["last"]),
            printable(one["title"]) + (" (closed)" if one["closed"] else ""),
        )
        for one in rows
    ]


def moment(at: str) -> str:
    """A moment of the log for a person: `2026-11-15 20:30`."""
    return printable(at[:16].replace("T", " "))


def described(table: str, state: Seen, last: Sequence[Seen]) -> list[str]:
    """A table as somebody sees it, with the last things that happened."""
    seats = {seat: one["name"] for seat, one in state["seats"].items()}
    lines = [
        click.style(printable(state["title"]), bold=True) + f"  ({state['game']}, table {table}, event {state['seq']})"
    ]
    if state["closed"]:
        lines.append("  closed")
    lines += [f"  {seat}  {printable(one['name'])}, {one['role']}" for seat, one in state["seats"].items()]
    lines += people(state)
    if state["fight"]:
        lines.append(fight_line(state["fight"]))
    lines += _waiting_lines(state)
    for event in last:
        lines += event_lines(event, seats)
    return lines


def people(state: Seen) -> list[str]:
    """Everybody there, each with what their game keeps in sight, and then what it keeps in sight of the scene."""
    trackers = find_game(state["game"]).trackers
    lines = []
    for name, one in state["characters"].items():
        line = tracked(trackers, "sheet", one["sheet"])
        lines.append(f"  {click.style(printable(name), bold=True)}" + (f": {line}" if line else ""))
    scene = tracked(trackers, "scene", state["scene"])
    return [*lines, f"  {scene}"] if scene else lines


def sheet_rows(sheet: Seen) -> list[tuple[str, str]]:
    """The whole sheet, one row for each field that has something in it."""
    told = {name: value for name, value in sheet.items() if value not in (None, "", [], {})}
    return [(_words(name), printable(inline(value))) for name, value in told.items()]


def _words(name: str) -> str:
    return printable(name.replace("_", " "))


def fight_line(fight: Seen) -> str:
    """Whose turn it is and what is left to them, or who has won."""
    if fight["over"]:
        return "  the fight is over" + (f": {printable(fight['winner'])}" if fight["winner"] else "")
    left = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in fight["left"].items())
    turn = f"{click.style(printable(fight['turn']), bold=True)}'s turn" if fight["turn"] else "between turns"
    return f"  round {fight['round']}, {turn}" + (f", {left} left" if left else "")


def _waiting_lines(state: Seen) -> list[str]:
    """Who is waited for, and what for."""
    seats = {seat: one["name"] for seat, one in state["seats"].items()}
    lines = []
    for one in state["pending"]:
        names = ", ".join(printable(seats.get(seat, seat)) for seat in one["waits_for"]) or "nobody"
        what = "a secret roll" if one.get("hidden") else f"{one['name']}, {one['question']}"
        lines.append(f"  waiting for {names}: {printable(what)}")
    return lines


def event_lines(event: Seen, seats: Mapping[str, str]) -> list[str]:
    """One event: who did what, how it went, and what is different now."""
    number = click.style(f"{event['seq']:>4}", dim=True)
    if event["kind"] in ("acted", "rolled"):
        return _rolled(event, seats, number)
    return [f"{number}  {sentence(event, seats)}"]


def _rolled(event: Seen, seats: Mapping[str, str], number: str) -> list[str]:
    if "name" not in event:
        return [f"{number}  {done_by(event, seats)} rolls in secret"]
    extra = given(event["params"])
    deed = f"{done_by(event, seats)}, {printable(event['name'])}" + (f" ({extra})" if extra else "")
    if "outcome" not in event:
        return [f"{number}  {deed}: hidden"]
    rest = details(event["outcome"])
    dice = " ".join(str(die[1]) for die in event.get("dice", ()))
    line = f"{number}  {deed}: {click.style(headline(event['outcome']), bold=True)}"
    line += (f", {rest}" if rest else "") + (click.style(f"  [{dice}]", dim=True) if dice else "")
    return [line, *(f"        {one}" for one in changed(event.get("changes", ())))]
