"""Answers about stress, wounds and bleeding."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any

from rulewright.game.percent import percent, points
from rulewright.games.untold_aeons.data import TIME
from rulewright.games.untold_aeons.limits import stress_limit, wound_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.stress import Recovery, SanityCheck, recover_stress, sanity_check
from rulewright.games.untold_aeons.wounds import Bleeding, Damage, bleed_out, take_damage
from rulewright.lab.answers import Answer, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.tables_and_charts import chart_of, table_of

PLAIN = Options()
AT = Options(threshold="at-or-above")
Mind = tuple[int, str]
"""Stress, and steady, shaken or insane."""


@question(
    5,
    "Bleeding per minute or per round?",
    "UA-94 leaves it open. How long does a Severely Injured character live, and does help come in time?",
)
def _bleeding() -> Answer:
    toughnesses, starts, most = range(1, 6), (0, 5, 10), 60
    rows = []
    alive: dict[tuple[int, int], list[Fraction]] = {}
    for toughness in toughnesses:
        for above in starts:
            wounds = wound_limit(toughness) + above
            found = odds(bleed_out, Bleeding(toughness=toughness, wounds=wounds, ticks=most), options=PLAIN)
            at = {end.ticks: chance for end, chance in found.items() if end.result == "dead"}
            dead = [sum((at.get(tick, Fraction(0)) for tick in range(t + 1)), Fraction(0)) for t in range(most + 1)]
            alive[toughness, above] = [1 - chance for chance in dead]
            median = next((t for t in range(most + 1) if dead[t] >= Fraction(1, 2)), None)
            mean = found.mean(lambda end: end.ticks)
            seconds = None if median is None else median * TIME.round_seconds
            in_time = (alive[toughness, above][t] for t in (5, 10, 15, 20))
            rows.append((toughness, wounds, mean, median, seconds, *in_time))
    three = alive[3, 0]
    safe = next(t for t in range(most + 1) if three[t + 1] < 1)
    half = next(t for t in range(most + 1) if three[t] <= Fraction(1, 2))
    return Answer(
        method="Exact odds of the tick of death; a tick is a minute or a round of 5 seconds by `bleeding`.",
        conclusion=f"With Toughness 3 and wounds just at the limit nothing can happen for {safe} ticks, and half are"
        f" dead after {half}: {half} minutes by one ruling, {half * TIME.round_seconds} seconds by the other. Every"
        " wound beyond the limit is a tick less, up to twice the limit; every point of Toughness is a little more than"
        f" one tick longer. By minute, help within {safe} minutes is always in time, so bleeding is a formality unless"
        f" nobody is near. By round the fallen have {safe} rounds, longer than most duels of question 7, and a"
        f" character struck ten points beyond the limit {half - 10}: the fight goes on with a clock that can be beaten."
        " Take `round` if bleeding should be felt at the table, `minute` if a fight should be over before a"
        " character is lost.",
        tables=(
            ReportTable(
                "Until death, and the chance to be alive when help comes after some ticks",
                (
                    *("Toughness", "wounds", "mean tick", "median: minutes", "or seconds"),
                    *(f"after {t} ticks %" for t in (5, 10, 15, 20)),
                ),
                tuple(rows),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Alive after so many ticks, from the wound limit",
                "ticks",
                range(31),
                "chance to be alive",
                {f"Toughness {t}": alive[t, 0][:31] for t in toughnesses},
                percent=True,
            ),
        ),
    )


@lru_cache(maxsize=100_000)
def _checked(
    options: Options, willpower: int, intellect: int, difficulty: int, mind: Mind
) -> tuple[tuple[Mind, int, float], ...]:
    """Where one sanity check leads, with the notches gained; in float64."""
    stress, state = mind
    check = SanityCheck(
        willpower=willpower,
        intellect=intellect,
        difficulty=difficulty,
        stress=stress,
        shaken=state != "steady",
        insane=state == "insane",
    )
    found: dict[tuple[Mind, int], float] = {}
    for end, chance in odds(sanity_check, check, options=options).items():
        key = ((stress + end.stress_gained, end.state), end.notches)
        found[key] = found.get(key, 0.0) + float(chance)
    return tuple((after, notches, chance) for (after, notches), chance in found.items())


@lru_cache(maxsize=100_000)
def _rested(options: Options, willpower: int, days: int, mind: Mind) -> tuple[tuple[Mind, float], ...]:
    stress, state = mind
    if days == 0:
        return ((mind, 1.0),)
    rest = Recovery(willpower=willpower, stress=stress, days=days, shaken=state != "steady")
    found: dict[Mind, float] = {}
    for end, chance in odds(recover_stress, rest, options=options).items():
        after = (end.stress, state if state == "insane" else "shaken" if end.shaken else "steady")
        found[after] = found.get(after, 0.0) + float(chance)
    return tuple(found.items())


_NEGLIGIBLE = 1e-9


def _until(
    over: Callable[[str], bool], willpower: int, intellect: int, difficulty: int, days: int, most: int
) -> tuple[float, float]:
    """The mean number of checks until a state is reached (counted up to `most`), and the chance that it is by then."""
    standing: dict[Mind, float] = {(0, "steady"): 1.0}
    mean = dropped = 0.0
    for _ in range(most):
        mean += sum(standing.values())
        after: dict[Mind, float] = {}
        for mind, mass in standing.items():
            if mass < _NEGLIGIBLE:
                dropped += mass
                continue
            for checked, _, chance in _checked(PLAIN, willpower, intellect, difficulty, mind):
                if not over(checked[1]):
                    for rested, way in _rested(PLAIN, willpower, days, checked):
                        after[rested] = after.get(rested, 0.0) + mass * chance * way
        standing = after
    return mean, max(0.0, 1 - sum(standing.values()) - dropped)


def mean_checks_until_shaken(willpower: int, intellect: int) -> float:
    """Mean number of sanity checks of difficulty 2, one after the other, until Shaken."""
    return _until(lambda state: state != "steady", willpower, intellect, 2, 0, 30)[0]


@question(
    13,
    "How fast does sanity go?",
    "How many sanity checks until Shaken and insane, with rest between them or without, and how many notches?",
)
def _sanity_pace() -> Answer:
    most = 30
    grid: dict[tuple[int, int, int, int], tuple[float, float]] = {}
    for willpower in (1, 3, 5):
        for intellect in (1, 3, 5):
            grid[willpower, intellect, 2, 0] = _until(lambda s: s != "steady", willpower, intellect, 2, 0, most)
    paces = {
        (willpower, difficulty, days): (
            *_until(lambda s: s != "steady", willpower, 3, difficulty, days, most),
            *_until(lambda s: s == "insane", willpower, 3, difficulty, days, most),
        )
        for willpower in (2, 3, 4)
        for difficulty in (1, 2, 3)
        for days in range(4)
    }
    insane = {
        (willpower, intellect): _until(lambda s: s == "insane", willpower, intellect, 2, 0, most)
        for willpower in (1, 3, 5)
        for intellect in (1, 3, 5)
    }
    notches = {}
    for willpower in range(1, 6):
        found = _checked(PLAIN, willpower, 3, 2, (stress_limit(willpower), "shaken"))
        notches[willpower] = sum(gained * chance for _, gained, chance in found)
    days_down = [
        (willpower, over, _days_to_calm(willpower, stress_limit(willpower) + over))
        for willpower in range(1, 6)
        for over in (1, 5)
    ]
    stuck = sorted({willpower for willpower, _, days in days_down if days is None})
    quick, slow = paces[3, 2, 0], paces[3, 2, 3]
    return Answer(
        method=f"Sanity checks one after the other from no stress, in float64 from exact odds, counted up to {most}"
        " checks; paths with a chance below one in a billion are dropped.",
        conclusion=f"At Willpower and Intellect 3, a character is Shaken after {quick[0]:.1f} checks of difficulty 2 on"
        f" average without rest; with three quiet days between them {percent(slow[1])} are Shaken within {most} checks."
        f" Insanity comes after {insane[3, 3][0]:.1f} checks. A check while Shaken brings {notches[3]:.2f} notches at"
        f" Willpower 3, so a hardened level takes about {3 / notches[3]:.0f} of them, more than most stay sane for."
        f" Above the limit a Shaken character of Willpower {' or '.join(map(str, stuck))} never recovers by rest: the"
        " untrained die has one success at most, and half of it is nothing. The pace is set by rest, not by horror: one"
        f" quiet day turns {quick[0]:.1f} checks into {paces[3, 2, 1][0]:.1f}. Give a day between shocks for a slow"
        " burn and none for a night of terror, use difficulty 3 sparingly, and let a character of Willpower 1 lose a"
        " point a day while Shaken.",
        tables=(
            ReportTable(
                "Checks of difficulty 2 without rest",
                ("Willpower", "Intellect", "until Shaken", "until insane"),
                tuple((w, i, grid[w, i, 2, 0][0], insane[w, i][0]) for w in (1, 3, 5) for i in (1, 3, 5)),
            ),
            ReportTable(
                f"At Intellect 3, counted up to {most} checks; chance of it by then",
                ("Willpower", "difficulty", "rest days", "until Shaken", "Shaken %", "until insane", "insane %"),
                tuple((w, d, days, *paces[w, d, days]) for (w, d, days) in paces),
            ),
            ReportTable(
                "Notches per check of difficulty 2 while Shaken",
                ("Willpower", "notches"),
                tuple(notches.items()),
            ),
            ReportTable(
                "Days until Shaken is over",
                ("Willpower", "points above the limit", "mean days"),
                tuple((willpower, over, "never" if days is None else days) for willpower, over, days in days_down),
            ),
        ),
        charts=(
            chart_of(
                "bars",
                "Mean checks until Shaken, Willpower and Intellect 3",
                "rest days between checks",
                range(4),
                f"checks, up to {most}",
                {f"difficulty {d}": [paces[3, d, days][0] for days in range(4)] for d in (1, 2, 3)},
            ),
        ),
    )


def _days_to_calm(willpower: int, stress: int) -> float | None:
    """Mean days until Shaken is over; None when it never is."""
    standing: dict[Mind, float] = {(stress, "shaken"): 1.0}
    mean = 0.0
    for _ in range(200):
        mean += sum(standing.values())
        standing = _spread_out(standing, partial(_rested, PLAIN, willpower, 1))
        standing = {mind: mass for mind, mass in standing.items() if mind[1] != "steady"}
    return None if sum(standing.values()) > _NEGLIGIBLE else mean


@question(
    6,
    "Above the limit, or at it?",
    "UA-65 and UA-86 disagree. What does the ruling change when checks or hits of one size follow each other?",
)
def _threshold() -> Answer:
    rulings = {"above": PLAIN, "at-or-above": AT}
    runs = range(1, 11)
    both = {(name, state): shares for name, one in rulings.items() for state, shares in _course(one, 2, 3).items()}

    def most_moved(state: str, difficulty: int, damage: int) -> float:
        """The largest difference that the ruling makes anywhere in a run."""
        above, at = (_course(options, difficulty, damage)[state] for options in rulings.values())
        return max(abs(one - other) for one, other in zip(above, at, strict=True))

    by_severity = tuple((difficulty, most_moved("shaken", difficulty, 3)) for difficulty in range(1, 5))
    by_hit = tuple((damage, most_moved("severely-injured", 2, damage)) for damage in range(1, 7))
    shift, hurt = by_severity[1][1], by_hit[2][1]
    return Answer(
        method="Ten equal sanity checks of difficulty 2 (Willpower and Intellect 3), and ten hits of 3 points"
        " (Toughness 2, so that they land on the limit), every path followed in float64 from exact odds; Shaken"
        " includes insane, injured includes dead.",
        conclusion=f"The ruling moves the chance of Shaken by at most {points(shift)} and that of Severely Injured by"
        f" at most {points(hurt)}: it matters for one check or hit, the one that lands exactly on the limit. Stress"
        " grows by uneven amounts and blurs it; equal hits that divide the limit feel it in full, others not at all."
        " After that one step both rulings run the same course, less than one check or hit apart, insanity and death"
        " included. Choose by the words you like to say at the table. `above` needs no roll against nothing and is the"
        " simpler.",
        tables=(
            table_of(
                "After so many checks or hits",
                "number",
                [f"{state}, {name}" for state in _STATES for name in rulings],
                {
                    number: [both[name, state][at] for state in _STATES for name in rulings]
                    for at, number in enumerate(runs)
                },
                percent=True,
            ),
            ReportTable(
                "Largest change by the difficulty of the checks",
                ("difficulty", "Shaken %"),
                by_severity,
            ),
            ReportTable(
                "Largest change by the size of the hits, Toughness 2", ("damage", "Severely Injured %"), by_hit
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Shaken and Severely Injured under both rulings",
                "checks or hits",
                runs,
                "chance",
                {
                    f"{state}, {name}": both[name, state][: len(runs)]
                    for state in ("shaken", "severely-injured")
                    for name in rulings
                },
                percent=True,
            ),
        ),
    )


_STATES = ("shaken", "insane", "severely-injured", "dead")


def _spread_out(standing: dict[Any, float], leads: Callable[[Any], Any]) -> dict[Any, float]:
    after: dict[Any, float] = {}
    for at, mass in standing.items():
        for target, chance in leads(at):
            after[target] = after.get(target, 0.0) + mass * chance
    return after


_RUN = 14  # long enough for the smallest hits to reach the limit


@cache
def _course(options: Options, difficulty: int, damage: int) -> dict[str, list[float]]:
    """The chance of each grave state after every one of equal sanity checks and equal hits."""
    mind: dict[Mind, float] = {(0, "steady"): 1.0}
    body: dict[tuple[int, str], float] = {(0, "standing"): 1.0}
    found: dict[str, list[float]] = {state: [] for state in _STATES}
    for _ in range(_RUN):
        mind = _spread_out(mind, partial(_shocked, options, difficulty))
        body = _spread_out(body, partial(_struck, options, damage))
        for state, graver, shares in (
            ("shaken", "insane", mind),
            ("insane", "insane", mind),
            ("severely-injured", "dead", body),
            ("dead", "dead", body),
        ):
            found[state].append(sum(mass for (_, now), mass in shares.items() if now in (state, graver)))
    return found


def _shocked(options: Options, difficulty: int, mind: Mind) -> list[tuple[Mind, float]]:
    return [(after, chance) for after, _, chance in _checked(options, 3, 3, difficulty, mind)]


def _struck(options: Options, damage: int, body: tuple[int, str]) -> list[tuple[tuple[int, str], float]]:
    wounds, state = body
    if state == "dead":
        return [(body, 1.0)]
    hit = Damage(toughness=2, wounds=wounds, damage=damage, severely_injured=state == "severely-injured")
    return [((end.wounds, end.state), float(chance)) for end, chance in odds(take_damage, hit, options=options).items()]
