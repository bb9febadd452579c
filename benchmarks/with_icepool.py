"""The measured rolls with icepool: first the way its documentation suggests, then as fast as we could make them.

A fast form may use all that icepool offers, and the additions of `by_hand`. Its first arguments are
single dice: definitions, built afresh for every run and not timed (see `measure.Form`).
"""

from fractions import Fraction
from functools import cache
from math import gcd
from operator import add
from typing import Any

import icepool
from icepool import Die, MultisetEvaluator, Vector, d, tupleize

from by_hand import (
    BANDS,
    SHIFT,
    band_and_risk,
    check,
    damage,
    fight_in_floats,
    fight_in_fractions,
    fight_in_whole_numbers,
    leveled,
    noted,
    opposed_by_ones,
    repeated,
    verdict,
)

Weights = dict[Any, int]


# --- opposed success pools


def natural_opposed(skill: int, difficulty: int) -> Any:
    """Vector dice, repeated with `@`, added and mapped."""
    faces = [Vector(face) for face in ((0, 1), (0, 0), (0, 0), (0, 0), (1, 0), (2, 0))]
    total = skill @ Die(faces) + difficulty @ Die([-face for face in faces])
    return total.map(lambda margin, net: (margin > 0, margin, net))


def coded_dice() -> tuple[Any, ...]:
    return Die({1: 1, 0: 3, SHIFT: 1, 2 * SHIFT: 1}), Die({-1: 1, 0: 3, -SHIFT: 1, -2 * SHIFT: 1})


def opposed_one_by_one(skill_die: Any, difficulty_die: Any, skill: int, difficulty: int) -> Weights:
    """Both parts of the score in one whole number, one die added after another."""
    total = skill @ skill_die
    for _ in range(difficulty):
        total = total + difficulty_die
    return {check(code): weight for code, weight in total.items()}


def opposed_halves(skill_die: Any, difficulty_die: Any, skill: int, difficulty: int) -> Weights:
    """The same, each pool on its own by doubling, then the two together."""
    total = repeated(skill_die, skill, add) + repeated(difficulty_die, difficulty, add)
    return {check(code): weight for code, weight in total.items()}


def plain_successes() -> tuple[Any, ...]:
    return Die({0: 3, 1: 1, 2: 1}), Die([0])


def opposed_ones_apart(die: Any, empty: Any, skill: int, difficulty: int) -> Weights:
    """The dice that show no one, for every number of ones."""
    return opposed_by_ones(empty, lambda pool: pool + die, lambda pool: pool - die, skill, difficulty)


# --- sums with rerolled ones and penalty dice


