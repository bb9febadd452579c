"""Answers about sizes, weights and movement."""

from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from rulewright.game.percent import percent, points
from rulewright.games.die_code.data import COLUMNS, LADDER, MODES, MOVEMENT, SIZES, Difficulty, ModeName
from rulewright.games.die_code.movement import (
    MoveTerms,
    declarations,
    difficulty_of,
    mean_paces,
    miles_per_hour,
    paces_of,
)
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolParameters, hand_of
from rulewright.games.die_code.sizes import drams, inches
from rulewright.lab.answers import Answer, Cell, ReportTable, question
from rulewright.reports.die_code.chances import PLAIN, hand, success
from rulewright.reports.tables_and_charts import chart_of, chart_of_table


@question(
    9, "Does size matter enough?", "How much does one step of size change the chance of success, in points and in dice?"
)
def _does_size_matter() -> Answer:
    steps = range(-5, 6)
    pools: tuple[tuple[int, Difficulty], ...] = (
        (2, "easy"),
        (3, "moderate"),
        (4, "moderate"),
        (5, "difficult"),
        (6, "difficult"),
        (6, "hard"),
        (8, "hard"),
    )
    units = {"points": PLAIN, "dice": Options(size_unit="dice")}

    def chance(unit: str, dice: int, rung: Difficulty, step: int) -> Fraction:
        own = hand_of(units[unit], PoolParameters(pool=f"{dice}d"), step)
        return success(own, LADDER[rung].tn, units[unit])

    lines = {(unit, *pool): [chance(unit, *pool, step) for step in steps] for unit in units for pool in pools}

    def one_step(unit: str, dice: int, rung: Difficulty, down: bool) -> Fraction:
        line, even = lines[unit, dice, rung], steps.index(0)
        return line[even - 1] - line[even] if down else line[even + 1] - line[even]

    changes: list[tuple[Cell, ...]] = []
    for dice, rung in pools:
        moves = [one_step(unit, dice, rung, down) for unit in units for down in (True, False)]
        changes.append((dice, rung, chance("points", dice, rung, 0), *moves))
    lost = {unit: [-one_step(unit, *pool, True) for pool in pools] for unit in units}
    far = {unit: lines[unit, 3, "moderate"] for unit in units}
    to_a_rung = COLUMNS["TN"]
    return Answer(
        method="Exact chance of success for every size modifier, with the dice that may just take the average on a"
        " rung and with the fewest that have about an even chance there.",
        conclusion=f"In points one step down costs {points(min(lost['points']), max(lost['points']), joined=' to ')}:"
        f" a step is a pip, and next to nothing for a pool that is safe anyway. It takes {to_a_rung} steps to make a"
        f" rung, and then it counts: 3 dice at Moderate go from {percent(far['points'][5])} to"
        f" {percent(far['points'][0])} against something five sizes larger or smaller. As dice one step costs"
        f" {points(min(lost['dice']), max(lost['dice']), joined=' to ')}, and two decide the roll"
        f" ({percent(far['dice'][5])} to {percent(far['dice'][3])} for those 3 dice). Points are right for neighbours"
        " in size; if a giant should feel like one from the first step, take `size-unit` = `dice`, or let each step"
        " count two points.",
        tables=(
            ReportTable(
                "One step of size: change of the chance",
                ("dice", "rung", "even sizes %", "points, down %", "points, up %", "dice, down %", "dice, up %"),
                tuple(changes),
            ),
            *(
                ReportTable(
                    f"Chance of success by size modifier, in {unit}",
                    ("dice", "rung", *(f"{step:+d} %" for step in steps)),
                    tuple((dice, rung, *lines[unit, dice, rung]) for dice, rung in pools),
                )
                for unit in units
            ),
        ),
        charts=tuple(
            chart_of(
                "lines",
                f"Chance of success by size modifier, in {unit}",
                "size modifier",
                steps,
                "chance of success",
                {f"{dice}d, {rung}": lines[unit, dice, rung] for dice, rung in pools[::2]},
                percent=True,
            )
            for unit in units
        ),
    )


@question(10, "Is k 1000 or 1024?", "Which weights have another size under the other reading?")
def _thousands() -> Answer:
    decimal, binary = PLAIN, Options(klb="binary")
    pound = drams(decimal, "1lb")
    rows: list[tuple[Cell, ...]] = []
    smaller: str = next(iter(SIZES))
    for name, one in SIZES.items():
        if one.weight[0]:
            low, high = (drams(options, one.weight[0]) / pound for options in (decimal, binary))
            if low != high:
                rows.append((one.weight[0], int(low), int(high), smaller, name, (high - low) / low))
        smaller = name
    steps = [inches(one.length[0]) for one in SIZES.values() if one.length[0]]
    weights = {
        label: [drams(options, one.weight[0]) for one in SIZES.values() if one.weight[0]]
        for label, options in (("1000", decimal), ("1024", binary))
    }
    uneven = {label: sum(after != before * 8 for before, after in pairwise(found)) for label, found in weights.items()}
    cubed = all(after == before * 2 for before, after in pairwise(steps))
    moved = [row[5] for row in rows if isinstance(row[5], Fraction)]
    changing = ", ".join(f"{row[1]:,} to {row[2]:,} lb" for row in rows)
    borders = ReportTable(
        "Borders that move",
        ("border", "pounds with 1000", "pounds with 1024", "below", "from it on", "moved by %"),
        tuple(rows),
    )
    return Answer(
        method="The borders of every size in pounds under both readings of k.",
        conclusion=f"Only weights of {changing} change their size: from the lower number up to just under the higher"
        f" one they are one size smaller with 1024. With 1000, {uneven['1000']} steps are not exactly times eight,"
        f" with 1024 {uneven['1024'] or 'every step is'}{', as it should be when lengths double' if cubed else ''}."
        f" At the table it makes no difference: the borders move by only {percent(min(moved))} to"
        f" {percent(max(moved))}. Keep 1000, which is what people expect; take 1024 only for the beauty of the table.",
        tables=(borders,),
        charts=(
            chart_of_table("bars", borders, "share of the weight", "How far the borders move", columns=("moved by",)),
        ),
    )


