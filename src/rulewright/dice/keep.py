"""Some of the dice count: the highest or lowest, doubles among them, the best of them all."""

from collections.abc import Iterable
from functools import lru_cache
from math import comb
from typing import NamedTuple

from rulewright.dice.die import Pool
from rulewright.dice.odds import Odds
from rulewright.dice.sums import Packing, Polynomial, sum_weights, unpack
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
        weights = {Doubles(score, False): w for score, w in mixed.items()}
        weights.update({Doubles(score, True): w for score, w in alike.items()})
        return Odds(weights, total)

    def _weights(self) -> tuple[dict[int, int], dict[int, int], int]:
        """Weights of the kept sum, apart for kept dice not all alike and all alike.

        Look at the worst kept score v. If `above` dice beat it, they are any of the dice, their
        sum is a power of the polynomial of the better scores, at least `count - above` dice show
        v, and the others show something worse. Adding up over v and `above` meets each roll once.
        """
        one = self.die.odds()
        sign = 1 if self.of_highest else -1
        ranked = sorted(((score * sign, w) for score, w in one.weights.items()), reverse=True)
        size, count = self.size, self.count
        total = one.total**size
        if count == 0:
            return {}, {0: total}, total
        packing = Packing(total)
        floor = ranked[-1][0]
        bits = packing.bits
        better = 0  # the polynomial of the scores above v, in x^(score - floor)
        worse = one.total
        packed = 0
        alike: dict[int, int] = {}
        for score, weight in ranked:
            worse -= weight
            power = 1
            for above in range(count):
                if above:
                    power *= better
                    if not power:
                        break
                needed = count - above
                ways = _at_least(needed, size - above, weight, worse)
                if above == 0:
                    alike[sign * score * count] = ways
                else:
                    packed += (power * (comb(size, above) * ways)) << ((score - floor) * needed * bits)
            better += weight << ((score - floor) * bits)
        if count == 1:
            return {}, alike, total
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


def _at_least(needed: int, dice: int, weight: int, worse: int) -> int:
    """The ways for `dice` dice to show v or worse with v at least `needed` times."""
    ways: int = (weight + worse) ** dice - worse**dice
    for shown in range(1, needed):
        ways -= comb(dice, shown) * weight**shown * worse ** (dice - shown)
    return ways


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
        """Rank at most r restricts every die to such faces: one pool per rank, less the one below."""
        if self._odds is None:
            parts = [(die.odds(), count) for die, count in self.pool.parts if count]
            total = 1
            for one, count in parts:
                total *= one.total**count
            below: dict[int, int] = {}
            weights: dict[Ranked, int] = {}
            for rank in sorted({score.rank for one, _ in parts for score in one}):
                upto = _sum_up_to(rank, parts)
                for score, weight in upto.items():
                    exactly = weight - below.get(score, 0)
                    if exactly:
                        weights[Ranked(rank, score)] = exactly
                below = upto
            self._odds = Odds(weights, total)
        return self._odds

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        return self.pool.kept(faces)

    def __repr__(self) -> str:
        return f"highest of {self.pool!r}"


def _sum_up_to(rank: int, parts: list[tuple[Odds[Ranked], int]]) -> dict[int, int]:
    """Weights of the summed scores when no die ranks above `rank`."""
    restricted: list[tuple[Polynomial, int]] = []
    for one, count in parts:
        weights: dict[int, int] = {}
        for score, weight in one.weights.items():
            if score.rank <= rank:
                weights[score.score] = weights.get(score.score, 0) + weight
        if not weights:
            return {}
        restricted.append((Polynomial(weights), count))
    return sum_weights(restricted)


@lru_cache(maxsize=4096)
def highest_and_total(pool: Pool[Ranked]) -> _HighestAndTotal:
    """The best rank among the dice, with the sum of their scores; dice score `Ranked(rank, score)`."""
    return _HighestAndTotal(pool)
