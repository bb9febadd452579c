"""Answers about dice: bursts, Dark Dice, Ego, Skills, creation."""

from fractions import Fraction
from typing import Any

from rulewright.game.percent import percent, points
from rulewright.games.light_dark.attributes import attribute, creation_totals, maxima
from rulewright.games.light_dark.best import Best
from rulewright.games.light_dark.data import LIGHT
from rulewright.games.light_dark.options import Options
from rulewright.lab.answers import Answer, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.light_dark.chances import LEVELS, PLAIN, best, effect_odds, pushes
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, grid_of, table_of, transposed

_FAR = 200  # an Effect this large is rarer than one in 10^25: means are right to every digit shown
EGOS = range(1, 7)
LIGHTS = range(5)


@question(
    1,
    "Is a burst weaker than a plain shot?",
    "A plain shot is 1d6+2, a burst 2d6. How do they compare under each reading of 2d6?",
)
def _burst_or_shot() -> Answer:
    kinds = {
        "plain 1d6+2": ("1d6+2", PLAIN),
        "burst 2d6, highest": ("2d6", PLAIN),
        "burst 2d6, sum": ("2d6", Options(two_d_six="sum")),
        "burst 2d6+2, highest": ("2d6+2", PLAIN),
    }
    found = {name: effect_odds(die, _FAR, options) for name, (die, options) in kinds.items()}
    means = {name: float(one.mean(lambda effect: effect)) for name, one in found.items()}
    targets = range(1, 21)
    reach = {
        name: [one.where(lambda effect, target=target: effect >= target) for target in targets]  # type: ignore[misc]
        for name, one in found.items()
    }
    readings = {"2d6, highest": PLAIN, "2d6, sum": Options(two_d_six="sum"), "2d6+2": Options(burst_die="2d6+2")}
    shooting: dict[str, Any] = {"weapon": "medium-ranged", "dark_max": 4}
    played = {
        level: [
            float(best(level=level, **shooting).value),
            *(float(best(one, level=level, choices=("dark", "burst"), **shooting).value) for one in readings.values()),
        ]
        for level in LEVELS[1:]
    }
    plain, burst = reach["plain 1d6+2"], reach["burst 2d6, highest"]
    better = [target for at, target in enumerate(targets) if burst[at] > plain[at]]
    most_added = [max(row[1 + at] - row[0] for row in played.values()) for at in range(len(readings))]
    reaching = table_of("Chance to reach a target", "Effect at least", kinds, transposed(reach, targets), percent=True)
    return Answer(
        method=f"Exact odds of each Effect; means count an Effect of {_FAR} or more as {_FAR}. Best play in float64"
        " with a medium ranged weapon, Attribute 2, HP 8, Ego 5, never bursting or bursting when it pays; a burst"
        " costs a turn of reloading.",
        conclusion=f"{'Yes' if means['burst 2d6, highest'] < means['plain 1d6+2'] else 'No'}. Read as the highest of"
        f" two, a burst averages {means['burst 2d6, highest']:.2f} against {means['plain 1d6+2']:.2f} for the plain"
        f" shot, reaches only targets of {', '.join(map(str, better))} more often, and costs a turn of reloading."
        f" The option to burst adds {points(most_added[0])} at most to best play, so players will not use it. Added"
        f" up it averages {means['burst 2d6, sum']:.2f}, with its +2 kept {means['burst 2d6+2, highest']:.2f}, and is"
        f" then worth up to {points(most_added[1], most_added[2], joined=' or ')}. Take `burst-die` = `2d6+2`, which"
        " changes nothing else; `two-d-six` = `sum` would strengthen heavy melee as well.",
        tables=(
            ReportTable("Mean Effect", ("shot", "mean"), tuple(means.items())),
            reaching,
            ReportTable(
                "Overcoming a Challenge by best play",
                ("level", "never bursting %", *(f"burst {name} %" for name in readings)),
                tuple((level, *row) for level, row in played.items()),
            ),
        ),
        charts=(chart_of_table("lines", reaching, "chance"),),
    )


_MOST_LOOKED_AT = 20  # the most that may be taken


