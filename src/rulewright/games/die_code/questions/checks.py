"""What the numbers of a check say."""

from fractions import Fraction

from msgspec.structs import replace

from rulewright.answers import Answer, Cell, Chart, Series, Table, percent
from rulewright.games.die_code.data import COLUMNS, LADDER
from rulewright.games.die_code.difficulty import MEAN_OF_A_DIE
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import Hand, mean_of, net_advantage
from rulewright.games.die_code.questions.chances import PLAIN, RUNGS, hand, levels, success

__all__ = ["levels_per_pool", "penalties", "pips_and_dice", "rerolls", "unequal_levels", "which_column"]

POOLS = range(1, 13)
TARGETS = tuple(LADDER[rung].tn for rung in RUNGS)


def fewest(target: int, wanted: Fraction) -> int:
    """The fewest dice that meet a target with the chance wanted."""
    return next(dice for dice in range(1, 60) if success(hand(dice), target) >= wanted)


def _number(cell: Cell) -> float:
    return float(cell) if isinstance(cell, Fraction | int | float) else 0.0


def _less(one: Cell, other: Cell) -> bool:
    return isinstance(one, Fraction) and isinstance(other, Fraction) and one < other


def _percent(cell: Cell) -> str:
    return percent(_number(cell))


def which_column() -> Answer:
    """Success with D dice and DC dice in every column, and the dice for three levels of safety."""
    wanted = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
    rows: list[tuple[Cell, ...]] = []
    with_d: dict[str, list[Fraction]] = {}
    with_dc: dict[str, list[Fraction]] = {}
    for column in COLUMNS:
        for rung in RUNGS:
            row = LADDER[rung]
            target = row.target(column)
            d, dc = success(hand(row.d), target), success(hand(row.dc), target)
            with_d.setdefault(column, []).append(d)
            with_dc.setdefault(column, []).append(dc)
            rows.append((column, rung, target, d, dc, *(fewest(target, one) for one in wanted)))
    flattest = min(COLUMNS, key=lambda column: max(with_dc[column]) - min(with_dc[column]))
    falling = [column for column in COLUMNS if with_dc[column][-1] < with_dc[column][0]]
    return Answer(
        method="Exact chances of plain rolls; the fewest dice by trying pools of 1, 2, 3 and so on.",
        conclusion=f"D dice against TN succeed with {percent(with_d['TN'][0])} at Easy and {percent(with_d['TN'][-1])}"
        f" at Epic. With DC dice the higher rungs get harder in {' and '.join(falling)} (TX:"
        f" {percent(with_dc['TX'][0])} to {percent(with_dc['TX'][-1])}) and easier in the others (TY:"
        f" {percent(with_dc['TY'][0])} to {percent(with_dc['TY'][-1])}). {flattest} keeps the chance most even from"
        " rung to rung.",
        tables=(
            Table(
                "Success by column",
                ("column", "rung", "target", "D dice %", "DC dice %", "dice for 50", "dice for 90", "dice for 99"),
                tuple(rows),
            ),
        ),
        charts=tuple(
            Chart(
                f"Success with {name} dice",
                "lines",
                "rung",
                "chance of success",
                RUNGS,
                tuple(Series(column, tuple(found[column])) for column in COLUMNS),
                percent=True,
            )
            for name, found in (("D", with_d), ("DC", with_dc))
        ),
    )


