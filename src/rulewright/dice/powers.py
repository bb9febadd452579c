"""Products of powers of polynomials, packed into integers or coefficient by coefficient; see `sums`."""

from collections.abc import Sequence
from itertools import chain, repeat
from math import prod
from operator import mul
from struct import iter_unpack
from sys import byteorder
from typing import Literal

_LITTLE: Literal["little"] = "little"
_MACHINE_WORDS: dict[int, Literal["B", "H", "I", "Q"]] = {1: "B", 2: "H", 4: "I", 8: "Q"}
_WORD_FOR = (1, 1, 2, 4, 4, 8, 8, 8, 8, 9, 10, 12, 12, 16, 16, 16, 16)  # bytes needed -> bytes of the words
_TWO_WORDS = {9: "<QB", 10: "<QH", 12: "<QI", 16: "<QQ"}
_FEW_BYTES = 450  # products of this size take next to no time

Terms = Sequence[tuple[int, int]]
"""A polynomial: the exponent and the coefficient of each term."""


def slot_width(limit: int) -> int:
    """How many bytes each coefficient gets when none is above `limit`; one or two machine words are read faster."""
    width = (limit.bit_length() + 7) // 8
    return width if width > 16 else _WORD_FOR[width]


def unpack(packed: int, length: int, width: int) -> list[int]:
    """The coefficients of x^0 .. x^(length - 1), `width` bytes each."""
    raw = packed.to_bytes(length * width, "little")
    if width <= 8 and byteorder == "little":
        return memoryview(raw).cast(_MACHINE_WORDS[width]).tolist()
    if width in _TWO_WORDS:
        return [low + (high << 64) for low, high in iter_unpack(_TWO_WORDS[width], raw)]
    pieces = chain.from_iterable(iter_unpack(f"{width}s", raw))
    return list(map(int.from_bytes, pieces, repeat(_LITTLE)))


def packed_product(factors: Sequence[tuple[Terms, int]], length: int, width: int) -> list[int]:
    """The coefficients of A^n B^m ... for factors (A, n), (B, m), ..., none above `width` bytes.

    A large product P is worked out at x = 2^k and at x = -2^k, with k half the bits of a coefficient: two products half
    as long take less time than one. P(x) + P(-x) has the even coefficients, P(x) - P(-x) the odd ones.
    """
    if length * width < _FEW_BYTES:
        bits, product = 8 * width, 1
        for terms, count in factors:
            packed = 0
            for exponent, weight in terms:
                packed += weight << exponent * bits
            product *= packed**count
        return unpack(product, length, width)
    bits, counts, sides = 4 * width, 0, []
    for terms, count in factors:
        even = odd = 0
        for exponent, weight in terms:
            if exponent & 1:
                odd += weight << exponent * bits
            else:
                even += weight << exponent * bits
        sides.append((even + odd, even - odd, count))
        counts |= count
    plus = minus = 1
    for bit in range(counts.bit_length() - 1, -1, -1):  # all powers together: squares take half as long as products
        plus *= plus
        minus *= minus
        for one, other, count in sides:
            if count >> bit & 1:
                plus *= one
                minus *= other
    found = [0] * length
    found[::2] = unpack(plus + minus >> 1, (length + 1) // 2, width)
    found[1::2] = unpack(plus - minus >> 1 + bits, length // 2, width)
    return found


def product_of_powers(factors: Sequence[tuple[list[int], int]]) -> list[int]:
    """The coefficients of A^n B^m ..., each from the few before it; no factor begins with zero."""
    base = [1]
    for factor, _ in factors:
        base = _times(base, factor)
    slope = [0] * (len(base) - 1)  # n A' B ... + m A B' ... + ...
    for at, (factor, count) in enumerate(factors):
        term = [count * power * weight for power, weight in enumerate(factor)][1:]
        for other, (further, _) in enumerate(factors):
            if other != at:
                term = _times(term, further)
        for power, weight in enumerate(term):
            slope[power] += weight
    back = len(slope)
    falling = base[:0:-1]
    steady = [slope[step - 1] + step * base[step] for step in range(back, 0, -1)]
    found = [0] * back + [prod(factor[0] ** count for factor, count in factors)]
    for power in range(1, sum((len(factor) - 1) * count for factor, count in factors) + 1):
        before = found[power : power + back]
        total = sum(map(mul, steady, before)) - power * sum(map(mul, falling, before))
        found.append(total // (power * base[0]))  # divides without remainder
    return found[back:]


def _times(left: Sequence[int], right: Sequence[int]) -> list[int]:
    product = [0] * (len(left) + len(right) - 1) if left and right else []
    for at, one in enumerate(left):
        for power, other in enumerate(right, at):
            product[power] += one * other
    return product
