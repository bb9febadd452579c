"""Files that are durable, and that only their owner may read."""

import os
from contextlib import suppress
from pathlib import Path


def make_file(path: Path) -> None:
    """Creates an empty file, unless there is one, that only its owner may read, in a folder of the same kind."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Writes a folder's list of files to the disk."""
    if os.name == "nt":  # Windows opens no folders, and keeps their lists itself
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)
