"""What the numbers of rest, research, death, money and stat buying say."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Literal

from rulewright.answers import Answer, Chart, Series, Table, percent
from rulewright.games.dpi.check import bonus
from rulewright.games.dpi.creation import price_of_stat
from rulewright.games.dpi.data import DERIVED, FUNDS, MEALS, PRICES, ROOM, STATS, TRAUMAS
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.research import Project, project
from rulewright.games.dpi.rest import Resting, short_rest
from rulewright.readings import odds

__all__ = ["deaths_and_traumas", "economy", "research_days", "short_rests", "stat_spreads"]

PLAIN = Options()
HP = 24


@cache
def _hours_to_heal(luck: int, missing: int) -> Fraction | None:
    """Mean hours begun until all HP are back, resting again after each interruption; None is never."""
    if missing <= 0:
        return Fraction(0)
    hour = odds(short_rest, Resting(luck=luck), options=PLAIN)
    stay = hour.where(lambda one: one.hp == 0)
    if stay == 1:
        return None
    onward = sum(
        (share * (_hours_to_heal(luck, missing - one.hp) or 0) for one, share in hour.items() if one.hp), Fraction(0)
    )
    return (1 + onward) / (1 - stay)


def short_rests() -> Answer:
    """How a Short Rest depends on Luck."""
    scores = (0, 2, 4, 5, 6, 8, 10)
    rows = []
    for luck in scores:
        hour = odds(short_rest, Resting(luck=luck), options=PLAIN)
        hours = _hours_to_heal(luck, HP)
        passes = hour.where(lambda one: not one.interrupted)
        mean = float(hour.mean(lambda one: one.hp))
        rows.append((luck, bonus(luck), passes, mean, None if hours is None else float(hours)))
    by_luck = {row[0]: row for row in rows}
    never = [str(row[0]) for row in rows if row[4] is None]
    return Answer(
        method=f"Exact odds of an hour of Short Rest, and the mean number of hours begun until {HP} HP are back.",
        conclusion=f"An hour passes {percent(by_luck[5][2])} of the time at Luck 5 and"
        f" {percent(by_luck[10][2])} at Luck 10;"
        f" {HP} HP take {by_luck[5][4]:.1f} and {by_luck[10][4]:.1f} hours. With Luck {', '.join(never)} a rest"
        f" never works.",
        tables=(
            Table(
                "A Short Rest by Luck",
                ("Luck", "bonus", "hour passes %", "mean HP an hour", f"hours to {HP} HP"),
                tuple(rows),
            ),
        ),
        charts=(
            Chart(
                "Chance that an hour passes",
                "bars",
                "Luck",
                "chance",
                scores,
                (Series("passes", tuple(row[2] for row in rows)),),
                percent=True,
            ),
        ),
    )


def research_days() -> Answer:
    """Which timer is a fair day's work."""
    timers, deadlines, modifiers = (10, 20, 30, 40), (8, 24), (0, 2, 4, 6)

    def done(timer: int, deadline: int, modifier: int) -> Fraction:
        given = Project(modifier=modifier, timer=timer, deadline_hours=deadline)
        return odds(project, given, options=PLAIN).where(lambda end: end.done)

    grid = {(timer, hours): [done(timer, hours, plus) for plus in modifiers] for timer in timers for hours in deadlines}
    fair = {plus: max(timer for timer in range(5, 61, 5) if done(timer, 8, plus) >= Fraction(1, 2)) for plus in (0, 4)}
    return Answer(
        method="Exact chance to bring the timer to 0 by the deadline, by modifier; actions take 1d4 hours.",
        conclusion=f"In 8 hours a timer of 20 is done {percent(grid[20, 8][0])} of the time at +0 and"
        f" {percent(grid[20, 8][2])} at +4; in 24 hours a timer of 40 {percent(grid[40, 24][0])} and"
        f" {percent(grid[40, 24][2])}. An even chance in a working day is a timer of {fair[0]} at +0 and"
        f" {fair[4]} at +4.",
        tables=(
            Table(
                "Done in time",
                ("timer", "hours", *(f"+{plus} %" for plus in modifiers)),
                tuple((timer, hours, *grid[timer, hours]) for timer, hours in grid),
            ),
        ),
        charts=(
            Chart(
                "Done within 8 hours",
                "lines",
                "timer",
                "chance",
                timers,
                tuple(
                    Series(f"+{plus}", tuple(grid[timer, 8][at] for timer in timers))
                    for at, plus in enumerate(modifiers)
                ),
                percent=True,
            ),
        ),
    )


