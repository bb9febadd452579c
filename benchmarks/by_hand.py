"""Code that a skilled user adds to a peer library by hand: codes for scores, and loops over its results.

Everything here is shared by the fast forms in `with_icepool` and `with_dyce`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import comb, lcm
from typing import Any

SHIFT = 1024
"""A score of two parts is one whole number: the first part times this, plus the second."""

BANDS = ("miss", "partial", "full")


def check(code: int) -> tuple[bool, int, int]:
    """(success, margin, net ones) from one whole number."""
    margin = (code + SHIFT // 2) // SHIFT
    return margin > 0, margin, code - margin * SHIFT


def damage(code: int) -> int:
    """The damage of a blow from the same number."""
    hit, margin, net = check(code)
    return margin + (net > 0) if hit else 0


def leveled(final: int) -> tuple[int, int, bool]:
    return final, final // 5, final >= 0


def verdict(kept: int, doubled: bool, bonus: int, target: int) -> tuple[str, int]:
    total = kept + bonus
    if doubled:
        return "critical success" if total >= target else "critical failure", total
    return "success" if total >= target else "failure", total


def noted(hand: int, doubled: bool) -> tuple[bool, str]:
    return doubled, "two" if hand == 2 else "twelve" if hand == 12 else ""


def band_and_risk(code: int, rank: int) -> tuple[str, int]:
    """The outcome of dark sixes and dark dice at risk, as one whole number, and the best light die."""
    sixes, at_risk = divmod(code, SHIFT)
    return BANDS[max(2 if sixes else 1 if at_risk else 0, rank)], at_risk


def repeated(die: Any, count: int, plus: Callable[[Any, Any], Any]) -> Any:
    """The sum of `count` dice by repeated doubling."""
    total = None
    while count:
        if count & 1:
            total = die if total is None else plus(total, die)
        count >>= 1
        if count:
            die = plus(die, die)
    return total


def opposed_by_ones(
    empty: Any, with_skill: Callable[[Any], Any], with_difficulty: Callable[[Any], Any], skill: int, difficulty: int
) -> dict[Any, int]:
    """Opposed pools by the number of dice without a one, so that the peer adds only plain successes.

    The result of i skill dice against j difficulty dice is, with its sign changed, that of j against i.
    """
    rows: list[dict[int, int]] = [{} for _ in range(skill + difficulty + 1)]
    even = empty
    for fewer in range(min(skill, difficulty) + 1):
        if fewer:
            even = with_difficulty(with_skill(even))
        pool = even
        for more in range(fewer, max(skill, difficulty) + 1):
            if more > fewer:
                pool = with_skill(pool)
            if more <= skill and fewer <= difficulty:
                ways = comb(skill, more) * comb(difficulty, fewer)
                row = rows[skill - more + fewer]
                for margin, weight in pool.items():
                    row[margin] = row.get(margin, 0) + weight * ways
            if more != fewer and more <= difficulty and fewer <= skill:
                ways = comb(skill, fewer) * comb(difficulty, more)
                row = rows[skill - fewer + more]
                for margin, weight in pool.items():
                    row[-margin] = row.get(-margin, 0) + weight * ways
    return {
        (margin > 0, margin, at - difficulty): weight for at, row in enumerate(rows) for margin, weight in row.items()
    }


# --- the duel: the chance to win of the fighter who strikes next, memoised over hit points


def fight_in_fractions(blow: Mapping[int, int], hit_points: int) -> Fraction:
    """Fractions throughout; the case that both miss leads back to the same state and is divided out."""
    total = sum(blow.values())
    miss = Fraction(blow[0], total)
    hits = [(harm, Fraction(weight, total)) for harm, weight in blow.items() if harm]

    @cache
    def by_hit(mine: int, theirs: int) -> Fraction:
        chances = (chance * (1 - wins(theirs - harm, mine)) if harm < theirs else chance for harm, chance in hits)
        return sum(chances, Fraction(0))

    @cache
    def wins(mine: int, theirs: int) -> Fraction:
        return (by_hit(mine, theirs) + miss * (1 - by_hit(theirs, mine) - miss)) / (1 - miss * miss)

    return wins(hit_points, hit_points)


def fight_in_whole_numbers(blow: Mapping[int, int], hit_points: int) -> Fraction:
    """The same with whole weights, and a fraction made only once for each state."""
    total, miss = sum(blow.values()), blow[0]
    hits = [(harm, weight) for harm, weight in blow.items() if harm]
    left = total * total - miss * miss

    @cache
    def by_hit(mine: int, theirs: int) -> Fraction:
        kills = sum(weight for harm, weight in hits if harm >= theirs)
        after = [(weight, loses(theirs - harm, mine)) for harm, weight in hits if harm < theirs]
        denominator = lcm(*(chance.denominator for _, chance in after))
        wounds = sum(weight * chance.numerator * (denominator // chance.denominator) for weight, chance in after)
        return Fraction(kills * denominator + wounds, denominator)

    @cache
    def loses(mine: int, theirs: int) -> Fraction:
        return 1 - (total * by_hit(mine, theirs) + miss * (total - by_hit(theirs, mine) - miss)) / left

    return 1 - loses(hit_points, hit_points)


def fight_in_floats(blow: Mapping[int, int], hit_points: int) -> float:
    """The same in float64."""
    total = sum(blow.values())
    miss = blow[0] / total
    hits = [(harm, weight / total) for harm, weight in blow.items() if harm]

    @cache
    def by_hit(mine: int, theirs: int) -> float:
        return sum(chance * (1 - wins(theirs - harm, mine)) if harm < theirs else chance for harm, chance in hits)

    @cache
    def wins(mine: int, theirs: int) -> float:
        return (by_hit(mine, theirs) + miss * (1 - by_hit(theirs, mine) - miss)) / (1 - miss * miss)

    return wins(hit_points, hit_points)
