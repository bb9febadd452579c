"""Where forks lead."""

from rulewright.answers import Answer, Chart, Series, Table
from rulewright.games.light_dark.challenges import Forking, fork, together
from rulewright.games.light_dark.data import DICE
from rulewright.games.light_dark.questions.asking import LEVELS, PLAIN, effect_odds, pushes
from rulewright.readings import odds

__all__ = ["forks_and_chains"]

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
    """By how much a late generation of forks outnumbers the one before: below 1 every chain ends."""
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


def forks_and_chains() -> Answer:
    """Where forks lead, and whether a chain of them ends."""
    means, dies, matrix = _chain(2)
    growth = _growth(means, matrix)
    size = _size(means, matrix) if growth < 1 else {}
    if growth < 1:
        dies = dict.fromkeys(LEVELS, 1.0)  # what the generations tend to
    return Answer(
        method="Exact chances of each fork. A chain: two Light Dice, no Dark Dice, 1d Effect, no harm; every"
        " complication on"
        f" the way to overcoming a Challenge forks once (float64, {_ROUNDS} generations).",
        conclusion="A Trivial Challenge only ever forks Trivial ones. Overcoming a Dangerous Challenge brings"
        f" {means['dangerous']:.2f} complications, a Formidable one {means['formidable']:.2f}. If each forks, every"
        f" generation of the chain is {growth:.2f} times as large as the one before in the long run, so that"
        f" {'every chain ends' if growth < 1 else 'a chain can go on for ever'}; one that starts from a Dangerous"
        f" Challenge has {size['dangerous']:.1f} Challenges on average."
        if growth < 1
        else "Chains of forks can go on for ever.",
        tables=(
            Table(
                "Level of the fork",
                ("Challenge", *(f"{level} %" for level in FORKING)),
                tuple((level, *(matrix[level].get(onto, 0.0) for onto in FORKING)) for level in LEVELS),
            ),
            Table(
                "Chains when every complication forks",
                ("Challenge", "complications on the way", "chain ends %", "mean Challenges in the chain"),
                tuple((level, means[level], min(1.0, dies[level]), size.get(level, "endless")) for level in LEVELS),
            ),
        ),
        charts=(
            Chart(
                "Level of the fork",
                "heat",
                "fork",
                "Challenge",
                FORKING,
                tuple(Series(level, tuple(matrix[level].get(onto, 0.0) for onto in FORKING)) for level in LEVELS),
                percent=True,
            ),
        ),
    )
