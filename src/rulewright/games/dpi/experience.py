"""Experience: failed rolls raise a skill, one by one or in training."""

from typing import Annotated, NamedTuple

from msgspec import Struct

from rulewright.games.dpi.check import CheckTerms, edge_of, grants, result_of_roll, xp_for
from rulewright.games.dpi.data import SKILLS, Amount
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.stress_and_sanity import overflow
from rulewright.rules import Dice, between, meaning, repeat, rule


class Training(CheckTerms, frozen=True):
    """Checks with one skill that rises by failing."""

    xp: Annotated[Amount, meaning("experience of the skill")] = 0
    rolls: Annotated[int, between(1, 500, "number of checks")] = 10
    stress_grows: Annotated[bool, meaning("whether Failures add their Stress; else it stays as given")] = False


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
    stress: int


@rule("DPI-83", "DPI-84", "DPI-A14")
def next_lesson(dice: Dice[Options], trainee: Trainee, attempt: CheckTerms, stress_grows: bool) -> Trainee:
    """A check at the present level; a Failure gives experience, and Stress where it is counted."""
    now = CheckTerms(
        attempt.stat,
        trainee.skill,
        attempt.luck,
        trainee.stress,
        attempt.modifier,
        attempt.difficulty,
        attempt.high_spent,
    )
    failed, gained = dice.call(lesson, edge_of(dice.options, now, now.stress, now.high_spent), stress_grows)
    skill, xp = learn(dice.options, trainee.skill, trainee.xp) if failed else (trainee.skill, trainee.xp)
    return Trainee(trainee.left - 1, skill, xp, overflow(trainee.stress, gained)[0])


@rule("DPI-84", "DPI-A6")
def lesson(dice: Dice[Options], edge: int, stress_grows: bool) -> tuple[bool, int]:
    """Whether a check is a Failure, and the Stress it gives where that is counted."""
    result = dice.call(result_of_roll, edge)
    return bool(xp_for(result)), grants(dice.options, result, combat=False)[0] if stress_grows else 0


train_on = repeat(next_lesson, until=lambda trainee: trainee.left == 0)


@rule("DPI-83", "DPI-84", "DPI-85", "DPI-A14")
def training(dice: Dice[Options], training: Training) -> Learned:
    """Check after check out of combat; Failures raise the skill. Their Stress counts only where Stress grows.

    Unless `stress_grows`, Stress stays as given, as if it were relieved in between.
    """
    xp = starting_xp(dice.options, training.skill, training.xp)
    start = Trainee(training.rolls, training.skill, xp, training.stress)
    plain = CheckTerms(
        training.stat,
        0,
        training.luck,
        training.stress,
        training.modifier,
        training.difficulty,
        training.high_spent,
    )
    end = dice.call(train_on, start, plain, training.stress_grows)
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
