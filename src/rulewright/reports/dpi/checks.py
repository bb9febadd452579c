"""Reports on checks, Stress, experience and the time of day."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from rulewright.dice import Odds
from rulewright.game.percent import percent, points
from rulewright.games.dpi.check import Check, CheckTerms, bonus, check
from rulewright.games.dpi.data import DIFFICULTY, METERS, SKILLS, STATS, TIME_OF_DAY, VAMPIRE
from rulewright.games.dpi.options import Options
from rulewright.lab.answers import Answer, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.tables_and_charts import chart_of_table, table_of, transposed

PLAIN = Options()
STRESS = range(METERS.stress_most + 1)


def _check(options: Options = PLAIN, **attempt: Any) -> Odds[Check]:
    return odds(check, CheckTerms(**attempt), options=options)


def _succeeds(one: Check) -> bool:
    return one.result in ("success", "crit")


def _success(options: Options = PLAIN, **attempt: Any) -> Fraction:
    return _check(options, **attempt).where(_succeeds)


class _Strain(NamedTuple):
    """One check at a given Stress: its chance of success, and the mean Stress and High it gives."""

    success: Fraction
    stress: Fraction
    high: Fraction


def _strain(stress: int, modifier: int = 0) -> _Strain:
    found = _check(stress=stress, modifier=modifier)
    return _Strain(found.where(_succeeds), found.mean(lambda one: one.stress), found.mean(lambda one: one.high))


def _checks_up(strains: Sequence[_Strain]) -> Fraction:
    """The mean number of checks from no Stress to the most, without relief."""
    return sum((1 / strain.stress for strain in strains[:-1]), Fraction(0))


def _checks_down(strains: Sequence[_Strain]) -> list[Fraction]:
    """The mean number of checks to lose a point at each Stress: by a High, or after losing a point gained meanwhile."""
    down = [Fraction(0)] * len(strains)
    for stress in reversed(STRESS[1:]):
        further = down[stress + 1] if stress < METERS.stress_most else Fraction(0)
        down[stress] = (1 + strains[stress].stress * further) / strains[stress].high
    return down


@question(1, "Is Stress a trap?", "How fast does Stress come by checks, and how long is the way back?")
def _stress_trap() -> Answer:
    modifiers = (0, 2, 4, 6, 8)
    by_modifier = {modifier: [_strain(stress, modifier) for stress in STRESS] for modifier in modifiers}
    up = {modifier: _checks_up(strains) for modifier, strains in by_modifier.items()}
    back = {modifier: sum(_checks_down(strains), Fraction(0)) for modifier, strains in by_modifier.items()}
    strains, down = by_modifier[0], _checks_down(by_modifier[0])
    by_stress = ReportTable(
        "A Novice's check by Stress, and the mean number of checks to lose one point by High",
        ("Stress", "success %", "gains Stress %", "gains High %", "checks to lose a point"),
        tuple((stress, *strains[stress], float(down[stress]) if stress else None) for stress in STRESS),
    )
    return Answer(
        method="Exact odds of a check at Normal for each Stress; modifier 0 is an all-5 Novice. The way up counts no"
        " High; the way back spends each High on Stress at once, and Stress at 5 goes no higher (its overflow costs"
        " Sanity).",
        conclusion=f"Yes. A Novice's check brings Stress {percent(strains[0].stress)} and High"
        f" {percent(strains[0].high)} of the time, so Stress 5 comes after {float(up[0]):.1f} checks, and there only"
        f" {percent(strains[-1].success)} of checks succeed. Back from 5 to 0 by High alone takes {float(back[0]):,.0f}"
        f" checks on average, in practice never. Training helps late: at +4 it takes {float(back[4]):,.0f} checks, at"
        f" +8 still {float(back[8]):,.0f}. Since every resurrection starts at Stress 5, under `keep` a death cripples"
        " nearly every agent for good. With `long-rest-stress` = `clear` one Long Rest of 24 hours is the way back:"
        " take it.",
        tables=(
            by_stress,
            ReportTable(
                "By modifier",
                ("modifier", "success at Stress 0 %", "at Stress 5 %", "checks from 0 to 5", "checks back to 0"),
                tuple(
                    (
                        modifier,
                        found[0].success,
                        found[-1].success,
                        float(up[modifier]),
                        f"{float(back[modifier]):,.0f}",
                    )
                    for modifier, found in by_modifier.items()
                ),
            ),
        ),
        charts=(
            chart_of_table(
                "lines",
                by_stress,
                "chance",
                "An all-5 Novice at Normal",
                columns=("success", "gains Stress", "gains High"),
            ),
        ),
    )


@question(2, "Do doubles undercut difficulty?", "What chance of a Cost or better is left at Impossible?")
def _doubles_and_difficulty() -> Answer:
    modifiers = tuple(range(-10, 11, 2))
    grid = {
        name: [
            _check(modifier=modifier, difficulty=name).where(lambda one: one.result != "failure")
            for modifier in modifiers
        ]
        for name in DIFFICULTY
    }
    whole = {name: [_success(modifier=modifier, difficulty=name) for modifier in modifiers] for name in DIFFICULTY}
    least, least_whole = min(grid["impossible"]), min(whole["impossible"])
    some_success = table_of(
        "Chance of a Cost or better", "modifier", DIFFICULTY, transposed(grid, modifiers), percent=True
    )
    return Answer(
        method="Exact chance of some Cost or better, and of a Success or Crit, by modifier and difficulty.",
        conclusion=f"Yes. However bad the modifier, {least} ({percent(least)}) remains at Impossible: all doubles but"
        f" two ones are at least a Cost, and two sixes a Success ({least_whole}). At modifier 0 Impossible gives"
        f" {percent(grid['impossible'][5])}, Normal {percent(grid['normal'][5])}, so for an untrained agent Impossible"
        " lies hardly above the floor, and a further penalty costs next to nothing. If that is meant as the luck of"
        " heroes, keep it. If Impossible should be out of reach, call for no roll: no ruling takes the doubles away,"
        " and `natural-12` = `table` only makes two sixes a Cost like the others.",
        tables=(
            some_success,
            table_of("Chance of a Success or Crit", "modifier", DIFFICULTY, transposed(whole, modifiers), percent=True),
        ),
        charts=(chart_of_table("lines", some_success, "chance"),),
    )


@question(
    3,
    "How long to Master?",
    "How many checks lead from Novice to Master, per level and cumulatively? Which table fits a number of sessions?",
)
def _experience_pace() -> Answer:
    fails = [_check(skill=level).where(lambda one: one.result == "failure") for level in range(SKILLS.most)]
    needs = {
        "per-level": [SKILLS.xp[level + 1] for level in range(SKILLS.most)],
        "cumulative": [SKILLS.xp[level + 1] - SKILLS.xp[level] for level in range(SKILLS.most)],
    }
    checks = {name: [need / fail for need, fail in zip(wanted, fails, strict=True)] for name, wanted in needs.items()}
    totals = {name: sum(values, Fraction(0)) for name, values in checks.items()}
    last = checks["per-level"][-1] / totals["per-level"]
    per_session = 5
    sessions = (25, 50, 100, 200)
    scaled = [
        (count, *(max(1, round(need * count * per_session / totals["per-level"])) for need in needs["per-level"]))
        for count in sessions
    ]
    steps = ReportTable(
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
    )
    return Answer(
        method="All-5 agent at Normal, no Stress: the XP each level needs over the exact chance to fail at that level."
        f" The tables for a number of sessions keep the printed proportions and count {per_session} checks of the skill"
        " a session.",
        conclusion=f"From Novice to Master it takes about {float(totals['per-level']):,.0f} checks with one skill per"
        f" level, {float(totals['cumulative']):,.0f} cumulatively; the last step alone is {percent(last)} of it,"
        " because a better skill fails less often. At"
        f" {per_session} checks of a skill in a session that is {float(totals['per-level'] / per_session):,.0f} or"
        f" {float(totals['cumulative'] / per_session):,.0f} sessions: nobody will ever become a Master by either"
        f" table. A Master after {sessions[2]} sessions needs a table of {', '.join(map(str, scaled[2][1:]))}; take"
        " the line that fits your campaign.",
        tables=(
            steps,
            ReportTable(
                f"The table per level that makes a Master after some sessions of {per_session} checks",
                ("sessions", *SKILLS.names[1:]),
                tuple(scaled),
            ),
        ),
        charts=(chart_of_table("bars", steps, "checks", columns=("per-level", "cumulative")),),
    )


@question(4, "Does the first level hurt?", "For which Luck does Apprentice lower a Novice's odds?")
def _luck_of_novices() -> Answer:
    scores = tuple(range(STATS.most + 1))
    novice = [_success(luck=luck) for luck in scores]
    apprentice = [_success(luck=luck, skill=1) for luck in scores]
    worse = [luck for luck in scores if apprentice[luck] < novice[luck]]
    level = [luck for luck in scores if apprentice[luck] == novice[luck]]
    rulings: tuple[Literal["best", "off"], ...] = ("best", "off")
    cured = [
        ruling
        for ruling in rulings
        if all(_success(Options(novice_luck=ruling), luck=luck) <= apprentice[luck] for luck in scores)
    ]
    by_luck = ReportTable(
        "Success or Crit by Luck",
        ("Luck", "Novice %", "Apprentice %", "gain %"),
        tuple((luck, novice[luck], apprentice[luck], apprentice[luck] - novice[luck]) for luck in scores),
    )
    return Answer(
        method="Exact chance of a Success or Crit at Normal with a stat of 5, as Novice and as Apprentice.",
        conclusion=f"With Luck {worse[0]} or more (a bonus of +{bonus(worse[0])} or better) Apprentice lowers the odds,"
        f" by {points(*(novice[luck] - apprentice[luck] for luck in worse), joined=', ')} at Luck"
        f" {', '.join(map(str, worse))}; at Luck {level[0]} and {level[-1]} it brings nothing. A lucky agent should"
        " therefore never spend a skill point on a single level. Of the other readings of `novice-luck` this cures it:"
        f" {', '.join(f'`{one}`' for one in cured)}. Take it, or let Luck help Novices by +1 at most.",
        tables=(by_luck,),
        charts=(chart_of_table("lines", by_luck, "chance", columns=("Novice", "Apprentice")),),
    )


@question(9, "What does the clock cost?", "How do night and day change Success, and is a Vampire by day playable?")
def _time_of_day() -> Answer:
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
    by_hour = table_of("Success or Crit at Normal", "own modifier", hours, transposed(grid, trained), percent=True)
    return Answer(
        method="Exact chance of a Success or Crit at Normal by the agent's own modifier.",
        conclusion=f"At +4 a Human goes from {percent(grid['usual'][2])} to {percent(grid['Human at night'][2])} at"
        f" night and {percent(grid['Human by day'][2])} by day: night costs a trained agent more than a third of all"
        " successes, day gives a fifth more, so when to go is a real decision. A Vampire by day succeeds"
        f" {percent(grid['Vampire by day'][2])} of the time, and needs +{needed} to do as well as an untrained agent"
        f" ({percent(grid['usual'][0])}): playable only by staying indoors from 09:00 to 17:00. If Vampires should"
        f" share the day with the others, use the morning's {vampire['morning']}"
        f" ({percent(grid['Vampire in the morning'][2])}) for the day as well.",
        tables=(by_hour,),
        charts=(chart_of_table("lines", by_hour, "chance"),),
    )
