"""The measured rolls with icepool: first the way its documentation suggests, then as fast as we could make them.

A fast form may use all that icepool offers, and plain Python to encode scores as whole numbers, to
decode them and to add up weights. Single dice are definitions and not timed; see `measure.Form`.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from operator import add
from typing import Any

import icepool
from icepool import Die, MultisetEvaluator, Vector, d, tupleize

from coding import SHIFT, add_opposed_rows, band_label, clash_outcome, coded_check, damage, leveled, verdict

Weights = dict[Any, int]


def power(die: Any, count: int, plus: Callable[[Any, Any], Any] = add) -> Any:
    """The sum of `count` dice by repeated doubling, which `@` does not do."""
    total = None
    while count:
        if count & 1:
            total = die if total is None else plus(total, die)
        count >>= 1
        if count:
            die = plus(die, die)
    return total


# --- opposed success pools


def opposed_vectors() -> tuple[Any, ...]:
    faces = [(0, 1), (0, 0), (0, 0), (0, 0), (1, 0), (2, 0)]
    return Die([Vector(face) for face in faces]), Die([-Vector(face) for face in faces])


def opposed_natural(skill_die: Any, difficulty_die: Any, skill: int, difficulty: int) -> Any:
    """Vector dice, repeated with `@`, added and mapped."""
    total = skill @ skill_die + difficulty @ difficulty_die
    return total.map(lambda margin, net: (margin > 0, margin, net))


def opposed_coded() -> tuple[Any, ...]:
    return Die({1: 1, 0: 3, SHIFT: 1, 2 * SHIFT: 1}), Die({-1: 1, 0: 3, -SHIFT: 1, -2 * SHIFT: 1})


def opposed_linear(skill_die: Any, difficulty_die: Any, skill: int, difficulty: int) -> Weights:
    """Both parts of the score in one whole number, one die added after another."""
    total = skill @ skill_die
    for _ in range(difficulty):
        total = total + difficulty_die
    return {coded_check(code): weight for code, weight in total.items()}


def opposed_halves(skill_die: Any, difficulty_die: Any, skill: int, difficulty: int) -> Weights:
    """The same, each pool on its own and then the two together."""
    total = power(skill_die, skill) + power(difficulty_die, difficulty)
    return {coded_check(code): weight for code, weight in total.items()}


def opposed_successes() -> tuple[Any, ...]:
    return (Die({0: 3, 1: 1, 2: 1}), Die([0]))


def opposed_by_ones(die: Any, none: Any, skill: int, difficulty: int) -> Weights:
    """The dice that show no one, summed apart for every number of ones."""
    return add_opposed_rows(none, lambda pool: pool + die, lambda pool: pool - die, skill, difficulty)


# --- sums with rerolled ones and penalty dice


def leveled_natural(number: int, penalty: int, target: int) -> Any:
    total = number @ d(6).reroll([1], depth=1) - penalty @ d(6) - target
    return total.map(lambda final: (final, final // 5, final >= 0))


def leveled_dice() -> tuple[Any, ...]:
    return d(6).reroll([1], depth=1), d(6)


def leveled_repeated(steady: Any, d6: Any, number: int, penalty: int, target: int) -> Weights:
    total = number @ steady - penalty @ d6
    return {leveled(score - target): weight for score, weight in total.items()}


def leveled_doubling(steady: Any, d6: Any, number: int, penalty: int, target: int) -> Weights:
    total = power(steady, number) - power(d6, penalty)
    return {leveled(score - target): weight for score, weight in total.items()}


def leveled_units(steady: Any, d6: Any, number: int, penalty: int, target: int) -> Weights:
    """Equal handfuls of both kinds of dice, and their sum by doubling."""
    handfuls = gcd(number, penalty)
    handful = power(steady, number // handfuls) - power(d6, penalty // handfuls)
    return {leveled(score - target): weight for score, weight in power(handful, handfuls).items()}


# --- three d12, two kept


def keep_two_natural(bonus: int, target: int) -> Any:
    return d(12).pool(3).highest(2).expand().map(lambda low, high: verdict(low + high, low == high, bonus, target))


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
        code = 0 if state is None else state
        if counts[0] == 2:
            return 4 * outcome + 1
        return code + 2 * outcome if counts[0] else code


def keep_two_evaluated(die: Any, bonus: int, target: int) -> Weights:
    hands = _KeptTwo().evaluate(die.pool(3).highest(2))
    return {verdict(code >> 1, bool(code & 1), bonus, target): weight for code, weight in hands.items()}


# --- 2d6 against two d12s


def clash_natural(bonus: int) -> Any:
    def against(low: int, high: int) -> Any:
        beaten = 2 @ (d(12) < low + high + bonus)
        return tupleize(beaten, *clash_outcome(low + high, low == high))

    return d(6).pool(2).expand().map(against)


def clash_dice() -> tuple[Any, ...]:
    return d(6), [Die({0: max(13 - score, 0), 1: min(score - 1, 12)}) for score in range(1, 15)]


def clash_by_hands(d6: Any, beaten_by: Any, bonus: int) -> Weights:
    """The hands of 2d6 as whole numbers, and for each score how many of two d12s it beats."""
    beaten = [2 @ die for die in beaten_by[bonus + 1 : bonus + 12]]
    weights: Weights = {}
    for code, weight in d6.binary_operator(d6, lambda one, other: 2 * (one + other) + (one == other)).items():
        noted = clash_outcome(code >> 1, bool(code & 1))
        for number, ways in beaten[(code >> 1) - 2].items():
            outcome = (number, *noted)
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
        return band_label(0 if best <= 3 else 1 if best <= 5 else 2), at_risk


def light_dark_natural(light: int, dark: int) -> Any:
    return _Ego().evaluate(d(6).pool(light), d(6).pool(dark))


def light_dark_coded() -> tuple[Any, ...]:
    return Die({0: 3, 1: 2, 2: 1}), Die({0: 3, 1: 2, SHIFT + 1: 1})


def light_dark_sum(light_die: Any, dark_die: Any, light: int, dark: int) -> Weights:
    """Sixes and dark dice at risk as one whole number; the best light die beside it."""
    best = light_die.highest(light)
    weights: Weights = {}
    for code, weight in power(dark_die, dark).items():
        sixes, at_risk = divmod(code, SHIFT)
        top = 2 if sixes else 1 if at_risk else 0
        for rank, ways in best.items():
            outcome = (band_label(max(top, rank)), at_risk)
            weights[outcome] = weights.get(outcome, 0) + weight * ways
    return weights


def light_dark_ranks() -> tuple[Any, ...]:
    return Die({0: 3, 1: 2, 2: 1}), Die({0: 3, 1: 2}), Die({0: 3, 1: 3})


def light_dark_by_rank(light_die: Any, no_six: Any, dark_die: Any, light: int, dark: int) -> Weights:
    """How many dark dice are at risk, with and without sixes."""
    best = light_die.highest(light)
    below, all_dice = power(no_six, dark), power(dark_die, dark)
    without = best.quantity("<=", 1)
    weights: Weights = {(band_label(rank), 0): ways * all_dice[0] for rank, ways in best.items()}
    for at_risk, weight in all_dice.items():
        if at_risk:
            partial = without * below[at_risk]
            weights[band_label(1), at_risk] = partial
            weights[band_label(2), at_risk] = weight * best.denominator() - partial
    return weights


# --- the highest of exploding dice


def burst_natural(number: int) -> Any:
    return d(6).explode(depth=5).highest(number)


def burst_die() -> tuple[Any, ...]:
    return (d(6).explode(depth=5),)


def burst_highest(die: Any, number: int) -> Any:
    return die.highest(number)


# --- the duel


def blow(skill_die: Any, difficulty_die: Any) -> Any:
    total = 4 @ skill_die
    for _ in range(3):
        total = total + difficulty_die
    return total.map(damage)


def duel_built_in(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    """A map repeated for ever: icepool's own absorbing chain."""

    def strike(duel: Any, harm: int) -> Any:
        first, second, first_strikes = duel
        if not first or not second:
            return duel
        if first_strikes:
            return first, max(0, second - harm), False
        return max(0, first - harm), second, True

    strikes = blow(skill_die, difficulty_die)
    ends = icepool.map(strike, (hit_points, hit_points, True), strikes, repeat="inf", star=False)
    return Fraction(sum(weight for duel, weight in ends.items() if not duel[1]), ends.denominator())


