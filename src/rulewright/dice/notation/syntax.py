"""The syntax tree of a notation, made of frozen values.

Spellings that mean the same become the same tree: `4d6k3` and `4d6dl1` are both four d6 of which the three highest
are kept, written `4d6kh3` (see `canonical`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Literal, TypeAlias

from rulewright.dice.notation.limits import MAX_EXPLOSIONS

Sign: TypeAlias = Literal[">=", "<=", "=", "!="]
Operator: TypeAlias = Literal["+", "-", "*", "//", "%", "÷", "**"]
Function: TypeAlias = Literal["abs", "ceil", "floor", "max", "min", "round", "sign", "trunc"]
Score: TypeAlias = int | Fraction
"""A score: a whole number, unless something is divided exactly or written with decimals."""


@dataclass(frozen=True, slots=True)
class FaceCondition:
    """A condition on the face of a die: `>=5`, `<=2`, `=6` or `!=3`."""

    sign: Sign
    number: int

    def holds(self, value: Score) -> bool:
        """Whether a die that shows `value` meets the condition."""
        if self.sign == "!=":
            return value != self.number
        if self.sign == ">=":
            return value >= self.number
        if self.sign == "<=":
            return value <= self.number
        return value == self.number

    def __str__(self) -> str:
        # After dice, some dialects would read != as an explosion.
        return f"{'<>' if self.sign == '!=' else self.sign}{self.number}"


@dataclass(frozen=True, slots=True)
class Rerolling:
    """Dice that show one of `on` are rolled again, once or until none does; the last face counts."""

    on: tuple[FaceCondition, ...]
    once: bool


class Explosion(Enum):
    """How the further roll of an exploding die counts."""

    SEPARATE = "!"  # another die, which may explode too
    COMPOUND = "!!"  # added to the die that exploded
    COMPOUND_PENETRATING = "!!p"  # added to the die that exploded, one less
    PENETRATING = "!p"  # another die that scores one less, which may explode too
    ONCE = "xo"  # another die, which does not explode
    ONE_DIE = "ra"  # another die for one of the dice, however many show the face


_COMPOUND = (Explosion.COMPOUND, Explosion.COMPOUND_PENETRATING)
_PENETRATING = (Explosion.PENETRATING, Explosion.COMPOUND_PENETRATING)


@dataclass(frozen=True, slots=True)
class Exploding:
    """Dice that show one of `on` are rolled again, and the new face adds."""

    kind: Explosion
    on: tuple[FaceCondition, ...]

    @property
    def times(self) -> int:
        """How many further rolls one die can bring."""
        return 1 if self.kind in (Explosion.ONCE, Explosion.ONE_DIE) else MAX_EXPLOSIONS


@dataclass(frozen=True, slots=True)
class Keeping:
    """Only the `count` highest, or lowest, are added."""

    count: int
    highest: bool

    def order(self, values: Sequence[Score]) -> list[int]:
        """The places of the kept values; of equal ones the first."""
        return sorted(range(len(values)), key=lambda at: values[at], reverse=self.highest)[: self.count]


@dataclass(frozen=True, slots=True)
class KeepingTwice:
    """Two keeps: one among the kept, `(6d6kh4)kl1`, or with `joined` the dice that either keeps, `6d6kh1&kl1`."""

    steps: tuple[Keeping, ...]
    joined: bool

    def order(self, values: Sequence[Score]) -> list[int]:
        """The places of the kept values."""
        if self.joined:  # of equal dice the highest are the first and the lowest the last, so that no die is both
            ranked = sorted(range(len(values)), key=lambda at: values[at], reverse=True)
            kept = [ranked[: one.count] if one.highest else ranked[len(ranked) - one.count :] for one in self.steps]
            return sorted({at for some in kept for at in some})
        places = list(range(len(values)))
        for step in self.steps:
            places = [places[at] for at in step.order([values[place] for place in places])]
        return places


RankKeeping: TypeAlias = Keeping | KeepingTwice
"""A keep that depends on the rank of a value among the others."""


@dataclass(frozen=True, slots=True)
class KeepingValues:
    """Only dice that show one of `on` are added, or with `dropped` all others."""

    on: tuple[FaceCondition, ...]
    dropped: bool

    def keeps(self, value: Score) -> bool:
        """Whether a die with this value is kept."""
        return any(on.holds(value) for on in self.on) != self.dropped

    def order(self, values: Sequence[Score]) -> list[int]:
        """The places of the kept values."""
        return [at for at, value in enumerate(values) if self.keeps(value)]


@dataclass(frozen=True, slots=True)
class Counting:
    """Instead of adding: one for every success, and one less for every failure."""

    success: FaceCondition
    failure: FaceCondition | None

    def score(self, value: Score) -> int:
        """The score of a value: 1, 0 or -1."""
        return self.success.holds(value) - (self.failure is not None and self.failure.holds(value))

    def counts(self, value: Score) -> bool:
        """Whether a value is a success or a failure at all."""
        return self.success.holds(value) or (self.failure is not None and self.failure.holds(value))


GroupRule: TypeAlias = RankKeeping | KeepingValues | Counting
"""How the members of a group are kept or counted."""


@dataclass(frozen=True, slots=True)
class NumberTerm:
    """A number as it was typed."""

    value: Score


@dataclass(frozen=True, slots=True)
class Unique:
    """Dice that repeat the face of an earlier die (one of `on`, if given) are rerolled, once or until they differ."""

    on: tuple[FaceCondition, ...]
    once: bool

    def rerolls(self, value: int, earlier: Iterable[int]) -> bool:
        """Whether a die that shows `value` is rolled again."""
        return value in earlier and (not self.on or any(on.holds(value) for on in self.on))


@dataclass(frozen=True, slots=True)
class DiceTerm:
    """Equal dice and all that happens to them, in this order: reroll, differ, explode, bound, keep, count.

    Fate dice have three sides worth -1, 0 and 1; other faces than 1, 2, 3, ... are listed.
    """

    count: int
    sides: int
    fate: bool = False
    rerolling: Rerolling | None = None
    exploding: Exploding | None = None
    minimum: int | None = None
    maximum: int | None = None
    keeping: RankKeeping | KeepingValues | None = None
    counting: Counting | None = None
    faces: tuple[int, ...] = ()
    exchanging: Keeping | None = None  # so many of the highest or lowest are rolled again once
    unique: Unique | None = None

    @property
    def lowest(self) -> int:
        """The value of the lowest face."""
        return min(self.faces) if self.faces else -1 if self.fate else 1

    @property
    def highest(self) -> int:
        """The value of the highest face."""
        return max(self.faces) if self.faces else self.lowest + self.sides - 1

    @property
    def values(self) -> Sequence[int]:
        """The value of each face, face 1 first."""
        return self.faces or range(self.lowest, self.lowest + self.sides)

    def bounded(self, value: int) -> int:
        """The value of a die after its minimum and maximum."""
        if self.minimum is not None and value < self.minimum:
            return self.minimum
        if self.maximum is not None and value > self.maximum:
            return self.maximum
        return value

    def score(self, value: int) -> int:
        """The amount that a die with this value adds to the total."""
        value = self.bounded(value)
        if isinstance(self.keeping, KeepingValues) and not self.keeping.keeps(value):
            return 0
        return value if self.counting is None else self.counting.score(value)

    def rerolls(self, value: int) -> bool:
        """Whether a die that shows `value` is rolled again."""
        return self.rerolling is not None and any(on.holds(value) for on in self.rerolling.on)

    def explodes(self, value: int) -> bool:
        """Whether a die that shows `value` brings another roll."""
        return self.exploding is not None and any(on.holds(value) for on in self.exploding.on)

    @property
    def compounds(self) -> bool:
        """Whether a die and its further rolls are one value."""
        return self.exploding is not None and self.exploding.kind in _COMPOUND

    @property
    def penalty(self) -> int:
        """The number subtracted from every further roll."""
        return 1 if self.exploding is not None and self.exploding.kind in _PENETRATING else 0


@dataclass(frozen=True, slots=True)
class Negative:
    """A part taken with the opposite sign."""

    of: "Node"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two parts joined by an operator; `//` and `%` round down, so both go with the divisor's sign; `÷` is exact."""

    operator: Operator
    left: "Node"
    right: "Node"


