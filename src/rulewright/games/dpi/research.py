"""Research against a timer, and interviews."""

from typing import Annotated, NamedTuple

from msgspec import Struct

from rulewright.dice import d
from rulewright.games.dpi.check import Trained, modifier_of
from rulewright.games.dpi.data import CLOCK, METERS, ROLL
from rulewright.games.dpi.options import Options
from rulewright.rules import Dice, between, repeat, rule

EFFORT = d(CLOCK.effort_sides)


class Research(Trained, frozen=True):
    """One research action."""

    high_spent: Annotated[int, between(0, METERS.high_most, "points of High spent on the roll")] = 0
    timer: Annotated[int, between(1, 100, "the Research Timer before")] = 20


class Project(Research, frozen=True):
    """Research until it is done or the deadline comes."""

    deadline_hours: Annotated[int, between(1, 200, "hours until the deadline")] = 8


class Researched(Struct, frozen=True):
    """The timer left and the hours taken by a research action."""

    timer_left: int
    hours: int


class ProjectEnd(Struct, frozen=True):
    """The end of a project."""

    done: bool
    hours: int
    timer_left: int


class Interview(Struct, frozen=True):
    """The hours an interview took."""

    hours: int


class Work(NamedTuple):
    """The timer, and the hours that an action took or a project has left."""

    timer: int
    hours: int


@rule("DPI-122", "DPI-124", "DPI-125", "DPI-A39")
def work(dice: Dice[Options], timer: int, modifier: int) -> Work:
    """2d6 + stat + skill come off the timer, in 1d4 hours."""
    total = dice.pool("research", ROLL.dice * d(ROLL.sides)) + modifier
    hours = dice.pool("hours", 1 * EFFORT)
    return Work(max(0, timer - max(0, total)), hours)


@rule("DPI-122", "DPI-124", "DPI-125", "DPI-A39")
def research(dice: Dice[Options], research: Research) -> Researched:
    """One research action takes 1d4 hours and lowers the timer by its total."""
    modifier = modifier_of(dice.options, research, research.stress, research.high_spent)
    dice.note("modifier", modifier, "DPI-125")
    return Researched(*work(dice, research.timer, modifier))


@rule("DPI-125", "DPI-A39")
def next_action(dice: Dice[Options], project: Work, modifier: int) -> Work:
    """An action that would pass the deadline has no effect and ends the project."""
    after = work(dice, project.timer, modifier)
    if after.hours > project.hours:
        return Work(project.timer, 0)
    return Work(after.timer, project.hours - after.hours)


work_on = repeat(next_action, until=lambda project: project.timer == 0 or project.hours == 0)


@rule("DPI-124", "DPI-125", "DPI-A39")
def project(dice: Dice[Options], project: Project) -> ProjectEnd:
    """Action after action until the timer is at 0 or the deadline comes."""
    modifier = modifier_of(dice.options, project, project.stress, project.high_spent)
    dice.note("modifier", modifier, "DPI-125")
    end = dice.call(work_on, Work(project.timer, project.deadline_hours), modifier)
    return ProjectEnd(end.timer == 0, project.deadline_hours - end.hours, end.timer)


@rule("DPI-123", "DPI-124")
def interview(dice: Dice[Options]) -> Interview:
    """An interview takes 1d4 hours."""
    return Interview(dice.pool("hours", 1 * EFFORT))
