"""The results of a study in one SQLite file; every result in it is durable."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

from rulewright.dice import fraction_of_text, fraction_text
from rulewright.lab.study import Result, Study
from rulewright.rules import BadInput

_SCHEMA = """
create table if not exists study (fingerprint text not null, text text not null, report text not null, points int);
create table if not exists result (point integer primary key, figures text not null);
"""


def forget(path: Path) -> None:
    """Deletes a file of study results; raises for any other file."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            file.execute("select fingerprint from study")
    except sqlite3.Error as error:
        raise BadInput(f"not a file of study results: {str(path)[:100]} is left as it is ({error})") from None
    for old in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        old.unlink(missing_ok=True)


class ResultStore:
    """The results of one study."""

    def __init__(self, path: Path, study: Study) -> None:
        self.path = path
        self.study = study
        try:
            self._file = sqlite3.connect(path, isolation_level=None)
            self._claim()
        except sqlite3.Error as error:
            raise BadInput(f"cannot use {str(path)[:100]} for results: {error}") from None

    def _claim(self) -> None:
        """Opens a new file or one of this study; closes it and raises otherwise."""
        try:
            self._file.execute("pragma journal_mode = wal")
            self._file.execute("pragma synchronous = full")
            self._file.executescript(_SCHEMA)
            self._check_owner()
        except BaseException:
            self._file.close()
            raise

    def _check_owner(self) -> None:
        row = self._file.execute("select fingerprint from study").fetchone()
        if row is None:
            self._file.execute(
                "insert into study values (?, ?, ?, ?)",
                (self.study.fingerprint, self.study.text, json.dumps(self.study.report), self.study.grid.size),
            )
        elif row[0] != self.study.fingerprint:
            raise BadInput(
                f"{str(self.path)[:100]} holds the results of another study, or of other rules of the same game: "
                "choose another file with --results, or start again with --fresh"
            )

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> "ResultStore":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def done(self) -> int:
        """How many points are finished."""
        count: int = self._file.execute("select count(*) from result").fetchone()[0]
        return count

    def add(self, results: Mapping[int, Result]) -> None:
        """Stores the results of some points in one transaction."""
        rows = [(point, json.dumps(_written(result))) for point, result in results.items()]
        self._file.execute("begin immediate")
        self._file.executemany("insert or replace into result values (?, ?)", rows)
        self._file.execute("commit")

    def missing(self) -> list[range]:
        """The points that are not finished."""
        gaps = []
        wanted = 0
        with closing(self._file.execute("select point from result order by point")) as found:
            for (point,) in found:
                if point > wanted:
                    gaps.append(range(wanted, point))
                wanted = point + 1
        if wanted < self.study.grid.size:
            gaps.append(range(wanted, self.study.grid.size))
        return gaps

    def results(self) -> Iterator[tuple[int, Result]]:
        """Every finished point with its figures, in order."""
        with closing(self._file.execute("select point, figures from result order by point")) as found:
            for point, text in found:
                yield point, _read(json.loads(text))


def _written(result: Result) -> Any:
    if isinstance(result, str):
        return {"refused": result}
    return [fraction_text(value) if isinstance(value, Fraction) else value for value in result]


def _read(stored: Any) -> Result:
    if isinstance(stored, dict):
        refused: str = stored["refused"]
        return refused
    return [fraction_of_text(value) if isinstance(value, str) else value for value in stored]
