"""Some of the dice count: the highest or lowest, doubles among them, the best of them all."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from math import comb
from operator import sub
from typing import NamedTuple

from rulewright.dice.die import Pool
from rulewright.dice.odds import Odds
from rulewright.dice.sums import slot_width, sum_odds, unpack
from rulewright.dice.throw import Draw, Faces

__all__ = [
    "Doubles",
    "Keep",
    "Ranked",
    "doubles",
    "highest",
    "highest_and_total",
    "keep_highest",
    "keep_lowest",
    "lowest",
]


Weights = Iterable[tuple[int, int]]
"""Scores, each with its weight."""

_make = tuple.__new__  # a named tuple without the Python call that its own constructor is


class Keep:
    """The sum of the `count` highest (or lowest) of equal dice."""

    __slots__ = ("_odds", "count", "die", "of_highest", "size")

    def __init__(self, count: int, pool: Pool[int], of_highest: bool) -> None:
        kinds = {die for die, thrown in pool.parts if thrown} or {pool.parts[0][0]}
        if len(kinds) != 1:
            raise ValueError("keep takes dice of one kind")
        (self.die,) = kinds
        self.size = pool.size
        if not 0 <= count <= self.size:
            raise ValueError(f"cannot keep {count} of {self.size} dice")
        self.count = count
        self.of_highest = of_highest
        self._odds: Odds[int] | None = None

    def roll(self, draw: Draw, /) -> int:
        """Roll all the dice and add up the kept ones."""
        return sum(self.keep(self.die.roll_each(self.size, draw)))

    def keep(self, scores: Iterable[int]) -> list[int]:
        """The kept scores, best first."""
        return sorted(scores, reverse=self.of_highest)[: self.count]

    def odds(self) -> Odds[int]:
        """The exact odds of the sum of the kept dice."""
        if self._odds is None:
            mixed, alike, total = self._weights()
            weights = {score: weight for score, weight in mixed if weight}
            self._odds = Odds(_added(weights, alike) if weights else dict(alike), total)
        return self._odds

    def doubles_odds(self, of_all: bool = False) -> "Odds[Doubles]":
        """The same, keeping apart the rolls whose kept dice (or all dice rolled) are alike."""
        mixed, alike, total = self._weights()
        if of_all:
            same = [(score * self.count, weight**self.size) for score, weight in zip(*self.die.ladder, strict=True)]
            less = dict(same)
            kept_alike = ((score, weight - less[score]) for score, weight in alike if weight > less[score])
            mixed, alike = _added(dict(mixed), kept_alike).items(), same
        weights = {_make(Doubles, (score, False)): weight for score, weight in mixed if weight}
        for score, weight in alike:
            weights[_make(Doubles, (score, True))] = weight
        return Odds(weights, total)

    def _weights(self) -> tuple[Weights, Weights, int]:
        """Weights of the kept sum and their total, kept dice not all alike (some weigh nothing) and all alike apart."""
        size, count = self.size, self.count
        scores, weights = self.die.ladder
        total = sum(weights) ** size
        if count == 0:
            return (), ((0, total),), total
        if count == 1:
            to_the_best = 1 if self.of_highest else -1
            ways = [upto**size for upto in accumulate(weights[::to_the_best], initial=0)]
            return (), zip(scores[::to_the_best], map(sub, ways[1:], ways), strict=True), total
        if count == size:
            alike = [(score * size, weight**size) for score, weight in zip(scores, weights, strict=True)]
            mixed = dict(sum_odds([(self.die.polynomial, size)]).weights)
            for score, weight in alike:
                mixed[score] -= weight
            return mixed.items(), alike, total
        return *self._some_dropped(slot_width(total)), total

    def _some_dropped(self, width: int) -> tuple[Weights, Weights]:
        """The same when neither all dice are kept nor fewer than two.

        Look at the worst kept score v. Some dice beat it: any of the dice, and their sum is a power of
        the polynomial of the better scores. Of the others no more are worse than v than are dropped.
        Adding up over v and over how many beat it meets each roll once.

        For one more die that does not beat v there are `upto` times as many ways, less those in which
        it would be one worse die too many.
        """
        size, count = self.size, self.count
        dropped = size - count
        sign = 1 if self.of_highest else -1
        scores, weights = self.die.ladder
        scores, weights = scores[::-sign], weights[::-sign]  # from the best to the worst
        bits, best, worst = 8 * width * sign, scores[0], scores[-1]
        steps = [(comb(dropped + at_v, dropped), comb(size, count - 1 - at_v)) for at_v in range(count - 1)]
        last = comb(size - 1, dropped)
        upto = sum(weights)  # for one die, how many ways there are to show v or worse
        better = packed = 0
        alike = []
        for score, weight in zip(scores, weights, strict=True):
            worse = upto - weight
            place = (score - worst) * bits
            ways, too_many = upto**dropped, worse ** (dropped + 1)
            sums = shift = 0
            for choose_worse, choose_better in steps:
                ways = ways * upto - choose_worse * too_many
                too_many *= weight
                shift += place
                sums = sums * better + (choose_better * ways << shift)
            packed += sums * better
            alike.append((score * count, ways * upto - last * too_many))
            better += weight << place
            upto = worse
        sums_kept = range(worst * count, best * count + sign, sign)
        return zip(sums_kept, unpack(packed, len(sums_kept), width), strict=True), alike

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """The faces of the kept dice; of equal dice the first thrown is kept."""
        scores = self.die.roll_each(self.size, Faces(faces))
        order = sorted(range(self.size), key=lambda die: scores[die], reverse=self.of_highest)
        counted = set(order[: self.count])
        return tuple(counts and die in counted for die, counts in self.die.marks(self.size, faces))

    def __repr__(self) -> str:
        if self.count == self.size:
            return f"{self.size}{self.die!r}"
        return f"{self.size}{self.die!r} keep {'highest' if self.of_highest else 'lowest'} {self.count}"


def _added(weights: dict[int, int], more: Weights) -> dict[int, int]:
    for score, weight in more:
        weights[score] = weights.get(score, 0) + weight
    return weights


@lru_cache(maxsize=4096)
def keep_highest(count: int, pool: Pool[int]) -> Keep:
    """The sum of the `count` highest dice: `keep_highest(3, 4 * d(6))`."""
    return Keep(count, pool, True)


@lru_cache(maxsize=4096)
def keep_lowest(count: int, pool: Pool[int]) -> Keep:
    """The sum of the `count` lowest dice."""
    return Keep(count, pool, False)


def highest(pool: Pool[int]) -> Keep:
    """The highest of equal dice, by powers of the cumulative weights."""
    return keep_highest(1, pool)


def lowest(pool: Pool[int]) -> Keep:
    """The lowest of equal dice."""
    return keep_lowest(1, pool)


class Doubles(NamedTuple):
    """The sum of dice and whether they all show the same."""

    total: int
    doubled: bool


class _DoublesThrow:
    """A kept hand read with its doubles."""

    __slots__ = ("_odds", "hand", "of_all")

    def __init__(self, hand: Keep, of_all: bool) -> None:
        if hand.count < 2:
            raise ValueError("doubles take at least two dice")
        self.hand = hand
        self.of_all = of_all
        self._odds: Odds[Doubles] | None = None

    def roll(self, draw: Draw, /) -> Doubles:
        rolled = self.hand.die.roll_each(self.hand.size, draw)
        kept = self.hand.keep(rolled)
        return Doubles(sum(kept), len(set(rolled if self.of_all else kept)) == 1)

    def odds(self) -> Odds[Doubles]:
        if self._odds is None:
            self._odds = self.hand.doubles_odds(self.of_all)
        return self._odds

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        return self.hand.kept(faces)

    def __repr__(self) -> str:
        return repr(self.hand)


@lru_cache(maxsize=4096)
def doubles(hand: Keep | Pool[int], *, of_all: bool = False) -> _DoublesThrow:
    """The sum of the kept dice together with whether they are all alike.

    `doubles(2 * d(6))` or `doubles(keep_highest(2, 3 * d(12)))`. With `of_all` the dice that are
    not kept must be alike too.
    """
    return _DoublesThrow(keep_highest(hand.size, hand) if isinstance(hand, Pool) else hand, of_all)


class Ranked(NamedTuple):
    """A score for dice of which only the best counts, while something else about them adds up."""

    rank: int
    score: int


class _HighestAndTotal:
    """The best rank of all dice together with the sum of all their scores."""

    __slots__ = ("_odds", "pool")

    def __init__(self, pool: Pool[Ranked]) -> None:
        if not pool.size:
            raise ValueError("no die, no highest")
        self.pool = pool
        self._odds: Odds[Ranked] | None = None

    def roll(self, draw: Draw, /) -> Ranked:
        scores = self.pool.roll_each(draw)
        return Ranked(max(score.rank for score in scores), sum(score.score for score in scores))

    def odds(self) -> Odds[Ranked]:
        """Rank at most r restricts every die to such faces: one packed pool per rank, less the one below."""
        if self._odds is None:
            parts = [(die.odds(), count) for die, count in self.pool.parts if count]
            total, lowest, length = 1, 0, 1
            by_rank: dict[int, list[tuple[int, int, int]]] = {}  # which die, how much above its lowest, weight
            for at, (one, count) in enumerate(parts):
                total *= one.total**count
                scores = [score for _, score in one.weights]
                low = min(scores)
                lowest += low * count
                length += (max(scores) - low) * count
                for (rank, score), weight in one.weights.items():
                    by_rank.setdefault(rank, []).append((at, score - low, weight))
            width = slot_width(total)
            dice = [0] * len(parts)  # each kind of die as a packed polynomial, up to this rank
            below = 0
            weights: dict[Ranked, int] = {}
            for rank in sorted(by_rank):
                for at, above_lowest, weight in by_rank[rank]:
                    dice[at] += weight << above_lowest * 8 * width
                upto = 1
                for die, (_, count) in zip(dice, parts, strict=True):
                    upto *= die**count
                for score, weight in enumerate(unpack(upto - below, length, width), lowest):
                    if weight:
                        weights[_make(Ranked, (rank, score))] = weight
                below = upto
            self._odds = Odds(weights, total)
        return self._odds

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        return self.pool.kept(faces)

    def __repr__(self) -> str:
        return f"highest of {self.pool!r}"


@lru_cache(maxsize=4096)
def highest_and_total(pool: Pool[Ranked]) -> _HighestAndTotal:
    """The best rank among the dice, with the sum of their scores; dice score `Ranked(rank, score)`."""
    return _HighestAndTotal(pool)
