"""What the numbers say about sizes, weights and movement."""

from fractions import Fraction
from itertools import pairwise

from rulewright.answers import Answer, Cell, Chart, Series, Table, percent
from rulewright.games.die_code.data import LADDER, MODES, MOVEMENT, SIZES, ModeName
from rulewright.games.die_code.movement import Going, declarations, difficulty_of, mean_paces, miles_per_hour, paces_of
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolParameters, hand_of
from rulewright.games.die_code.questions.chances import PLAIN, RUNGS, hand, success
from rulewright.games.die_code.sizes import drams, inches

__all__ = ["does_size_matter", "how_long_is_a_round", "thousands", "which_pace_pays"]


def does_size_matter() -> Answer:
    """One step after another, in points and in dice."""
    steps, pools = range(-5, 6), (2, 4, 6, 8)
    target_of = {2: "easy", 4: "moderate", 6: "difficult", 8: "hard"}
    in_points, in_dice = PLAIN, Options(size_unit="dice")
    rows: list[tuple[Cell, ...]] = []
    lines: dict[str, list[Fraction]] = {}
    for dice in pools:
        target = next(LADDER[rung].tn for rung in RUNGS if rung == target_of[dice])
        for step in steps:
            found = [
                success(hand_of(options, PoolParameters(pool=f"{dice}d"), step), target, options)
                for options in (in_points, in_dice)
            ]
            rows.append((dice, target_of[dice], step, *found))
            for name, chance in zip(("points", "dice"), found, strict=True):
                lines.setdefault(f"{dice}d {target_of[dice]}, {name}", []).append(chance)

    def one_step(name: str, dice: int) -> Fraction:
        line = lines[f"{dice}d {target_of[dice]}, {name}"]
        return line[steps.index(0)] - line[steps.index(-1)]

    return Answer(
        method="Exact chance of success of a pool against the rung it may just take the average on, for every size"
        " modifier.",
        conclusion=f"In points the first step down costs {percent(one_step('points', 4))} of the chance with 4 dice and"
        f" {percent(one_step('points', 8))} with 8; as a die it costs {percent(one_step('dice', 4))} and"
        f" {percent(one_step('dice', 8))}. Points matter less the larger the pool; five of them are one rung.",
        tables=(Table("Chance of success by size", ("dice", "rung", "size", "points %", "dice %"), tuple(rows)),),
        charts=(
            Chart(
                "Chance of success by size modifier",
                "lines",
                "size modifier",
                "chance of success",
                tuple(steps),
                tuple(Series(name, tuple(line)) for name, line in lines.items()),
                percent=True,
            ),
        ),
    )


def thousands() -> Answer:
    """The borders that move when k is 1024."""
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
    changing = ", ".join(f"{row[1]:,} to {row[2]:,} lb" for row in rows)
    return Answer(
        method="The borders of every size in pounds under both readings of k.",
        conclusion=f"Only weights of {changing} change their size; from the lower number up to just under the higher"
        f" one they are one size smaller with 1024. With 1000, {uneven['1000']} steps are not exactly times eight, with"
        f" 1024 {uneven['1024']}" + (", as lengths that double ask for." if cubed else "."),
        tables=(
            Table(
                "Borders that move",
                ("border", "pounds with 1000", "pounds with 1024", "below", "from it on", "moved by %"),
                tuple(rows),
            ),
        ),
        charts=(
            Chart(
                "How far the borders move",
                "bars",
                "border",
                "share of the weight",
                tuple(str(row[0]) for row in rows),
                (Series("with 1024", tuple(Fraction(row[5]) for row in rows if isinstance(row[5], Fraction))),),
                percent=True,
            ),
        ),
    )


def which_pace_pays() -> Answer:
    """The best declaration by distance, for every pool."""
    pools = range(1, 13)
    rows: list[tuple[Cell, ...]] = []
    best: dict[bool, list[Fraction]] = {False: [], True: []}
    chosen: set[ModeName] = set()
    crawl: dict[bool, list[Fraction]] = {False: [], True: []}
    walk: dict[bool, list[Fraction]] = {False: [], True: []}
    for in_combat in (False, True):
        for dice in pools:
            going = Going(hand(dice), MOVEMENT.usual_move, in_combat)
            means = {one: mean_paces(PLAIN, going, *one) for one in declarations(PLAIN, going)}
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
    return Answer(
        method=f"The exact mean paces of every mode and method for Move {MOVEMENT.usual_move}, rolled and averaged.",
        conclusion=f"Never the best by distance: {', '.join(never)}. Combat brings {float(crawl[True][3]):.2f} paces"
        f" with 4 dice in combat where walking brings {float(walk[True][3]):.2f}: it is"
        f" {difficulty_of('combat', True)} where Walk is {difficulty_of('walk', True)}, and half as far. What it gives"
        " in return must be worth more than the other half of the distance, and the failures.",
        tables=(
            Table(
                "The best declaration",
                ("column", "dice", "mode", "method", "mean paces", "Combat, rolled", "Walk, rolled"),
                tuple(rows),
            ),
        ),
        charts=(
            Chart(
                "Mean paces of the best declaration",
                "lines",
                "dice in the pool",
                "paces",
                tuple(pools),
                (
                    Series("typical", tuple(best[False])),
                    Series("in combat", tuple(best[True])),
                    Series("Combat mode in combat", tuple(crawl[True])),
                ),
            ),
        ),
    )


def _speed(mode: ModeName, seconds: Fraction) -> Fraction:
    return miles_per_hour(paces_of(PLAIN, MOVEMENT.usual_move, mode), seconds)


def how_long_is_a_round() -> Answer:
    """Speeds by the length of a round."""
    lengths = [Fraction(seconds) for seconds in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15)]
    walking = Fraction(3)
    fitting = _speed("walk", Fraction(1)) / walking
    rows = tuple((seconds, *(_speed(mode, seconds) for mode in MODES)) for seconds in sorted([*lengths, fitting]))
    return Answer(
        method=f"Feet per round for Move {MOVEMENT.usual_move}, times the rounds of an hour, in miles.",
        conclusion=f"Walking at 3 miles an hour fits rounds of {float(fitting):.1f} seconds; a dash is then"
        f" {float(_speed('dash', fitting)):.0f} miles an hour. With 3-second rounds a dash would be"
        f" {float(_speed('dash', Fraction(3))):.0f}.",
        tables=(Table("Miles per hour by seconds per round", ("seconds", *MODES), rows),),
        charts=(
            Chart(
                "Miles per hour",
                "lines",
                "seconds per round",
                "miles per hour",
                tuple(int(seconds) for seconds in lengths),
                tuple(
                    Series(mode, tuple(_speed(mode, seconds) for seconds in lengths))
                    for mode in MODES
                    if mode != "combat"
                ),
            ),
        ),
    )
