"""The exact odds of exploding dice where only the highest or lowest are kept, further dice included."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from rulewright.dice.keep import sum_of_ranks
from rulewright.dice.nested import mixture
from rulewright.dice.notation.syntax import DiceTerm, Explosion, Keeping, RankKeeping
from rulewright.dice.odds import Odds
from rulewright.dice.sources import DiceSource

Weights = dict[int, int]


class _Kinds(NamedTuple):
    """The weights of a roll's values: of first rolls that explode or end, and of further rolls.

    Further rolls are worth less where dice penetrate.
    """

    first_on: Weights
    first_end: Weights
    further_on: Weights
    further_end: Weights
    further: Weights


def keep_after_exploding(dice: DiceTerm, first: Odds[int]) -> Odds[int]:
    """The odds of the sum of the highest or lowest of all dice, further dice included.

    The number of dice that explode, of further rolls that explode again, and of chains cut short by the limit gives the
    number of dice of each kind; the kept ones among them are order statistics.
    """
    assert dice.exploding is not None
    assert isinstance(dice.keeping, RankKeeping)
    kinds = _kinds(dice, first)
    worth = None if dice.counting is None else dice.counting.score
    each: list[tuple[Odds[int], int]] = []
    ways_of = _one_die if dice.exploding.kind is Explosion.ONE_DIE else _every_die
    for counts, ways in ways_of(dice, kinds):
        source = DiceSource(list(zip(kinds, counts, strict=True)))
        ranks = set(dice.keeping.order(range(sum(counts), 0, -1)))
        each.append((sum_of_ranks(source, ranks, worth), ways * source.total))
    return mixture(each, sum(ways for _, ways in each))


def _kinds(dice: DiceTerm, first: Odds[int]) -> _Kinds:
    kinds: tuple[Weights, ...] = ({}, {}, {}, {}, {})
    for value, weight in first.weights.items():
        _add(kinds[0 if dice.explodes(value) else 1], dice.bounded(value), weight)
    for value in dice.values:
        worth = dice.bounded(value - dice.penalty)
        _add(kinds[2 if dice.explodes(value) else 3], worth, 1)
        _add(kinds[4], worth, 1)
    return _Kinds(*kinds)


def _add(weights: Weights, value: int, weight: int) -> None:
    weights[value] = weights.get(value, 0) + weight


def _every_die(dice: DiceTerm, kinds: _Kinds) -> Iterator[tuple[Sequence[int], int]]:
    """Every possible number of dice of each kind, with the ways to get it, faces not counted."""
    count = dice.count
    for exploded in range(count + 1 if kinds.first_on else 1):
        if exploded < count and not kinds.first_end:
            continue
        for (again, going, cut), ways in _further(dice, kinds, exploded):
            yield (exploded, count - exploded, again, going, cut), comb(count, exploded) * ways


def _further(dice: DiceTerm, kinds: _Kinds, exploded: int) -> list[tuple[tuple[int, int, int], int]]:
    """Every possible number of further dice of each kind that `exploded` dice can bring, with the ways to get it.

    Among further dice that all show the same face, only as many as are kept make a difference.
    """
    assert dice.exploding is not None
    times = dice.exploding.times
    counted = _most_that_count(dice, kinds)
    on = sum(kinds.further_on.values())
    found: dict[tuple[int, int, int], int] = {}
    for cut in range(exploded + 1):
        if cut < exploded and not kinds.further_end:
            continue
        going = exploded - cut  # chains that end before the limit, each after at most times - 2 more explosions
        if going and times == 1:
            continue
        for more in range(going * (times - 2) + 1 if going else 1):
            again = more + cut * (times - 1)
            if again and not kinds.further_on:
                continue
            counts = (min(again, counted), going, cut)
            ways = comb(exploded, cut) * _shared(more, going, times - 1) * on ** (again - counts[0])
            found[counts] = found.get(counts, 0) + ways * dice.sides ** (dice.count * times - exploded - again)
    return list(found.items())


def _most_that_count(dice: DiceTerm, kinds: _Kinds) -> int:
    """How many of the further dice that explode again can change what is kept."""
    assert dice.exploding is not None
    assert isinstance(dice.keeping, RankKeeping)
    if isinstance(dice.keeping, Keeping) and len(kinds.further_on) == 1:
        return dice.keeping.count
    return dice.count * dice.exploding.times


def keep_after_settled(
    dice: DiceTerm, states: Mapping[tuple[int, ...], Fraction], most: int
) -> list[tuple[Odds[int], Fraction]] | None:
    """The odds of the same sum for each state, with its chance; None if it takes more than `most` sums."""
    assert isinstance(dice.keeping, RankKeeping)
    kinds = _kinds(dice, Odds.certain(dice.lowest))
    worth = None if dice.counting is None else dice.counting.score
    further = {number: _further(dice, kinds, number) for number in range(dice.count + 1)}
    exploded = {shown: sum(map(dice.explodes, shown)) for shown in states}
    if sum(len(further[number]) for number in exploded.values()) > most:
        return None
    each: list[tuple[Odds[int], Fraction]] = []
    for shown, chance in states.items():
        fixed = [({value: 1}, count) for value, count in Counter(map(dice.bounded, shown)).items()]
        sums: list[tuple[Odds[int], int]] = []
        for counts, ways in further[exploded[shown]]:
            source = DiceSource([*fixed, *zip(kinds[2:], counts, strict=True)])
            ranks = set(dice.keeping.order(range(len(shown) + sum(counts), 0, -1)))
            sums.append((sum_of_ranks(source, ranks, worth), ways * source.total))
        each.append((mixture(sums, sum(ways for _, ways in sums)), chance))
    return each


def _shared(total: int, parts: int, below: int) -> int:
    """In how many ways a number is the sum of a given number of parts, each from 0 to below - 1."""
    if not parts:
        return int(total == 0)
    return sum(
        (-1) ** over * comb(parts, over) * comb(total - over * below + parts - 1, parts - 1)
        for over in range(min(parts, total // below) + 1)
    )


def _one_die(dice: DiceTerm, kinds: _Kinds) -> Iterator[tuple[Sequence[int], int]]:
    """Every possible number of dice of each kind if one further die is rolled, however many dice explode."""
    for exploded in range(dice.count + 1 if kinds.first_on else 1):
        if exploded < dice.count and not kinds.first_end:
            continue
        further = int(exploded > 0)
        yield (exploded, dice.count - exploded, 0, 0, further), comb(dice.count, exploded) * dice.sides ** (1 - further)
