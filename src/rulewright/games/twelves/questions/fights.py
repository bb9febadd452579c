"""What the numbers of wounds, fights and rests say."""

from fractions import Fraction
from typing import Any

from msgspec import Struct

from rulewright.answers import Answer, Chart, Series, Table, percent
from rulewright.dice import Odds
from rulewright.games.twelves.check import SurvivalAttempt, critical_survival
from rulewright.games.twelves.fight import Duel, Duellist, Fighter, duel, next_deed
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Patient, Resting, long_rest, rest_on
from rulewright.readings import odds
from rulewright.rules import Dice, repeat

__all__ = ["critical_is_survivable", "death_spiral", "first_move", "how_many_boxes", "rest_economy"]

SCORES = range(1, 11)
PLAIN = Options()


def _wins(options: Options = PLAIN, **how: Any) -> Fraction:
    found: Odds[Any] = odds(duel, options=options, **how)
    return found.where(lambda end: end.winner == "a")


def critical_is_survivable() -> Answer:
    """How long somebody in Critical stays up."""
    rulings = {"disadvantage": PLAIN, "plain": Options(collapse_check="plain")}
    turns = (1, 2, 3, 5, 10)

    def standing(options: Options, strength: int, turn: int) -> Fraction:
        attempt = SurvivalAttempt(strength=strength, turns=turn)
        return odds(critical_survival, attempt, options=options).where(lambda one: one.standing)

    held = {
        name: {strength: [standing(options, strength, turn) for turn in turns] for strength in SCORES}
        for name, options in rulings.items()
    }
    even = {
        (name, at): next((s for s in SCORES if held[name][s][at] >= Fraction(1, 2)), None)
        for name in rulings
        for at in (0, 1)
    }
    return Answer(
        method="Exact chance to pass one Strength check per turn, with no damage or healing meanwhile.",
        conclusion="With the tier's disadvantage an even chance to hold one turn takes STR"
        f" {even['disadvantage', 0]}, two turns {even['disadvantage', 1] or 'more than 10'}; rolled plain,"
        f" {even['plain', 0]} and {even['plain', 1] or 'more than 10'}.",
        tables=tuple(
            Table(
                f"Still standing, `collapse-check` {name}",
                ("STR", *(f"{turn} turns %" for turn in turns)),
                tuple((strength, *held[name][strength]) for strength in SCORES),
            )
            for name in rulings
        ),
        charts=(
            Chart(
                "Chance to hold one and three turns in Critical",
                "lines",
                "STR",
                "chance",
                tuple(SCORES),
                tuple(
                    Series(f"{turns[at]} turns, {name}", tuple(held[name][strength][at] for strength in SCORES))
                    for name in rulings
                    for at in (0, 2)
                ),
                percent=True,
            ),
        ),
    )


def death_spiral() -> Answer:
    """What the first Wounded box is worth."""
    hurt = Fighter(damage=3)
    settings = {
        "default": PLAIN,
        "healthy-actions 3": Options(healthy_actions=3),
        "collapse-check plain": Options(collapse_check="plain"),
        "both": Options(healthy_actions=3, collapse_check="plain"),
    }
    rows = []
    for name, options in settings.items():
        first, second = (_wins(options, a=Fighter(), b=hurt, first=side) for side in ("a", "b"))
        even = _wins(options, a=Fighter(), b=Fighter(), first="a")
        rows.append((name, even, first, second))
    return Answer(
        method="Exact duels of a fresh default fighter against one with a single Wounded box, to the end.",
        conclusion="Against a foe with a single Wounded box the fresh side wins"
        f" {percent(rows[0][2])} moving first and {percent(rows[0][3])} moving second. Moving second it is"
        f" {percent(rows[2][3])} with a plain Strength check and {percent(rows[1][3])} with a third action for the"
        " healthy.",
        tables=(
            Table(
                "Chance that the fresh fighter wins",
                ("ruling", "both fresh, moving first %", "foe Wounded, moving first %", "foe Wounded, moving second %"),
                tuple(rows),
            ),
        ),
        charts=(
            Chart(
                "Chance that the fresh fighter wins",
                "bars",
                "ruling",
                "chance to win",
                tuple(settings),
                (
                    Series("moving first", tuple(row[2] for row in rows)),
                    Series("moving second", tuple(row[3] for row in rows)),
                ),
                percent=True,
            ),
        ),
    )


def first_move() -> Answer:
    """How much moving first is worth."""
    boxes, weapons = range(2, 11), range(1, 5)
    grid = {}
    for weapon in weapons:
        fighters = [Fighter(normal_boxes=count, weapon=weapon) for count in boxes]
        grid[weapon] = [_wins(a=fighter, b=fighter, first="a") for fighter in fighters]
    every = [chance for row in grid.values() for chance in row]
    places = {(weapon, count): grid[weapon][at] for weapon in weapons for at, count in enumerate(boxes)}
    least, most = min(places, key=lambda at: places[at]), max(places, key=lambda at: places[at])
    return Answer(
        method="Exact mirror duels with a moving first.",
        conclusion=f"Moving first wins between {percent(min(every))} and {percent(max(every))} of even duels:"
        f" least with {least[1]} Normal boxes and weapon {least[0]}, most with {most[1]} and weapon {most[0]}.",
        tables=(
            Table(
                "Chance that the first side wins",
                ("Normal boxes", *(f"weapon {weapon} %" for weapon in weapons)),
                tuple((count, *(grid[weapon][at] for weapon in weapons)) for at, count in enumerate(boxes)),
            ),
        ),
        charts=(
            Chart(
                "Chance that the first side wins",
                "lines",
                "Normal boxes",
                "chance to win",
                tuple(boxes),
                tuple(Series(f"weapon {weapon}", tuple(grid[weapon])) for weapon in weapons),
                percent=True,
            ),
        ),
    )