@question(
    11, "Which pace pays?", "Which mode gets 1 to 12 dice farthest, in and out of combat, and is Combat ever the one?"
)
def _which_pace_pays() -> Answer:
    pools = range(1, 13)
    rows: list[tuple[Cell, ...]] = []
    best: dict[bool, list[Fraction]] = {False: [], True: []}
    chosen: set[ModeName] = set()
    crawl: dict[bool, list[Fraction]] = {False: [], True: []}
    walk: dict[bool, list[Fraction]] = {False: [], True: []}
    for in_combat in (False, True):
        for dice in pools:
            terms = MoveTerms(hand(dice), MOVEMENT.usual_move, in_combat)
            means = {one: mean_paces(PLAIN, terms, *one) for one in declarations(PLAIN, terms)}
            mode, average = max(means, key=lambda one: means[one])
            chosen.add(mode)
            best[in_combat].append(means[mode, average])
            crawl[in_combat].append(means["combat", False])
            walk[in_combat].append(means["walk", False])
            where = "in combat" if in_combat else "typical"
            rows.append(
                (
                    where,
                    dice,
                    mode,
                    "average" if average else "roll",
                    means[mode, average],
                    means["combat", False],
                    means["walk", False],
                )
            )
    never = [mode for mode in MODES if mode not in chosen]
    walked, fought = (paces_of(PLAIN, MOVEMENT.usual_move, mode) for mode in ("walk", "combat"))
    return Answer(
        method=f"The exact mean paces of every mode and method for Move {MOVEMENT.usual_move}, rolled and averaged.",
        conclusion=f"Modes that are never the best by distance: {', '.join(never)}. In a fight the best is usually"
        f" one mode slower than outside. Combat brings {float(crawl[True][1]):.2f} paces with 2 dice in combat where"
        f" walking brings {float(walk[True][1]):.2f}, and {float(crawl[True][3]):.2f} against"
        f" {float(walk[True][3]):.2f} with 4: it is {difficulty_of('combat', True)} where Walk is"
        f" {difficulty_of('walk', True)}, and covers {fought} paces where Walk covers {walked}. Players have no reason"
        f" to declare it. It needs a reward that Walk lacks, worth more than {walked - fought} paces and one"
        " rung, such as acting on the move. If it should only mean moving with care, make it as easy as Walk,"
        " so that the distance is the whole price.",
        tables=(
            ReportTable(
                "The best declaration",
                ("column", "dice", "mode", "method", "mean paces", "Combat, rolled", "Walk, rolled"),
                tuple(rows),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Mean paces of the best declaration",
                "dice in the pool",
                pools,
                "paces",
                {"typical": best[False], "in combat": best[True], "Combat mode in combat": crawl[True]},
            ),
        ),
    )


def _speed(mode: ModeName, seconds: Fraction) -> Fraction:
    return miles_per_hour(paces_of(PLAIN, MOVEMENT.usual_move, mode), seconds)


@question(12, "How long is a round?", "How fast is each mode in miles per hour for Move 6, by the length of a round?")
def _how_long_is_a_round() -> Answer:
    lengths = [Fraction(seconds) for seconds in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15)]
    walking = Fraction(3)
    fitting = _speed("walk", Fraction(1)) / walking
    rows = tuple((seconds, *(_speed(mode, seconds) for mode in MODES)) for seconds in sorted([*lengths, fitting]))
    return Answer(
        method=f"Feet per round for Move {MOVEMENT.usual_move}, times the rounds of an hour, in miles.",
        conclusion=f"Walking at {walking} miles an hour fits rounds of {float(fitting):.1f} seconds; a dash is then"
        f" {float(_speed('dash', fitting)):.0f} miles an hour and a jog {float(_speed('jog', fitting)):.0f}. With"
        f" 3-second rounds a dash would be {float(_speed('dash', Fraction(3))):.0f}, with 10-second rounds a run only"
        f" {float(_speed('run', Fraction(10))):.0f}. Rounds of {floor(fitting)} or {ceil(fitting)} seconds are right;"
        f" {floor(fitting)} makes a walk {float(_speed('walk', Fraction(floor(fitting)))):.1f} and a dash"
        f" {float(_speed('dash', Fraction(floor(fitting)))):.0f} miles an hour.",
        tables=(ReportTable("Miles per hour by seconds per round", ("seconds", *MODES), rows),),
        charts=(
            chart_of(
                "lines",
                "Miles per hour",
                "seconds per round",
                [int(seconds) for seconds in lengths],
                "miles per hour",
                {mode: [_speed(mode, seconds) for seconds in lengths] for mode in MODES if mode != "combat"},
            ),
        ),
    )
