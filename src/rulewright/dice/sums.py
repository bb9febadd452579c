"""The sum of many dice as a product of powers of polynomials.

A die is the polynomial whose coefficient at x^score is the weight of that score, and a sum of dice
is the product of their polynomials. Scores with several parts get one variable each. There are two
ways to multiply them out, both exact:

A small pool is one integer. Written in base 2^k, with k large enough that no coefficient overflows
into the next, a polynomial is one Python integer and the pool a product of powers of such integers
(Kronecker substitution). Longer ones are two products of half the length (Harvey); see `powers`.

A large pool is worked out coefficient by coefficient. P = A^n B^m satisfies
A B P' = (n A' B + m A B') P, so that each coefficient follows from the few before it (Euler). The
first part of a score is the variable of this recurrence, the others are packed into its coefficients.

Scores with many parts of which few combinations occur (one part for each face, say) are counted
score by score instead: how many dice show the first, how many of the others the second, and so on.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import compress, repeat, starmap
from math import comb, prod
from operator import mul
from typing import Any, Generic, TypeVar

from rulewright.dice.odds import Odds
from rulewright.dice.powers import Terms, packed_product, product_of_powers, slot_width, unpack
from rulewright.dice.throw import TooLarge

T = TypeVar("T", bound=Hashable)

_FEW_CELLS = 2_000  # combinations of parts: up to this many are quicker packed, however few of them occur
_CELLS_PER_COMBINATION = 4  # combinations packed in the time of counting one


MOST_TOTALS = 2_000_000
"""How many different totals of scores with several parts are worked out at most."""


class TooManyTotals(TooLarge):
    """Dice that can come to more different totals than can be listed."""


def named(kind: type[T], rows: Iterable[tuple[Any, ...]]) -> Iterator[T]:
    """Plain tuples as named ones, like `kind._make` but without a Python call for each."""
    make: Any = tuple.__new__
    return starmap(make, zip(repeat(kind), rows))  # noqa: RUF058 - quicker than map


class Polynomial:
    """One die's scores and weights, seen from its lowest score.

    Scores are whole numbers, or named tuples of whole numbers that add part by part.
    """

    __slots__ = ("kind", "lows", "most", "numbers", "parted", "spans", "terms", "total")

    def __init__(self, weights: Mapping[Any, int]) -> None:
        self.kind: type[Any] = type(next(iter(weights)))
        self.parted = parted = issubclass(self.kind, tuple)
        if not all(isinstance(part, int) for score in weights for part in (score if parted else (score,))):
            raise ValueError("only dice that score whole numbers can be added up")
        scores: list[tuple[int, ...]] = list(weights) if parted else [(score,) for score in weights]
        axes = list(zip(*scores, strict=True))
        self.lows = [min(axis) for axis in axes]
        self.spans = [max(axis) - low for axis, low in zip(axes, self.lows, strict=True)]
        self.terms = sorted(
            (tuple(part - low for part, low in zip(score, self.lows, strict=True)), weight)
            for score, weight in zip(scores, weights.values(), strict=True)
        )
        self.numbers = [(score[0], weight) for score, weight in self.terms]
        self.total = sum(weights.values())
        self.most = max(weights.values())

    def only(self, axes: Sequence[int]) -> "Polynomial":
        """The same die seen from its lowest score, with these parts of the score only; the others do not vary."""
        return Polynomial({tuple([score[axis] for axis in axes]): weight for score, weight in self.terms})

    def terms_at(self, places: Sequence[int]) -> Terms:
        """The polynomial in one variable, with each part of the score multiplied by its place."""
        if len(places) == 2:
            first, second = places
            return [(one * first + other * second, weight) for (one, other), weight in self.terms]
        return [(sum(map(mul, score, places)), weight) for score, weight in self.terms]

    def rows(self, shifts: Sequence[int]) -> list[int]:
        """One packed integer for each value of the first part."""
        rows = [0] * (self.spans[0] + 1)
        for (first, *others), weight in self.terms:
            rows[first] += weight << sum(map(mul, others, shifts))
        return rows


Columns = tuple[type[Any], Sequence[Sequence[int]], Sequence[int], int]
"""The odds of a throw, spread out: the kind of score (int or a named tuple), a column for each part of it, how often
each row occurs, and the total."""


def odds_of_columns(columns: Columns) -> Odds[Any]:
    """The same odds, with the parts of each score put together."""
    kind, parts, weights, total = columns
    scores = parts[0] if kind is int else named(kind, zip(*parts))  # noqa: B905 - all are as long
    return Odds(dict(zip(scores, weights)), total)  # noqa: B905


class InColumns(Generic[T]):
    """A throw whose odds are counted in columns. The columns and the odds are computed once and kept."""

    __slots__ = ("_columns", "_odds")

    _columns: Columns
    _odds: Odds[T]

    def odds(self) -> Odds[T]:
        """The exact odds of every score."""
        try:
            return self._odds
        except AttributeError:
            self._odds = odds_of_columns(self.columns())
            return self._odds

    def columns(self) -> Columns:
        """The same odds with each part of the score in a column of its own."""
        try:
            return self._columns
        except AttributeError:
            self._columns = self._counted()
            return self._columns

    def _counted(self) -> Columns:
        """The columns, computed anew; each kind of throw has its own way."""
        raise NotImplementedError


def sum_odds(parts: Sequence[tuple[Polynomial, int]]) -> Odds[Any]:
    """The odds of the total of several kinds of dice: (one die, how many) each."""
    return odds_of_columns(sum_columns(parts))


def sum_columns(parts: Sequence[tuple[Polynomial, int]]) -> Columns:
    """The same odds, without putting the parts of each score together."""
    first, count = parts[0]
    if first.parted:
        return _sum_of_separable(parts) or _sum_of_tuples(parts)
    if len(parts) == 1 and len(first.numbers) <= 2:
        scores, weights = _binomial(first, count)
        return int, (scores,), weights, first.total**count
    low, values, total = _sum_of_numbers(parts)
    numbers = range(low, low + len(values))
    if all(values):
        return int, (numbers,), values, total
    return int, (list(compress(numbers, values)),), list(filter(None, values)), total


def _sum_of_separable(parts: Sequence[tuple[Polynomial, int]]) -> Columns | None:
    """The sum of dice that score in different parts, computed as separate sums; None if no dice can be separated.

    Dice for successes and dice for failures are two sums, and every total of the one goes with every
    total of the other.
    """
    kind, axes = parts[0][0].kind, len(parts[0][0].spans)
    if axes < 3:  # so few that one sum is quicker
        return None
    groups: list[tuple[set[int], list[tuple[Polynomial, int]]]] = []
    for one, count in parts:
        moved = {axis for axis, span in enumerate(one.spans) if span}
        dice = [(one, count)]
        for group in [group for group in groups if group[0] & moved]:
            groups.remove(group)
            moved |= group[0]
            dice = group[1] + dice
        groups.append((moved, dice))
    groups = [group for group in groups if group[0]]
    if len(groups) < 2 or any(one.kind is not kind for one, _ in parts):
        return None
    lows = [sum(one.lows[axis] * count for one, count in parts) for axis in range(axes)]
    columns: list[Sequence[int]] = [(low,) for low in lows]
    weights = [1]
    total = 1
    for one, count in parts:
        total *= one.total**count
    for moved, dice in groups:
        own = sorted(moved)
        _, values_apart, ways_apart, _ = sum_columns([(one.only(own), count) for one, count in dice])
        several = len(ways_apart)
        if len(weights) * several > MOST_TOTALS:
            raise too_many_totals(parts)
        columns = [[value for value in column for _ in range(several)] for column in columns]
        for axis, values in zip(own, values_apart, strict=True):
            low = lows[axis]
            columns[axis] = [value + low for value in values] * len(weights)
        weights = [before * ways for before in weights for ways in ways_apart]
    still = prod(one.total**count for one, count in parts if not any(one.spans))
    if still > 1:
        weights = [weight * still for weight in weights]
    return kind, columns, weights, total


def _few_of_many(parts: Sequence[tuple[Polynomial, int]], cells: int) -> bool:
    """Whether far fewer totals occur than combinations of their parts; raises if they do not fit into memory."""
    combinations = prod(comb(count + len(one.terms) - 1, count) for one, count in parts)
    if min(cells, combinations) > MOST_TOTALS:
        raise too_many_totals(parts)
    return combinations * _CELLS_PER_COMBINATION < cells


def too_many_totals(parts: Sequence[tuple[Polynomial, int]]) -> TooManyTotals:
    """The error for dice with too many different totals."""
    dice = sum(count for _, count in parts)
    return TooManyTotals(
        f"{dice} dice whose scores have {len(parts[0][0].spans)} parts can come to more than {MOST_TOTALS:,} "
        "different totals: score only what the rule uses, or read the dice with an Evaluator"
    )


def _score_by_score(parts: Sequence[tuple[Polynomial, int]]) -> Columns:
    """Scores with several parts: for every kind of die and each of its scores, how many of the dice left show it."""
    kind = parts[0][0].kind
    spans = [sum(one.spans[axis] * count for one, count in parts) for axis in range(len(parts[0][0].spans))]
    bits = max(spans).bit_length()
    shifts = range(0, bits * len(spans), bits)
    found = {0: 1}  # totals as one number, their parts side by side
    total = 1
    for one, count in parts:
        if one.kind is not kind:
            raise ValueError("dice with scores of different kinds cannot be added up")
        total *= one.total**count
        by_left = {count: found}
        *terms, last = [
            (sum(part << shift for part, shift in zip(score, shifts, strict=True)), weight)
            for score, weight in one.terms
        ]
        for packed, weight in terms:
            lower: dict[int, dict[int, int]] = {left: {} for left in range(count + 1)}
            for left, totals in by_left.items():
                for shown in range(left + 1):
                    into, ways, more = lower[left - shown], comb(left, shown) * weight**shown, packed * shown
                    for before, chances in totals.items():
                        into[before + more] = into.get(before + more, 0) + chances * ways
            by_left = lower
        found = {}
        packed, weight = last
        for left, totals in by_left.items():
            ways, more = weight**left, packed * left
            for before, chances in totals.items():
                found[before + more] = found.get(before + more, 0) + chances * ways
    lows = [sum(one.lows[axis] * count for one, count in parts) for axis in range(len(spans))]
    mask = (1 << bits) - 1
    columns = [[(packed >> shift & mask) + low for packed in found] for shift, low in zip(shifts, lows, strict=True)]
    return kind, columns, list(found.values()), total


def _sum_of_tuples(parts: Sequence[tuple[Polynomial, int]]) -> Columns:
    """Scores with several parts: every combination of their values is weighed, and those that occur are left."""
    kind = parts[0][0].kind
    lows = [0] * len(parts[0][0].lows)
    lengths = [1] * len(lows)
    total = 1
    for one, count in parts:
        if one.kind is not kind:
            raise ValueError("dice with scores of different kinds cannot be added up")
        total *= one.total**count
        for axis, low in enumerate(one.lows):
            lows[axis] += low * count
            lengths[axis] += one.spans[axis] * count
    cells = prod(lengths)
    if cells >= _FEW_CELLS and _few_of_many(parts, cells):
        return _score_by_score(parts)
    width = slot_width(_largest(parts[0][0], total))
    rows = [
        cells := cells // length for length in lengths
    ]  # for each part, the cells from one of its values to the next
    values = _combinations(parts, lengths[0], rows, width)
    columns: list[list[int]] = []
    before = 1
    for low, length, row in zip(lows, lengths, rows):  # noqa: B905 - equally many
        column = list(range(low, low + length)) if row == 1 else []
        if not column:
            for value in range(low, low + length):
                column += [value] * row
        columns.append(list(compress(column * before, values)))
        before *= length
    return kind, columns, list(filter(None, values)), total


def _combinations(parts: Sequence[tuple[Polynomial, int]], length: int, rows: Sequence[int], width: int) -> list[int]:
    """The weight of every combination; `rows` has for each part the cells from one of its values to the next."""
    row = rows[0]
    if _recurrence_is_faster(length, parts, row * width):
        shifts = [8 * width * each for each in rows[1:]]
        packed_rows = product_of_powers([(one.rows(shifts), count) for one, count in parts])
        return [weight for packed in packed_rows for weight in unpack(packed, row, width)]
    return packed_product([(one.terms_at(rows), count) for one, count in parts], length * row, width)


def _sum_of_numbers(parts: Sequence[tuple[Polynomial, int]]) -> tuple[int, list[int], int]:
    """Scores that are plain numbers: the lowest, the weights from there on, and the total."""
    total, low, length = 1, 0, 1
    for one, count in parts:
        if one.parted:
            raise ValueError("dice with scores of different kinds cannot be added up")
        total *= one.total**count
        low += one.lows[0] * count
        length += one.spans[0] * count
    width = slot_width(_largest(parts[0][0], total))
    if _recurrence_is_faster(length, parts, width):
        return low, product_of_powers([(one.rows(()), count) for one, count in parts]), total
    return low, packed_product([(one.numbers, count) for one, count in parts], length, width), total


def _largest(one: Polynomial, total: int) -> int:
    """An upper bound of the weights of a sum: for each result of the other dice, one die has a single score to show."""
    return total // one.total * one.most or 1


def _binomial(one: Polynomial, count: int) -> tuple[range, list[int]]:
    """The sums of dice with at most two scores, and their weights, each computed from the one before."""
    low, step = one.lows[0] * count, one.spans[0]
    if not step:
        return range(low, low + 1), [one.total**count]
    (_, few), (_, many) = one.numbers
    weight = few**count
    weights = [weight]
    for highs in range(1, count + 1):
        weight = weight * many * (count - highs + 1) // (few * highs)  # comes out even
        weights.append(weight)
    return range(low, low + step * count + 1, step), weights


def _recurrence_is_faster(steps: int, parts: Sequence[tuple[Polynomial, int]], row_bytes: int) -> bool:
    """Whether the recurrence beats one big product; both costs in nanoseconds, as measured.

    A big product costs more than in proportion to its length (Karatsuba), a step of the recurrence
    as much as the coefficients it looks back on.
    """
    if steps * row_bytes < 1_000:
        return False
    reach: int = sum(one.spans[0] for one, _ in parts)
    recurrence = 20_000 + steps * reach * (80 + 2.5 * row_bytes)
    one_product: float = 0.2 * (steps * row_bytes) ** 1.585
    return recurrence < one_product