class _Counted(Struct, frozen=True):
    """A duel that counts the rounds begun, up to the last one looked at."""

    duel: Duel
    rounds: int


_ROUNDS_LOOKED_AT = 60


def _counted_deed(dice: Dice[Options], counted: _Counted, a: Fighter, b: Fighter) -> _Counted:
    """One deed of a duel; a round begins whenever the first side's turn does."""
    begins = counted.duel.to_move == counted.duel.first and counted.duel.actions == 0
    rounds = min(counted.rounds + begins, _ROUNDS_LOOKED_AT)
    return _Counted(dice.call(next_deed, counted.duel, a, b), rounds)


_count_rounds = repeat(_counted_deed, until=lambda counted: counted.duel.by != "")


def _rounds(dice: Dice[Options], fighter: Fighter) -> int:
    fresh = Duellist(damage=0, potions=0)
    start = _Counted(Duel(a=fresh, b=fresh, first="a", to_move="a"), 0)
    return dice.call(_count_rounds, start, fighter, fighter).rounds


def how_many_boxes() -> Answer:
    """How long a duel is."""
    rows = []
    for count in range(2, 11):
        found: Odds[int] = odds(_rounds, Fighter(normal_boxes=count), options=PLAIN)
        mean = found.mean(lambda rounds: rounds)
        spread = float(found.mean(lambda rounds: rounds * rounds) - mean * mean) ** 0.5
        rows.append((count, float(mean), spread, found.where(lambda rounds: rounds >= 5)))
    enough = next(row[0] for row in rows if row[1] >= 5)
    return Answer(
        method=f"Exact odds of the rounds begun in a mirror duel; the rare duels past {_ROUNDS_LOOKED_AT} rounds count"
        f" as {_ROUNDS_LOOKED_AT}.",
        conclusion=f"A default duel lasts {rows[0][1]:.2f} rounds on average. The smallest number of Normal boxes"
        f" for five rounds or more is {enough}.",
        tables=(Table("Rounds of a duel", ("Normal boxes", "mean", "spread", "five or more %"), tuple(rows)),),
        charts=(
            Chart(
                "Mean length of a duel",
                "bars",
                "Normal boxes",
                "rounds",
                tuple(row[0] for row in rows),
                (Series("mean rounds", tuple(row[1] for row in rows)),),
            ),
        ),
    )


def _short_rests_needed(dice: Dice[Options], patient: Patient) -> int:
    """Short rests until no box is checked, ten at most."""
    plan = Resting(patient.body, ("short",) * 10)
    return dice.call(rest_on, plan, patient.rank).used


def rest_economy() -> Answer:
    """What rests give back."""
    ranks, boxes = range(1, 11), (2, 4, 6, 8, 10)

    def whole(rank: int, normal: int) -> Fraction:
        patient = Patient(rank=rank, normal_boxes=normal, damage=normal + 4, state="incapacitated")
        return odds(long_rest, patient, options=PLAIN).where(lambda one: one.damage == 0)

    def shorts(rank: int, normal: int) -> Fraction:
        patient = Patient(rank=rank, normal_boxes=normal, damage=normal + 2)
        return odds(_short_rests_needed, patient, options=PLAIN).mean(lambda used: used)

    healed = {rank: [whole(rank, normal) for normal in boxes] for rank in ranks}
    needed = {rank: [shorts(rank, normal) for normal in boxes] for rank in ranks}
    return Answer(
        method="Exact odds of one long rest from the last box, and of short rests from the last Wounded box.",
        conclusion="At Rank 1 one long rest from the last box heals everything with"
        f" {healed[1][0]} for 2 Normal boxes, {healed[1][1]} for 4 and {healed[1][2]} for 6. From the last Wounded"
        f" box it takes {float(needed[1][0]):.2f} short rests at 2 Normal boxes and {float(needed[1][4]):.2f} at 10:"
        " a `short-rest-limit` below that is felt.",
        tables=(
            Table(
                "One long rest heals everything",
                ("Rank", *(f"{normal} Normal boxes %" for normal in boxes)),
                tuple((rank, *healed[rank]) for rank in ranks),
            ),
            Table(
                "Mean number of short rests from the last Wounded box",
                ("Rank", *(f"{normal} Normal boxes" for normal in boxes)),
                tuple((rank, *map(float, needed[rank])) for rank in ranks),
            ),
        ),
        charts=(
            Chart(
                "One long rest heals everything",
                "lines",
                "Rank",
                "chance",
                tuple(ranks),
                tuple(
                    Series(f"{normal} Normal boxes", tuple(healed[rank][at] for rank in ranks))
                    for at, normal in enumerate(boxes)
                ),
                percent=True,
            ),
        ),
    )
