"""Throws of which only some dice count: the highest, the lowest, the middle ones, and doubles among them."""

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from itertools import accumulate, compress
from math import comb
from operator import sub
from typing import Any, NamedTuple

from rulewright.dice.die import Die, Pool
from rulewright.dice.evaluator import Countable, weigh_states
from rulewright.dice.odds import Odds
from rulewright.dice.powers import slot_width, unpack
from rulewright.dice.sources import Source, from_the_highest
from rulewright.dice.sums import Columns, InColumns, sum_columns
from rulewright.dice.throw import Draw, Faces

Weights = tuple[Collection[int], Collection[int]]
"""Scores, and the weight of each."""


def _refuse_swapped(function: str, rank: Any, pool: Any) -> None:
    if not isinstance(rank, int) or not hasattr(pool, "source"):
        raise TypeError(
            f"the rank comes first, then the dice: {function}(2, 3 * d(20)), not {function}({rank!r}, {pool!r})"
        )


def _wanted(count: Any, pool: Any) -> str:
    """The message that shows the call to write instead."""
    if hasattr(count, "source"):
        return f"the number comes first, then the dice: keep_highest({pool!r:.20}, {count!r:.40})"
    if isinstance(pool, Die):
        return (
            f"dice are kept among several thrown together: keep_highest({count}, 4 * d({pool.sides})), not {pool!r:.40}"
        )
    return f"dice are kept among dice, as in keep_highest(3, 4 * d(6)), not {pool!r:.40}"


