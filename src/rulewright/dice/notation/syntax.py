"""What a notation says, as a tree of frozen values, and the one canonical way to write it.

Spellings that mean the same become the same tree: `4d6k3` and `4d6dl1` are both four d6 of which
the three highest are kept, written `4d6kh3`. Comparisons are kept as `>=`, `<=` and `=`, which every
dialect reads alike, so a canonical text means the same in all of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias

from rulewright.dice.notation.limits import MAX_EXPLOSIONS

Sign: TypeAlias = Literal[">=", "<=", "="]
Operator: TypeAlias = Literal["+", "-", "*", "//", "%"]


@dataclass(frozen=True, slots=True)
class Condition:
    """What a die must show: `>=5`, `<=2` or `=6`."""

    sign: Sign
    number: int

    def holds(self, value: int) -> bool:
        """Whether a die that shows `value` is meant."""
        if self.sign == ">=":
            return value >= self.number
        if self.sign == "<=":
            return value <= self.number
        return value == self.number

    def __str__(self) -> str:
        return f"{self.sign}{self.number}"


@dataclass(frozen=True, slots=True)
class Rerolling:
    """Dice that show one of `on` are rolled again, once or until none does; the last face counts."""

    on: tuple[Condition, ...]
    once: bool


class Explosion(Enum):
    """What becomes of the further roll of a die that exploded."""

    SEPARATE = "!"  # another die, which may explode too
    COMPOUND = "!!"  # added to the die that exploded
    PENETRATING = "!p"  # another die that scores one less, which may explode too
    ONCE = "xo"  # another die, which does not explode
    ONE_DIE = "ra"  # another die for one of the dice, however many show the face


@dataclass(frozen=True, slots=True)
class Exploding:
    """Dice that show one of `on` are rolled again, and the new face adds."""

    kind: Explosion
    on: tuple[Condition, ...]

    @property
    def times(self) -> int:
        """How many further rolls one die can bring."""
        return 1 if self.kind in (Explosion.ONCE, Explosion.ONE_DIE) else MAX_EXPLOSIONS


@dataclass(frozen=True, slots=True)
class Keeping:
    """Only the `count` highest, or lowest, are added."""

    count: int
    highest: bool

    def order(self, values: list[int]) -> list[int]:
        """The places of the kept values; of equal ones the first."""
        return sorted(range(len(values)), key=lambda at: values[at], reverse=self.highest)[: self.count]


@dataclass(frozen=True, slots=True)
class Counting:
    """Instead of adding: one for every success, and one less for every failure."""

    success: Condition
    failure: Condition | None

    def score(self, value: int) -> int:
        """What a value is worth: 1, 0 or -1."""
        return self.success.holds(value) - (self.failure is not None and self.failure.holds(value))

    def counts(self, value: int) -> bool:
        """Whether a value is a success or a failure at all."""
        return self.success.holds(value) or (self.failure is not None and self.failure.holds(value))


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number as it was typed."""

    value: int


@dataclass(frozen=True, slots=True)
class Dice:
    """Equal dice and all that happens to them, in this order: reroll, explode, minimum and maximum, keep, count.

    Fate dice have three sides worth -1, 0 and 1.
    """

    count: int
    sides: int
    fate: bool = False
    rerolling: Rerolling | None = None
    exploding: Exploding | None = None
    minimum: int | None = None
    maximum: int | None = None
    keeping: Keeping | None = None
    counting: Counting | None = None

    @property
    def lowest(self) -> int:
        """What face 1 is worth."""
        return -1 if self.fate else 1

    @property
    def highest(self) -> int:
        """What the last face is worth."""
        return self.lowest + self.sides - 1

    def bounded(self, value: int) -> int:
        """The value of a die after its minimum and maximum."""
        if self.minimum is not None and value < self.minimum:
            return self.minimum
        if self.maximum is not None and value > self.maximum:
            return self.maximum
        return value

    def score(self, value: int) -> int:
        """What one die that came to `value` adds to the total."""
        value = self.bounded(value)
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
        return self.exploding is not None and self.exploding.kind is Explosion.COMPOUND

    @property
    def penalty(self) -> int:
        """By how much every further roll is lowered."""
        return 1 if self.exploding is not None and self.exploding.kind is Explosion.PENETRATING else 0


@dataclass(frozen=True, slots=True)
class Negative:
    """A part taken with the opposite sign."""

    of: "Node"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two parts joined by an operator; `//` and `%` round down, so both go with the divisor's sign."""

    operator: Operator
    left: "Node"
    right: "Node"


@dataclass(frozen=True, slots=True)
class Group:
    """Whole rolls of which some are kept, or which are counted: `{4d6,3d8}kh1`, `(2d6+3)>=10`."""

    members: tuple["Node", ...]
    rule: Keeping | Counting


Node: TypeAlias = Number | Dice | Negative | Arithmetic | Group

_BINDING: dict[Operator, int] = {"+": 1, "-": 1, "*": 2, "//": 2, "%": 2}


def canonical(node: Node) -> str:
    """The one text for this tree."""
    match node:
        case Number(value):
            return str(value)
        case Dice():
            return _dice(node)
        case Negative(of):
            return f"-({canonical(of)})" if isinstance(of, Arithmetic) else f"-{canonical(of)}"
        case Arithmetic(operator, left, right):
            binding = _BINDING[operator]
            return f"{_operand(left, binding)}{operator}{_operand(right, binding + 1)}"
        case Group(members, rule):
            listed = ",".join(map(canonical, members))
            enclosed = f"{{{listed}}}" if len(members) > 1 else f"({listed})"
            return enclosed + (_keeping(rule) if isinstance(rule, Keeping) else _counting(rule))


def _operand(node: Node, binding: int) -> str:
    text = canonical(node)
    return f"({text})" if isinstance(node, Arithmetic) and _BINDING[node.operator] < binding else text


def _dice(dice: Dice) -> str:
    text = f"{dice.count}d{'F' if dice.fate else dice.sides}"
    # A comparison right after a bare number is a limit to some and a count to others: write the sign.
    before_count = dice.counting is not None
    if dice.rerolling is not None:
        text += _conditions("ro" if dice.rerolling.once else "rr", dice.rerolling.on, bare=not before_count)
    if dice.exploding is not None:
        word = dice.exploding.kind.value
        usual = dice.exploding.on == (Condition("=", dice.highest),) and dice.exploding.kind is not Explosion.ONE_DIE
        if usual and not before_count:
            text += word
        else:
            text += _conditions(word, dice.exploding.on, bare=word.startswith("!") or not before_count)
    if dice.minimum is not None:
        text += f"mi{dice.minimum}"
    if dice.maximum is not None:
        text += f"ma{dice.maximum}"
    if dice.keeping is not None:
        text += _keeping(dice.keeping)
    if dice.counting is not None:
        text += _counting(dice.counting)
    return text


def _conditions(word: str, on: Iterable[Condition], *, bare: bool) -> str:
    return "".join(f"{word}{_bare(condition) if bare else condition}" for condition in on)


def _bare(condition: Condition) -> str:
    return str(condition.number) if condition.sign == "=" and condition.number >= 0 else str(condition)


def _keeping(keeping: Keeping) -> str:
    return f"k{'h' if keeping.highest else 'l'}{keeping.count}"


def _counting(counting: Counting) -> str:
    failure = "" if counting.failure is None else f"f{_bare(counting.failure)}"
    return f"{counting.success}{failure}"
