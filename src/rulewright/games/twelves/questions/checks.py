"""What the numbers of a check say."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rulewright.answers import Answer, Cell, Chart, Series, Table, percent
from rulewright.games.twelves.check import Attempt, Check, check
from rulewright.games.twelves.options import Options
from rulewright.readings import odds

__all__ = [
    "disadvantage_and_criticals",
    "score_spread",
    "share_of_doubles",
    "worth_of_a_tag",
    "worth_of_advantage",
]

SCORES = range(1, 11)
Rows = tuple[tuple[Cell, ...], ...]
PLAIN = Options()


def _succeeds(one: Check) -> bool:
    return one.result != "failure"


def _success(options: Options = PLAIN, **attempt: Any) -> Fraction:
    return odds(check, Attempt(**attempt), options=options).where(_succeeds)


def disadvantage_and_criticals() -> Answer:
    """The dice total from which disadvantage succeeds more often than a plain roll."""
    totals = range(2, 27)
    settings = {
        "plain": (0, PLAIN),
        "disadvantage": (1, PLAIN),
        "only triples": (1, Options(disadvantage_crit="triple")),
        "no criticals": (1, Options(disadvantage_crit="never")),
    }
    # A needed total of n is a score of 20 and a difficulty that brings the target number to n.
    chances = {
        name: [_success(options, score=20, difficulty=max(0, needed), disadvantage=sources) for needed in range(21)]
        + [_success(options, score=0, difficulty=needed - 20, disadvantage=sources) for needed in range(21, 27)]
        for name, (sources, options) in settings.items()
    }
    rows: Rows = tuple((needed, *(chances[name][needed] for name in settings)) for needed in totals)
    kinder = next(needed for needed in totals if chances["disadvantage"][needed] > chances["plain"][needed])
    cured = [
        name
        for name in ("only triples", "no criticals")
        if all(chances[name][needed] <= chances["plain"][needed] for needed in totals)
    ]
    return Answer(
        method="Exact chance of success for every dice total that is needed, doubles included.",
        conclusion=f"From a needed total of {kinder} on disadvantage is kinder than a plain roll, because its"
        f" doubles are more frequent. Under these rulings it never helps: {' and '.join(cured)}.",
        tables=(Table("Chance of success", ("needed", *(f"{name} %" for name in settings)), rows),),
        charts=(
            Chart(
                "Chance of success by the dice total needed",
                "lines",
                "dice total needed",
                "chance of success",
                tuple(totals),
                tuple(Series(name, tuple(chances[name][needed] for needed in totals)) for name in settings),
                percent=True,
            ),
        ),
    )


def share_of_doubles() -> Answer:
    """The part of all successes that are doubles below the target number."""
    difficulties = (0, 2, 4, 6, 8, 10)

    def share(score: int, difficulty: int) -> Fraction:
        found = odds(check, Attempt(score=score, difficulty=difficulty), options=PLAIN)
        lucky = found.where(lambda one: one.result == "critical" and one.margin < 0)
        return lucky / found.where(_succeeds)

    grid = {score: [share(score, difficulty) for difficulty in difficulties] for score in SCORES}
    half = [(score, difficulties[at]) for score in SCORES for at in range(6) if grid[score][at] > Fraction(1, 2)]
    return Answer(
        method="Exact odds of a plain check: successes that are doubles below the target number, over all successes.",
        conclusion=f"At score 7 without penalty {percent(grid[7][0])} of successes are such doubles. They are more"
        f" than half of all successes for {len(half)} of {len(SCORES) * len(difficulties)} pairs of score and"
        " difficulty.",
        tables=(
            Table(
                "Share of successes that are doubles below the target number",
                ("score", *(f"difficulty {difficulty} %" for difficulty in difficulties)),
                tuple((score, *grid[score]) for score in SCORES),
            ),
        ),
        charts=(
            Chart(
                "Share of lucky doubles among successes",
                "heat",
                "difficulty penalty",
                "score",
                difficulties,
                tuple(Series(str(score), tuple(grid[score])) for score in SCORES),
                percent=True,
            ),
        ),
    )


def worth_of_advantage() -> Answer:
    """The change of the target number that is nearest to advantage and disadvantage."""

    def nearest(score: int, wanted: Fraction) -> int:
        # A shift of the target number is the same as another score; a check takes 0 to 20.
        shifts = range(-min(10, 20 - score), 11)
        return min(shifts, key=lambda shift: (abs(_shifted(score, shift) - wanted), abs(shift)))

    def _shifted(score: int, shift: int) -> Fraction:
        return _success(score=score, difficulty=shift) if shift >= 0 else _success(score=score - shift)

    rows = []
    for score in SCORES:
        plain, up, down = (
            _success(score=score),
            _success(score=score, advantage=1),
            _success(score=score, disadvantage=1),
        )
        rows.append((score, plain, up, -nearest(score, up), down, nearest(score, down)))
    bonuses, penalties = [row[3] for row in rows], [row[5] for row in rows]
    return Answer(
        method="For each score the change of the target number whose chance of success comes nearest.",
        conclusion=f"Advantage is worth {min(bonuses)} to {max(bonuses)} points of the target number, disadvantage"
        f" costs {min(penalties)} to {max(penalties)}: {penalties[0]} at score 1, {penalties[-1]} at score 10.",
        tables=(
            Table(
                "What advantage and disadvantage are worth",
                ("score", "plain %", "advantage %", "as a bonus", "disadvantage %", "as a penalty"),
                tuple(rows),
            ),
        ),
        charts=(
            Chart(
                "Worth in points of the target number",
                "bars",
                "score",
                "points",
                tuple(SCORES),
                (Series("advantage", tuple(bonuses)), Series("disadvantage", tuple(penalties))),
            ),
        ),
    )


def worth_of_a_tag() -> Answer:
    """What a Tag brings."""
    ranks = range(1, 11)
    settings: dict[str, Callable[[int], tuple[Options, Any]]] = {
        "no Tag": lambda rank: (PLAIN, 0),
        "rank-once": lambda rank: (PLAIN, 2),
        "rank-each, two Tags": lambda rank: (Options(tag_bonus="rank-each"), 2),
        "own-highest, ranks r and r/2": lambda rank: (Options(tag_bonus="own-highest"), _two(rank)),
        "own-sum, ranks r and r/2": lambda rank: (Options(tag_bonus="own-sum"), _two(rank)),
    }

    def _two(rank: int) -> tuple[int, int]:
        return (rank, max(1, rank // 2))

    def chance(name: str, rank: int, score: int) -> Fraction:
        options, tags = settings[name](rank)
        return _success(options, score=score, rank=rank, tags=tags)

    grid = {name: [chance(name, rank, 7) for rank in ranks] for name in settings}
    sure = next((rank for rank in ranks if chance("rank-once", rank, 9) == 1), None)
    return Answer(
        method="Exact chance of success at score 7, two Tags that apply, Rank 1 to 10.",
        conclusion=f"By default Rank 5 lifts a score of 7 from {percent(grid['no Tag'][4])} to"
        f" {percent(grid['rank-once'][4])}. A score of 9 cannot fail from Rank {sure} on."
        f" Counting Rank for each of two Tags, Rank 5 gives {percent(grid['rank-each, two Tags'][4])}.",
        tables=(
            Table(
                "Chance of success at score 7",
                ("Rank", *(f"{name} %" for name in settings)),
                tuple((rank, *(grid[name][at] for name in settings)) for at, rank in enumerate(ranks)),
            ),
        ),
        charts=(
            Chart(
                "What Tags bring at score 7",
                "lines",
                "Rank",
                "chance of success",
                tuple(ranks),
                tuple(Series(name, tuple(values)) for name, values in grid.items()),
                percent=True,
            ),
        ),
    )


def score_spread() -> Answer:
    """Which range of scores gives which odds."""
    scores = range(1, 19)
    chances = [_success(score=score) for score in scores]
    ranges = {"1 to 10": (1, 10), "1 to 12": (1, 12), "3 to 18": (3, 18)}
    rows = [
        (name, _success(score=low), _success(score=(low + high) // 2), _success(score=high))
        for name, (low, high) in ranges.items()
    ]
    return Answer(
        method="Exact chance of success of a plain check for every score.",
        conclusion=f"A range of 1 to 10 spans {percent(rows[0][1])} to {percent(rows[0][3])}, 1 to 12 reaches"
        f" {percent(rows[1][3])}, and 3 to 18 {percent(rows[2][3])}.",
        tables=(
            Table("Candidate ranges", ("range", "lowest %", "middle %", "highest %"), tuple(rows)),
            Table("Every score", ("score", "success %"), tuple(zip(scores, chances, strict=True))),
        ),
        charts=(
            Chart(
                "Chance of success by score",
                "bars",
                "score",
                "chance of success",
                tuple(scores),
                (Series("plain check", tuple(chances)),),
                percent=True,
            ),
        ),
    )
