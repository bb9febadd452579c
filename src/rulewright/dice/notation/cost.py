"""Estimates the cost of exact odds before any of the work is done.

The unit is about a microsecond on a slow machine. The factors were measured once; they only need to be accurate enough
that odds within `MAX_WORK` are computed within a second.
"""

from math import log2
from typing import NamedTuple

from rulewright.dice.notation import syntax
from rulewright.dice.notation.bounds import bounds, die_bounds
from rulewright.dice.notation.canonical import canonical
from rulewright.dice.notation.conditions import faces_in
from rulewright.dice.notation.errors import NotExact, excerpt
from rulewright.dice.notation.limits import MAX_WORK
from rulewright.dice.odds import Odds

_FRACTION = 10  # a fraction takes this many times as long as a whole number, and their number has no bound
_ENDLESS = 10**12  # a cost beyond this only means "far too much"; it must stay within a float


class _SizeAndCost(NamedTuple):
    """The size of a part's odds, and the cost of computing them."""

    length: float  # whole numbers from the lowest to the highest score
    outcomes: float  # the most different scores there can be
    bits: float  # of the total of all weights
    work: float


def refuse_costly(tree: syntax.Node, most: float = MAX_WORK) -> None:
    """Refuse a notation whose exact odds would take more than `most`, naming the part that is too large."""
    _size(tree, most)


def sums_densely(left: Odds[int], right: Odds[int]) -> bool:
    """Whether two parts are better added as packed polynomials than outcome by outcome."""
    length = sum(max(one.weights) - min(one.weights) for one in (left, right)) + 1
    bits = left.total.bit_length() + right.total.bit_length()
    packed = _packing(len(left) + len(right), min(length, _ENDLESS), bits)
    return packed + _product(min(length, _ENDLESS), bits) <= _pairs(len(left), len(right), bits)


def _size(node: syntax.Node, most: float) -> _SizeAndCost:
    match node:
        case syntax.NumberTerm():
            size = _SizeAndCost(1, 1, 0, 0)
        case syntax.DiceTerm():
            size = _dice(node)
        case syntax.Negative(of):
            size = _size(of, most)
        case syntax.Arithmetic(operator, left, right):
            adding = operator in ("+", "-") and syntax.whole(left) and syntax.whole(right)
            size = _joined(node, adding, _size(left, most), _size(right, most))
        case syntax.Compare(_, left, right):
            size = _joined(node, False, _size(left, most), _size(right, most))
        case syntax.CallTerm(_, of):
            size, *others = [_size(part, most) for part in of]
            for other in others:
                size = _joined(node, False, size, other)
        case syntax.Many(number, _, options, _):
            sizes = [_size(option, most) for option in options]
            work = _size(number, most).work + sum(one.work + one.outcomes for one in sizes)
            size = _SizeAndCost(_length(node), _length(node), sum(one.bits for one in sizes), work)
        case syntax.Mixed(dice, _):
            count, bits = sum(one.count for one in dice), sum(one.count * _one_die(one)[0] for one in dice)
            work = sum(_one_die(one)[1] for one in dice)
            size = _SizeAndCost(
                _length(node), _length(node), bits, work + _ranked(count, dice[0].sides, _length(node) * bits)
            )
        case syntax.RepeatedTerm(_, of):
            size = _size(of, most)
        case syntax.GroupTerm(members, rule):
            sizes = [_size(member, most) for member in members]
            size = (
                _kept_members(node, sizes, rule) if isinstance(rule, syntax.Keeping) else _counted_members(node, sizes)
            )
            if not isinstance(rule, syntax.Keeping | syntax.Counting):
                for one in sizes[1:]:
                    size = _joined(node, True, size, one)
    if size.work > most:
        share = f"{size.work / most:.1f}" if size.work < 1000 * most else "1000 or more"
        raise NotExact(
            f"the exact odds of {excerpt(canonical(node))} take too long, {share} times what is allowed: "
            "fewer dice, sides or different outcomes are allowed; it can be rolled"
        )
    return size


def _length(node: syntax.Node) -> float:
    return float(min(bounds(node).length, _ENDLESS))


def _words(bits: float) -> float:
    return 1 + bits / 30


def _times(left_bits: float, right_bits: float) -> float:
    """The cost of multiplying two long integers in Python."""
    large, small = max(left_bits, right_bits), min(left_bits, right_bits)
    return 0.2 + 0.004 * _words(large) * float(_words(small) ** 0.585)


def _product(length: float, bits: float) -> float:
    """The cost of a product of packed polynomials with so many coefficients of so many bits, packing included."""
    return 2 + 0.5 * _times(length * bits, length * bits) + length


def _packing(outcomes: float, length: float, bits: float) -> float:
    """The cost of packing outcomes into a polynomial, each by a shift over its length."""
    return outcomes * 0.001 * _words(length * bits)


def _pairs(left: float, right: float, bits: float) -> float:
    """The cost of pairing every outcome of one part with every outcome of the other."""
    return left * right * (0.3 + 0.02 * _words(bits))


def _joined(node: syntax.Node, adding: bool, left: _SizeAndCost, right: _SizeAndCost) -> _SizeAndCost:
    bits = left.bits + right.bits
    length = _length(node)
    work = _pairs(left.outcomes, right.outcomes, bits)
    if adding:
        packed = _packing(left.outcomes, left.length, bits) + _packing(right.outcomes, right.length, bits)
        work = min(work, packed + _product(length, bits))
    outcomes = left.outcomes * right.outcomes
    if syntax.whole(node):
        return _SizeAndCost(length, min(length, outcomes), bits, left.work + right.work + work)
    return _SizeAndCost(length, outcomes, bits, left.work + right.work + _FRACTION * work)