class Keep:
    """The sum of some of the dice by rank: `count` of them, after the `passed` highest (or lowest)."""

    __slots__ = ("_odds", "count", "of_highest", "passed", "pool", "size")

    def __init__(self, count: int, pool: Countable, of_highest: bool, passed: int = 0) -> None:
        if not hasattr(pool, "source"):
            raise TypeError(_wanted(count, pool))
        self.pool = pool
        self.size = pool.size
        if not 0 <= count <= self.size - passed or passed < 0:
            after = f" after {'the first' if passed == 1 else f'{passed} others'}" if passed else ""
            raise ValueError(f"cannot keep {count} of {self.size} dice{after}")
        self.count = count
        self.passed = passed
        self.of_highest = of_highest
        self._odds: Odds[int] | None = None

    def roll(self, draw: Draw, /) -> int:
        """Roll all the dice and add up the kept ones."""
        return sum(self.keep(self.roll_each(draw)))

    def roll_each(self, draw: Draw, /) -> list[int]:
        """Roll all the dice; the score of each, in rolling order."""
        return [score for hand in self.pool.roll_hands(draw) for score in hand]

    def keep(self, scores: Iterable[int]) -> list[int]:
        """The kept scores, best first."""
        return sorted(scores, reverse=self.of_highest)[self.passed : self.passed + self.count]

    def odds(self) -> Odds[int]:
        """The exact odds of the sum of the kept dice."""
        if self._odds is None:
            one_kind = self._one_kind()
            if one_kind is None or self.passed:
                self._odds = sum_of_ranks(self.pool.source(), self._ranks())
            else:
                (scores, weights), (alike, ways), total = self._weights(one_kind)
                found = dict(compress(zip(scores, weights), weights))  # noqa: B905 - equally many
                self._odds = Odds(_added(found, alike, ways) if found else dict(zip(alike, ways)), total)  # noqa: B905
        return self._odds

    def _one_kind(self) -> Die[int] | None:
        """The die of which all dice are copies; None if they differ."""
        if not isinstance(self.pool, Pool):
            return None
        if len(self.pool.parts) == 1:
            return self.pool.parts[0][0]
        kinds = {die for die, thrown in self.pool.parts if thrown} or {self.pool.parts[0][0]}
        return kinds.pop() if len(kinds) == 1 else None

    def _ranks(self) -> range:
        """The ranks of the kept dice, the highest die of all being 0."""
        first = self.passed if self.of_highest else self.size - self.passed - self.count
        return range(first, first + self.count)

    def doubles_columns(self, of_all: bool = False) -> Columns:
        """The odds of `Doubles`: the sum, and whether the kept dice (or all dice rolled) are alike."""
        one_kind = self._one_kind()
        if one_kind is None or self.passed:
            found = _doubles_of_ranks(self.pool.source(), self._ranks(), of_all)
            return Doubles, list(zip(*found, strict=True)), list(found.weights.values()), found.total
        (scores, weights), (alike, ways), total = self._weights(one_kind)
        if of_all:
            same = {score * self.count: one**self.size for score, one in zip(*one_kind.ladder, strict=True)}
            less = [weight - same[score] for score, weight in zip(alike, ways, strict=True)]
            mixed = _added(dict(zip(scores, weights, strict=True)), alike, less)
            (scores, weights), (alike, ways) = (mixed, mixed.values()), (same, same.values())
        sums = [*compress(scores, weights)]
        doubled = [False] * len(sums) + [True] * len(alike)
        return Doubles, ([*sums, *alike], doubled), [*filter(None, weights), *ways], total

    def _weights(self, die: Die[int]) -> tuple[Weights, Weights, int]:
        """The weights of the kept sum of dice of one kind: where they are not all alike, where they are, and the total.

        Some of the first weights may be zero.
        """
        size, count = self.size, self.count
        scores, weights = die.ladder
        total = sum(weights) ** size
        if count == 0:
            return ((), ()), ((0,), (total,)), total
        if count == 1:
            to_the_best = 1 if self.of_highest else -1
            ways = [upto**size for upto in accumulate(weights[::to_the_best], initial=0)]
            return ((), ()), (scores[::to_the_best], list(map(sub, ways[1:], ways))), total
        if count == size:
            alike = [score * size for score in scores]
            same = [weight**size for weight in weights]
            _, (sums,), each, _ = sum_columns([(die.polynomial, size)])
            mixed = dict(zip(sums, each))  # noqa: B905 - equally many
            for score, weight in zip(alike, same, strict=True):
                mixed[score] -= weight
            return (mixed, mixed.values()), (alike, same), total
        return *self._some_dropped(die, slot_width(total)), total

    def _some_dropped(self, die: Die[int], width: int) -> tuple[Weights, Weights]:
        """The weights as in `_weights`, where at least two dice are kept and at least one is dropped.

        Consider the worst kept score v. The sum of the dice that beat it is a power of the polynomial of the better
        scores. Of the other dice, at most as many are worse than v as are dropped. Summing over v and over the number
        of dice that beat it counts each roll once.

        One more die that does not beat v multiplies the ways by `upto`, minus those with one worse die too many.
        Sums are packed as seen from v, so that they are shifted with every step to a worse v.
        """
        size, count = self.size, self.count
        dropped = size - count
        worse_or_v = dropped + 1  # dice, if all other kept dice beat v
        sign = 1 if self.of_highest else -1
        scores, weights = die.ladder
        scores, weights = scores[::-sign], weights[::-sign]  # from the best to the worst
        bits, best, worst = 8 * width * sign, scores[0], scores[-1]
        steps = [(comb(dropped + at_v, dropped), comb(size, count - 1 - at_v)) for at_v in range(1, count - 1)]
        last = comb(size - 1, dropped)
        one_beats_v = comb(size, count - 1)
        upto = sum(weights)  # for one die, how many ways there are to show v or worse
        all_upto = upto**worse_or_v
        better = packed = 0
        before = best
        same = []
        for score, weight in zip(scores, weights):  # noqa: B905 - equally many
            worse = upto - weight
            all_worse = worse**worse_or_v
            ways, too_many = all_upto - all_worse, all_worse * weight
            sums = one_beats_v * ways
            shift = (before - score) * bits
            better <<= shift
            for choose_worse, choose_better in steps:
                ways = ways * upto - choose_worse * too_many
                too_many *= weight
                sums = sums * better + choose_better * ways
            packed = (packed << shift * count) + sums * better
            same.append(ways * upto - last * too_many)
            better += weight
            upto, all_upto, before = worse, all_worse, score
        sums_kept = range(worst * count, best * count + sign, sign)
        alike = [score * count for score in scores]
        return (sums_kept, unpack(packed, len(sums_kept), width)), (alike, same)

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """The faces of the kept dice; of equal dice the first thrown is kept."""
        scores = self.roll_each(Faces(faces))
        order = sorted(range(self.size), key=lambda die: scores[die], reverse=self.of_highest)
        counted = set(order[self.passed : self.passed + self.count])
        return tuple(counts and die in counted for die, counts in self.pool.marks(faces))

    def __repr__(self) -> str:
        if self.count == self.size:
            return repr(self.pool)
        end = "highest" if self.of_highest else "lowest"
        if not self.passed:
            return f"{self.pool!r} keep {end} {self.count}"
        first, last = self.passed + 1, self.passed + self.count
        if first == last:
            return f"{self.pool!r} keep the {ordinal(first)} {end}"
        return f"{self.pool!r} keep the {ordinal(first)} to {ordinal(last)} {end}"


