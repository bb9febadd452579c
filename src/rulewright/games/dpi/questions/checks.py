"""What the numbers of checks, Stress and experience say."""

from fractions import Fraction
from typing import Any, Literal

from rulewright.answers import Answer, Chart, Series, Table, percent
from rulewright.dice import Odds
from rulewright.games.dpi.check import Attempt, Check, bonus, check
from rulewright.games.dpi.data import DIFFICULTY, METERS, SKILLS, STATS, TIME_OF_DAY, VAMPIRE
from rulewright.games.dpi.options import Options
from rulewright.readings import odds

__all__ = ["doubles_and_difficulty", "experience_pace", "luck_of_novices", "stress_trap", "time_of_day"]

PLAIN = Options()
STRESS = range(METERS.stress_most + 1)


def _check(options: Options = PLAIN, **attempt: Any) -> Odds[Check]:
    return odds(check, Attempt(**attempt), options=options)


def _succeeds(one: Check) -> bool:
    return one.result in ("success", "crit")


def _success(options: Options = PLAIN, **attempt: Any) -> Fraction:
    return _check(options, **attempt).where(_succeeds)


def stress_trap() -> Answer:
    """How fast Stress comes, and how slowly it goes."""
    rows: list[tuple[int, Fraction, Fraction, Fraction]] = []
    for stress in STRESS:
        found = _check(stress=stress)
        rows.append(
            (stress, found.where(_succeeds), found.mean(lambda one: one.stress), found.mean(lambda one: one.high))
        )
    up = sum((1 / row[2] for row in rows[:-1]), Fraction(0))
    # Down a point: a High comes, or first a Stress that has to go as well. At 5 Stress goes no higher.
    down = [Fraction(0)] * (METERS.stress_most + 1)
    for stress in reversed(STRESS):
        further = down[stress + 1] if stress < METERS.stress_most else Fraction(0)
        down[stress] = (1 + rows[stress][2] * further) / rows[stress][3]
    back = sum(down[1:], Fraction(0))
    return Answer(
        method="Exact odds of an all-5 Novice's check at Normal for each Stress. The way up counts no High; the"
        " way back"
        " spends each High on Stress at once, and Stress at 5 goes no higher (its overflow costs Sanity).",
        conclusion=f"A check brings Stress {percent(rows[0][2])} and High {percent(rows[0][3])} of the time, so"
        f" Stress 5"
        f" comes after {float(up):.1f} checks, and there only {percent(rows[-1][1])} of checks succeed. Back"
        f" from 5 to 0"
        f" by High alone takes {float(back):,.0f} checks on average: it is a trap. With `long-rest-stress` clear it"
        " takes one Long Rest of 24 hours.",
        tables=(
            Table(
                "A check by Stress, and the mean number of checks to lose one point by High",
                ("Stress", "success %", "gains Stress %", "gains High %", "checks to lose a point"),
                tuple((*row, None if row[0] == 0 else float(down[row[0]])) for row in rows),
            ),
        ),
        charts=(
            Chart(
                "An all-5 Novice at Normal",
                "lines",
                "Stress",
                "chance",
                tuple(STRESS),
                (
                    Series("success or crit", tuple(row[1] for row in rows)),
                    Series("gains Stress", tuple(row[2] for row in rows)),
                    Series("gains High", tuple(row[3] for row in rows)),
                ),
                percent=True,
            ),
        ),
    )


def doubles_and_difficulty() -> Answer:
    """How much of a chance doubles leave at Impossible."""
    modifiers = tuple(range(-10, 11, 2))
    grid = {
        name: [
            _check(modifier=modifier, difficulty=name).where(lambda one: one.result != "failure")
            for modifier in modifiers
        ]
        for name in DIFFICULTY
    }
    least = min(grid["impossible"])
    return Answer(
        method="Exact chance of some Cost or better, by modifier and difficulty.",
        conclusion=f"However bad the modifier, {least} ({percent(least)}) remains at Impossible: all doubles"
        f" but two ones"
        f" are at least a Cost. At modifier 0 Impossible gives {percent(grid['impossible'][5])}, Normal"
        f" {percent(grid['normal'][5])}.",
        tables=(
            Table(
                "Chance of a Cost or better",
                ("modifier", *(f"{name} %" for name in DIFFICULTY)),
                tuple((modifier, *(grid[name][at] for name in DIFFICULTY)) for at, modifier in enumerate(modifiers)),
            ),
        ),
        charts=(
            Chart(
                "Chance of a Cost or better",
                "lines",
                "modifier",
                "chance",
                modifiers,
                tuple(Series(name, tuple(values)) for name, values in grid.items()),
                percent=True,
            ),
        ),
    )


