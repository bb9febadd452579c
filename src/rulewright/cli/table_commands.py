"""The commands of `rulewright table`.

They read the store itself, so they act from the GM's seat.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click
import msgspec

from rulewright._atomic_file import atomic_write
from rulewright.cli.json_output import print_json
from rulewright.cli.table_show import described, proof_lines, table_rows
from rulewright.cli.terminal import columns
from rulewright.rules import BadInput, shown
from rulewright.rules.limits import LONGEST_EVENT
from rulewright.table import closing
from rulewright.table import story as table_story
from rulewright.table.audit import audit as audited
from rulewright.table.export import export as exported
from rulewright.table.import_table import import_table
from rulewright.table.proof import prove_file, prove_log
from rulewright.table.stores import backup as write_backup
from rulewright.table.stores import open_store
from rulewright.table.stores import restore as read_backup
from rulewright.table.table_file import read_log
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.event_view import view_log
from rulewright.table.views.table_view import view_table
from rulewright.table.views.wording import IMPORTED

_LAST_EVENTS = 8


@contextmanager
def opened(store: str | None, there: bool = True) -> Iterator[Tables]:
    """Yield the tables of a store and close it afterwards; `there` requires that the store exists already."""
    kept = open_store(store, there)
    try:
        yield Tables(kept)
    finally:
        kept.close()


def master_of(tables: Tables, table: str) -> TableSeat:
    """The GM's seat at a table."""
    seats = tables.state(table).seats
    return TableSeat(table, next(seat for seat, one in seats.items() if one.role == "gm"))


def find_table(tables: Tables, name: str) -> TableSeat:
    """A table by its name, the beginning of it, or its title."""
    every = tables.store.tables()
    found = [one for one in every if one == name] or [one for one in every if name and one.startswith(name)]
    if not found:
        found = [one for one in every if tables.state(one).settings.title == name]
    if len(found) != 1:
        listed = found or every
        there = ", ".join(listed[:6]) + (", ..." if len(listed) > 6 else "")
        fault = f"{len(found)} tables are called that" if found else "no such table"
        raise BadInput(f"{fault}: {shown(name)} (there: {there or 'none yet; `rulewright play` opens one'})")
    return master_of(tables, found[0])


def listed(store: str | None) -> list[dict[str, Any]]:
    """Every table in a store, in short."""
    with opened(store) as tables:
        rows = []
        for table in tables.store.tables():
            state = tables.state(table)
            rows.append(
                {
                    "table": table,
                    "title": state.settings.title,
                    "game": state.game,
                    "events": state.seq,
                    "last": tables.log(table).event(state.seq).at,
                    "seats": [seat.name for seat in state.seats.values()],
                    "characters": list(state.scene["characters"]),
                    "closed": state.closed,
                    "imported": state.imported,
                }
            )
        return rows


def show_list(store: str | None, as_json: bool) -> None:
    """Print every table in a store."""
    rows = listed(store)
    if as_json:
        print_json(rows)
    elif not rows:
        click.echo("  no tables yet; `rulewright play` opens one")
    else:
        for line in columns(table_rows(rows), ("table", "game", "events", "last", "title")):
            click.echo(line)


def show(store: str | None, name: str, seat: str, at: int | None, as_json: bool) -> None:
    """Show a table as it is, or as it was."""
    with opened(store) as tables:
        place = find_table(tables, name)
        view = view_table(tables, place, at, seat)
        log = view_log(tables, place, max(0, view.seq - _LAST_EVENTS), as_seat=seat)
        last = [event for event in log if event.seq <= view.seq]
    if as_json:
        print_json(view)
        return
    for line in described(place.table, view, last):
        click.echo(line)


def export(store: str | None, name: str, file: str | None, seat: str) -> None:
    """Write a table to a file."""
    with opened(store) as tables:
        place = find_table(tables, name)
        written = _write(file, exported(tables, place, seat))
    if file not in (None, "-"):
        click.echo(f"{written - 1} events in {file}")


def import_(store: str | None, file: str, title: str, as_json: bool) -> None:
    """Import a file as a new table."""
    with opened(store, there=False) as tables, reading(file) as lines:
        place, key = import_table(tables, lines, title)
        state = tables.state(place.table)
    if as_json:
        print_json({"table": place.table, "title": state.settings.title, "events": state.seq, "key": key})
        return
    click.echo(f"{state.settings.title} is table {place.table}, with {state.seq} events ({IMPORTED.lower()})")
    click.echo("continue with `rulewright play`")


