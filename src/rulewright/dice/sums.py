"""The sum of many dice as one power of a polynomial packed into a single integer.

A die is the polynomial whose coefficient at x^score is the weight of that score, and a sum
of dice is the product of their polynomials. Written in base 2^k, with k large enough that no
coefficient overflows into the next, a polynomial is one Python integer and the whole pool is
a product of powers of such integers (Kronecker substitution). Scores with several parts get
one variable each, laid out one after the other in the same integer.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import compress, product, repeat
from math import prod
from operator import mul
from sys import byteorder
from typing import Any, Literal

__all__ = ["Packing", "Polynomial", "sum_weights", "unpack"]

_MACHINE_WORDS: dict[int, Literal["B", "H", "I", "Q"]] = {1: "B", 2: "H", 4: "I", 8: "Q"}


class Packing:
    """How coefficients below `limit` lie in one integer: `width` bytes each."""

    __slots__ = ("bits", "width")

    def __init__(self, limit: int) -> None:
        width = (limit.bit_length() + 7) // 8
        if width <= 8:
            width = 1 << (width - 1).bit_length()  # a machine word is read faster
        self.width = width
        self.bits = 8 * width


def unpack(packed: int, length: int, packing: Packing) -> Sequence[int]:
    """The coefficients of x^0 .. x^(length - 1)."""
    width = packing.width
    raw = packed.to_bytes(length * width, "little")
    if width in _MACHINE_WORDS and byteorder == "little":
        return memoryview(raw).cast(_MACHINE_WORDS[width])
    read = int.from_bytes
    return [read(raw[at : at + width], "little") for at in range(0, len(raw), width)]


class Polynomial:
    """One die's scores and weights, seen from its lowest score.

    Scores are whole numbers, or named tuples of whole numbers that add part by part.
    """

    __slots__ = ("kind", "lows", "spans", "terms", "total")

    def __init__(self, weights: Mapping[Any, int]) -> None:
        self.kind: type[Any] = type(next(iter(weights)))
        parted = issubclass(self.kind, tuple)
        if not all(isinstance(part, int) for score in weights for part in (score if parted else (score,))):
            raise ValueError("only dice that score whole numbers can be added up")
        scores: list[tuple[int, ...]] = list(weights) if parted else [(score,) for score in weights]
        axes = list(zip(*scores, strict=True))
        self.lows = [min(axis) for axis in axes]
        self.spans = [max(axis) - low for axis, low in zip(axes, self.lows, strict=True)]
        self.terms = [
            (tuple(part - low for part, low in zip(score, self.lows, strict=True)), weight)
            for score, weight in zip(scores, weights.values(), strict=True)
        ]
        self.total = sum(weights.values())

    def power(self, count: int, strides: Sequence[int], packing: Packing) -> int:
        """The packed polynomial of `count` such dice, each part of the score at its stride."""
        bits = packing.bits
        base = 0
        for score, weight in self.terms:
            base += weight << (sum(map(mul, score, strides)) * bits)
        power: int = base**count
        return power


def sum_weights(parts: Sequence[tuple[Polynomial, int]]) -> dict[Any, int]:
    """The weights of the total of several kinds of dice: (one die, how many) each."""
    limit = 1
    for one, count in parts:
        limit *= one.total**count
        if one.kind is not parts[0][0].kind and tuple in (*one.kind.__mro__, *parts[0][0].kind.__mro__):
            raise ValueError("dice with scores of different kinds cannot be added up")
    packing = Packing(limit)
    if len(parts[0][0].lows) > 1:
        return _sum_of_parted_scores(parts, packing)
    lowest = sum(one.lows[0] * count for one, count in parts)
    length = sum(one.spans[0] * count for one, count in parts) + 1
    packed = 1
    for one, count in parts:
        packed *= one.power(count, (1,), packing)
    coefficients = unpack(packed, length, packing)
    totals: Iterable[Any] = compress(range(lowest, lowest + length), coefficients)
    if issubclass(parts[0][0].kind, tuple):
        totals = ((total,) for total in totals)
        totals = map(partial(tuple.__new__, parts[0][0].kind), totals)
    return dict(zip(totals, filter(None, coefficients), strict=True))


def _sum_of_parted_scores(parts: Sequence[tuple[Polynomial, int]], packing: Packing) -> dict[Any, int]:
    """Scores with several parts: rows of packed polynomials, one row per value of the other parts.

    The longest part of the score is packed; the others pick the row. Each kind of dice is raised
    to its power in a layout of its own, and kinds are then multiplied row by row, so that the many
    scores that cannot occur together cost nothing.
    """
    axes = range(len(parts[0][0].lows))
    lows = [sum(one.lows[axis] * count for one, count in parts) for axis in axes]
    lengths = [sum(one.spans[axis] * count for one, count in parts) + 1 for axis in axes]
    packed_axis = lengths.index(max(lengths))
    row_axes = [axis for axis in axes if axis != packed_axis]
    row_strides = _strides([lengths[axis] for axis in row_axes])

    rows: dict[int, int] = {0: 1}
    for one, count in parts:
        power = _power_rows(one, count, packed_axis, row_axes, row_strides, packing)
        multiplied: dict[int, int] = {}
        for left, coefficients in rows.items():
            for right, others, empty in power:
                at = left + right
                multiplied[at] = multiplied.get(at, 0) + (coefficients * others << empty)
        rows = multiplied

    make = partial(tuple.__new__, parts[0][0].kind)  # what NamedTuple._make does, without its Python call
    along = range(lows[packed_axis], lows[packed_axis] + lengths[packed_axis])
    total: dict[Any, int] = {}
    row_ranges = [range(lows[axis], lows[axis] + lengths[axis]) for axis in row_axes]
    for at, key in enumerate(product(*row_ranges)):
        if at in rows:
            values = unpack(rows[at], len(along), packing)
            columns: list[Iterable[int]] = [repeat(part) for part in key]
            columns.insert(packed_axis, compress(along, values))
            scores = map(make, zip(*columns))  # noqa: B905 - the repeated parts never end
            total.update(zip(scores, filter(None, values), strict=True))
    return total


def _strides(lengths: Sequence[int]) -> list[int]:
    """Row-major strides: the last axis varies fastest."""
    strides = [1] * len(lengths)
    for axis in range(len(lengths) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * lengths[axis + 1]
    return strides


def _power_rows(
    one: Polynomial, count: int, packed_axis: int, row_axes: list[int], row_strides: list[int], packing: Packing
) -> list[tuple[int, int, int]]:
    """The `count`-th power of one kind of die, cut into the rows of the whole pool.

    Each row is its place, its coefficients without the empty low end, and the bits of that end.
    """
    lengths = [span * count + 1 for span in one.spans]
    order = [*row_axes, packed_axis]
    own_strides = _strides([lengths[axis] for axis in order])
    strides = [own_strides[order.index(axis)] for axis in range(len(lengths))]
    row_bytes = lengths[packed_axis] * packing.width
    row_lengths = [lengths[axis] for axis in row_axes]
    raw = one.power(count, strides, packing).to_bytes(row_bytes * prod(row_lengths), "little")
    rows = []
    for at, key in enumerate(product(*map(range, row_lengths))):
        row = int.from_bytes(raw[at * row_bytes : (at + 1) * row_bytes], "little")
        if row:
            empty = ((row & -row).bit_length() - 1) // packing.bits * packing.bits
            rows.append((sum(map(mul, key, row_strides)), row >> empty, empty))
    return rows
