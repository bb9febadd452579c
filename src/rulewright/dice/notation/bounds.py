"""Between which numbers a part of a notation must lie, known without rolling or counting."""

from typing import NamedTuple

from rulewright.dice.notation.syntax import Arithmetic, Counting, Dice, Explosion, Group, Negative, Node, Number


class Bounds(NamedTuple):
    """No score lies outside; not every number inside need be possible."""

    low: int
    high: int

    @property
    def length(self) -> int:
        """How many whole numbers lie inside."""
        return self.high - self.low + 1


def bounds(node: Node) -> Bounds:
    """The bounds of any part. A divisor's bounds must not contain zero."""
    match node:
        case Number(value):
            return Bounds(value, value)
        case Dice():
            return _dice_bounds(node)
        case Negative(of):
            inner = bounds(of)
            return Bounds(-inner.high, -inner.low)
        case Arithmetic(operator, left, right):
            return _joined(operator, bounds(left), bounds(right))
        case Group(members, rule):
            if isinstance(rule, Counting):
                return _counted(rule, len(members))
            lows, highs = zip(*map(bounds, members), strict=True)
            best = sorted(lows, reverse=rule.highest)[: rule.count], sorted(highs, reverse=rule.highest)[: rule.count]
            return Bounds(sum(best[0]), sum(best[1]))


def die_bounds(dice: Dice) -> Bounds:
    """The bounds of one die with all its further rolls, as it adds to the total."""
    throws = 1 + (0 if dice.exploding is None else dice.exploding.times)
    if dice.compounds:
        low, high = min(dice.lowest, dice.lowest * throws), dice.highest * throws
        return Bounds(dice.bounded(low), dice.bounded(high)) if dice.counting is None else _counted(dice.counting, 1)
    if dice.counting is not None:
        return _counted(dice.counting, throws)
    low, high = dice.bounded(dice.lowest - dice.penalty), dice.bounded(dice.highest)
    return Bounds(min(low, low * throws), max(high, high * throws))


def _dice_bounds(dice: Dice) -> Bounds:
    low, high = die_bounds(dice)
    count = dice.count if dice.keeping is None else dice.keeping.count
    if dice.exploding is not None and dice.exploding.kind is Explosion.ONE_DIE:
        one = die_bounds(_without_explosions(dice))
        return Bounds(min(one.low * count, one.low * (count + 1)), max(one.high * count, one.high * (count + 1)))
    return Bounds(low * count, high * count)


def _without_explosions(dice: Dice) -> Dice:
    return Dice(1, dice.sides, dice.fate, None, None, dice.minimum, dice.maximum, None, dice.counting)


def _counted(counting: Counting, throws: int) -> Bounds:
    return Bounds(0 if counting.failure is None else -throws, throws)


def _joined(operator: str, left: Bounds, right: Bounds) -> Bounds:
    if operator == "+":
        return Bounds(left.low + right.low, left.high + right.high)
    if operator == "-":
        return Bounds(left.low - right.high, left.high - right.low)
    if operator == "%":
        return Bounds(0, right.high - 1) if right.low > 0 else Bounds(right.low + 1, 0)
    corners = [a * b if operator == "*" else a // b for a in left for b in right]
    return Bounds(min(corners), max(corners))