def duel_dice(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    """Dice all the way: who hits next and how hard is one die, a memoised fight another."""
    strikes = blow(skill_die, difficulty_die)
    total, miss = strikes.denominator(), strikes.quantity(0)
    race = Die({harm: weight * total for harm, weight in strikes.items() if harm})
    answer = Die({-harm: weight * miss for harm, weight in strikes.items() if harm})
    next_hit = Die({**dict(race.items()), **dict(answer.items())})

    @cache
    def wins(mine: int, theirs: int) -> Any:
        def after(harm: int) -> Any:
            if harm > 0:
                return ~wins(theirs - harm, mine) if harm < theirs else True
            return wins(mine + harm, theirs) if -harm < mine else False

        return next_hit.map(after).map(bool)

    result = wins(hit_points, hit_points)
    return Fraction(result.quantity(True), result.denominator())


def duel_fractions(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    """The blow from icepool, the fight a memoised recursion over fractions, the double miss divided out."""
    return fight_fractions(dict(blow(skill_die, difficulty_die).items()), hit_points)


def duel_one_denominator(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    """The same with a fraction made only once for each state."""
    return fight_one_denominator(dict(blow(skill_die, difficulty_die).items()), hit_points)


def duel_floats(skill_die: Any, difficulty_die: Any, hit_points: int) -> float:
    """The same in float64."""
    return fight_floats(dict(blow(skill_die, difficulty_die).items()), hit_points)