def story(store: str | None, name: str, file: str | None, seat: str) -> None:
    """Write the story of a table."""
    with opened(store) as tables:
        place = find_table(tables, name)
        written = _write(file, (f"{line}\n".encode() for line in table_story.story(tables, place, seat)))
    if file not in (None, "-"):
        click.echo(f"{written} lines in {file}")


def audit(store: str | None, name: str, as_json: bool) -> None:
    """Run every recorded action again and print the differences."""
    if is_file(name):
        with reading(name) as lines:
            found = audited(read_log(lines)[1])
    else:
        with opened(store) as tables:
            found = audited(tables.log(find_table(tables, name).table).events())
    if as_json:
        print_json(found)
    else:
        click.echo(f"{found.checked} of {found.events} events checked, {len(found.differences)} differ")
        for one in found.differences:
            click.echo(f"  event {one.seq}, {one.what}: {one.how}")
    if found.differences:
        sys.exit(1)


def verify(store: str | None, name: str, as_json: bool) -> None:
    """Verify every die and print the proof."""
    if is_file(name):
        with reading(name) as lines:
            proof = prove_file(lines)
    else:
        with opened(store) as tables:
            proof = prove_log(tables.log(find_table(tables, name).table).events())
    if as_json:
        statements = {"holds": proof.holds, "is_proved": proof.proved, "is_not_proved": proof.unproved}
        print_json(msgspec.to_builtins(proof.dice) | statements | {"results": proof.results})
    else:
        for line in proof_lines(proof):
            click.echo(line)
    if not proof.holds:
        sys.exit(1)


def backup(store: str | None, file: str, as_json: bool) -> None:
    """Write every table of a store to a file."""
    with opened(store) as tables:
        lines = write_backup(tables.store, Path(file))
        count = len(tables.store.tables())
    print_json({"tables": count, "lines": lines}) if as_json else click.echo(f"{count} tables in {file}")


def restore(store: str | None, file: str, over: bool, as_json: bool) -> None:
    """Restore every table of a backup."""
    with opened(store, there=False) as tables:
        lines = read_backup(Path(file), tables.store, over)
        count = len(tables.store.tables())
    print_json({"tables": count, "lines": lines}) if as_json else click.echo(f"restored; {count} tables are here now")


def remove(store: str | None, name: str, yes: bool, as_json: bool) -> None:
    """Delete a table."""
    with opened(store) as tables:
        place = find_table(tables, name)
        title = tables.state(place.table).settings.title
        if not yes and not _confirmed(f"Delete {title} ({place.table})? This cannot be undone."):
            raise BadInput("nothing was removed: add --yes to remove it")
        tables.remove(place)
    print_json({"removed": place.table}) if as_json else click.echo(f"removed {title}")


def _confirmed(question: str) -> bool:
    return sys.stdin.isatty() and click.confirm(question)


def close(store: str | None, name: str, as_json: bool) -> None:
    """Close a table."""
    with opened(store) as tables:
        place = find_table(tables, name)
        event = closing.close(tables, place)
    if as_json:
        print_json(event)
    else:
        click.echo(f"closed; `rulewright table verify {place.table}` proves its dice now")


# --- files


def is_file(name: str) -> bool:
    """Whether a name is a file or standard input, and not a table of the store."""
    return name == "-" or Path(name).exists()


@contextmanager
def reading(file: str) -> Iterator[Iterator[bytes]]:
    """Yield the lines of a file or of standard input, each read no further than the longest line allowed."""
    if file == "-":
        yield _lines(sys.stdin.buffer)
        return
    try:
        with Path(file).open("rb") as source:
            yield _lines(source)
    except OSError as error:
        raise BadInput(f"cannot read {shown(file)}: {error.strerror} (allowed: the file of a table)") from None


def _lines(source: BinaryIO) -> Iterator[bytes]:
    while line := source.readline(LONGEST_EVENT + 1):
        yield line


def _write(file: str | None, lines: Iterable[bytes]) -> int:
    """Write lines to standard output or to a file, which appears only when complete; return how many there were."""
    if file is None or file == "-":
        written = 0
        for line in lines:
            sys.stdout.buffer.write(line)
            written += 1
        sys.stdout.buffer.flush()
        return written
    try:
        with atomic_write(Path(file)) as beside, beside.open("wb") as target:
            return sum(1 for line in lines if target.write(line))
    except OSError as error:
        raise BadInput(f"cannot write {shown(file)}: {error.strerror}") from None