@question(
    2,
    "How many Dark Dice should you take?",
    "Which number is best, by Ego and Light Dice, for one roll and for a fight? Should there be a limit?",
)
def _how_many_dark_dice() -> Answer:
    def standing(light: int, dark: int, ego: int, band: int) -> Fraction:
        """The chance of at least this band without being lost."""
        return pushes(light, dark, ego).where(lambda one: one.band >= band and one.ego > 0)

    def most(light: int, ego: int, band: int, limit: int = _MOST_LOOKED_AT) -> tuple[int, Fraction]:
        """The number of Dark Dice with the best chance, and that chance."""
        chances = [standing(light, dark, ego, band) for dark in range(limit + 1)]
        return chances.index(max(chances)), max(chances)

    def opening(light: int, ego: int, limit: int) -> Best:
        return best(attribute=min(3, light), skill=max(0, light - 3), ego=ego, dark_max=limit)

    places = [(light, ego) for light in LIGHTS for ego in EGOS]
    fought = {place: opening(*place, _MOST_LOOKED_AT).dark for place in places}
    success = {place: most(*place, 1)[0] for place in places}
    clean = {place: most(*place, 2)[0] for place in places}
    first = [fought[2, ego] for ego in EGOS]
    lost_once = {
        (light, ego, band): most(light, ego, band)[1] - most(light, ego, band, ego)[1]
        for light, ego in places
        for band in (1, 2)
    }
    binding = sorted({ego for grid in (fought, success, clean) for (_, ego), dark in grid.items() if dark > ego})
    worst = max(lost_once, key=lambda place: lost_once[place])
    free, bound = (float(opening(2, 6, limit).value) for limit in (_MOST_LOOKED_AT, 6))
    usual = {ego - dark for ego, dark in zip(EGOS[:-1], first[:-1], strict=True)}
    return Answer(
        method=f"Exact odds of one roll without being lost, 0 to {_MOST_LOOKED_AT} Dark Dice; and best play in float64"
        " of a Dangerous Challenge with 1d, HP 8, worth 1 if it is overcome.",
        conclusion=f"Your Ego less {' or '.join(map(str, sorted(usual)))}, and far more at Ego 6. With two Light Dice"
        f" best play opens a Dangerous fight with {', '.join(map(str, first))} Dark Dice at Ego 1 to 6. For a single"
        f" 4 or more at Ego 6 it is {success[2, 6]}, for a 6 it is {clean[2, 6]}: only sixes cost Ego there, so"
        f" handfuls are cheap. A limit of current Ego would bind at Ego {' and '.join(map(str, binding))} alone. In a"
        f" Dangerous fight from Ego 6 it costs {points(free - bound)}, and {points(lost_once[worst])} at most in one"
        f" desperate roll (a {'6' if worst[2] == 2 else '4 or more'} with {worst[0]} Light Dice at Ego {worst[1]})."
        f" So set the limit unless throwing {clean[2, 6]} dice is the point: fights hardly change, the handful stays"
        " small, and players feel falling Ego at once.",
        tables=(
            grid_of("Dark Dice for the best chance of 4 or more", "Light Dice", "Ego {}", success),
            grid_of("Dark Dice for the best chance of a 6", "Light Dice", "Ego {}", clean),
            grid_of("Dark Dice in the first turn of a Dangerous fight, best play", "Light Dice", "Ego {}", fought),
        ),
        charts=(
            chart_of(
                "heat",
                "First turn of a Dangerous fight: Dark Dice of best play",
                "Ego",
                EGOS,
                "Light Dice",
                {light: [fought[light, ego] for ego in EGOS] for light in LIGHTS},
            ),
        ),
    )