def ordinal(number: int) -> str:
    """A number as a rank: "3rd"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 not in (11, 12, 13) else 0, "th")
    return f"{number}{ending}"


def sum_of_ranks(source: Source, ranks: Collection[int], worth: Callable[[Any], int] | None = None) -> Odds[int]:
    """The sum of the dice at these ranks (the highest die is 0), for any mixture of dice or cards.

    From the highest face to the lowest, the rank of a die is the number of dice that came before it.
    So the number of dice left determines how many are kept, and the sums of all rolls with that many left form one
    packed polynomial. After the last kept rank, the remaining dice may show anything. A die is worth its face, or
    `worth(face)`.
    """
    faces = from_the_highest(source)
    if not ranks or not faces:
        return Odds.certain(0)
    worths = faces if worth is None else list(map(worth, faces))
    lowest, kept_in_all, last = min(worths), len(ranks), max(ranks)
    kept_before = list(accumulate([rank in ranks for rank in range(last + 1)], initial=0))
    left, levels = source.levels(faces)
    bits = 8 * slot_width(source.total)
    sums: dict[Any, tuple[int, int]] = {left: (0, 1)}  # how many dice came before, and the packed sums
    finished = 0
    for each, level in zip(worths, levels, strict=True):
        place = (each - lowest) * bits
        lower: dict[Any, tuple[int, int]] = {}
        for left, (before, packed) in sums.items():
            if before > last:
                finished += packed * level.free(left)
                continue
            for (count,), after, ways in level.moves(left):
                rank = before + count
                kept = kept_before[min(rank, last + 1)] - kept_before[before]
                new = packed * ways << kept * place if kept else packed * ways
                if after in lower:
                    new += lower[after][1]
                lower[after] = (rank, new)
        sums = lower
    finished += sum(packed for _, packed in sums.values())
    weights = unpack(finished, (max(worths) - lowest) * kept_in_all + 1, bits // 8)
    return Odds({at + lowest * kept_in_all: weight for at, weight in enumerate(weights) if weight}, source.total)


def _doubles_of_ranks(source: Source, ranks: range, of_all: bool) -> "Odds[Doubles]":
    """The sum of the dice at these ranks together with whether the kept dice (or all dice) are alike."""

    def step(state: tuple[int, int, int, int], face: int, count: int) -> tuple[int, int, int, int]:
        before, total, faces_kept, faces_shown = state
        rank = before + count
        kept = max(0, min(rank, ranks.stop) - max(before, ranks.start))
        return rank, total + kept * face, min(2, faces_kept + (kept > 0)), min(2, faces_shown + (count > 0))

    weights: dict[Doubles, int] = {}
    for state, weight in weigh_states(source, from_the_highest(source), step, (0, 0, 0, 0)).items():
        _, total, faces_kept, faces_shown = state
        score = Doubles(total, (faces_shown if of_all else faces_kept) == 1)
        weights[score] = weights.get(score, 0) + weight
    return Odds(weights, source.total)


def _added(weights: dict[int, int], scores: Iterable[int], more: Iterable[int]) -> dict[int, int]:
    for score, weight in zip(scores, more, strict=True):
        weights[score] = weights.get(score, 0) + weight
    return weights


@lru_cache(maxsize=4096)
def keep_highest(count: int, pool: Countable) -> Keep:
    """The sum of the `count` highest dice: `keep_highest(3, 4 * d(6))`, `keep_highest(3, 3 * d(6) + 2 * d(8))`."""
    return Keep(count, pool, True)


@lru_cache(maxsize=4096)
def keep_lowest(count: int, pool: Countable) -> Keep:
    """The sum of the `count` lowest dice."""
    return Keep(count, pool, False)


@lru_cache(maxsize=4096)
def keep_middle(count: int, pool: Countable) -> Keep:
    """The sum of the `count` dice in the middle; as many are dropped at the top as at the bottom."""
    dropped = pool.size - count
    if dropped % 2:
        raise ValueError(f"{count} of {pool.size} dice have no middle: as many must be dropped at either end")
    return Keep(count, pool, True, dropped // 2)


@lru_cache(maxsize=4096)
def nth_highest(rank: int, pool: Countable) -> Keep:
    """One die by its rank: `nth_highest(2, 3 * d(20))` is the second highest."""
    _refuse_swapped("nth_highest", rank, pool)
    return Keep(1, pool, True, rank - 1)


@lru_cache(maxsize=4096)
def nth_lowest(rank: int, pool: Countable) -> Keep:
    """One die by its rank from below."""
    _refuse_swapped("nth_lowest", rank, pool)
    return Keep(1, pool, False, rank - 1)


def highest(pool: Countable) -> Keep:
    """The highest die; for dice of one kind computed from powers of the cumulative weights."""
    return keep_highest(1, pool)


def lowest(pool: Countable) -> Keep:
    """The lowest die."""
    return keep_lowest(1, pool)


class Doubles(NamedTuple):
    """The sum of dice and whether they all show the same."""

    total: int
    doubled: bool


class DoublesThrow(InColumns[Doubles]):
    """A throw that scores the sum of the kept dice and whether they are doubles."""

    __slots__ = ("hand", "of_all")

    def __init__(self, hand: Keep, of_all: bool) -> None:
        if hand.count < 2:
            raise ValueError("doubles take at least two dice")
        self.hand = hand
        self.of_all = of_all

    def roll(self, draw: Draw, /) -> Doubles:
        """Roll all the dice and read them."""
        rolled = self.hand.roll_each(draw)
        kept = self.hand.keep(rolled)
        return Doubles(sum(kept), len(set(rolled if self.of_all else kept)) == 1)

    def _counted(self) -> Columns:
        return self.hand.doubles_columns(self.of_all)

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """Whether each face counts."""
        return self.hand.kept(faces)

    def __repr__(self) -> str:
        return repr(self.hand)


@lru_cache(maxsize=4096)
def doubles(hand: Keep | Pool[int], *, of_all: bool = False) -> DoublesThrow:
    """The sum of the kept dice together with whether they are all alike.

    `doubles(2 * d(6))` or `doubles(keep_highest(2, 3 * d(12)))`. With `of_all` the dice that are
    not kept must be alike too.
    """
    return DoublesThrow(keep_highest(hand.size, hand) if isinstance(hand, Pool) else hand, of_all)
