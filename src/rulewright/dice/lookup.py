"""A table read with one die: each face, or run of faces, names a row."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

from rulewright.dice.die import Die

S = TypeVar("S", bound=Hashable)


def table(*rows: tuple[range | int, S]) -> Die[S]:
    """A die whose faces are the rows of a table: `table((1, "ballroom"), (range(2, 5), "forest"))`.

    Faces run from 1 without gaps; a throw of it gives the row's label.
    """
    labels: list[S] = []
    for faces, label in rows:
        run: Sequence[int] = faces if isinstance(faces, range) else (faces,)
        for face in run:
            if face != len(labels) + 1:
                raise ValueError(f"the table's next face is {len(labels) + 1}, not {face}")
            labels.append(label)
    return Die(labels)