def _counted_members(group: syntax.GroupTerm, members: list[_SizeAndCost]) -> _SizeAndCost:
    bits, length = sum(one.bits for one in members), _length(group)
    return _SizeAndCost(length, length, bits, sum(one.work + one.outcomes for one in members) + _product(length, bits))


def _kept_members(group: syntax.GroupTerm, members: list[_SizeAndCost], keeping: syntax.Keeping) -> _SizeAndCost:
    bits, length, count = sum(one.bits for one in members), _length(group), keeping.count
    each = [bounds(member) for member in group.members]
    across = float(min(max(one.high for one in each) - min(one.low for one in each) + 1, _ENDLESS))
    better = across * bits
    scores = min(across, sum(one.outcomes for one in members))
    states = len(members) * count * (count + 1) / 2
    multiply = 0.0 if count == 1 else 0.5 * _times(better, bits)
    if count > 2:
        multiply += 0.7 * _times(count / 2 * better, better)
    each_score = states * (1 + multiply) + 0.001 * (len(members) * _words(better) + _words(count * better))
    work = sum(one.work for one in members) + scores * each_score + count * across
    return _SizeAndCost(length, length, bits, work)


def _dice(dice: syntax.DiceTerm) -> _SizeAndCost:
    if not dice.count:
        return _SizeAndCost(1, 1, 0, 0)
    bits, one_work = _one_die(dice)
    length, die_length = _length(dice), float(die_bounds(dice).length)
    scores = min(die_length, _die_outcomes(dice))
    if dice.count == 1:
        return _SizeAndCost(length, scores, bits, one_work)
    bits *= dice.count
    if dice.unique is not None and (dice.unique.once or dice.unique.on or dice.exploding is not None):
        return _SizeAndCost(length, length, bits, one_work)  # `dependent_dice` has a limit of its own
    if dice.exchanging is not None and dice.exploding is not None:
        return _SizeAndCost(length, length, bits, one_work)  # the same
    if dice.exchanging is not None and isinstance(dice.keeping, syntax.RankKeeping):
        states = (dice.count + 1) * (dice.exchanging.count + 1)
        return _SizeAndCost(
            length, length, bits, one_work + 0.05 * scores * states**2 * length * (0.3 + 0.02 * _words(bits))
        )
    if isinstance(dice.keeping, syntax.RankKeeping) and dice.exploding is not None and not dice.compounds:
        return _SizeAndCost(
            length, length, bits, one_work + 40 * dice.sides * _chains(dice.count, dice.exploding.times)
        )
    if isinstance(dice.keeping, syntax.KeepingTwice) or (
        isinstance(dice.keeping, syntax.Keeping)
        and (dice.counting is not None or dice.unique is not None or dice.exploding is not None)
    ):
        return _SizeAndCost(
            length, length, bits, one_work + _ranked(dice.count, scores, die_length * dice.count * bits)
        )
    if not isinstance(dice.keeping, syntax.Keeping):
        by_product = _packing(scores, die_length, bits) + _product(length, bits)
        one_by_one = length * die_length * (0.08 + 0.0025 * bits / 8)  # the recurrence of `sums`
        return _SizeAndCost(length, length, bits, one_work + min(by_product, one_by_one))
    count = dice.keeping.count
    better = die_length * bits
    multiply = 0.0 if count == 1 else 0.25 * _times(count / 2 * better, bits)
    if count > 2:
        multiply += 0.4 * _times(count / 2 * better, better)
    each_score = 1 + 0.001 * _words(better) + count * (0.0015 * _words(count * better) + multiply)
    shown = 0.5 * count**2 * (0.5 + 0.02 * _words(bits))
    return _SizeAndCost(length, length, bits, one_work + scores * (each_score + shown) + count * die_length)


def _chains(count: int, times: int) -> float:
    """The number of combinations of exploded dice, further explosions and chains cut short."""
    return max(times - 2, 0) * count * (count + 1) * (count + 2) / 6 + (count + 1) * (count + 2) / 2


def _ranked(count: float, faces: float, packed_bits: float) -> float:
    """The cost of ranking dice: a packed polynomial for every face, dice left, and dice that show the face."""
    return faces * count**2 / 2 * (0.8 + 0.02 * _words(packed_bits))


def _die_outcomes(dice: syntax.DiceTerm) -> int:
    return dice.sides * (1 + (0 if dice.exploding is None else dice.exploding.times))


def _one_die(dice: syntax.DiceTerm) -> tuple[float, float]:
    """The bits of one die's total and the work to find its odds."""
    bits = log2(dice.sides)
    conditions = 1
    first = bits
    if dice.rerolling is not None:
        conditions += len(dice.rerolling.on)
        if dice.rerolling.once:
            first *= 2
    work = float(dice.sides * conditions)
    if dice.exploding is None:
        return first, work
    exploding = dice.exploding
    conditions += len(exploding.on)
    if exploding.kind is syntax.Explosion.ONE_DIE:
        # One die more, and two sums instead of one.
        bits = first + bits / dice.count
        return bits, work + _product(_length(dice), bits * dice.count)
    # Totals of dice that go on: one when one face explodes, else as many as those faces can add up to.
    many = faces_in(exploding.on, dice.values)
    going = 1 if many == 1 else exploding.times / 2 * dice.sides
    work += dice.sides * conditions + 0.2 * exploding.times * dice.sides * (going + exploding.times)
    return first + bits * exploding.times, work
