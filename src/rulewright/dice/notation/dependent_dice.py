"""The exact odds of dice that depend on one another: made to differ from earlier ones, or exchanged for new ones.

A state is the multiset of the faces that all dice show once no more are rerolled. Exploding, keeping and counting come
afterwards and are worked out for each state.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, lcm

from rulewright.dice.keep import sum_of_ranks
from rulewright.dice.nested import mixture
from rulewright.dice.notation.exploded_and_kept import keep_after_settled
from rulewright.dice.notation.syntax import DiceTerm, Explosion, RankKeeping
from rulewright.dice.odds import Odds
from rulewright.dice.sources import DiceSource
from rulewright.dice.sums import Polynomial, sum_odds

Shown = tuple[int, ...]
"""The faces of all dice, the lowest first; when all are rolled and none can explode, only their score."""

MOST_STATES = 4_000
"""The most states that are followed."""
MOST_STEPS = 60_000
"""The most pairs of a state and a face of the next die."""
MOST_EXPLODING = 150
"""The most states of dice that explode, which take longer."""
MOST_RANKED = 150
"""The most states of dice that explode and of which only some are kept."""
MOST_SUMS = 1_000
"""The most pairs of a state and a number of further dice, where further dice are kept or dropped separately."""


def settled_one_by_one(dice: DiceTerm, first: Odds[int]) -> dict[Shown, Fraction] | None:
    """The chances of each state when a die that repeats an earlier one is rerolled; None if there are too many."""
    unique = dice.unique
    assert unique is not None
    plain = _chances(Odds.of_fractions((value, Fraction(1, dice.sides)) for value in dice.values))
    begun = _chances(first)
    states: dict[Shown, int] = {(): 1}
    total = 1
    for left in reversed(range(dice.count)):
        if len(states) * len(plain) > MOST_STEPS:
            return None
        seen = {earlier: frozenset(earlier) for earlier in states}
        next_die = {
            faces: _next_die(begun, plain, {one for one in faces if unique.rerolls(one, faces)}, unique.once)
            for faces in {*seen.values()}
        }
        scale = lcm(*[share.denominator for die in next_die.values() for share in die.values()])
        shares = {faces: [(value, int(die[value] * scale)) for value in die] for faces, die in next_die.items()}
        after: dict[Shown, int] = {}
        for earlier, weight in states.items():
            for value, share in shares[seen[earlier]]:
                at = bisect(earlier, value)
                shown = (*earlier[:at], value, *earlier[at:])
                if not left and dice.exploding is None:
                    shown = (_kept_total(dice, shown),)
                after[shown] = after.get(shown, 0) + weight * share
        states, total = after, total * scale
    return {shown: Fraction(weight, total) for shown, weight in states.items()}


def _chances(odds: Odds[int]) -> dict[int, Fraction]:
    return {value: Fraction(weight, odds.total) for value, weight in odds.weights.items()}


def _next_die(
    begun: Mapping[int, Fraction], plain: Mapping[int, Fraction], rerolled: Collection[int], once: bool
) -> dict[int, Fraction]:
    """The chances of the next die's face: `begun` for its first roll, `plain` for each reroll."""
    again = sum((begun.get(value, Fraction(0)) for value in rerolled), Fraction(0))
    shown = {value: share for value, share in begun.items() if value not in rerolled}
    if again:
        stays = {value: share for value, share in plain.items() if once or value not in rerolled}
        whole = sum(stays.values(), Fraction(0))
        for value, share in stays.items():
            shown[value] = shown.get(value, Fraction(0)) + again * share / whole
    return shown


def settled_by_exchange(dice: DiceTerm, first: Odds[int]) -> dict[Shown, Fraction] | None:
    """The chances of each state when the highest or lowest dice are rerolled once; None if there are too many."""
    exchanging = dice.exchanging
    assert exchanging is not None
    plain = Odds.of_fractions((value, Fraction(1, dice.sides)) for value in dice.values)
    before, new = _together(_chances(first), dice.count), _together(_chances(plain), exchanging.count)
    if before is None or new is None or len(before) * len(new) > 20 * MOST_STATES:
        return None
    stay: dict[Shown, Fraction] = {}
    for shown, chance in before.items():
        gone = set(exchanging.order(shown))
        left = tuple(value for at, value in enumerate(shown) if at not in gone)
        stay[left] = stay.get(left, Fraction(0)) + chance
    states: dict[Shown, Fraction] = {}
    for left, chance in stay.items():
        for more, share in new.items():
            shown = tuple(sorted(left + more))
            states[shown] = states.get(shown, Fraction(0)) + chance * share
    return states


def _together(one: Mapping[int, Fraction], count: int) -> dict[Shown, Fraction] | None:
    """The chances of each state of several equal dice; None if there are too many."""
    if comb(len(one) + count - 1, count) > MOST_STATES:
        return None
    states: dict[Shown, Fraction] = {(): Fraction(1)}
    for _ in range(count):
        after: dict[Shown, Fraction] = {}
        for shown, chance in states.items():
            for value, share in one.items():
                more = tuple(sorted((*shown, value)))
                after[more] = after.get(more, Fraction(0)) + chance * share
        states = after
    return states


