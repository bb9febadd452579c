"""Experience: failed rolls raise a skill, one by one or in training."""

from typing import Annotated, NamedTuple

from msgspec import Struct

from rulewright.games.dpi.check import Attempt, edge_of, result_of_roll, xp_for
from rulewright.games.dpi.data import SKILLS, Amount
from rulewright.games.dpi.options import Options
from rulewright.rules import Dice, between, meaning, repeat, rule


class Training(Attempt, frozen=True):
    """Checks with one skill that rises by failing."""

    xp: Annotated[Amount, meaning("experience of the skill")] = 0
    rolls: Annotated[int, between(1, 500, "number of checks")] = 10


class Learned(Struct, frozen=True):
    """The level and experience of a skill afterwards."""

    skill: int
    xp: int


@rule("DPI-83", "DPI-84", "DPI-85", "DPI-86", "DPI-87", "DPI-A14")
def learn(options: Options, skill: int, xp: int) -> tuple[int, int]:
    """A Failure adds 1 XP; at the need of the next level the skill rises. A Master earns none."""
    if skill == SKILLS.most:
        return skill, xp
    xp += 1
    if options.xp_thresholds == "cumulative":
        while skill < SKILLS.most and xp >= SKILLS.xp[skill + 1]:
            skill += 1
        return skill, xp
    return (skill + 1, 0) if xp >= SKILLS.xp[skill + 1] else (skill, xp)


@rule("DPI-A14")
def starting_xp(options: Options, skill: int, xp: int) -> int:
    """A running total below the need of the present level counts as that need."""
    return max(xp, SKILLS.xp[skill]) if options.xp_thresholds == "cumulative" else xp


class Trainee(NamedTuple):
    """Training in progress."""

    left: int
    skill: int
    xp: int


@rule("DPI-83", "DPI-84", "DPI-A14")
def next_lesson(dice: Dice[Options], trainee: Trainee, attempt: Attempt) -> Trainee:
    """A check at the present level; a Failure gives experience."""
    now = Attempt(
        attempt.stat,
        trainee.skill,
        attempt.luck,
        attempt.stress,
        attempt.modifier,
        attempt.difficulty,
        attempt.high_spent,
    )
    failed = dice.call(check_fails, edge_of(dice.options, now, now.stress, now.high_spent))
    skill, xp = learn(dice.options, trainee.skill, trainee.xp) if failed else (trainee.skill, trainee.xp)
    return Trainee(trainee.left - 1, skill, xp)


@rule("DPI-84")
def check_fails(dice: Dice[Options], edge: int) -> bool:
    """Whether a check is a Failure."""
    return bool(xp_for(dice.call(result_of_roll, edge)))


train_on = repeat(next_lesson, until=lambda trainee: trainee.left == 0)


@rule("DPI-83", "DPI-84", "DPI-85", "DPI-A14")
def training(dice: Dice[Options], training: Training) -> Learned:
    """Check after check out of combat; Failures raise the skill."""
    start = Trainee(training.rolls, training.skill, starting_xp(dice.options, training.skill, training.xp))
    plain = Attempt(
        training.stat,
        0,
        training.luck,
        training.stress,
        training.modifier,
        training.difficulty,
        training.high_spent,
    )
    end = dice.call(train_on, start, plain)
    return Learned(end.skill, end.xp)


@rule("DPI-84", "DPI-85", "DPI-88", "DPI-A14", "DPI-A15")
def experience(
    options: Options,
    skill: Annotated[int, between(0, SKILLS.most, "level of the skill")],
    xp: Annotated[Amount, meaning("experience of the skill")],
    failures: Annotated[Amount, meaning("failed rolls")],
    combat: Annotated[bool, meaning("whether the failed rolls were attacks")] = False,
) -> Learned:
    """A skill after some failed rolls; by default failed attacks give no experience."""
    xp = starting_xp(options, skill, xp)
    if combat and options.combat_xp == "off":
        return Learned(skill, xp)
    for _ in range(failures):
        if skill == SKILLS.most:
            break
        skill, xp = learn(options, skill, xp)
    return Learned(skill, xp)