def experience_pace() -> Answer:
    """How many checks make a Master."""
    fails = [_check(skill=level).where(lambda one: one.result == "failure") for level in range(SKILLS.most)]
    needs = {
        "per-level": [SKILLS.xp[level + 1] for level in range(SKILLS.most)],
        "cumulative": [SKILLS.xp[level + 1] - SKILLS.xp[level] for level in range(SKILLS.most)],
    }
    checks = {name: [need / fail for need, fail in zip(wanted, fails, strict=True)] for name, wanted in needs.items()}
    totals = {name: sum(values, Fraction(0)) for name, values in checks.items()}
    per_session = 5
    sessions = (50, 100, 200)
    scaled = [
        (count, *(max(1, round(need * count * per_session / totals["per-level"])) for need in needs["per-level"]))
        for count in sessions
    ]
    return Answer(
        method="All-5 agent at Normal, no Stress: the XP each level needs over the exact chance to fail at that level.",
        conclusion=f"From Novice to Master it takes about {float(totals['per-level']):,.0f} checks with one"
        f" skill per level,"
        f" {float(totals['cumulative']):,.0f} cumulatively. With {per_session} checks of a skill in a session,"
        f" a Master after"
        f" {sessions[1]} sessions would need a table of {', '.join(map(str, scaled[1][1:]))}.",
        tables=(
            Table(
                "Mean checks for each step",
                ("to level", "fails %", "per-level", "cumulative"),
                tuple(
                    (
                        SKILLS.names[level + 1],
                        fails[level],
                        float(checks["per-level"][level]),
                        float(checks["cumulative"][level]),
                    )
                    for level in range(SKILLS.most)
                ),
            ),
            Table(
                f"The table per level that makes a Master after some sessions of {per_session} checks",
                ("sessions", *SKILLS.names[1:]),
                tuple(scaled),
            ),
        ),
        charts=(
            Chart(
                "Mean checks for each step",
                "bars",
                "to level",
                "checks",
                SKILLS.names[1:],
                tuple(Series(name, tuple(map(float, values))) for name, values in checks.items()),
            ),
        ),
    )


def luck_of_novices() -> Answer:
    """For which Luck the first level of a skill is a loss."""
    scores = tuple(range(STATS.most + 1))
    novice = [_success(luck=luck) for luck in scores]
    apprentice = [_success(luck=luck, skill=1) for luck in scores]
    worse = [luck for luck in scores if apprentice[luck] < novice[luck]]
    loss = max(novice[luck] - apprentice[luck] for luck in scores)
    rulings: tuple[Literal["best", "off"], ...] = ("best", "off")
    cured = [
        ruling
        for ruling in rulings
        if all(_success(Options(novice_luck=ruling), luck=luck) <= apprentice[luck] for luck in scores)
    ]
    return Answer(
        method="Exact chance of a Success or Crit at Normal with a stat of 5, as Novice and as Apprentice.",
        conclusion=f"With Luck {worse[0]} or more (a bonus of +{bonus(worse[0])} or better) Apprentice lowers"
        f" the odds, by up to {float(loss) * 100:.1f} points. Of the other readings of `novice-luck` this cures it:"
        f" {', '.join(cured)}.",
        tables=(
            Table(
                "Success or Crit by Luck",
                ("Luck", "Novice %", "Apprentice %"),
                tuple(zip(scores, novice, apprentice, strict=True)),
            ),
        ),
        charts=(
            Chart(
                "Success or Crit by Luck",
                "lines",
                "Luck",
                "chance",
                scores,
                (Series("Novice", tuple(novice)), Series("Apprentice", tuple(apprentice))),
                percent=True,
            ),
        ),
    )


def time_of_day() -> Answer:
    """What the clock does to Humans and Vampires."""
    human, vampire = TIME_OF_DAY["human"], TIME_OF_DAY["vampire"]
    hours = {
        "usual": 0,
        "Human at night": human["night"],
        "Human by day": human["day"],
        "Vampire in the morning": vampire["morning"],
        "Vampire by day": -VAMPIRE.day_stress,
    }
    trained = (0, 2, 4, 6, 8)
    grid = {name: [_success(modifier=plus + hour) for plus in trained] for name, hour in hours.items()}
    needed = next(plus for plus in range(21) if _success(modifier=plus - VAMPIRE.day_stress) >= grid["usual"][0])
    return Answer(
        method="Exact chance of a Success or Crit at Normal by the agent's own modifier.",
        conclusion=f"At +4 a Human goes from {percent(grid['usual'][2])} to"
        f" {percent(grid['Human at night'][2])} at night and"
        f" {percent(grid['Human by day'][2])} by day. A Vampire by day succeeds"
        f" {percent(grid['Vampire by day'][2])} of the"
        f" time, and needs +{needed} to do as well as an untrained agent ({percent(grid['usual'][0])}).",
        tables=(
            Table(
                "Success or Crit at Normal",
                ("own modifier", *(f"{name} %" for name in hours)),
                tuple((plus, *(grid[name][at] for name in hours)) for at, plus in enumerate(trained)),
            ),
        ),
        charts=(
            Chart(
                "Success or Crit at Normal",
                "lines",
                "own modifier",
                "chance",
                trained,
                tuple(Series(name, tuple(values)) for name, values in grid.items()),
                percent=True,
            ),
        ),
    )
