"""A table in the terminal: its characters and trackers, whose turn it is, pending actions, the log, and its dice."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click
from msgspec import UNSET

from rulewright.cli.terminal import wrapped
from rulewright.game import Opening, find_game
from rulewright.game.trackers import TrackedValue
from rulewright.game.words import Words
from rulewright.table.proof import Proof
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
    lines = []
    for name, one in view.characters.items():
        line = tracker_line(one.trackers)
        lines.append(f"  {click.style(printable(name), bold=True)}" + (f": {line}" if line else ""))
    scene = tracker_line(view.trackers)
    return [*lines, f"  {scene}"] if scene else lines


def sheet_rows(sheet: Seen, words: Words) -> list[tuple[str, str]]:
    """The whole sheet in the words of its game, one row for each field that is not empty."""
    filled = {name: value for name, value in sheet.items() if value not in (None, "", [], {})}
    return [(printable(words.name(name)), printable(words.value(value))) for name, value in filled.items()]


def fight_line(fight: FightView, words: Words) -> str:
    """Whose turn it is and what is left of the turn, or who has won."""
    if fight.over:
        return "  the fight is over" + (f", won by {printable(fight.winner)}" if fight.winner else "")
    own = {words.name(name): count for name, count in fight.left.items()}
    left = ", ".join(f"{count} {name.removesuffix('s') if count == 1 else name}" for name, count in own.items())
    turn = f"{click.style(printable(fight.turn), bold=True)}'s turn" if fight.turn else "between turns"
    last = "" if fight.last_round is None else f" of {fight.last_round}"
    return f"  round {fight.round}{last}, {turn}" + (f", {left} left" if left else "")


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
    return [wrapped(line) for line in (opening.words, *opening.then)]


def ending_lines(event: EventView) -> list[str]:
    """How the ready-made scene ended with an event, between empty lines."""
    return ["", f"  {click.style(printable(event.ending), italic=True)}", ""] if event.ending else []


_SHORT = 16


def fair_line(view: TableView) -> str:
    """The state of the dice in one line: the commitment, whose seeds are mixed in, and whether the seed is public."""
    fair = view.fair
    words = [f"committed {fair.commitment[:_SHORT]}"]
    if fair.seats:
        words.append(f"with seeds of {_names(view, fair.seats)}")
    if fair.committed:
        waits = [seat for seat in fair.committed if seat not in fair.shown]
        words.append(
            f"{_names(view, waits)} committed to a seed"
            if not fair.shown
            else f"waiting for the seed of {_names(view, waits)}"
        )
    words.append("seed revealed" if fair.seed else "seed secret until the table is closed")
    return f"  dice: {', '.join(words)}"


def imported_line(view: TableView) -> str:
    """The events that were imported from a file, in one line; "" for a table that was not imported."""
    return f"  {IMPORTED}: events 1 to {view.imported} come from a file" if view.imported else ""


def proof_lines(proof: Proof) -> list[str]:
    """A proof as lines: the numbers, the verdict, and the claims that are proved and not proved."""
    dice, results = proof.dice, proof.results
    counted = [
        (dice.proved, "proved"),
        (dice.typed, "typed in"),
        (dice.unproved, "whose seed is still secret"),
        (dice.hidden_dice, "of the hidden seed"),
    ]
    words = ", ".join(f"{count} {what}" for count, what in counted if count or what == "proved")
    hidden = f"; {dice.hidden} hidden rolls are not visible from this seat" if dice.hidden else ""
    lines = [f"{dice.events} events: dice {words}{hidden}"]
    if dice.fault:
        lines.append(click.style(f"event {dice.seq}: {dice.fault}", fg="red"))
    if results and results.differences:
        lines += [click.style(f"event {one.seq}, {one.what}: {one.how}", fg="red") for one in results.differences]
        lines.append("the log was changed, or a rule was changed since it was written")
    if proof.holds:
        lines.append(click.style("every die matches", fg="green") + (", and every result follows" if results else ""))
    lines += _listed("proved:", proof.proved)
    return lines + _listed("not proved:", proof.unproved)


def _listed(title: str, sentences: list[str]) -> list[str]:
    return [title, *(f"  - {one}" for one in sentences)] if sentences else []


def _names(view: TableView, seats: list[str]) -> str:
    return ", ".join(printable(view.seats[seat].name) if seat in view.seats else seat for seat in seats)


_MOST_BOXES = 12


def tracker_line(values: Iterable[TrackedValue]) -> str:
    """The trackers of a sheet or a scene in one line."""
    return printable(", ".join(map(_tracker_text, values)))


def _tracker_text(one: TrackedValue) -> str:
    if one.kind == "flag":
        return one.label
    if one.number is None or one.most is None:
        return f"{one.label} {one.text}"
    if one.kind == "boxes" and one.most <= _MOST_BOXES:
        return f"{one.label} {'■' * min(one.number, one.most)}{'□' * (one.most - one.number)}"
    return f"{one.label} {one.number}/{one.most}"
