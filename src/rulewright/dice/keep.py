"""Some of the dice count: the highest or lowest, doubles among them, the best of them all."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import accumulate, compress, repeat
from math import comb
from operator import lshift, mul, sub
from typing import NamedTuple

from rulewright.dice.die import Pool
from rulewright.dice.odds import Odds
from rulewright.dice.sums import named, slot_width, sum_odds, unpack
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
            weights = dict(mixed)
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
        make = tuple.__new__  # a named tuple without the Python call that its own maker is
        weights = {make(Doubles, (score, False)): weight for score, weight in mixed}
        for score, weight in alike:
            weights[make(Doubles, (score, True))] = weight
        return Odds(weights, total)

    def _weights(self) -> tuple[Weights, Weights, int]:
        """Weights of the kept sum, apart for kept dice not all alike and all alike, and their total."""
        size, count = self.size, self.count
        scores, weights = self.die.ladder
        total = sum(weights) ** size
        if count == 0:
            return (), ((0, total),), total
        if count == size > 1:
            alike = [(score * size, weight**size) for score, weight in zip(scores, weights, strict=True)]
            return _less(sum_odds([(self.die.polynomial, size)]).weights, alike), alike, total
        if not self.of_highest:
            scores, weights = scores[::-1], weights[::-1]
        below = list(accumulate(weights, initial=0))  # for one die, how many ways there are to do worse
        if count == 1:
            ways = [one**size for one in below]
            return (), zip(scores, map(sub, ways[1:], ways), strict=True), total
        return *self._worst_kept(scores, weights, below, slot_width(total)), total

    def _worst_kept(
        self, scores: tuple[int, ...], weights: tuple[int, ...], below: list[int], width: int
    ) -> tuple[Weights, Weights]:
        """Weights of the sum of some of the dice, not all alike and all alike; scores from the worst to the best.

        Look at the worst kept score v. If `above` dice beat it, they are any of the dice, their
        sum is a power of the polynomial of the better scores, at least `count - above` dice show
        v, and the others show something worse. Adding up over v and `above` meets each roll once.
        """
        size, count = self.size, self.count
        sign = 1 if self.of_highest else -1
        worst = scores[0]
        places = [(score - worst) * sign * 8 * width for score in scores]
        better = [*accumulate(map(lshift, weights[:0:-1], places[:0:-1]), initial=0)][::-1]  # than each v, packed
        ways = [[one ** (size - count + 1) for one in below]]  # for these dice to do worse, then for one die more each
        for _ in range(count - 1):
            ways.append(list(map(mul, ways[-1], below)))
        packed, powers = 0, better
        for above in range(1, count):
            if above > 1:
                powers = list(map(mul, powers, better))
            needed = count - above
            enough = _enough(needed, size - above, weights, below, ways)
            those_at_v = places if needed == 1 else [place * needed for place in places]
            packed += comb(size, above) * sum(map(lshift, map(mul, powers, enough), those_at_v))
        length = places[-1] // (8 * width) * count + 1
        values = unpack(packed, length, width)
        sums = range(worst * count, worst * count + sign * length, sign)
        alike = zip([score * count for score in scores], _enough(count, size, weights, below, ways), strict=True)
        return zip(compress(sums, values), filter(None, values), strict=True), alike

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


def _enough(needed: int, dice: int, weights: tuple[int, ...], below: list[int], ways: list[list[int]]) -> list[int]:
    """For each score v, the ways for `dice` dice to show v or worse, and v at least `needed` times.

    `ways[needed - 1]` says in how many ways all of them do worse than each score, the list before it
    in how many ways one die less does.
    """
    worse = ways[needed - 1]
    if needed == 1:
        return list(map(sub, worse[1:], worse))
    enough = [
        upto - none - dice * weight * others
        for upto, none, weight, others in zip(worse[1:], worse, weights, ways[needed - 2], strict=False)
    ]
    if needed == 2:
        return enough
    return [
        two_or_more - sum([comb(dice, shown) * weight**shown * under ** (dice - shown) for shown in range(2, needed)])
        for two_or_more, weight, under in zip(enough, weights, below, strict=False)
    ]


def _added(weights: dict[int, int], more: Weights) -> dict[int, int]:
    for score, weight in more:
        weights[score] = weights.get(score, 0) + weight
    return weights


def _less(weights: Mapping[int, int], fewer: Weights) -> Weights:
    """What is left of the weights, without the scores that have none left."""
    left = dict(weights)
    for score, weight in fewer:
        left[score] -= weight
    return [(score, weight) for score, weight in left.items() if weight]


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
                scores = [ranked.score for ranked in one]
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
                    dice[at] += weight << (above_lowest * 8 * width)
                upto = 1
                for die, (_, count) in zip(dice, parts, strict=True):
                    upto *= die**count
                exactly = unpack(upto - below, length, width)
                below = upto
                found = zip(repeat(rank), compress(range(lowest, lowest + length), exactly))
                weights.update(zip(named(Ranked, found), filter(None, exactly), strict=True))
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
