"""Answers about checks: disadvantage, doubles, advantage, Tags and scores."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rulewright.game.percent import percent
from rulewright.games.twelves.check import Check, CheckTerms, check
from rulewright.games.twelves.options import Options
from rulewright.lab.answers import Answer, Cell, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, table_of, transposed

SCORES = range(1, 11)
USUAL_PENALTY = 6
Rows = tuple[tuple[Cell, ...], ...]
PLAIN = Options()


def _succeeds(one: Check) -> bool:
    return one.result != "failure"


def _needing(needed: int) -> dict[str, int]:
    """A score and a difficulty that give the target number that is needed."""
    return {"score": max(0, 20 - needed), "difficulty": max(0, needed - 20)}


def _success(options: Options = PLAIN, **attempt: Any) -> Fraction:
    return odds(check, CheckTerms(**attempt), options=options).where(_succeeds)


@question(
    1,
    "Does disadvantage help?",
    "Disadvantage rolls three dice, so doubles are more frequent: 35/288 against 1/12. From which needed dice total"
    " does disadvantage succeed more often than a plain roll, and which ruling cures it?",
)
def _disadvantage_and_criticals() -> Answer:
    totals = range(2, 27)
    settings = {
        "plain": (0, PLAIN),
        "disadvantage": (1, PLAIN),
        "only triples": (1, Options(disadvantage_crit="triple")),
        "no criticals": (1, Options(disadvantage_crit="never")),
    }
    chances = {
        name: {needed: _success(options, disadvantage=sources, **_needing(needed)) for needed in totals}
        for name, (sources, options) in settings.items()
    }
    rows: Rows = tuple((needed, *(chances[name][needed] for name in settings)) for needed in totals)
    kinder = next(needed for needed in totals if chances["disadvantage"][needed] > chances["plain"][needed])
    cured = [
        name
        for name in ("only triples", "no criticals")
        if all(chances[name][needed] <= chances["plain"][needed] for needed in totals)
    ]
    successes = ReportTable("Chance of success", ("needed", *(f"{name} %" for name in settings)), rows)
    return Answer(
        method="Exact chance of success for every dice total that is needed, doubles included.",
        conclusion=f"Yes: from a needed total of {kinder} on disadvantage succeeds more often than a plain roll"
        f" ({percent(chances['disadvantage'][kinder])} against {percent(chances['plain'][kinder])}), because its"
        f" doubles are more frequent. With penalties of up to {USUAL_PENALTY} this affects scores of at most"
        f" {20 + USUAL_PENALTY - kinder}. Counting {' or '.join(cured)} cures it, but makes ordinary rolls worse: a"
        f" disadvantaged roll that needs 13 falls from {percent(chances['disadvantage'][13])} to"
        f" {percent(chances['only triples'][13])}. If only the long shots trouble you, keep the rule and give"
        " no disadvantage where the penalty already asks for so much; otherwise take `disadvantage-crit` = `triple`,"
        f" which leaves {percent(chances['only triples'][26])} to hope for.",
        tables=(successes,),
        charts=(chart_of_table("lines", successes, "chance of success", "Chance of success by the dice total needed"),),
    )


@question(
    2,
    "How much of success is luck with doubles?",
    "For every score and difficulty, which part of the successes are doubles below the target number?",
)
def _share_of_doubles() -> Answer:
    difficulties = (0, 2, 4, 6, 8, 10)

    def share(score: int, difficulty: int) -> tuple[Fraction, Fraction]:
        found = odds(check, CheckTerms(score=score, difficulty=difficulty), options=PLAIN)
        lucky = found.where(lambda one: one.result == "critical" and one.margin < 0)
        return lucky / found.where(_succeeds), lucky

    grid = {score: [share(score, difficulty)[0] for difficulty in difficulties] for score in SCORES}
    by_target = {needed: share(**_needing(needed)) for needed in range(3, 26)}
    half = next(needed for needed, (part, _) in by_target.items() if part >= Fraction(1, 2))
    tenth = next(needed for needed, (part, _) in by_target.items() if part >= Fraction(1, 10))
    hopeless = _success(PLAIN, **_needing(26))
    alone = next(needed for needed in by_target if _success(PLAIN, **_needing(needed)) == hopeless)
    return Answer(
        method="Exact odds of a plain check: successes that are doubles below the target number, over all successes.",
        conclusion="The share depends on the target number alone, penalty included. At score 7 without penalty it is"
        f" {percent(grid[7][0])}; it passes a tenth at target number {tenth}, is half of all successes at {half}, and"
        f" from {alone} on only doubles succeed and no further penalty matters. Doubles are a spice up to target"
        f" number {tenth - 1} and the main hope from {half} on. If hopeless should mean hopeless, take"
        f" `doubles-below-tn` = `failure`; otherwise let the sum of penalties stop at target number {half - 1}.",
        tables=(
            table_of(
                "Share of successes that are doubles below the target number",
                "score",
                [f"difficulty {difficulty}" for difficulty in difficulties],
                grid,
                percent=True,
            ),
            ReportTable(
                "By target number, for every score and penalty",
                ("target number", "share of successes %", "chance of such a double %"),
                tuple((needed, *found) for needed, found in by_target.items()),
            ),
        ),
        charts=(
            chart_of(
                "heat",
                "Share of lucky doubles among successes",
                "difficulty penalty",
                difficulties,
                "score",
                grid,
                percent=True,
            ),
        ),
    )


@question(
    3,
    "What are advantage and disadvantage worth?",
    "Which change of the target number comes nearest to them, for scores 1 to 10?",
)
def _worth_of_advantage() -> Answer:
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
    usual = _usual([row[5] for row in rows])
    bonuses, penalties = [row[3] for row in rows], [row[5] for row in rows]
    worth = ReportTable(
        "What advantage and disadvantage are worth",
        ("score", "plain %", "advantage %", "as a bonus", "disadvantage %", "as a penalty"),
        tuple(rows),
    )
    return Answer(
        method="For each score the change of the target number whose chance of success comes nearest.",
        conclusion=f"Advantage is worth {min(bonuses)} to {max(bonuses)} points of the target number at every score."
        f" Disadvantage costs {penalties[-1]} from score {penalties.index(penalties[-1]) + 1} up, but only"
        f" {penalties[0]} at score 1, because doubles save the weak. A rule of thumb for the table: either one is"
        f" {usual} points, so a table that prefers fixed numbers can write +{usual} or -{usual} and loses next to"
        f" nothing; the two nearly cancel, as `adv-dis` = `cancel` has it. Only below score"
        f" {penalties.index(usual) + 1} would a fixed -{usual} be harder than disadvantage.",
        tables=(worth,),
        charts=(
            chart_of_table(
                "bars", worth, "points", "Worth in points of the target number", columns=("as a bonus", "as a penalty")
            ),
        ),
    )


def _usual(values: list[int]) -> int:
    return max(set(values), key=values.count)


@question(9, "What should a Tag be worth?", "Success over Rank 1 to 10 under each `tag-bonus`.")
def _worth_of_a_tag() -> Answer:
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
    tagged = [name for name in settings if name != "no Tag"]
    sure = {name: next((rank for rank in ranks if chance(name, rank, 9) == 1), None) for name in tagged}
    tags = table_of("Chance of success at score 7", "Rank", settings, transposed(grid, ranks), percent=True)
    return Answer(
        method="Exact chance of success at score 7, two Tags that apply, Rank 1 to 10; the own ranks of two Tags are"
        " taken as r and half of it. A check cannot fail once the target number is 3 or less after the bonus.",
        conclusion=f"By default Rank 5 lifts a score of 7 from {percent(grid['no Tag'][4])} to"
        f" {percent(grid['rank-once'][4])}, and a score of 9 cannot fail from Rank {sure['rank-once']} on."
        f" Counting Rank for each of two Tags, Rank 5 gives {percent(grid['rank-each, two Tags'][4])} and a score of 9"
        f" is safe from Rank {sure['rank-each, two Tags']} on: too much for any campaign that is to pass Rank 3."
        f" Adding the Tags' own ranks is milder and safe from {sure['own-sum, ranks r and r/2']} on. Stay with"
        " `rank-once`, or with `own-highest`, which gives the same and lets Tags differ; and set `rank-max` to"
        f" {(sure['rank-once'] or 11) - 1} if a check should always carry a risk.",
        tables=(
            tags,
            ReportTable(
                "A score of 9 cannot fail",
                ("`tag-bonus`", "from Rank"),
                tuple((name, sure[name]) for name in tagged),
            ),
        ),
        charts=(chart_of_table("lines", tags, "chance of success", "What Tags bring at score 7"),),
    )


@question(10, "Which spread of scores?", "Success per score over the ranges 1-10, 1-12 and 3-18.")
def _score_spread() -> Answer:
    scores = range(1, 19)
    chances = [_success(score=score) for score in scores]
    ranges = {
        "1 to 10": (range(1, 11), 0),
        "1 to 12": (range(1, 13), 0),
        "3 to 18": (range(3, 19), 0),
        "3 to 18, target number 24 - score": (range(3, 19), 4),
    }
    found = {
        name: [_success(score=score, difficulty=more) for score in every] for name, (every, more) in ranges.items()
    }
    rows = [
        (name, row[0], sum(row) / len(row), row[-1], (row[-1] - row[0]) / (len(row) - 1), row.count(Fraction(1)))
        for name, row in found.items()
    ]
    safe = next(score for score, one in zip(scores, chances, strict=True) if one == 1)
    every = ReportTable("Every score", ("score", "success %"), tuple(zip(scores, chances, strict=True)))
    return Answer(
        method="Exact chance of success of a plain check for every score; the mean is over all scores of a range.",
        conclusion=f"1 to 10 spans {percent(rows[0][1])} to {percent(rows[0][3])}: even the best fail now and then. 1"
        f" to 12 reaches {percent(rows[1][3])} and begins as low. 3 to 18 does not fit this target number: its"
        f" mean check succeeds {percent(rows[2][2])} of the time and from score {safe} on there is no risk left. Take 1"
        " to 10, or 1 to 12 for bolder heroes; with 3 to 18 take a target number of 24 - score, which"
        f" gives {percent(rows[3][1])} to {percent(rows[3][3])}.",
        tables=(
            ReportTable(
                "Candidate ranges",
                ("range", "lowest %", "mean %", "highest %", "gain per point %", "scores that cannot fail"),
                tuple(rows),
            ),
            every,
        ),
        charts=(chart_of_table("bars", every, "chance of success", "Chance of success by score"),),
    )
