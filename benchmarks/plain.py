"""The simulated rules as plain loops over `random`, the way they are written without an engine."""

from random import Random

SKILL_FACES = ((0, 1), (0, 0), (0, 0), (0, 0), (1, 0), (2, 0))


def ability(random: Random, runs: int) -> float:
    """The mean of 4d6, three highest."""
    total = 0
    for _ in range(runs):
        dice = random.choices(range(1, 7), k=4)
        total += sum(dice) - min(dice)
    return total / runs


def blow(random: Random, skill: int, difficulty: int) -> int:
    margin = net = 0
    for successes, edge in random.choices(SKILL_FACES, k=skill):
        margin += successes
        net += edge
    for failures, drawback in random.choices(SKILL_FACES, k=difficulty):
        margin -= failures
        net -= drawback
    if margin <= 0:
        return 0
    return margin + (net > 0)


def duels(random: Random, hit_points: int, runs: int) -> float:
    """How often the fighter who strikes first wins."""
    won = 0
    for _ in range(runs):
        first = second = hit_points
        while True:
            second -= blow(random, 4, 3)
            if second <= 0:
                won += 1
                break
            first -= blow(random, 4, 3)
            if first <= 0:
                break
    return won / runs