def natural_leveled(number: int, penalty: int, target: int) -> Any:
    total = number @ d(6).reroll([1], depth=1) - penalty @ d(6) - target
    return total.map(lambda final: (final, final // 5, final >= 0))


def steady_and_d6() -> tuple[Any, ...]:
    return d(6).reroll([1], depth=1), d(6)


def leveled_with_at(steady: Any, d6: Any, number: int, penalty: int, target: int) -> Weights:
    total = number @ steady - penalty @ d6
    return {leveled(score - target): weight for score, weight in total.items()}


def leveled_handfuls(steady: Any, d6: Any, number: int, penalty: int, target: int) -> Weights:
    """Equal handfuls of both kinds of dice, summed by doubling."""
    handfuls = gcd(number, penalty)
    handful = repeated(steady, number // handfuls, add) - repeated(d6, penalty // handfuls, add)
    return {leveled(score - target): weight for score, weight in repeated(handful, handfuls, add).items()}


# --- three d12, two kept


def natural_keep_two(bonus: int, target: int) -> Any:
    kept: Any = d(12).pool(3).highest(2).expand()
    return kept.map(lambda low, high: verdict(low + high, low == high, bonus, target))


def d12() -> tuple[Any, ...]:
    return (d(12),)


def keep_two_expanded(die: Any, bonus: int, target: int) -> Weights:
    hands: Weights = {}
    for (low, high), weight in die.pool(3).highest(2).expand().items():
        code = 2 * (low + high) + (low == high)
        hands[code] = hands.get(code, 0) + weight
    return {verdict(code >> 1, bool(code & 1), bonus, target): weight for code, weight in hands.items()}


class _KeptTwo(MultisetEvaluator):  # type: ignore[type-arg]
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        if counts[0] == 2:
            return 4 * outcome + 1
        code = state or 0
        return code + 2 * outcome if counts[0] else code


def keep_two_evaluated(die: Any, bonus: int, target: int) -> Weights:
    hands: Any = _KeptTwo().evaluate(die.pool(3).highest(2))
    return {verdict(code >> 1, bool(code & 1), bonus, target): weight for code, weight in hands.items()}


# --- 2d6 against two d12s


def natural_clash(bonus: int) -> Any:
    def against(low: int, high: int) -> Any:
        return tupleize(2 @ (d(12) < low + high + bonus), *noted(low + high, low == high))

    hand: Any = d(6).pool(2).expand()
    return hand.map(against)


def clash_dice() -> tuple[Any, ...]:
    return d(6), [Die({0: max(13 - score, 0), 1: min(score - 1, 12)}) for score in range(1, 15)]


def clash_by_hands(d6: Any, beaten_by: Any, bonus: int) -> Weights:
    """The hands of 2d6 as whole numbers; for each score how many of two d12s it beats."""
    beaten = [2 @ die for die in beaten_by[bonus + 1 : bonus + 12]]
    weights: Weights = {}
    for code, weight in d6.binary_operator(d6, lambda one, other: 2 * (one + other) + (one == other)).items():
        rest = noted(code >> 1, bool(code & 1))
        for number, ways in beaten[(code >> 1) - 2].items():
            outcome = (number, *rest)
            weights[outcome] = weights.get(outcome, 0) + weight * ways
    return weights


# --- light and dark dice


class _Ego(MultisetEvaluator):  # type: ignore[type-arg]
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        best, at_risk = state or (0, 0)
        light, dark = counts
        if light or dark:
            best = max(best, outcome)
        return best, at_risk + (dark if outcome >= 4 else 0)

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
        best, at_risk = final_state
        return BANDS[0 if best <= 3 else 1 if best <= 5 else 2], at_risk


def natural_light_dark(light: int, dark: int) -> Any:
    return _Ego().evaluate(d(6).pool(light), d(6).pool(dark))


def sixes_and_risks() -> tuple[Any, ...]:
    return Die({0: 3, 1: 2, 2: 1}), Die({0: 3, 1: 2, SHIFT + 1: 1})


def light_dark_sum(light_die: Any, dark_die: Any, light: int, dark: int) -> Any:
    """Dark sixes and dark dice at risk as one whole number, joined with the best light die."""
    return repeated(dark_die, dark, add).binary_operator(light_die.highest(light), band_and_risk)


def ranks() -> tuple[Any, ...]:
    return Die({0: 3, 1: 2, 2: 1}), Die({0: 3, 1: 2}), Die({0: 3, 1: 3})


def light_dark_by_rank(light_die: Any, no_six: Any, dark_die: Any, light: int, dark: int) -> Weights:
    """How many dark dice are at risk, with sixes and without."""
    best, total = light_die.highest(light), 6**light
    no_sixes, risks = repeated(no_six, dark, add), repeated(dark_die, dark, add)
    weights: Weights = {(BANDS[rank], 0): ways * risks[0] for rank, ways in best.items()}
    no_light_six = total - best[2]
    for at_risk, weight in risks.items():
        if at_risk:
            partial = no_light_six * no_sixes[at_risk]
            weights[BANDS[1], at_risk] = partial
            weights[BANDS[2], at_risk] = weight * total - partial
    return weights


# --- the highest of exploding dice


def natural_burst(number: int) -> Any:
    return d(6).explode(depth=5).highest(number)


def exploding_die() -> tuple[Any, ...]:
    return (d(6).explode(depth=5),)


def burst_highest(die: Any, number: int) -> Any:
    return die.highest(number)


# --- the duel


def blow(skill_die: Any, difficulty_die: Any) -> Weights:
    total = 4 @ skill_die
    for _ in range(3):
        total = total + difficulty_die
    return dict(total.map(damage).items())


def duel_built_in(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    """A map repeated without end: icepool's own absorbing chain."""

    def strike(duel: Any, harm: int) -> Any:
        first, second, first_strikes = duel
        if not first or not second:
            return duel
        if first_strikes:
            return first, max(0, second - harm), False
        return max(0, first - harm), second, True

    strikes: Any = Die(blow(skill_die, difficulty_die))
    ends: Any = icepool.map(strike, (hit_points, hit_points, True), strikes, repeat="inf", star=False)
    return Fraction(sum(weight for duel, weight in ends.items() if not duel[1]), ends.denominator())


def duel_in_dice(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    """Dice all the way: who hits next and how hard is one die, each memoised fight another."""
    strikes = blow(skill_die, difficulty_die)
    total, miss = sum(strikes.values()), strikes[0]
    mine_first = {harm: weight * total for harm, weight in strikes.items() if harm}
    theirs_first = {-harm: weight * miss for harm, weight in strikes.items() if harm}
    next_hit: Any = Die(mine_first | theirs_first)

    @cache
    def wins(mine: int, theirs: int) -> Any:
        def after(harm: int) -> Any:
            if harm > 0:
                return 1 - wins(theirs - harm, mine) if harm < theirs else 1
            return wins(mine + harm, theirs) if -harm < mine else 0

        return next_hit.map(after)

    result = wins(hit_points, hit_points)
    return Fraction(result.quantity(1), result.denominator())


def duel_in_fractions(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    return fight_in_fractions(blow(skill_die, difficulty_die), hit_points)


def duel_in_whole_numbers(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    return fight_in_whole_numbers(blow(skill_die, difficulty_die), hit_points)


def duel_in_floats(skill_die: Any, difficulty_die: Any, hit_points: int) -> float:
    return fight_in_floats(blow(skill_die, difficulty_die), hit_points)