@question(
    3,
    "Snapshot or cascade?",
    "What does it cost to compare Dark Dice with an Ego that falls, and how does best play change?",
)
def _snapshot_or_cascade() -> Answer:
    rulings = {"snapshot": PLAIN, "cascade": Options(ego_compare="cascade")}
    darks = range(1, 7)

    def loss(options: Options, dark: int, ego: int) -> Fraction:
        return pushes(0, dark, ego, options).mean(lambda one: ego - one.ego)

    lost = {name: {ego: [loss(one, dark, ego) for dark in darks] for ego in EGOS} for name, one in rulings.items()}
    play = {name: {ego: best(one, ego=ego, dark_max=12) for ego in EGOS} for name, one in rulings.items()}
    harsher = max(
        (
            (lost["cascade"][ego][at] - lost["snapshot"][ego][at], ego, dark)
            for ego in EGOS
            for at, dark in enumerate(darks)
        )
    )
    dearest = float(play["snapshot"][6].value - play["cascade"][6].value)
    changed = [ego for ego in EGOS if play["snapshot"][ego].dark != play["cascade"][ego].dark]
    return Answer(
        method="Exact expected Ego loss; best play in float64 of a Dangerous Challenge with Attribute 2, HP 8 and 1d.",
        conclusion=f"Comparing from the highest die down costs at most {float(harsher[0]):.2f} Ego more, at Ego"
        f" {harsher[1]} with {harsher[2]} Dark Dice, and nothing with a single one. In a Dangerous fight best play"
        f" then starts with another number of Dark Dice at Ego {', '.join(map(str, changed)) or 'none'}; at Ego 5 its"
        f" chance to overcome is {percent(play['cascade'][5].value)} instead of {percent(play['snapshot'][5].value)}."
        f" `cascade` is the cure for handfuls of Dark Dice: at Ego 6 best play takes {play['cascade'][6].dark}"
        f" instead of {play['snapshot'][6].dark}, for {points(dearest)} less. Keep `snapshot` for speed at the table,"
        " since dice have no order; take `cascade` if pushing hard should be dangerous.",
        tables=(
            *(
                table_of(
                    f"Expected Ego loss, {name}",
                    "Ego",
                    [f"{dark} Dark" for dark in darks],
                    {ego: map(float, lost[name][ego]) for ego in EGOS},
                )
                for name in rulings
            ),
            ReportTable(
                "Best play of a Dangerous fight",
                ("Ego", *(head for name in rulings for head in (f"{name}: Dark Dice", f"{name}: overcome %"))),
                tuple((ego, *(cell for name in rulings for cell in _shown(play[name][ego]))) for ego in EGOS),
            ),
        ),
        charts=(
            chart_of(
                "bars",
                "Expected Ego loss at Ego 4",
                "Dark Dice",
                darks,
                "Ego lost",
                {name: lost[name][4] for name in rulings},
            ),
        ),
    )


def _shown(play: Best) -> tuple[int, float]:
    return play.dark, float(play.value)


@question(
    9,
    "Is the ceiling of Ego too low?",
    "How often does a new character start at 6 or waste a point, and when is +1 Ego worth nothing?",
)
def _ego_ceiling() -> Answer:
    one = {rolled.value: chance for rolled, chance in odds(attribute, options=PLAIN).items()}
    mind = {total: Fraction(0) for total in range(5)}
    for insight, first in one.items():
        for resolve, second in one.items():
            mind[insight + resolve] += first * second
    rows = []
    for total, chance in mind.items():
        gained = 0
        insight = min(2, total)
        while (
            maxima(PLAIN, 0, 0, insight, total - insight, gained + 1).max_ego
            > maxima(PLAIN, 0, 0, insight, total - insight, gained).max_ego
        ):
            gained += 1
        start = maxima(PLAIN, 0, 0, insight, total - insight).max_ego
        rows.append((total, chance, start, gained, max(0, total + 3 - start)))
    at_six = odds(creation_totals, options=PLAIN).where(lambda made: made.max_ego == 6)
    mean = sum(chance * gained for _, chance, _, gained, _ in rows)
    starting = ReportTable(
        "Ego at the start and the Advancements that still raise it",
        (
            "Insight + Resolve",
            "chance %",
            "starting maximum",
            "Advancements that raise it",
            "points wasted at once",
        ),
        tuple(rows),
    )
    return Answer(
        method="Exact odds of Insight + Resolve without an exchange; the maximum Ego of each with Advancements"
        " from XP.",
        conclusion=f"For most, soon. A new character already has Ego 6 in {percent(at_six)} of cases and wastes a"
        f" point in {percent(mind[4])}. On average {float(mean):.2f} Advancements still raise Ego, and after"
        f" {max(gained for _, _, _, gained, _ in rows)} none does for any character. So +1 Ego is a reward for the"
        " first Advancements only, and mostly for those who began with little. Since Dark Dice carry no risk above"
        " Ego 6, do not lift the ceiling; let an Advancement at the ceiling give something else, such as a second"
        " point of HP.",
        tables=(starting,),
        charts=(
            chart_of_table("bars", starting, "chance", "Insight + Resolve of a new character", columns=("chance",)),
        ),
    )