@dataclass(frozen=True, slots=True)
class GroupTerm:
    """Whole rolls of which some are kept, or which are counted: `{4d6,3d8}kh1`, `(2d6+3)>=10`."""

    members: tuple["Node", ...]
    rule: GroupRule


@dataclass(frozen=True, slots=True)
class Mixed:
    """Dice of several kinds of which some are kept: `{4d6+2d8}kh3`."""

    dice: tuple[DiceTerm, ...]
    keeping: Keeping


@dataclass(frozen=True, slots=True)
class CallTerm:
    """A function of parts: `max(1d6,1d8)`."""

    function: Function
    of: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """1 if the comparison of two totals holds, else 0."""

    sign: Sign
    left: "Node"
    right: "Node"


@dataclass(frozen=True, slots=True)
class Many:
    """As many dice, or with `sides` dice with as many sides, as another part says; `options` begin with `low`."""

    number: "Node"
    low: int
    options: tuple["DiceTerm | Many", ...]
    sides: bool

    def option(self, number: Score) -> "DiceTerm | Many":
        """The dice to roll for this number."""
        return self.options[int(number) - self.low]


@dataclass(frozen=True, slots=True)
class RepeatedTerm:
    """The same roll several times, each with its own total; only as a whole notation."""

    times: int
    of: "Node"


Node: TypeAlias = (
    NumberTerm | DiceTerm | Negative | Arithmetic | GroupTerm | Mixed | CallTerm | Compare | Many | RepeatedTerm
)


def parts_of(node: Node) -> tuple[Node, ...]:
    """The parts directly inside a part."""
    match node:
        case Negative(of) | RepeatedTerm(_, of):
            return (of,)
        case Arithmetic(_, left, right) | Compare(_, left, right):
            return (left, right)
        case GroupTerm(members, _) | CallTerm(_, members) | Mixed(members, _):
            return members
        case Many(number, _, options, _):
            return (number, *options)
        case _:
            return ()


def whole(node: Node) -> bool:
    """Whether every score of a part is a whole number."""
    match node:
        case NumberTerm(value):
            return isinstance(value, int)
        case CallTerm(function, of):
            return function in ("ceil", "floor", "round", "sign", "trunc") or all(map(whole, of))
        case Arithmetic(operator, left, right):
            return operator != "÷" and (operator == "//" or (whole(left) and whole(right)))
        case GroupTerm(_, Counting()) | Compare() | DiceTerm() | Many() | Mixed():
            return True
        case _:
            return all(map(whole, parts_of(node)))