def deaths_and_traumas() -> Answer:
    """How many missions an agent lasts."""
    chances = (Fraction(1, 20), Fraction(1, 10), Fraction(1, 5), Fraction(1, 2))
    lives = {"Human": DERIVED.traumas, "others": DERIVED.traumas - 1}
    rows = tuple((chance, *((count + 1) / chance for count in lives.values())) for chance in chances)
    sides = len(TRAUMAS)
    rolls = Counter(len(set(three)) for three in product(range(sides), repeat=3))
    two = Fraction(1, sides)
    any_of_three, all_three = Fraction(rolls[1] + rolls[2], sides**3), Fraction(rolls[1], sides**3)
    return Answer(
        method="Deaths come with a fixed chance per mission; the last one comes after all lives. Repeats"
        " counted over all"
        " throws of the trauma die.",
        conclusion=f"At a chance of {percent(chances[1])} a Human lasts {rows[1][1]} missions on average, the others"
        f" {rows[1][2]}. Two traumas are alike {percent(two)} of the time; of three at least two are"
        f" {percent(any_of_three)}, all three {percent(all_three)}.",
        tables=(
            Table("Mean missions until final death", ("death chance %", "Human", "others"), rows),
            Table(
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
            Chart(
                "Mean missions until final death",
                "bars",
                "death chance per mission",
                "missions",
                tuple(percent(chance) for chance in chances),
                tuple(Series(name, tuple(row[1 + at] for row in rows)) for at, name in enumerate(lives)),
            ),
        ),
    )


LOADOUTS = {
    "pistol, ammunition": ("pistol", "ammunition"),
    "revolver, knife, light armour": ("revolver", "knife", "light-armour"),
    "shotgun, ammunition, medium armour": ("shotgun", "ammunition", "medium-armour"),
    "battle rifle, ammunition, heavy armour": ("battle-rifle", "ammunition", "heavy-armour"),
    "sniper rifle, ammunition, comms": ("sniper-rifle", "ammunition", "comms"),
    "flame thrower, heavy armour, grenades, stims": ("flame-thrower", "heavy-armour", "grenades", "stims"),
}


def economy() -> Answer:
    """How many weeks each loadout takes."""
    nets = {comfort: FUNDS.salary - MEALS[comfort] - ROOM[comfort] for comfort in MEALS}

    def weeks(price: int, net: int) -> int:
        return max(0, -(-(price - FUNDS.start) // net))

    costs = {name: sum(PRICES[item] for item in items) for name, items in LOADOUTS.items()}
    waits = {comfort: [weeks(cost, net) for cost in costs.values()] for comfort, net in nets.items()}
    dearest = max(costs.values())
    return Answer(
        method=f"Weeks of salary less upkeep, after the ${FUNDS.start:,} an agent starts with.",
        conclusion=f"An average life leaves ${nets['average']:,} a week. The dearest loadout here (${dearest:,}) takes "
        + ", ".join(f"{weeks(dearest, net)} {comfort}" for comfort, net in nets.items())
        + " weeks.",
        tables=(
            Table(
                "Weeks to afford a loadout",
                ("loadout", "price $", *nets),
                tuple(
                    (name, cost, *(waits[comfort][at] for comfort in nets))
                    for at, (name, cost) in enumerate(costs.items())
                ),
            ),
            Table("What a week leaves", ("comfort", "$"), tuple(nets.items())),
        ),
        charts=(
            Chart(
                "Weeks to afford a loadout",
                "bars",
                "loadout",
                "weeks",
                tuple(f"${cost:,}" for cost in costs.values()),
                tuple(Series(comfort, tuple(found)) for comfort, found in waits.items()),
            ),
        ),
    )


Cost = Literal["step", "flat", "cumulative"]
Spread = tuple[int, ...]


def _legal_spreads(cost: Cost) -> list[Spread]:
    """Every way to buy the six stats, ancestry aside."""
    options = Options(stat_cost=cost)
    scores = range(STATS.least, STATS.most + 1)
    price = {score: price_of_stat(options, score) for score in scores}
    removed = {score: max(0, STATS.start - score) for score in scores}
    found: list[tuple[Spread, int, int]] = [((), 0, 0)]
    # Points that lowered stats still give back are at most two, so dead ends are left early.
    for _ in STATS.names:
        found = [
            ((*spread, score), spent + price[score], out + removed[score])
            for spread, spent, out in found
            for score in scores
            if out + removed[score] <= STATS.removable and spent + price[score] <= STATS.points + STATS.removable
        ]
    return [spread for spread, spent, _ in found if spent <= STATS.points]


def stat_spreads() -> Answer:
    """What the ways to buy stats allow."""
    costs: tuple[Cost, ...] = ("step", "flat", "cumulative")
    strength, agility, luck = (STATS.names.index(name) for name in ("strength", "agility", "luck"))
    rows = []
    best: dict[str, Spread] = {}
    for cost in costs:
        spreads = _legal_spreads(cost)
        bonuses = {spread: sum(map(bonus, spread)) for spread in spreads}
        best[cost] = max(spreads, key=lambda spread: bonuses[spread])
        hp = max(DERIVED.hp_base + DERIVED.hp_per_point * (spread[strength] + spread[agility]) for spread in spreads)
        ap = max(DERIVED.ap_per_agility * spread[agility] for spread in spreads)
        fortitude = max(bonus(spread[luck]) + bonus(spread[agility]) for spread in spreads)
        rows.append((cost, len(spreads), hp, ap, fortitude, bonuses[best[cost]]))
    return Answer(
        method="All legal scores under each reading of the price column, ancestry and skills aside.",
        conclusion=f"There are {rows[0][1]:,} legal spreads by step, {rows[1][1]:,} flat and {rows[2][1]:,}"
        f" cumulative. By step"
        f" HP reach {rows[0][2]}, AP {rows[0][3]} and Fortitude {rows[0][4]}; the best sum of bonuses is"
        f" {rows[0][5]}, with"
        f" {', '.join(map(str, sorted(best['step'], reverse=True)))} for instance. Cumulative prices allow"
        f" {rows[2][5]}.",
        tables=(
            Table(
                "Legal spreads",
                ("stat-cost", "spreads", "most HP", "most AP", "most FT", "best sum of bonuses"),
                tuple(rows),
            ),
            Table(
                "A spread with the best sum of bonuses",
                ("stat-cost", *STATS.names),
                tuple((cost, *spread) for cost, spread in best.items()),
            ),
        ),
        charts=(
            Chart(
                "What can be reached",
                "bars",
                "stat-cost",
                "value",
                costs,
                (
                    Series("most HP", tuple(row[2] for row in rows)),
                    Series("most AP", tuple(row[3] for row in rows)),
                    Series("best sum of bonuses", tuple(row[5] for row in rows)),
                ),
            ),
        ),
    )
