"""Files that appear whole, or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def put_in_place(path: Path) -> Iterator[Path]:
    """A file beside `path` to write to, which takes its place once it is finished and is gone if it never is."""
    beside = path.with_name(f".{path.stem}.unfinished{path.suffix}")
    try:
        yield beside
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
