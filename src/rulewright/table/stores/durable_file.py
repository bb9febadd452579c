"""Files that are durable, and that only their owner may read."""

import os
from contextlib import suppress
from pathlib import Path


def make_file(path: Path) -> None:
    """Creates an empty file and its folder, which only their owner may read; existing ones stay as they are."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Writes a folder's list of files to the disk."""
    if os.name == "nt":  # Windows cannot open folders, and writes their lists to the disk itself
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)
