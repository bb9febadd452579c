"""Sets, straights and matches among dice or cards."""

from typing import NamedTuple

from rulewright.dice.evaluator import Countable, Evaluated, Evaluator


class Alike(NamedTuple):
    """The largest set: how many dice show the same, and which face; of equal sets the highest."""

    size: int
    face: int


class Run(NamedTuple):
    """The longest straight: how many faces in a row, and the highest of them; of equal ones the highest."""

    length: int
    highest: int


class Contest(NamedTuple):
    """Dice compared by rank: how many pairs the first pool won, tied and lost."""

    won: int
    tied: int
    lost: int


def largest_set(pool: Countable) -> Evaluated[int]:
    """How many dice show the same face, at most: `largest_set(10 * d(10))`."""
    return _SIZE(pool)


def best_set(pool: Countable) -> Evaluated[Alike]:
    """The largest set with its face; of equally large ones the highest."""
    return _SET(pool)


def set_sizes(pool: Countable) -> Evaluated[tuple[int, ...]]:
    """How many dice show each face that is shown, the most first: a full house is (3, 2)."""
    return _SIZES(pool)


def longest_straight(pool: Countable) -> Evaluated[int]:
    """How many different faces follow one another, at most: 2, 3, 4 and 6 make a straight of three."""
    return _LENGTH(pool)


def best_straight(pool: Countable) -> Evaluated[Run]:
    """The longest straight with its highest face; of equally long ones the highest."""
    return _STRAIGHT(pool)


def different_faces(pool: Countable) -> Evaluated[int]:
    """How many different faces are shown."""
    return _DIFFERENT(pool)


def sum_of_different(pool: Countable) -> Evaluated[int]:
    """The sum of the faces that are shown, each counted once."""
    return _SUM_OF_DIFFERENT(pool)


def face_counts(pool: Countable) -> Evaluated[tuple[int, ...]]:
    """How many dice show each face, the lowest face first."""
    return _COUNTS(pool)


def in_order(pool: Countable) -> Evaluated[tuple[int, ...]]:
    """All dice in order, the highest first."""
    return _ORDER(pool)


def matches(*two: Countable) -> Evaluated[int]:
    """How many pairs of equal dice there are, one from each of two pools, or of two hands dealt from one deck."""
    return _MATCHES(*two)


def compare_ranks(*two: Countable) -> Evaluated[Contest]:
    """The highest die against the highest, the second against the second and so on, while both pools have one."""
    return _CONTEST(*two)


def _longest(state: tuple[int, int, int, int], face: int, count: int) -> tuple[int, int, int, int]:
    """The length of the straight that ends at this face, the previous face, and the longest so far with its top."""
    length, before, longest, highest = state
    if not count:
        return 0, face, longest, highest
    length = length + 1 if before == face + 1 or not length else 1
    return (length, face, length, face + length - 1) if length > longest else (length, face, longest, highest)


def _ranks(state: tuple[int, int, Contest], face: int, ours: int, theirs: int) -> tuple[int, int, Contest]:
    """How many dice of each pool are higher, and the pairs decided so far: the one whose die came earlier won it."""
    first, second, (won, tied, lost) = state
    won += max(0, min(first, second + theirs) - second)
    lost += max(0, min(second, first + ours) - first)
    tied += max(0, min(first + ours, second + theirs) - max(first, second))
    return first + ours, second + theirs, Contest(won, tied, lost)


def _decided(state: tuple[int, int, Contest]) -> Contest:
    return state[2]


def _larger(best: Alike, face: int, count: int) -> Alike:
    return Alike(count, face) if count > best.size else best


def _sizes(sizes: tuple[int, ...], face: int, count: int) -> tuple[int, ...]:
    return tuple(sorted((*sizes, count), reverse=True)) if count else sizes


_SIZE: Evaluator[int] = Evaluator("largest set", lambda best, face, count: max(best, count), start=0)
_SET: Evaluator[Alike] = Evaluator("largest set", _larger, start=Alike(0, 0))
_SIZES: Evaluator[tuple[int, ...]] = Evaluator("sets", _sizes, start=())
_START = (0, 0, 0, 0)
_LENGTH: Evaluator[int] = Evaluator(
    "longest straight",
    lambda state, face, count: _longest((*state, 0), face, count)[:3],
    start=_START[:3],
    final=lambda state: state[2],
)
_STRAIGHT: Evaluator[Run] = Evaluator("longest straight", _longest, start=_START, final=lambda state: Run(*state[2:]))
_DIFFERENT: Evaluator[int] = Evaluator("different faces", lambda seen, face, count: seen + (count > 0), start=0)
_SUM_OF_DIFFERENT: Evaluator[int] = Evaluator(
    "sum of different faces", lambda total, face, count: total + face * (count > 0), start=0
)
_COUNTS: Evaluator[tuple[int, ...]] = Evaluator(
    "number of each face", lambda counts, face, count: (*counts, count), start=(), upwards=True
)
_ORDER: Evaluator[tuple[int, ...]] = Evaluator("order", lambda dice, face, count: dice + (face,) * count, start=())
_MATCHES: Evaluator[int] = Evaluator("matches", lambda pairs, face, first, second: pairs + min(first, second), start=0)
_CONTEST: Evaluator[Contest] = Evaluator("ranks", _ranks, start=(0, 0, Contest(0, 0, 0)), final=_decided)