def rerolls() -> Answer:
    """Advantage and disadvantage under both readings."""
    once, clear = PLAIN, Options(reroll="until-clear")
    settings = {
        "plain": (once, "none"),
        "advantage once": (once, "advantage"),
        "advantage until clear": (clear, "advantage"),
        "disadvantage once": (once, "disadvantage"),
        "disadvantage until clear": (clear, "disadvantage"),
    }

    def own(name: str, dice: int) -> tuple[Options, Hand]:
        options, net = settings[name]
        return options, replace(hand(dice), net=net)

    means = {name: [mean_of(*own(name, dice)) for dice in POOLS] for name in settings}
    chances = {
        (name, dice): [success(own(name, dice)[1], target, own(name, dice)[0]) for target in TARGETS]
        for name in settings
        for dice in POOLS
    }
    gain, gain_clear = (
        means["advantage once"][0] - means["plain"][0],
        means["advantage until clear"][0] - means["plain"][0],
    )
    rung = COLUMNS["TN"]
    return Answer(
        method="Exact means and chances for 1 to 12 dice.",
        conclusion=f"Once, advantage is worth {gain} of a point per die, until clear {gain_clear}: a pip for every"
        f" {float(1 / gain):.1f} or {float(1 / gain_clear):.1f} dice, and a die for every"
        f" {float(MEAN_OF_A_DIE / gain):.1f} or {float(MEAN_OF_A_DIE / gain_clear):.1f}. It takes"
        f" {float(rung / gain):.0f} dice, or {float(rung / gain_clear):.0f}, before advantage is worth a whole rung."
        f" At 4 dice against Moderate the chances are {percent(chances['plain', 4][1])},"
        f" {percent(chances['advantage once', 4][1])} and {percent(chances['advantage until clear', 4][1])}.",
        tables=(
            Table(
                "Mean of the pool",
                ("dice", *settings),
                tuple((dice, *(means[name][dice - 1] for name in settings)) for dice in POOLS),
            ),
            Table(
                "Chance of success",
                ("dice", "roll", *(f"{one} %" for one in RUNGS)),
                tuple((dice, name, *chances[name, dice]) for dice in POOLS for name in settings),
            ),
        ),
        charts=(
            Chart(
                "Chance of success at Moderate",
                "lines",
                "dice in the pool",
                "chance of success",
                tuple(POOLS),
                tuple(Series(name, tuple(chances[name, dice][1] for dice in POOLS)) for name in settings),
                percent=True,
            ),
        ),
    )


def unequal_levels() -> Answer:
    """Two advantages against one disadvantage."""
    rows: list[tuple[Cell, ...]] = []
    gains: dict[int, list[Fraction]] = {}
    for dice in POOLS:
        for rung, target in zip(RUNGS, TARGETS, strict=True):
            cancel, plain = (
                success(replace(hand(dice), net=net_advantage(options, 2, 1)), target)
                for options in (PLAIN, Options(advantage_stacking="any-cancels-all"))
            )
            gains.setdefault(dice, []).append(cancel - plain)
            rows.append((dice, rung, cancel, plain, cancel - plain))
    most = max(rows, key=lambda row: _number(row[4]))
    return Answer(
        method="Exact chance of success with two levels of advantage and one of disadvantage.",
        conclusion=f"A surplus level is worth nothing under `any-cancels-all`. Under `cancel` it is worth"
        f" {percent(max(map(max, gains.values())))} at most, with {most[0]} dice against {most[1]}.",
        tables=(
            Table(
                "Two advantages, one disadvantage",
                ("dice", "rung", "cancel %", "any-cancels-all %", "gain %"),
                tuple(rows),
            ),
        ),
        charts=(
            Chart(
                "What the surplus level brings",
                "heat",
                "rung",
                "dice",
                RUNGS,
                tuple(Series(str(dice), tuple(gains[dice])) for dice in POOLS),
                percent=True,
            ),
        ),
    )


def penalties() -> Answer:
    """Penalty dice thrown or removed."""
    removed = Options(penalty_dice="remove")
    rows: list[tuple[Cell, ...]] = []
    grid: dict[int, list[Fraction]] = {}
    for dice in POOLS:
        for count in (1, 2, 3):
            own = replace(hand(dice), penalty=count)
            for rung, target in zip(RUNGS, TARGETS, strict=True):
                thrown, without = success(own, target), success(own, target, removed)
                rows.append((dice, count, rung, thrown, without))
                if count == 1:
                    grid.setdefault(dice, []).append(thrown - without)
    kinder = [thrown for *_, thrown, without in rows if _less(without, thrown)]
    harsher = [thrown for *_, thrown, without in rows if _less(thrown, without)]
    five = next(row for row in rows if row[:3] == (5, 1, "difficult"))
    four = next(row for row in rows if row[:3] == (4, 1, "moderate"))

    return Answer(
        method="Exact chance of success with 1 to 3 penalty dice, thrown and subtracted or taken out of the pool.",
        conclusion=f"Thrown dice spread the result: they are kinder in {len(kinder)} of {len(rows)}"
        f" cases, none of them with a chance above {_percent(max(kinder, key=_number))} (5d with one against 15:"
        f" {_number(five[3]):.3f} against {_number(five[4]):.3f}), and harsher in {len(harsher)}, none below"
        f" {_percent(min(harsher, key=_number))} (4d with one against 10: {_number(four[3]):.3f} against"
        f" {_number(four[4]):.3f}).",
        tables=(Table("Chance of success", ("dice", "penalty dice", "rung", "thrown %", "removed %"), tuple(rows)),),
        charts=(
            Chart(
                "How much kinder one thrown penalty die is than a removed one",
                "heat",
                "rung",
                "dice",
                RUNGS,
                tuple(Series(str(dice), tuple(grid[dice])) for dice in POOLS),
                percent=True,
            ),
        ),
    )


