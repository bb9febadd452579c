"""The highest rank of dice together with the sum of their scores."""

from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from rulewright.dice.die import Pool
from rulewright.dice.odds import Odds
from rulewright.dice.powers import slot_width, unpack
from rulewright.dice.sums import Columns, odds_of_columns
from rulewright.dice.throw import Draw


class Ranked(NamedTuple):
    """A score in two parts: of several dice the highest `rank` counts, and `score` adds up."""

    rank: int
    score: int


class HighestAndTotal:
    """The best rank of all dice together with the sum of all their scores."""

    __slots__ = ("_columns", "_odds", "pool")

    def __init__(self, pool: Pool[Ranked]) -> None:
        if not pool.size:
            raise ValueError("at least one die is needed for a highest")
        self.pool = pool
        self._odds: Odds[Ranked] | None = None
        self._columns: Columns | None = None

    def roll(self, draw: Draw, /) -> Ranked:
        """Roll all the dice and read them."""
        scores = self.pool.roll_each(draw)
        return Ranked(max(score.rank for score in scores), sum(score.score for score in scores))

    def odds(self) -> Odds[Ranked]:
        """The exact odds of rank and score."""
        if self._odds is None:
            self._odds = odds_of_columns(self.columns())
        return self._odds

    def columns(self) -> Columns:
        """The exact odds, with rank and score in a column each."""
        if self._columns is None:
            self._columns = self._compute_columns()
        return self._columns

    def _compute_columns(self) -> Columns:
        """Compute the columns: for each rank, the packed sums of dice up to that rank minus those of dice below it."""
        parts = [(die.odds(), count) for die, count in self.pool.parts if count]
        total, lowest, length = 1, 0, 1
        by_rank: dict[int, list[tuple[int, int, int]]] = {}  # which die, how much above its lowest, weight
        for at, (one, count) in enumerate(parts):
            total *= one.total**count
            own = [score for _, score in one.weights]
            low = min(own)
            lowest += low * count
            length += (max(own) - low) * count
            for (rank, score), weight in one.weights.items():
                by_rank.setdefault(rank, []).append((at, score - low, weight))
        width = slot_width(total)
        dice = [0] * len(parts)  # each kind of die as a packed polynomial, up to this rank
        below = 0
        every_score = range(lowest, lowest + length)
        ranks: list[int] = []
        scores: list[int] = []
        weights: list[int] = []
        for rank in sorted(by_rank):
            for at, above_lowest, weight in by_rank[rank]:
                dice[at] += weight << above_lowest * 8 * width
            upto = 1
            for die, (_, count) in zip(dice, parts, strict=True):
                upto *= die**count
            values = unpack(upto - below, length, width)
            scores += compress(every_score, values)
            weights += filter(None, values)
            ranks += [rank] * (len(scores) - len(ranks))
            below = upto
        return Ranked, (ranks, scores), weights, total

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """Whether each face counts."""
        return self.pool.kept(faces)

    def __repr__(self) -> str:
        return f"highest of {self.pool!r}"


@lru_cache(maxsize=4096)
def highest_and_total(pool: Pool[Ranked]) -> HighestAndTotal:
    """The best rank among the dice, with the sum of their scores; dice score `Ranked(rank, score)`."""
    return HighestAndTotal(pool)
