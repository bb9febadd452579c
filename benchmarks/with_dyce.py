"""The measured rolls with dyce, as fast as we could make them.

`H.apply(operator.add, ...)` is dyce's fastest sum: its own `+` and `@` look up a method for every
pair of outcomes. A form's first arguments are single dice, not timed (see `measure.Form`).
"""

from fractions import Fraction
from math import gcd
from operator import add, sub
from typing import Any

from dyce import H, P
from dyce.evaluation import expand

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


def plus(one: Any, other: Any) -> Any:
    return one.apply(add, other)


# --- opposed success pools


def coded_dice() -> tuple[Any, ...]:
    return H({1: 1, 0: 3, SHIFT: 1, 2 * SHIFT: 1}), H({-1: 1, 0: 3, -SHIFT: 1, -2 * SHIFT: 1})


def opposed_with_at(skill_die: Any, difficulty_die: Any, skill: int, difficulty: int) -> Weights:
    """The way its documentation suggests, with the score as one whole number."""
    total = skill @ skill_die + difficulty @ difficulty_die
    return {check(code): weight for code, weight in total.items()}


def opposed_halves(skill_die: Any, difficulty_die: Any, skill: int, difficulty: int) -> Weights:
    total = plus(repeated(skill_die, skill, plus), repeated(difficulty_die, difficulty, plus))
    return {check(code): weight for code, weight in total.items()}


