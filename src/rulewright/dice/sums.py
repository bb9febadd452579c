"""The sum of many dice as one power of a polynomial packed into a single integer.

A die is the polynomial whose coefficient at x^score is the weight of that score, and a sum
of dice is the product of their polynomials. Written in base 2^k, with k large enough that no
coefficient overflows into the next, a polynomial is one Python integer and the whole pool is
a product of powers of such integers (Kronecker substitution). Scores with several parts get
one variable each, laid out one after the other in the same integer.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import compress, product, repeat
from math import prod
from typing import Any, Literal

__all__ = ["Packing", "pack", "sum_weights", "unpack"]

Weights = dict[Any, int]
_MACHINE_WORDS: dict[int, Literal["B", "H", "I", "Q"]] = {1: "B", 2: "H", 4: "I", 8: "Q"}


class Packing:
    """How coefficients below `limit` lie in one integer: `width` bytes each."""

    __slots__ = ("bits", "width")

    def __init__(self, limit: int) -> None:
        width = (limit.bit_length() + 7) // 8
        self.width = next((word for word in _MACHINE_WORDS if word >= width), width)
        self.bits = 8 * self.width


def pack(terms: Iterable[tuple[int, int]], packing: Packing) -> int:
    """One integer from (exponent, coefficient) pairs; exponents from 0."""
    bits = packing.bits
    return sum(weight << (exponent * bits) for exponent, weight in terms)


def unpack(packed: int, length: int, packing: Packing) -> Sequence[int]:
    """The coefficients of x^0 .. x^(length - 1)."""
    width = packing.width
    raw = packed.to_bytes(length * width, "little")
    if width in _MACHINE_WORDS:
        return memoryview(raw).cast(_MACHINE_WORDS[width])
    read = int.from_bytes
    return [read(raw[at : at + width], "little") for at in range(0, len(raw), width)]


def sum_weights(parts: Sequence[tuple[Weights, int]]) -> Weights:
    """The weights of the total of several kinds of dice: (weights of one die, how many) each.

    Scores are whole numbers, or named tuples of whole numbers that add part by part.
    """
    sample = next(iter(parts[0][0]))
    if isinstance(sample, tuple):
        return _sum_of_tuples(parts, type(sample))
    lowest = 0
    length = 1
    limit = 1
    for weights, count in parts:
        low = min(weights)
        lowest += low * count
        length += (max(weights) - low) * count
        limit *= sum(weights.values()) ** count
    packing = Packing(limit)
    packed = 1
    for weights, count in parts:
        low = min(weights)
        packed *= pack(((score - low, w) for score, w in weights.items()), packing) ** count
    coefficients = unpack(packed, length, packing)
    return dict(compress(zip(range(lowest, lowest + length), coefficients, strict=True), coefficients))


def _sum_of_tuples(parts: Sequence[tuple[Weights, int]], kind: type[Any]) -> Weights:
    """Scores with several parts: rows of packed polynomials, one row per value of the other parts.

    The longest part of the score is packed; the others pick the row. Each kind of dice is raised
    to its power in a layout of its own, and kinds are then multiplied row by row, so that the many
    scores that cannot occur together cost nothing.
    """
    bounds = [[(min(column), max(column)) for column in zip(*weights, strict=True)] for weights, _ in parts]
    counts = [count for _, count in parts]
    axes = range(len(bounds[0]))
    lows = [sum(bound[axis][0] * n for bound, n in zip(bounds, counts, strict=True)) for axis in axes]
    highs = [sum(bound[axis][1] * n for bound, n in zip(bounds, counts, strict=True)) for axis in axes]
    packed_axis = max(axes, key=lambda axis: highs[axis] - lows[axis])
    row_axes = [axis for axis in axes if axis != packed_axis]
    row_strides = _strides([highs[axis] - lows[axis] + 1 for axis in row_axes])
    limit = 1
    for weights, count in parts:
        limit *= sum(weights.values()) ** count
    packing = Packing(limit)

    rows: dict[int, int] = {0: 1}
    for (weights, count), bound in zip(parts, bounds, strict=True):
        power = _power_rows(weights, count, bound, packed_axis, row_axes, row_strides, packing)
        product_rows: dict[int, int] = {}
        for left, coefficients in rows.items():
            for right, others in power.items():
                at = left + right
                product_rows[at] = product_rows.get(at, 0) + (coefficients * others[0] << others[1])
        rows = product_rows

    low, length = lows[packed_axis], highs[packed_axis] - lows[packed_axis] + 1
    along = range(low, low + length)
    make = partial(tuple.__new__, kind)  # what NamedTuple._make does, without its Python call
    total: Weights = {}
    row_ranges = [range(lows[axis], highs[axis] + 1) for axis in row_axes]
    for at, key in enumerate(product(*row_ranges)):
        coefficients = rows.get(at, 0)
        if coefficients:
            values = unpack(coefficients, length, packing)
            columns: list[Iterable[int]] = [repeat(part) for part in key]
            columns.insert(packed_axis, compress(along, values))
            scores = map(make, zip(*columns))  # noqa: B905 - the repeated parts never end
            total.update(zip(scores, compress(values, values), strict=True))
    return total


def _strides(lengths: Sequence[int]) -> list[int]:
    """Row-major strides: the last axis varies fastest."""
    strides = [1] * len(lengths)
    for axis in range(len(lengths) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * lengths[axis + 1]
    return strides


def _power_rows(
    weights: Weights,
    count: int,
    bound: list[tuple[int, int]],
    packed_axis: int,
    row_axes: list[int],
    row_strides: list[int],
    packing: Packing,
) -> dict[int, tuple[int, int]]:
    """The `count`-th power of one kind of die, cut into the rows of the whole pool.

    A row is its coefficients without the empty low end, and by how many bits that end shifts them.
    """
    lengths = [(high - low) * count + 1 for low, high in bound]
    own_strides = _strides([*(lengths[axis] for axis in row_axes), lengths[packed_axis]])
    order = [*row_axes, packed_axis]
    terms = (
        (sum((score[axis] - bound[axis][0]) * stride for axis, stride in zip(order, own_strides, strict=True)), w)
        for score, w in weights.items()
    )
    power = pack(terms, packing) ** count
    row_bytes = lengths[packed_axis] * packing.width
    row_lengths = [range(lengths[axis]) for axis in row_axes]
    raw = power.to_bytes(row_bytes * prod(map(len, row_lengths)), "little")
    rows = {}
    for at, key in enumerate(product(*row_lengths)):
        row = int.from_bytes(raw[at * row_bytes : (at + 1) * row_bytes], "little")
        if row:
            empty = ((row & -row).bit_length() - 1) // packing.bits * packing.bits
            rows[sum(part * stride for part, stride in zip(key, row_strides, strict=True))] = (row >> empty, empty)
    return rows
