"""What taking the average is, and what it costs."""

from fractions import Fraction
from math import ceil, inf
from typing import NamedTuple

from rulewright.answers import Answer, Chart, Series, Table, percent
from rulewright.games.die_code.data import LADDER, Difficulty
from rulewright.games.die_code.difficulty import MEAN_OF_A_DIE
from rulewright.games.die_code.questions.chances import RUNGS, hand, levels, success

__all__ = ["cost_of_the_average", "is_it_an_average"]


def is_it_an_average() -> Answer:
    """Column D against the dice whose mean reaches the target."""
    rows = []
    for rung in RUNGS:
        row = LADDER[rung]
        by_mean = ceil(row.tn / MEAN_OF_A_DIE)
        rows.append(
            (rung, row.tn, row.d, by_mean, 1 - success(hand(row.d), row.tn), 1 - success(hand(by_mean), row.tn))
        )
    generous = [rung for rung, _, needed, by_mean, *_ in rows if needed == by_mean]
    worst, best = max(row[4] for row in rows), min(row[4] for row in rows)
    return Answer(
        method="The fewest dice whose mean of 3.5 each reaches TN, and the exact chance that a roll of D dice, or of so"
        " many, would have failed.",
        conclusion=f"Column D asks for more than an average: only {' and '.join(generous)} has the same number in both"
        f" columns, and Epic wants {rows[-1][2]} dice where {rows[-1][3]} reach TN on average. So the rule takes away"
        f" little risk, {percent(worst)} at most and {percent(best)} at Epic; at the mean it would take away up to"
        f" {percent(max(row[5] for row in rows))}.",
        tables=(
            Table(
                "Dice to take the average",
                ("rung", "TN", "column D", "dice by the mean", "risk at D %", "risk at the mean %"),
                tuple(rows),
            ),
        ),
        charts=(
            Chart(
                "Dice to take the average",
                "bars",
                "rung",
                "dice",
                RUNGS,
                (
                    Series("column D", tuple(row[2] for row in rows)),
                    Series("by the mean", tuple(row[3] for row in rows)),
                ),
            ),
            Chart(
                "The risk that is taken away",
                "bars",
                "rung",
                "chance of failing the roll",
                RUNGS,
                (
                    Series("at D dice", tuple(row[4] for row in rows)),
                    Series("at the mean", tuple(row[5] for row in rows)),
                ),
                percent=True,
            ),
        ),
    )


class RolledInstead(NamedTuple):
    """What a roll gives where the average could be taken."""

    rung: Difficulty
    dice: int
    failure: Fraction
    level_0: Fraction
    level_1_or_more: Fraction
    level_2_or_more: Fraction
    level_3_or_more: Fraction
    mean: Fraction


def _rolled(rung: Difficulty, dice: int) -> RolledInstead:
    found = levels(hand(dice), LADDER[rung].tn)

    def between(least: float, most: float) -> Fraction:
        return sum((chance for level, chance in found.items() if least <= level <= most), Fraction(0))

    mean = sum((level * chance for level, chance in found.items()), Fraction(0))
    one, two, three = (between(least, inf) for least in (1, 2, 3))
    return RolledInstead(rung, dice, between(-inf, -1), between(0, 0), one, two, three, mean)


def cost_of_the_average() -> Answer:
    """The levels that a roll would have given."""
    pools = range(2, 16)
    rows = {(rung, dice): _rolled(rung, dice) for rung in RUNGS for dice in pools if dice >= LADDER[rung].d}
    just_enough = [rows[rung, LADDER[rung].d] for rung in RUNGS]
    better = ", ".join(f"{percent(row.level_1_or_more)} ({row.rung})" for row in just_enough)
    return Answer(
        method="The exact success levels of a roll for every pool that may take the average, which gives level 0.",
        conclusion=f"With just enough dice a roll brings level 1 or better with {better}, and from"
        f" {float(just_enough[0].mean):.2f} to {float(just_enough[-1].mean):.2f} levels on average. That is what the"
        " average costs, for a risk of"
        f" {percent(just_enough[0].failure)} falling to {percent(just_enough[-1].failure)}.",
        tables=(
            Table(
                "What a roll would have given",
                ("rung", "dice", "failure %", "level 0 %", "level 1+ %", "level 2+ %", "level 3+ %", "mean level"),
                tuple(rows.values()),
            ),
        ),
        charts=(
            Chart(
                "Mean success level that is given up",
                "lines",
                "dice in the pool",
                "mean level of a roll",
                tuple(pools),
                tuple(
                    Series(rung, tuple(rows[rung, dice].mean if (rung, dice) in rows else None for dice in pools))
                    for rung in RUNGS
                ),
            ),
        ),
    )
