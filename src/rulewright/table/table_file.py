"""The file of a table: one of JSON lines, with a first line that says what it is, and then an event on each.

    {"format": "rulewright-table", "version": 1, "table": ..., "game": ..., "title": ..., "view": ..., "events": ...}

`view` is `whole` when the events are those of the log; such a file can be imported. Otherwise it is the seat whose view
was exported: a record to keep, and enough to verify the dice. The seed of the dice is in the file once the table has
been closed; keys and invitations never are.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from rulewright.rules import BadInput, shown
from rulewright.rules.decoding import ready
from rulewright.rules.limits import LONGEST_EVENT
from rulewright.table.events import (
    Event,
    read_event,
)
from rulewright.table.tables import LIMITS
from rulewright.table.verify import DiceRecord, dice_record

FORMAT = "rulewright-table"
VERSION = 1
WHOLE = "whole"
_DEEPEST = 40
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


class Header(Struct, frozen=True):
    """The first line of a table's file."""

    format: str
    version: int
    table: str
    game: str
    title: str
    view: str
    events: int
    imported: int = 0
    """The last event that was itself imported from a file, and not witnessed; 0 if none was."""


def _header(lines: Iterator[bytes]) -> Header:
    """The first line of a table's file; raises `BadInput` for anything else."""
    first = next(lines, b"")
    try:
        header = msgspec.json.decode(first if len(first) <= LONGEST_EVENT else b"", type=ready(Header))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        header = None
    if header is None or header.format != FORMAT:
        raise BadInput(f'line 1: not the file of a table (it begins with {{"format": "{FORMAT}", ...)')
    if header.version > VERSION:
        raise BadInput(f"line 1: written by a newer version (format {header.version}); upgrade Rulewright")
    return header


def read_log(lines: Iterable[bytes], most: int = LIMITS.events) -> tuple[Header, Iterator[Event]]:
    """The first line of a whole table's file, and its events in order.

    An invalid event, or one out of place, is refused with the number of its line.
    """
    numbered = iter(lines)
    header = _header(numbered)
    if header.view != WHOLE:
        raise BadInput(f"line 1: only the view of {shown(header.view)} (allowed: the file of a whole table)")
    return header, _events(numbered, header, most)


def _events(lines: Iterator[bytes], header: Header, most: int) -> Iterator[Event]:
    seq = 0
    for seq, line in enumerate(lines, 1):
        number = seq + 1
        if seq > most:
            raise BadInput(f"line {number}: too large (allowed: {most:,} events)")
        event = _event(line, number)
        if event.seq != seq:
            raise BadInput(f"line {number}: event {event.seq} where event {seq} belongs")
        yield event
    if seq != header.events:
        raise BadInput(f"line {seq + 2}: the file is cut off ({header.events} events were written, {seq} are here)")


def read_file(lines: Iterable[bytes]) -> tuple[Iterator[Event] | None, Iterator[DiceRecord]]:
    """The events of a whole table's file, or None; and the dice of one seat's view, or an empty list."""
    numbered = iter(lines)
    header = _header(numbered)
    if header.view == WHOLE:
        return _events(numbered, header, LIMITS.events), iter(())
    return None, _redacted_dice(numbered)


def read_dice(lines: Iterable[bytes]) -> Iterator[DiceRecord]:
    """The dice of a table's file, whole or redacted."""
    events, records = read_file(lines)
    return records if events is None else map(dice_record, events)


def _redacted_dice(lines: Iterator[bytes]) -> Iterator[DiceRecord]:
    for number, line in enumerate(lines, 2):
        try:
            yield msgspec.json.decode(line, type=ready(DiceRecord))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise BadInput(f"line {number}: not the view of an event") from None


def _event(line: bytes, number: int) -> Event:
    try:
        if len(line) <= LONGEST_EVENT and _is_deep(line):
            raise RecursionError
        return read_event(line)
    except (BadInput, UnicodeDecodeError) as wrong:
        raise BadInput(f"line {number}: {shown(str(wrong))}") from None
    except RecursionError:
        raise BadInput(f"line {number}: nested too deeply (allowed: {_DEEPEST} levels)") from None


def _is_deep(line: bytes) -> bool:
    """Whether a line of JSON has more levels than are allowed: every step removes the innermost one."""
    brackets = _STRING.sub(b"", line).translate(None, _NO_BRACKETS)
    for _ in range(_DEEPEST):
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return bool(brackets)
