"""Answers about forks: their levels, and whether chains of them end."""

from typing import NamedTuple

from rulewright.game.percent import percent
from rulewright.games.light_dark.challenges import Forking, fork, together
from rulewright.games.light_dark.data import DICE
from rulewright.lab.answers import Answer, Cell, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.light_dark.chances import LEVELS, PLAIN, effect_odds, pushes
from rulewright.reports.tables_and_charts import chart_of_table, table_of

FORKING = LEVELS[:4]
_ROUNDS = 400


def _chain(light: int) -> tuple[dict[str, float], dict[str, float], dict[str, dict[str, float]]]:
    """Complications per Challenge, the chance that a chain of forks ends, and the fork matrix."""
    matrix: dict[str, dict[str, float]] = {
        level: {str(one.fork): float(chance) for one, chance in odds(fork, Forking(level=level), options=PLAIN).items()}
        for level in LEVELS
    }
    rolled = pushes(light, 0, 6)
    by_band = rolled.map(lambda one: one.band)
    fails, complicated, clean = (float(by_band.chance(band)) for band in range(3))
    share = complicated / (complicated + clean)
    struck = {effect: float(chance) for effect, chance in effect_odds("1d", DICE.cap).items()}

    def through(level: str, worth: float) -> tuple[float, float]:
        """The mean of `worth` to the power of complications, and the mean number of complications."""
        if level == "trivial":
            return fails + clean + complicated * worth, complicated
        power, count = [1.0], [0.0]
        for left in range(1, together(PLAIN, level, 1).disposition + 1):
            power.append((share * worth + 1 - share) * sum(p * power[max(0, left - e)] for e, p in struck.items()))
            count.append(share + sum(p * count[max(0, left - e)] for e, p in struck.items()))
        return power[-1], count[-1]

    dies: dict[str, float] = dict.fromkeys(LEVELS, 0.0)
    for _ in range(_ROUNDS):
        worth = {level: sum(chance * dies[onto] for onto, chance in matrix[level].items()) for level in LEVELS}
        dies = {level: through(level, worth[level])[0] for level in LEVELS}
    return {level: through(level, 1.0)[1] for level in LEVELS}, dies, matrix


def _growth(means: dict[str, float], matrix: dict[str, dict[str, float]]) -> float:
    """The size of a late generation of forks relative to the one before; below 1 every chain ends."""
    forks: dict[str, float] = dict.fromkeys(LEVELS, 1.0)
    before = 1.0
    for _ in range(_ROUNDS):
        forks = {level: means[level] * sum(p * forks[onto] for onto, p in matrix[level].items()) for level in LEVELS}
        before = max(forks.values())
        forks = {level: number / before for level, number in forks.items()}
    return before


def _size(means: dict[str, float], matrix: dict[str, dict[str, float]]) -> dict[str, float]:
    """The mean size of a whole chain by level, where chains end."""
    size: dict[str, float] = dict.fromkeys(LEVELS, 1.0)
    for _ in range(_ROUNDS):
        size = {level: 1 + means[level] * sum(p * size[onto] for onto, p in matrix[level].items()) for level in LEVELS}
    return size


class _ForkChain(NamedTuple):
    """Chains of forks for a number of Light Dice."""

    means: dict[str, float]
    growth: float
    ends: dict[str, float]
    size: dict[str, float]


def _outlook(light: int) -> _ForkChain:
    means, dies, matrix = _chain(light)
    growth = _growth(means, matrix)
    if growth < 1:  # the limits are known without iterating
        return _ForkChain(means, growth, dict.fromkeys(LEVELS, 1.0), _size(means, matrix))
    return _ForkChain(means, growth, {level: min(1.0, chance) for level, chance in dies.items()}, {})


def _row(level: str, one: _ForkChain) -> tuple[Cell, ...]:
    return (level, one.means[level], one.ends[level], one.size.get(level, "no end"))


@question(11, "Where do forks lead?", "From level to level, and whether a chain of forks comes to an end.")
def _forks_and_chains() -> Answer:
    lights = range(1, 5)
    found = {light: _outlook(light) for light in lights}
    matrix = _chain(2)[2]
    usual, single = found[2], found[1]
    levels = table_of(
        "Level of the fork",
        "Challenge",
        FORKING,
        {level: [matrix[level].get(onto, 0.0) for onto in FORKING] for level in LEVELS},
        percent=True,
    )
    return Answer(
        method="Exact chances of each fork. A chain: no Dark Dice, 1d Effect, no harm; every complication on the way"
        f" to overcoming a Challenge forks once (float64, {_ROUNDS} generations), with two Light Dice unless stated.",
        conclusion="A Trivial Challenge only ever forks Trivial ones. Overcoming a Dangerous Challenge brings"
        f" {usual.means['dangerous']:.2f} complications, a Formidable one {usual.means['formidable']:.2f}. If each"
        f" forks, every generation of the chain is {usual.growth:.2f} times as large as the one before in the long"
        " run, so that every chain ends; one that starts from a Dangerous Challenge has"
        f" {usual.size['dangerous']:.1f} Challenges on average, with three Light Dice"
        f" {found[3].size['dangerous']:.1f}. With one Light Die it is {single.growth:.2f} times, and"
        f" {percent(1 - single.ends['dangerous'])} of such chains never end. So do not let every complication fork:"
        f" if one in two does, a generation is {single.growth / 2:.2f} times the one before even with one Light Die,"
        " and chains stay short. Trivial forks are a safe place to let a chain run out.",
        tables=(
            levels,
            ReportTable(
                "Chains when every complication forks",
                ("Challenge", "complications on the way", "chain ends %", "mean Challenges in the chain"),
                tuple(_row(level, usual) for level in LEVELS),
            ),
            ReportTable(
                "A chain from a Dangerous Challenge by Light Dice",
                ("Light Dice", "complications on the way", "growth", "chain ends %", "mean Challenges in the chain"),
                tuple(
                    (light, one.means["dangerous"], one.growth, *_row("dangerous", one)[2:])
                    for light, one in found.items()
                ),
            ),
        ),
        charts=(chart_of_table("heat", levels, "fork"),),
    )
