"""Answers about taking the average."""

from fractions import Fraction
from math import ceil, inf
from typing import NamedTuple

from rulewright.game.percent import percent
from rulewright.games.die_code.data import LADDER, Difficulty
from rulewright.games.die_code.difficulty import MEAN_OF_A_DIE
from rulewright.lab.answers import Answer, Cell, ReportTable, question
from rulewright.reports.die_code.chances import RUNGS, hand, levels, success
from rulewright.reports.tables_and_charts import chart_of, chart_of_table


@question(
    2,
    "Does the average deserve its name?",
    "How many dice reach each rung's TN on average, against the number in column D, and what risk does the rule"
    " take away?",
)
def _is_it_an_average() -> Answer:
    rows = []
    for rung in RUNGS:
        row = LADDER[rung]
        by_mean = ceil(row.tn / MEAN_OF_A_DIE)
        rows.append(
            (rung, row.tn, row.d, by_mean, 1 - success(hand(row.d), row.tn), 1 - success(hand(by_mean), row.tn))
        )
    generous = [rung for rung, _, needed, by_mean, *_ in rows if needed == by_mean]
    worst, best = max(row[4] for row in rows), min(row[4] for row in rows)
    needed = ReportTable(
        "Dice to take the average",
        ("rung", "TN", "column D", "dice by the mean", "risk at D %", "risk at the mean %"),
        tuple(rows),
    )
    return Answer(
        method="The fewest dice whose mean of 3.5 each reaches TN, and the exact chance that a roll of D dice, or of"
        " so many, would have failed.",
        conclusion=f"No: column D asks for more than an average everywhere but at {' and '.join(generous)}; Epic wants"
        f" {rows[-1][2]} dice where {rows[-1][3]} reach TN on average. So the rule takes away little risk,"
        f" {percent(worst)} at Easy falling to {percent(best)} at Epic; at the mean it would take away up to"
        f" {percent(max(row[5] for row in rows))}. As printed it spares the table a roll that would have succeeded"
        ' anyway, and "safe" would be the better word. If it should be a true average, take `average-rule` = `mean`'
        " and accept that it then removes real risks.",
        tables=(needed,),
        charts=(
            chart_of_table("bars", needed, "dice", columns=("column D", "dice by the mean")),
            chart_of_table(
                "bars",
                needed,
                "chance of failing the roll",
                "The risk that is taken away",
                columns=("risk at D", "risk at the mean"),
            ),
        ),
    )


class RolledInstead(NamedTuple):
    """The odds of a roll where you may take the average."""

    rung: Difficulty
    dice: int
    failure: Fraction
    levels: tuple[Fraction, ...]
    more: Fraction
    mean: Fraction

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The row of a table."""
        return (self.rung, self.dice, self.failure, *self.levels, self.more, self.mean)

    @property
    def given_up(self) -> Fraction:
        """The chance of a level above the average's 0."""
        return 1 - self.failure - self.levels[0]


def _rolled(rung: Difficulty, dice: int) -> RolledInstead:
    found = levels(hand(dice), LADDER[rung].tn)

    def between(least: float, most: float) -> Fraction:
        return sum((chance for level, chance in found.items() if least <= level <= most), Fraction(0))

    mean = sum((level * chance for level, chance in found.items()), Fraction(0))
    levelled = tuple(between(level, level) for level in range(5))
    return RolledInstead(rung, dice, between(-inf, -1), levelled, between(5, inf), mean)


@question(3, "What does the average cost?", "Which success levels do you give up by not rolling?")
def _cost_of_the_average() -> Answer:
    pools = range(2, 16)
    rows = {(rung, dice): _rolled(rung, dice) for rung in RUNGS for dice in pools if dice >= LADDER[rung].d}
    just_enough = [rows[rung, LADDER[rung].d] for rung in RUNGS]
    better = ", ".join(f"{percent(row.given_up)} ({row.rung})" for row in just_enough)
    return Answer(
        method="The exact success levels of a roll for every pool that may take the average, which gives level 0; a"
        " failure counts with its negative level in the mean.",
        conclusion=f"With just enough dice the chance of level 1 or better is {better}; a roll gives from"
        f" {float(just_enough[0].mean):.2f} to {float(just_enough[-1].mean):.2f} levels on average, for a risk of"
        f" {percent(just_enough[0].failure)} falling to {percent(just_enough[-1].failure)}. So at Easy the average"
        " costs nothing and insures against a real risk, while at Epic it gives levels away to avoid hardly any"
        " risk; every further die raises the price. Players should take it only where bare success is all that"
        " counts. If it should stay worth taking for large pools, give it a level of its own with `average-result` ="
        " `column` or `mean`.",
        tables=(
            ReportTable(
                "What a roll would have given",
                ("rung", "dice", "failure %", *(f"level {level} %" for level in range(5)), "5 or more %", "mean level"),
                tuple(row.cells for row in rows.values()),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Mean success level that is given up",
                "dice in the pool",
                pools,
                "mean level of a roll",
                {rung: [rows[rung, dice].mean if (rung, dice) in rows else None for dice in pools] for rung in RUNGS},
            ),
        ),
    )
