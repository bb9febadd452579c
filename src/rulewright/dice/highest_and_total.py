"""The highest rank of dice together with the sum of their scores."""

from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from rulewright.dice.die import Pool
from rulewright.dice.powers import slot_width, unpack
from rulewright.dice.sums import Columns, InColumns
from rulewright.dice.throw import Draw


class Ranked(NamedTuple):
    """A score in two parts: of several dice the highest `rank` counts, and `score` adds up."""

    rank: int
    score: int


class HighestAndTotal(InColumns[Ranked]):
    """The best rank of all dice together with the sum of all their scores."""

    __slots__ = ("pool",)

    def __init__(self, pool: Pool[Ranked]) -> None:
        if not pool.size:
            raise ValueError("at least one die is needed for a highest")
        self.pool = pool

    def roll(self, draw: Draw, /) -> Ranked:
        """Roll all the dice and read them."""
        scores = self.pool.roll_each(draw)
        return Ranked(max(score.rank for score in scores), sum(score.score for score in scores))

    def _counted(self) -> Columns:
        """For each rank the sums of dice up to that rank, packed, minus those of dice below it."""
        parts = [(die.polynomial, count) for die, count in self.pool.parts if count]
        total, lowest, length = 1, 0, 1
        by_rank: dict[int, list[tuple[int, int, int]]] = {}  # which die, how much above its lowest, weight
        for at, (one, count) in enumerate(parts):
            total *= one.total**count
            (low_rank, low), (_, span) = one.lows, one.spans
            lowest += low * count
            length += span * count
            for (rank, above_lowest), weight in one.terms:
                by_rank.setdefault(low_rank + rank, []).append((at, above_lowest, weight))
        width = slot_width(total)
        dice = [0] * len(parts)  # each kind of die as a packed polynomial, up to this rank
        packed = place = below = 0
        ranks = sorted(by_rank)
        for rank in ranks:
            for at, above_lowest, weight in by_rank[rank]:
                dice[at] += weight << above_lowest * 8 * width
            upto = 1
            for die, (_, count) in zip(dice, parts):  # noqa: B905 - equally many
                upto *= die**count
            packed += upto - below << place
            place += length * 8 * width
            below = upto
        weights = unpack(packed, length * len(ranks), width)
        columns = [rank for rank in ranks for _ in range(length)], [*range(lowest, lowest + length)] * len(ranks)
        return Ranked, [list(compress(column, weights)) for column in columns], list(filter(None, weights)), total

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """Whether each face counts."""
        return self.pool.kept(faces)

    def __repr__(self) -> str:
        return f"highest of {self.pool!r}"


@lru_cache(maxsize=4096)
def highest_and_total(pool: Pool[Ranked]) -> HighestAndTotal:
    """The best rank among the dice, with the sum of their scores; dice score `Ranked(rank, score)`."""
    return HighestAndTotal(pool)
