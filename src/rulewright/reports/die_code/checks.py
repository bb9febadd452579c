"""Answers about checks: columns, rerolls, penalty dice, pips and success levels."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from rulewright.game.percent import percent, points
from rulewright.games.die_code.data import CODE, COLUMNS, LADDER, SUCCESS
from rulewright.games.die_code.difficulty import MEAN_OF_A_DIE
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolTerms, mean_of, net_advantage
from rulewright.lab.answers import Answer, Cell, ReportTable, question
from rulewright.reports.die_code.chances import PLAIN, RUNGS, hand, levels, success
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, table_of

POOLS = range(1, 13)
TARGETS = tuple(LADDER[rung].tn for rung in RUNGS)
RUNG_COLUMNS = tuple(f"{rung} %" for rung in RUNGS)


def fewest(target: int, wanted: Fraction) -> int:
    """The fewest dice that meet a target with the chance wanted."""
    return next(dice for dice in range(1, 60) if success(hand(dice), target) >= wanted)


def _number(cell: Cell) -> float:
    return float(cell) if isinstance(cell, Fraction | int | float) else 0.0


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _by_rung(kinds: dict[str, dict[int, list[Fraction]]]) -> tuple[tuple[Cell, ...], ...]:
    """One row for each pool and kind of roll, one column for each rung."""
    return tuple((dice, kind, *grid[dice]) for dice in POOLS for kind, grid in kinds.items())


def _gained(grid: dict[int, list[Fraction]]) -> tuple[tuple[Cell, ...], ...]:
    return tuple((dice, *grid[dice]) for dice in POOLS)


@question(
    1,
    "Which target column?",
    "How often do D dice and DC dice succeed on each rung of TN, TX, TY and TZ, and how many dice make it 50, 90"
    " or 99 per cent?",
)
def _which_column() -> Answer:
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
    even = {column: [int(_number(row[5])) for row in rows if row[0] == column] for column in COLUMNS}
    flattest = min(COLUMNS, key=lambda column: max(with_dc[column]) - min(with_dc[column]))
    falling = [column for column in COLUMNS if with_dc[column][-1] < with_dc[column][0]]
    per_rung = {column: float(Fraction(dice[-1] - dice[0], len(dice) - 1)) for column, dice in even.items()}
    return Answer(
        method="Exact chances of plain rolls; the fewest dice by trying pools of 1, 2, 3 and so on.",
        conclusion=f"D dice against TN succeed {percent(with_d['TN'][0])} of the time at Easy and"
        f" {percent(with_d['TN'][-1])} at Epic, and in the other columns they seldom fail, so D belongs to TN. With"
        f" DC dice the higher rungs get harder in {' and '.join(falling)} (TX: {percent(with_dc['TX'][0])} to"
        f" {percent(with_dc['TX'][-1])}) and easier in the others (TY: {percent(with_dc['TY'][0])} to"
        f" {percent(with_dc['TY'][-1])}); {flattest} keeps them most even. In TN a rung costs about"
        f" {per_rung['TN']:.1f} dice for an even chance ({_listed(even['TN'])} from Easy to Epic); keep it if that is"
        f" what a rung should cost. In TX it costs {per_rung['TX']:.1f} ({_listed(even['TX'])}): if a rung should"
        " cost one die, use the DC column with TX, where a higher rung stays the harder one; with TY and TZ the"
        " higher rungs are easier for characters whose dice keep pace.",
        tables=(
            ReportTable(
                "Success by column",
                ("column", "rung", "target", "D dice %", "DC dice %", "dice for 50", "dice for 90", "dice for 99"),
                tuple(rows),
            ),
        ),
        charts=tuple(
            chart_of(
                "lines",
                f"Success with {name} dice",
                "rung",
                RUNGS,
                "chance of success",
                {column: found[column] for column in COLUMNS},
                percent=True,
            )
            for name, found in (("D", with_d), ("DC", with_dc))
        ),
    )


@question(
    4,
    "Reroll once or until clear?",
    "What are advantage and disadvantage worth under both readings, in points, in dice and in rungs?",
)
def _rerolls() -> Answer:
    once, clear = PLAIN, Options(reroll="until-clear")
    settings = {
        "plain": (once, "none"),
        "advantage once": (once, "advantage"),
        "advantage until clear": (clear, "advantage"),
        "disadvantage once": (once, "disadvantage"),
        "disadvantage until clear": (clear, "disadvantage"),
    }

    def own(name: str, dice: int) -> tuple[Options, PoolTerms]:
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

    def most_between(one: str, other: str) -> Fraction:
        return max(abs(a - b) for dice in POOLS for a, b in zip(chances[one, dice], chances[other, dice], strict=True))

    apart = max(most_between(f"{side} once", f"{side} until clear") for side in ("advantage", "disadvantage"))
    brings = most_between("plain", "advantage once")
    return Answer(
        method="Exact means and chances for 1 to 12 dice.",
        conclusion=f"Rerolled once, advantage is worth {gain} of a point per die, until clear {gain_clear}: a pip for"
        f" every {float(1 / gain):.1f} or {float(1 / gain_clear):.1f} dice, and a die for every"
        f" {float(MEAN_OF_A_DIE / gain):.1f} or {float(MEAN_OF_A_DIE / gain_clear):.1f}. It takes"
        f" {float(rung / gain):.0f} dice, or {float(rung / gain_clear):.0f}, before advantage is worth a whole rung."
        " With 4 dice against Moderate, the chances of a plain roll and of the two readings are"
        f" {percent(chances['plain', 4][1])},"
        f" {percent(chances['advantage once', 4][1])} and {percent(chances['advantage until clear', 4][1])}. The"
        f" two readings differ by {points(apart)} at most, for advantage and disadvantage alike, while advantage itself"
        f" brings up to {points(brings)}: play whichever is quicker, which is once.",
        tables=(
            table_of(
                "Mean of the pool",
                "dice",
                settings,
                {dice: [float(means[name][dice - 1]) for name in settings] for dice in POOLS},
            ),
            ReportTable(
                "What one advantage is worth",
                ("dice", "pips, once", "pips, until clear", "dice, once", "dice, until clear"),
                tuple(
                    (dice, *(float(dice * one / unit) for unit in (1, MEAN_OF_A_DIE) for one in (gain, gain_clear)))
                    for dice in POOLS
                ),
            ),
            ReportTable(
                "Chance of success",
                ("dice", "roll", *(f"{one} %" for one in RUNGS)),
                tuple((dice, name, *chances[name, dice]) for dice in POOLS for name in settings),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Chance of success at Moderate",
                "dice in the pool",
                POOLS,
                "chance of success",
                {name: [chances[name, dice][1] for dice in POOLS] for name in settings},
                percent=True,
            ),
        ),
    )


@question(
    5,
    "How should unequal levels cancel?",
    "Two advantages against one disadvantage: what does the surplus bring under each value of `advantage-stacking`?",
)
def _unequal_levels() -> Answer:
    rulings = {"cancel": PLAIN, "any-cancels-all": Options(advantage_stacking="any-cancels-all")}
    chances = {
        name: {
            dice: [success(replace(hand(dice), net=net_advantage(options, 2, 1)), target) for target in TARGETS]
            for dice in POOLS
        }
        for name, options in rulings.items()
    }
    gains = {
        dice: [one - other for one, other in zip(*(chances[name][dice] for name in rulings), strict=True)]
        for dice in POOLS
    }
    most = max(POOLS, key=lambda dice: max(gains[dice]))
    felt = sum(gain >= Fraction(1, 20) for row in gains.values() for gain in row)
    surplus = ReportTable("What the surplus level brings", ("dice", *RUNG_COLUMNS), _gained(gains))
    return Answer(
        method="Exact chance of success with two levels of advantage and one of disadvantage. Under `cancel` one"
        " advantage is left, under `any-cancels-all` a plain roll.",
        conclusion=f"A surplus level is worth a whole advantage under `cancel` and nothing under `any-cancels-all`: up"
        f" to {points(max(gains[most]))} ({most} dice against {RUNGS[gains[most].index(max(gains[most]))]}) and five"
        f" percentage points or more in {felt} of {len(POOLS) * len(RUNGS)} pairs of pool and rung."
        " Take `cancel` if a second good idea should pay; `any-cancels-all` spares the counting, but then one handicap"
        " is enough to undo any amount of preparation.",
        tables=(
            ReportTable("Two advantages, one disadvantage", ("dice", "ruling", *RUNG_COLUMNS), _by_rung(chances)),
            surplus,
        ),
        charts=(chart_of_table("heat", surplus, "rung"),),
    )


@question(
    6,
    "Penalty dice thrown or removed?",
    "The mean loss is the same, the spread is not. Where is throwing them kinder, and where harsher?",
)
def _penalties() -> Answer:
    ways = {"thrown": PLAIN, "removed": Options(penalty_dice="remove")}
    counts = (1, 2, 3)
    chances = {
        (count, way): {
            dice: [success(replace(hand(dice), penalty=count), target, options) for target in TARGETS] for dice in POOLS
        }
        for count in counts
        for way, options in ways.items()
    }
    pairs = {
        (count, dice, rung): (chances[count, "thrown"][dice][at], chances[count, "removed"][dice][at])
        for count in counts
        for dice in POOLS
        for at, rung in enumerate(RUNGS)
    }
    kinder = [thrown for thrown, without in pairs.values() if thrown > without]
    harsher = [thrown for thrown, without in pairs.values() if thrown < without]
    apart = {
        count: max(abs(thrown - without) for (one, *_), (thrown, without) in pairs.items() if one == count)
        for count in counts
    }
    five, four = pairs[1, 5, "difficult"], pairs[1, 4, "moderate"]
    grid = {dice: [pairs[1, dice, rung][0] - pairs[1, dice, rung][1] for rung in RUNGS] for dice in POOLS}
    return Answer(
        method="Exact chance of success with 1 to 3 penalty dice, thrown and subtracted or taken out of the pool.",
        conclusion=f"Thrown dice spread the result: they are kinder in {len(kinder)} of {len(pairs)}"
        f" cases, none of them with a chance above {percent(max(kinder))} (5d with one against 15:"
        f" {float(five[0]):.3f} against {float(five[1]):.3f}), and harsher in {len(harsher)}, none below"
        f" {percent(min(harsher))} (4d with one against 10: {float(four[0]):.3f} against {float(four[1]):.3f}). So"
        " throwing helps the underdog and hurts the favourite, by up to"
        f" {points(apart[1], apart[3])} for one die and three. Remove dice if play should be quick and"
        " skill should decide; throw them if a penalty should bring drama.",
        tables=tuple(
            ReportTable(
                f"Chance of success, {count} penalty {'die' if count == 1 else 'dice'}",
                ("dice", "penalty", *RUNG_COLUMNS),
                _by_rung({way: chances[count, way] for way in ways}),
            )
            for count in counts
        ),
        charts=(
            chart_of(
                "heat",
                "How much kinder one thrown penalty die is than a removed one",
                "rung",
                RUNGS,
                "dice",
                grid,
                percent=True,
            ),
        ),
    )


@question(7, "Are three pips a die?", "How do n dice and 3 pips compare with n + 1 dice?")
def _pips_and_dice() -> Answer:
    chances = {
        "n dice + 3": {dice: [success(hand(dice, 3), target) for target in TARGETS] for dice in POOLS},
        "n + 1 dice": {dice: [success(hand(dice + 1), target) for target in TARGETS] for dice in POOLS},
    }
    pairs = {
        (dice, rung): (chances["n dice + 3"][dice][at], chances["n + 1 dice"][dice][at])
        for dice in POOLS
        for at, rung in enumerate(RUNGS)
    }
    better = [piled for piled, carried in pairs.values() if piled < carried]
    worse = [piled for piled, carried in pairs.values() if piled > carried]
    gained = {place: carried - piled for place, (piled, carried) in pairs.items()}
    most = max(gained, key=lambda place: gained[place])
    most_later = max(gain for (dice, _), gain in gained.items() if dice > 1)
    shown = [f"{float(success(own, target)):.3f}" for target in (10, 15) for own in (hand(3, 4), hand(4, 1))]
    grid = {dice: [gained[dice, rung] for rung in RUNGS] for dice in POOLS}
    return Answer(
        method="Exact chance of success of n dice and 3 pips, and of n + 1 dice, on every rung.",
        conclusion=f"Nearly. A die brings {float(MEAN_OF_A_DIE - CODE.pips_per_die)} points more and a wider spread."
        f" It is better in {len(better)} of {len(pairs)} cases, none of them with a chance above"
        f" {percent(max(better))}, and worse in {len(worse)}, none below {percent(min(worse))}: 3d+4 and 4d+1 succeed"
        f" with {shown[0]} and {shown[1]} against 10, with {shown[2]} and {shown[3]} against 15. The most it brings"
        f" is {points(gained[most])} ({most[0]}d+3 or {most[0] + 1}d at {most[1]}), from two dice on"
        f" {points(most_later)}; the most it takes is {points(-min(gained.values()))}. Carry three pips into a die:"
        " it never costs much, and gives a real chance at rungs that pips cannot reach.",
        tables=(ReportTable("Three pips or a die", ("n", "roll", *RUNG_COLUMNS), _by_rung(chances)),),
        charts=(
            chart_of(
                "heat",
                "What a die brings beyond three pips",
                "rung",
                RUNGS,
                "n",
                grid,
                percent=True,
            ),
        ),
    )


@question(
    8,
    "Which success levels does a pool reach?",
    "How are levels spread for 1 to 15 dice without a target, and are 5 points a level the right measure?",
)
def _levels_per_pool() -> Answer:
    pools = range(1, 16)
    found = {dice: levels(hand(dice), None) for dice in pools}
    every = range(min(map(min, found.values())), max(map(max, found.values())) + 1)
    means = [sum((level * chance for level, chance in found[dice].items()), Fraction(0)) for dice in pools]
    per_die = (means[-1] - means[0]) / (len(pools) - 1)
    return Answer(
        method="Exact success levels of a roll without a target.",
        conclusion=f"Each die adds {float(per_die):.2f} levels, so a level costs {float(1 / per_die):.2f} dice, and a"
        f" single die reaches level 1 {percent(found[1].get(1, Fraction(0)))} of the time."
        f" {SUCCESS.points_per_level} points are right as long as TN goes up in fives: then every rung is"
        " exactly one level, and the DC column is the"
        f" difficulty counted in levels. At the mean of a die, {float(MEAN_OF_A_DIE)}, a level would be one die,"
        f" which is easier to grasp, but a rung would be {float(COLUMNS['TN'] / MEAN_OF_A_DIE):.2f} levels, which are"
        f" hard to count off the ladder. Keep {SUCCESS.points_per_level}; with another column let the divisor follow"
        " it (`success-divisor` = `column`).",
        tables=(
            ReportTable(
                "Success levels without a target",
                ("dice", "mean level", *(f"{level} %" for level in every)),
                tuple(
                    (dice, means[dice - 1], *(found[dice].get(level, Fraction(0)) for level in every)) for dice in pools
                ),
            ),
        ),
        charts=(
            chart_of(
                "heat",
                "Success levels by pool",
                "success level",
                every,
                "dice",
                {dice: [found[dice].get(level, Fraction(0)) for level in every] for dice in pools},
                percent=True,
            ),
        ),
    )
