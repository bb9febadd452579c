"""Checks: a pool against a difficulty, rolled or by taking the average."""

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct

from rulewright.games.die_code.data import LADDER, Difficulty
from rulewright.games.die_code.difficulty import (
    Average,
    Target,
    TargetNumber,
    average_or_refuse,
    is_free,
    success_level_of,
    take_average_of,
    target_of,
)
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolParameters, PoolTerms, hand_of, thrown
from rulewright.games.die_code.sizes import SizeLabel, SizeUse, size_points
from rulewright.rules import Dice, meaning, rule

Method = Annotated[Literal["roll", "average"], meaning("roll the dice or take the average")]


class Task(PoolParameters, frozen=True):
    """A pool, and the difficulty and sizes it faces."""

    difficulty: Annotated[Difficulty | None, meaning("how hard the task is")] = None
    tn: Annotated[TargetNumber | None, meaning("a target number instead of a rung")] = None
    actor_size: Annotated[SizeLabel | None, meaning("your size")] = "medium"
    target_size: Annotated[SizeLabel | None, meaning("the size of the target")] = "medium"
    size_use: Annotated[SizeUse | None, meaning("whether size matters: agile, force or none")] = "none"


class CheckTerms(Task, frozen=True):
    """A task, rolled or averaged."""

    method: Annotated[Method | None, meaning("roll the dice or take the average")] = "roll"


class Check(Struct, frozen=True):
    """The result of a check."""

    final: int
    result: Literal["success", "failure", "no-target"]
    success_level: int


@lru_cache(maxsize=1024)
def _made_ready(options: Options, task: Task) -> tuple[PoolTerms, Target | None]:
    points = size_points(options, task.actor_size, task.target_size, task.size_use)
    own = PoolParameters(**{name: getattr(task, name) for name in PoolParameters.__struct_fields__})
    return hand_of(options, own, points), target_of(options, task.difficulty, task.tn)


@rule("DC-10", "DC-30", "DC-32", "DC-A7")
def check(dice: Dice[Options], attempt: CheckTerms) -> Check:
    """Throw the pool, subtract target and penalty dice; 0 or more succeeds."""
    hand, target = _made_ready(dice.options, attempt)
    return checked(dice, hand, target, attempt.method == "average")


@rule("DC-30", "DC-32", "DC-33", "DC-36", "DC-A6", "DC-A7")
def checked(dice: Dice[Options], hand: PoolTerms, target: Target | None, average: bool) -> Check:
    """A pool against a target: automatic, averaged or rolled."""
    if target is not None and target.rung is not None:
        rung = LADDER[target.rung]
        dice.note(target.rung, rung.about, *rung.rules)
    if is_free(dice.options, target):
        return Check(0, "success", 0)
    if average:
        final, level = average_or_refuse(dice.options, hand, target)
        return Check(final, "success", level)
    final = thrown(dice, hand)
    if target is None:
        return Check(final, "no-target", success_level_of(dice.options, final))
    dice.note("target number", target.number, "DC-30", "DC-A4")
    final -= target.number
    return Check(final, "success" if final >= 0 else "failure", success_level_of(dice.options, final))


@rule("DC-36", "DC-37", "DC-38", "DC-39", "DC-A12", "DC-A13")
def take_average(options: Options, task: Task) -> Average:
    """Whether you may take the average, and its result."""
    return take_average_of(options, *_made_ready(options, task))
