"""A die whose faces carry a score, and pools of dice whose scores add."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from operator import index
from typing import Any, Generic, Never, TypeVar, cast

from rulewright.dice.odds import Odds
from rulewright.dice.sources import DiceSource
from rulewright.dice.sums import Columns, InColumns, Polynomial, sum_columns
from rulewright.dice.throw import Draw, Faces

_LONGEST_LIST = 40
_COMPARED = (
    'dice are compared by what they show: dice.pool("roll", {dice!r}) {sign} {other!r}; '
    "for the highest of several write highest(2 * d(6))"
)
_NO_DICE = 'only dice are added to dice: add numbers to the score, dice.pool("roll", {dice!r}) {sign} {other!r}'

S = TypeVar("S", bound=Hashable)
R = TypeVar("R", bound=Hashable)


def _refusing(sign: str, words: str) -> Callable[[Any, object], Never]:
    """An operator that dice do not have; the error says what to write instead."""

    def refuse(dice: Any, other: object) -> Never:
        shown = 1 * dice if isinstance(dice, Die) else dice
        raise TypeError(words.format(dice=shown, sign=sign, other=other))

    return refuse


class _NotNumbers:
    """Operators that dice do not have, because only their score is a number; each raises what to write instead."""

    __slots__ = ()

    __lt__, __gt__, __le__, __ge__ = (_refusing(sign, _COMPARED) for sign in ("<", ">", "<=", ">="))
    __radd__ = _refusing("+", _NO_DICE)


class Die(_NotNumbers, Generic[S]):
    """One die. `scores` holds the score of each face, face 1 first; `name` is its name in breakdowns.

    A score is a whole number, or a named tuple of whole numbers that add part by part.
    Give a die no more different scores than the rule uses: fewer scores make odds faster.
    """

    def __init__(self, scores: Sequence[S], name: str = "") -> None:
        if isinstance(scores, int):
            raise TypeError(
                f"Die takes what each face is worth, as in Die([0, 1, 1]); a die with 1 to {scores} is d({scores})"
            )
        if not scores:
            raise ValueError("a die needs at least one face")
        self.name = name
        self.scores = tuple(scores)
        self.sides = len(self.scores)

    def roll(self, draw: Draw, /) -> S:
        """Roll this one die."""
        return self.roll_each(1, draw)[0]

    def roll_each(self, count: int, draw: Draw, /) -> list[S]:
        """Roll `count` of these dice and return the score of each, in rolling order."""
        return [self.scores[face - 1] for face in self.settle(count, draw)]

    def settle(self, count: int, draw: Draw, /) -> list[int]:
        """Roll `count` of these dice and return the face that each finally shows."""
        return [draw(self.sides) for _ in range(count)]

    def face_weights(self) -> list[int]:
        """The weight of each final face, face 1 first."""
        return [1] * self.sides

    def odds(self) -> Odds[S]:
        """The exact odds of each score."""
        return self._odds

    @cached_property
    def _odds(self) -> Odds[S]:
        weights: dict[S, int] = {}
        for score, weight in zip(self.scores, self.face_weights(), strict=True):
            if weight:
                weights[score] = weights.get(score, 0) + weight
        return Odds(weights)

    @cached_property
    def polynomial(self) -> Polynomial:
        """The die as a polynomial, for sums."""
        return Polynomial(self.odds().weights)

    @cached_property
    def ladder(self) -> tuple[tuple[S, ...], tuple[int, ...]]:
        """The scores from the lowest to the highest, and the weight of each."""
        rungs: Any = sorted(self.odds().weights.items())
        scores, weights = zip(*rungs, strict=True)
        return scores, weights

    def marks(self, count: int, faces: tuple[int, ...], /) -> list[tuple[int, bool]]:
        """For each face that `count` such dice asked for: which die it belongs to, and whether it counts."""
        return [(die, True) for die in range(count)]

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """Whether each face of this one die counts."""
        return tuple(counts for _, counts in self.marks(1, faces))

    def scored(self, score: Callable[[int], R] | Mapping[int, R]) -> "Die[R]":
        """The same die with other scores: a function of the face, or one score per face."""
        worth = score.__getitem__ if isinstance(score, Mapping) else score
        return self._with_scores([worth(face) for face in range(1, self.sides + 1)])

    def _with_scores(self, scores: Sequence[R]) -> "Die[R]":
        other: Any = copy(self)
        for worked_out in ("_odds", "ladder", "polynomial"):
            other.__dict__.pop(worked_out, None)
        other.scores = tuple(scores)
        return cast("Die[R]", other)

    # A rule builds its pool again on every path, so building one must cost next to nothing.
    @lru_cache(maxsize=4096)  # noqa: B019 - dice are definitions and live as long as their rules
    def __rmul__(self, count: int) -> "Pool[S]":
        return Pool(((self, _whole(count, "the number of dice is a whole number, as in 2 * d(6), not")),))

    def __add__(self, other: "Die[S] | Pool[S]") -> "Pool[S]":
        return 1 * self + other

    def __sub__(self, other: "Die[S] | Pool[S]") -> "Pool[S]":
        return 1 * self - other

    def __neg__(self) -> "Die[S]":
        """The same die with the opposite sign: its score is subtracted."""
        return self._with_scores([_negative(score) for score in self.scores])

    def named(self, name: str) -> "Die[S]":
        """The same die with a name for breakdowns: `d(6).scored(...).named("skill")` is a "d6 skill"."""
        other = copy(self)
        other.name = name
        return other

    def __mul__(self, count: object) -> Never:
        raise TypeError(f"the number of dice comes first: {count} * {self!r}")

    def __repr__(self) -> str:
        if self.name:
            return f"d{self.sides} {self.name}"
        if self.scores == tuple(range(1, self.sides + 1)):
            return f"d{self.sides}"
        listed = ", ".join(map(str, self.scores))
        readable = all(isinstance(score, int | str) for score in self.scores) and len(listed) <= _LONGEST_LIST
        return f"d{self.sides} ({listed})" if readable else f"d{self.sides}"


class Pool(_NotNumbers, InColumns[S]):
    """Dice thrown together whose scores add: `3 * SKILL + 2 * DIFFICULTY`.

    Faces are asked for kind by kind, in the order in which the pool was written.
    """

    __slots__ = ("parts", "size")

    def __init__(self, parts: tuple[tuple[Die[S], int], ...]) -> None:
        self.parts = parts
        self.size = 0
        """How many dice there are, before anything is rerolled or explodes."""
        for _, count in parts:
            if count < 0:
                raise ValueError(f"cannot throw {count} dice")
            self.size += count

    def roll(self, draw: Draw, /) -> S:
        """Roll every die and add the scores."""
        return _total([score for die, count in self.parts for score in die.roll_each(count, draw)], self._zero)

    def roll_each(self, draw: Draw, /) -> list[S]:
        """Roll every die and return the score of each, in rolling order."""
        return [score for die, count in self.parts for score in die.roll_each(count, draw)]

    def _counted(self) -> Columns:
        """The columns of the total, by polynomial powers."""
        thrown = [(die.polynomial, count) for die, count in self.parts if count]
        return sum_columns(thrown or [(self.parts[0][0].polynomial, 0)])

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """Whether each face counts towards the total."""
        return tuple([counts for _, counts in self.marks(faces)])

    def marks(self, faces: tuple[int, ...], /) -> list[tuple[int, bool]]:
        """For each face rolled: which die it belongs to, and whether it counts."""
        draw = Faces(faces)
        marks: list[tuple[int, bool]] = []
        first = 0
        for die, count in self.parts:
            die.roll_each(count, draw)
            marks += [(first + at, counts) for at, counts in die.marks(count, faces[len(marks) : draw.used])]
            first += count
        return marks

    def source(self) -> DiceSource:
        """The dice as counts of each face, for rules that look at sorted dice."""
        return DiceSource([(die.odds().weights, count) for die, count in self.parts])

    def roll_hands(self, draw: Draw, /) -> list[list[S]]:
        """Roll every die and return the scores as a single hand."""
        return [self.roll_each(draw)]

    @property
    def _zero(self) -> S:
        sample: Any = next(iter(self.parts[0][0].odds().weights))
        kind: Any = type(sample)
        return cast("S", kind(*[0] * len(sample)) if isinstance(sample, tuple) else 0)

    def __rmul__(self, count: object) -> Never:
        raise TypeError(
            f'{count} times a throw multiplies its score: {count} * dice.pool("roll", {self!r}); more dice are 6 * d(6)'
        )

    @lru_cache(maxsize=4096)  # noqa: B019 - see Die.__rmul__
    def __add__(self, other: "Die[S] | Pool[S]") -> "Pool[S]":
        if isinstance(other, Die):
            return self + 1 * other
        if not isinstance(other, Pool):
            raise TypeError(_NO_DICE.format(dice=self, sign="+", other=other))
        return Pool(self.parts + other.parts)

    def __sub__(self, other: object) -> "Pool[S]":
        if isinstance(other, Die):
            return self + 1 * -other
        if isinstance(other, Pool):
            return self + Pool(tuple((-die, count) for die, count in other.parts))
        raise TypeError(_NO_DICE.format(dice=self, sign="-", other=other))

    def __repr__(self) -> str:
        return " + ".join(f"{count}{die!r}" for die, count in self.parts)


@lru_cache(maxsize=64)
def d(sides: int) -> Die[int]:
    """An ordinary die: `d(6)` shows 1 to 6 and scores what it shows."""
    sides = _whole(sides, "a die has a whole number of sides, as in d(6), not")
    if sides < 1:
        raise ValueError(f"a die has at least one side, not {sides}")
    return Die(range(1, sides + 1))


def _whole(number: Any, wanted: str) -> int:
    """Return a whole number; raise with the expected form for anything else."""
    try:
        return index(number)
    except TypeError:
        raise TypeError(f"{wanted} {number!r:.40}") from None


def _negative(score: S) -> S:
    value: Any = score
    kind: Any = type(score)
    return cast("S", kind(*[-part for part in value]) if isinstance(value, tuple) else -value)


def _total(scores: list[S], zero: S) -> S:
    values: list[Any] = scores
    if isinstance(zero, tuple):
        kind: Any = zero
        return cast("S", kind._make([sum(column) for column in zip(zero, *values, strict=True)]))
    return cast("S", sum(values))
