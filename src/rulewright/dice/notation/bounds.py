"""Lower and upper bounds of each part of a notation, known without rolling or counting."""

from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from rulewright.dice.notation import syntax
from rulewright.dice.notation.roll import called


class Bounds(NamedTuple):
    """An interval that contains every score; not every number inside need be possible."""

    low: Any  # int or Fraction; type checkers know no common type for them
    high: Any

    @property
    def length(self) -> int:
        """How many whole numbers lie inside, at most."""
        length: int = floor(self.high - self.low) + 1
        return length


def bounds(node: syntax.Node) -> Bounds:
    """The bounds of any part. A divisor's bounds must not contain zero."""
    match node:
        case syntax.NumberTerm(value):
            return Bounds(value, value)
        case syntax.DiceTerm():
            return _dice_bounds(node)
        case syntax.Negative(of):
            inner = bounds(of)
            return Bounds(-inner.high, -inner.low)
        case syntax.Arithmetic(operator, left, right):
            return _joined(operator, bounds(left), bounds(right))
        case syntax.GroupTerm(members, rule):
            return _group_bounds([bounds(member) for member in members], rule)
        case syntax.Mixed(dice, keeping):
            return _group_bounds([die_bounds(one) for one in dice for _ in range(one.count)], keeping)
        case syntax.CallTerm(function, of):
            return _called(function, [bounds(part) for part in of])
        case syntax.Compare():
            return Bounds(0, 1)
        case syntax.Many(_, _, options, _):
            lows, highs = zip(*map(bounds, options), strict=True)
            return Bounds(min(lows), max(highs))
        case syntax.RepeatedTerm(_, of):
            return bounds(of)


def _group_bounds(members: list[Bounds], rule: syntax.GroupRule) -> Bounds:
    if isinstance(rule, syntax.Counting):
        return _counted(rule, len(members))
    if isinstance(rule, syntax.Keeping):
        lows, highs = zip(*members, strict=True)
        best = sorted(lows, reverse=rule.highest)[: rule.count], sorted(highs, reverse=rule.highest)[: rule.count]
        return Bounds(sum(best[0]), sum(best[1]))
    return Bounds(sum(min(0, one.low) for one in members), sum(max(0, one.high) for one in members))


def _called(function: str, parts: list[Bounds]) -> Bounds:
    if function in ("max", "min"):
        best = max if function == "max" else min
        return Bounds(best(one.low for one in parts), best(one.high for one in parts))
    (low, high) = parts[0]
    if function == "abs":
        least = 0 if low <= 0 <= high else min(abs(low), abs(high))
        return Bounds(least, max(abs(low), abs(high)))
    one = next(name for name in ("ceil", "floor", "round", "sign", "trunc") if name == function)
    return Bounds(called(one, [low]), called(one, [high]))


def die_bounds(dice: syntax.DiceTerm) -> Bounds:
    """The bounds of one die with all its further rolls, as it adds to the total."""
    throws = 1 + (0 if dice.exploding is None else dice.exploding.times)
    if dice.compounds:
        further = throws - 1
        low = dice.lowest + min(0, (dice.lowest - dice.penalty) * further)
        high = dice.highest + max(0, (dice.highest - dice.penalty) * further)
        return Bounds(dice.bounded(low), dice.bounded(high)) if dice.counting is None else _counted(dice.counting, 1)
    if dice.counting is not None:
        return _counted(dice.counting, throws)
    low, high = dice.bounded(dice.lowest - dice.penalty), dice.bounded(dice.highest)
    return Bounds(min(low, low * throws), max(high, high * throws))


def _dice_bounds(dice: syntax.DiceTerm) -> Bounds:
    low, high = die_bounds(dice)
    if isinstance(dice.keeping, syntax.KeepingValues):
        low, high = min(0, low), max(0, high)
    if isinstance(dice.keeping, syntax.KeepingTwice) or _keeps_further(dice):
        throws = dice.count * (1 + (0 if dice.exploding is None else dice.exploding.times))
        one = die_bounds(replace(dice, exploding=None))
        low = one.low - (dice.penalty if dice.counting is None else 0)
        kept = throws if not isinstance(dice.keeping, syntax.Keeping) else min(throws, dice.keeping.count)
        return Bounds(
            min(0, dice.bounded(low) * kept if dice.counting is None else low * kept), max(0, one.high * kept)
        )
    count = dice.keeping.count if isinstance(dice.keeping, syntax.Keeping) else dice.count
    if dice.exploding is not None and dice.exploding.kind is syntax.Explosion.ONE_DIE:
        one = die_bounds(_without_explosions(dice))
        return Bounds(min(one.low * count, one.low * (count + 1)), max(one.high * count, one.high * (count + 1)))
    return Bounds(low * count, high * count)


def _keeps_further(dice: syntax.DiceTerm) -> bool:
    """Whether dice are kept among all dice, including those from explosions."""
    return dice.keeping is not None and dice.exploding is not None and not dice.compounds


def _without_explosions(dice: syntax.DiceTerm) -> syntax.DiceTerm:
    return replace(dice, count=1, rerolling=None, exploding=None, keeping=None)


def _counted(counting: syntax.Counting, throws: int) -> Bounds:
    return Bounds(0 if counting.failure is None else -throws, throws)


def _joined(operator: str, left: Bounds, right: Bounds) -> Bounds:
    if operator == "+":
        return Bounds(left.low + right.low, left.high + right.high)
    if operator == "-":
        return Bounds(left.low - right.high, left.high - right.low)
    if operator == "%":
        return Bounds(0, right.high) if right.low > 0 else Bounds(right.low, 0)  # never the divisor itself
    if operator == "**":
        return _powers(left, right)
    if operator == "÷":
        corners: list[syntax.Score] = [Fraction(a) / b for a in left for b in right]
    else:
        corners = [a * b if operator == "*" else a // b for a in left for b in right]
    return Bounds(min(corners), max(corners))


def _powers(base: Bounds, exponent: Bounds) -> Bounds:
    """The bounds of a power whose exponent is a whole number of at least 0."""
    powers = [abs(one) ** int(by) for one in base for by in exponent]
    low: syntax.Score = 0 if base.low >= 0 else -max(powers)
    return Bounds(low, max(1, *powers))
