"""Reports on rest, research, death, money and buying stats."""

from bisect import bisect
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Literal

from rulewright.game.percent import percent
from rulewright.games.dpi.check import bonus
from rulewright.games.dpi.creation_stats import price_of_stat
from rulewright.games.dpi.data import CLOCK, DERIVED, FUNDS, MEALS, PRICES, ROOM, STATS, TRAUMAS
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.research import Project, project
from rulewright.games.dpi.rest import Resting, short_rest
from rulewright.lab.answers import Answer, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, table_of, transposed

PLAIN = Options()
HP = 24


@cache
def _hours_to_heal(options: Options, luck: int, missing: int) -> Fraction | None:
    """The mean number of hours begun until all HP are back, with new rests after interruptions; None for never."""
    if missing <= 0:
        return Fraction(0)
    hour = odds(short_rest, Resting(luck=luck), options=options)
    stay = hour.where(lambda one: one.hp == 0)
    if stay == 1:
        return None
    onward = sum(
        (share * (_hours_to_heal(options, luck, missing - one.hp) or 0) for one, share in hour.items() if one.hp),
        Fraction(0),
    )
    return (1 + onward) / (1 - stay)


@question(8, "Does a Short Rest work?", "How often does an hour pass, and how long to full HP, by Luck?")
def _short_rests() -> Answer:
    scores = tuple(range(STATS.most + 1))
    rulings = {
        "as printed": PLAIN,
        "one-roll": Options(rest_roll="one-roll"),
        "keep-hour": Options(rest_interrupt="keep-hour"),
    }
    hours = {name: [_hours_to_heal(options, luck, HP) for luck in scores] for name, options in rulings.items()}
    passes, means = [], []
    for luck in scores:
        hour = odds(short_rest, Resting(luck=luck), options=PLAIN)
        passes.append(hour.where(lambda one: not one.interrupted))
        means.append(hour.mean(lambda one: one.hp))
    never = [luck for luck in scores if hours["as printed"][luck] is None]

    def shown(name: str, luck: int) -> str:
        mean = hours[name][luck]
        return "never" if mean is None else f"{float(mean):.1f}"

    by_luck = ReportTable(
        "A Short Rest by Luck",
        (
            "Luck",
            "bonus",
            "hour passes %",
            "mean HP an hour",
            *(f"hours to {HP} HP, {name}" for name in rulings),
        ),
        tuple(
            (luck, bonus(luck), passes[luck], float(means[luck]), *(shown(name, luck) for name in rulings))
            for luck in scores
        ),
    )
    return Answer(
        method=f"Exact odds of an hour of Short Rest, and the mean number of hours begun until {HP} HP are back, with"
        " interrupted rests begun again; the same under the other readings of the interruption.",
        conclusion=f"Only for the lucky. An hour passes {percent(passes[5])} of the time at Luck 5 and"
        f" {percent(passes[10])} at Luck 10; {HP} HP take {shown('as printed', 5)} and {shown('as printed', 10)} hours."
        f" With Luck {never[-1]} or less (a bonus of {bonus(never[-1])} or worse) a rest never works. For most agents a"
        f" Short Rest of a day's length does what a Long Rest of {CLOCK.full_rest_hours} hours does for certain, so"
        " there is little reason for it. Keeping the interrupted hour (`rest-interrupt` = `keep-hour`:"
        f" {shown('keep-hour', 5)} hours at Luck 5) makes it useful to all, and an interruption is then what it should"
        " be, trouble rather than a lost hour.",
        tables=(by_luck,),
        charts=(chart_of_table("bars", by_luck, "chance", "Chance that an hour passes", columns=("hour passes",)),),
    )