def score_of_settled(
    dice: DiceTerm, states: Mapping[Shown, Fraction], chain: Callable[[int], Odds[int]]
) -> Odds[int] | None:
    """The odds of the score, given the chances of each state; None if there are too many.

    `chain` gives the odds of a die that shows a face and may explode: of its total where explosions compound, else of
    what it adds to the score.
    """
    if dice.exploding is None:
        return Odds.of_fractions((score, chance) for (score,), chance in states.items())
    one_more = dice.exploding.times == 1  # one further die for each that exploded, or for all together
    ranked = isinstance(dice.keeping, RankKeeping)
    if ranked and not one_more and not dice.compounds:
        kept = keep_after_settled(dice, states, MOST_SUMS)
        return None if kept is None else _mixed(kept)
    if len(states) > (MOST_RANKED if ranked else MOST_EXPLODING):
        return None
    each: list[tuple[Odds[int], Fraction]] = []
    for shown, chance in states.items():
        if one_more:
            exploded = sum(map(dice.explodes, shown))
            further = min(exploded, 1) if dice.exploding.kind is Explosion.ONE_DIE else exploded
            values: list[Mapping[int, int]] = [{value: 1} for value in shown]
            each.append((_exploded(dice, values + [Counter(dice.values)] * further), chance))
        else:
            each.append((_exploded(dice, [chain(value).weights for value in shown]), chance))
    return _mixed(each)


def _mixed(each: Sequence[tuple[Odds[int], Fraction]]) -> Odds[int]:
    scale = lcm(*[chance.denominator for _, chance in each])
    return mixture([(odds, int(chance * scale)) for odds, chance in each], scale)


def _kept_total(dice: DiceTerm, shown: Shown) -> int:
    """The score of these faces, none of which explodes."""
    if not isinstance(dice.keeping, RankKeeping):
        return sum(map(dice.score, shown))
    values = list(map(dice.bounded, shown))
    kept = [values[at] for at in dice.keeping.order(values)]
    return sum(kept if dice.counting is None else map(dice.counting.score, kept))


def _exploded(dice: DiceTerm, values: Iterable[Mapping[int, int]]) -> Odds[int]:
    """The odds of the score of dice that each have odds of their own."""
    alike = Counter(tuple(sorted(one.items())) for one in values)
    if not isinstance(dice.keeping, RankKeeping):
        separate = dice.exploding is not None and dice.exploding.times > 1 and not dice.compounds
        score: Callable[[int], int] = (lambda adds: adds) if separate else dice.score
        return sum_odds([(Polynomial(_scored(dict(one), score)), count) for one, count in alike.items()])
    source = DiceSource([(_scored(dict(one), dice.bounded), count) for one, count in alike.items()])
    ranks = set(dice.keeping.order(range(sum(alike.values()), 0, -1)))
    return sum_of_ranks(source, ranks, None if dice.counting is None else dice.counting.score)


def _scored(weights: Mapping[int, int], score: Callable[[int], int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for value, weight in weights.items():
        found[score(value)] = found.get(score(value), 0) + weight
    return found


def keep_after_exchange(dice: DiceTerm, first: Odds[int], gone: Collection[int], kept: Collection[int]) -> Odds[int]:
    """The sum of the dice at the ranks `kept` after those at the ranks `gone` were rolled again.

    Values are taken from the highest to the lowest. The number of old dice met so far says which of the next ones stay;
    together with the new dice met so far it says which are kept.
    """
    count, new = dice.count, len(gone)
    old = _scored(first.weights, dice.bounded)
    fresh = _scored(dict(Counter(dice.values)), dice.bounded)
    stays_before = list(accumulate([rank not in gone for rank in range(count)], initial=0))
    kept_before = list(accumulate([rank in kept for rank in range(count)], initial=0))
    states: dict[tuple[int, int], dict[int, int]] = {(0, 0): {0: 1}}  # old and new dice met so far -> totals
    for value in sorted({*old, *fresh}, reverse=True):
        worth = value if dice.counting is None else dice.counting.score(value)
        after: dict[tuple[int, int], dict[int, int]] = {}
        for (came, renewed), totals in states.items():
            for more in range(count - came + 1 if value in old else 1):
                for others in range(new - renewed + 1 if value in fresh else 1):
                    ways = comb(count - came, more) * comb(new - renewed, others)
                    ways *= old.get(value, 1) ** more * fresh.get(value, 1) ** others
                    rank = stays_before[came] + renewed
                    here = stays_before[came + more] - stays_before[came] + others
                    adds = worth * (kept_before[rank + here] - kept_before[rank])
                    into = after.setdefault((came + more, renewed + others), {})
                    for total, weight in totals.items():
                        into[total + adds] = into.get(total + adds, 0) + weight * ways
        states = after
    return Odds(states[count, new], first.total**count * dice.sides**new)