@question(
    10,
    "How long does a character last?",
    "How many knock-outs can a character survive, and how much do lost Attributes matter?",
)
def _lifespan() -> Answer:
    one = {rolled.value: chance for rolled, chance in odds(attribute, options=PLAIN).items()}
    total: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(4):
        onward: dict[int, Fraction] = {}
        for have, chance in total.items():
            for value, part in one.items():
                onward[have + value] = onward.get(have + value, Fraction(0)) + chance * part
        total = onward
    # Extra Attribute adds a point unless all four are at 2 already.
    full = one[2] ** 4
    extra = {points: total.get(points - 1, Fraction(0)) for points in range(10)}
    extra[9] = Fraction(0)
    extra[8] = total[7] + full
    mean = sum(points * chance for points, chance in total.items())
    more = sum(points * chance for points, chance in extra.items())
    few = total[0] + total[1] + total[2]
    five = sum((chance for points, chance in total.items() if points >= 5), Fraction(0))
    falling = [(value, best(attribute=value, hp=8, ego=5).value) for value in (2, 1, 0)]
    survived = ReportTable(
        "Knock-outs that can be survived",
        ("sum of Attributes", "as rolled %", "with Extra Attribute %"),
        tuple((points, total.get(points, Fraction(0)), extra.get(points, Fraction(0))) for points in range(9)),
    )
    gone = next(n for n in range(10) if sum(chance for points, chance in total.items() if points >= n) < Fraction(1, 2))
    return Answer(
        method="Exact odds of the sum of four Attributes; best play in float64 of a Dangerous Challenge with 1d"
        " at HP 8, Ego 5 as the Attribute used falls.",
        conclusion=f"A new character survives {float(mean):.2f} knock-outs on average, {float(more):.2f} with Extra"
        f" Attribute; {percent(total[0])} survive none, {percent(1 - few)} three or more and {percent(five)} five or"
        " more. Losing the Attribute you fight with lowers the chance to overcome a Dangerous Challenge from"
        f" {percent(falling[0][1])} to {percent(falling[1][1])} and {percent(falling[2][1])}: Dark Dice make up for"
        " much of it, so it is no death spiral. Give up the Attributes you do not fight with first. If every"
        f" scenario knocks each character out once, most are dead after {gone}: plan the number of such scenes, or"
        " let Advancements give lost points back.",
        tables=(
            survived,
            ReportTable("Overcoming a Dangerous Challenge", ("Attribute", "overcome %"), tuple(falling)),
        ),
        charts=(chart_of_table("bars", survived, "chance"),),
    )


@question(13, "Do Skills break the scale?", "What are the third and the fourth Light Die worth?")
def _skills_and_scale() -> Answer:
    rows: list[tuple[int, Fraction, Fraction, Fraction]] = []
    for light in range(1, 5):
        bands = pushes(light, 0, 6).map(lambda one: int(one.band))
        rows.append((light, bands.chance(0), bands.chance(1), bands.chance(2)))
    gains = [(rows[at][0], rows[at - 1][1] - rows[at][1], rows[at][3] - rows[at - 1][3]) for at in range(1, 4)]
    results = ReportTable("Light Dice", ("Light Dice", "fail %", "complication %", "success %"), tuple(rows))
    again = gains[2][1] / gains[1][1]
    return Answer(
        method="Exact odds of 1 to 4 Light Dice.",
        conclusion=f"No. The third die takes {points(gains[1][1])} off failure and adds {points(gains[1][2])} to a"
        f" clean success, the fourth {points(gains[2][1], gains[2][2])}: each takes off {float(again)} times as much"
        f" failure as the one before. Four dice still fail {percent(rows[3][1])} of the time and roll a 6"
        f" {percent(rows[3][3])} of the time, and a complication comes about as often with two dice as with four"
        f" ({percent(rows[1][2])} and {percent(rows[3][2])}). The limit of {LIGHT.most} is what holds the scale: an"
        f" Attribute of 3 leaves room for {LIGHT.most - 3} die of Skill, so give Skills of 1, and of 2 only where"
        " Attributes stay at 2.",
        tables=(
            results,
            ReportTable("What one more die changes", ("die number", "less failure %", "more sixes %"), tuple(gains)),
        ),
        charts=(chart_of_table("lines", results, "chance", "Results by Light Dice"),),
    )
