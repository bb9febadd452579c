"""Products of powers of polynomials, packed into integers or coefficient by coefficient; see `sums`."""

from collections.abc import Sequence
from math import prod
from operator import mul

_FEW_BYTES = 500  # bytes: products of this size take next to no time


def integer_powers(factors: Sequence[tuple[int, int]], size: int) -> int:
    """The product of powers of whole numbers, which fits into this many bytes.

    Large ones are raised together, bit by bit of their exponents: squares take half as long as products.
    """
    found = 1
    if size < _FEW_BYTES or len(factors) == 1:
        for base, count in factors:
            found *= base**count
        return found
    for bit in reversed(range(max([count for _, count in factors]).bit_length())):
        found *= found
        for base, count in factors:
            if count >> bit & 1:
                found *= base
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