def opposed_two_by_two(skill_die: Any, difficulty_die: Any, skill: int, difficulty: int) -> Weights:
    """A pair of difficulty dice added after another."""
    total = skill_die
    for _ in range(skill - 1):
        total = total.apply(add, skill_die)
    pair = difficulty_die.apply(add, difficulty_die)
    for _ in range(difficulty // 2):
        total = total.apply(add, pair)
    if difficulty % 2:
        total = total.apply(add, difficulty_die)
    return {check(code): weight for code, weight in total.items()}


def plain_successes() -> tuple[Any, ...]:
    return H({0: 3, 1: 1, 2: 1}), H({0: 1})


def opposed_ones_apart(die: Any, empty: Any, skill: int, difficulty: int) -> Weights:
    return opposed_by_ones(
        empty, lambda pool: pool.apply(add, die), lambda pool: pool.apply(sub, die), skill, difficulty
    )


# --- sums with rerolled ones and penalty dice


def steady_and_d6() -> tuple[Any, ...]:
    return H({1: 1, 2: 7, 3: 7, 4: 7, 5: 7, 6: 7}), H(6)


def leveled_with_at(steady: Any, d6: Any, number: int, penalty: int, target: int) -> Weights:
    total = number @ steady - penalty @ d6
    return {leveled(score - target): weight for score, weight in total.items()}


def leveled_halves(steady: Any, d6: Any, number: int, penalty: int, target: int) -> Weights:
    total = repeated(steady, number, plus).apply(sub, repeated(d6, penalty, plus))
    return {leveled(score - target): weight for score, weight in total.items()}


def leveled_handfuls(steady: Any, d6: Any, number: int, penalty: int, target: int) -> Weights:
    """Equal handfuls of both kinds of dice, summed by doubling."""
    handfuls = gcd(number, penalty)
    handful = repeated(steady, number // handfuls, plus).apply(sub, repeated(d6, penalty // handfuls, plus))
    return {leveled(score - target): weight for score, weight in repeated(handful, handfuls, plus).items()}


# --- three d12, two kept


def d12() -> tuple[Any, ...]:
    return (H(12),)


def keep_two_rolls(die: Any, bonus: int, target: int) -> Weights:
    """Every pair that can be kept, from the pool."""
    hands: Weights = {}
    for (low, high), weight in (3 @ P(die)).rolls_with_counts(slice(-2, None)):
        code = 2 * (low + high) + (low == high)
        hands[code] = hands.get(code, 0) + weight
    return {verdict(code >> 1, bool(code & 1), bonus, target): weight for code, weight in hands.items()}


def keep_two_order(die: Any, bonus: int, target: int) -> Weights:
    """From order statistics: one die above the best of the other two, or else the middle die is doubled."""
    best_of_two = die.order_stat_for_n_at_pos(2, 1)
    middle = die.order_stat_for_n_at_pos(3, 1)
    mixed: Weights = {}
    alike: Weights = {}
    for low, weight in best_of_two.items():
        for high in range(low + 1, 13):
            mixed[low + high] = mixed.get(low + high, 0) + 3 * weight
        alike[2 * low] = middle[low] - 3 * weight * (12 - low)
    weights: Weights = {verdict(kept, False, bonus, target): weight for kept, weight in mixed.items()}
    for kept, weight in alike.items():
        weights[verdict(kept, True, bonus, target)] = weight
    return weights


# --- 2d6 against two d12s


def clash_dice() -> tuple[Any, ...]:
    return H(6), [H({0: max(13 - score, 0), 1: min(score - 1, 12)}) for score in range(1, 15)]


def clash_expanded(d6: Any, beaten_by: Any, bonus: int) -> Any:
    """The hands of 2d6 as whole numbers; each is expanded into its results against two d12s."""
    hands = d6.apply(lambda one, other: 2 * (one + other) + (one == other), d6)
    beaten = [plus(die, die) for die in beaten_by[bonus + 1 : bonus + 12]]

    def against(hand: Any) -> Any:
        rest = noted(hand.outcome >> 1, bool(hand.outcome & 1))
        return beaten[(hand.outcome >> 1) - 2].apply(lambda number: (number, *rest))

    return expand(against, hands)


def clash_by_hands(d6: Any, beaten_by: Any, bonus: int) -> Weights:
    """The hands of 2d6 as whole numbers; for each score how many of two d12s it beats."""
    beaten = [die.apply(add, die) for die in beaten_by[bonus + 1 : bonus + 12]]
    weights: Weights = {}
    for code, weight in d6.apply(lambda one, other: 2 * (one + other) + (one == other), d6).items():
        rest = noted(code >> 1, bool(code & 1))
        for number, ways in beaten[(code >> 1) - 2].items():
            outcome = (number, *rest)
            weights[outcome] = weights.get(outcome, 0) + weight * ways
    return weights


def d6_and_d12() -> tuple[Any, ...]:
    return H(6), H(12)


def clash_by_order(d6: Any, d12: Any, bonus: int) -> Weights:
    """A score beats both d12s when it beats the higher, and one at least when it beats the lower."""
    lower, higher = d12.order_stat_for_n_at_pos(2, 0), d12.order_stat_for_n_at_pos(2, 1)
    one = both = 0
    beaten = [(144, 0, 0)]  # ways to beat none, one and both, for each face that is not beaten
    for face in range(1, 13):
        one += lower[face]
        both += higher[face]
        beaten.append((144 - one, one - both, both))
    weights: Weights = {}
    for code, weight in d6.apply(lambda left, right: 2 * (left + right) + (left == right), d6).items():
        rest = noted(code >> 1, bool(code & 1))
        for number, ways in enumerate(beaten[min((code >> 1) + bonus - 1, 12)]):
            outcome = (number, *rest)
            weights[outcome] = weights.get(outcome, 0) + weight * ways
    return weights


# --- light and dark dice


def sixes_and_risks() -> tuple[Any, ...]:
    return H({0: 3, 1: 2, 2: 1}), H({0: 3, 1: 2, SHIFT + 1: 1})


def light_dark_sum(light_die: Any, dark_die: Any, light: int, dark: int) -> Any:
    """Dark sixes and dark dice at risk as one whole number, joined with the best light die."""
    best = light_die.order_stat_for_n_at_pos(light, light - 1)
    return repeated(dark_die, dark, plus).apply(band_and_risk, best)


def ranks() -> tuple[Any, ...]:
    return H({0: 3, 1: 2, 2: 1}), H({0: 3, 1: 2}), H({0: 3, 1: 3})


def light_dark_by_rank(light_die: Any, no_six: Any, dark_die: Any, light: int, dark: int) -> Weights:
    """How many dark dice are at risk, with sixes and without."""
    best, total = light_die.order_stat_for_n_at_pos(light, light - 1), 6**light
    no_sixes, risks = repeated(no_six, dark, plus), repeated(dark_die, dark, plus)
    weights: Weights = {(BANDS[rank], 0): ways * risks[0] for rank, ways in best.items()}
    no_light_six = total - best[2]
    for at_risk, weight in risks.items():
        if at_risk:
            partial = no_light_six * no_sixes[at_risk]
            weights[BANDS[1], at_risk] = partial
            weights[BANDS[2], at_risk] = weight * total - partial
    return weights


# --- the highest of exploding dice


def exploding_die() -> tuple[Any, ...]:
    faces = {6 * burst + face: 6 ** (5 - burst) for burst in range(6) for face in range(1, 6)}
    return (H(faces | {36: 1}),)


def burst_highest(die: Any, number: int) -> Any:
    return die.order_stat_for_n_at_pos(number, number - 1)


# --- the duel


def blow(skill_die: Any, difficulty_die: Any) -> Weights:
    return dict(plus(repeated(skill_die, 4, plus), repeated(difficulty_die, 3, plus)).apply(damage).items())


def duel_in_fractions(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    return fight_in_fractions(blow(skill_die, difficulty_die), hit_points)


def duel_in_whole_numbers(skill_die: Any, difficulty_die: Any, hit_points: int) -> Fraction:
    return fight_in_whole_numbers(blow(skill_die, difficulty_die), hit_points)


def duel_in_floats(skill_die: Any, difficulty_die: Any, hit_points: int) -> float:
    return fight_in_floats(blow(skill_die, difficulty_die), hit_points)