def pips_and_dice() -> Answer:
    """Three pips against a die."""
    rows: list[tuple[Cell, ...]] = []
    grid: dict[int, list[Fraction]] = {}
    for dice in POOLS:
        for rung, target in zip(RUNGS, TARGETS, strict=True):
            piled, carried = success(hand(dice, 3), target), success(hand(dice + 1), target)
            grid.setdefault(dice, []).append(carried - piled)
            rows.append((dice, rung, piled, carried))
    better = [piled for *_, piled, carried in rows if _less(piled, carried)]
    worse = [piled for *_, piled, carried in rows if _less(carried, piled)]
    shown = [f"{float(success(own, target)):.3f}" for target in (10, 15) for own in (hand(3, 4), hand(4, 1))]
    return Answer(
        method="Exact chance of success of n dice and 3 pips, and of n + 1 dice, on every rung.",
        conclusion=f"A die brings half a point more and a wider spread. It is better in {len(better)} of"
        f" {len(rows)} cases, none of them with a chance above {_percent(max(better, key=_number))}, and worse in"
        f" {len(worse)}, none below {_percent(min(worse, key=_number))}: 3d+4 and 4d+1 succeed with {shown[0]} and"
        f" {shown[1]} against 10, with {shown[2]} and {shown[3]} against 15.",
        tables=(Table("Three pips or a die", ("n", "rung", "n dice + 3 %", "n + 1 dice %"), tuple(rows)),),
        charts=(
            Chart(
                "What a die brings beyond three pips",
                "heat",
                "rung",
                "n",
                RUNGS,
                tuple(Series(str(dice), tuple(grid[dice])) for dice in POOLS),
                percent=True,
            ),
        ),
    )


def levels_per_pool() -> Answer:
    """Success levels without a target."""
    pools = range(1, 16)
    found = {dice: levels(hand(dice), None) for dice in pools}
    every = range(min(map(min, found.values())), max(map(max, found.values())) + 1)
    means = [sum((level * chance for level, chance in found[dice].items()), Fraction(0)) for dice in pools]
    per_die = (means[-1] - means[0]) / (len(pools) - 1)
    return Answer(
        method="Exact success levels of a roll without a target.",
        conclusion=f"Each die adds {float(per_die):.2f} levels, so a level costs {float(1 / per_die):.2f} dice, and a"
        f" single die reaches level 1 with {percent(found[1].get(1, Fraction(0)))}. At 5 points a level"
        f" every rung of column TN is one level; at the mean of a die, {float(MEAN_OF_A_DIE)}, a level would be one die"
        f" and a rung {float(COLUMNS['TN'] / MEAN_OF_A_DIE):.2f} levels.",
        tables=(
            Table(
                "Success levels without a target",
                ("dice", "mean level", *(f"{level} %" for level in every)),
                tuple(
                    (dice, means[dice - 1], *(found[dice].get(level, Fraction(0)) for level in every)) for dice in pools
                ),
            ),
        ),
        charts=(
            Chart(
                "Success levels by pool",
                "heat",
                "success level",
                "dice",
                tuple(every),
                tuple(
                    Series(str(dice), tuple(found[dice].get(level, Fraction(0)) for level in every)) for dice in pools
                ),
                percent=True,
            ),
        ),
    )
