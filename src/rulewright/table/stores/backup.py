"""Backups: everything in a store as one file of JSON lines, the same for every kind of store.

The first line says what the file is: `{"kept": "backup", "version": 1}`. Then there is one line for
each entry, `{"kept": "entry", "table": ..., "seq": ..., "data": ..., "key": ...}`, log by log and in
order, and one for each value, `{"kept": "value", "table": ..., "kind": ..., "name": ..., "value": ...}`;
`data` and `value` are in base64. The last line, `{"kept": "end", "lines": ..., "sha256": ...}`, counts
the entries and values and carries the hash of all lines before it: a file that was cut off or changed
is refused.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from rulewright.rules import BadInput
from rulewright.table.stores.durable_file import sync_folder
from rulewright.table.stores.protocol import Kept, KeptEntry, KeptValue, Occupied, Store, check_names

_FORMAT = 1


class _BackupHeader(Struct, frozen=True, tag="backup", tag_field="kept"):
    version: int


class _End(Struct, frozen=True, tag="end", tag_field="kept"):
    lines: int
    sha256: str


_LINE = msgspec.json.Decoder(_BackupHeader | KeptEntry | KeptValue | _End)


def backup(store: Store, path: Path) -> int:
    """Writes everything in a store to a file, while the store is in use; returns the number of lines.

    The file is written atomically and durably, and only its owner may read it.
    """
    beside = path.with_name(f"{path.name}.part")
    try:
        with open(os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
            digest = hashlib.sha256()
            lines = -1  # the first line is not counted
            for line in _lines(store):
                file.write(line)
                digest.update(line)
                lines += 1
            file.write(msgspec.json.encode(_End(lines, digest.hexdigest())) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror} (allowed: a file in a folder you may write)") from error
    finally:
        beside.unlink(missing_ok=True)
    return lines


def restore(path: Path, store: Store, over: bool = False) -> int:
    """Writes the tables of a backup into a store, all or nothing; returns the number of lines.

    A table that the store already has is refused, unless `over` says to replace it; tables that are
    not in the backup stay as they are.
    """
    try:
        tables: set[str] = set()
        lines = 0
        for kept in _read(path):  # the whole file is checked before anything is written
            tables.add(kept.table)
            lines += 1
        store.fill(tables, _read(path), over)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror} (allowed: a backup file)") from error
    except Occupied as occupied:
        raise BadInput(f"{occupied}; nothing was restored (allowed: an empty store, or replacing tables)") from None
    return lines


def _lines(store: Store) -> Iterator[bytes]:
    yield msgspec.json.encode(_BackupHeader(_FORMAT)) + b"\n"
    for kept in store.contents():
        yield msgspec.json.encode(kept) + b"\n"


def _read(path: Path) -> Iterator[Kept]:
    """The contents of a backup; raises for one that is damaged, cut off or of a newer format."""
    digest = hashlib.sha256()
    log, last = "", 0
    with path.open("rb") as file:
        number = 0
        for number, text in enumerate(file, 1):
            try:
                line = _LINE.decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise _bad(path, f"line {number} is not part of a backup") from error
            if isinstance(line, _BackupHeader) != (number == 1):
                raise _bad(path, f"line {number} is out of order")
            if isinstance(line, _BackupHeader) and line.version > _FORMAT:
                raise _bad(path, f"it was written by a newer version (format {line.version})")
            if isinstance(line, _End):
                if line != _End(number - 2, digest.hexdigest()) or file.readline():
                    raise _bad(path, "it was changed after it was written")
                return
            digest.update(text)
            if isinstance(line, _BackupHeader):
                continue
            if isinstance(line, KeptEntry):
                log, last = line.table, last + 1 if line.table == log else 1
                if line.seq != last:
                    raise _bad(path, f"line {number} is entry {line.seq} where entry {last} belongs")
                check_names(line.table, line.key)
            else:
                check_names(line.table, line.kind, line.name)
            yield line
    raise _bad(path, "it is cut off" if number else "it is empty")


def _bad(path: Path, reason: str) -> BadInput:
    return BadInput(f"{path}: {reason}; nothing was restored (allowed: a complete backup)")