@question(11, "What is a fair timer?", "How often is a timer done within 8 or 24 hours, by modifier?")
def _research_days() -> Answer:
    timers, deadlines, modifiers = (10, 20, 30, 40), (8, 24), (0, 2, 4, 6)

    def done(timer: int, deadline: int, modifier: int) -> Fraction:
        given = Project(modifier=modifier, timer=timer, deadline_hours=deadline)
        return odds(project, given, options=PLAIN).where(lambda end: end.done)

    grid = {(timer, hours): [done(timer, hours, plus) for plus in modifiers] for timer in timers for hours in deadlines}

    def longest(hours: int, modifier: int) -> int:
        """The longest timer with an even chance, found by bisection."""
        return bisect(range(1, 201), False, key=lambda timer: done(timer, hours, modifier) * 2 < 1)

    fair = {hours: [longest(hours, plus) for plus in modifiers] for hours in deadlines}
    return Answer(
        method="Exact chance to bring the timer to 0 by the deadline, by modifier; an action takes 1d4 hours and must"
        " be over by then. The fair timer is the longest with at least an even chance.",
        conclusion=f"In 8 hours a timer of 20 is done {percent(grid[20, 8][0])} of the time at +0 and"
        f" {percent(grid[20, 8][2])} at +4; in 24 hours a timer of 40 {percent(grid[40, 24][0])} and"
        f" {percent(grid[40, 24][2])}. An even chance in a working day of 8 hours is a timer of {fair[8][0]} at +0 and"
        f" {fair[8][2]} at +4; round the clock it is {fair[24][0]} and {fair[24][2]}. So the default of 20 is a fair"
        " day's work for an untrained agent. Give a specialist 30, and anything that should need two days or a team"
        " 40.",
        tables=(
            ReportTable(
                "Done in time",
                ("timer", "hours", *(f"+{plus} %" for plus in modifiers)),
                tuple((timer, hours, *grid[timer, hours]) for timer, hours in grid),
            ),
            table_of("The longest timer with an even chance", "hours", [f"+{plus}" for plus in modifiers], fair),
        ),
        charts=(
            chart_of(
                "lines",
                "Done within 8 hours",
                "timer",
                timers,
                "chance",
                {f"+{plus}": [grid[timer, 8][at] for timer in timers] for at, plus in enumerate(modifiers)},
                percent=True,
            ),
        ),
    )


@question(12, "How long does an agent last?", "How many missions until final death, and how often do traumas repeat?")
def _deaths_and_traumas() -> Answer:
    chances = (Fraction(1, 20), Fraction(1, 10), Fraction(1, 5), Fraction(1, 2))
    lives = {"Human": DERIVED.traumas, "others": DERIVED.traumas - 1}
    rows = tuple((chance, *((count + 1) / chance for count in lives.values())) for chance in chances)
    missions = range(0, 101, 10)
    shown = chances[1]

    def in_play(count: int, after: int) -> Fraction:
        """The chance of no more deaths than resurrections in a number of missions."""
        return sum(
            (comb(after, deaths) * shown**deaths * (1 - shown) ** (after - deaths) for deaths in range(count + 1)),
            Fraction(0),
        )

    half = {name: next(after for after in range(500) if in_play(count, after) * 2 < 1) for name, count in lives.items()}
    left = {name: [in_play(count, after) for after in missions] for name, count in lives.items()}
    sides = len(TRAUMAS)
    rolls = Counter(len(set(three)) for three in product(range(sides), repeat=3))
    two = Fraction(1, sides)
    any_of_three, all_three = Fraction(rolls[1] + rolls[2], sides**3), Fraction(rolls[1], sides**3)
    in_time = table_of(
        f"Still in play at a death chance of {percent(shown)}",
        "missions",
        lives,
        transposed(left, missions),
        percent=True,
    )
    return Answer(
        method="Deaths come with a fixed chance per mission; a Human comes back three times, the others, whose"
        " ancestry is a trauma already, twice. Repeats counted over all throws of the trauma die.",
        conclusion=f"At a death chance of {percent(shown)} a Human lasts {rows[1][1]} missions on average, the others"
        f" {rows[1][2]}: the starting trauma costs a quarter of a career, whatever the danger. Half of all Humans are"
        f" gone after {half['Human']} missions, half of the others after {half['others']}. Two traumas are alike"
        f" {percent(two)} of the time; of three at least two are {percent(any_of_three)}, all three"
        f" {percent(all_three)}. So nearly half of those with three traumas have one of them twice: decide on"
        " `repeat-trauma` before play (`reroll` gives three different ones), and if ancestries should be even, take"
        " `ancestral-trauma-counts` = `off`.",
        tables=(
            ReportTable("Mean missions until final death", ("death chance %", "Human", "others"), rows),
            in_time,
            ReportTable(
                "Repeated traumas",
                ("event", "chance %"),
                (
                    ("two alike of two", two),
                    ("at least two alike of three", any_of_three),
                    ("all three alike", all_three),
                ),
            ),
        ),
        charts=(
            chart_of_table(
                "lines", in_time, "chance", f"Still in play at a death chance of {percent(shown)} per mission"
            ),
        ),
    )


