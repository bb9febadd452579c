"""Dice made of other rolls: a die from a throw or from odds, as many dice as another roll says, tables that roll on."""

from bisect import bisect
from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import accumulate
from math import gcd, lcm
from typing import Any, Generic, TypeVar

from rulewright.dice.die import Die
from rulewright.dice.odds import Odds
from rulewright.dice.throw import Draw, Faces, Throw

S = TypeVar("S", bound=Hashable)

_LARGEST_SIDES = 1_000  # sides of one die that is rolled for odds; finer odds are rolled with several dice
_LARGEST_DIE = 2**32


def die_from(roll: Throw[S] | Odds[S], name: str = "") -> Die[S]:
    """A die whose faces are the results of another roll.

    `6 * die_from(keep_highest(3, 4 * d(6)))` are six such rolls. A die from a throw is rolled with the
    dice of that throw; a die from odds, which name no dice, with dice whose numbers of sides multiply to the total.
    """
    return _OddsDie(roll, name) if isinstance(roll, Odds) else _ThrowDie(roll, name)


class _Made(Die[S]):
    """A die whose faces are the outcomes of another roll, in order."""

    def __init__(self, odds: Odds[S], name: str) -> None:
        outcomes: Any = [outcome for outcome, weight in odds.weights.items() if weight]
        if all(isinstance(outcome, int | tuple) for outcome in outcomes):
            outcomes.sort()
        super().__init__(outcomes, name)
        self._weights = [odds.weights[outcome] for outcome in outcomes]
        self._place = {outcome: at for at, outcome in enumerate(outcomes, start=1)}

    def settle(self, count: int, draw: Draw, /) -> list[int]:
        return [self._place[self._roll_one(draw)] for _ in range(count)]

    def face_weights(self) -> list[int]:
        return self._weights

    def marks(self, count: int, faces: tuple[int, ...], /) -> list[tuple[int, bool]]:
        draw = Faces(faces)
        marks: list[tuple[int, bool]] = []
        for die in range(count):
            before = draw.used
            self._roll_one(draw)
            marks += [(die, counts) for counts in self._kept_of_one(faces[before : draw.used])]
        return marks

    def _roll_one(self, draw: Draw) -> S:
        raise NotImplementedError

    def _kept_of_one(self, faces: tuple[int, ...]) -> tuple[bool, ...]:
        return (True,) * len(faces)

    def __repr__(self) -> str:
        return self.name or f"d{self.sides}"


class _ThrowDie(_Made[S]):
    def __init__(self, throw: Throw[S], name: str) -> None:
        super().__init__(throw.odds(), name)
        self._throw = throw

    def _roll_one(self, draw: Draw) -> S:
        return self._throw.roll(draw)

    def _kept_of_one(self, faces: tuple[int, ...]) -> tuple[bool, ...]:
        return self._throw.kept(faces)

    def __repr__(self) -> str:
        return f"({self.name or repr(self._throw)})"


class _OddsDie(_Made[S]):
    def __init__(self, odds: Odds[S], name: str) -> None:
        common = gcd(*odds.weights.values())
        if not common:
            raise ValueError("a die needs at least one outcome")
        super().__init__(Odds({outcome: weight // common for outcome, weight in odds.weights.items()}), name)
        self._upto = list(accumulate(self._weights))
        self._dice = _sides_that_multiply_to(sum(self._weights))

    def _roll_one(self, draw: Draw) -> S:
        place = 0
        for sides in self._dice:
            place = place * sides + draw(sides) - 1
        return self.scores[bisect(self._upto, place)]

    def __repr__(self) -> str:
        return f"({self.name or 'die from odds'})"


def _sides_that_multiply_to(total: int) -> list[int]:
    """Dice with this many equally likely results: one die if they are few enough, else several."""
    if total <= _LARGEST_SIDES:
        return [total]
    dice, sides, left, factor = [], 1, total, 2
    while left > 1:
        while left % factor:
            factor += 1
            if factor * factor > left or factor > _LARGEST_SIDES:
                factor = left
        if factor > _LARGEST_DIE:
            raise ValueError("these odds are too fine to be rolled: make the die from the throw instead")
        if sides * factor > _LARGEST_SIDES:
            dice.append(sides)
            sides = 1
        sides *= factor
        left //= factor
    return [one for one in (*dice, sides) if one > 1]


def dice_many(count: Throw[int], die: Die[int]) -> "DiceMany":
    """As many dice as another roll says, added up: `dice_many(1 * d(4), d(6))`."""
    return DiceMany(count, die)


class DiceMany:
    """A roll that says how many dice are rolled next, and their sum."""

    def __init__(self, count: Throw[int], die: Die[int]) -> None:
        if not hasattr(count, "odds") or not isinstance(die, Die):
            raise TypeError(
                f"dice_many takes the roll for the number of dice, then a die: "
                f"dice_many(d(4), d(6)), not {count!r}, {die!r}"
            )
        self.count = count
        self.die = die

    @cached_property
    def _odds(self) -> Odds[int]:
        counts = self.count.odds()
        if min(counts) < 0:
            raise ValueError(f"{self.count!r} can be {min(counts)}, and a number of dice is at least 0")
        sums = {number: (number * self.die).odds() for number in counts}
        return mixture([(sums[number], weight) for number, weight in counts.weights.items()], counts.total)

    def roll(self, draw: Draw, /) -> int:
        """Roll for the number, then roll that many dice."""
        return (self.count.roll(draw) * self.die).roll(draw)

    def odds(self) -> Odds[int]:
        """The exact odds of the sum."""
        return self._odds

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """Whether each face counts; the faces that give the number of dice do."""
        draw = Faces(faces)
        number = self.count.roll(draw)
        first = faces[: draw.used]
        return (*self.count.kept(first), *(number * self.die).kept(faces[draw.used :]))

    def __repr__(self) -> str:
        return f"({self.count!r}){self.die!r}"


def mixture(odds: Sequence[tuple[Odds[S], int]], total: int) -> Odds[S]:
    """The odds of one of several rolls, each taken with its weight out of `total`."""
    scale = lcm(*[one.total for one, _ in odds])
    weights: dict[S, int] = {}
    for one, weight in odds:
        times = weight * (scale // one.total)
        for outcome, ways in one.weights.items():
            weights[outcome] = weights.get(outcome, 0) + times * ways
    return Odds(weights, total * scale)


class TableThatRolls(_Made[S], Generic[S]):
    """A table some of whose rows are rolls of their own."""

    def __init__(self, rows: Sequence[Any], name: str) -> None:
        self._rows = rows
        each = [(row.odds() if is_throw(row) else Odds.certain(row), 1) for row in rows]
        super().__init__(mixture(each, len(rows)), name)

    def _roll_one(self, draw: Draw) -> S:
        row: Any = self._rows[draw(len(self._rows)) - 1]
        shown: S = row.roll(draw) if is_throw(row) else row
        return shown

    def _kept_of_one(self, faces: tuple[int, ...]) -> tuple[bool, ...]:
        row: Any = self._rows[faces[0] - 1]
        return (True, *row.kept(faces[1:])) if is_throw(row) else (True,)

    def __repr__(self) -> str:
        return self.name or f"d{len(self._rows)} table"


def is_throw(row: Any) -> bool:
    """Whether a value can be thrown, and is not just a label."""
    return hasattr(row, "roll") and hasattr(row, "odds") and hasattr(row, "kept")
