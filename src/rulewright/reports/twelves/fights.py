"""Answers about wounds, fights and rests."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from msgspec import Struct

from rulewright.dice import Odds
from rulewright.game.percent import percent
from rulewright.games.twelves.check import SurvivalAttempt, critical_survival
from rulewright.games.twelves.duel import Duellist, duel, one_on_one
from rulewright.games.twelves.fight import FIGHT
from rulewright.games.twelves.fight_state import Fight, Fighters
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Patient, RestedBody, long_rest, rest_on
from rulewright.lab.answers import Answer, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, table_of, transposed
from rulewright.rules import Dice, repeat

SCORES = range(1, 11)
PLAIN = Options()


def _wins(options: Options = PLAIN, **how: Any) -> Fraction:
    found: Odds[Any] = odds(duel, options=options, **how)
    return found.where(lambda end: end.winner == "a")


@question(
    4,
    "Is Critical survivable?",
    "How likely is it to pass the Strength checks for some turns, and which STR gives an even chance?",
)
def _critical_is_survivable() -> Answer:
    rulings = {"disadvantage": PLAIN, "plain": Options(collapse_check="plain")}
    turns = tuple(range(1, 11))

    def standing(options: Options, strength: int, turn: int) -> Fraction:
        attempt = SurvivalAttempt(strength=strength, turns=turn)
        return odds(critical_survival, attempt, options=options).where(lambda one: one.standing)

    held = {
        name: {strength: [standing(options, strength, turn) for turn in turns] for strength in SCORES}
        for name, options in rulings.items()
    }
    even = {
        (name, turn): next(score for score in range(21) if standing(options, score, turn) >= Fraction(1, 2))
        for name, options in rulings.items()
        for turn in (1, 2)
    }
    hold = {name: held[name][7][0] for name in rulings}
    mean = {name: chance / (1 - chance) for name, chance in hold.items()}
    return Answer(
        method="Exact chance to pass one Strength check per turn, with no damage or healing meanwhile; the mean number"
        " of turns held is p / (1 - p).",
        conclusion="Hardly, without help. With the tier's disadvantage an even chance to hold one turn takes STR"
        f" {even['disadvantage', 1]}, and two turns STR {even['disadvantage', 2]}, beyond the usual range of scores;"
        f" STR 7 holds the first turn {percent(hold['disadvantage'])} of the time and"
        f" {float(mean['disadvantage']):.1f} turns on average. Rolled plain it takes STR {even['plain', 1]} and"
        f" {even['plain', 2]}, and STR 7 holds {percent(hold['plain'])} and {float(mean['plain']):.1f} turns. Critical"
        " is the last turn rather than a state to fight on in: if friends should have time to come over, take"
        " `collapse-check` = `plain`.",
        tables=tuple(
            ReportTable(
                f"Still standing, `collapse-check` {name}",
                ("STR", "1 turn %", *(f"{turn} turns %" for turn in turns[1:])),
                tuple((strength, *held[name][strength]) for strength in SCORES),
            )
            for name in rulings
        ),
        charts=(
            chart_of(
                "lines",
                "Chance to hold one and three turns in Critical",
                "STR",
                SCORES,
                "chance",
                {
                    f"{turns[at]} turn{'s' if at else ''}, {name}": [held[name][strength][at] for strength in SCORES]
                    for name in rulings
                    for at in (0, 2)
                },
                percent=True,
            ),
        ),
    )


@question(
    5,
    "Is there a death spiral?",
    "How often does a fresh fighter beat one with a single Wounded box, and what do the rulings change?",
)
def _death_spiral() -> Answer:
    settings = {
        "default": PLAIN,
        "healthy-actions 3": Options(healthy_actions=3),
        "collapse-check plain": Options(collapse_check="plain"),
        "both": Options(healthy_actions=3, collapse_check="plain"),
    }
    boxes = range(6)
    won = {
        name: {
            first: [_wins(options, a=Duellist(), b=Duellist(damage=damage), first=first) for damage in boxes]
            for first in ("a", "b")
        }
        for name, options in settings.items()
    }
    rows = [(name, one["a"][0], one["a"][2], one["a"][3], one["b"][2], one["b"][3]) for name, one in won.items()]
    first, second = won["default"]["a"], won["default"]["b"]
    per_box = [float(after / (1 - after) * (1 - before) / before) for before, after in pairwise(second)]
    return Answer(
        method="Exact duels, to the end, of a fresh default fighter (2 Normal boxes) against one with 0 to 5 boxes"
        " already checked; the third box is the first Wounded one.",
        conclusion="Yes, and a steep one. Against a foe with a single Wounded box the fresh side wins"
        f" {percent(first[3])} moving first and {percent(second[3])} moving second. Moving second, the first two boxes"
        f" each multiply its odds by {per_box[0]:.1f} and {per_box[1]:.1f}, the third, which brings the penalties, by"
        f" {per_box[2]:.0f}. The rulings do not break it: moving second it is {percent(rows[2][5])} with a plain"
        f" Strength check and {percent(rows[1][5])} with a third action for the healthy. The side that is Wounded"
        " first has as good as lost: players should drink or leave before the third box, and a designer who wants"
        " comebacks must soften the disadvantage or the single action of the Wounded, since the Strength check hardly"
        " counts.",
        tables=(
            ReportTable(
                "Chance that the fresh fighter wins",
                (
                    "ruling",
                    "both fresh, moving first %",
                    "foe 2 boxes, first %",
                    "foe Wounded, first %",
                    "foe 2 boxes, second %",
                    "foe Wounded, second %",
                ),
                tuple(rows),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Chance that the fresh fighter wins, default rulings",
                "boxes the foe has checked (from 3 on Wounded, from 5 on Critical)",
                boxes,
                "chance to win",
                {"moving first": first, "moving second": second},
                percent=True,
            ),
        ),
    )


@question(6, "What is the first move worth?", "Who wins an even duel, by boxes and weapons?")
def _first_move() -> Answer:
    boxes, weapons = range(2, 11), range(1, 5)
    grid = {}
    for weapon in weapons:
        fighters = [Duellist(normal_boxes=count, weapon=weapon) for count in boxes]
        grid[weapon] = [_wins(a=fighter, b=fighter, first="a") for fighter in fighters]
    every = [chance for row in grid.values() for chance in row]
    places = {(weapon, count): grid[weapon][at] for weapon in weapons for at, count in enumerate(boxes)}
    under = {
        weapon: next((count for count in boxes if places[weapon, count] <= Fraction(3, 5)), None) for weapon in weapons
    }
    least, most = min(places, key=lambda at: places[at]), max(places, key=lambda at: places[at])
    first_side = table_of(
        "Chance that the first side wins",
        "Normal boxes",
        [f"weapon {weapon}" for weapon in weapons],
        transposed(grid, boxes),
        percent=True,
    )
    return Answer(
        method="Exact mirror duels of two equal fighters with a moving first.",
        conclusion=f"Moving first wins between {percent(min(every))} and {percent(max(every))} of even duels:"
        f" least with {least[1]} Normal boxes and weapon {least[0]}, most with {most[1]} and weapon {most[0]}, where"
        " two hits fill every box. More boxes tame it slowly, heavier weapons feed it quickly:"
        f" with weapon 1 it takes {under[1] or 'more than 10'} Normal boxes to bring it to 60% or less, with weapon 2"
        f" {under[2] or 'more than 10'}. Keep weapons at 1 or 2, or give boxes out with them; initiative is rolled, so"
        " nobody is favoured beforehand, but much is decided before the first blow.",
        tables=(first_side,),
        charts=(chart_of_table("lines", first_side, "chance to win"),),
    )


class _RoundCounter(Struct, frozen=True):
    """A duel that counts the rounds begun, up to the last one looked at."""

    fight: Fight
    rounds: int


_ROUNDS_LOOKED_AT = 40


def _counted_action(dice: Dice[Options], counted: _RoundCounter, fighters: Fighters) -> _RoundCounter:
    """One step of a duel; a round begins with every turn of the first side."""
    begins = counted.fight.at == 0 and counted.fight.left == 0
    rounds = min(counted.rounds + begins, _ROUNDS_LOOKED_AT)
    return _RoundCounter(dice.call(FIGHT.step, counted.fight, fighters), rounds)


_count_rounds = repeat(_counted_action, until=lambda counted: counted.fight.end != "")


def _rounds(dice: Dice[Options], fighter: Duellist) -> int:
    start, fighters = one_on_one(a=fighter, b=fighter)
    return dice.call(_count_rounds, _RoundCounter(start, 0), fighters).rounds


@question(7, "How many Normal boxes?", "How long do duels last with 2 to 10 Normal boxes?")
def _how_many_boxes() -> Answer:
    rows = []
    past = Fraction(0)
    for count in range(2, 11):
        found: Odds[int] = odds(_rounds, Duellist(normal_boxes=count), options=PLAIN)
        mean = found.mean(lambda rounds: rounds)
        spread = float(found.mean(lambda rounds: rounds * rounds) - mean * mean) ** 0.5
        rows.append((count, float(mean), spread, found.where(lambda rounds: rounds >= 5)))
        past = max(past, found.where(lambda rounds: rounds >= _ROUNDS_LOOKED_AT))
    per_box = (rows[-1][1] - rows[0][1]) / (len(rows) - 1)
    enough = next(row[0] for row in rows if row[1] >= 5)
    lengths = ReportTable("Rounds of a duel", ("Normal boxes", "mean", "spread", "five or more %"), tuple(rows))
    return Answer(
        method=f"Exact odds of the rounds begun in a mirror duel of default fighters, moving alternately; duels of"
        f" {_ROUNDS_LOOKED_AT} rounds or more count as {_ROUNDS_LOOKED_AT} (chance below {float(past):.0e}). The spread"
        " is the standard deviation.",
        conclusion=f"A default duel lasts {rows[0][1]:.2f} rounds on average. {enough} Normal boxes are the fewest for"
        f" five rounds or more on average ({enough - 1} miss it by a hair with {rows[enough - 3][1]:.2f}), and each"
        f" further box adds about {per_box:.1f} rounds, with hardly more spread. Give {enough} if"
        " fights should last that long, and set the number by the time you want to spend on one.",
        tables=(lengths,),
        charts=(chart_of_table("bars", lengths, "rounds", "Mean length of a duel", columns=("mean",)),),
    )


def _short_rests_needed(dice: Dice[Options], patient: Patient) -> int:
    """Short rests until no box is checked; each heals two boxes or more, so ten are always enough here."""
    plan = RestedBody(patient.body, ("short",) * 10)
    return dice.call(rest_on, plan, patient.rank).used


@question(
    8, "What is rest worth?", "How often does one long rest heal everything, and how many short rests does it take?"
)
def _rest_economy() -> Answer:
    ranks, boxes, limits = range(1, 11), (2, 4, 6, 8, 10), (1, 2, 3, 4)

    def whole(rank: int, normal: int) -> Fraction:
        patient = Patient(rank=rank, normal_boxes=normal, damage=normal + 4, state="incapacitated")
        return odds(long_rest, patient, options=PLAIN).where(lambda one: one.damage == 0)

    def shorts(rank: int, normal: int) -> Odds[int]:
        patient = Patient(rank=rank, normal_boxes=normal, damage=normal + 2)
        return odds(_short_rests_needed, patient, options=PLAIN)

    healed = {rank: [whole(rank, normal) for normal in boxes] for rank in ranks}
    needed = {rank: [shorts(rank, normal) for normal in boxes] for rank in ranks}
    means = {rank: [found.mean(lambda used: used) for found in needed[rank]] for rank in ranks}

    def within(limit: int, found: Odds[int]) -> Fraction:
        return found.where(lambda used: used <= limit)

    limited = {limit: [within(limit, found) for found in needed[1]] for limit in limits}
    certain = {
        normal: next(rank for rank in ranks if healed[rank][at] == 1) for at, normal in enumerate(boxes) if normal < 10
    }
    one_night = table_of(
        "One long rest heals everything",
        "Rank",
        [f"{normal} Normal boxes" for normal in boxes],
        healed,
        percent=True,
    )
    return Answer(
        method="Exact odds of one long rest from the last box, and of short rests from the last Wounded box, as"
        " a character in Critical gains nothing by them.",
        conclusion="At Rank 1 one long rest from the last box heals everything with a chance of"
        f" {healed[1][0]} for 2 Normal boxes, {healed[1][1]} for 4 and {healed[1][2]} for 6; it is certain once Rank"
        f" is above the Normal boxes (Rank {certain[2]} with 2, {certain[4]} with 4). From the last Wounded"
        f" box it takes {float(means[1][0]):.2f} short rests at 2 Normal boxes and {float(means[1][4]):.2f} at 10. A"
        f" `short-rest-limit` of 1 heals a starting character fully {percent(limited[1][0])} of the time, and one with"
        " more boxes never; a limit of 2 makes no difference with 2 Normal boxes and is felt from 4"
        f" ({percent(limited[2][1])}) on. Rest is cheap, so if wounds should last, limit short rests to 2; with many"
        " boxes let Rank grow as well, or one night no longer heals a hero.",
        tables=(
            one_night,
            table_of(
                "Mean number of short rests from the last Wounded box",
                "Rank",
                [f"{normal} Normal boxes" for normal in boxes],
                {rank: map(float, means[rank]) for rank in ranks},
            ),
            table_of(
                "Fully healed at Rank 1 under a `short-rest-limit`, from the last Wounded box",
                "limit",
                [f"{normal} Normal boxes" for normal in boxes],
                limited,
                percent=True,
            ),
        ),
        charts=(chart_of_table("lines", one_night, "chance"),),
    )
