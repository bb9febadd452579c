"""The dice of a throw: built once for each set of numbers, and read where all faces are needed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any

from rulewright.dice import (
    Die,
    Ranked,
    Throw,
    d,
    doubles,
    explode,
    highest,
    highest_and_total,
    in_order,
    keep_highest,
    keep_lowest,
    lowest,
    reroll,
)
from rulewright.rulebook import expressions as e
from rulewright.rulebook.throws import SIGNS, WrittenThrow


@dataclass(frozen=True)
class DiceCount:
    """The number of dice with a label (or of all dice) for which a comparison with a number holds."""

    label: str
    sign: str
    number: e.Expression

    @property
    def key(self) -> str:
        """The key that distinguishes it from other counts."""
        return f"{self.label}{self.sign}{e.without_places(self.number)}"


def score_type(names: tuple[str, ...]) -> Any:
    """A named tuple type of whole numbers, built without `exec`, which the standard library's factory uses."""

    def new(cls: Any, *values: int) -> Any:
        return tuple.__new__(cls, values)

    parts: dict[str, Any] = {name: property(itemgetter(at)) for at, name in enumerate(names)}
    return type(
        "Score",
        (tuple,),
        {
            "__slots__": (),
            "__new__": new,
            "__getnewargs__": tuple,
            "_fields": names,
            "_make": classmethod(lambda cls, values: tuple.__new__(cls, values)),
            "_asdict": lambda self: dict(zip(names, self, strict=True)),
            **parts,
        },
    )


def maker(
    thrown: WrittenThrow,
    shape: str,
    keeps: bool,
    counts: Sequence[tuple[int, DiceCount]],
    with_total: bool,
    symbols: tuple[str, ...],
) -> Callable[..., Throw[Any]]:
    """The function that builds a throw from its numbers, cached for numbers that recur.

    The numbers are the count and the sides of every group, the dice kept if the throw `keeps`, and the thresholds of
    the `counts`, each with its place among the numbers.
    """
    groups, places = thrown.groups, 2 * len(thrown.groups)
    names = [f"c{at}" for at in range(len(counts))] + (["total"] if with_total else [])
    tally = score_type(tuple(names)) if len(names) > 1 else None
    shown = score_type(symbols) if len(symbols) > 1 else None

    def die_of(at: int, given: tuple[Any, ...]) -> Die[Any]:
        group, sides = groups[at], given[2 * at + 1]
        if group.die is not None:
            own = group.die
            worth = [
                [face[own.symbols.index(one)] if one in own.symbols else 0 for one in symbols] for face in own.faces
            ]
            made: Die[Any] = Die([shown(*row) if shown else row[0] for row in worth], own.name)
        else:
            made = d(sides)
            if group.reroll:
                made = reroll(made, group.reroll)
            if group.explode:
                made = explode(made, group.explode, times=group.times)
            if counts:
                made = made.scored(lambda face: score_of(group.label, face, given))
            if group.label:
                made = made.named(group.label)
        return -made if group.minus else made

    def score_of(label: str, face: int, given: tuple[Any, ...]) -> Any:
        hits = [int(count.label in ("", label) and SIGNS[count.sign](face, given[index])) for index, count in counts]
        if shape == "highest and count":
            return Ranked(face, hits[0])
        if shape == "faces":
            return face
        return tally(*hits, *([face] if with_total else [])) if tally else hits[0]

    @lru_cache(maxsize=4096)
    def make(*given: Any) -> Throw[Any]:
        pool = given[0] * die_of(0, given)
        for at in range(1, len(groups)):
            pool = pool + given[2 * at] * die_of(at, given)
        if shape in ("highest", "lowest", "highest and count") and not pool.size:
            return 0 * Die([Ranked(0, 0)]) if shape == "highest and count" else 0 * d(1)
        if shape == "highest and count":
            return highest_and_total(pool)
        if shape in ("highest", "lowest"):
            return highest(pool) if shape == "highest" else lowest(pool)
        if shape == "faces":
            return in_order(pool)
        if not keeps:
            return doubles(pool) if shape == "doubles" else pool
        hand = (keep_highest if given[places + 1] else keep_lowest)(given[places], pool)
        return doubles(hand) if shape == "doubles" else hand

    return make


def kept(faces: tuple[int, ...], count: int, of_highest: bool) -> tuple[int, ...]:
    """The kept faces; they are in order, the highest first."""
    return faces[:count] if of_highest else faces[len(faces) - count :]


def total(faces: tuple[int, ...]) -> int:
    """The sum of the faces."""
    return sum(faces)


def first(faces: tuple[int, ...]) -> int:
    """The highest face, 0 without any."""
    return faces[0] if faces else 0


def last(faces: tuple[int, ...]) -> int:
    """The lowest face, 0 without any."""
    return faces[-1] if faces else 0


def alike(faces: tuple[int, ...]) -> bool:
    """Whether there are two faces or more, and all are the same."""
    return len(faces) > 1 and faces[0] == faces[-1]


def count(values: tuple[Any, ...], sign: int, other: Any) -> int:
    """The number of faces or cards for which a comparison holds; `sign` is its index in = != < <= > >=."""
    compare = list(SIGNS.values())[sign]
    return sum([compare(one, other) for one in values])


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "_kept": kept,
    "_total": total,
    "_highest": first,
    "_lowest": last,
    "_doubled": alike,
    "_count": count,
}
