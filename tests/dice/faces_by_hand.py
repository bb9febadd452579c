"""Odds the slow way, to hold the dice against: every face of every die, one after the other."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import log
from typing import TypeVar

from hypothesis import strategies as st

from rulewright.dice import Die, Odds, Pool, Throw

S = TypeVar("S", bound=Hashable)

# One comparison of a sampled share with its chance fails a right program once in 10^15 times: a
# million comparisons together stay below a false-alarm chance of 1e-9.
_LIMIT = log(2 / 1e-15)


def counted(rolls: Iterator[tuple[S, Fraction]]) -> dict[S, Fraction]:
    """Rolls with their chances, equal scores put together."""
    chances: dict[S, Fraction] = {}
    for score, chance in rolls:
        chances[score] = chances.get(score, Fraction()) + chance
    return chances


def every_roll(dice: Sequence[Die[S]], read: Callable[[tuple[S, ...]], Hashable]) -> dict[Hashable, Fraction]:
    """Each way these dice can fall, read by hand."""
    each = Fraction(1)
    for die in dice:
        each /= die.sides
    return counted((read(scores), each) for scores in product(*(die.scores for die in dice)))


def chances(odds: Odds[S]) -> dict[S, Fraction]:
    """Odds as fractions, after a look at their weights: whole, above zero, and adding up to the total."""
    assert all(type(weight) is int and weight > 0 for weight in odds.weights.values())
    assert sum(odds.weights.values()) == odds.total
    return dict(odds.items())


class _Asked(Exception):
    def __init__(self, sides: int) -> None:
        self.sides = sides


def followed(throw: Throw[S]) -> dict[S, Fraction]:
    """The odds of `throw.roll` itself: it is run on every sequence of faces that it asks for."""

    def onwards(faces: tuple[int, ...], chance: Fraction) -> Iterator[tuple[S, Fraction]]:
        left = list(faces)

        def draw(sides: int, /) -> int:
            if not left:
                raise _Asked(sides)
            return left.pop(0)

        try:
            yield throw.roll(draw), chance
        except _Asked as asked:
            for face in range(1, asked.sides + 1):
                yield from onwards((*faces, face), chance / asked.sides)

    return counted(onwards((), Fraction(1)))


def spread(pool: Pool[S]) -> list[Die[S]]:
    """A pool's dice, each on its own."""
    return [die for die, count in pool.parts for _ in range(count)]


def assert_sampled_like(counts: dict[S, int], odds: Odds[S]) -> None:
    """Counts of rolls agree with the odds: no share further off than Chernoff's bound allows."""
    runs = sum(counts.values())
    assert counts.keys() <= odds.weights.keys()
    for score, chance in odds.items():
        share = counts.get(score, 0) / runs
        assert runs * _divergence(share, float(chance)) <= _LIMIT, f"{score}: {share} of {runs}, not {float(chance)}"


def _divergence(share: float, chance: float) -> float:
    """How surprising a share is, per roll, where `chance` was expected (Kullback and Leibler)."""
    parts = ((share, chance), (1 - share, 1 - chance))
    return sum(seen * log(seen / expected) if expected else 0.0 for seen, expected in parts if seen)


small_dice: st.SearchStrategy[Die[int]] = st.lists(st.integers(-3, 4), min_size=1, max_size=4).map(Die)