LOADOUTS = {
    "pistol": ("pistol", "ammunition"),
    "revolver": ("revolver", "knife", "light-armour"),
    "shotgun": ("shotgun", "ammunition", "medium-armour"),
    "battle rifle": ("battle-rifle", "ammunition", "heavy-armour"),
    "sniper rifle": ("sniper-rifle", "ammunition", "comms"),
    "flame thrower": ("flame-thrower", "heavy-armour", "grenades", "stims"),
}


@question(14, "What can an agent afford?", "How many weeks of pay less upkeep does each loadout take?")
def _economy() -> Answer:
    nets = {comfort: FUNDS.salary - MEALS[comfort] - ROOM[comfort] for comfort in MEALS}

    def weeks(price: int, net: int) -> int:
        return max(0, -(-(price - FUNDS.start) // net))

    costs = {name: sum(PRICES[item] for item in items) for name, items in LOADOUTS.items()}
    waits = {comfort: [weeks(cost, net) for cost in costs.values()] for comfort, net in nets.items()}
    dearest = max(costs.values())
    at_once = [name for name, cost in costs.items() if cost <= FUNDS.start]
    everything = sum(PRICES.values())
    return Answer(
        method=f"Whole weeks of salary less upkeep, after the ${FUNDS.start:,} an agent starts with.",
        conclusion=f"An average life leaves ${nets['average']:,} a week. {' and '.join(at_once).capitalize()} are"
        f" affordable on the first day, and the dearest loadout here (${dearest:,}) takes "
        + ", ".join(f"{weeks(dearest, net)} {comfort}" for comfort, net in nets.items())
        + f" weeks. One of everything on the list costs ${everything:,}, {weeks(everything, nets['average'])} average"
        " weeks. So money matters in the first month and hardly later, and comfort is all but free. If gear should be a"
        " goal, cut the salary or give comfort an effect; halving the salary would leave"
        f" ${FUNDS.salary // 2 - FUNDS.salary + nets['average']:,} at average comfort and make it a choice.",
        tables=(
            ReportTable(
                "Weeks to afford a loadout",
                ("loadout", "what", "price $", *nets),
                tuple(
                    (name, ", ".join(LOADOUTS[name]), cost, *(waits[comfort][at] for comfort in nets))
                    for at, (name, cost) in enumerate(costs.items())
                ),
            ),
            ReportTable("What a week leaves", ("comfort", "$"), tuple(nets.items())),
        ),
        charts=(chart_of("bars", "Weeks to afford a loadout", "loadout", costs, "weeks", waits),),
    )


Cost = Literal["step", "flat", "cumulative"]
Spread = tuple[int, ...]


def _legal_spreads(cost: Cost) -> list[Spread]:
    """Every legal way to buy the six stats, before ancestry."""
    options = Options(stat_cost=cost)
    scores = range(STATS.least, STATS.most + 1)
    price = {score: price_of_stat(options, score) for score in scores}
    removed = {score: max(0, STATS.start - score) for score in scores}
    found: list[tuple[Spread, int, int]] = [((), 0, 0)]
    # Lowered stats can give back at most two more points, so dead ends are pruned early.
    for _ in STATS.names:
        found = [
            ((*spread, score), spent + price[score], out + removed[score])
            for spread, spent, out in found
            for score in scores
            if out + removed[score] <= STATS.removable and spent + price[score] <= STATS.points + STATS.removable
        ]
    return [spread for spread, spent, _ in found if spent <= STATS.points]


def _best(spreads: list[Spread], worth: Callable[[Spread], int]) -> Spread:
    """The spread of highest worth; of equals the one with the highest sum of scores."""
    return max(spreads, key=lambda spread: (worth(spread), sum(spread)))


@question(15, "Which way to buy stats?", "How many spreads are legal under each reading, and what do they reach?")
def _stat_spreads() -> Answer:
    costs: tuple[Cost, ...] = ("step", "flat", "cumulative")
    strength, agility, luck = (STATS.names.index(name) for name in ("strength", "agility", "luck"))
    goals: dict[str, Callable[[Spread], int]] = {
        "HP": lambda spread: DERIVED.hp_base + DERIVED.hp_per_point * (spread[strength] + spread[agility]),
        "AP": lambda spread: DERIVED.ap_per_agility * spread[agility],
        "FT": lambda spread: bonus(spread[luck]) + bonus(spread[agility]),
        "sum of bonuses": lambda spread: sum(map(bonus, spread)),
        "lowest bonus": lambda spread: min(map(bonus, spread)),
    }
    counts: dict[str, int] = {}
    best: dict[tuple[str, str], Spread] = {}
    for cost in costs:
        spreads = _legal_spreads(cost)
        counts[cost] = len(spreads)
        for name, worth in goals.items():
            best[name, cost] = _best(spreads, worth)
    most = {(name, cost): goals[name](spread) for (name, cost), spread in best.items()}

    tens = {cost: price_of_stat(Options(stat_cost=cost), STATS.most) for cost in costs}

    def written(name: str, cost: str) -> str:
        return ", ".join(map(str, sorted(best[name, cost], reverse=True)))

    reached = ReportTable(
        "Legal spreads and the most they reach",
        ("stat-cost", "spreads", *goals),
        tuple((cost, counts[cost], *(most[name, cost] for name in goals)) for cost in costs),
    )
    return Answer(
        method="All legal scores under each reading of the price column, ancestry and skills aside; of spreads that"
        " reach the same, one with the highest scores.",
        conclusion=f"There are {counts['step']:,} legal spreads by step, {counts['flat']:,} flat and"
        f" {counts['cumulative']:,} cumulative. By step HP reach {most['HP', 'step']}, AP {most['AP', 'step']} and"
        f" Fortitude {most['FT', 'step']}; the best sum of bonuses is {most['sum of bonuses', 'step']}, with"
        f" {written('sum of bonuses', 'step')} for instance, and every stat can have +{most['lowest bonus', 'step']}."
        f" Flat prices allow {most['sum of bonuses', 'flat']}, cumulative ones {most['sum of bonuses', 'cumulative']}:"
        f" {written('sum of bonuses', 'cumulative')}. The difference is what a 10 costs: {tens['step']} of"
        f" {STATS.points} points by step, {tens['flat']} flat, {tens['cumulative']} cumulatively. Only `step` makes a"
        " specialist pay with everything else; keep it. Tell players that 7 and 9 bring no bonus under any reading and"
        " are worth their price for HP and AP alone.",
        tables=(
            reached,
            ReportTable(
                "A spread that reaches it",
                ("most", "stat-cost", *STATS.names),
                tuple((name, cost, *spread) for (name, cost), spread in sorted(best.items())),
            ),
        ),
        charts=(
            chart_of_table(
                "bars",
                reached,
                "points",
                "The best Fortitude and the best sum of bonuses by price",
                columns=("FT", "sum of bonuses"),
            ),
        ),
    )
