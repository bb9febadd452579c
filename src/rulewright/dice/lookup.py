"""Dice whose faces are words: a table read with one die, and dice with symbols."""

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar, overload

from rulewright.dice.die import Die
from rulewright.dice.nested import TableThatRolls, is_throw
from rulewright.dice.throw import Throw

S = TypeVar("S", bound=Hashable)


@overload
def table(*rows: tuple[range | int, Throw[S]], name: str = "") -> Die[S]: ...


@overload
def table(*rows: tuple[range | int, S], name: str = "") -> Die[S]: ...


def table(*rows: tuple[range | int, Any], name: str = "") -> Die[Any]:
    """A die whose faces are the rows of a table: `table((1, "ballroom"), (range(2, 5), "forest"))`.

    Faces run from 1 without gaps; a throw of it gives the row's label. A row may be a throw of its own,
    `(6, 2 * d(6))` or another table, and is then rolled too.
    """
    labels: list[Any] = []
    for row in rows:
        if not isinstance(row, tuple) or len(row) != 2 or not isinstance(row[0], range | int):
            raise TypeError(
                f'a row is its faces and what they mean, table((1, "hall"), (range(2, 5), "forest")), not {row!r:.60}'
            )
        faces, label = row
        run: Sequence[int] = faces if isinstance(faces, range) else (faces,)
        for face in run:
            if face != len(labels) + 1:
                raise ValueError(f"the table's next face is {len(labels) + 1}, not {face}")
            labels.append(label)
    return TableThatRolls(labels, name) if any(map(is_throw, labels)) else Die(labels, name)


def symbol_die(symbols: type[S], *faces: str, name: str = "") -> Die[S]:
    """A die with symbols: `symbol_die(Symbols, "", "success", "success advantage")`, one text for each face.

    `symbols` is a named tuple of whole numbers, one field for each symbol; a face names what it shows.
    """
    kind: Any = symbols
    if not hasattr(kind, "_fields"):
        raise TypeError(
            "a symbol die takes a NamedTuple with a whole number for each symbol, then a text for each face: "
            f'symbol_die(Symbols, "", "success", "success success"), not symbol_die({symbols!r:.40}, ...)'
        )
    fields: tuple[str, ...] = kind._fields
    scores = []
    for face in faces:
        shown = face.split()
        for symbol in shown:
            if symbol not in fields:
                raise ValueError(f"{symbol!r} is not among the symbols {', '.join(fields)}")
        scores.append(kind(*map(shown.count, fields)))
    return Die(scores, name)
