"""Some of the dice count: the highest or lowest, doubles among them, the best of them all."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, compress, repeat
from math import comb
from typing import NamedTuple

from rulewright.dice.die import Pool
from rulewright.dice.odds import Odds
from rulewright.dice.sums import Packing, sum_weights, unpack
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
            self._odds = Odds(_merged(mixed, alike), total)
        return self._odds

    def doubles_odds(self, of_all: bool = False) -> "Odds[Doubles]":
        """The same, keeping apart the rolls whose kept dice (or all dice rolled) are alike."""
        mixed, alike, total = self._weights()
        if of_all:
            same = {score * self.count: w**self.size for score, w in self.die.odds().weights.items()}
            mixed = _merged(mixed, {score: w - same[score] for score, w in alike.items() if w > same[score]})
            alike = same
        # tuple.__new__ makes a named tuple without a Python call
        weights = dict(zip(map(tuple.__new__, repeat(Doubles), zip(mixed, repeat(False))), mixed.values(), strict=True))
        weights.update(zip(map(tuple.__new__, repeat(Doubles), zip(alike, repeat(True))), alike.values(), strict=True))
        return Odds(weights, total)

    def _weights(self) -> tuple[dict[int, int], dict[int, int], int]:
        """Weights of the kept sum, apart for kept dice not all alike and all alike.

        Look at the worst kept score v. If `above` dice beat it, they are any of the dice, their
        sum is a power of the polynomial of the better scores, at least `count - above` dice show
        v, and the others show something worse. Adding up over v and `above` meets each roll once.
        """
        one = self.die.odds()
        sign = 1 if self.of_highest else -1
        ranked = sorted([(score * sign, w) for score, w in one.weights.items()], reverse=True)
        size, count = self.size, self.count
        total = one.total**size
        alike: dict[int, int] = {}
        if count == 0:
            return {}, {0: total}, total
        if count == 1:
            upto = ways_below = 0
            for score, weight in reversed(ranked):
                upto += weight
                ways = upto**size
                alike[sign * score] = ways - ways_below
                ways_below = ways
            return {}, alike, total
        if count == size:
            mixed = sum_weights([(self.die.polynomial, size)])
            for score, weight in one.weights.items():
                alike[score * size] = weight**size
                mixed[score * size] -= weight**size
            return {score: ways for score, ways in mixed.items() if ways}, alike, total
        packing = Packing(total)
        floor = ranked[-1][0]
        bits = packing.bits
        not_above = list(accumulate([weight for _, weight in ranked[::-1]], initial=0))[::-1]  # ways for one die
        powers = [[ways**dice for ways in not_above] for dice in range(size, size - count, -1)]
        choose = [comb(size, above) for above in range(count)]
        better = 0  # the polynomial of the scores above v, in x^(score - floor)
        packed = 0
        for at, (score, weight) in enumerate(ranked):
            power, place = 1, (score - floor) * bits
            for above, row in enumerate(powers):
                needed = count - above
                ways = row[at] - row[at + 1]
                if needed > 1:  # shown once is not enough
                    ways -= (size - above) * weight * powers[above + 1][at + 1]
                if needed > 2:
                    ways -= _still_too_few(needed, size - above, weight, not_above[at + 1])
                if above:
                    power *= better
                    packed += (power * (choose[above] * ways)) << (place * needed)
                else:
                    alike[sign * score * count] = ways
            better += weight << place
        length = (ranked[0][0] - floor) * count + 1
        shift = floor * count
        coefficients = unpack(packed, length, packing)
        mixed = {sign * (at + shift): w for at, w in enumerate(coefficients) if w}
        return mixed, alike, total

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


def _still_too_few(needed: int, dice: int, weight: int, worse: int) -> int:
    """The ways for `dice` dice to show v or worse with v at least twice, but fewer than `needed` times."""
    return sum([comb(dice, shown) * weight**shown * worse ** (dice - shown) for shown in range(2, needed)])


def _merged(left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
    merged = dict(left)
    for score, weight in right.items():
        merged[score] = merged.get(score, 0) + weight
    return merged


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
            packing = Packing(total)
            dice = [0] * len(parts)  # each kind of die as a packed polynomial, up to this rank
            below = 0
            weights: dict[Ranked, int] = {}
            for rank in sorted(by_rank):
                for at, above_lowest, weight in by_rank[rank]:
                    dice[at] += weight << (above_lowest * packing.bits)
                upto = 1
                for die, (_, count) in zip(dice, parts, strict=True):
                    upto *= die**count
                exactly = unpack(upto - below, length, packing)
                below = upto
                found = zip(repeat(rank), compress(range(lowest, lowest + length), exactly))
                weights.update(zip(map(tuple.__new__, repeat(Ranked), found), filter(None, exactly), strict=True))
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
