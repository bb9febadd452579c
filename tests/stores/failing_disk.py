"""A disk in memory whose power can be cut: what was written and not synced may be lost, in any part.

It is given to SQLite as a virtual file system, so that our own schema, settings and writes run on it.
"""

import random
from pathlib import Path

import apsw

SECTOR = 512


class DiskFile:
    """What a file holds, and what of it would survive."""

    def __init__(self) -> None:
        self.seen = bytearray()
        self.safe = bytearray()
        self.unsynced: list[tuple[int, bytes] | int] = []  # a write at a place, or the length it was cut to

    def write(self, place: int, data: bytes) -> None:
        _write(self.seen, place, data)
        self.unsynced.append((place, data))

    def truncate(self, length: int) -> None:
        del self.seen[length:]
        self.unsynced.append(length)

    def sync(self) -> None:
        self.safe = bytearray(self.seen)
        self.unsynced.clear()

    def after_a_cut(self, chance: random.Random) -> bytes:
        """What was synced, and each sector of what was not with a chance of one half."""
        left = bytearray(self.safe)
        for change in self.unsynced:
            if isinstance(change, int):
                if chance.random() < 0.5:
                    del left[change:]
                continue
            place, data = change
            for start in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    _write(left, place + start, data[start : start + SECTOR])
        return bytes(left)


class Disk(apsw.VFS):
    """Files by name. The power is cut before operation number `cut`; without that number, at the end.

    A program that runs on after the cut notices nothing, as a dead program would not: what it does
    then does not survive, and no client hears what it says then.
    """

    def __init__(self, name: str, chance: random.Random, cut: int | None = None) -> None:
        super().__init__(name, "")
        self.name = name
        self.operations = 0
        self._files: dict[str, DiskFile] = {}
        self._chance = chance
        self._cut = cut
        self._survivors: dict[str, bytes] | None = None

    @property
    def is_off(self) -> bool:
        """Whether the power has been cut."""
        return self._survivors is not None

    def operate(self) -> None:
        """Count one operation that changes the disk."""
        if self.operations == self._cut:
            self.cut_power()
        self.operations += 1

    def cut_power(self) -> None:
        """Decide what is left."""
        self._survivors = {name: file.after_a_cut(self._chance) for name, file in self._files.items()}

    def survive(self, folder: Path) -> None:
        """Write what has survived into a real folder."""
        if self._survivors is None:
            self.cut_power()
        for name, left in (self._survivors or {}).items():
            (folder / Path(name).name).write_bytes(left)

    # What is said to be a file of apsw may be anything that has its methods.
    def xOpen(  # type: ignore[override]
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> "OpenFile":
        plain = name.filename() if isinstance(name, apsw.URIFilename) else name or "temporary"
        flags[1] = flags[0]
        return OpenFile(self, self._files.setdefault(plain, DiskFile()))

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.operate()
        self._files.pop(filename, None)

    def xAccess(self, pathname: str, flags: int) -> bool:
        return pathname in self._files

    def xFullPathname(self, name: str) -> str:
        return name


class OpenFile:
    """A file of the disk, as SQLite uses it. Only one connection is ever open, so locks are always had."""

    def __init__(self, disk: Disk, file: DiskFile) -> None:
        self._disk = disk
        self._file = file

    def xRead(self, amount: int, offset: int) -> bytes:
        return bytes(self._file.seen[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.operate()
        self._file.write(offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:
        self._disk.operate()
        self._file.truncate(newsize)

    def xSync(self, flags: int) -> None:
        self._disk.operate()
        self._file.sync()

    def xFileSize(self) -> int:
        return len(self._file.seen)

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE  # as SQLite assumes of real disks

    def xSectorSize(self) -> int:
        return SECTOR

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False

    def xLock(self, level: int) -> None:
        pass

    def xUnlock(self, level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xClose(self) -> None:
        pass


def _write(into: bytearray, place: int, data: bytes) -> None:
    into.extend(bytes(max(0, place - len(into))))
    into[place : place + len(data)] = data
