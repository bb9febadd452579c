"""A table's dice in the terminal: committed, revealed, verified."""

import click

from rulewright.table.proof import Proof
from rulewright.table.views.shapes import TableView
from rulewright.table.views.wording import IMPORTED, printable

_SHORT = 16


def fair_line(view: TableView) -> str:
    """The state of the dice in one line: the commitment, whose seeds are in, and whether the seed is public."""
    fair = view.fair
    words = [f"committed {fair.commitment[:_SHORT]}"]
    if fair.seats:
        words.append(f"with seeds of {_names(view, fair.seats)}")
    if fair.committed:
        waits = [seat for seat in fair.committed if seat not in fair.shown]
        words.append(
            f"{_names(view, waits)} committed to a seed" if not fair.shown else f"{_names(view, waits)} to show"
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
